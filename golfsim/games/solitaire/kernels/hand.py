"""A deal being played, and the few steps every strategy kernel is made of.

A hand is one int64 array with named parts, the rule table among them, and its hot steps have no branches. numba
counts references to arrays with atomic instructions, and removes the counting only from such helpers: written
as a record of arrays, the same steps took five times as long.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.tables import MAX_STOCK, RuleTable
from golfsim.games.solitaire.outcome import (
    CARDS_LEFT,
    LONGEST_RUN,
    N_DRAWS,
    N_PLAYS,
    STOCK_LEFT,
    STROKES,
    WON,
    strokes_of,
)
from golfsim.games.solitaire.rules import BLOCKED, OPEN, RANK_CODES, WASTE_STATES

Hand = npt.NDArray[np.int64]

DRAW = -1
NO_MOVE = -2
"""What pads a line of moves."""

WASTE, IN_COLUMNS, DRAWS, PLAYS, RUN, LONGEST = 0, 1, 2, 3, 4, 5
"""Waste state, column cards left, draws and plays made, plays in a row now and at most."""

HEIGHTS = 6
"""Cards left in each column, packed: BITS bits a column, column 0 lowest. 54 bits are always enough."""

STOCK, TABLEAU, COLUMNS, DEPTH, STARTS, BITS = 7, 8, 9, 10, 11, 12
"""Cards in the full stock and the full columns, the layout as in `RuleTable`, and the bits of one height."""

WHERE = 16
"""From here, by rank code: the set of columns whose exposed card has it; then EMPTY and NOBODY."""

EMPTY = RANK_CODES
"""The rank code under the lowest card of a column: WHERE + EMPTY is the set of empty columns."""

NOBODY = RANK_CODES + 1
"""A rank code that no card has."""

CARDS = 32
"""From here: rank codes, DEPTH + 1 places a column, EMPTY first and the exposed card of a full column last; then
the stock in drawing order. The waste card is left out."""

MOVES = CARDS + 2 * MAX_STOCK
"""From here: the moves made, DRAW or a column."""

NEAR = MOVES + MAX_STOCK
"""From here, four places a waste state: three rank codes that go on it (NOBODY where fewer do), and a set of
columns to change over; OPEN, which every card goes on, is written as not EMPTY."""

STEP = NEAR + 4 * WASTE_STATES
"""From here: `RuleTable.step`."""

HAND_SIZE = STEP + WASTE_STATES * RANK_CODES

score = helper(strokes_of)


@helper
def rank_code(card: int) -> int:
    """1 (ace) to 13 (king) of a card number, 0 for a joker."""
    return card % 13 + 1 if card < 52 else 0


@helper
def height_bits(depth: int) -> int:
    """Bits that hold a height."""
    bits = 1
    while (1 << bits) <= depth:
        bits += 1
    return bits


@helper
def new_hand(table: RuleTable) -> Hand:
    """Room to play deals one after another under the rules of `table`."""
    hand = np.zeros(HAND_SIZE, np.int64)
    hand[COLUMNS], hand[DEPTH], hand[STARTS] = table.columns, table.depth, table.starts
    hand[TABLEAU] = table.columns * table.depth
    hand[BITS] = height_bits(table.depth)
    for column in range(table.columns):
        hand[CARDS + column * (table.depth + 1)] = EMPTY
    for waste in range(WASTE_STATES):
        near = NEAR + 4 * waste
        hand[near : near + 3] = NOBODY
        if waste == OPEN:
            hand[near] = EMPTY
            hand[near + 3] = (1 << table.columns) - 1
        for rank in range(RANK_CODES):
            hand[STEP + RANK_CODES * waste + rank] = table.step[waste, rank]
            if waste != OPEN and table.step[waste, rank] != BLOCKED:
                hand[near] = rank
                near += 1
    return hand


@helper
def lay_out(hand: Hand, deck: npt.NDArray[np.uint8]) -> None:
    """Start a deal from a deck: column after column, the waste card if the rules start one, the stock."""
    columns, depth, tableau, starts = hand[COLUMNS], hand[DEPTH], hand[TABLEAU], hand[STARTS]
    hand[:HEIGHTS] = 0
    hand[WHERE:CARDS] = 0
    hand[IN_COLUMNS] = tableau
    hand[STOCK] = len(deck) - tableau - starts
    hand[WASTE] = rank_code(deck[tableau]) if starts else OPEN
    heights = 0
    for column in range(columns):
        bottom = CARDS + column * (depth + 1)
        for level in range(depth):
            hand[bottom + level + 1] = rank_code(deck[column * depth + level])
        hand[WHERE + hand[bottom + depth]] |= 1 << column
        heights |= depth << (hand[BITS] * column)
    hand[HEIGHTS] = heights
    stock = CARDS + tableau + columns
    for place in range(hand[STOCK]):
        hand[stock + place] = rank_code(deck[tableau + starts + place])


@helper
def fitting(hand: Hand, waste: int) -> int:
    """The set of columns whose exposed card goes on waste state `waste`."""
    near = NEAR + 4 * waste
    return (hand[WHERE + hand[near]] | hand[WHERE + hand[near + 1]] | hand[WHERE + hand[near + 2]]) ^ hand[near + 3]


@helper
def waste_after(hand: Hand, waste: int, rank: int) -> int:
    """The waste state after playing a card of rank code `rank` on `waste`, or BLOCKED."""
    return hand[STEP + RANK_CODES * waste + rank]


@helper
def draws_left(hand: Hand) -> int:
    """Cards left in the stock."""
    return hand[STOCK] - hand[DRAWS]


@helper
def height(hand: Hand, column: int) -> int:
    """Cards left in a column."""
    return (hand[HEIGHTS] >> (hand[BITS] * column)) & ((1 << hand[BITS]) - 1)


@helper
def remove(hand: Hand, column: int) -> int:
    """Take the exposed card off a column that is not empty, and return its rank code."""
    top = CARDS + column * (hand[DEPTH] + 1) + height(hand, column)
    rank = hand[top]
    hand[WHERE + rank] ^= 1 << column
    hand[WHERE + hand[top - 1]] ^= 1 << column
    hand[HEIGHTS] -= 1 << (hand[BITS] * column)
    return rank


@helper
def put_back(hand: Hand, column: int) -> None:
    """Undo `remove`."""
    top = CARDS + column * (hand[DEPTH] + 1) + height(hand, column) + 1
    hand[WHERE + hand[top - 1]] ^= 1 << column
    hand[WHERE + hand[top]] ^= 1 << column
    hand[HEIGHTS] += 1 << (hand[BITS] * column)


@helper
def play(hand: Hand, column: int) -> None:
    """Play the exposed card of `column`, which must fit."""
    hand[WASTE] = waste_after(hand, hand[WASTE], remove(hand, column))
    hand[MOVES + hand[PLAYS] + hand[DRAWS]] = column
    hand[IN_COLUMNS] -= 1
    hand[PLAYS] += 1
    hand[RUN] += 1
    hand[LONGEST] = max(hand[LONGEST], hand[RUN])


@helper
def draw(hand: Hand) -> None:
    """Turn the next stock card, which must exist."""
    hand[MOVES + hand[PLAYS] + hand[DRAWS]] = DRAW
    hand[WASTE] = hand[CARDS + hand[TABLEAU] + hand[COLUMNS] + hand[DRAWS]]
    hand[DRAWS] += 1
    hand[RUN] = 0


@helper
def finish(hand: Hand, out: npt.NDArray[np.int8], lines: npt.NDArray[np.int8], row: int) -> None:
    """Write the outcome to column `row` of `out`, and the moves to row `row` of `lines` if it has rows."""
    left, stock_left = hand[IN_COLUMNS], draws_left(hand)
    out[WON, row] = left == 0
    out[STROKES, row] = score(left, stock_left)
    out[CARDS_LEFT, row] = left
    out[STOCK_LEFT, row] = stock_left
    out[N_PLAYS, row] = hand[PLAYS]
    out[N_DRAWS, row] = hand[DRAWS]
    out[LONGEST_RUN, row] = hand[LONGEST]
    if len(lines):
        made = hand[PLAYS] + hand[DRAWS]
        for move in range(made):
            lines[row, move] = hand[MOVES + move]
        lines[row, made:] = NO_MOVE
