"""What sampled stocks allow below a position, for all samples at once.

A player who samples deals the unseen cards into many stock orders and asks of each what it would allow if it were
known. One backward pass over the box of column heights answers for every state. To win, a cell is the set of
samples that can still be cleared, as bits of 64-bit words; for strokes it is a byte a sample, the best result. Rows
and slots are as in `golfsim.games.solitaire.kernels.blind.rows`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.compiled.philox import BLOCKS_ABREAST, STREAM_PLAY, philox_blocks
from golfsim.games.solitaire.kernels.blind.box import TOPS, up
from golfsim.games.solitaire.kernels.blind.rows import (
    ABSENT,
    NOWHERE,
    Rows,
    better,
    either,
    fill_best,
    fill_either,
    new_rows,
    new_sweep,
)
from golfsim.games.solitaire.kernels.blind.spot import BOX, DRAWS_LEFT, Bounds, Spot
from golfsim.games.solitaire.kernels.hand import EMPTY
from golfsim.games.solitaire.kernels.tables import MAX_STOCK, RuleTable
from golfsim.games.solitaire.rules import BLOCKED, DEAD_QUEEN, RANK_CODES

ZERO_STROKES = 64
"""The byte of no strokes: a result is ZERO_STROKES minus its strokes, and 0 stands for none."""

BLOCKS = 2**20
"""Random blocks set aside for one decision."""

Cells = npt.NDArray[np.generic]


class Planes(NamedTuple):
    """Room for one pass over `width` words or bytes a cell."""

    rows: Rows
    cells: Cells
    """uint64 or uint8, by slot and draws left, `width` for each."""
    accepted: Cells
    """Like `cells`, (2 * 14 * (MAX_STOCK + 1) * width,): by rank code of a column card and draws left, a mask of the
    samples whose next card it goes on; then of those where it makes a dead queen."""
    ends: Cells
    """Like `cells`, ((MAX_STOCK + 1) * width,): by draws left, the results of a cleared tableau."""


@helper
def new_planes(box: int, columns: int, width: int, cells: Cells) -> Planes:
    """Room for a pass; `cells` is part of it."""
    return Planes(
        new_rows(box, columns),
        cells,
        np.empty(2 * RANK_CODES * (MAX_STOCK + 1) * width, cells.dtype),
        np.empty((MAX_STOCK + 1) * width, cells.dtype),
    )


@helper
def sample_orders(
    unseen: npt.NDArray[np.int64], seed: np.uint64, deal: np.uint64, decision: int, orders: npt.NDArray[np.uint8]
) -> None:
    """Shuffle the unseen cards, sorted, once for each sample.

    Args:
        unseen: int64 (14,): cards of each rank code.
        seed, deal, decision: key the random numbers, and nothing else does.
        orders: uint8 (samples, MAX_STOCK + 1), written: the rank code turned with so many draws left.
    """
    blocks, words = np.empty((4, BLOCKS_ABREAST), np.uint64), np.empty(4 * BLOCKS_ABREAST, np.uint32)
    block, used = np.uint64(decision * BLOCKS), len(words)
    for sample in range(len(orders)):
        order = orders[sample]
        left = 0
        for rank in range(RANK_CODES):
            for _ in range(unseen[rank]):
                left += 1
                order[left] = rank
        for place in range(left, 1, -1):
            if used == len(words):
                philox_blocks(seed, np.uint64(STREAM_PLAY), deal, block, blocks, words)
                block += np.uint64(BLOCKS_ABREAST)
                used = 0
            other = 1 + ((np.int64(words[used]) * place) >> 32)
            used += 1
            order[place], order[other] = order[other], order[place]


@helper
def lay_planes(
    orders: npt.NDArray[np.uint8], first: int, last: int, table: RuleTable, left: int, width: int, planes: Planes
) -> None:
    """Write the masks and ends of samples `first` to `last - 1`: a bit each of words, or a byte each of bytes."""
    accepted, ends, step = planes.accepted, planes.ends, table.step
    in_words = planes.cells.itemsize == 8
    accepted[:] = 0
    ends[:] = 0
    for sample in range(first, last):
        number = sample - first
        at = number >> 6 if in_words else number
        mask = np.uint64(1) << np.uint64(number & 63) if in_words else np.uint64(255)
        for draws in range(left + 1):
            value = mask if in_words else np.uint64(ZERO_STROKES + draws)
            ends[draws * width + at] |= value
            if draws == 0:
                continue
            drawn = orders[sample, draws]
            for card in range(RANK_CODES):
                waste = step[drawn, card]
                if waste != BLOCKED:
                    kind = RANK_CODES if waste == DEAD_QUEEN else 0
                    accepted[((kind + card) * (MAX_STOCK + 1) + draws) * width + at] |= mask


def make_pass(join: Callable[..., object], fill_slots: Callable[..., int]) -> Callable[..., None]:
    """The pass for cells whose better of two results is `join` of them; see `make_slots`."""

    @helper
    def sample_pass(spot: Spot, bounds: Bounds, table: RuleTable, clearing: bool, width: int, planes: Planes) -> None:
        """Write the cells of all rows; with `clearing`, what cannot be cleared any more gets none."""
        place, least, most, slots = planes.rows.place, planes.rows.least, planes.rows.most, planes.rows.slot
        cells, ends = planes.cells, planes.ends
        edges = width * np.arange(MAX_STOCK + 2)
        sweep = new_sweep(spot, bounds, table, planes.rows, clearing, edges)
        walk, tops = sweep.walk, sweep.walk[TOPS]
        strides, dead_queens = sweep.strides, sweep.dead_queens
        accepted, columns, anytime = planes.accepted, table.columns, table.anytime
        wide = columns + 2
        none = cells.dtype.type(0)
        # Room below the first row keeps the cell of no draws left, and the one before, from being negative.
        total, used = 0, (spot.facts[DRAWS_LEFT] + 2) * width
        for index in range(spot.facts[BOX]):
            if index > 0:
                total += up(walk)
            row = place[index]
            if row == ABSENT:
                continue
            low, high = edges[least[row]], edges[most[row] + 1]
            first, last = np.uint64(low), np.uint64(high)
            drawing = used - low
            used += high - low
            at = np.uint64(drawing)
            if total == 0:
                for cell in range(first, last):
                    cells[at + cell] = ends[cell]
                for slot in range(wide):
                    slots[row * wide + slot] = drawing
                continue
            for cell in range(first, last):
                cells[at + cell] = none
            if low == 0 and not clearing:
                for cell in range(np.uint64(width)):
                    # The end with cards left, where there is a sample.
                    cells[at + cell] = ends[cell] - cells.dtype.type(total) if ends[cell] else none
            # Draw and play what the card of each sample allows, or draw and go on.
            for column in range(columns):
                if tops[column] == EMPTY:
                    continue
                other = place[index - strides[column]]
                if other == ABSENT:
                    continue
                # A state after a draw has one draw left less.
                begin = np.uint64(max(low, edges[least[other]] + width))
                end = np.uint64(min(high, edges[most[other] + 1] + width))
                for dead in range(1 + dead_queens):
                    there = slots[other * wide + (columns if dead else column)]
                    if there == NOWHERE:
                        continue
                    mask = np.uint64((dead * RANK_CODES + tops[column]) * (MAX_STOCK + 1) * width)
                    back = np.uint64(there - width)
                    for cell in range(begin, end):
                        cells[at + cell] = join(cells[at + cell], accepted[mask + cell] & cells[back + cell])
            for left in range(np.int64(least[row]) + 1, np.int64(most[row]) + 1):
                for cell in range(np.uint64(left * width), np.uint64((left + 1) * width)):
                    going = cells[at + cell - np.uint64(width)]
                    if not anytime:
                        fits = none
                        for column in range(columns):
                            if tops[column] != EMPTY:
                                for kind in range(2):
                                    mask = np.uint64((kind * RANK_CODES + tops[column]) * (MAX_STOCK + 1) * width)
                                    fits |= accepted[mask + cell]
                        going &= np.invert(fits)
                    cells[at + cell] = join(cells[at + cell], going)
            slots[row * wide + wide - 1] = drawing
            used = fill_slots(sweep, cells, none, index, drawing, used)

    return sample_pass


win_pass = make_pass(either, fill_either)
strokes_pass = make_pass(better, fill_best)


@helper
def bit_count(word: np.uint64) -> int:
    """How many bits are set."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@helper
def count_among(planes: Planes, at: int, among: npt.NDArray[np.uint64]) -> int:
    """How many samples of a set, uint64 (width,), the words of the cell at `at` hold."""
    count = 0
    for word in range(len(among)):
        count += bit_count(np.uint64(planes.cells[at + word]) & among[word])
    return count
