"""Memory of one search: the states found, and where to find them again. Reused from deal to deal."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.cards import JOKER, KING
from golfsim.compiled.jit import helper, kernel
from golfsim.games.solitaire.kernels.hashing import spread
from golfsim.games.solitaire.kernels.solver.board import CODES, NEVER, Moves
from golfsim.games.solitaire.kernels.tables import MAX_STOCK
from golfsim.games.solitaire.rules import DEAD_QUEEN

DENSE_LIMIT = 1 << 20
"""The largest number of column heights that are indexed directly; beyond that they are hashed."""

ABSENT = -1
KILLED = 14
"""A place among the draws of a state, see `Scratch.draws`."""


class Scratch(NamedTuple):
    """States in the order they were found, so by falling number of column cards.

    A state is the heights of the columns, packed `bits` bits a column. What is known of the ways to reach it is
    kept by rank or by waste state, see the searches; which of the two arrays is used depends on the draw rule.
    """

    heights: npt.NDArray[np.int64]
    """int64 (room)."""
    place: npt.NDArray[np.int64]
    """int64 (room): index into `index`."""
    counts: npt.NDArray[np.int64]
    """int64 (room): packed counts of the cards in the columns."""
    draws: npt.NDArray[np.uint8]
    """uint8 (room * 16): by rank code, the fewest draws with which a state is reached so that this card goes on
    the waste at once. That of a joker is the fewest of all. At KILLED: so that a queen would be dead there. At
    NOBODY: NEVER."""
    score: npt.NDArray[np.uint8]
    """uint8 (room): what a narrow search sorts by."""
    histogram: npt.NDArray[np.int64]
    """int64 (255): of scores."""
    reached: npt.NDArray[np.int64]
    """int64 (room, 16): all numbers of draws, as bits, by waste state."""
    index: npt.NDArray[np.int32]
    """int32 (number of heights, or a power of two over twice the room): state at a place, or ABSENT."""
    weights: npt.NDArray[np.int64]
    """int64 (columns): how a column's height counts in a direct place."""
    playable: npt.NDArray[np.uint8]
    """uint8 (3, columns + 1): columns, cards and draws of the plays of one state."""
    moves: npt.NDArray[np.int8]
    """int8 (2 * MAX_STOCK): the line found, backwards."""


@helper
def is_dense(columns: int, depth: int) -> bool:
    """Whether the heights of such a layout are indexed directly."""
    size = 1
    for _ in range(columns):
        size *= depth + 1
        if size > DENSE_LIMIT:
            return False
    return True


@kernel(name="solver")
def new_scratch(columns: int, depth: int, room: int, anytime: bool) -> Scratch:
    """Room for that many states."""
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
        np.full(CODES * (room if anytime else 1), NEVER, np.uint8),
        np.zeros(room, np.uint8),
        np.zeros(255, np.int64),
        np.zeros((1 if anytime else room, CODES), np.int64),
        np.full(size, ABSENT, np.int32),
        weights,
        np.zeros((3, columns + 1), np.uint8),
        np.zeros(2 * MAX_STOCK, np.int8),
    )


@helper
def find(scratch: Scratch, dense: bool, heights: int, place: int) -> tuple[int, int]:
    """The state with these heights, or ABSENT, and the place it has or would have."""
    if not dense:
        mask = scratch.index.shape[0] - 1
        place = np.int64(spread(np.uint64(heights))) & mask
        while True:
            state = scratch.index[place]
            if state == ABSENT or scratch.heights[state] == heights:
                break
            place = (place + 1) & mask
    return scratch.index[place], place


@helper
def arrive(draws: npt.NDArray[np.uint8], state: int, moves: Moves, waste: int, made: int) -> None:
    """Note that a state is reached in a waste state after `made` draws."""
    at = np.uint64(state) * np.uint64(CODES)
    draws[at] = min(draws[at], made)
    if waste == JOKER:
        for code in range(1, KING + 1):
            draws[at + np.uint64(code)] = min(draws[at + np.uint64(code)], made)
    elif waste != DEAD_QUEEN:
        lower, upper = at + np.uint64(moves.lower[waste]), at + np.uint64(moves.upper[waste])
        draws[lower] = min(draws[lower], made)
        draws[upper] = min(draws[upper], made)
        if waste == moves.kills:
            draws[at + np.uint64(KILLED)] = min(draws[at + np.uint64(KILLED)], made)


@helper
def begin(
    scratch: Scratch, moves: Moves, dense: bool, heights: int, place: int, counts: int, waste: int, anytime: bool
) -> None:
    """Put the first state into an empty scratch."""
    _, scratch.place[0] = find(scratch, dense, heights, place)
    scratch.index[scratch.place[0]] = 0
    scratch.heights[0] = heights
    scratch.counts[0] = counts
    if anytime:
        scratch.draws[:CODES] = NEVER
        arrive(scratch.draws, 0, moves, waste, 0)
    else:
        for code in range(CODES):
            scratch.reached[0, code] = code == waste


@helper
def forget(scratch: Scratch, states: int) -> None:
    """Clear the index of that many states."""
    for state in range(states):
        scratch.index[scratch.place[state]] = ABSENT
