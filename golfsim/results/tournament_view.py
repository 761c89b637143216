"""How tournaments are shown to people."""

from __future__ import annotations

import polars as pl

from golfsim.results.sheet import Column, Sheet, View, counted, fixed, percents, plain
from golfsim.results.tournament import BEATS


def _sheet(frame: pl.DataFrame) -> Sheet:
    columns = [Column(name, plain(frame[name]), right=False) for name in ("rules", "strategy")]
    columns += [
        Column("sees stock", plain(frame["sees_stock"]), right=False),
        Column("rounds", counted(frame["rounds"])),
        Column("won", counted(frame["won"])),
        Column("won %", percents(frame["won_share"], 1)),
        Column("play-offs", counted(frame["playoffs"])),
        Column("play-offs won", counted(frame["playoffs_won"])),
    ]
    if _any(frame, "undecided"):
        columns.append(Column("undecided", counted(frame["undecided"])))
    if _any(frame, "unknown_rounds"):
        columns.append(Column("unknown", counted(frame["unknown_rounds"])))
    columns += [
        Column("average place", fixed(frame["average_place"], 2)),
        Column("mean total", fixed(frame["mean_total"], 1)),
    ]
    columns += [Column(name, counted(frame[name])) for name in frame.columns if name.startswith(BEATS)]
    return Sheet(columns, _notes(frame))


def _any(frame: pl.DataFrame, name: str) -> bool:
    return bool((frame[name] > 0).any())


def _notes(frame: pl.DataFrame) -> list[str]:
    holes = next(iter(frame["holes"]), 0)
    notes = [f"rounds of {holes} deals, the same for all; beats: rounds with a lower total than that strategy's"]
    for rules, deals, unused in frame.select("rules", "playoff_deals", "unused").unique(maintain_order=True).rows():
        notes.append(f"{rules}: deals after the last round: {deals:,} played off, {unused:,} unused")
    if _any(frame, "undecided"):
        notes.append("undecided: ties that were left when the deals for play-offs had run out: give fewer --rounds")
    if _any(frame, "unknown_rounds"):
        notes.append("unknown: rounds left out, as the strokes of an entrant are unknown")
    if frame["sees_stock"].any():
        notes.append("sees stock: the strategy read the order of the stock: no fair rival of the others")
    return notes


TOURNAMENT_VIEW = View(_sheet)
"""For the frames of `tournament_table`."""
