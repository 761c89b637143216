"""What is run, as data for the simulator: the rows of Golf solitaire, who plays them, and from where."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

import numpy as np
import numpy.typing as npt

from golfsim.errors import OptionError, StrategyError
from golfsim.games.solitaire.about import ABOUT
from golfsim.games.solitaire.deals.sources import Source
from golfsim.games.solitaire.outcome import columns
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.base import Batch, Strategy
from golfsim.games.solitaire.strategies.registry import load
from golfsim.simulate import Group, Plan
from golfsim.simulate.naming import RESULTS, default_name, slug

DEFAULT_DEALS = 100_000


@dataclass(frozen=True)
class PlayDeals:
    """Plays a range of deals of a source; can be sent to another process."""

    source: Source
    rules: Rules
    strategy: str

    def __call__(self, first: int, count: int) -> Mapping[str, npt.NDArray[np.generic]]:
        """The columns of `golfsim.games.solitaire.outcome` for deals `first` to `first + count - 1`."""
        decks = self.source.decks(first, count, self.rules)
        return columns(_loaded(self.strategy).play(Batch(decks, self.rules, self.source.seed, first)).out)


@lru_cache(maxsize=64)
def _loaded(spec: str) -> Strategy:
    return load(spec)


def part_broken(strategies: Sequence[str]) -> tuple[list[str], list[StrategyError]]:
    """The strategies that can be loaded, and why the others cannot: a broken plug-in spoils no other's run.

    Raises:
        OptionError: for a name or option that is not known.
        StrategyError: if none can be loaded.
    """
    working: list[str] = []
    broken: list[StrategyError] = []
    for spec in strategies:
        try:
            _loaded(_absolute(spec))
            working.append(spec)
        except StrategyError as error:
            broken.append(error)
    if broken and not working:
        raise join_errors(broken)
    return working, broken


def join_errors(errors: Sequence[StrategyError]) -> StrategyError:
    """One error that says what all of them say."""
    if len(errors) == 1:
        return errors[0]
    joined = StrategyError("; ".join(str(error) for error in errors))
    joined.__cause__ = ExceptionGroup("strategies failed", list(errors))
    return joined


def make_plan(
    rules: Sequence[Rules],
    strategies: Sequence[str],
    source: Source,
    deals: int | None = None,
    first: int | None = None,
    out: Path | None = None,
) -> Plan:
    """The plan of a run; see `run` for the arguments and errors."""
    if not rules or not strategies:
        raise OptionError("nothing to play: expected at least one of rules and of strategies")
    first = source.first if first is None else first
    deals = _check_range(source, rules, first, deals)
    loaded = [_loaded(_absolute(spec)) for spec in strategies]
    groups = tuple(
        _group(source, one, _absolute(spec), strategy)
        for one in rules
        for spec, strategy in zip(strategies, loaded, strict=True)
    )
    config = source.provenance()
    plan = Plan(
        out=out or RESULTS / default_name(config, first, deals, groups),
        about=ABOUT,
        first=first,
        deals=deals,
        groups=groups,
        config=config,
        versions=_versions(),
    )
    for one in rules:
        # A source that has no such deals says so before anything is written.
        source.decks(first, 1, one)
    return plan


def _group(source: Source, rules: Rules, spec: str, strategy: Strategy) -> Group:
    facts = strategy.facts
    return Group(
        keys=(("rules", slug(rules.name)), ("strategy", slug(strategy.spec))),
        entry={
            "rules": rules.name,
            "rules_options": rules.spelled_out(),
            "strategy": strategy.spec,
            "strategy_options": dict(strategy.values),
            "sees_stock": facts.sees_stock,
            "proves": facts.proves,
            "stochastic": facts.stochastic,
            "cards": rules.cards_dealt,
            **strategy.provenance(),
        },
        play=PlayDeals(source, rules, spec),
        shard_size=facts.shard_size,
        chunk=facts.chunk,
        processes=facts.processes,
    )


def _check_range(source: Source, rules: Sequence[Rules], first: int, deals: int | None) -> int:
    """The number of deals, seen to exist."""
    last = source.last(rules)
    if deals is None:
        deals = max(last + 1 - first, 1) if source.whole else DEFAULT_DEALS
    if not source.first <= first <= last:
        raise OptionError(f"first {first}: expected {source.first} to {last} with {source.label}")
    if not 1 <= deals <= last - first + 1:
        raise OptionError(f"deals {deals}: expected 1 to {last - first + 1} from first {first} with {source.label}")
    return deals


def _absolute(spec: str) -> str:
    """The same strategy from any working directory."""
    path, dot_py, rest = spec.rpartition(".py:")
    return f"{Path(path).resolve()}{dot_py}{rest}" if dot_py else spec


def _versions() -> dict[str, str]:
    packages = ("golfsim", "numba", "numpy", "polars", "pyarrow", "pysol-cards")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}
