"""From the last state of a search back to the first move."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.cards import JOKER
from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.hand import DRAW
from golfsim.games.solitaire.kernels.solver.anytime import entry
from golfsim.games.solitaire.kernels.solver.board import CODES, Board, Moves
from golfsim.games.solitaire.kernels.solver.scratch import ABSENT, KILLED, Scratch, find
from golfsim.games.solitaire.kernels.solver.stuck import draw_on, exposed, is_stuck


@helper
def _from(scratch: Scratch, board: Board, dense: bool, bits: int, state: int, column: int) -> int:
    """The state in which `column` is one card higher, or ABSENT."""
    mask = (1 << bits) - 1
    heights = scratch.heights[state]
    depth = board.face.shape[1] - 2
    if (heights >> (bits * column)) & mask >= depth:
        return ABSENT
    other, _ = find(scratch, dense, heights + (1 << (bits * column)), scratch.place[state] + scratch.weights[column])
    return other


@helper
def trace_anytime(scratch: Scratch, board: Board, moves: Moves, dense: bool, bits: int, state: int) -> int:
    """Write a line that reaches `state` with the fewest draws to `scratch.moves`, backwards; gives its length."""
    columns = board.face.shape[0]
    mask = (1 << bits) - 1
    length = 0
    draws = np.int64(scratch.draws[CODES * state])
    wanted = JOKER
    while state != 0:
        # It was reached by a play after `draws` draws, and `wanted` went on the card played: look for that card.
        heights = scratch.heights[state]
        for column in range(columns):
            before = _from(scratch, board, dense, bits, state, column)
            if before == ABSENT:
                continue
            card = np.int64(board.face[column, ((heights >> (bits * column)) & mask) + 1])
            alive, dead = entry(scratch, board, moves, before, card)
            if alive == draws and _carries(moves, card, wanted):
                wanted = card
            elif dead == draws and wanted == JOKER:
                wanted = KILLED
            else:
                continue
            scratch.moves[length] = column
            length += 1
            state = before
            if scratch.draws[CODES * state + wanted] != draws:
                # It was played on a card drawn here.
                least = np.int64(scratch.draws[CODES * state])
                for _ in range(draws - least):
                    scratch.moves[length] = DRAW
                    length += 1
                draws = least
                wanted = JOKER
            break
    for _ in range(draws):
        scratch.moves[length] = DRAW
        length += 1
    return length


@helper
def _carries(moves: Moves, card: int, wanted: int) -> bool:
    """Whether a card goes on `card`; `wanted` is a rank code, or KILLED for a queen that would be dead there."""
    if JOKER in (card, wanted):
        return wanted != KILLED
    return wanted == moves.lower[card] or wanted == moves.upper[card] or (wanted == KILLED and card == moves.kills)


@helper
def trace_stuck(
    scratch: Scratch,
    board: Board,
    step: npt.NDArray[np.int8],
    dense: bool,
    bits: int,
    stock: int,
    state: int,
    reached: npt.NDArray[np.int64],
) -> int:
    """As `trace_anytime`, and `reached` (int64 (16)) is overwritten."""
    columns = board.face.shape[0]
    mask = (1 << bits) - 1
    length = 0
    draws, waste = _earliest(scratch, state)
    while state != 0:
        heights = scratch.heights[state]
        for column in range(columns):
            before = _from(scratch, board, dense, bits, state, column)
            if before == ABSENT:
                continue
            card = np.int64(board.face[column, ((heights >> (bits * column)) & mask) + 1])
            for code in range(CODES):
                reached[code] = scratch.reached[before, code]
            shown = exposed(board, scratch.heights[before], bits)
            draw_on(step, board, stock, shown, reached)
            under = ABSENT
            for code in range(CODES - 1):
                if step[code, card] == waste and (reached[code] >> draws) & 1:
                    under = code
                    break
            if under == ABSENT:
                continue
            scratch.moves[length] = column
            length += 1
            state, waste = before, under
            while not (scratch.reached[state, waste] >> draws) & 1:
                # Not an arrival, so this card was drawn, and what lay there before was stuck.
                scratch.moves[length] = DRAW
                length += 1
                draws -= 1
                for code in range(CODES - 1):
                    if (reached[code] >> draws) & 1 and is_stuck(step, code, shown):
                        waste = code
                        break
            break
    return length


@helper
def _earliest(scratch: Scratch, state: int) -> tuple[int, int]:
    """The fewest draws that a state is reached with, and a waste state it is then reached in."""
    draws = 0
    while True:
        for code in range(CODES):
            if (scratch.reached[state, code] >> draws) & 1:
                return draws, code
        draws += 1
