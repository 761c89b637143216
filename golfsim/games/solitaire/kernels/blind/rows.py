"""Rows for the heights that can matter, slots in them, and the part of a backward pass that all passes share.

A row has a slot for each column: what it is worth to have just played the card above the present height of that
column; one for having made a dead queen; and one for drawing. A slot names its first cell, and slots of equal worth
share cells. What a cell is, and which of two is better, differs from pass to pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, inlined
from golfsim.games.solitaire.kernels.blind.box import FULL, HEIGHTS, LASTS, TOPS, Walk, new_walk
from golfsim.games.solitaire.kernels.blind.spot import BOX, DRAWS_LEFT, Bounds, Spot
from golfsim.games.solitaire.kernels.tables import MAX_STOCK, RuleTable, accepted_ranks
from golfsim.games.solitaire.rules import DEAD_QUEEN, RANK_CODES, WASTE_STATES

ABSENT = -1
NOWHERE = -(2**60)


class Rows(NamedTuple):
    """Rows by heights, and their slots by row; a row has cells for `least` to `most` draws left."""

    place: npt.NDArray[np.int32]
    """int32 (box,): the row of each heights, or ABSENT where they cannot matter."""
    least: npt.NDArray[np.int8]
    """int8 (box,): by row, with how few draws left it can still be cleared."""
    most: npt.NDArray[np.int8]
    """int8 (box,): by row, with how many draws left it can be reached at most."""
    slot: npt.NDArray[np.int64]
    """int64 (box * (columns + 2),): by row and slot, where the cells would start that it has with no draws left, or
    NOWHERE. Slot c is for the card above the present height of column c, slot `columns` for a dead queen, the last
    for drawing."""
    count: npt.NDArray[np.int64]
    """int64 (MAX_STOCK + 1,): how many rows are of interest with so many draws left."""


@helper
def new_rows(box: int, columns: int) -> Rows:
    """Room for so many heights."""
    return Rows(
        np.empty(box, np.int32),
        np.empty(box, np.int8),
        np.empty(box, np.int8),
        np.empty(box * (columns + 2), np.int64),
        np.zeros(MAX_STOCK + 1, np.int64),
    )


@helper
def find_rows(spot: Spot, bounds: Bounds, strokes: bool, rows: Rows) -> None:
    """Give a row to all heights of the box that can matter; with `strokes` also to those that cannot be cleared."""
    left = spot.facts[DRAWS_LEFT]
    found = 0
    rows.count[:] = 0
    for index in range(spot.facts[BOX]):
        rows.place[index] = ABSENT
        least = 0 if strokes else np.int64(bounds.clear[index])
        most = left - bounds.reach[index]
        if least > most:
            continue
        rows.place[index] = found
        rows.least[found] = least
        rows.most[found] = most
        for draws in range(least, most + 1):
            rows.count[draws] += 1
        found += 1


class Sweep(NamedTuple):
    """One backward pass."""

    place: npt.NDArray[np.int32]
    least: npt.NDArray[np.int8]
    most: npt.NDArray[np.int8]
    slot: npt.NDArray[np.int64]
    """See `Rows`."""
    walk: Walk
    strides: npt.NDArray[np.int64]
    """See `Spot`."""
    reach_by: npt.NDArray[np.int8]
    clear_by: npt.NDArray[np.int8]
    """See `Bounds`."""
    draws_left: int
    step: npt.NDArray[np.int8]
    anytime: bool
    """See `RuleTable`."""
    clearing: bool
    """Whether what cannot be cleared any more is worth nothing."""
    edges: npt.NDArray[np.int64]
    """int64 (MAX_STOCK + 2,): the first cell of a slot with so many draws left; one place more ends the last."""
    accepted: npt.NDArray[np.int64]
    """int64 (waste states,): the rank codes that go on each, as bits."""
    dead_queens: bool
    """Whether a play can make a dead queen."""
    twins: npt.NDArray[np.int64]
    """int64 (waste states,), scratch: the slot in which a rank code was met last."""


@helper
def makes_dead_queens(step: npt.NDArray[np.int8]) -> bool:
    """Whether a play can make a dead queen."""
    for waste in range(RANK_CODES):
        for rank in range(RANK_CODES):
            if step[waste, rank] == DEAD_QUEEN:
                return True
    return False


@inlined
def new_sweep(
    spot: Spot, bounds: Bounds, table: RuleTable, rows: Rows, clearing: bool, edges: npt.NDArray[np.int64]
) -> Sweep:
    """A pass to begin at the empty columns."""
    return Sweep(
        rows.place,
        rows.least,
        rows.most,
        rows.slot,
        new_walk(spot.ranks, spot.heights),
        spot.strides,
        bounds.reach_by,
        bounds.clear_by,
        spot.facts[DRAWS_LEFT],
        table.step,
        table.anytime,
        clearing,
        edges,
        accepted_ranks(table.step),
        makes_dead_queens(table.step),
        np.full(WASTE_STATES, -1),
    )


def make_slots(join: Callable[..., object]) -> Callable[..., Any]:
    """What fills the slots of a row just after a play, for cells whose better of two is `join` of them."""

    @inlined
    def fill_slots(
        sweep: Sweep, cells: npt.NDArray[np.generic], worst: np.generic, index: int, drawing: int, used: int
    ) -> int:
        """Write the cells of all slots but that of drawing, whose cells start at `drawing`.

        Args:
            sweep: stands at heights `index` which have a row.
            cells: the first `used` are in use.
            worst: the worth of what cannot be.

        Returns:
            How many cells are in use now.
        """
        place, least, most, slots = sweep.place, sweep.least, sweep.most, sweep.slot
        walk, accepted, twins, step = sweep.walk, sweep.accepted, sweep.twins, sweep.step
        strides, reach_by, clear_by = sweep.strides, sweep.reach_by, sweep.clear_by
        draws_left, edges = sweep.draws_left, sweep.edges
        columns = walk.shape[1]
        wide = columns + 2
        row = np.int64(place[index])
        low, high = edges[least[row]], edges[most[row] + 1]
        first, last, at = np.uint64(low), np.uint64(high), np.uint64(drawing)
        exposed = 0
        for column in range(columns):
            exposed |= 1 << walk[TOPS, column]
        for slot in range(columns + 1):
            slots[row * wide + slot] = NOWHERE
            if slot < columns:
                if walk[HEIGHTS, slot] == walk[FULL, slot]:
                    continue
                waste = walk[LASTS, slot]
                fewest = np.int64(clear_by[index * columns + slot]) if sweep.clearing else np.int64(0)
                if fewest + np.int64(reach_by[index * columns + slot]) > draws_left:
                    continue
                twin = twins[waste]
                if twin >= row * wide:
                    slots[row * wide + slot] = slots[twin]
                    continue
                twins[waste] = row * wide + slot
            else:
                waste = DEAD_QUEEN
                if not sweep.dead_queens:
                    continue
            if accepted[waste] & exposed == 0:
                slots[row * wide + slot] = drawing
                continue
            into = np.uint64(used - low)
            if sweep.anytime:
                for cell in range(first, last):
                    cells[into + cell] = cells[at + cell]
            else:
                for cell in range(first, last):
                    cells[into + cell] = worst
            for column in range(columns):
                card = walk[TOPS, column]
                if not (accepted[waste] >> card) & 1:
                    continue
                other = place[index - strides[column]]
                if other == ABSENT:
                    continue
                there = slots[other * wide + (columns if step[waste, card] == DEAD_QUEEN else column)]
                if there == NOWHERE:
                    continue
                source = np.uint64(there)
                begin = np.uint64(max(low, edges[least[other]]))
                end = np.uint64(min(high, edges[most[other] + 1]))
                for cell in range(begin, end):
                    cells[into + cell] = join(cells[into + cell], cells[source + cell])
            slots[row * wide + slot] = used - low
            used += high - low
        return used

    return fill_slots


@helper
def better(one: Any, other: Any) -> Any:
    """The higher of two results."""
    return max(one, other)


@helper
def either(one: np.uint64, other: np.uint64) -> np.uint64:
    """The samples of two sets."""
    return one | other


fill_best = make_slots(better)
fill_either = make_slots(either)
