"""Looking through the next draw, which takes one layer of strategy fusion out of determinization.

To count the samples that can be won after a run is to let each of them go on as if it knew its own stock. But all a
player knows more when the next run is chosen is the rank of the card turned. So the samples that turn the same rank
next are counted together: only those won by the one run that wins most of them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.blind.planes import Planes, bit_count
from golfsim.games.solitaire.kernels.blind.runs import best_run, end_of
from golfsim.games.solitaire.kernels.blind.spot import BOX, LEFT, WASTE, Bounds, Spot
from golfsim.games.solitaire.kernels.blind.values import ABSENT
from golfsim.games.solitaire.kernels.chain import Visited
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import RANK_CODES

MOST_ENDS = 64
"""Ends of runs that are compared at most."""


@helper
def close_ends(
    scores: npt.NDArray[np.int64], best: int, samples: int, ends: npt.NDArray[np.int64], found: int
) -> int:
    """Move the ends within two standard errors of the best one to the front of `ends`, each once, the best first.

    Returns how many there are, at most MOST_ENDS.
    """
    wins = scores[best]
    least = wins - 2.0 * np.sqrt(wins * (1.0 - wins / samples))
    close = 0
    for place in range(found):
        end = ends[place]
        if scores[end] < least or close == MOST_ENDS:
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
def score_after(
    spot: Spot,
    near: npt.NDArray[np.int64],
    width: int,
    planes: Planes,
    among: npt.NDArray[np.uint64],
    scores: npt.NDArray[np.int64],
) -> None:
    """Write to `scores`, for all heights `near` that one draw may lead to, what drawing there after it is worth among
    some of the samples: `among` is their set, uint64 (width,)."""
    left, wide = spot.state[LEFT] - 1, len(spot.heights) + 2
    for index in near:
        scores[index] = 0
        row = planes.place[index]
        if row == ABSENT or planes.least[row] > left or planes.most[row] < left:
            continue
        at = planes.slot[row * wide + wide - 1] + left * width
        for word in range(width):
            scores[index] += bit_count(np.uint64(planes.cells[at + word]) & among[word])


@helper
def best_through_draw(
    spot: Spot,
    bounds: Bounds,
    table: RuleTable,
    orders: npt.NDArray[np.uint8],
    skipped: int,
    width: int,
    planes: Planes,
    ends: npt.NDArray[np.int64],
    close: int,
    scores: npt.NDArray[np.int64],
    visited: Visited,
    path: npt.NDArray[np.int64],
    run: npt.NDArray[np.int64],
) -> tuple[int, Visited]:
    """Which of some run ends wins most samples if one run has to do for all that turn the same rank next.

    Args:
        spot, bounds, table: where the run starts.
        orders: uint8 (samples, MAX_STOCK + 1), the stocks of the samples in `planes` that count.
        skipped: how many samples there are in `planes` before those.
        ends: int64, the run ends to compare are the first `close`; the first of equals is taken.
        scores: int64 (box,), scratch.
        visited, path, run: scratch, as in `best_run`.

    Returns:
        The run end, and the set, which may have grown.
    """
    won = np.zeros(MOST_ENDS, np.int64)
    among = np.zeros(width, np.uint64)
    nowhere = np.empty(0, np.int64)
    there = Spot(spot.ranks, spot.heights.copy(), spot.strides, spot.unseen, spot.present, spot.state.copy())
    left = spot.state[LEFT]
    near, found = np.empty(spot.state[BOX], np.int64), 0
    for index in range(spot.state[BOX]):
        if bounds.reach[index] <= 1:
            near[found] = index
            found += 1
    for rank in range(RANK_CODES):
        if spot.unseen[rank] == 0:
            continue
        among[:] = 0
        for sample in range(len(orders)):
            if orders[sample, left] == rank:
                number = skipped + sample
                among[number >> 6] |= np.uint64(1) << np.uint64(number & 63)
        score_after(spot, near[:found], width, planes, among, scores)
        for place in range(close):
            end = ends[place]
            for column in range(table.columns):
                there.heights[column] = (end // spot.strides[column]) % (spot.heights[column] + 1)
            there.state[WASTE], there.state[BOX] = rank, end + 1
            length, _, visited = best_run(there, table, scores, visited, path, run, nowhere)
            after = end_of(there, run, length)
            if after > 0:
                won[place] += scores[after]
            else:
                for word in range(width):
                    won[place] += bit_count(among[word])
    return ends[np.argmax(won[:close])], visited
