"""Memory of one search: the positions found, and where to find them again. Reused from deal to deal."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.kernels.jit import helper, kernel
from golfsim.kernels.solver.board import CODES, NEVER

DENSE_LIMIT = 1 << 20
"""The largest number of column heights that are indexed directly; beyond that they are hashed."""

ABSENT = -1
MIX = np.uint64(0x9E3779B97F4A7C15)
"""Spreads heights over the hashed index."""


class Scratch(NamedTuple):
    """Positions in the order they were found, so by falling number of column cards.

    A position is the heights of the columns, packed `bits` bits a column. What is known of the ways to reach it is
    kept by waste state, see the searches; which of the two arrays is used depends on the draw rule.
    """

    heights: npt.NDArray[np.int64]
    """int64 (room)."""
    place: npt.NDArray[np.int64]
    """int64 (room): index into `index`."""
    counts: npt.NDArray[np.int64]
    """int64 (room): packed counts of the cards in the columns."""
    draws: npt.NDArray[np.uint8]
    """uint8 (room, 16): fewest draws by waste state, NEVER if not reached; the last is always NEVER."""
    least: npt.NDArray[np.uint8]
    """uint8 (room): the fewest of these."""
    score: npt.NDArray[np.uint8]
    """uint8 (room): what a narrow search sorts by."""
    histogram: npt.NDArray[np.int64]
    """int64 (255): of scores."""
    reached: npt.NDArray[np.int64]
    """int64 (room, 16): all numbers of draws, as bits, by waste state."""
    index: npt.NDArray[np.int32]
    """int32 (number of heights, or a power of two over twice the room): position at a place, or ABSENT."""
    weights: npt.NDArray[np.int64]
    """int64 (columns): how a column's height counts in a direct place."""
    moves: npt.NDArray[np.int8]
    """int8 (108): the line found, backwards."""


@helper
def height_bits(depth: int) -> int:
    """Bits that hold a height."""
    bits = 1
    while (1 << bits) <= depth:
        bits += 1
    return bits


@helper
def is_dense(columns: int, depth: int) -> bool:
    """Whether the heights of such a layout are indexed directly."""
    size = 1
    for _ in range(columns):
        size *= depth + 1
        if size > DENSE_LIMIT:
            return False
    return True


@kernel
def new_scratch(columns: int, depth: int, room: int, anytime: bool) -> Scratch:
    """Room for that many positions."""
    weights = np.zeros(columns, np.int64)
    if is_dense(columns, depth):
        size = 1
        for column in range(columns):
            weights[column] = size
            size *= depth + 1
        room = min(room, size + columns)
    else:
        size = 1
        while size < 2 * room:
            size *= 2
    return Scratch(
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.full((room if anytime else 1, CODES), NEVER, np.uint8),
        np.zeros(room, np.uint8),
        np.zeros(room, np.uint8),
        np.zeros(255, np.int64),
        np.zeros((1 if anytime else room, CODES), np.int64),
        np.full(size, ABSENT, np.int32),
        weights,
        np.zeros(108, np.int8),
    )


@helper
def find(scratch: Scratch, dense: bool, heights: int, place: int) -> tuple[int, int]:
    """The position with these heights, or ABSENT, and the place it has or would have."""
    if not dense:
        mask = scratch.index.shape[0] - 1
        place = np.int64(np.uint64(heights) * MIX >> np.uint64(24)) & mask
        while True:
            position = scratch.index[place]
            if position == ABSENT or scratch.heights[position] == heights:
                break
            place = (place + 1) & mask
    return scratch.index[place], place


@helper
def begin(scratch: Scratch, dense: bool, heights: int, place: int, counts: int, waste: int, anytime: bool) -> None:
    """Put the first position into an empty scratch."""
    _, scratch.place[0] = find(scratch, dense, heights, place)
    scratch.index[scratch.place[0]] = 0
    scratch.heights[0] = heights
    scratch.counts[0] = counts
    scratch.least[0] = 0
    for code in range(CODES):
        if anytime:
            scratch.draws[0, code] = 0 if code == waste else NEVER
        else:
            scratch.reached[0, code] = code == waste


@helper
def forget(scratch: Scratch, positions: int) -> None:
    """Clear the index of that many positions."""
    for position in range(positions):
        scratch.index[scratch.place[position]] = ABSENT
