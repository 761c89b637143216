"""How deals that a search found are shown to people."""

from __future__ import annotations

from functools import partial

import polars as pl

from golfsim.datasets.about import About
from golfsim.results.beside import GRADE
from golfsim.results.find import Found
from golfsim.results.sheet import NAME, Column, Sheet, Style, heading, plain


def _sheet(about: About, found: Found, frame: pl.DataFrame) -> Sheet:
    columns = [
        Column(
            heading(values.name),
            plain(values),
            values.dtype.is_numeric(),
            (values.name,),
            NAME if values.name == "id" else "figure",
        )
        for values in frame
    ]
    notes = []
    if found.peeks:
        outcomes = ", ".join(column.name for column in about.columns)
        notes.append(
            f"{outcomes}: of {found.who}, which {about.peeking}: a measure of {about.peek_measures}, not of skill"
        )
    return Sheet(columns, notes)


def find_style(about: About, found: Found) -> Style:
    """For the frames of `find_deals`."""
    own = [column.name for column in (about.won_column, about.score_column) if column is not None]
    rest = [column.name for column in about.columns if column.name not in own]
    return Style(partial(_sheet, about, found), importance=[*own, GRADE, *rest])
