"""What to do in every state below a position: the lattice, the values, and the moves they ask for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.blind.lattice import (
    EXACT,
    LANES,
    MAX_LANES,
    Lattice,
    build_lanes,
    choose_groups,
    new_lattice,
)
from golfsim.games.solitaire.kernels.blind.rows import ABSENT, NOWHERE, find_rows
from golfsim.games.solitaire.kernels.blind.spot import (
    BOX,
    DRAWS_LEFT,
    Bounds,
    Spot,
    box_room,
    find_bounds,
    new_bounds,
    new_spot,
    see,
)
from golfsim.games.solitaire.kernels.blind.values import (
    HOPELESS,
    Values,
    new_values,
    value_at,
    value_pass,
)
from golfsim.games.solitaire.kernels.hand import DRAW, Hand
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import BLOCKED, DEAD_QUEEN

LEAST_ROOM = 40_000_000
"""Values there is room for at least, so that the smallest lattice of the usual layouts fits."""


class Policy(NamedTuple):
    """What a player has worked out at the position `spot`."""

    spot: Spot
    bounds: Bounds
    lattice: Lattice
    values: Values
    at: npt.NDArray[np.int64]
    """int64 (3,): where play has come to: the number of its heights, its lane, and draws left."""
    heights: npt.NDArray[np.int64]
    """int64 (columns,): scratch."""


AT_INDEX, AT_LANE, AT_DRAWS_LEFT = 0, 1, 2

WORTH_TRYING = np.float32(0.25)
"""A move worth less than this part of the best is not tried out."""

SURE = 1.5
"""By how many standard errors a move must win more often than the one the policy asks for."""


def new_cells(table: RuleTable, budget: int) -> npt.NDArray[np.float32]:
    """Room for the values of policies of at most `budget` pairs of heights and lanes.

    Memory is taken up only as far as it is used. numpy asks for large pages, numba would not.
    """
    return np.empty(max(budget * (table.columns + 2), LEAST_ROOM) + MAX_LANES, np.float32)


@helper
def new_policy(table: RuleTable, cells: npt.NDArray[np.float32]) -> Policy:
    """Room for policies, with `cells` for their values; see `new_cells`."""
    box = box_room(table)
    return Policy(
        new_spot(table),
        new_bounds(box, table.columns),
        new_lattice(),
        new_values(box, table.columns, cells),
        np.zeros(3, np.int64),
        np.zeros(table.columns, np.int64),
    )


@helper
def survey(policy: Policy, hand: Hand, table: RuleTable, strokes: bool, budget: int) -> bool:
    """Find what matters below a hand, and as fine a lattice for it as `budget` allows; no values yet.

    Returns False if there is no room for the smallest lattice.
    """
    spot, values = policy.spot, policy.values
    if see(hand, spot) > len(values.rows.place):
        return False
    find_bounds(spot, table, policy.bounds)
    find_rows(spot, policy.bounds, strokes, values.rows)
    cells = choose_groups(policy.lattice, spot.unseen, spot.present, table.step, values.rows.count, budget)
    return cells * (table.columns + 2) + MAX_LANES <= len(values.cells)


@helper
def work_out(policy: Policy, table: RuleTable, strokes: bool) -> None:
    """Work out the values of what was surveyed."""
    spot, lattice = policy.spot, policy.lattice
    build_lanes(lattice)
    value_pass(spot, policy.bounds, table, lattice, strokes, policy.values)
    policy.at[AT_INDEX], policy.at[AT_LANE], policy.at[AT_DRAWS_LEFT] = (
        spot.facts[BOX] - 1,
        lattice.shape[LANES] - 1,
        spot.facts[DRAWS_LEFT],
    )


@helper
def make_policy(policy: Policy, hand: Hand, table: RuleTable, strokes: bool, budget: int) -> bool:
    """Work out the values below a hand, under as fine a lattice as `budget` allows.

    Returns False, with nothing worked out, if there is no room for the smallest.
    """
    if not survey(policy, hand, table, strokes, budget):
        return False
    work_out(policy, table, strokes)
    return True


@helper
def is_exact(policy: Policy) -> bool:
    """Whether the policy holds to the end of the deal, whatever is drawn."""
    return policy.lattice.shape[EXACT] == 1


@helper
def follow(policy: Policy, move: int, drawn: int) -> None:
    """Go on to where a move leads: a play, or a draw that turned rank code `drawn`."""
    if move == DRAW:
        policy.at[AT_LANE] = policy.lattice.next[policy.lattice.group[drawn] * MAX_LANES + policy.at[AT_LANE]]
        policy.at[AT_DRAWS_LEFT] -= 1
    else:
        policy.at[AT_INDEX] -= policy.spot.strides[move]


@helper
def height_of(policy: Policy, column: int) -> int:
    """Cards left in a column where play has come to."""
    stride = policy.spot.strides[column]
    return (policy.at[AT_INDEX] // stride) % (policy.spot.heights[column] + 1)


@helper
def value_of(policy: Policy, table: RuleTable, waste: int, move: int) -> float:
    """What a legal move is worth; HOPELESS or less if it is ruled out that it leads to anything."""
    columns, index = table.columns, policy.at[AT_INDEX]
    slot = columns + 1
    if move != DRAW:
        after = table.step[waste, policy.spot.ranks[move, height_of(policy, move) - 1]]
        slot = columns if after == DEAD_QUEEN else move
        index -= policy.spot.strides[move]
    return value_at(
        policy.values, policy.lattice, index, slot, columns + 2, policy.at[AT_LANE], policy.at[AT_DRAWS_LEFT]
    )


@helper
def best_move(policy: Policy, table: RuleTable, waste: int) -> tuple[int, float]:
    """The move worth most, and its value; a play rather than a draw of the same worth, the leftmost of such plays.

    Where the deal has ended the move is DRAW.
    """
    move, best = DRAW, HOPELESS
    for column in range(table.columns):
        height = height_of(policy, column)
        if height and table.step[waste, policy.spot.ranks[column, height - 1]] != BLOCKED:
            value = value_of(policy, table, waste, column)
            if value > best or move == DRAW:
                move, best = column, value
    if policy.at[AT_DRAWS_LEFT] > 0 and (table.anytime or move == DRAW):
        value = value_of(policy, table, waste, DRAW)
        if value > best:
            move, best = DRAW, value
    return move, best


@helper
def roll_out(
    policy: Policy, table: RuleTable, waste: int, move: int, order: npt.NDArray[np.uint8], strokes: bool
) -> int:
    """Make a move at the position of a policy and follow it to the end, against one stock; the strokes.

    A policy to win is given up, with a card left, as soon as it cannot be won.
    """
    # All in one piece, as `best_move` and `follow` would have it: passing a policy on costs more than a move does.
    ranks, strides, step, columns = policy.spot.ranks, policy.spot.strides, table.step, table.columns
    place, least, most = policy.values.rows.place, policy.values.rows.least, policy.values.rows.most
    slots, cells = policy.values.rows.slot, policy.values.cells
    group, after = policy.lattice.group, policy.lattice.next
    wide = columns + 2
    index, lane, left = policy.at[AT_INDEX], policy.at[AT_LANE], policy.at[AT_DRAWS_LEFT]
    heights, rest = policy.heights, 0
    for column in range(columns):
        heights[column] = (index // strides[column]) % (policy.spot.heights[column] + 1)
        rest += heights[column]
    while True:
        if move == DRAW:
            if left == 0:
                return rest
            waste = np.int64(order[left])
            lane = after[group[waste] * MAX_LANES + lane]
            left -= 1
        else:
            heights[move] -= 1
            waste = step[waste, ranks[move, heights[move]]]
            index -= strides[move]
            rest -= 1
            if rest == 0:
                return -left
        move, best = DRAW, HOPELESS
        for option in range(columns + 1):
            if option < columns:
                if heights[option] == 0:
                    continue
                going = step[waste, ranks[option, heights[option] - 1]]
                if going == BLOCKED:
                    continue
                row = place[index - strides[option]]
                slot = columns if going == DEAD_QUEEN else option
            else:
                if left == 0 or not (table.anytime or move == DRAW):
                    continue
                row, slot = place[index], columns + 1
            value = HOPELESS
            if row != ABSENT and least[row] <= left <= most[row]:
                at = slots[row * wide + slot]
                if at != NOWHERE:
                    value = cells[at + lane]
            if option < columns and (value > best or move == DRAW):
                move, best = option, value
            elif option == columns and value > best:
                move, best = DRAW, value
        if best <= 0 and not strokes:
            return rest


@helper
def surer_move(
    policy: Policy, table: RuleTable, waste: int, orders: npt.NDArray[np.uint8], wins: npt.NDArray[np.bool_]
) -> int:
    """The move worth most, or another that wins clearly more often when the policy is played on after it.

    The odds of a relaxed lattice are rough; against sampled stocks a policy shows what it is worth. The same stocks
    serve all moves, and one move displaces another only if it wins more of those by SURE standard errors.

    Args:
        orders: uint8 (samples, MAX_STOCK + 1): see `sample_orders`.
        wins: bool (2, samples), scratch.
    """
    best, value = best_move(policy, table, waste)
    counted = False
    for move in range(DRAW, table.columns):
        if move == best:
            continue
        if move == DRAW:
            if policy.at[AT_DRAWS_LEFT] == 0 or not table.anytime:
                continue
        else:
            height = height_of(policy, move)
            if height == 0 or table.step[waste, policy.spot.ranks[move, height - 1]] == BLOCKED:
                continue
        if value_of(policy, table, waste, move) < WORTH_TRYING * value:
            continue
        if not counted:
            counted = True
            for sample in range(len(orders)):
                wins[0, sample] = roll_out(policy, table, waste, best, orders[sample], False) <= 0
        more, fewer = 0, 0
        for sample in range(len(orders)):
            wins[1, sample] = roll_out(policy, table, waste, move, orders[sample], False) <= 0
            more += wins[1, sample] and not wins[0, sample]
            fewer += wins[0, sample] and not wins[1, sample]
        if more - fewer > SURE * np.sqrt(more + fewer):
            best = move
            wins[0] = wins[1]
    return best
