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
from golfsim.numbers import as_whole
from golfsim.simulate import Progress, Summary, run_plan
from golfsim.simulate.bar import Bar


def run(
    rules: str | Rules | Iterable[str | Rules] = "classic",
    strategies: str | Iterable[str] = "greedy",
    deals: float | None = None,
    *,
    source: str = "seeded",
    seed: float = 0,
    first: float | None = None,
    out: str | PathLike[str] | None = None,
    jobs: int | None = None,
    resume: bool = True,
    overwrite: bool = False,
    progress: Progress | bool | None = None,
    executor: Executor | None = None,
) -> Summary:
    """Play the same deals with every strategy under every rule set, and write a row a deal to a dataset.

    Args:
        rules: presets, `PRESET+option=value...`, or `Rules`.
        strategies: `NAME[:key=value,...]` or `path/to/file.py:NAME`.
        deals: how many; by default as many as `out` has, else 100,000, or all of a file.
        source: `seeded`, `pysol`, `pysol-ms`, or the path of a file of boards or of names of deals, one a line: those
            deals are numbered from 0, and random choices in them are keyed as where they come from.
        seed: of the deals if seeded, and of stochastic strategies; 0 to 2**64 - 1.
        first: number of the first deal; by default 0, or 1 for pysol.
        out: folder of the dataset; by default one below `results/` named after the run. A dataset of the same source,
            seed and versions gets the further strategies, rules or deals.
        jobs: shards played at a time; by default one a core. Results do not depend on it.
        resume: keep the shards that are there; otherwise each is made anew and replaced.
        overwrite: throw away what is there of a strategy that is another by now, as a plug-in that was edited.
        progress: is told how far the run is; True for a bar on standard error or in a notebook.
        executor: plays the shards instead of golfsim's own threads and processes.

    Returns:
        What was done; `.manifest` is the path of the dataset's manifest.

    Raises:
        OptionError: for a name or value that is not known.
        DealError: if a board file cannot be read.
        StrategyError: if a plug-in failed; everything else is done and kept.
        DatasetError: if `out` cannot be written, or belongs to another run.
    """
    found = parse_source(source, as_whole(seed, "seed"))
    bar = Bar() if progress is True else None
    watch = bar if isinstance(progress, bool) else progress
    deals = None if deals is None else as_whole(deals, "deals")
    first = None if first is None else as_whole(first, "first")
    many = _parse_rules(rules)
    working, broken = part_broken(_as_list(strategies))
    plan = make_plan(many, working, found, deals, first, None if out is None else Path(out))
    try:
        summary = run_plan(
            plan,
            jobs=jobs or cpu_count() or 1,
            resume=resume,
            overwrite=overwrite,
            progress=watch,
            executor=executor,
        )
    except StrategyError as error:
        raise join_errors([*broken, error]) from error
    finally:
        if bar is not None:
            bar.close()
    if broken:
        raise join_errors(broken)
    return summary


def _parse_rules(rules: str | Rules | Iterable[str | Rules]) -> list[Rules]:
    many = [rules] if isinstance(rules, str | Rules) else list(rules)
    return [one if isinstance(one, Rules) else Rules.parse(one) for one in many]


def _as_list(strategies: str | Iterable[str]) -> list[str]:
    return [strategies] if isinstance(strategies, str) else list(strategies)
