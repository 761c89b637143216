"""Perfect-information Monte Carlo: sampled stocks, each valued as if it were known, decide where the run ends."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, kernel
from golfsim.games.solitaire.kernels.blind.planes import (
    MAX_STOCK,
    Cells,
    Planes,
    bit_count,
    lay_planes,
    sample_orders,
    strokes_pass,
    win_pass,
)
from golfsim.games.solitaire.kernels.blind.runs import best_run, end_of
from golfsim.games.solitaire.kernels.blind.spot import (
    BOX,
    LEFT,
    Spot,
    box_room,
    find_bounds,
    look,
    new_bounds,
    new_spot,
)
from golfsim.games.solitaire.kernels.blind.through import best_through_draw, close_ends
from golfsim.games.solitaire.kernels.blind.values import ABSENT, find_rows
from golfsim.games.solitaire.kernels.chain import longest_run, new_visited
from golfsim.games.solitaire.kernels.hand import DRAWS, draw, draws_left, finish, lay_out, new_hand, play
from golfsim.games.solitaire.kernels.hand import LEFT as CARDS_LEFT
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import RANK_CODES

CELLS = 48_000_000
"""Cells a pass has room for: 384 MB of words, of which classic deals touch a third."""

WORD, SLICE = 64, 32
"""Samples of one pass: a bit each to win, a byte each for strokes."""

PREFERRED = 2**40
"""More than any score."""

CHEAP = 2_000_000
"""Words that a pass over more samples may visit, counted without slots: some 40 ms."""


def new_bits_and_bytes(strokes: bool) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
    """Room for the cells of one objective. Memory is taken up only as far as it is used."""
    return np.empty(1 if strokes else CELLS, np.uint64), np.empty(SLICE * CELLS if strokes else 1, np.uint8)


@helper
def new_planes(box: int, columns: int, width: int, cells: Cells) -> Planes:
    """Room for a pass; `cells` is part of it."""
    return Planes(
        np.empty(box, np.int32),
        np.empty(box, np.int8),
        np.empty(box, np.int8),
        np.empty(box * (columns + 2), np.int64),
        cells,
        np.empty(2 * RANK_CODES * (MAX_STOCK + 1) * width, cells.dtype),
        np.empty((MAX_STOCK + 1) * width, cells.dtype),
    )


@helper
def score_rows(
    spot: Spot, width: int, planes: Planes, among: npt.NDArray[np.uint64], scores: npt.NDArray[np.int64]
) -> None:
    """Add to the score of all heights that can be reached without a draw what drawing there is worth.

    `among`, uint64 (width,), is the set of samples that count where cells are words.
    """
    left, wide = spot.state[LEFT], len(spot.heights) + 2
    for index in range(spot.state[BOX]):
        row = planes.place[index]
        if row == ABSENT or planes.most[row] < left:
            continue
        at = planes.slot[row * wide + wide - 1] + left * width
        for cell in range(width):
            if planes.cells.itemsize == 8:
                scores[index] += bit_count(np.uint64(planes.cells[at + cell]) & among[cell])
            else:
                scores[index] += planes.cells[at + cell]


@helper
def choose_samples(among: npt.NDArray[np.uint64], first: int, last: int) -> None:
    """Make `among` the set of samples `first` to `last - 1`."""
    among[:] = 0
    for sample in range(first, last):
        among[sample >> 6] |= np.uint64(1) << np.uint64(sample & 63)


@kernel
def play_pimc(
    decks: npt.NDArray[np.uint8],
    table: RuleTable,
    samples: int,
    more: int,
    strokes: bool,
    seed: np.uint64,
    first: np.uint64,
    bits: npt.NDArray[np.uint64],
    bytes_: npt.NDArray[np.uint8],
    out: npt.NDArray[np.int8],
    lines: npt.NDArray[np.int8],
) -> None:
    """Play each deck; before each draw, sampled stocks say where to draw.

    To win, more stocks are sampled where ends of runs are within two standard errors of the best, as many as are
    cheap: the fewer heights are left, the more. Between those that are close even then, a look through the next draw
    decides.

    A stock that is empty, or a box too large to look into, leaves the longest run.

    Args:
        decks, table, out, lines: as in `golfsim.games.solitaire.kernels.choosers`.
        samples: stocks sampled for each decision.
        more: further stocks sampled at most where it is close; 0 for no second look.
        strokes: choose the lowest mean strokes; else the most samples that can be cleared.
        seed, first: key of the random numbers, and the number of the first deal.
        bits, bytes_: uint64 and uint8, scratch; see `new_bits_and_bytes`.
    """
    hand, spot = new_hand(table), new_spot(table)
    box = box_room(table)
    bounds = new_bounds(box, table.columns)
    widest = 1 + (more + WORD - 1) // WORD
    words, among = new_planes(box, table.columns, widest, bits), np.zeros(widest, np.uint64)
    slices = new_planes(box, table.columns, SLICE, bytes_)
    ends, after = np.empty(4096, np.int64), np.zeros(box, np.int64)
    orders = np.empty((samples + more, MAX_STOCK + 1), np.uint8)
    rows = np.zeros(MAX_STOCK + 1, np.int64)
    scores = np.zeros(box, np.int64)
    tableau = table.columns * table.depth
    path, best = np.empty((4, tableau + 1), np.int64), np.empty(tableau, np.int64)
    visited = new_visited(1024)
    for row in range(len(decks)):
        lay_out(hand, decks[row])
        while hand[CARDS_LEFT]:
            left = draws_left(hand)
            fits = left > 0 and look(hand, spot) <= box
            if fits:
                find_bounds(spot, table, bounds)
                if strokes:
                    find_rows(spot, bounds, True, slices, rows)
                else:
                    find_rows(spot, bounds, False, words, rows)
                fits = rows.sum() * (table.columns + 2) + MAX_STOCK + 2 <= CELLS
            if not fits:
                length, visited = longest_run(hand, visited, path, path[2], best)
            else:
                sample_orders(spot.unseen, seed, first + np.uint64(row), hand[DRAWS], orders)
                scores[: spot.state[BOX]] = 0
                further = 0 if strokes else min(more, WORD * (CHEAP // max(rows.sum(), 1)))
                if rows.sum() * (table.columns + 2) * (1 + (further + WORD - 1) // WORD) + 2 * MAX_STOCK > CELLS:
                    further = 0
                total = samples + further
                # One pass over two words costs little more than over one.
                together = further > 0 and samples <= WORD
                width = (total + WORD - 1) // WORD if together else 1
                step = SLICE if strokes else total if together else WORD
                for start in range(0, total if together else samples, step):
                    end = min(start + step, total if together else samples)
                    if strokes:
                        lay_planes(orders, start, end, table, left, SLICE, slices)
                        strokes_pass(spot, bounds, table, False, SLICE, slices)
                        score_rows(spot, SLICE, slices, among, scores)
                    else:
                        lay_planes(orders, start, end, table, left, width, words)
                        win_pass(spot, bounds, table, True, width, words)
                        choose_samples(among, 0, samples if together else end - start)
                        score_rows(spot, width, words, among, scores)
                length, found, visited = best_run(spot, table, scores, visited, path, best, ends)
                if further > 0 and close_ends(scores, end_of(spot, best, length), samples, ends, found) > 1:
                    skipped = samples if together else 0
                    if not together:
                        width = (further + WORD - 1) // WORD
                        lay_planes(orders, samples, total, table, left, width, words)
                        win_pass(spot, bounds, table, True, width, words)
                    choose_samples(among, skipped, skipped + further)
                    score_rows(spot, width, words, among, scores)
                    length, found, visited = best_run(spot, table, scores, visited, path, best, ends)
                    close = close_ends(scores, end_of(spot, best, length), total, ends, found)
                    if close > 1 and scores[ends[0]] > 0:
                        chosen, visited = best_through_draw(
                            spot, bounds, table, orders[samples:total], skipped, width, words, ends, close, after,
                            visited, path, best,
                        )  # fmt: skip
                        scores[chosen] = PREFERRED
                        length, found, visited = best_run(spot, table, scores, visited, path, best, ends)
            for place in range(length):
                play(hand, best[place])
            if hand[CARDS_LEFT] == 0 or left == 0:
                break
            draw(hand)
        finish(hand, out, lines, row)
