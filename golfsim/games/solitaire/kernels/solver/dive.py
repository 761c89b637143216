"""Which states a narrow search keeps: those with few draws behind and before them, and level columns.

This decides nothing about the result, only how soon a clear is found.
"""

from __future__ import annotations

import numpy as np

from golfsim.cards import KING
from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.solver.board import CODES, Moves
from golfsim.games.solitaire.kernels.solver.bound import unplaced
from golfsim.games.solitaire.kernels.solver.scratch import Scratch

DRAW_WEIGHT = 6
UNPLACED_WEIGHT = 3
ROUGH_WEIGHT = 2
WORST = 254


@helper
def ladder(anytime: bool, circular: bool, stock: int) -> tuple[int, int, int]:
    """Width of the first dive, how much wider the next is, and the widest before all states are searched."""
    if not anytime:
        return 0, 1, 0
    if stock == 0:
        return 20, 8, 12000
    return (12, 5, 400) if circular else (12, 8, 100)


@helper
def rate(scratch: Scratch, columns: int, bits: int, start: int, end: int, moves: Moves, dry: bool) -> None:
    """Score some states, low for promising; `dry` if no stock is left to draw."""
    mask = (1 << bits) - 1
    for state in range(start, end):
        counts = scratch.counts[state]
        heights = scratch.heights[state]
        score = int(DRAW_WEIGHT * np.int64(scratch.draws[CODES * state]))
        for _ in range(columns):
            score += (heights & mask) * (heights & mask)
            heights >>= bits
        if dry or not moves.circular:
            missing = unplaced(counts, counts & moves.lively, moves.circular, WORST)
            score += (DRAW_WEIGHT if dry else UNPLACED_WEIGHT) * missing
        if dry:
            # All cards go in one run, which passes each rank about as often as its neighbours.
            below, here = (counts >> (4 * KING)) & 15, (counts >> 4) & 15
            for rank in range(1, KING + 1):
                above = (counts >> (4 * (rank % KING + 1))) & 15
                score += ROUGH_WEIGHT * abs(2 * here - below - above)
                below, here = here, above
        scratch.score[state] = min(score, WORST)


@helper
def threshold(scratch: Scratch, start: int, end: int, width: int) -> tuple[int, int]:
    """The score at which the best `width` states end, and how many with that score are among them."""
    histogram = scratch.histogram
    for score in range(WORST + 1):
        histogram[score] = 0
    for state in range(start, end):
        histogram[scratch.score[state]] += 1
    score = 0
    while histogram[score] < width:
        width -= histogram[score]
        score += 1
    return score, width
