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

from golfsim.compiled.jit import helper, inlined
from golfsim.games.solitaire.kernels.blind.box import TOPS, up
from golfsim.games.solitaire.kernels.blind.lattice import GROUPS, LANES, MAX_LANES, Lattice
from golfsim.games.solitaire.kernels.blind.rows import ABSENT, NOWHERE, Rows, Sweep, fill_best, new_rows, new_sweep
from golfsim.games.solitaire.kernels.blind.spot import BOX, Bounds, Spot, neighbours
from golfsim.games.solitaire.kernels.hand import EMPTY
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import DEAD_QUEEN, RANK_CODES

ROUNDING = np.float32(1e-4)
"""Less than the smallest share of a rank in a group."""

HOPELESS = np.float32(-1e30)
"""Worse than any value."""


class Values(NamedTuple):
    """Room for the values below one position, and what a pass needs."""

    rows: Rows
    cells: npt.NDArray[np.float32]
    """float32: the values, by slot and lane; lanes are sorted by draws left."""
    played: npt.NDArray[np.float32]
    """float32 (14 * MAX_LANES,): scratch, by rank code and lane the value of playing on a drawn card."""
    means: npt.NDArray[np.float32]
    """float32 (15 * MAX_LANES,): scratch; the value of drawing, then by group the mean over its next card."""
    fits: npt.NDArray[np.bool_]
    """bool (14,): scratch, whether something can be played on a drawn card, by its rank code."""
    fitting: npt.NDArray[np.int64]
    """int64 (14,): scratch, the rank codes for which that is so."""
    source: npt.NDArray[np.int64]
    """int64 (14,): scratch, by group where its means are; those of drawing where nothing fits a card of it."""
    quiet: npt.NDArray[np.float32]
    """float32 (14,): scratch, by group the share of cards that nothing fits."""


@helper
def new_values(box: int, columns: int, cells: npt.NDArray[np.float32]) -> Values:
    """Room for so many heights, and `cells` for their values."""
    return Values(
        new_rows(box, columns),
        cells,
        np.zeros(RANK_CODES * MAX_LANES, np.float32),
        np.zeros((RANK_CODES + 1) * MAX_LANES, np.float32),
        np.zeros(RANK_CODES, np.bool_),
        np.zeros(RANK_CODES, np.int64),
        np.zeros(RANK_CODES, np.int64),
        np.zeros(RANK_CODES, np.float32),
    )


# Loops run over lanes with unsigned numbers, without which numba tests every index for a negative one.


@inlined
def play_on_drawn(
    sweep: Sweep, values: Values, takers: npt.NDArray[np.int64], index: int, low: int, high: int, worst: np.float32
) -> int:
    """Write what playing on a drawn card is worth, by its rank; returns how many ranks have something to play.

    Args:
        sweep: stands at heights `index`.
        takers: int64 (15, 14), the unseen rank codes that each rank code goes on; see `neighbours`.
        low, high: the lanes after the draw.
        worst: the value of what cannot be.
    """
    place, least, most, slots = sweep.place, sweep.least, sweep.most, sweep.slot
    tops, strides, start = sweep.walk[TOPS], sweep.strides, sweep.edges
    cells, played, fits, fitting = values.cells, values.played, values.fits, values.fitting
    columns = len(tops)
    found = 0
    for column in range(columns):
        card = tops[column]
        if card == EMPTY:
            continue
        other = place[index - strides[column]]
        for taker in range(RANK_CODES):
            rank = takers[card, taker]
            if rank == EMPTY:
                break
            into = np.uint64(rank * MAX_LANES)
            if not fits[rank]:
                fits[rank] = True
                fitting[found] = rank
                found += 1
                for lane in range(np.uint64(low), np.uint64(high)):
                    played[into + lane] = worst
            if other == ABSENT:
                continue
            there = slots[other * (columns + 2) + (columns if sweep.step[rank, card] == DEAD_QUEEN else column)]
            if there == NOWHERE:
                continue
            at = np.uint64(there)
            begin = np.uint64(max(low, start[least[other]]))
            end = np.uint64(min(high, start[most[other] + 1]))
            for lane in range(begin, end):
                played[into + lane] = max(played[into + lane], cells[at + lane])
    return found


