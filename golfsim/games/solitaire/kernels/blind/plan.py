"""A plan for the rest of a deal: the lattice and the values below a position, and the moves they ask for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.blind.lattice import (
    EXACT,
    LANES,
    MAX_LANES,
    MAX_STOCK,
    Lattice,
    build_lanes,
    choose_groups,
    new_lattice,
)
from golfsim.games.solitaire.kernels.blind.spot import (
    BOX,
    LEFT,
    Bounds,
    Spot,
    box_room,
    find_bounds,
    look,
    new_bounds,
    new_spot,
)
from golfsim.games.solitaire.kernels.blind.values import (
    ABSENT,
    NEVER,
    NOWHERE,
    Values,
    find_rows,
    new_values,
    value_at,
    value_pass,
)
from golfsim.games.solitaire.kernels.hand import DRAW, Hand
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import BLOCKED, DEAD_QUEEN

LEAST_ROOM = 40_000_000
"""Values there is room for at least, so that the smallest lattice of the usual layouts fits."""


class Plan(NamedTuple):
    """What a player has worked out at the position `spot`."""

    spot: Spot
    bounds: Bounds
    lattice: Lattice
    values: Values
    rows: npt.NDArray[np.int64]
    """int64 (MAX_STOCK + 1,): how many heights matter with so many draws left."""
    at: npt.NDArray[np.int64]
    """int64 (3,): where play has come to: the number of its heights, its lane, and draws left."""
    heights: npt.NDArray[np.int64]
    """int64 (columns,): scratch."""


INDEX, LANE, DRAWS_LEFT = 0, 1, 2

WORTH_TRYING = np.float32(0.25)
"""A move worth less than this part of the best is not tried out."""

SURE = 1.5
"""By how many standard errors a move must win more often than the one the plan asks for."""


def new_cells(table: RuleTable, budget: int) -> npt.NDArray[np.float32]:
    """Room for the values of plans of at most `budget` pairs of heights and lanes.

    Memory is taken up only as far as it is used. numpy asks for large pages, numba would not.
    """
    return np.empty(max(budget * (table.columns + 2), LEAST_ROOM) + MAX_LANES, np.float32)


@helper
def new_plan(table: RuleTable, cells: npt.NDArray[np.float32]) -> Plan:
    """Room for plans, with `cells` for their values; see `new_cells`."""
    box = box_room(table)
    return Plan(
        new_spot(table),
        new_bounds(box, table.columns),
        new_lattice(),
        new_values(box, table.columns, cells),
        np.zeros(MAX_STOCK + 1, np.int64),
        np.zeros(3, np.int64),
        np.zeros(table.columns, np.int64),
    )


@helper
def survey(plan: Plan, hand: Hand, table: RuleTable, strokes: bool, budget: int) -> bool:
    """Find what matters below a hand, and as fine a lattice for it as `budget` allows; no values yet.

    Returns False if there is no room for the smallest lattice.
    """
    spot, values = plan.spot, plan.values
    if look(hand, spot) > len(values.place):
        return False
    find_bounds(spot, table, plan.bounds)
    find_rows(spot, plan.bounds, strokes, values, plan.rows)
    cells = choose_groups(plan.lattice, spot.unseen, spot.present, table.step, plan.rows, budget)
    return cells * (table.columns + 2) + MAX_LANES <= len(values.cells)


@helper
def work_out(plan: Plan, table: RuleTable, strokes: bool) -> None:
    """Work out the values of what was surveyed."""
    spot, lattice = plan.spot, plan.lattice
    build_lanes(lattice)
    value_pass(spot, plan.bounds, table, lattice, strokes, plan.values)
    plan.at[INDEX], plan.at[LANE], plan.at[DRAWS_LEFT] = (
        spot.state[BOX] - 1,
        lattice.shape[LANES] - 1,
        spot.state[LEFT],
    )


@helper
def make_plan(plan: Plan, hand: Hand, table: RuleTable, strokes: bool, budget: int) -> bool:
    """Work out the values below a hand, under as fine a lattice as `budget` allows.

    Returns False, with nothing worked out, if there is no room for the smallest.
    """
    if not survey(plan, hand, table, strokes, budget):
        return False
    work_out(plan, table, strokes)
    return True


@helper
def is_exact(plan: Plan) -> bool:
    """Whether the plan holds to the end of the deal, whatever is drawn."""
    return plan.lattice.shape[EXACT] == 1


@helper
def follow(plan: Plan, move: int, drawn: int) -> None:
    """Go on to where a move leads: a play, or a draw that turned rank code `drawn`."""
    if move == DRAW:
        plan.at[LANE] = plan.lattice.next[plan.lattice.group[drawn] * MAX_LANES + plan.at[LANE]]
        plan.at[DRAWS_LEFT] -= 1
    else:
        plan.at[INDEX] -= plan.spot.strides[move]


@helper
def height_of(plan: Plan, column: int) -> int:
    """Cards left in a column where play has come to."""
    stride = plan.spot.strides[column]
    return (plan.at[INDEX] // stride) % (plan.spot.heights[column] + 1)


@helper
def value_of(plan: Plan, table: RuleTable, waste: int, move: int) -> float:
    """What a legal move is worth; NEVER or less if it is ruled out that it leads to anything."""
    columns, index = table.columns, plan.at[INDEX]
    slot = columns + 1
    if move != DRAW:
        state = table.step[waste, plan.spot.ranks[move, height_of(plan, move) - 1]]
        slot = columns if state == DEAD_QUEEN else move
        index -= plan.spot.strides[move]
    return value_at(plan.values, plan.lattice, index, slot, columns + 2, plan.at[LANE], plan.at[DRAWS_LEFT])


@helper
def best_move(plan: Plan, table: RuleTable, waste: int) -> tuple[int, float]:
    """The move worth most, and its value; a play rather than a draw of the same worth, the leftmost of such plays.

    Where the deal has ended the move is DRAW.
    """
    move, best = DRAW, NEVER
    for column in range(table.columns):
        height = height_of(plan, column)
        if height and table.step[waste, plan.spot.ranks[column, height - 1]] != BLOCKED:
            value = value_of(plan, table, waste, column)
            if value > best or move == DRAW:
                move, best = column, value
    if plan.at[DRAWS_LEFT] > 0 and (table.anytime or move == DRAW):
        value = value_of(plan, table, waste, DRAW)
        if value > best:
            move, best = DRAW, value
    return move, best


@helper
def roll_out(plan: Plan, table: RuleTable, waste: int, move: int, order: npt.NDArray[np.uint8], strokes: bool) -> int:
    """Make a move at the position of a plan and follow it to the end, against one stock; the strokes.

    A plan to win is given up, with a card left, as soon as it cannot be won.
    """
    # All in one piece, as `best_move` and `follow` would have it: passing a plan on costs more than a move does.
    ranks, strides, step, columns = plan.spot.ranks, plan.spot.strides, table.step, table.columns
    place, least, most = plan.values.place, plan.values.least, plan.values.most
    slots, cells = plan.values.slot, plan.values.cells
    group, after = plan.lattice.group, plan.lattice.next
    wide = columns + 2
    index, lane, left = plan.at[INDEX], plan.at[LANE], plan.at[DRAWS_LEFT]
    heights, rest = plan.heights, 0
    for column in range(columns):
        heights[column] = (index // strides[column]) % (plan.spot.heights[column] + 1)
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
        move, best = DRAW, NEVER
        for option in range(columns + 1):
            if option < columns:
                if heights[option] == 0:
                    continue
                state = step[waste, ranks[option, heights[option] - 1]]
                if state == BLOCKED:
                    continue
                row = place[index - strides[option]]
                slot = columns if state == DEAD_QUEEN else option
            else:
                if left == 0 or not (table.anytime or move == DRAW):
                    continue
                row, slot = place[index], columns + 1
            value = NEVER
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
    plan: Plan, table: RuleTable, waste: int, orders: npt.NDArray[np.uint8], wins: npt.NDArray[np.bool_]
) -> int:
    """The move worth most, or another that wins clearly more often when the plan is played on after it.

    The odds of a relaxed lattice are rough; against sampled stocks a plan shows what it is worth. The same stocks
    serve all moves, and one move displaces another only if it wins more of those by SURE standard errors.

    Args:
        orders: uint8 (samples, MAX_STOCK + 1): see `sample_orders`.
        wins: bool (2, samples), scratch.
    """
    best, value = best_move(plan, table, waste)
    counted = False
    for move in range(DRAW, table.columns):
        if move == best:
            continue
        if move == DRAW:
            if plan.at[DRAWS_LEFT] == 0 or not table.anytime:
                continue
        else:
            height = height_of(plan, move)
            if height == 0 or table.step[waste, plan.spot.ranks[move, height - 1]] == BLOCKED:
                continue
        if value_of(plan, table, waste, move) < WORTH_TRYING * value:
            continue
        if not counted:
            counted = True
            for sample in range(len(orders)):
                wins[0, sample] = roll_out(plan, table, waste, best, orders[sample], False) <= 0
        more, fewer = 0, 0
        for sample in range(len(orders)):
            wins[1, sample] = roll_out(plan, table, waste, move, orders[sample], False) <= 0
            more += wins[1, sample] and not wins[0, sample]
            fewer += wins[0, sample] and not wins[1, sample]
        if more - fewer > SURE * np.sqrt(more + fewer):
            best = move
            wins[0] = wins[1]
    return best
