"""One deal as the searches read it: rank codes by column height, and look-ups over the stock."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, kernel

NONE = 15
"""A code that is no card and no waste state: the exposed card of an empty column."""

CODES = 16
NEVER = 255
"""A number of draws that stands for: not at all."""

DEAD = 14
"""Waste state of a queen that nothing but a joker goes on."""

JOKER = 0
KING = 13


class Moves(NamedTuple):
    """The table of moves turned round: what a card may be played on. See `RuleTable.step`."""

    below: npt.NDArray[np.uint8]
    """uint8 (16): the rank under a card when it is played on one lower, NONE if it cannot be."""
    above: npt.NDArray[np.uint8]
    """uint8 (16): the same for one higher."""
    killer: npt.NDArray[np.uint8]
    """uint8 (16): the waste state that turns this card into a dead queen, NONE for most cards."""
    lower: npt.NDArray[np.uint8]
    """uint8 (16): the rank one lower that goes on this card, JOKER if there is none."""
    upper: npt.NDArray[np.uint8]
    """uint8 (16): the same for one higher."""
    kills: int
    """The waste state that turns a card into a dead queen, NONE if the rules know no such thing."""
    lively: int
    """Packed counts (see `count_of`) mask of the ranks that accept a card other than a joker."""
    circular: bool
    """Whether ace and king touch."""


class Board(NamedTuple):
    """One deal. `tableau` is columns * depth, `stock` its number of stock cards."""

    face: npt.NDArray[np.uint8]
    """uint8 (columns, depth + 2): the exposed rank code of a column of that height, NONE when empty."""
    stock: npt.NDArray[np.uint8]
    """uint8 (54): rank codes in drawing order."""
    rest: npt.NDArray[np.int64]
    """int64 (55): packed counts of the stock left after that many draws."""
    soonest: npt.NDArray[np.uint8]
    """uint8 (55, 16): after that many draws, the fewest draws (at least one more) that turn a card on which a
    card of this rank code goes; NEVER if none does."""
    deadly: npt.NDArray[np.uint8]
    """uint8 (55, 16): the same for a card that makes it a dead queen."""


@helper
def code_of(card: int) -> int:
    """Rank code of a card id: 1 to 13, 0 for a joker."""
    return card % 13 + 1 if card < 52 else 0


@kernel
def turned(step: npt.NDArray[np.int8]) -> Moves:
    """Turn the table of moves round."""
    below = np.full(CODES, NONE, np.uint8)
    above = np.full(CODES, NONE, np.uint8)
    killer = np.full(CODES, NONE, np.uint8)
    lower = np.full(CODES, JOKER, np.uint8)
    upper = np.full(CODES, JOKER, np.uint8)
    kills = NONE
    lively = np.int64(15)
    for waste in range(1, KING + 1):
        for rank in range(1, KING + 1):
            if step[waste, rank] == DEAD:
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


@kernel
def empty_board(columns: int, depth: int) -> Board:
    """Room for one deal."""
    return Board(
        np.full((columns, depth + 2), NONE, np.uint8),
        np.zeros(54, np.uint8),
        np.zeros(55, np.int64),
        np.full((55, CODES), NEVER, np.uint8),
        np.full((55, CODES), NEVER, np.uint8),
    )


@helper
def lay_out(board: Board, moves: Moves, deck: npt.NDArray[np.uint8], starts: bool) -> tuple[int, int, int]:
    """Fill `board` from one row of decks; gives the waste state, the stock cards and the packed tableau counts."""
    columns = board.face.shape[0]
    depth = board.face.shape[1] - 2
    counts = np.int64(0)
    at = 0
    for column in range(columns):
        for height in range(1, depth + 1):
            code = code_of(deck[at])
            board.face[column, height] = code
            counts += np.int64(1) << (4 * code)
            at += 1
    waste = 0
    if starts:
        waste = code_of(deck[at])
        at += 1
    stock = deck.shape[0] - at
    board.rest[stock] = 0
    for code in range(CODES):
        board.soonest[stock, code] = NEVER
        board.deadly[stock, code] = NEVER
    for draws in range(stock - 1, -1, -1):
        card = code_of(deck[at + draws])
        board.stock[draws] = card
        board.rest[draws] = board.rest[draws + 1] + (np.int64(1) << (4 * card))
        for code in range(KING + 1):
            fits = card == JOKER or code == JOKER or moves.below[code] == card or moves.above[code] == card
            board.soonest[draws, code] = draws + 1 if fits else board.soonest[draws + 1, code]
            board.deadly[draws, code] = draws + 1 if moves.killer[code] == card else board.deadly[draws + 1, code]
    return waste, stock, counts
