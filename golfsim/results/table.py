"""The win-rate table: how often each strategy clears a deal, and in how many strokes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import polars as pl

from golfsim.errors import DatasetError
from golfsim.results import histogram
from golfsim.results.dataset import Paths, open_all
from golfsim.results.intervals import normal_quantile, standard_error, wilson
from golfsim.results.pooling import Member, key_frame, plays_per_deal, pools

HOLES = 9
"""Deals in the round that `mean_nine_hole_total` speaks of."""

FIGURES: dict[str, type[pl.DataType]] = {
    "deals": pl.Int64,
    "wins": pl.Int64,
    "unknown": pl.Int64,
    "missing": pl.Int64,
    "plays_per_deal": pl.Int64,
    "win_rate": pl.Float64,
    "win_low": pl.Float64,
    "win_high": pl.Float64,
    "level": pl.Float64,
    "mean_strokes": pl.Float64,
    "se_strokes": pl.Float64,
    "median_strokes": pl.Float64,
    "best": pl.Int64,
    "worst": pl.Int64,
    "mean_nine_hole_total": pl.Float64,
}
"""The columns after the names and `sees_stock`, always all of them, in this order."""


def win_table(paths: Paths, by: Iterable[str] = ("rules", "strategy"), level: float = 0.95) -> pl.DataFrame:
    """Win rates and strokes of one or more datasets, one row for each combination of `by`, in manifest order.

    `by` may name rules, strategy, sees_stock, source, seed, dataset and any option of the rules (kings, draw, ...).
    Rows are streamed into a histogram, so that memory does not grow with them.

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
        DatasetError: for a path that is no readable dataset, a game without `won` and `strokes`, a group of more
            rows than deals, and datasets that would count the same deals twice.
    """
    names = [by] if isinstance(by, str) else list(dict.fromkeys(by))
    normal_quantile(level)
    pooled = pools(open_all(paths), names)
    frames = [key_frame(list(pooled), names)]
    if "sees_stock" not in names:
        seen = [_sees_stock(pool) for pool in pooled.values()]
        frames.append(pl.DataFrame({"sees_stock": seen}, schema={"sees_stock": pl.Boolean}))
    figures = [_figures(pool, level) for pool in pooled.values()]
    return pl.concat([*frames, pl.DataFrame(figures, schema=FIGURES)], how="horizontal")


def _sees_stock(pool: list[Member]) -> bool | None:
    seen = {group.sees_stock for _, group in pool}
    return seen.pop() if len(seen) == 1 else None


def _figures(pool: list[Member], level: float) -> dict[str, Any]:
    outcomes: Counter[bool | None] = Counter()
    strokes: Counter[int | None] = Counter()
    missing = 0
    for dataset, group in pool:
        counts = dataset.counts(group, "won", "strokes")
        rows = sum(counts.values())
        if rows > dataset.deals:
            raise DatasetError(
                f"{dataset.root / group.entry['path']}: damaged, {rows} rows: expected at most the {dataset.deals} "
                f"deals of the manifest"
            )
        missing += dataset.deals - rows
        for (won, taken), count in counts.items():
            outcomes[won] += count
            strokes[taken] += count
    repeats = plays_per_deal(pool)
    return {
        "deals": outcomes.total(),
        "wins": outcomes[True],
        "unknown": outcomes[None],
        "missing": missing,
        "plays_per_deal": repeats,
        "level": level,
        **_win_figures(outcomes, repeats, level),
        **_stroke_figures(strokes, repeats),
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


def _stroke_figures(strokes: Counter[int | None], repeats: int) -> dict[str, float]:
    known = {taken: count for taken, count in strokes.items() if taken is not None}
    deals = strokes.total()
    if not deals or len(known) < len(strokes):
        return {}
    mean = histogram.mean(known)
    figures = {
        "mean_strokes": mean,
        "median_strokes": histogram.median(known),
        "best": min(known),
        "worst": max(known),
        "mean_nine_hole_total": HOLES * mean,
    }
    if deals > 1:
        figures["se_strokes"] = standard_error(histogram.variance(known), deals / repeats)
    return figures
