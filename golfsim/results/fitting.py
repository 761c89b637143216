"""Sheets that fit a terminal: what all rows share is said once above them, and the least important columns go."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace

from golfsim.results.sheet import FIGURE, NAME, SETTING, Column, Importance, Sheet

LEAST = 3
"""Letters a line of a name that is broken into several."""


def fitted(
    sheet: Sheet, width: int, measure: Callable[[Column], int], gap: str, importance: Importance, more: str
) -> Sheet:
    """A sheet of which no line is longer than `width`, unless one column alone is.

    Settings, and names if there are several rows, that are the same in all rows go into the caption. Names that would
    take more than half of the width go on over several lines. Of the other columns those are left out, the least
    important first, that find no room; a note names them.

    Args:
        measure: letters that a column takes; `gap` stands between two.
        importance: names of columns of the frame, the most important first; see `golfsim.results.sheet.Style`.
        more: how to see the columns that are left out, to go into the note.
    """
    rows = len(sheet.columns[0].cells) if sheet.columns else 0
    shared = [column for column in sheet.columns if _is_shared(column, rows)]
    others = [column for column in sheet.columns if not _among(column, shared)]
    own = _names_broken(others, width, measure, gap)
    kept: list[Column] = []
    used = -len(gap)
    for group in _groups(own, importance):
        needed = sum(measure(column) + len(gap) for column in group)
        if used + needed <= width or not kept:
            kept += group
            used += needed
    left_out = [column for column in own if not _among(column, kept)]
    notes = list(sheet.notes)
    if left_out:
        names = ", ".join(name for column in left_out for name in column.names or (column.heading,))
        notes.append(f"left out, to fit a line of {width} letters: {names}{more and f'; {more}'}")
    each = " each" if rows > 1 else ""
    caption = ", ".join(
        column.said.format(heading=column.heading, cell=column.cells[0], each=each) for column in shared
    )
    return Sheet(
        [column for column in own if _among(column, kept)],
        [line for note in notes for line in _lines(note, width)],
        "\n".join(_lines(caption, width)),
    )


def _among(column: Column, columns: Sequence[Column]) -> bool:
    # Two columns may look the same and not be the same.
    return any(column is one for one in columns)


def _is_shared(column: Column, rows: int) -> bool:
    """Whether a column is the same in all rows, and is no figure, which would be so by chance."""
    if column.role == FIGURE or len(set(column.cells)) != 1:
        return False
    return column.role == SETTING or rows > 1


def _groups(columns: Sequence[Column], importance: Importance) -> list[list[Column]]:
    """What is kept or left out together, the most important first: names and then as `importance` says."""
    groups: dict[int, list[Column]] = {}
    for place, column in enumerate(columns):
        listed = [index for index, names in enumerate(importance) if set(column.names) & _several(names)]
        if column.role == NAME or not importance:
            rank = place - len(columns)
        else:
            rank = min(listed, default=len(importance))
        groups.setdefault(rank, []).append(column)
    return [groups[rank] for rank in sorted(groups)]


def _several(names: str | tuple[str, ...]) -> set[str]:
    return {names} if isinstance(names, str) else set(names)


def _names_broken(columns: list[Column], width: int, measure: Callable[[Column], int], gap: str) -> list[Column]:
    """The columns, names in several rows of cells if they leave too little room for figures."""
    names = [column for column in columns if column.role == NAME]
    if not names or sum(map(measure, names)) + len(gap) * (len(names) - 1) <= width // 2:
        return columns
    room = max(LEAST, width // 2 // len(names) - len(gap))
    broken = [[_broken(cell, room) if column.role == NAME else [cell] for cell in column.cells] for column in columns]
    heights = [max(map(len, row)) for row in zip(*broken, strict=True)]
    return [
        replace(
            column,
            cells=[
                line
                for lines, height in zip(cells, heights, strict=True)
                for line in lines + [""] * (height - len(lines))
            ],
        )
        for column, cells in zip(columns, broken, strict=True)
    ]


def _broken(name: str, width: int) -> list[str]:
    """A name on several lines, where possible after what parts it: rules+option=value, who:option=value,..., a/b."""
    lines = [""]
    for piece in re.findall(r"[^/:,+ ]*[/:,+ ]?", name):
        for part in [piece[at : at + width] for at in range(0, len(piece), width)]:
            if len(lines[-1]) + len(part) > width:
                lines.append("")
            lines[-1] += part
    return lines


def _lines(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(4, width), subsequent_indent="  ", break_on_hyphens=False)
