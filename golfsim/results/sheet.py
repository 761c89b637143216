"""What a person sees of a table: headings and cells as text, made from its frame by the `Style` each table has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil, log10

import polars as pl

NOTHING = "-"
"""The cell of a null."""


@dataclass(frozen=True)
class Column:
    """One column of a sheet: its heading, a cell a row, and whether they are set flush right, as numbers are."""

    heading: str
    cells: list[str]
    right: bool = True


@dataclass(frozen=True)
class Sheet:
    """A table for people: columns of equal length, and remarks of one line each to stand below it."""

    columns: list[Column]
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Style:
    """How the frames of one kind of table are shown.

    `sheet` makes the sheet of a frame. `null_words` says, by column, what a null means where it means something:
    the word stands for it in CSV and JSON.
    """

    sheet: Callable[[pl.DataFrame], Sheet]
    null_words: Mapping[str, str] = field(default_factory=dict)


def plain(values: pl.Series, null: str = NOTHING) -> list[str]:
    """Cells of values of any dtype as they are, yes and no for Booleans."""
    words = {None: null, True: "yes", False: "no"}
    if values.dtype == pl.Boolean:
        return [words[value] for value in values]
    return [null if value is None else str(value) for value in values]


def counted(values: pl.Series) -> list[str]:
    """Cells of whole numbers, thousands set off: 1,000,000."""
    return [NOTHING if value is None else f"{value:,}" for value in values]


def fixed(values: pl.Series, decimals: int) -> list[str]:
    """Cells of numbers with so many decimals."""
    return [NOTHING if value is None else f"{value:,.{decimals}f}" for value in values]


def percents(values: pl.Series, decimals: int) -> list[str]:
    """Cells of shares (0 to 1) as percentages: 0.81%."""
    return [NOTHING if value is None else f"{100 * value:.{decimals}f}%" for value in values]


def percent_intervals(low: pl.Series, high: pl.Series, decimals: int) -> list[str]:
    """Cells of intervals of shares (0 to 1), in percent: [0.79, 0.83]."""
    return [
        NOTHING if a is None or b is None else f"[{100 * a:.{decimals}f}, {100 * b:.{decimals}f}]"
        for a, b in zip(low, high, strict=True)
    ]


def decimals_for(widths: pl.Series, digits: int, least: int = 2, most: int = 6) -> int:
    """Decimals that show the smallest of some widths (errors, lengths of intervals) with so many digits.

    One number for a whole column, so that its points stand below each other.
    """
    smallest = widths.filter(widths > 0).min()
    if not isinstance(smallest, int | float):
        return least
    return min(most, max(least, ceil(-log10(smallest)) + digits - 1))


def heading(name: str) -> str:
    """A column's machine name as a heading."""
    return name.replace("_", " ")


def _plain_sheet(frame: pl.DataFrame) -> Sheet:
    return Sheet([Column(heading(values.name), plain(values), values.dtype.is_numeric()) for values in frame])


PLAIN_STYLE = Style(_plain_sheet)
"""Every column of a frame under its name, values as they are: for a table without a style of its own."""
