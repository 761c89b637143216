"""How totals of rounds are shown to people."""

from __future__ import annotations

from functools import partial

import polars as pl

from golfsim.datasets.about import About
from golfsim.results.compare_style import interval_heading
from golfsim.results.rounds import QUANTILES
from golfsim.results.selection import selection_columns, selection_notes
from golfsim.results.sheet import (
    NAME,
    NOTHING,
    SETTING,
    Column,
    Sheet,
    Style,
    counted,
    decimals_for,
    fixed,
    percents,
    plain,
)

HEADINGS = {"q05": "5%", "q25": "25%", "q75": "75%", "q95": "95%"}


def _sheet(about: About, frame: pl.DataFrame) -> Sheet:
    decimals = decimals_for(frame["mean_high"] - frame["mean_low"], digits=1)
    columns = [Column(name, plain(frame[name]), False, (name,), NAME) for name in about.keys]
    columns += [Column(about.peeks_heading, plain(frame[about.peeks]), False, (about.peeks,), SETTING)]
    columns += [
        Column("rounds", counted(frame["rounds"]), names=("rounds",), role=SETTING, said="{cell} rounds{each}")
    ]
    columns += selection_columns(frame)
    columns += [
        Column(name.replace("_", " "), counted(frame[name]), names=(name,), role=SETTING)
        for name in ("unknown", "left_over", "missing")
        if (frame[name] > 0).any()
    ]
    columns += [
        Column("mean", fixed(frame["mean"], decimals), names=("mean",)),
        Column(interval_heading(frame), _intervals(frame, decimals), names=("mean_low", "mean_high")),
        Column("sd", fixed(frame["sd"], 1), names=("sd",)),
        Column("best", counted(frame["best"]), names=("best",)),
        *(Column(HEADINGS.get(name, name), counted(frame[name]), names=(name,)) for name in QUANTILES),
        Column("worst", counted(frame["worst"]), names=("worst",)),
    ]
    for name, end in (("par", "par"), ("expert_par", "expert")):
        par = next(iter(frame[name]), "")
        columns += [
            Column(
                f"{side} {name.replace('_', ' ')} {par}",
                percents(frame[f"{side}_{end}"], 1),
                names=(f"{side}_{end}",),
            )
            for side in ("under", "at", "over")
        ]
    return Sheet(columns, _notes(about, frame))


def _intervals(frame: pl.DataFrame, decimals: int) -> list[str]:
    return [
        NOTHING if low is None or high is None else f"[{low:,.{decimals}f}, {high:,.{decimals}f}]"
        for low, high in zip(frame["mean_low"], frame["mean_high"], strict=True)
    ]


def _notes(about: About, frame: pl.DataFrame) -> list[str]:
    holes = next(iter(frame["holes"]), 0)
    better = "fewer" if about.low_is_better else "more"
    row = "in a row" if "where" not in frame.columns else "that match in a row, in order of their numbers"
    notes = [f"{about.units[1]} of {holes} deal{'' if holes == 1 else 's'} {row}; {better} are better"]
    notes += selection_notes(frame, frame["rounds"] * frame["holes"] + frame["left_over"])
    if (frame["left_over"] > 0).any():
        notes.append("left over: deals at the end that make no whole round, not counted")
    if (frame["unknown"] > 0).any():
        notes.append(
            f"unknown: rounds in which the {about.units[1]} of a deal are not known; there are no figures then"
        )
    if (frame["missing"] > 0).any():
        notes.append("missing: deals of an unfinished run that are not on disk")
    if frame[about.peeks].any():
        notes.append(f"{about.peeks_heading}: the {about.keys[-1]} {about.peeked}: not what a player could score")
    return notes


def rounds_style(about: About) -> Style:
    """For the frames of `rounds_table`."""
    importance = (
        about.peeks, "mean", "mean_low", "unknown", "missing", "of_deals", "cannot_tell", "under_par",
        "under_expert", "median", ("best", "worst"), "sd", "rounds", "left_over", ("q05", "q95"), ("q25", "q75"),
        ("at_par", "over_par"),
        ("at_expert", "over_expert"),
    )  # fmt: skip
    return Style(partial(_sheet, about), importance=importance)
