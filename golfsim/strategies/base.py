"""What a strategy of any game is: a name, facts about itself, and option values."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping

from golfsim.strategies.facts import Facts, Value


class AnyStrategy(ABC):
    """A way of playing some game, with its option values fixed.

    Attributes:
        name: how it is called, without options.
        summary: one line on how it plays.
        facts: what is true of it.
        values: the value of every option.
    """

    name: str
    summary: str
    facts: Facts = Facts()

    def __init__(self, values: Mapping[str, Value] | None = None) -> None:
        self.values: dict[str, Value] = {option.name: option.default for option in self.facts.options}
        self.values.update(values or {})

    @property
    def spec(self) -> str:
        """Name and the options that differ from their defaults, as the command line takes them."""
        defaults = {option.name: option.default for option in self.facts.options}
        changed = [f"{name}={value}" for name, value in self.values.items() if value != defaults[name]]
        return ":".join([self.name, ",".join(changed)]) if changed else self.name

    def provenance(self) -> Mapping[str, object]:
        """What else a dataset should say about where the strategy comes from."""
        return {}
