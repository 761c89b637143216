"""What a player who samples stocks works with, and what the samples say of the heights where drawing is possible."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, inlined
from golfsim.games.solitaire.kernels.blind.planes import Planes, bit_count, new_planes
from golfsim.games.solitaire.kernels.blind.rows import ABSENT, find_rows
from golfsim.games.solitaire.kernels.blind.spot import (
    BOX,
    Bounds,
    Spot,
    box_room,
    find_bounds,
    new_bounds,
    new_spot,
    see,
)
from golfsim.games.solitaire.kernels.chain import Trail, new_trail
from golfsim.games.solitaire.kernels.hand import Hand
from golfsim.games.solitaire.kernels.tables import MAX_STOCK, RuleTable

CELLS = 48_000_000
"""Cells a pass has room for: 384 MB of words, of which classic deals touch a third."""

WORD, SLICE = 64, 32
"""Samples of one pass: a bit each to win, a byte each for strokes."""

MOST_ENDS = 4096
"""Ends of runs that are kept at most."""


class Sampler(NamedTuple):
    """Room for one decision after another."""

    spot: Spot
    bounds: Bounds
    words: Planes
    """To win."""
    slices: Planes
    """For strokes."""
    orders: npt.NDArray[np.uint8]
    """uint8 (samples, MAX_STOCK + 1): the sampled stocks; see `sample_orders`."""
    among: npt.NDArray[np.uint64]
    """uint64 (words of the widest pass,), scratch: a set of samples."""
    scores: npt.NDArray[np.int64]
    """int64 (box,): by heights, what drawing there is worth."""
    after: npt.NDArray[np.int64]
    """int64 (box,), scratch: the same with one draw left less."""
    ends: npt.NDArray[np.int64]
    """int64 (MOST_ENDS,): the heights at which runs may end, by number."""
    trail: Trail


@helper
def words_for(samples: int) -> int:
    """Words that hold so many samples."""
    return (samples + WORD - 1) // WORD


@helper
def new_sampler(
    table: RuleTable, samples: int, more: int, bits: npt.NDArray[np.uint64], bytes_: npt.NDArray[np.uint8]
) -> Sampler:
    """Room for decisions by `samples` stocks and `more`; `bits` and `bytes_` are part of it."""
    box, widest = box_room(table), 1 + words_for(more)
    return Sampler(
        new_spot(table),
        new_bounds(box, table.columns),
        new_planes(box, table.columns, widest, bits),
        new_planes(box, table.columns, SLICE, bytes_),
        np.empty((samples + more, MAX_STOCK + 1), np.uint8),
        np.zeros(widest, np.uint64),
        np.zeros(box, np.int64),
        np.zeros(box, np.int64),
        np.empty(MOST_ENDS, np.int64),
        new_trail(table),
    )


@inlined
def survey_heights(sampler: Sampler, hand: Hand, table: RuleTable, strokes: bool) -> int:
    """Find what matters below a hand; returns the rows of a pass, each once for each number of draws left.

    Where there is no room for them it is -1.
    """
    spot, bounds, rows = sampler.spot, sampler.bounds, sampler.slices.rows if strokes else sampler.words.rows
    visits = -1
    if see(hand, spot) <= len(sampler.scores):
        find_bounds(spot, table, bounds)
        find_rows(spot, bounds, strokes, rows)
        visits = rows.count.sum()
        if visits * (table.columns + 2) + MAX_STOCK + 2 > CELLS:
            visits = -1
    return visits


@helper
def choose_samples(among: npt.NDArray[np.uint64], first: int, last: int) -> None:
    """Make `among` the set of samples `first` to `last - 1`."""
    among[:] = 0
    for sample in range(first, last):
        among[sample >> 6] |= np.uint64(1) << np.uint64(sample & 63)


@helper
def within_reach(spot: Spot, bounds: Bounds, draws: int) -> npt.NDArray[np.int64]:
    """int64: the heights, by number, that might be reached with so many draws."""
    near, found = np.empty(spot.facts[BOX], np.int64), 0
    for index in range(spot.facts[BOX]):
        if bounds.reach[index] <= draws:
            near[found] = index
            found += 1
    return near[:found]


@helper
def add_scores(
    planes: Planes,
    near: npt.NDArray[np.int64],
    left: int,
    among: npt.NDArray[np.uint64],
    width: int,
    scores: npt.NDArray[np.int64],
) -> None:
    """Add to the scores of some heights what drawing there with so many draws left is worth.

    Args:
        near: int64, the heights by number.
        among: uint64 (width,), the set of samples that count where cells are words; of bytes all do.
        width: words or bytes for each number of draws left.
    """
    wide = len(planes.rows.slot) // len(planes.rows.place)
    for index in near:
        row = planes.rows.place[index]
        if row == ABSENT or planes.rows.least[row] > left or planes.rows.most[row] < left:
            continue
        at = planes.rows.slot[row * wide + wide - 1] + left * width
        for cell in range(width):
            if planes.cells.itemsize == 8:
                scores[index] += bit_count(np.uint64(planes.cells[at + cell]) & among[cell])
            else:
                scores[index] += planes.cells[at + cell]
