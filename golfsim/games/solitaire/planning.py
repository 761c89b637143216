"""What is run, as data for the simulator: the rows of Golf solitaire, who plays them, and from where."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from golfsim.datasets.differing import first_difference
from golfsim.datasets.manifest import find_manifest, load_manifest
from golfsim.errors import DatasetError, OptionError, StrategyError
from golfsim.games.solitaire.about import ABOUT
from golfsim.games.solitaire.deals.naming import parse_source
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
        strategy = _loaded(self.strategy)
        if not strategy.facts.stochastic:
            return columns(strategy.play(Batch(decks, self.rules, self.source.seed, first)).out)
        parts, at = [], 0
        for seed, number, many in self.source.stretches(first, count):
            parts.append(strategy.play(Batch(decks[at : at + many], self.rules, seed, number)).out)
            at += many
        return columns(parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1))


def _loaded(spec: str) -> Strategy:
    path, dot_py, _ = spec.rpartition(".py:")
    return _loaded_once(spec, _state(Path(f"{path}.py")) if dot_py else None)


@lru_cache(maxsize=64)
def _loaded_once(spec: str, state: object) -> Strategy:
    """A plug-in is loaded again once its file has changed."""
    return load(spec)


def _state(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


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
    first, deals = _like_before(source, out, first, deals)
    first = source.first if first is None else first
    deals = _check_range(source, rules, first, deals)
    pairs = [(one, _absolute(spec)) for one in rules for spec in strategies]
    groups = tuple(_group(source, one, spec, _loaded(spec)) for one, spec in pairs)
    config = source.provenance()
    plan = Plan(
        out=out or RESULTS / default_name(config, first, deals, groups),
        about=ABOUT,
        first=first,
        deals=deals,
        groups=groups,
        config=config,
        ids=source.ids(),
        versions=_versions(),
    )
    for one in rules:
        # A source that has no such deals says so before anything is written.
        source.decks(first, 1, one)
    return plan


def plan_again(
    manifest: Mapping[str, Any], out: Path, groups: Sequence[int], file: Path | None, plug_ins: Sequence[str]
) -> Plan:
    """The plan of some groups of a dataset; see `golfsim.games.Face`."""
    source = _source_again(manifest, file)
    entries = [manifest["groups"][index] for index in groups]
    pairs = [(Rules(**entry["rules_options"]), _spec_again(entry, plug_ins)) for entry in entries]
    made = tuple(_group(source, rules, spec, _loaded(spec)) for rules, spec in pairs)
    for group, entry in zip(made, entries, strict=True):
        # Shards are cut as they were.
        made = tuple(replace(one, shard_size=entry["shard_size"]) if one is group else one for one in made)
    for group, entry in zip(made, entries, strict=True):
        if difference := first_difference({**group.entry}, {key: entry.get(key) for key in group.entry}):
            raise OptionError(
                f"{entry['path']}: {difference.name} was {difference.there}, and is {difference.here} now"
            )
    return Plan(
        out=out,
        about=ABOUT,
        first=manifest["first"],
        deals=manifest["deals"],
        groups=made,
        config=source.provenance(),
        versions=manifest["versions"],
        ids=source.ids(),
    )


def _source_again(manifest: Mapping[str, Any], file: Path | None) -> Source:
    kind = manifest["source"]
    if kind == "file":
        if file is None:
            raise OptionError(f"the deals come from the file {manifest.get('file')}: give it with --source")
        kind = str(file)
    source = parse_source(kind, manifest["seed"] or 0)
    for name, value in source.provenance().items():
        if manifest.get(name) != value:
            raise OptionError(
                f"source {file}: {name} is {value}, but {manifest.get(name)} was played: expected that file"
            )
    return source


def _spec_again(entry: Mapping[str, Any], plug_ins: Sequence[str]) -> str:
    spec = str(entry["strategy"])
    if "file" not in entry:
        return spec
    name = spec.rpartition(".py:")[2]
    for plug_in in plug_ins:
        path, dot_py, rest = plug_in.rpartition(".py:")
        if dot_py and Path(f"{path}.py").name == entry["file"] and rest.split(":")[0] == name.split(":")[0]:
            return _absolute(f"{path}.py:{name}")
    raise OptionError(f"{spec} is a plug-in: say where it is with --strategy path/to/{spec.partition(':')[0]}:NAME")


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


def _like_before(
    source: Source, out: Path | None, first: int | None, deals: int | None
) -> tuple[int | None, int | None]:
    """First deal and number of deals, those of what is there where they are not said."""
    there = None if out is None else find_manifest(out)
    if there is None or (first is not None and deals is not None):
        return first, deals
    try:
        found = load_manifest(there)
    except DatasetError:
        # Whoever wants to write there is told what is wrong with it.
        return first, deals
    if found.get("source") != source.kind:
        return first, deals
    return (found.get("first") if first is None else first, found.get("deals") if deals is None else deals)


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
