"""The search when a card may be drawn only if none can be played.

Fewer draws do not dominate here: a card drawn late may be the one that fits. So a state keeps, for each column
played last, the set of all numbers of draws it can have been reached with, as bits. Draws made at a state while
stuck carry such a bit upwards until the drawn card lets something be played.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.bits import lowest
from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.solver.anytime import DONE, FULL, GIVEN_UP
from golfsim.games.solitaire.kernels.solver.board import CODES, Board, Moves
from golfsim.games.solitaire.kernels.solver.bound import unplaced
from golfsim.games.solitaire.kernels.solver.scratch import ABSENT, Scratch, find
from golfsim.games.solitaire.rules import DEAD_QUEEN


@helper
def exposed(board: Board, heights: int, bits: int) -> int:
    """Bits of the rank codes of the exposed cards."""
    mask = (1 << bits) - 1
    shown = 0
    for column in range(board.face.shape[0]):
        height = (heights >> (bits * column)) & mask
        if height:
            shown |= 1 << np.int64(board.face[column, height])
    return shown


@helper
def is_stuck(step: npt.NDArray[np.int8], waste: int, shown: int) -> bool:
    """Whether none of the exposed rank codes goes on a waste state."""
    for code in range(14):
        if (shown >> code) & 1 and step[waste, code] >= 0:
            return False
    return True


@helper
def draw_on(step: npt.NDArray[np.int8], board: Board, stock: int, shown: int, reached: npt.NDArray[np.int64]) -> None:
    """Add to `reached` all that drawing leads to at a state that shows these rank codes."""
    stuck = np.int64(0)
    for waste in range(DEAD_QUEEN + 1):
        if reached[waste] and is_stuck(step, waste, shown):
            stuck |= reached[waste]
    for draws in range(stock):
        if (stuck >> draws) & 1:
            card = np.int64(board.stock[draws])
            bit = np.int64(1) << (draws + 1)
            reached[card] |= bit
            if is_stuck(step, card, shown):
                stuck |= bit


@helper
def search_stuck(
    scratch: Scratch,
    board: Board,
    moves: Moves,
    step: npt.NDArray[np.int8],
    dense: bool,
    bits: int,
    stock: int,
    limit: int,
    max_states: int,
    reached: npt.NDArray[np.int64],
) -> tuple[int, int, int, int]:
    """As `search_anytime`."""
    columns = board.face.shape[0]
    mask = (1 << bits) - 1
    room = scratch.heights.shape[0]
    start, end, found = 0, 1, 1
    left = 0
    for column in range(columns):
        left += (scratch.heights[0] >> (bits * column)) & mask
    while True:
        for state in range(start, end):
            if 0 < max_states <= state:
                return GIVEN_UP, state, found, left
            if found + columns > room:
                return FULL, state, found, left
            heights = scratch.heights[state]
            counts = scratch.counts[state]
            for code in range(CODES):
                reached[code] = scratch.reached[state, code]
            draw_on(step, board, stock, exposed(board, heights, bits), reached)
            for column in range(columns):
                height = (heights >> (bits * column)) & mask
                if height == 0:
                    continue
                card = np.int64(board.face[column, height])
                alive = np.int64(0)
                dead = np.int64(0)
                for under in range(CODES - 1):
                    if step[under, card] == card:
                        alive |= reached[under]
                    elif step[under, card] == DEAD_QUEEN:
                        dead |= reached[under]
                if alive | dead == 0:
                    continue
                after = counts - (np.int64(1) << (4 * card))
                carriers = after + board.rest[lowest(alive | dead)]
                if alive:
                    carriers += np.int64(1) << (4 * card)
                if unplaced(after, carriers & moves.lively, moves.circular, limit) > limit:
                    continue
                next_heights = heights - (1 << (bits * column))
                other, place = find(scratch, dense, next_heights, scratch.place[state] - scratch.weights[column])
                if other == ABSENT:
                    other = found
                    found += 1
                    scratch.heights[other] = next_heights
                    scratch.place[other] = place
                    scratch.counts[other] = after
                    scratch.index[place] = other
                    for code in range(CODES):
                        scratch.reached[other, code] = 0
                scratch.reached[other, card] |= alive
                scratch.reached[other, DEAD_QUEEN] |= dead
        if found == end:
            return DONE, found, found, left
        start, end = end, found
        left -= 1
