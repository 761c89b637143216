"""What sampled stocks allow below a position, for all samples at once.

A player who samples deals the unseen cards into many stock orders and asks of each what it would allow if it were
known. One backward pass over the box of column heights answers for every state. To win, a cell is the set of
samples that can still be cleared, as bits of 64-bit words; for strokes it is a byte a sample, the best result. Rows
and slots are as in `golfsim.games.solitaire.kernels.blind.values`, with draws left for lanes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.compiled.philox import LANES, STREAM_PLAY, philox_blocks
from golfsim.games.solitaire.kernels.blind.spot import BOX, LEFT, Bounds, Spot
from golfsim.games.solitaire.kernels.blind.values import ABSENT, NOWHERE, fitting_ranks
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import BLOCKED, DEAD_QUEEN, RANK_CODES, WASTE_STATES

MAX_STOCK = 54
PAR = 64
"""The byte of no strokes: a result is PAR minus its strokes, and 0 stands for none."""

BLOCKS = 2**20
"""Random blocks set aside for one decision."""

Cells = npt.NDArray[np.generic]


class Planes(NamedTuple):
    """Room for one pass over `width` words or bytes a cell."""

    place: npt.NDArray[np.int32]
    """int32 (box,): the row of each heights, or ABSENT."""
    least: npt.NDArray[np.int8]
    """int8 (box,): by row, with how few draws left it can still be cleared."""
    most: npt.NDArray[np.int8]
    """int8 (box,): by row, with how many draws left it can be reached at most."""
    slot: npt.NDArray[np.int64]
    """int64 (box * (columns + 2),): by row and slot, the cell of no draws left, or NOWHERE."""
    cells: Cells
    """uint64 or uint8, a multiple of `width`."""
    accepted: Cells
    """Like `cells`, (2 * 14 * (MAX_STOCK + 1) * width,): by rank code of a column card and draws left, a mask of the
    samples whose next card it goes on; then of those where it makes a dead queen."""
    ends: Cells
    """Like `cells`, ((MAX_STOCK + 1) * width,): by draws left, the results of a cleared tableau."""


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
    lanes, words = np.empty((4, LANES), np.uint64), np.empty(4 * LANES, np.uint32)
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
                philox_blocks(seed, np.uint64(STREAM_PLAY), deal, block, lanes, words)
                block += np.uint64(LANES)
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
            value = mask if in_words else np.uint64(PAR + draws)
            ends[draws * width + at] |= value
            if draws == 0:
                continue
            drawn = orders[sample, draws]
            for card in range(RANK_CODES):
                state = step[drawn, card]
                if state != BLOCKED:
                    kind = RANK_CODES if state == DEAD_QUEEN else 0
                    accepted[((kind + card) * (MAX_STOCK + 1) + draws) * width + at] |= mask


def make_pass(join: Callable[..., object]) -> Callable[..., None]:
    """The pass for cells whose better of two results is `join` of them."""

    @helper
    def sample_pass(spot: Spot, bounds: Bounds, table: RuleTable, clearing: bool, width: int, planes: Planes) -> None:
        """Write the cells of all rows; with `clearing`, what cannot be cleared any more gets none."""
        ranks, full, strides = spot.ranks, spot.heights, spot.strides
        place, least, most, slots, cells = planes.place, planes.least, planes.most, planes.slot, planes.cells
        accepted, ends = planes.accepted, planes.ends
        reach_by, clear_by = bounds.reach_by, bounds.clear_by
        step, anytime, draws_left = table.step, table.anytime, spot.state[LEFT]
        columns = len(full)
        wide, drawing = columns + 2, columns + 1
        none = cells.dtype.type(0)
        dead_queens = False
        for waste in range(RANK_CODES):
            for rank in range(RANK_CODES):
                dead_queens |= step[waste, rank] == DEAD_QUEEN
        goes, _ = fitting_ranks(step, spot.unseen)
        first_of = np.full(WASTE_STATES, -1)
        height = np.zeros(columns, np.int64)
        tops = np.full(columns, BLOCKED, np.int64)
        # Room below the first row keeps the cell of no draws left, and the one before, from being negative.
        total, used = 0, (draws_left + 2) * width
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
            low, high = width * np.int64(least[row]), width * (np.int64(most[row]) + 1)
            first, last = np.uint64(low), np.uint64(high)
            size = high - low
            base = used - low
            used += size
            at = np.uint64(base)
            if total == 0:
                for cell in range(first, last):
                    cells[at + cell] = ends[cell]
                for slot in range(wide):
                    slots[row * wide + slot] = base
                continue
            # Draw and play what the card of each sample allows, or draw and go on.
            for cell in range(first, last):
                cells[at + cell] = none
            if low == 0 and not clearing:
                for cell in range(np.uint64(width)):
                    # The end with cards left, where there is a sample.
                    cells[at + cell] = ends[cell] - cells.dtype.type(total) if ends[cell] else none
            exposed = 0
            for column in range(columns):
                if tops[column] == BLOCKED:
                    continue
                exposed |= 1 << tops[column]
                other = place[index - strides[column]]
                if other == ABSENT:
                    continue
                # A state after a draw has one draw left less.
                begin = np.uint64(max(low, width * (np.int64(least[other]) + 1)))
                end = np.uint64(min(high, width * (np.int64(most[other]) + 2)))
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
                            if tops[column] != BLOCKED:
                                for kind in range(2):
                                    mask = np.uint64((kind * RANK_CODES + tops[column]) * (MAX_STOCK + 1) * width)
                                    fits |= accepted[mask + cell]
                        going &= np.invert(fits)
                    cells[at + cell] = join(cells[at + cell], going)
            slots[row * wide + drawing] = base
            # Just after the card above each column was played, or a queen that is dead.
            for slot in range(columns + 1):
                slots[row * wide + slot] = NOWHERE
                if slot < columns:
                    if height[slot] == full[slot]:
                        continue
                    waste = ranks[slot, height[slot]]
                    fewest = np.int64(clear_by[index * columns + slot]) if clearing else np.int64(0)
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
                    slots[row * wide + slot] = base
                    continue
                into = np.uint64(used - low)
                for cell in range(first, last):
                    cells[into + cell] = cells[at + cell] if anytime else none
                for column in range(columns):
                    if tops[column] == BLOCKED or not (goes[waste] >> tops[column]) & 1:
                        continue
                    other = place[index - strides[column]]
                    if other == ABSENT:
                        continue
                    there = slots[other * wide + (columns if step[waste, tops[column]] == DEAD_QUEEN else column)]
                    if there == NOWHERE:
                        continue
                    begin = np.uint64(max(low, width * np.int64(least[other])))
                    end = np.uint64(min(high, width * (np.int64(most[other]) + 1)))
                    for cell in range(begin, end):
                        cells[into + cell] = join(cells[into + cell], cells[np.uint64(there) + cell])
                slots[row * wide + slot] = used - low
                used += size

    return sample_pass


@helper
def either(one: np.uint64, other: np.uint64) -> np.uint64:
    """The samples of two sets."""
    return one | other


@helper
def better(one: np.uint8, other: np.uint8) -> np.uint8:
    """The higher of two results."""
    return max(one, other)


win_pass = make_pass(either)
strokes_pass = make_pass(better)


@helper
def bit_count(word: np.uint64) -> int:
    """How many bits are set."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))
