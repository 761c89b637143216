"""Perfect-information Monte Carlo: sampled stocks, each valued as if it were known, decide where the run ends."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, inlined, kernel
from golfsim.games.solitaire.kernels.blind.planes import lay_planes, sample_orders, strokes_pass, win_pass
from golfsim.games.solitaire.kernels.blind.runs import best_run, end_of
from golfsim.games.solitaire.kernels.blind.sampler import (
    CELLS,
    SLICE,
    WORD,
    Sampler,
    add_scores,
    choose_samples,
    new_sampler,
    survey_heights,
    within_reach,
    words_for,
)
from golfsim.games.solitaire.kernels.blind.spot import BOX, DRAWS_LEFT
from golfsim.games.solitaire.kernels.blind.through import best_through_draw, close_ends
from golfsim.games.solitaire.kernels.chain import Visited, longest_run, new_visited, play_run
from golfsim.games.solitaire.kernels.hand import DRAWS, IN_COLUMNS, draws_left, finish, lay_out, new_hand
from golfsim.games.solitaire.kernels.tables import MAX_STOCK, RuleTable

PREFERRED = 2**40
"""More than any score."""

CHEAP = 2_000_000
"""Words that a pass over more samples may visit, counted without slots: some 40 ms."""


def new_bits_and_bytes(strokes: bool) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
    """Room for the cells of one objective. Memory is taken up only as far as it is used."""
    return np.empty(1 if strokes else CELLS, np.uint64), np.empty(SLICE * CELLS if strokes else 1, np.uint8)


@helper
def affordable(table: RuleTable, samples: int, more: int, visits: int) -> int:
    """How many of `more` samples are cheap and have room, where a pass makes so many visits to rows."""
    further = min(more, WORD * (CHEAP // max(visits, 1)))
    if visits * (table.columns + 2) * (1 + words_for(further)) + 2 * MAX_STOCK > CELLS:
        further = 0
    return further


@inlined
def run_for_strokes(sampler: Sampler, table: RuleTable, samples: int, visited: Visited) -> tuple[int, Visited]:
    """The run that ends where drawing has the lowest mean strokes; its length, and the set, which may have grown."""
    spot, bounds, slices, scores = sampler.spot, sampler.bounds, sampler.slices, sampler.scores
    orders, among, left = sampler.orders, sampler.among, spot.facts[DRAWS_LEFT]
    near = within_reach(spot, bounds, 0)
    for start in range(0, samples, SLICE):
        lay_planes(orders, start, min(start + SLICE, samples), table, left, SLICE, slices)
        strokes_pass(spot, bounds, table, False, SLICE, slices)
        add_scores(slices, near, left, among, SLICE, scores)
    length, _, visited = best_run(spot, table, scores, visited, sampler.trail, sampler.ends)
    return length, visited


@inlined
def run_to_win(
    sampler: Sampler, table: RuleTable, samples: int, further: int, visited: Visited
) -> tuple[int, Visited]:
    """The run that ends where drawing wins most samples; its length, and the set, which may have grown.

    Args:
        samples: how many count at first.
        further: how many more do where it is close.
    """
    spot, bounds, words, orders = sampler.spot, sampler.bounds, sampler.words, sampler.orders
    among, scores, ends, trail = sampler.among, sampler.scores, sampler.ends, sampler.trail
    left, total = spot.facts[DRAWS_LEFT], samples + further
    near = within_reach(spot, bounds, 0)
    # One pass over two words costs little more than over one.
    together = further > 0 and samples <= WORD
    step, width = (total, words_for(total)) if together else (WORD, 1)
    for start in range(0, total if together else samples, step):
        end = min(start + step, total if together else samples)
        lay_planes(orders, start, end, table, left, width, words)
        win_pass(spot, bounds, table, True, width, words)
        choose_samples(among, 0, samples if together else end - start)
        add_scores(words, near, left, among, width, scores)
    length, found, visited = best_run(spot, table, scores, visited, trail, ends)
    if further > 0 and close_ends(scores, end_of(spot, trail, length), samples, ends, found) > 1:
        skipped = samples if together else 0
        if not together:
            width = words_for(further)
            lay_planes(orders, samples, total, table, left, width, words)
            win_pass(spot, bounds, table, True, width, words)
        choose_samples(among, skipped, skipped + further)
        add_scores(words, near, left, among, width, scores)
        length, found, visited = best_run(spot, table, scores, visited, trail, ends)
        close = close_ends(scores, end_of(spot, trail, length), total, ends, found)
        if close > 1 and scores[ends[0]] > 0:
            chosen, visited = best_through_draw(sampler, table, samples, total, skipped, width, close, visited)
            scores[chosen] = PREFERRED
            length, found, visited = best_run(spot, table, scores, visited, trail, ends)
    return length, visited


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
    hand, sampler = new_hand(table), new_sampler(table, samples, more, bits, bytes_)
    visited = new_visited(1024)
    for row in range(len(decks)):
        lay_out(hand, decks[row])
        going = True
        while going and hand[IN_COLUMNS]:
            visits = survey_heights(sampler, hand, table, strokes) if draws_left(hand) > 0 else -1
            if visits < 0:
                length, visited = longest_run(hand, visited, sampler.trail)
            else:
                sample_orders(sampler.spot.unseen, seed, first + np.uint64(row), hand[DRAWS], sampler.orders)
                sampler.scores[: sampler.spot.facts[BOX]] = 0
                if strokes:
                    length, visited = run_for_strokes(sampler, table, samples, visited)
                else:
                    further = affordable(table, samples, more, visits)
                    length, visited = run_to_win(sampler, table, samples, further, visited)
            going = play_run(hand, sampler.trail, length)
        finish(hand, out, lines, row)
