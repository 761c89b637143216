"""How the win-rate table is shown to people."""

from __future__ import annotations

import polars as pl

from golfsim.results.sheet import (
    Column,
    Sheet,
    View,
    counted,
    decimals_for,
    fixed,
    heading,
    percent_intervals,
    percents,
    plain,
)

MIXED = "mixed"


def _sheet(frame: pl.DataFrame) -> Sheet:
    names = frame.columns[: frame.columns.index("deals")]
    share_decimals = decimals_for(100 * (frame["win_high"] - frame["win_low"]), digits=1)
    stroke_decimals = decimals_for(frame["se_strokes"], digits=2)
    columns = [_name_column(frame[name]) for name in names]
    columns += [Column("deals", counted(frame["deals"])), Column("wins", counted(frame["wins"]))]
    columns += [Column(heading(name), counted(frame[name])) for name in ("unknown", "missing") if _any(frame, name)]
    columns += [
        Column("win rate", _win_rates(frame, share_decimals)),
        Column(_interval_heading(frame), percent_intervals(frame["win_low"], frame["win_high"], share_decimals)),
        Column("mean strokes", fixed(frame["mean_strokes"], stroke_decimals)),
        Column("standard error", fixed(frame["se_strokes"], stroke_decimals)),
        Column("median strokes", fixed(frame["median_strokes"], 1)),
        Column("best strokes", counted(frame["best"])),
        Column("worst strokes", counted(frame["worst"])),
        Column("mean nine-hole total", fixed(frame["mean_nine_hole_total"], max(1, stroke_decimals - 1))),
    ]
    return Sheet(columns, _notes(frame))


def _name_column(values: pl.Series) -> Column:
    null = MIXED if values.name == "sees_stock" else "-"
    return Column(heading(values.name), plain(values, null), values.dtype.is_numeric())


def _win_rates(frame: pl.DataFrame, decimals: int) -> list[str]:
    rates = percents(frame["win_rate"], decimals)
    return [f"≥{rate}" if unknown else rate for rate, unknown in zip(rates, frame["unknown"], strict=True)]


def _interval_heading(frame: pl.DataFrame) -> str:
    levels = frame["level"].unique()
    return f"{100 * levels[0]:.10g}% interval" if len(levels) == 1 else "interval"


def _any(frame: pl.DataFrame, name: str) -> bool:
    return bool((frame[name] > 0).any())


def _notes(frame: pl.DataFrame) -> list[str]:
    notes = []
    if _any(frame, "missing"):
        notes.append("missing: deals of an unfinished run that are not on disk; all figures are of the deals present")
    if _any(frame, "unknown"):
        notes.append(
            "unknown: deals left undecided; the interval allows for all of them lost and for all of them won"
        )
    if (frame["plays_per_deal"] > 1).any():
        notes.append("several plays of one deal are counted together; interval and standard error count it once")
    if frame["sees_stock"].fill_null(value=True).any():
        notes.append(
            "sees stock, yes or mixed: a strategy read the order of the stock: a measure of winnability, not of skill"
        )
    return notes


WIN_VIEW = View(_sheet, {"sees_stock": MIXED})
"""For the frames of `win_table`. `unknown` and `missing` are shown only if any row has some."""
