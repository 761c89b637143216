"""What a person sees of a table: headings and cells as text, made from its frame by the `Style` each table has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, log10

import polars as pl

from golfsim.errors import OptionError

NOTHING = "-"
"""The cell of a null."""

NAME, SETTING, FIGURE = "name", "setting", "figure"
"""What a column is: what tells rows apart, what rows were played with, or what came of it."""

Importance = Sequence[str | tuple[str, ...]]
"""Names of columns of a frame, the most important first; those in one tuple are of use only together."""


@dataclass(frozen=True)
class Column:
    """One column of a sheet: its heading, a cell a row, and whether they are set flush right, as numbers are.

    Attributes:
        names: the columns of the frame that it shows, by which it is asked for.
        role: NAME, SETTING or FIGURE. A setting or a name that is the same in all rows may be said in a
            caption.
        said: how, with the fields heading, cell and each (" each" if there are several rows).
    """

    heading: str
    cells: list[str]
    right: bool = True
    names: tuple[str, ...] = ()
    role: str = FIGURE
    said: str = "{heading} {cell}"


@dataclass(frozen=True)
class Sheet:
    """A table for people: columns of equal length, a caption above it, and remarks of one line each below it."""

    columns: list[Column]
    notes: list[str] = field(default_factory=list)
    caption: str = ""


@dataclass(frozen=True)
class Style:
    """How the frames of one kind of table are shown.

    `sheet` makes the sheet of a frame. `null_words` says, by column, what a null means where it means something:
    the word stands for it in CSV and JSON. `importance` is for where there is no room for all columns; those
    of role NAME come before all others, and those that are not listed last, together.
    """

    sheet: Callable[[pl.DataFrame], Sheet]
    null_words: Mapping[str, str] = field(default_factory=dict)
    importance: Importance = ()


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


def named(text: str, known: Sequence[str]) -> list[str]:
    """The names in a list that commas part, each once; names that hold commas themselves are found as well.

    Raises:
        OptionError: for a name that is not known, and for none at all.
    """
    pieces = text.split(",")
    found: list[str] = []
    at = 0
    while at < len(pieces):
        ends = range(len(pieces), at, -1)
        end = next((end for end in ends if ",".join(pieces[at:end]).strip() in known), at + 1)
        name = ",".join(pieces[at:end]).strip()
        if name and name not in known:
            raise OptionError(f"unknown column {name!r}: expected some of {', '.join(known)}")
        found += [name] if name else []
        at = end
    if not found:
        raise OptionError(f"no column named in {text!r}: expected some of {', '.join(known)}")
    return list(dict.fromkeys(found))


def with_columns(sheet: Sheet, frame: pl.DataFrame, names: Sequence[str]) -> Sheet:
    """A sheet of these columns of its frame alone, in this order; plain where the sheet does not show one."""
    shown = {name: column for column in sheet.columns for name in column.names}
    columns: list[Column] = []
    for name in names:
        column = shown.get(name) or _plain_column(frame[name])
        # Several names may ask for one column, as the ends of an interval do.
        if not any(column is one for one in columns):
            columns.append(column)
    return Sheet(columns, sheet.notes)


def _plain_column(values: pl.Series) -> Column:
    return Column(heading(values.name), plain(values), values.dtype.is_numeric(), (values.name,))


def _plain_sheet(frame: pl.DataFrame) -> Sheet:
    return Sheet([_plain_column(values) for values in frame])


PLAIN_STYLE = Style(_plain_sheet)
"""Every column of a frame under its name, values as they are: for a table without a style of its own."""
