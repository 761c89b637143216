"""How a deal ended, as every part that plays, stores or checks deals writes it down: names, dtypes, scoring.

A batch of outcomes is an int8 array with a row a value and a column a deal. Rows meet the columns of datasets and the
fields of `golfsim.games.solitaire.game.Outcome` by name, here and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from golfsim.datasets.format import Field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from golfsim.games.solitaire.game import Outcome

WON, STROKES, CARDS_LEFT, STOCK_LEFT, N_PLAYS, N_DRAWS, LONGEST_RUN = range(7)
"""Rows of an outcome array, int8 (7, deals)."""

COLUMNS = (
    Field("won", "bool", nullable=True, role="won", better="high"),
    Field("strokes", "i8", nullable=True, role="score", unit="strokes", better="low"),
    Field("cards_left", "u8", nullable=True, unit="cards", better="low"),
    Field("stock_left", "u8", nullable=True, unit="cards"),
    Field("plays", "u8", nullable=True, unit="plays"),
    Field("draws", "u8", nullable=True, unit="draws"),
    Field("longest_run", "u8", nullable=True, unit="cards"),
)
"""The columns of a dataset after `deal`, in the order of the rows; null where a search gave up or did not ask."""

NAMES = tuple(field.name for field in COLUMNS)
ROWS = len(COLUMNS)

UNKNOWN = -1
"""In row WON: a search gave up before it knew."""

MISSING = -128
"""In the other rows: nothing is known."""


def strokes_of(cards_left: int, stock_left: int) -> int:
    """The score of a deal: cards left in the columns, or minus the stock cards left once all are cleared."""
    return cards_left if cards_left else -stock_left


def empty(deals: int) -> npt.NDArray[np.int8]:
    """Room for the outcomes of so many deals, int8 (7, deals); the content is undefined."""
    return np.empty((ROWS, deals), np.int8)


def row_values(outcome: Outcome) -> list[int]:
    """An outcome of the referee as one column of an outcome array."""
    return [int(getattr(outcome, name)) for name in NAMES]


def columns(out: npt.NDArray[np.int8]) -> Mapping[str, npt.NDArray[np.generic]]:
    """An outcome array as columns of a dataset by name, each of shape (deals,); masked where nothing is known."""
    partly = bool((out[WON] == UNKNOWN).any() or (out == MISSING).any())
    found: dict[str, npt.NDArray[np.generic]] = {}
    for row, field in zip(out, COLUMNS, strict=True):
        values = row == 1 if field.dtype == "bool" else row if field.dtype == "i8" else row.view(np.uint8)
        unknown = row == (UNKNOWN if field.name == NAMES[WON] else MISSING)
        found[field.name] = np.ma.masked_array(values, unknown) if partly else values
    return found
