"""Running Golf solitaire from Python."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from os import PathLike, cpu_count
from pathlib import Path

from golfsim.errors import StrategyError
from golfsim.games.solitaire.deals.naming import parse_source
from golfsim.games.solitaire.planning import join_errors, make_plan, part_broken
from golfsim.games.solitaire.rules import Rules
from golfsim.simulate import Progress, Summary, run_plan


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
        broken.append(error)
    if broken:
        raise join_errors(broken)
    return summary


def _parse_rules(rules: str | Rules | Iterable[str | Rules]) -> list[Rules]:
    many = [rules] if isinstance(rules, str | Rules) else list(rules)
    return [one if isinstance(one, Rules) else Rules.parse(one) for one in many]


def _as_list(strategies: str | Iterable[str]) -> list[str]:
    return [strategies] if isinstance(strategies, str) else list(strategies)
