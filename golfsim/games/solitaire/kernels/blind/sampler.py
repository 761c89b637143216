"""What a player who samples stocks works with, and what the samples say of the heights where drawing is possible."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, inlined
from golfsim.games.solitaire.kernels.blind.planes import (
    Planes,
    bit_count,
    lay_planes,
    new_planes,
    strokes_pass,
    win_pass,
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
    """int64 (box,), scratch: the same after one more draw."""
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


@helper
def survey_heights(sampler: Sampler, hand: Hand, table: RuleTable, strokes: bool) -> int:
    """Find what matters below a hand; returns the rows of a pass, each once for each number of draws left.

    Where there is no room for them it is -1.
    """
    spot, bounds = sampler.spot, sampler.bounds
    if see(hand, spot) > len(sampler.scores):
        return -1
    find_bounds(spot, table, bounds)
    rows = sampler.slices.rows if strokes else sampler.words.rows
    find_rows(spot, bounds, strokes, rows)
    visits = rows.count.sum()
    return visits if visits * (table.columns + 2) + MAX_STOCK + 2 <= CELLS else -1


@helper
def win_samples(sampler: Sampler, table: RuleTable, first: int, last: int, width: int) -> None:
    """Find out what samples `first` to `last - 1` allow who wants to win, in so many words a cell."""
    spot, words = sampler.spot, sampler.words
    lay_planes(sampler.orders, first, last, table, spot.facts[DRAWS_LEFT], width, words)
    win_pass(spot, sampler.bounds, table, True, width, words)


@helper
def choose_samples(among: npt.NDArray[np.uint64], first: int, last: int) -> None:
    """Make `among` the set of samples `first` to `last - 1`."""
    among[:] = 0
    for sample in range(first, last):
        among[sample >> 6] |= np.uint64(1) << np.uint64(sample & 63)


@inlined
def drawing_cell(spot: Spot, planes: Planes, index: int, left: int, width: int) -> int:
    """The first cell of what drawing is worth at some heights with so many draws left, or NOWHERE."""
    rows, cell = planes.rows, NOWHERE
    row, wide = rows.place[index], len(spot.heights) + 2
    if row != ABSENT and rows.least[row] <= left <= rows.most[row]:
        cell = rows.slot[row * wide + wide - 1] + left * width
    return cell


@inlined
def count_wins(planes: Planes, cell: int, among: npt.NDArray[np.uint64], width: int) -> int:
    """How many samples of a set the words of a cell hold."""
    count = 0
    for word in range(width):
        count += bit_count(np.uint64(planes.cells[cell + word]) & among[word])
    return count


@helper
def score_wins(sampler: Sampler, first: int, last: int, width: int) -> None:
    """Add to the score of all heights that can be reached without a draw how often drawing there wins.

    What counts are samples `first` to `last - 1` of the pass before, which had so many words a cell.
    """
    spot, words, among, scores = sampler.spot, sampler.words, sampler.among, sampler.scores
    left = spot.facts[DRAWS_LEFT]
    choose_samples(among, first, last)
    for index in range(spot.facts[BOX]):
        cell = drawing_cell(spot, words, index, left, width)
        if cell != NOWHERE:
            scores[index] += count_wins(words, cell, among, width)


@helper
def score_strokes(sampler: Sampler, table: RuleTable, samples: int) -> None:
    """Add to the score of all heights that can be reached without a draw the results of drawing there."""
    spot, slices, scores = sampler.spot, sampler.slices, sampler.scores
    left = spot.facts[DRAWS_LEFT]
    for start in range(0, samples, SLICE):
        lay_planes(sampler.orders, start, min(start + SLICE, samples), table, left, SLICE, slices)
        strokes_pass(spot, sampler.bounds, table, False, SLICE, slices)
        for index in range(spot.facts[BOX]):
            cell = drawing_cell(spot, slices, index, left, SLICE)
            if cell != NOWHERE:
                for sample in range(SLICE):
                    scores[index] += slices.cells[cell + sample]
