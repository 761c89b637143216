"""A position as a player sees it, and bounds on the draws that lead to and from everything below it.

All heights at or below the present ones form a box; heights are numbered with column 0 fastest. The bounds are
those of a lucky player, for whom each draw turns whichever unseen rank is wanted: the fewest draws with which
some heights can be reached, and the fewest with which they can be cleared. Heights for which the two together are
more than the stock has left need no look.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.blind.box import LASTS, TOPS, down, new_walk, to_the_top, up
from golfsim.games.solitaire.kernels.hand import (
    CARDS,
    COLUMNS,
    DEPTH,
    DRAWS,
    EMPTY,
    STOCK,
    TABLEAU,
    WASTE,
    Hand,
    draws_left,
    height,
)
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import BLOCKED, RANK_CODES

TOO_MANY = 100
"""More draws than any stock has."""


MOST_HEIGHTS = 500_000
"""Boxes with more heights than this are too large to look into; classic ones have 279,936 at most."""


class Spot(NamedTuple):
    """A position, as far as a player sees it."""

    ranks: npt.NDArray[np.int64]
    """int64 (columns, depth): rank codes as dealt; those at or above the height of a column are gone."""
    heights: npt.NDArray[np.int64]
    """int64 (columns,): cards left in each column."""
    strides: npt.NDArray[np.int64]
    """int64 (columns,): what one card of a column adds to the number of heights in the box."""
    unseen: npt.NDArray[np.int64]
    """int64 (14,): cards of each rank code in the stock."""
    present: npt.NDArray[np.int64]
    """int64 (14,): cards of each rank code in the columns."""
    facts: npt.NDArray[np.int64]
    """int64 (3,): the waste state, draws left, and heights in the box."""


ON_WASTE, DRAWS_LEFT, BOX = 0, 1, 2


class Bounds(NamedTuple):
    """Fewest draws, TOO_MANY for never. By heights, and by heights and column for what follows at once, in the same
    run, after the card above that column was played."""

    reach: npt.NDArray[np.int8]
    """int8 (box,): to reach some heights."""
    reach_by: npt.NDArray[np.int8]
    """int8 (box * columns,): to reach them with the card above a column played last."""
    clear: npt.NDArray[np.int8]
    """int8 (box,): to clear the columns, with the best card played last."""
    clear_by: npt.NDArray[np.int8]
    """int8 (box * columns,): to clear the columns when the card above a column was just played."""


@helper
def new_spot(table: RuleTable) -> Spot:
    """Room for a position under the rules of `table`."""
    return Spot(
        np.zeros((table.columns, table.depth), np.int64),
        np.zeros(table.columns, np.int64),
        np.zeros(table.columns, np.int64),
        np.zeros(RANK_CODES, np.int64),
        np.zeros(RANK_CODES, np.int64),
        np.zeros(3, np.int64),
    )


@helper
def new_bounds(box: int, columns: int) -> Bounds:
    """Room for the bounds of so many heights."""
    return Bounds(
        np.empty(box, np.int8),
        np.empty(box * columns, np.int8),
        np.empty(box, np.int8),
        np.empty(box * columns, np.int8),
    )


@helper
def box_room(table: RuleTable) -> int:
    """How many heights to make room for: those of a full tableau, within MOST_HEIGHTS."""
    box = 1.0
    for _ in range(table.columns):
        box *= table.depth + 1
    return np.int64(min(box, MOST_HEIGHTS))


@helper
def see(hand: Hand, spot: Spot) -> float:
    """Write what a player sees of a hand to `spot`; returns how many heights the box holds, which may be too many."""
    columns, depth = hand[COLUMNS], hand[DEPTH]
    spot.present[:] = 0
    box, size = 1, 1.0
    for column in range(columns):
        spot.heights[column] = height(hand, column)
        spot.strides[column] = box
        box *= spot.heights[column] + 1
        size *= spot.heights[column] + 1.0
        for level in range(depth):
            rank = hand[CARDS + column * (depth + 1) + level + 1]
            spot.ranks[column, level] = rank
            if level < spot.heights[column]:
                spot.present[rank] += 1
    # Only counts leave this loop: the order of the stock stays unknown.
    spot.unseen[:] = 0
    stock = CARDS + hand[TABLEAU] + columns
    for place in range(hand[DRAWS], hand[STOCK]):
        spot.unseen[hand[stock + place]] += 1
    spot.facts[ON_WASTE], spot.facts[DRAWS_LEFT], spot.facts[BOX] = hand[WASTE], draws_left(hand), box
    return size


@helper
def neighbours(
    step: npt.NDArray[np.int8], among: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Which rank codes go on each rank code, and which of those `among` holds it goes on: int64 (15, 14), padded with
    EMPTY, and so is all of row EMPTY."""
    onto = np.full((RANK_CODES + 1, RANK_CODES), EMPTY, np.int64)
    under = np.full((RANK_CODES + 1, RANK_CODES), EMPTY, np.int64)
    for one in range(RANK_CODES):
        followers, carriers = 0, 0
        for other in range(RANK_CODES):
            if step[one, other] != BLOCKED:
                onto[one, followers] = other
                followers += 1
            if among[other] and step[other, one] != BLOCKED:
                under[one, carriers] = other
                carriers += 1
    return onto, under


