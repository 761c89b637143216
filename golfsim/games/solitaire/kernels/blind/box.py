"""Walking through a box: all column heights at or below those of a position, numbered with column 0 fastest.

A walk is one int64 array, (4 + depth, columns), so that a step counts references to one array only.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, inlined
from golfsim.games.solitaire.kernels.hand import EMPTY

Walk = npt.NDArray[np.int64]

FULL, HEIGHTS, TOPS, LASTS, RANKS = 0, 1, 2, 3, 4
"""Rows of a walk: the greatest heights and the present ones; the rank code of each exposed card and that of the card
that lay on it, EMPTY where there was none in the box; from RANKS on the rank codes as dealt, lowest first."""


@helper
def new_walk(ranks: npt.NDArray[np.int64], full: npt.NDArray[np.int64]) -> Walk:
    """A walk from the empty columns, to be led on by `up`.

    Args:
        ranks: int64 (columns, depth), rank codes as dealt.
        full: int64 (columns,), the greatest heights.
    """
    columns, depth = ranks.shape
    walk = np.zeros((RANKS + depth, columns), np.int64)
    for column in range(columns):
        walk[FULL, column] = full[column]
        walk[TOPS, column] = EMPTY
        walk[LASTS, column] = ranks[column, 0]
        for level in range(depth):
            walk[RANKS + level, column] = ranks[column, level]
    return walk


@helper
def to_the_top(walk: Walk) -> None:
    """Go on to the greatest heights, from where `down` leads on."""
    for column in range(walk.shape[1]):
        height = walk[FULL, column]
        walk[HEIGHTS, column] = height
        walk[TOPS, column] = walk[RANKS + height - 1, column] if height else EMPTY
        walk[LASTS, column] = EMPTY


@inlined
def up(walk: Walk) -> int:
    """Go on to the next higher number, which must exist; returns how many cards more are left."""
    grown, column = 1, 0
    while walk[HEIGHTS, column] == walk[FULL, column]:
        grown -= walk[HEIGHTS, column]
        walk[HEIGHTS, column] = 0
        walk[TOPS, column] = EMPTY
        walk[LASTS, column] = walk[RANKS, column]
        column += 1
    walk[TOPS, column] = walk[LASTS, column]
    walk[HEIGHTS, column] += 1
    height = walk[HEIGHTS, column]
    walk[LASTS, column] = walk[RANKS + height, column] if height < walk[FULL, column] else EMPTY
    return grown


@inlined
def down(walk: Walk) -> None:
    """Go on to the next lower number, which must exist."""
    column = 0
    while walk[HEIGHTS, column] == 0:
        height = walk[FULL, column]
        walk[HEIGHTS, column] = height
        walk[TOPS, column] = walk[RANKS + height - 1, column] if height else EMPTY
        walk[LASTS, column] = EMPTY
        column += 1
    walk[HEIGHTS, column] -= 1
    height = walk[HEIGHTS, column]
    walk[LASTS, column] = walk[TOPS, column]
    walk[TOPS, column] = walk[RANKS + height - 1, column] if height else EMPTY
