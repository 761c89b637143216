"""The end of a run: every state that can be reached without drawing, and the best of them to draw at."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.blind.spot import BOX, ON_WASTE, Spot
from golfsim.games.solitaire.kernels.chain import Trail, Visited, add, clear, doubled
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.rules import BLOCKED


@helper
def best_run(
    spot: Spot,
    table: RuleTable,
    scores: npt.NDArray[np.int64],
    visited: Visited,
    trail: Trail,
    ends: npt.NDArray[np.int64],
) -> tuple[int, int, Visited]:
    """The run that ends where drawing scores most, with fewest cards left among equals, the first found among those.

    Clearing the columns is better than any score. Under `when-stuck` a run ends only where nothing fits.

    Args:
        spot: where the run starts.
        scores: int64 (box,), by heights.
        visited: scratch, a set.
        trail: written: the columns of the run.
        ends: int64 (room,), written: the heights runs may end at, by number, repeats among them, as far as there is
            room.

    Returns:
        The length of the run, how many ends were written, and the set, which may have grown.
    """
    ranks, step, columns = spot.ranks, table.step, len(spot.heights)
    heights = spot.heights.copy()
    total = 0
    for column in range(columns):
        total += heights[column]
    played, wastes, following, stuck = trail.path[0], trail.path[1], trail.path[2], trail.path[3]
    best = trail.run
    clear(visited)
    index = spot.facts[BOX] - 1
    level, length, fewest = 0, 0, total + 1
    highest, found = np.int64(-1), 0
    wastes[0], following[0], stuck[0] = spot.facts[ON_WASTE], 0, 1
    while level >= 0:
        column = following[level]
        following[level] += 1
        if column < columns:
            if heights[column] == 0:
                continue
            waste = step[wastes[level], ranks[column, heights[column] - 1]]
            if waste == BLOCKED:
                continue
            stuck[level] = 0
            if 2 * visited.count[0] >= len(visited.keys):
                visited = doubled(visited)
            if not add(visited, np.uint64((index - spot.strides[column]) * 16 + waste)):
                continue
            heights[column] -= 1
            index -= spot.strides[column]
            total -= 1
            played[level] = column
            if total == 0:
                best[: level + 1] = played[: level + 1]
                return level + 1, 0, visited
            level += 1
            wastes[level], following[level], stuck[level] = waste, 0, 1
            continue
        if table.anytime or stuck[level]:
            score = scores[index]
            if found < len(ends):
                ends[found] = index
                found += 1
            if score > highest or (score == highest and total < fewest):
                highest, fewest, length = score, total, level
                best[:level] = played[:level]
        level -= 1
        if level >= 0:
            column = played[level]
            heights[column] += 1
            index += spot.strides[column]
            total += 1
    return length, found, visited


@helper
def end_of(spot: Spot, trail: Trail, length: int) -> int:
    """The number of the heights at which a run ends."""
    index = spot.facts[BOX] - 1
    for place in range(length):
        index -= spot.strides[trail.run[place]]
    return index
