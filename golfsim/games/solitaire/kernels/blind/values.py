"""The value of every state below a position, in one backward pass over the box of column heights.

Each heights that can matter have a row of values: for every lane of the lattice of unseen cards, what drawing there
is worth, and what it is worth to have just played the card above the exposed one of each column. No information
arrives within a run, so that a run may be planned to its end; a value is the expectation under the lattice of the
best that can be done without knowing the order of the stock. Under an exact lattice that is optimal blind play.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.blind.lattice import GROUPS, LANES, MAX_LANES, Lattice
from golfsim.games.solitaire.kernels.blind.spot import BOX, LEFT, Bounds, Spot
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import BLOCKED, DEAD_QUEEN, RANK_CODES, WASTE_STATES

ABSENT = -1
NOWHERE = -(2**60)
ROUNDING = np.float32(1e-4)
"""Less than the smallest share of a rank in a group."""

NEVER = np.float32(-1e30)
"""Worse than any value."""


class Values(NamedTuple):
    """Room for the values below one position, and what a pass needs."""

    place: npt.NDArray[np.int32]
    """int32 (box,): the row of each heights, or ABSENT where they cannot matter."""
    least: npt.NDArray[np.int8]
    """int8 (box,): by row, with how few draws left it can still be cleared."""
    most: npt.NDArray[np.int8]
    """int8 (box,): by row, with how many draws left it can be reached at most."""
    slot: npt.NDArray[np.int64]
    """int64 (box * (columns + 2),): by row and slot, the cell of lane 0, or NOWHERE; a row has the lanes from `least`
    to `most` cards left. Slot c is the value after playing the card above the present height of column c, slot
    `columns` that after making a dead queen, the last slot that of drawing. Slots of equal values share cells."""
    cells: npt.NDArray[np.float32]
    """float32: the values."""
    played: npt.NDArray[np.float32]
    """float32 (14 * MAX_LANES,): scratch, by rank code and lane the value of playing on a drawn card."""
    means: npt.NDArray[np.float32]
    """float32 (15 * MAX_LANES,): scratch; the value of drawing, then by group the mean over its next card."""


@helper
def new_values(box: int, columns: int, cells: npt.NDArray[np.float32]) -> Values:
    """Room for so many heights, and `cells` for their values."""
    return Values(
        np.empty(box, np.int32),
        np.empty(box, np.int8),
        np.empty(box, np.int8),
        np.empty(box * (columns + 2), np.int64),
        cells,
        np.zeros(RANK_CODES * MAX_LANES, np.float32),
        np.zeros((RANK_CODES + 1) * MAX_LANES, np.float32),
    )


@helper
def find_rows(spot: Spot, bounds: Bounds, strokes: bool, values: Values, rows: npt.NDArray[np.int64]) -> None:
    """Give a row to all heights of the box that can matter; with `strokes` also to those that cannot be cleared.

    Args:
        rows: int64 (MAX_STOCK + 1,), written: how many rows are of interest with so many draws left.
    """
    left = spot.state[LEFT]
    found = 0
    rows[:] = 0
    for index in range(spot.state[BOX]):
        values.place[index] = ABSENT
        least = 0 if strokes else np.int64(bounds.clear[index])
        most = left - bounds.reach[index]
        if least > most:
            continue
        values.place[index] = found
        values.least[found] = least
        values.most[found] = most
        for draws in range(least, most + 1):
            rows[draws] += 1
        found += 1


@helper
def fitting_ranks(
    step: npt.NDArray[np.int8], unseen: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """What goes on what: int64 (waste states,), the set of rank codes that go on each waste state, as bits; and
    int64 (14, 15), the rank codes of unseen cards that each rank code goes on, ended by BLOCKED."""
    goes = np.zeros(WASTE_STATES, np.int64)
    takers = np.full((RANK_CODES, RANK_CODES + 1), BLOCKED, np.int64)
    for waste in range(WASTE_STATES):
        for card in range(RANK_CODES):
            if step[waste, card] != BLOCKED:
                goes[waste] |= 1 << card
    for card in range(RANK_CODES):
        found = 0
        for rank in range(RANK_CODES):
            if unseen[rank] and step[rank, card] != BLOCKED:
                takers[card, found] = rank
                found += 1
    return goes, takers


@helper
def value_pass(spot: Spot, bounds: Bounds, table: RuleTable, lattice: Lattice, strokes: bool, values: Values) -> None:
    """Write the values of all rows: the chance to clear all columns or, with `strokes`, minus the strokes expected.

    Loops run over lanes with unsigned numbers, without which numba tests every index for a negative one.
    """
    ranks, full, strides, unseen = spot.ranks, spot.heights, spot.strides, spot.unseen
    place, least, most, slots, cells = values.place, values.least, values.most, values.slot, values.cells
    played, means = values.played, values.means
    reach_by, clear_by = bounds.reach_by, bounds.clear_by
    step, anytime = table.step, table.anytime
    group, share, start = lattice.group, lattice.share, lattice.start
    chance, after = lattice.chance, lattice.next
    groups, draws_left = lattice.shape[GROUPS], spot.state[LEFT]
    columns = len(full)
    wide, drawing = columns + 2, columns + 1
    nothing = np.float32(0.0)
    worst = NEVER if strokes else nothing
    dead_queens = False
    for waste in range(RANK_CODES):
        for rank in range(RANK_CODES):
            dead_queens |= step[waste, rank] == DEAD_QUEEN
    goes, takers = fitting_ranks(step, unseen)
    height = np.zeros(columns, np.int64)
    tops = np.full(columns, BLOCKED, np.int64)
    # By group, where its means are: the value of drawing itself where nothing fits a card of the group.
    source, quiet = np.zeros(RANK_CODES, np.int64), np.zeros(RANK_CODES, np.float32)
    fits, fitting = np.zeros(RANK_CODES, np.bool_), np.zeros(RANK_CODES, np.int64)
    first_of = np.full(WASTE_STATES, -1)
    # Room below the first row keeps the cell of lane 0 from being negative.
    total, used = 0, lattice.shape[LANES]
    for index in range(spot.state[BOX]):
        if index > 0:
            column = 0
            while height[column] == full[column]:
                total -= height[column]
                height[column] = 0
                tops[column] = BLOCKED
                column += 1
            tops[column] = ranks[column, height[column]]
            height[column] += 1
            total += 1
        row = place[index]
        if row == ABSENT:
            continue
        low, high = start[least[row]], start[most[row] + 1]
        first, last = np.uint64(low), np.uint64(high)
        width = high - low
        if total == 0:
            for left in range(least[row], most[row] + 1):
                value = np.float32(left) if strokes else np.float32(1.0)
                for lane in range(start[left], start[left + 1]):
                    cells[used - low + lane] = value
            for slot in range(wide):
                slots[row * wide + slot] = used - low
            used += width
            continue
        # What playing on a drawn card is worth, by its rank; after the draw one card less is left.
        below = np.int64(max(np.int64(least[row]) - 1, 0))
        low_below, high_below = start[below], start[most[row]]
        found, exposed = 0, 0
        for column in range(columns):
            card = tops[column]
            if card == BLOCKED:
                continue
            exposed |= 1 << card
            other = place[index - strides[column]]
            for taker in range(RANK_CODES):
                rank = takers[card, taker]
                if rank == BLOCKED:
                    break
                into = np.uint64(rank * MAX_LANES)
                if not fits[rank]:
                    fits[rank] = True
                    fitting[found] = rank
                    found += 1
                    for lane in range(np.uint64(low_below), np.uint64(high_below)):
                        played[into + lane] = worst
                if other == ABSENT:
                    continue
                there = slots[other * wide + (columns if step[rank, card] == DEAD_QUEEN else column)]
                if there == NOWHERE:
                    continue
                at = np.uint64(there)
                begin = np.uint64(max(low_below, start[least[other]]))
                end = np.uint64(min(high_below, start[most[other] + 1]))
                for lane in range(begin, end):
                    played[into + lane] = max(played[into + lane], cells[at + lane])
        for one in range(groups):
            source[one], quiet[one] = 0, nothing
        for number in range(found):
            one = group[fitting[number]]
            if source[one] == 0:
                source[one], quiet[one] = (one + 1) * MAX_LANES, np.float32(1.0)
            quiet[one] -= share[fitting[number]]
            fits[fitting[number]] = False
        for one in range(groups):
            # What is left of 1 where every rank fits is rounding.
            if quiet[one] < ROUNDING:
                quiet[one] = nothing
        # What drawing is worth, from few cards left to many.
        for left in range(below, most[row] + 1):
            begin, end = np.uint64(start[left]), np.uint64(start[left + 1])
            for lane in range(begin, end):
                means[lane] = nothing
            if left == 0:
                means[0] = np.float32(-total) if strokes else nothing
            elif left >= least[row]:
                for one in range(groups):
                    of, mean = np.uint64(one * MAX_LANES), np.uint64(source[one])
                    for lane in range(begin, end):
                        means[lane] += chance[of + lane] * means[mean + np.uint64(after[of + lane])]
            if left == most[row]:
                break
            for one in range(groups):
                if source[one]:
                    into, rest = np.uint64(source[one]), quiet[one]
                    for lane in range(begin, end):
                        means[into + lane] = rest * means[lane]
            for number in range(found):
                rank = fitting[number]
                weight = share[rank]
                of, into = np.uint64(rank * MAX_LANES), np.uint64(source[group[rank]])
                if anytime:
                    for lane in range(begin, end):
                        means[into + lane] += weight * max(played[of + lane], means[lane])
                else:
                    for lane in range(begin, end):
                        means[into + lane] += weight * played[of + lane]
        at = np.uint64(used - low)
        for lane in range(first, last):
            cells[at + lane] = means[lane]
        draw_slot = used - low
        slots[row * wide + drawing] = draw_slot
        used += width
        # What it is worth to have just played the card above each column, or a queen that is dead.
        for slot in range(columns + 1):
            slots[row * wide + slot] = NOWHERE
            if slot < columns:
                if height[slot] == full[slot]:
                    continue
                waste = ranks[slot, height[slot]]
                fewest = np.int64(0) if strokes else np.int64(clear_by[index * columns + slot])
                if fewest + np.int64(reach_by[index * columns + slot]) > draws_left:
                    continue
                twin = first_of[waste]
                if twin >= row * wide:
                    slots[row * wide + slot] = slots[twin]
                    continue
                first_of[waste] = row * wide + slot
            else:
                waste = DEAD_QUEEN
                if not dead_queens:
                    continue
            if goes[waste] & exposed == 0:
                slots[row * wide + slot] = draw_slot
                continue
            into = np.uint64(used - low)
            if anytime:
                for lane in range(first, last):
                    cells[into + lane] = means[lane]
            else:
                for lane in range(first, last):
                    cells[into + lane] = worst
            for column in range(columns):
                if tops[column] == BLOCKED or not (goes[waste] >> tops[column]) & 1:
                    continue
                other = place[index - strides[column]]
                if other == ABSENT:
                    continue
                there = slots[other * wide + (columns if step[waste, tops[column]] == DEAD_QUEEN else column)]
                if there == NOWHERE:
                    continue
                at = np.uint64(there)
                begin = np.uint64(max(low, start[least[other]]))
                end = np.uint64(min(high, start[most[other] + 1]))
                for lane in range(begin, end):
                    cells[into + lane] = max(cells[into + lane], cells[at + lane])
            slots[row * wide + slot] = used - low
            used += width


@helper
def value_at(values: Values, lattice: Lattice, index: int, slot: int, wide: int, lane: int, left: int) -> float:
    """One value, NEVER where there is none."""
    row = values.place[index]
    if row == ABSENT or left < values.least[row] or left > values.most[row]:
        return NEVER
    place = values.slot[row * wide + slot]
    if place == NOWHERE:
        return NEVER
    return values.cells[place + lane]
