"""How tables say that they are of some deals only: the columns a condition adds, and the remarks."""

from __future__ import annotations

import polars as pl

from golfsim.results.sheet import NOTHING, SETTING, Column, counted

SELECTION: dict[str, type[pl.DataType]] = {"where": pl.String, "of_deals": pl.Int64, "cannot_tell": pl.Int64}
"""The columns that a table has after all others, if a condition chose its deals.

    where (String): the condition
    of_deals (Int64): deals on disk that it chose from
    cannot_tell (Int64): those of them for which it is neither true nor false, as an outcome it asks for is null or
        was not played; they do not count
"""


def selection_columns(frame: pl.DataFrame) -> list[Column]:
    """How many deals the condition chose from, to stand in a sheet; no columns for a table of all deals."""
    if "where" not in frame.columns:
        return []
    columns = [
        Column(
            "of deals", counted(frame["of_deals"]), names=("of_deals",), role=SETTING, said="chosen from {cell}{each}"
        )
    ]
    if (frame["cannot_tell"] > 0).any():
        columns.append(Column("cannot tell", counted(frame["cannot_tell"]), names=("cannot_tell",)))
    return columns


def selection_notes(frame: pl.DataFrame, matching: pl.Series) -> list[str]:
    """What the condition is, and how many deals match it: `matching` has the number of each row."""
    if "where" not in frame.columns or not frame.height:
        return []
    notes = [selected(frame["where"][0], frame["of_deals"], matching)]
    if (frame["cannot_tell"] > 0).any():
        notes.append(
            "cannot tell: deals for which the condition is neither true nor false, as an outcome it asks for is "
            "unknown or was not played; they do not count"
        )
    if "missing" in frame.columns and (frame["missing"] > 0).any():
        notes.append("missing: whether these deals match cannot be known")
    return notes


def selected(where: str, of_deals: pl.Series, matching: pl.Series) -> str:
    """In one sentence: of 1,000,000 deals, 83,211 match CONDITION."""
    pairs = set(zip(of_deals, matching, strict=True))
    if len(pairs) > 1:
        return f"of deals, in each row, those that match: {where}"
    of, match = (counted(pl.Series([value], dtype=pl.Int64))[0] for value in pairs.pop())
    if of == NOTHING:
        return f"no deals that could match: {where}"
    return f"of {of} deals{' each' if len(of_deals) > 1 else ''}, {match} match: {where}"
