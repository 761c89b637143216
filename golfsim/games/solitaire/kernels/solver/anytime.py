"""The search when a card may be drawn at any time.

Fewer draws dominate: whatever can be done after some draws can be done after fewer, by drawing first. So a state
keeps, for each rank, the fewest draws with which it is reached so that such a card can be played; which later draw
lets it be played is one look-up. States are searched by falling number of column cards, each once and when all its
arrivals are known. What is found first at no cards is the fewest draws of any clear.
"""

from __future__ import annotations

import numpy as np

from golfsim.cards import JOKER, KING
from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.hand import NOBODY
from golfsim.games.solitaire.kernels.hashing import spread
from golfsim.games.solitaire.kernels.solver.board import CODES, NEVER, Board, Moves
from golfsim.games.solitaire.kernels.solver.bound import unplaced
from golfsim.games.solitaire.kernels.solver.dive import rate, threshold
from golfsim.games.solitaire.kernels.solver.scratch import ABSENT, KILLED, Scratch

DONE, CUT, GIVEN_UP, FULL = range(4)


@helper
def entry(scratch: Scratch, board: Board, moves: Moves, state: int, card: int) -> tuple[int, int]:
    """Fewest draws after which an exposed `card` can be played at a state, and played to be a dead queen."""
    draws = scratch.draws
    least = np.int64(draws[CODES * state])
    alive = min(draws[CODES * state + card], board.soonest[least, card])
    dead = NEVER
    if moves.killer[card] != NOBODY:
        dead = min(draws[CODES * state + KILLED], board.deadly[least, card])
    return np.int64(alive), np.int64(dead)


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
    """Search the states from which at most `limit` cards may be left, by the bound.

    Args:
        scratch: holds the first state.
        board: the deal.
        moves: the table of moves.
        dense: whether heights are indexed directly.
        bits: bits of a height.
        last_draw: the stock is taken to end after that many draws.
        limit: see above.
        width: of each number of cards, search only so many states, the most promising; 0 for all.
        max_states: give up after that many states; 0 for never.

    Returns:
        how it ended, states searched, states found, and the fewest cards (in the states found last).
    """
    columns = board.face.shape[0]
    face, rest, soonest, deadly = board.face.ravel(), board.rest, board.soonest.ravel(), board.deadly.ravel()
    killer = moves.killer
    lively, circular, kills = moves.lively, moves.circular, moves.kills
    lower, upper = moves.lower, moves.upper
    all_heights, all_counts, all_places = scratch.heights, scratch.counts, scratch.place
    fewest, index, weights = scratch.draws, scratch.index, scratch.weights
    playable, cards, made = scratch.playable[0], scratch.playable[1], scratch.playable[2]
    mask, shift = np.uint64((1 << bits) - 1), np.uint64(bits)
    stride = np.uint64(board.face.shape[1])
    room = all_heights.shape[0]
    slots = np.uint64(index.shape[0] - 1)
    gone = rest[last_draw]
    start, end, found = 0, 1, 1
    searched = 0
    cut = False
    score = scratch.score
    left = 0
    for column in range(columns):
        left += (all_heights[0] >> (bits * column)) & ((1 << bits) - 1)
    while True:
        highest, spare = NEVER, 0
        if 0 < width < end - start:
            cut = True
            rate(scratch, columns, bits, start, end, moves, last_draw == 0)
            highest, spare = threshold(scratch, start, end, width)
        for state in range(start, end):
            if highest < NEVER and score[state] >= highest:
                if score[state] > highest or spare == 0:
                    continue
                spare -= 1
            if 0 < max_states <= searched:
                return GIVEN_UP, searched, found, left
            if found + columns > room:
                return FULL, searched, found, left
            searched += 1
            heights = all_heights[state]
            counts = all_counts[state]
            base = all_places[state]
            # Without the card on the waste the bound only rises with the draws; between `good` and `bad` it is new.
            good, bad = -1, last_draw + 1
            at = np.uint64(state) * np.uint64(CODES)
            soon = np.uint64(fewest[at]) * np.uint64(CODES)
            plays = np.uint64(0)
            higher = np.uint64(heights)
            row = np.uint64(0)
            # The plays are gathered without a branch on whether a card fits: it would be guessed wrong too often.
            for column in range(columns):
                card = np.uint64(face[row + (higher & mask)])
                higher >>= shift
                row += stride
                draws = min(fewest[at + card], soonest[soon + card])
                if kills != NOBODY and killer[card] != NOBODY:
                    draws = min(draws, fewest[at + np.uint64(KILLED)], deadly[soon + card])
                playable[plays] = column
                cards[plays] = card
                made[plays] = draws
                plays += np.uint64(draws <= last_draw)
            for play in range(plays):
                column = np.uint64(playable[play])
                code = np.uint64(cards[play])
                card = np.int64(code)
                draws = np.int64(made[play])
                dead = NEVER
                if kills != NOBODY and killer[code] != NOBODY:
                    draws = np.int64(min(fewest[at + code], soonest[soon + code]))
                    dead = np.int64(min(fewest[at + np.uint64(KILLED)], deadly[soon + code]))
                    if draws > last_draw:
                        draws = NEVER
                    if dead > last_draw:
                        dead = NEVER
                if min(draws, dead) >= bad:
                    continue
                after = counts - (np.int64(1) << (4 * card))
                next_heights = heights - (np.int64(1) << np.int64(shift * column))
                if dense:
                    place = np.uint64(base - weights[column])
                    other = np.int64(index[place])
                else:
                    place = spread(np.uint64(next_heights)) & slots
                    other = np.int64(index[place])
                    while other != ABSENT and all_heights[other] != next_heights:
                        place = (place + np.uint64(1)) & slots
                        other = np.int64(index[place])
                # A state that is known passed the bound already; only new ones pay for it.
                if other == ABSENT:
                    if draws >= bad:
                        draws = NEVER
                    elif draws > good:
                        carriers = (counts + rest[np.uint64(draws)] - gone) & lively
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
                    fresh = np.uint64(other) * np.uint64(CODES)
                    for slot in range(CODES):
                        fewest[fresh + np.uint64(slot)] = NEVER
                # `arrive` by hand: a call that passes these arrays costs more than all the rest.
                to = np.uint64(other) * np.uint64(CODES)
                sooner = np.uint8(draws)
                if card == JOKER:
                    for slot in range(KING + 1):
                        fewest[to + np.uint64(slot)] = min(fewest[to + np.uint64(slot)], sooner)
                else:
                    low, high = to + np.uint64(lower[code]), to + np.uint64(upper[code])
                    fewest[to] = min(fewest[to], sooner)
                    fewest[low] = min(fewest[low], sooner)
                    fewest[high] = min(fewest[high], sooner)
                    if card == kills:
                        fewest[to + np.uint64(KILLED)] = min(fewest[to + np.uint64(KILLED)], sooner)
                if dead < NEVER:
                    fewest[to] = min(fewest[to], np.uint8(dead))
        if found == end:
            return CUT if cut else DONE, searched, found, left
        start, end = end, found
        left -= 1
