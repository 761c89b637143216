"""One deal as the searches read it: rank codes by column height, and look-ups over the stock."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.cards import JOKER, KING
from golfsim.compiled.jit import helper, kernel
from golfsim.games.solitaire.kernels.hand import NOBODY, rank_code
from golfsim.games.solitaire.kernels.tables import MAX_STOCK
from golfsim.games.solitaire.rules import DEAD_QUEEN

CODES = 16
"""Rank codes and waste states, and NOBODY."""

NEVER = 255
"""A number of draws that stands for: not at all."""


class Moves(NamedTuple):
    """The table of moves turned round: what a card may be played on. See `RuleTable.step`."""

    below: npt.NDArray[np.uint8]
    """uint8 (16): the rank under a card when it is played on one lower, NOBODY if it cannot be."""
    above: npt.NDArray[np.uint8]
    """uint8 (16): the same for one higher."""
    killer: npt.NDArray[np.uint8]
    """uint8 (16): the waste state that turns this card into a dead queen, NOBODY for most cards."""
    lower: npt.NDArray[np.uint8]
    """uint8 (16): the rank one lower that goes on this card, JOKER if there is none."""
    upper: npt.NDArray[np.uint8]
    """uint8 (16): the same for one higher."""
    kills: int
    """The waste state that turns a card into a dead queen, NOBODY if the rules know no such thing."""
    lively: int
    """Packed counts (see `count_of`) mask of the ranks that accept a card other than a joker."""
    circular: bool
    """Whether ace and king touch."""


class Board(NamedTuple):
    """One deal. `tableau` is columns * depth, `stock` its number of stock cards."""

    face: npt.NDArray[np.uint8]
    """uint8 (columns, depth + 2): the exposed rank code of a column of that height, NOBODY when empty."""
    stock: npt.NDArray[np.uint8]
    """uint8 (MAX_STOCK): rank codes in drawing order."""
    rest: npt.NDArray[np.int64]
    """int64 (MAX_STOCK + 1): packed counts of the stock left after that many draws."""
    soonest: npt.NDArray[np.uint8]
    """uint8 (MAX_STOCK + 1, 16): after that many draws, the fewest draws (at least one more) that turn a card on
    which a card of this rank code goes; NEVER if none does."""
    deadly: npt.NDArray[np.uint8]
    """uint8 (MAX_STOCK + 1, 16): the same for a card that makes it a dead queen."""


@kernel(name="solver")
def turned(step: npt.NDArray[np.int8]) -> Moves:
    """Turn the table of moves round."""
    below = np.full(CODES, NOBODY, np.uint8)
    above = np.full(CODES, NOBODY, np.uint8)
    killer = np.full(CODES, NOBODY, np.uint8)
    lower = np.full(CODES, JOKER, np.uint8)
    upper = np.full(CODES, JOKER, np.uint8)
    kills = NOBODY
    lively = np.int64(15)
    for waste in range(1, KING + 1):
        for rank in range(1, KING + 1):
            if step[waste, rank] == DEAD_QUEEN:
                killer[rank] = waste
                kills = waste
            elif step[waste, rank] >= 0:
                if waste == (rank - 2) % 13 + 1:
                    below[rank] = waste
                    upper[waste] = rank
                else:
                    above[rank] = waste
                    lower[waste] = rank
            if step[waste, rank] >= 0:
                lively |= np.int64(15) << (4 * waste)
    circular = step[KING, 1] >= 0 or step[1, KING] >= 0
    return Moves(below, above, killer, lower, upper, kills, lively, circular)


@kernel(name="solver")
def empty_board(columns: int, depth: int) -> Board:
    """Room for one deal."""
    return Board(
        np.full((columns, depth + 2), NOBODY, np.uint8),
        np.zeros(MAX_STOCK, np.uint8),
        np.zeros(MAX_STOCK + 1, np.int64),
        np.full((MAX_STOCK + 1, CODES), NEVER, np.uint8),
        np.full((MAX_STOCK + 1, CODES), NEVER, np.uint8),
    )


@helper
def set_board(board: Board, moves: Moves, deck: npt.NDArray[np.uint8], starts: bool) -> tuple[int, int, int]:
    """Fill `board` from one row of decks; gives the waste state, the stock cards and the packed tableau counts."""
    columns = board.face.shape[0]
    depth = board.face.shape[1] - 2
    counts = np.int64(0)
    at = 0
    for column in range(columns):
        for height in range(1, depth + 1):
            code = rank_code(deck[at])
            board.face[column, height] = code
            counts += np.int64(1) << (4 * code)
            at += 1
    waste = 0
    if starts:
        waste = rank_code(deck[at])
        at += 1
    stock = deck.shape[0] - at
    board.rest[stock] = 0
    for code in range(CODES):
        board.soonest[stock, code] = NEVER
        board.deadly[stock, code] = NEVER
    for draws in range(stock - 1, -1, -1):
        card = rank_code(deck[at + draws])
        board.stock[draws] = card
        board.rest[draws] = board.rest[draws + 1] + (np.int64(1) << (4 * card))
        for code in range(KING + 1):
            fits = card == JOKER or code == JOKER or moves.below[code] == card or moves.above[code] == card
            board.soonest[draws, code] = draws + 1 if fits else board.soonest[draws + 1, code]
            board.deadly[draws, code] = draws + 1 if moves.killer[code] == card else board.deadly[draws + 1, code]
    return waste, stock, counts
