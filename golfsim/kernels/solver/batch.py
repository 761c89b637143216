"""Solving many deals with the same rules."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.kernels.jit import helper, kernel
from golfsim.kernels.solver.anytime import FULL, UNKNOWN, search_anytime
from golfsim.kernels.solver.board import CODES, NEVER, empty_board, lay_out, turned
from golfsim.kernels.solver.bound import unplaced
from golfsim.kernels.solver.line import DRAW, trace_anytime, trace_stuck
from golfsim.kernels.solver.scratch import Scratch, find, forget, height_bits, is_dense, new_scratch
from golfsim.kernels.solver.stuck import lowest, search_stuck
from golfsim.kernels.tables import RuleTable

WON, STROKES, CARDS_LEFT, STOCK_LEFT, PLAYS, DRAWS, LONGEST_RUN = range(7)
NOT_KNOWN = -128
PADDING = -2


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
        lines[index] = PADDING
    if left > 0:
        for index in range(length, min(length + stock - draws, lines.shape[0])):
            lines[index] = DRAW
        draws = stock
    out[WON] = left == 0
    out[STROKES] = left if left else draws - stock
    out[CARDS_LEFT] = left
    out[STOCK_LEFT] = stock - draws
    out[PLAYS] = plays
    out[DRAWS] = draws
    out[LONGEST_RUN] = longest


@kernel
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
        max_states: positions a deal may take before it is given up as unknown; 0 for no end.
        out: int8 (7, n), filled with won (-1 if unknown), strokes, cards left, stock left, plays, draws and
            longest run of the line found; NOT_KNOWN where nothing is proved.
        states: int64 (n), filled with the positions searched.
        lines: int8 (n, any), filled with that line: a column, -1 for a draw, -2 after its end.
    """
    columns, depth, step = table.columns, table.depth, table.step
    bits = height_bits(depth)
    dense = is_dense(columns, depth)
    moves = turned(step)
    board = empty_board(columns, depth)
    room = 1 << 15
    scratch = new_scratch(columns, depth, room, table.anytime)
    values = np.zeros(CODES, np.int64)
    full = np.int64(0)
    top = np.int64(0)
    for column in range(columns):
        full |= np.int64(depth) << (bits * column)
        top += depth * scratch.weights[column]
    for deal in range(decks.shape[0]):
        waste, stock, counts = lay_out(board, moves, decks[deal], table.starts)
        out[:, deal] = NOT_KNOWN
        lines[deal, :] = PADDING
        spent = 0
        carriers = counts + board.rest[0] + (np.int64(1) << (4 * np.int64(waste)))
        limit = unplaced(counts, carriers & moves.lively, moves.circular)
        if win_only and limit > 0:
            out[WON, deal] = 0
            states[deal] = 0
            continue
        while True:
            scratch.heights[0] = full
            _, scratch.place[0] = find(scratch, dense, full, top)
            scratch.index[scratch.place[0]] = 0
            scratch.counts[0] = counts
            scratch.least[0] = 0
            if table.anytime:
                scratch.draws[0, :] = NEVER
                scratch.draws[0, waste] = 0
            else:
                scratch.reached[0, :] = 0
                scratch.reached[0, waste] = 1
            budget = max_states - spent if max_states > 0 else 0
            if table.anytime:
                ended, searched, found, left = search_anytime(
                    scratch, board, moves, dense, bits, limit, budget
                )
            else:
                ended, searched, found, left = search_stuck(
                    scratch, board, moves, step, dense, bits, stock, limit, budget, values
                )
            if ended == FULL:
                room = 2 * scratch.heights.shape[0]
                scratch = new_scratch(columns, depth, room, table.anytime)
                continue
            spent += searched
            if ended == UNKNOWN or (max_states > 0 and spent > max_states):
                out[WON, deal] = -1
            elif left <= limit:
                last = found - 1
                if table.anytime:
                    length = trace_anytime(scratch, board, moves, dense, bits, last)
                else:
                    values[0] = 0
                    for code in range(CODES):
                        values[0] |= scratch.reached[last, code]
                    draws = lowest(values[0])
                    length = trace_stuck(scratch, board, step, dense, bits, stock, last, draws, values)
                _write(out[:, deal], lines[deal], scratch, length, left, stock)
            elif win_only:
                out[WON, deal] = 0
            else:
                forget(scratch, found)
                limit += 1
                if max_states > 0 and spent >= max_states:
                    out[WON, deal] = -1
                    break
                continue
            forget(scratch, found)
            break
        states[deal] = spent


