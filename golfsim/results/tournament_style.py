"""How tournaments are shown to people."""

from __future__ import annotations

from functools import partial

import polars as pl

from golfsim.datasets.about import About
from golfsim.results.sheet import NAME, SETTING, Column, Sheet, Style, counted, fixed, percents, plain
from golfsim.results.tournament import BEATS


def _sheet(about: About, frame: pl.DataFrame) -> Sheet:
    columns = [Column(name, plain(frame[name]), False, (name,), NAME) for name in about.keys]
    columns += [
        Column(about.peeks_heading, plain(frame[about.peeks]), False, (about.peeks,), SETTING),
        Column("rounds", counted(frame["rounds"]), names=("rounds",), role=SETTING, said="{cell} rounds{each}"),
        Column("won", counted(frame["won"]), names=("won",)),
        Column("won %", percents(frame["won_share"], 1), names=("won_share",)),
        Column("play-offs", counted(frame["playoffs"]), names=("playoffs",)),
        Column("play-offs won", counted(frame["playoffs_won"]), names=("playoffs_won",)),
    ]
    if _any(frame, "undecided"):
        columns.append(Column("undecided", counted(frame["undecided"]), names=("undecided",)))
    if _any(frame, "unknown_rounds"):
        columns.append(Column("unknown", counted(frame["unknown_rounds"]), names=("unknown_rounds",)))
    columns += [
        Column("average place", fixed(frame["average_place"], 2), names=("average_place",)),
        Column("mean total", fixed(frame["mean_total"], 1), names=("mean_total",)),
    ]
    columns += [Column(name, counted(frame[name]), names=(name,)) for name in frame.columns if name.startswith(BEATS)]
    return Sheet(columns, _notes(about, frame))


def _any(frame: pl.DataFrame, name: str) -> bool:
    return bool((frame[name] > 0).any())


def _notes(about: About, frame: pl.DataFrame) -> list[str]:
    holes = next(iter(frame["holes"]), 0)
    side = "lower" if about.low_is_better else "higher"
    notes = [
        f"rounds of {holes} deals, the same for all; beats: rounds with a {side} total than that {about.keys[-1]}'s"
    ]
    under = about.keys[:-1]
    for *rules, deals, unused in frame.select(*under, "playoff_deals", "unused").unique(maintain_order=True).rows():
        notes.append(f"{'/'.join(rules)}: deals after the last round: {deals:,} played off, {unused:,} unused")
    if _any(frame, "undecided"):
        notes.append("undecided: ties that were left when the deals for play-offs had run out: give fewer --rounds")
    if _any(frame, "unknown_rounds"):
        notes.append(f"unknown: rounds left out, as the {about.units[1]} of an entrant are unknown")
    if frame[about.peeks].any():
        notes.append(f"{about.peeks_heading}: the {about.keys[-1]} {about.peeked}: no fair rival of the others")
    return notes


def tournament_style(about: About) -> Style:
    """For the frames of `tournament_table`."""
    importance = (
        about.peeks, "won_share", "won", "average_place", "mean_total", "undecided", "unknown_rounds", "rounds",
        "playoffs", "playoffs_won",
    )  # fmt: skip
    return Style(partial(_sheet, about), importance=importance)