@inlined
def split_groups(values: Values, lattice: Lattice, found: int) -> None:
    """Say of each group where its means are and what share of it stays quiet, with `found` ranks that do not."""
    source, quiet, fits, fitting = values.source, values.quiet, values.fits, values.fitting
    group, share, groups = lattice.group, lattice.share, lattice.shape[GROUPS]
    for one in range(groups):
        source[one], quiet[one] = 0, np.float32(0.0)
    for number in range(found):
        one = group[fitting[number]]
        if source[one] == 0:
            source[one], quiet[one] = (one + 1) * MAX_LANES, np.float32(1.0)
        quiet[one] -= share[fitting[number]]
        fits[fitting[number]] = False
    for one in range(groups):
        # What is left of 1 where every rank fits is rounding.
        if quiet[one] < ROUNDING:
            quiet[one] = np.float32(0.0)


@inlined
def mean_draws(
    values: Values, lattice: Lattice, found: int, below: int, least: int, most: int, empty: np.float32, anytime: bool
) -> None:
    """Write what drawing is worth with `least` to `most` cards left, from few to many, and the means it leads to.

    Args:
        found: ranks of drawn cards on which something can be played.
        below: the fewest cards left after the first draw.
        empty: the value of an empty stock.
        anytime: see `RuleTable`.
    """
    played, means, source, quiet, fitting = values.played, values.means, values.source, values.quiet, values.fitting
    group, share, start = lattice.group, lattice.share, lattice.start
    chance, after, groups = lattice.chance, lattice.next, lattice.shape[GROUPS]
    for left in range(below, most + 1):
        begin, end = np.uint64(start[left]), np.uint64(start[left + 1])
        for lane in range(begin, end):
            means[lane] = np.float32(0.0)
        if left == 0:
            means[0] = empty
        elif left >= least:
            for one in range(groups):
                of, mean = np.uint64(one * MAX_LANES), np.uint64(source[one])
                for lane in range(begin, end):
                    means[lane] += chance[of + lane] * means[mean + np.uint64(after[of + lane])]
        if left == most:
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


@helper
def value_pass(spot: Spot, bounds: Bounds, table: RuleTable, lattice: Lattice, strokes: bool, values: Values) -> None:
    """Write the values of all rows: the chance to clear all columns or, with `strokes`, minus the mean strokes."""
    place, least, most, slots = values.rows.place, values.rows.least, values.rows.most, values.rows.slot
    cells, means, start = values.cells, values.means, lattice.start
    sweep = new_sweep(spot, bounds, table, values.rows, not strokes, start)
    walk = sweep.walk
    _, takers = neighbours(table.step, spot.unseen)
    wide = table.columns + 2
    worst = HOPELESS if strokes else np.float32(0.0)
    # Room below the first row keeps the cell of lane 0 from being negative.
    total, used = 0, lattice.shape[LANES]
    for index in range(spot.facts[BOX]):
        if index > 0:
            total += up(walk)
        row = place[index]
        if row == ABSENT:
            continue
        low, high = start[least[row]], start[most[row] + 1]
        drawing = used - low
        used += high - low
        if total == 0:
            for left in range(least[row], most[row] + 1):
                value = np.float32(left) if strokes else np.float32(1.0)
                for lane in range(start[left], start[left + 1]):
                    cells[drawing + lane] = value
            for slot in range(wide):
                slots[row * wide + slot] = drawing
            continue
        # After the draw one card less is left.
        below = np.int64(max(np.int64(least[row]) - 1, 0))
        found = play_on_drawn(sweep, values, takers, index, start[below], start[most[row]], worst)
        split_groups(values, lattice, found)
        empty = np.float32(-total) if strokes else np.float32(0.0)
        mean_draws(values, lattice, found, below, np.int64(least[row]), np.int64(most[row]), empty, table.anytime)
        at = np.uint64(drawing)
        for lane in range(np.uint64(low), np.uint64(high)):
            cells[at + lane] = means[lane]
        slots[row * wide + wide - 1] = drawing
        used = fill_best(sweep, cells, worst, index, drawing, used)


@helper
def value_at(values: Values, lattice: Lattice, index: int, slot: int, wide: int, lane: int, left: int) -> float:
    """One value, HOPELESS where there is none."""
    row = values.rows.place[index]
    if row == ABSENT or left < values.rows.least[row] or left > values.rows.most[row]:
        return HOPELESS
    place = values.rows.slot[row * wide + slot]
    if place == NOWHERE:
        return HOPELESS
    return values.cells[place + lane]
