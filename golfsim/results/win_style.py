"""How the win-rate table is shown to people."""

from __future__ import annotations

from functools import partial

import polars as pl

from golfsim.datasets.about import About
from golfsim.results.selection import selection_columns, selection_notes
from golfsim.results.sheet import (
    NAME,
    SETTING,
    Column,
    Sheet,
    Style,
    counted,
    decimals_for,
    fixed,
    heading,
    percent_intervals,
    percents,
    plain,
)
from golfsim.results.table import round_column

MIXED = "mixed"


def _sheet(about: About, frame: pl.DataFrame) -> Sheet:
    unit = about.units[1]
    names = frame.columns[: frame.columns.index("deals")]
    share_decimals = decimals_for(100 * (frame["win_high"] - frame["win_low"]), digits=1)
    score_decimals = decimals_for(frame[f"se_{unit}"], digits=2)
    columns = [_name_column(about, frame[name]) for name in names]
    columns += [
        Column("deals", counted(frame["deals"]), names=("deals",), role=SETTING, said="{cell} deals{each}"),
        *selection_columns(frame),
        Column("wins", counted(frame["wins"]), names=("wins",)),
    ]
    columns += [
        Column(heading(name), counted(frame[name]), names=(name,))
        for name in ("unknown", "missing")
        if _any(frame, name)
    ]
    total = round_column(about)
    columns += [
        Column("win rate", _win_rates(frame, share_decimals), names=("win_rate",)),
        Column(
            _interval_heading(frame),
            percent_intervals(frame["win_low"], frame["win_high"], share_decimals),
            names=("win_low", "win_high"),
        ),
        Column(f"mean {unit}", fixed(frame[f"mean_{unit}"], score_decimals), names=(f"mean_{unit}",)),
        Column("standard error", fixed(frame[f"se_{unit}"], score_decimals), names=(f"se_{unit}",)),
        Column(f"median {unit}", fixed(frame[f"median_{unit}"], 1), names=(f"median_{unit}",)),
        Column(f"best {unit}", counted(frame["best"]), names=("best",)),
        Column(f"worst {unit}", counted(frame["worst"]), names=("worst",)),
        Column(f"mean {about.round_name} total", fixed(frame[total], max(1, score_decimals - 1)), names=(total,)),
    ]
    return Sheet(columns, _notes(about, frame))


def _name_column(about: About, values: pl.Series) -> Column:
    null = MIXED if values.name == about.peeks else "-"
    role = SETTING if values.name == about.peeks else NAME
    return Column(heading(values.name), plain(values, null), values.dtype.is_numeric(), (values.name,), role)


def _win_rates(frame: pl.DataFrame, decimals: int) -> list[str]:
    rates = percents(frame["win_rate"], decimals)
    return [f"≥{rate}" if unknown else rate for rate, unknown in zip(rates, frame["unknown"], strict=True)]


def _interval_heading(frame: pl.DataFrame) -> str:
    levels = frame["level"].unique()
    return f"{100 * levels[0]:.10g}% interval" if len(levels) == 1 else "interval"


def _any(frame: pl.DataFrame, name: str) -> bool:
    return bool((frame[name] > 0).any())


def _notes(about: About, frame: pl.DataFrame) -> list[str]:
    notes = selection_notes(frame, frame["deals"])
    if _any(frame, "missing"):
        notes.append("missing: deals of an unfinished run that are not on disk; all figures are of the deals present")
    if _any(frame, "unknown"):
        notes.append(
            "unknown: deals left undecided; the interval allows for all of them lost and for all of them won"
        )
    if (frame["plays_per_deal"] > 1).any():
        notes.append("several plays of one deal are counted together; interval and standard error count it once")
    if frame[about.peeks].fill_null(value=True).any():
        notes.append(
            f"{about.peeks_heading}, yes or mixed: a {about.keys[-1]} {about.peeked}: a measure of "
            f"{about.peek_measures}, not of skill"
        )
    return notes


def win_style(about: About) -> Style:
    """For the frames of `win_table`. `unknown` and `missing` are shown only if any row has some."""
    unit = about.units[1]
    importance = (
        about.peeks, "win_rate", "win_low", f"mean_{unit}", "deals", "of_deals", "unknown", "missing", "cannot_tell",
        f"se_{unit}", "wins", round_column(about), f"median_{unit}", ("best", "worst"),
    )  # fmt: skip
    return Style(partial(_sheet, about), {about.peeks: MIXED}, importance)
