"""From the last position of a search back to the first move."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.solver.anytime import entry
from golfsim.games.solitaire.kernels.solver.board import CODES, JOKER, Board, Moves
from golfsim.games.solitaire.kernels.solver.scratch import ABSENT, KILLED, Scratch, find
from golfsim.games.solitaire.kernels.solver.stuck import draw_on, exposed, is_stuck

DRAW = -1


@helper
def _from(scratch: Scratch, board: Board, dense: bool, bits: int, position: int, column: int) -> int:
    """The position in which `column` is one card higher, or ABSENT."""
    mask = (1 << bits) - 1
    heights = scratch.heights[position]
    depth = board.face.shape[1] - 2
    if (heights >> (bits * column)) & mask >= depth:
        return ABSENT
    other, _ = find(
        scratch, dense, heights + (1 << (bits * column)), scratch.place[position] + scratch.weights[column]
    )
    return other


@helper
def trace_anytime(scratch: Scratch, board: Board, moves: Moves, dense: bool, bits: int, position: int) -> int:
    """Write a line that reaches `position` with the fewest draws to `scratch.moves`, backwards; gives its length."""
    columns = board.face.shape[0]
    mask = (1 << bits) - 1
    length = 0
    draws = np.int64(scratch.draws[CODES * position])
    wanted = JOKER
    while position != 0:
        # It was reached by a play after `draws` draws, and `wanted` went on the card played: look for that card.
        heights = scratch.heights[position]
        for column in range(columns):
            before = _from(scratch, board, dense, bits, position, column)
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
            position = before
            if scratch.draws[CODES * position + wanted] != draws:
                # It was played on a card drawn here.
                least = np.int64(scratch.draws[CODES * position])
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
    position: int,
    reached: npt.NDArray[np.int64],
) -> int:
    """As `trace_anytime`, and `reached` (int64 (16)) is overwritten."""
    columns = board.face.shape[0]
    mask = (1 << bits) - 1
    length = 0
    draws, state = _earliest(scratch, position)
    while position != 0:
        heights = scratch.heights[position]
        for column in range(columns):
            before = _from(scratch, board, dense, bits, position, column)
            if before == ABSENT:
                continue
            card = np.int64(board.face[column, ((heights >> (bits * column)) & mask) + 1])
            for code in range(CODES):
                reached[code] = scratch.reached[before, code]
            shown = exposed(board, scratch.heights[before], bits)
            draw_on(step, board, stock, shown, reached)
            under = ABSENT
            for code in range(CODES - 1):
                if step[code, card] == state and (reached[code] >> draws) & 1:
                    under = code
                    break
            if under == ABSENT:
                continue
            scratch.moves[length] = column
            length += 1
            position, state = before, under
            while not (scratch.reached[position, state] >> draws) & 1:
                # Not an arrival, so this card was drawn, and what lay there before was stuck.
                scratch.moves[length] = DRAW
                length += 1
                draws -= 1
                for code in range(CODES - 1):
                    if (reached[code] >> draws) & 1 and is_stuck(step, code, shown):
                        state = code
                        break
            break
    return length


@helper
def _earliest(scratch: Scratch, position: int) -> tuple[int, int]:
    """The fewest draws that a position is reached with, and a waste state it is then reached in."""
    draws = 0
    while True:
        for code in range(CODES):
            if (scratch.reached[position, code] >> draws) & 1:
                return draws, code
        draws += 1
