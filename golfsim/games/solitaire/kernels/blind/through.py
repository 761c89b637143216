"""Looking through the next draw, which takes one layer of strategy fusion out of determinization.

To count the samples that can be won after a run is to let each of them go on as if it knew its own stock. But all a
player knows more when the next run is chosen is the rank of the card turned. So the samples that turn the same rank
next are counted together: only those won by the one run that wins most of them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.blind.runs import best_run, end_of
from golfsim.games.solitaire.kernels.blind.sampler import Sampler, add_scores, within_reach
from golfsim.games.solitaire.kernels.blind.spot import BOX, DRAWS_LEFT, ON_WASTE, Spot
from golfsim.games.solitaire.kernels.chain import Visited
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import RANK_CODES

MOST_CLOSE = 64
"""Ends of runs that are compared at most."""


@helper
def close_ends(
    scores: npt.NDArray[np.int64], best: int, samples: int, ends: npt.NDArray[np.int64], found: int
) -> int:
    """Move the ends within two standard errors of the best one to the front of `ends`, each once, the best first.

    Returns how many there are, at most MOST_CLOSE.
    """
    wins = scores[best]
    least = wins - 2.0 * np.sqrt(wins * (1.0 - wins / samples))
    close = 0
    for place in range(found):
        end = ends[place]
        if scores[end] < least or close == MOST_CLOSE:
            continue
        known = False
        for other in range(close):
            known |= ends[other] == end
        if not known:
            ends[place] = ends[close]
            ends[close] = end
            if end == best:
                ends[close] = ends[0]
                ends[0] = end
            close += 1
    return close


@helper
def best_through_draw(
    sampler: Sampler,
    table: RuleTable,
    first: int,
    last: int,
    skipped: int,
    width: int,
    close: int,
    visited: Visited,
) -> tuple[int, Visited]:
    """Which of some run ends wins most samples if one run has to do for all that turn the same rank next.

    Args:
        sampler: the run ends to compare are the first `close`; the first of equals is taken.
        first, last: the samples that count, by their orders.
        skipped, width: how many samples there are before those in the words, and words a cell.
        visited: scratch, as in `best_run`.

    Returns:
        The run end, and the set, which may have grown.
    """
    spot, orders, among, ends = sampler.spot, sampler.orders, sampler.among, sampler.ends
    won = np.zeros(MOST_CLOSE, np.int64)
    nowhere = np.empty(0, np.int64)
    there = Spot(spot.ranks, spot.heights.copy(), spot.strides, spot.unseen, spot.present, spot.facts.copy())
    left = spot.facts[DRAWS_LEFT]
    near = within_reach(spot, sampler.bounds, 1)
    for rank in range(RANK_CODES):
        if spot.unseen[rank] == 0:
            continue
        among[:] = 0
        turned = 0
        for sample in range(first, last):
            if orders[sample, left] == rank:
                number = skipped + sample - first
                among[number >> 6] |= np.uint64(1) << np.uint64(number & 63)
                turned += 1
        for index in near:
            sampler.after[index] = 0
        add_scores(sampler.words, near, left - 1, among, width, sampler.after)
        for place in range(close):
            end = ends[place]
            for column in range(table.columns):
                there.heights[column] = (end // spot.strides[column]) % (spot.heights[column] + 1)
            there.facts[ON_WASTE], there.facts[BOX] = rank, end + 1
            length, _, visited = best_run(there, table, sampler.after, visited, sampler.trail, nowhere)
            after = end_of(there, sampler.trail, length)
            won[place] += sampler.after[after] if after > 0 else turned
    return ends[np.argmax(won[:close])], visited
