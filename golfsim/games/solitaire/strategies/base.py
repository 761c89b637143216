"""What a strategy is: a name, facts about itself, option values, and one method that plays a batch of deals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.errors import OptionError
from golfsim.games.solitaire.outcome import empty
from golfsim.games.solitaire.rules import Rules, parse_option

Value = int | float | str | bool


@dataclass(frozen=True)
class Option:
    """One option of a strategy: its values have the type of `default`, and are among `choices` if there are any."""

    name: str
    default: Value
    help: str = ""
    choices: tuple[Value, ...] = ()
    least: int | None = None
    most: int | None = None

    def parse(self, text: str, strategy: str) -> Value:
        """Read a value.

        Raises:
            OptionError: naming the strategy, the option and what is expected.
        """
        kind = type(self.default)
        try:
            value: Value = _TRUTH[text.lower()] if kind is bool else _whole(text) if kind is int else kind(text)
        except (ValueError, KeyError, ArithmeticError):
            expected = {int: "a whole number", float: "a number", bool: "true or false"}.get(kind, "text")
            raise OptionError(f"{strategy}:{self.name}={text}: expected {expected}") from None
        if self.choices and value not in self.choices:
            raise OptionError(f"{strategy}:{self.name}={text}: expected one of {', '.join(map(str, self.choices))}")
        if self.least is not None and isinstance(value, int | float) and value < self.least:
            raise OptionError(f"{strategy}:{self.name}={text}: expected at least {self.least}")
        if self.most is not None and isinstance(value, int | float) and value > self.most:
            raise OptionError(f"{strategy}:{self.name}={text}: expected at most {self.most}")
        return value


def _whole(text: str) -> int:
    """A whole number that may be written 1000000, 1_000_000 or 1e6."""
    number = Decimal(text.strip())
    # Longer numbers are beyond any use, and written out they would fill the memory.
    if not number.is_finite() or number.adjusted() > 40 or number != int(number):
        raise ValueError(text)
    return int(number)


_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Facts:
    """What is true of a strategy, whatever its options.

    Attributes:
        sees_stock: reads the order of the stock, so that it measures winnability, not skill.
        proves: what it finds is the best that can be reached, so that a deal it loses cannot be won.
        stochastic: uses random numbers, keyed by seed and deal number.
        options: the options it takes.
        chunk: deals a call, at most about half a second of work.
        shard_size: deals a file.
        processes: plain Python that holds the interpreter lock, so that only processes run side by side.
    """

    sees_stock: bool = False
    proves: bool = False
    stochastic: bool = False
    options: tuple[Option, ...] = ()
    chunk: int = 8192
    shard_size: int = 262_144
    processes: bool = False


class Batch(NamedTuple):
    """Deals to be played under the same rules."""

    decks: npt.NDArray[np.uint8]
    """uint8 (n, cards): see `Deal.from_deck` for the order."""
    rules: Rules
    seed: int
    """Key of random numbers, 0 to 2**64 - 1."""
    first: int
    """Number of the first deal; the others follow."""


class Played(NamedTuple):
    """What came of a batch."""

    out: npt.NDArray[np.int8]
    """int8 (7, n): the rows of `golfsim.games.solitaire.outcome`."""
    lines: npt.NDArray[np.int8]
    """int8 (n, tableau + stock): the moves, a column or -1 for a draw, padded with -2; (0, 0) if not asked for."""


class Strategy(ABC):
    """A way of playing, with its option values fixed.

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

    @abstractmethod
    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        """Play every deal of a batch to its end.

        Raises:
            StrategyError: if the strategy failed or made an illegal move.
        """

    @property
    def spec(self) -> str:
        """Name and the options that differ from their defaults, as the command line takes them."""
        defaults = {option.name: option.default for option in self.facts.options}
        changed = [f"{name}={value}" for name, value in self.values.items() if value != defaults[name]]
        return ":".join([self.name, ",".join(changed)]) if changed else self.name

    def provenance(self) -> Mapping[str, object]:
        """What else a dataset should say about where the strategy comes from."""
        return {}


def parse_values(text: str, strategy: str, options: tuple[Option, ...]) -> dict[str, Value]:
    """Read `key=value,...` into option values.

    Raises:
        OptionError: for an unknown option or a value it does not take.
    """
    known = {option.name: option for option in options}
    values: dict[str, Value] = {}
    for part in filter(None, text.split(",")):
        key, value = parse_option(part, f"option of {strategy}")
        if key not in known:
            expected = f"expected one of {', '.join(known)}" if known else "it takes none"
            raise OptionError(f"{strategy} has no option {key!r}: {expected}")
        if key in values:
            raise OptionError(f"{strategy}: option {key} is given twice: expected once")
        values[key] = known[key].parse(value, strategy)
    return values


def empty_results(batch: Batch, want_lines: bool) -> Played:
    """Arrays for the results of a batch; their content is undefined."""
    count, rules = len(batch.decks), batch.rules
    lines = (count, rules.tableau + rules.stock) if want_lines else (0, 0)
    return Played(empty(count), np.empty(lines, np.int8))
