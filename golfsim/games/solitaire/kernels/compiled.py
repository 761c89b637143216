"""The batch loop that a compiled plug-in strategy is built into."""

from __future__ import annotations

from collections.abc import Callable

import numba
import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.compiled.philox import BLOCKS_ABREAST, STREAM_PLAY, philox_blocks
from golfsim.games.solitaire.kernels.hand import (
    CARDS,
    COLUMNS,
    DEPTH,
    DRAW,
    DRAWS,
    IN_COLUMNS,
    MOVES,
    PLAYS,
    STOCK,
    TABLEAU,
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
)
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import RANK_CODES

NO_FAULT = -1


@helper
def show(hand: Hand, ranks: npt.NDArray[np.int64]) -> None:
    """Write the rank codes of the columns as they were dealt."""
    for column in range(hand[COLUMNS]):
        for level in range(hand[DEPTH]):
            ranks[column, level] = hand[CARDS + column * (hand[DEPTH] + 1) + level + 1]


@helper
def count_unseen(hand: Hand, unseen: npt.NDArray[np.int64]) -> None:
    """Write how many cards of each rank code the stock still holds."""
    unseen[:] = 0
    stock = CARDS + hand[TABLEAU] + hand[COLUMNS]
    for place in range(hand[DRAWS], hand[STOCK]):
        unseen[hand[stock + place]] += 1


# Not cached on disk: numba does not reuse a function that takes another one as an argument.
@numba.njit(nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def play_compiled(
    choose: Callable[..., int],
    decks: npt.NDArray[np.uint8],
    table: RuleTable,
    out: npt.NDArray[np.int8],
    lines: npt.NDArray[np.int8],
    stochastic: bool,
    seed: np.uint64,
    first: np.uint64,
) -> tuple[int, int, int]:
    """Play each deck by asking `choose` for a play whenever one fits, and drawing when none does.

    `choose` gets its own copies of what a player may see; what it writes there changes nothing.

    Args:
        choose: see `golfsim.games.solitaire.strategies.compiled`.
        decks, table, out, lines: as in `golfsim.games.solitaire.kernels.choosers`.
        stochastic: whether `choose` is given random words.
        seed, first: their key, and the number of the first deal.

    Returns:
        The row of the first deal with an illegal move (or NO_FAULT), that move, and the number of moves before.
    """
    hand = new_hand(table)
    ranks = np.empty((table.columns, table.depth), np.int64)
    heights = np.empty(table.columns, np.int64)
    fits = np.empty(table.columns, np.bool_)
    unseen = np.empty(RANK_CODES, np.int64)
    blocks, words = np.empty((4, BLOCKS_ABREAST), np.uint64), np.zeros(4 * BLOCKS_ABREAST, np.uint32)
    for row in range(len(decks)):
        lay_out(hand, decks[row])
        show(hand, ranks)
        if stochastic:
            philox_blocks(seed, np.uint64(STREAM_PLAY), first + np.uint64(row), np.uint64(0), blocks, words)
        while hand[IN_COLUMNS]:
            columns = fitting(hand, hand[WASTE])
            if not columns:
                if not draws_left(hand):
                    break
                draw(hand)
                continue
            for column in range(table.columns):
                heights[column] = height(hand, column)
                fits[column] = (columns >> column) & 1
            count_unseen(hand, unseen)
            may_draw = table.anytime and draws_left(hand) > 0
            word = np.int64(words[hand[PLAYS] + hand[DRAWS]])
            move = choose(ranks, heights, fits, hand[WASTE], unseen, may_draw, word)
            if move == DRAW and may_draw:
                draw(hand)
            elif 0 <= move < table.columns and (columns >> move) & 1:
                play(hand, move)
            else:
                if len(lines):
                    made = hand[PLAYS] + hand[DRAWS]
                    for place in range(made):
                        lines[row, place] = hand[MOVES + place]
                return row, move, hand[PLAYS] + hand[DRAWS]
        finish(hand, out, lines, row)
    return NO_FAULT, 0, 0
