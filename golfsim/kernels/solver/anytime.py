"""The search when a card may be drawn at any time.

Fewer draws dominate: whatever can be done after some draws can be done after fewer, by drawing first. So a position
keeps the fewest draws for each waste state, and the fewest of all; which later draw lets an exposed card
be played is one look-up. Positions are searched by falling number of column cards, each once and when all its
arrivals are known. What is found first at no cards is the fewest draws of any clear.
"""

from __future__ import annotations

import numpy as np

from golfsim.kernels.jit import helper
from golfsim.kernels.solver.board import CODES, DEAD, JOKER, NEVER, Board, Moves
from golfsim.kernels.solver.bound import unplaced
from golfsim.kernels.solver.scratch import ABSENT, Scratch, find

DONE, UNKNOWN, FULL = 0, 1, 2


@helper
def entry(scratch: Scratch, board: Board, moves: Moves, position: int, card: int) -> tuple[int, int]:
    """Fewest draws after which an exposed `card` can be played at a position, and played to be a dead queen."""
    draws = scratch.draws
    least = np.int64(scratch.least[position])
    if card == JOKER:
        return least, np.int64(NEVER)
    below, above, killer = np.int64(moves.below[card]), np.int64(moves.above[card]), np.int64(moves.killer[card])
    direct = min(draws[position, below], draws[position, above])
    direct = min(direct, draws[position, JOKER])
    direct = min(direct, board.soonest[least, card])
    dead = min(draws[position, killer], board.deadly[least, card])
    return np.int64(direct), np.int64(dead)


@helper
def search_anytime(
    scratch: Scratch,
    board: Board,
    moves: Moves,
    dense: bool,
    bits: int,
    limit: int,
    max_states: int,
) -> tuple[int, int, int, int]:
    """Search all positions from which at most `limit` cards may be left, by the bound.

    Returns:
        how it ended, positions searched, positions found (the last is one with the fewest cards) and those cards.
    """
    columns = board.face.shape[0]
    mask = (1 << bits) - 1
    room = scratch.heights.shape[0]
    start, end, found = 0, 1, 1
    left = 0
    for column in range(columns):
        left += (scratch.heights[0] >> (bits * column)) & mask
    while True:
        for position in range(start, end):
            if 0 < max_states <= position:
                return UNKNOWN, position, found, left
            if found + columns > room:
                return FULL, position, found, left
            heights = scratch.heights[position]
            counts = scratch.counts[position]
            # Without the card on the waste the bound only rises with the draws; between `good` and `bad` it is new.
            good, bad = -1, NEVER
            for column in range(columns):
                height = (heights >> (bits * column)) & mask
                if height == 0:
                    continue
                card = np.int64(board.face[column, height])
                draws, dead = entry(scratch, board, moves, position, card)
                if min(draws, dead) == NEVER:
                    continue
                after = counts - (np.int64(1) << (4 * card))
                if draws >= bad:
                    draws = NEVER
                elif draws > good:
                    carriers = (counts + board.rest[draws]) & moves.lively
                    missing = unplaced(counts, carriers, moves.circular)
                    if missing <= limit:
                        good = draws
                    elif missing > limit + 1:
                        bad = draws
                        draws = NEVER
                    elif unplaced(after, carriers, moves.circular) > limit:
                        draws = NEVER
                if dead < draws:
                    if unplaced(after, (after + board.rest[dead]) & moves.lively, moves.circular) > limit:
                        dead = NEVER
                soonest = min(draws, dead)
                if soonest == NEVER:
                    continue
                next_heights = heights - (1 << (bits * column))
                other, place = find(scratch, dense, next_heights, scratch.place[position] - scratch.weights[column])
                if other == ABSENT:
                    other = found
                    found += 1
                    scratch.heights[other] = next_heights
                    scratch.place[other] = place
                    scratch.counts[other] = after
                    scratch.index[place] = other
                    for code in range(CODES):
                        scratch.draws[other, code] = NEVER
                    scratch.least[other] = soonest
                if draws < scratch.draws[other, card]:
                    scratch.draws[other, card] = draws
                if dead < scratch.draws[other, DEAD]:
                    scratch.draws[other, DEAD] = dead
                if soonest < scratch.least[other]:
                    scratch.least[other] = soonest
        if found == end:
            return DONE, found, found, left
        start, end = end, found
        left -= 1
