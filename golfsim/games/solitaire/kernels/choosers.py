"""The strategies that look at one play at a time: first, random, greedy and guide.

Each kernel takes decks uint8 (n, cards), the rule table, an outcome array int8 (7, n) and a line array
int8 (n, tableau + stock), or (0, 0) where the moves are not wanted. All draw only when nothing fits.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.bits import lowest, without_lowest
from golfsim.compiled.jit import helper, kernel
from golfsim.compiled.philox import BLOCKS_ABREAST, STREAM_PLAY, philox_blocks
from golfsim.games.solitaire.kernels.hand import (
    BITS,
    COLUMNS,
    DEPTH,
    HEIGHTS,
    IN_COLUMNS,
    PLAYS,
    WASTE,
    Hand,
    draw,
    draws_left,
    finish,
    fitting,
    height,
    lay_out,
    new_hand,
    play,
    put_back,
    remove,
    waste_after,
)
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import BLOCKED, RANK_CODES

Decks = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.int8]


@kernel
def play_first(decks: Decks, table: RuleTable, out: Rows, lines: Rows) -> None:
    """Play each deck by taking the leftmost card that fits."""
    hand = new_hand(table)
    for row in range(len(decks)):
        lay_out(hand, decks[row])
        while hand[IN_COLUMNS]:
            columns = fitting(hand, hand[WASTE])
            if columns:
                play(hand, lowest(columns))
            elif draws_left(hand):
                draw(hand)
            else:
                break
        finish(hand, out, lines, row)


@kernel
def play_greedy(decks: Decks, table: RuleTable, out: Rows, lines: Rows) -> None:
    """Play each deck by taking a card that fits from the column with most cards, leftmost on ties."""
    hand = new_hand(table)
    for row in range(len(decks)):
        lay_out(hand, decks[row])
        while hand[IN_COLUMNS]:
            columns = fitting(hand, hand[WASTE])
            if columns:
                play(hand, tallest(hand[HEIGHTS], hand[BITS], columns))
            elif draws_left(hand):
                draw(hand)
            else:
                break
        finish(hand, out, lines, row)


@helper
def tallest(heights: int, bits: int, columns: int) -> int:
    """The column with most cards of a set that is not empty, leftmost on ties; `heights` as packed in a hand."""
    best, most = 0, 0
    while columns:
        column = lowest(columns)
        cards = (heights >> (bits * column)) & ((1 << bits) - 1)
        if cards > most:
            best, most = column, cards
        columns = without_lowest(columns)
    return best


@kernel
def play_random(decks: Decks, table: RuleTable, out: Rows, lines: Rows, seed: np.uint64, first: np.uint64) -> None:
    """Play each deck by taking any card that fits, all equally likely.

    Deal `first + row` of `seed` uses the words of its own Philox stream, one a play, so that nothing but
    the seed, the deal's number and the plays made so far decides.
    """
    hand = new_hand(table)
    blocks = np.empty((4, BLOCKS_ABREAST), np.uint64)
    words = np.empty(4 * BLOCKS_ABREAST, np.uint32)
    for row in range(len(decks)):
        lay_out(hand, decks[row])
        philox_blocks(seed, np.uint64(STREAM_PLAY), first + np.uint64(row), np.uint64(0), blocks, words)
        while hand[IN_COLUMNS]:
            columns = fitting(hand, hand[WASTE])
            if columns:
                play(hand, pick(columns, np.int64(words[hand[PLAYS]])))
            elif draws_left(hand):
                draw(hand)
            else:
                break
        finish(hand, out, lines, row)


@helper
def pick(columns: int, word: int) -> int:
    """One column of a set that is not empty, by a uniform word below 2**32 (bias below columns / 2**32)."""
    count, rest = 0, columns
    while rest:
        rest = without_lowest(rest)
        count += 1
    for _ in range((word * count) >> 32):
        columns = without_lowest(columns)
    return lowest(columns)


@kernel
def play_guide(decks: Decks, table: RuleTable, out: Rows, lines: Rows) -> None:
    """Play each deck as the guides advise; see `advised`."""
    hand = new_hand(table)
    for row in range(len(decks)):
        lay_out(hand, decks[row])
        while hand[IN_COLUMNS]:
            columns = fitting(hand, hand[WASTE])
            if columns:
                play(hand, advised(hand, columns))
            elif draws_left(hand):
                draw(hand)
            else:
                break
        finish(hand, out, lines, row)


FEW_DRAWS = 4
"""With fewer draws left than this, `guide` counts every play that would follow, not only whether one does."""


@helper
def advised(hand: Hand, columns: int) -> int:
    """The play the guides advise among the columns of a set that is not empty.

    In order of weight: keep cards that nothing can follow (kings, where they are dead) for last; prefer a play
    after which another follows, and with few draws left the one after which most follow; take from the column
    with most cards, which keeps the columns level and exposes cards in different ones; leftmost on ties.
    """
    best, best_score = 0, -1
    while columns:
        column = lowest(columns)
        columns = without_lowest(columns)
        cards = height(hand, column)
        after = waste_after(hand, hand[WASTE], remove(hand, column))
        following = fitting(hand, after)
        put_back(hand, column)
        follows = 0
        while following:
            following = without_lowest(following)
            follows += 1
        if draws_left(hand) >= FEW_DRAWS:
            follows = min(follows, 1)
        alive = 0 if is_dead_end(hand, after) else 1
        score = (alive * (hand[COLUMNS] + 1) + follows) * (hand[DEPTH] + 1) + cards
        if score > best_score:
            best, best_score = column, score
    return best


@helper
def is_dead_end(hand: Hand, waste: int) -> bool:
    """Whether no card with a rank goes on this waste state."""
    for rank in range(1, RANK_CODES):
        if waste_after(hand, waste, rank) != BLOCKED:
            return False
    return True
