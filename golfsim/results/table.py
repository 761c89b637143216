"""The win-rate table: how often each player wins a deal, and with what score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import polars as pl

from golfsim.datasets.about import About
from golfsim.errors import DatasetError
from golfsim.results import histogram
from golfsim.results.dataset import Paths, open_all
from golfsim.results.intervals import normal_quantile, standard_error, wilson
from golfsim.results.pooling import Member, key_frame, plays_per_deal, pools

COUNTS: dict[str, type[pl.DataType]] = {
    "deals": pl.Int64,
    "wins": pl.Int64,
    "unknown": pl.Int64,
    "missing": pl.Int64,
    "plays_per_deal": pl.Int64,
    "win_rate": pl.Float64,
    "win_low": pl.Float64,
    "win_high": pl.Float64,
    "level": pl.Float64,
}


def round_column(about: About) -> str:
    """Name of the column of the mean total of a usual round: for Golf `mean_nine_hole_total`."""
    return f"mean_{about.round_name.replace('-', '_')}_total"


def figures(about: About) -> dict[str, type[pl.DataType]]:
    """The columns after the names and that of peeking, always all of them, in this order."""
    unit = about.units[1]
    of_scores = {f"{what}_{unit}": pl.Float64 for what in ("mean", "se", "median")}
    return {**COUNTS, **of_scores, "best": pl.Int64, "worst": pl.Int64, round_column(about): pl.Float64}


def win_table(paths: Paths, by: str | Iterable[str] | None = None, level: float = 0.95) -> pl.DataFrame:
    """Win rates and scores of one or more datasets, one row for each combination of `by`, in manifest order.

    The names are those of Golf; another game has its own keys and unit, see `golfsim.datasets.about`. `by` may name
    rules, strategy, sees_stock, source, seed, dataset and any option of the rules (kings, draw, ...); by default it
    is the keys, rules and strategy. Rows are streamed into a histogram, so that memory does not grow with them.

    Columns, in this order:
        the names in `by`: String; seed UInt64; sees_stock Boolean; an option Int64 or String
        sees_stock (Boolean, unless in `by`): whether the strategy reads the order of the stock; null, shown as
            "mixed", if strategies that do and ones that do not are counted together
        deals (Int64): rows counted
        wins (Int64): rows won
        unknown (Int64): rows whose outcome is null, as a solver with a limit gave up
        missing (Int64): deals the manifest lists that are not on disk, as the run is unfinished
        plays_per_deal (Int64): the most rows any one deal has here; above 1 if `by` pools rules or strategies that
            played the same deals. Such rows are not independent: the interval and `se_strokes` then take
            deals / plays_per_deal for the number of trials, which is never too narrow, whatever the correlation
        win_rate (Float64, 0 to 1): wins / deals. With unknown rows this is the least it can be, and
            (wins + unknown) / deals the most
        win_low, win_high (Float64, 0 to 1): Wilson interval: low of wins, high of wins + unknown
        level (Float64): confidence level of the interval
        mean_strokes, se_strokes, median_strokes (Float64, strokes a deal); best, worst (Int64, strokes);
            mean_nine_hole_total (Float64, strokes): 9 x mean_strokes. All null if the strokes of any row are: a mean
            over only some deals would mislead
    A row without deals has null figures; one with a single deal has no standard error.

    Raises:
        OptionError: for no path, an unknown name in `by`, or a level outside 0 to 1.
        DatasetError: for a path that is no readable dataset, a game without outcomes or scores, a group of more
            rows than deals, and datasets that would count the same deals twice.
    """
    normal_quantile(level)
    datasets = open_all(paths)
    about = datasets[0].about
    names = list(about.keys) if by is None else [by] if isinstance(by, str) else list(dict.fromkeys(by))
    pooled = pools(datasets, names)
    frames = [key_frame(about, list(pooled), names)]
    if about.peeks not in names:
        seen = [_peeks(pool) for pool in pooled.values()]
        frames.append(pl.DataFrame({about.peeks: seen}, schema={about.peeks: pl.Boolean}))
    rows = [_figures(pool, level) for pool in pooled.values()]
    return pl.concat([*frames, pl.DataFrame(rows, schema=figures(about))], how="horizontal")


def _peeks(pool: list[Member]) -> bool | None:
    seen = {group.peeks for _, group in pool}
    return seen.pop() if len(seen) == 1 else None


def _figures(pool: list[Member], level: float) -> dict[str, Any]:
    outcomes: Counter[bool | None] = Counter()
    scores: Counter[int | None] = Counter()
    missing = 0
    for dataset, group in pool:
        counts = dataset.counts(group, dataset.won, dataset.score)
        rows = sum(counts.values())
        if rows > dataset.deals:
            raise DatasetError(
                f"{dataset.root / group.entry['path']}: damaged, {rows} rows: expected at most the {dataset.deals} "
                f"deals of the manifest"
            )
        missing += dataset.deals - rows
        for (won, score), count in counts.items():
            outcomes[won] += count
            scores[score] += count
    repeats = plays_per_deal(pool)
    return {
        "deals": outcomes.total(),
        "wins": outcomes[True],
        "unknown": outcomes[None],
        "missing": missing,
        "plays_per_deal": repeats,
        "level": level,
        **_win_figures(outcomes, repeats, level),
        **_score_figures(pool[0][0].about, scores, repeats),
    }


def _win_figures(outcomes: Counter[bool | None], repeats: int, level: float) -> dict[str, float]:
    deals, wins, unknown = outcomes.total(), outcomes[True], outcomes[None]
    if not deals:
        return {}
    trials = deals / repeats
    return {
        "win_rate": wins / deals,
        "win_low": wilson(wins / repeats, trials, level)[0],
        "win_high": wilson((wins + unknown) / repeats, trials, level)[1],
    }


def _score_figures(about: About, scores: Counter[int | None], repeats: int) -> dict[str, float]:
    known = {score: count for score, count in scores.items() if score is not None}
    deals = scores.total()
    if not deals or len(known) < len(scores):
        return {}
    mean, unit = histogram.mean(known), about.units[1]
    best, worst = (min(known), max(known)) if about.low_is_better else (max(known), min(known))
    found = {
        f"mean_{unit}": mean,
        f"median_{unit}": histogram.median(known),
        "best": best,
        "worst": worst,
        round_column(about): about.holes * mean,
    }
    if deals > 1:
        found[f"se_{unit}"] = standard_error(histogram.variance(known), deals / repeats)
    return found
