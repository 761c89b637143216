"""The search when a card may be drawn at any time.

Fewer draws dominate: whatever can be done after some draws can be done after fewer, by drawing first. So a position
keeps the fewest draws for each waste state, and the fewest of all; which later draw lets an exposed card
be played is one look-up. Positions are searched by falling number of column cards, each once and when all its
arrivals are known. What is found first at no cards is the fewest draws of any clear.
"""

from __future__ import annotations

import numpy as np

from golfsim.kernels.jit import helper
from golfsim.kernels.solver.board import CODES, DEAD, JOKER, NEVER, NONE, Board, Moves
from golfsim.kernels.solver.bound import unplaced
from golfsim.kernels.solver.dive import rate, threshold
from golfsim.kernels.solver.scratch import ABSENT, MIX, Scratch

DONE, CUT, UNKNOWN, FULL = range(4)


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
    last_draw: int,
    limit: int,
    width: int,
    max_states: int,
) -> tuple[int, int, int, int]:
    """Search the positions from which at most `limit` cards may be left, by the bound.

    Args:
        scratch: holds the first position.
        board: the deal.
        moves: the table of moves.
        dense: whether heights are indexed directly.
        bits: bits of a height.
        last_draw: the stock is taken to end after that many draws.
        limit: see above.
        width: of each number of cards, search only so many positions, the most promising; 0 for all.
        max_states: give up after that many positions; 0 for never.

    Returns:
        how it ended, positions searched, positions found, and the fewest cards (in the positions found last).
    """
    columns = board.face.shape[0]
    face, rest, soonest, deadly = board.face, board.rest, board.soonest, board.deadly
    below, above, killer = moves.below, moves.above, moves.killer
    lively, circular = moves.lively, moves.circular
    all_heights, all_counts, all_places = scratch.heights, scratch.counts, scratch.place
    fewest, all_least, index, weights = scratch.draws, scratch.least, scratch.index, scratch.weights
    mask = (1 << bits) - 1
    room = all_heights.shape[0]
    slots = np.uint64(index.shape[0] - 1)
    gone = rest[last_draw]
    start, end, found = 0, 1, 1
    searched = 0
    cut = False
    score = scratch.score
    left = 0
    for column in range(columns):
        left += (all_heights[0] >> (bits * column)) & mask
    while True:
        highest, spare = NEVER, 0
        if 0 < width < end - start:
            cut = True
            rate(scratch, columns, bits, start, end, moves, last_draw == 0)
            highest, spare = threshold(scratch, start, end, width)
        for position in range(start, end):
            if highest < NEVER and score[position] >= highest:
                if score[position] > highest or spare == 0:
                    continue
                spare -= 1
            least = np.int64(all_least[position])
            if 0 < max_states <= searched:
                return UNKNOWN, searched, found, left
            if found + columns > room:
                return FULL, searched, found, left
            searched += 1
            heights = all_heights[position]
            counts = all_counts[position]
            base = all_places[position]
            # Without the card on the waste the bound only rises with the draws; between `good` and `bad` it is new.
            good, bad = -1, last_draw + 1
            joker = np.int64(fewest[position, JOKER])
            for column in range(columns):
                card = np.int64(face[column, (heights >> (bits * column)) & mask])
                if card == NONE:
                    continue
                draws = min(joker, np.int64(soonest[least, card]))
                draws = min(draws, np.int64(fewest[position, below[card]]))
                draws = min(draws, np.int64(fewest[position, above[card]]))
                dead = min(np.int64(fewest[position, killer[card]]), np.int64(deadly[least, card]))
                if card == JOKER:
                    draws = least
                if draws > last_draw:
                    draws = NEVER
                if dead > last_draw:
                    dead = NEVER
                if min(draws, dead) == NEVER:
                    continue
                after = counts - (np.int64(1) << (4 * card))
                next_heights = heights - (1 << (bits * column))
                if dense:
                    place = base - weights[column]
                    other = np.int64(index[place])
                else:
                    at = (np.uint64(next_heights) * MIX >> np.uint64(24)) & slots
                    while index[at] != ABSENT and all_heights[index[at]] != next_heights:
                        at = (at + np.uint64(1)) & slots
                    place = np.int64(at)
                    other = np.int64(index[place])
                # A position that is known passed the bound already; only new ones pay for it.
                if other == ABSENT:
                    if draws >= bad:
                        draws = NEVER
                    elif draws > good:
                        carriers = (counts + rest[draws] - gone) & lively
                        missing = unplaced(counts, carriers, circular, limit)
                        if missing <= limit:
                            good = draws
                        elif missing > limit + 1:
                            bad = draws
                            draws = NEVER
                        elif unplaced(after, carriers, circular, limit) > limit:
                            draws = NEVER
                    if dead < draws:
                        if unplaced(after, (after + rest[dead] - gone) & lively, circular, limit) > limit:
                            dead = NEVER
                    if min(draws, dead) == NEVER:
                        continue
                    other = found
                    found += 1
                    all_heights[other] = next_heights
                    all_places[other] = place
                    all_counts[other] = after
                    index[place] = other
                    for code in range(CODES):
                        fewest[other, code] = NEVER
                    all_least[other] = NEVER
                sooner = min(draws, dead)
                if draws < fewest[other, card]:
                    fewest[other, card] = draws
                if dead < fewest[other, DEAD]:
                    fewest[other, DEAD] = dead
                if sooner < all_least[other]:
                    all_least[other] = sooner
        if found == end:
            return CUT if cut else DONE, searched, found, left
        start, end = end, found
        left -= 1