@helper
def find_bounds(spot: Spot, table: RuleTable, bounds: Bounds) -> None:
    """Write the bounds of all heights in the box."""
    # A draw that can turn nothing to play on costs more than there is.
    _, turned = neighbours(table.step, spot.unseen)
    price = np.full(RANK_CODES + 1, TOO_MANY, np.int64)
    for card in range(RANK_CODES):
        if turned[card, 0] != EMPTY:
            price[card] = 1
    onto, under = neighbours(table.step, np.ones(RANK_CODES, np.int64))
    bound_reaching(spot, table, under, price, bounds)
    bound_clearing(spot, onto, price, bounds)


@helper
def bound_reaching(
    spot: Spot,
    table: RuleTable,
    under: npt.NDArray[np.int64],
    price: npt.NDArray[np.int64],
    bounds: Bounds,
) -> None:
    """Write the fewest draws to reach all heights of the box, from the present ones down.

    Args:
        under: see `neighbours`.
        price: int64 (15,): the draws it takes to turn a card that a rank code goes on.
    """
    strides, reach, reach_by = spot.strides, bounds.reach, bounds.reach_by
    columns, box, left = len(spot.heights), spot.facts[BOX], spot.facts[DRAWS_LEFT]
    walk = new_walk(spot.ranks, spot.heights)
    to_the_top(walk)
    # By rank code, the fewest draws with which a card of it was played last.
    fewest = np.full(RANK_CODES + 1, TOO_MANY, np.int64)
    for index in range(box * columns):
        reach_by[index] = TOO_MANY
    for index in range(box):
        reach[index] = TOO_MANY
    reach[box - 1] = 0
    for index in range(box - 1, -1, -1):
        if index < box - 1:
            down(walk)
        now = np.int64(reach[index])
        if now > left:
            continue
        for column in range(columns):
            last = walk[LASTS, column]
            fewest[last] = min(fewest[last], np.int64(reach_by[index * columns + column]))
        for column in range(columns):
            card = walk[TOPS, column]
            if card == EMPTY:
                continue
            draws = now + price[card]
            if index == box - 1:
                if table.step[spot.facts[ON_WASTE], card] != BLOCKED:
                    draws = 0
            elif under[card, 3] != EMPTY:
                for other in range(columns):
                    draws = min(draws, fewest[walk[LASTS, other]])
            else:
                draws = min(draws, fewest[under[card, 0]], fewest[under[card, 1]], fewest[under[card, 2]])
            if draws <= left:
                after = index - strides[column]
                reach_by[after * columns + column] = draws
                reach[after] = min(np.int64(reach[after]), draws)
        for column in range(columns):
            fewest[walk[LASTS, column]] = TOO_MANY


@helper
def bound_clearing(spot: Spot, onto: npt.NDArray[np.int64], price: npt.NDArray[np.int64], bounds: Bounds) -> None:
    """Write the fewest draws to clear all heights of the box that can be reached, from the empty columns up.

    Args:
        onto, price: as in `bound_reaching`.
    """
    strides, reach, clear, clear_by = spot.strides, bounds.reach, bounds.clear, bounds.clear_by
    columns, box, left = len(spot.heights), spot.facts[BOX], spot.facts[DRAWS_LEFT]
    walk = new_walk(spot.ranks, spot.heights)
    # By rank code, the fewest draws to clear the columns after a card of it is played next.
    fewest = np.full(RANK_CODES + 1, TOO_MANY, np.int64)
    for column in range(columns):
        clear_by[column] = 0
    clear[0] = 0
    for index in range(1, box):
        up(walk)
        if np.int64(reach[index]) > left:
            # What cannot be reached leads nowhere: what could be reached through it needs more draws still.
            clear[index] = TOO_MANY
            for column in range(columns):
                clear_by[index * columns + column] = TOO_MANY
            continue
        drawing, soonest = np.int64(TOO_MANY), np.int64(TOO_MANY)
        for column in range(columns):
            card = walk[TOPS, column]
            if card != EMPTY:
                draws = np.int64(clear_by[(index - strides[column]) * columns + column])
                fewest[card] = min(fewest[card], draws)
                soonest = min(soonest, draws)
                drawing = min(drawing, draws + price[card])
        best = drawing
        for column in range(columns):
            last = walk[LASTS, column]
            if last == EMPTY:
                continue
            draws = (
                soonest
                if onto[last, 3] != EMPTY
                else min(fewest[onto[last, 0]], fewest[onto[last, 1]], fewest[onto[last, 2]])
            )
            draws = min(draws, drawing)
            clear_by[index * columns + column] = draws
            best = min(best, draws)
        clear[index] = best
        for column in range(columns):
            fewest[walk[TOPS, column]] = TOO_MANY
