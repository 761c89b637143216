"""Solving many deals with the same rules."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, kernel
from golfsim.games.solitaire.kernels.hand import DRAW, NO_MOVE, height_bits, score
from golfsim.games.solitaire.kernels.solver.anytime import CUT, FULL, GIVEN_UP, search_anytime
from golfsim.games.solitaire.kernels.solver.board import CODES, empty_board, set_board, turned
from golfsim.games.solitaire.kernels.solver.bound import unplaced
from golfsim.games.solitaire.kernels.solver.dive import ladder
from golfsim.games.solitaire.kernels.solver.line import trace_anytime, trace_stuck
from golfsim.games.solitaire.kernels.solver.scratch import Scratch, begin, forget, is_dense, new_scratch
from golfsim.games.solitaire.kernels.solver.stuck import search_stuck
from golfsim.games.solitaire.kernels.tables import RuleTable
from golfsim.games.solitaire.outcome import (
    CARDS_LEFT,
    LONGEST_RUN,
    MISSING,
    N_DRAWS,
    N_PLAYS,
    STOCK_LEFT,
    STROKES,
    UNKNOWN,
    WON,
)

NOTHING = 127
"""More cards than any result leaves: none was found."""


@helper
def _write(
    out: npt.NDArray[np.int8],
    lines: npt.NDArray[np.int8],
    scratch: Scratch,
    length: int,
    left: int,
    stock: int,
) -> None:
    """Turn the backward line in `scratch.moves` into one row of results."""
    plays = draws = run = longest = 0
    for index in range(length):
        move = scratch.moves[length - 1 - index]
        if move == DRAW:
            draws += 1
            run = 0
        else:
            plays += 1
            run += 1
            longest = max(longest, run)
        if index < lines.shape[0]:
            lines[index] = move
    for index in range(length, lines.shape[0]):
        lines[index] = NO_MOVE
    if left > 0:
        for index in range(length, min(length + stock - draws, lines.shape[0])):
            lines[index] = DRAW
        draws = stock
    out[WON] = left == 0
    out[STROKES] = score(left, stock - draws)
    out[CARDS_LEFT] = left
    out[STOCK_LEFT] = stock - draws
    out[N_PLAYS] = plays
    out[N_DRAWS] = draws
    out[LONGEST_RUN] = longest


@kernel(name="solver")
def solve_batch(
    decks: npt.NDArray[np.uint8],
    table: RuleTable,
    win_only: bool,
    max_states: int,
    out: npt.NDArray[np.int8],
    states: npt.NDArray[np.int64],
    lines: npt.NDArray[np.int8],
) -> None:
    """Find the best result of each deal, with every card known.

    Args:
        decks: uint8 (n, cards), card ids: the columns one after another (exposed card last), the waste card
            if the rules start one, the stock in drawing order. It need not be a whole deck.
        table: the rules.
        win_only: only decide whether each deal can be cleared. A deal that cannot gets nothing but `won`.
        max_states: states a deal may take before it is given up as unknown; 0 for no end.
        out: int8 (7, n), filled with won (-1 if unknown), strokes, cards left, stock left, plays, draws and
            longest run of the line found; MISSING where nothing is proved.
        states: int64 (n), filled with the states searched.
        lines: int8 (n, any), filled with that line: a column, -1 for a draw, -2 after its end.
    """
    columns, depth, step = table.columns, table.depth, table.step
    bits = height_bits(depth)
    dense = is_dense(columns, depth)
    moves = turned(step)
    board = empty_board(columns, depth)
    scratch = new_scratch(columns, depth, 1 << 15, table.anytime)
    values = np.zeros(CODES, np.int64)
    full = np.int64(0)
    top = np.int64(0)
    for column in range(columns):
        full |= np.int64(depth) << (bits * column)
        top += depth * scratch.weights[column]
    for deal in range(decks.shape[0]):
        waste, stock, counts = set_board(board, moves, decks[deal], table.starts)
        out[:, deal] = MISSING
        lines[deal, :] = NO_MOVE
        carriers = counts + (np.int64(1) << (4 * np.int64(waste)))
        fewest_draws = unplaced(counts, carriers & moves.lively, moves.circular, NOTHING)
        lower = unplaced(counts, (carriers + board.rest[0]) & moves.lively, moves.circular, NOTHING)
        limit, last_draw = lower, stock
        spent = 0
        won_by = np.int64(0)
        if win_only and limit > 0:
            out[WON, deal] = 0
            states[deal] = 0
            continue
        # A dive into the few most promising states finds most clears; all states are searched after it.
        width, wider, widest = ladder(table.anytime, moves.circular, stock)
        best, length = NOTHING, 0
        while True:
            begin(scratch, moves, dense, full, top, counts, waste, table.anytime)
            budget = max_states - spent if max_states > 0 else 0
            if table.anytime:
                ended, searched, found, left = search_anytime(
                    scratch, board, moves, dense, bits, last_draw, limit, width, budget
                )
            else:
                ended, searched, found, left = search_stuck(
                    scratch, board, moves, step, dense, bits, stock, limit, budget, values
                )
            if ended == FULL:
                line = scratch.moves
                scratch = new_scratch(columns, depth, 2 * scratch.heights.shape[0], table.anytime)
                scratch.moves[:] = line
                continue
            spent += searched
            better = ended != GIVEN_UP and left <= limit
            if better:
                best = left
                won_by = np.int64(scratch.draws[CODES * (found - 1)]) if table.anytime else 0
                if table.anytime:
                    length = trace_anytime(scratch, board, moves, dense, bits, found - 1)
                else:
                    length = trace_stuck(scratch, board, step, dense, bits, stock, found - 1, values)
            forget(scratch, found)
            if ended == GIVEN_UP:
                best = NOTHING
                break
            if ended == CUT and better:
                # Go on for something better still: fewer cards, or fewer draws, as if the stock ended there.
                if win_only or (best == 0 and won_by <= fewest_draws) or (best > 0 and best <= lower):
                    break
                if best == 0:
                    last_draw = won_by - 1
                    limit = 0
                else:
                    limit = best - 1
            elif ended == CUT and (best < NOTHING or win_only):
                width = width * wider if width * wider <= widest else 0
            elif ended == CUT:
                limit += 1
            elif best <= limit + 1 or win_only:
                break
            else:
                limit += 1
                lower = limit
            if 0 < max_states <= spent:
                ended = GIVEN_UP
                best = NOTHING
                break
        if best < NOTHING:
            _write(out[:, deal], lines[deal], scratch, length, best, stock)
        else:
            out[WON, deal] = UNKNOWN if ended == GIVEN_UP else 0
        states[deal] = spent
