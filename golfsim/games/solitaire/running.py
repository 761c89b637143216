"""Golf solitaire as data for the simulator: its columns, its play function, and the plan of a run."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from os import PathLike, cpu_count
from pathlib import Path

import numpy as np
import numpy.typing as npt

from golfsim.errors import OptionError, StrategyError
from golfsim.games.solitaire.about import ABOUT
from golfsim.games.solitaire.deals.naming import parse_source
from golfsim.games.solitaire.deals.sources import MAX_SEED, FileSource, Source
from golfsim.games.solitaire.outcome import columns
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.base import Batch, Strategy
from golfsim.games.solitaire.strategies.registry import load
from golfsim.simulate import Group, Plan, Progress, Summary, run_plan

DEFAULT_DEALS = 100_000
RESULTS = Path("results")
"""Where runs go that name no place."""


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


def run(
    rules: str | Rules | Iterable[str | Rules] = "classic",
    strategies: str | Iterable[str] = "greedy",
    deals: int | None = None,
    *,
    source: str = "seeded",
    seed: int = 0,
    first: int | None = None,
    out: str | PathLike[str] | None = None,
    jobs: int | None = None,
    resume: bool = True,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Summary:
    """Play the same deals with every strategy under every rule set, and write a row a deal to a dataset.

    Args:
        rules: presets, `PRESET+option=value...`, or `Rules`.
        strategies: `NAME[:key=value,...]` or `path/to/file.py:NAME`.
        deals: how many; by default 100,000, or all boards of a file.
        source: `seeded`, `pysol`, or the path of a board file.
        seed: of the deals if seeded, and of stochastic strategies; 0 to 2**64 - 1.
        first: number of the first deal; by default 0, or 1 for pysol.
        out: folder of the dataset; by default one below `results/` named after the run.
        jobs: shards played at a time; by default one a core. Results do not depend on it.
        resume: keep the shards that are there; otherwise each is made anew and replaced.
        progress: is told how far the run is.
        executor: plays the shards instead of golfsim's own threads and processes.

    Returns:
        What was done; `.manifest` is the path of the dataset's manifest.

    Raises:
        OptionError: for a name or value that is not known.
        DealError: if a board file cannot be read.
        StrategyError: if a plug-in failed; everything else is done and kept.
        DatasetError: if `out` cannot be written, or belongs to another run.
    """
    found = parse_source(source, seed)
    many = _parse_rules(rules)
    working, broken = part_broken(_as_list(strategies))
    plan = make_plan(many, working, found, deals, first, None if out is None else Path(out))
    try:
        summary = run_plan(plan, jobs=jobs or cpu_count() or 1, resume=resume, progress=progress, executor=executor)
    except StrategyError as error:
        raise join_errors([*broken, error]) from error
    if broken:
        raise join_errors(broken)
    return summary


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
    return StrategyError("; ".join(str(error) for error in errors))


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
        out=out or RESULTS / _default_name(config, first, deals, groups),
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


def slug(name: str) -> str:
    """A name as part of a folder name: `solver:objective=win` becomes `solver+objective-win`."""
    return name.replace("=", "-").replace(":", "+").replace(",", "+").replace("/", "_")


def _check_range(source: Source, rules: Sequence[Rules], first: int, deals: int | None) -> int:
    """The number of deals, seen to exist."""
    if isinstance(source, FileSource):
        last = min(source.check(one) for one in rules) - 1
        deals = max(last + 1 - first, 1) if deals is None else deals
    else:
        last = MAX_SEED
        deals = DEFAULT_DEALS if deals is None else deals
    where = str(source.path) if isinstance(source, FileSource) else f"source {source.kind}"
    if not source.first <= first <= last:
        raise OptionError(f"first {first}: expected {source.first} to {last} with {where}")
    if not 1 <= deals <= last - first + 1:
        raise OptionError(f"deals {deals}: expected 1 to {last - first + 1} from first {first} with {where}")
    return deals


def _absolute(spec: str) -> str:
    """The same strategy from any working directory."""
    path, dot_py, rest = spec.rpartition(".py:")
    return f"{Path(path).resolve()}{dot_py}{rest}" if dot_py else spec


def _default_name(config: Mapping[str, object], first: int, deals: int, groups: Sequence[Group]) -> str:
    whole = json.dumps([config, first, deals, [group.entry for group in groups]], sort_keys=True)
    digest = hashlib.sha256(whole.encode()).hexdigest()[:8]
    return f"{config['source']}-seed{config['seed']}-from{first}-{deals}deals-{digest}"


def _versions() -> dict[str, str]:
    packages = ("golfsim", "numba", "numpy", "polars", "pyarrow", "pysol-cards")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def _parse_rules(rules: str | Rules | Iterable[str | Rules]) -> list[Rules]:
    many = [rules] if isinstance(rules, str | Rules) else list(rules)
    return [one if isinstance(one, Rules) else Rules.parse(one) for one in many]


def _as_list(strategies: str | Iterable[str]) -> list[str]:
    return [strategies] if isinstance(strategies, str) else list(strategies)
