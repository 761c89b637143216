"""The expectimax player: works out a plan for what it sees, follows it to the next draw, and thinks again."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import kernel
from golfsim.games.solitaire.kernels.blind.lattice import MAX_STOCK
from golfsim.games.solitaire.kernels.blind.plan import best_move, follow, is_exact, make_plan, new_plan, surer_move
from golfsim.games.solitaire.kernels.blind.planes import sample_orders
from golfsim.games.solitaire.kernels.chain import longest_run, new_visited
from golfsim.games.solitaire.kernels.hand import DRAW, DRAWS, WASTE, draw, draws_left, finish, lay_out, new_hand, play
from golfsim.games.solitaire.kernels.hand import LEFT as CARDS_LEFT
from golfsim.games.solitaire.kernels.tables import RuleTable


@kernel
def play_expectimax(
    decks: npt.NDArray[np.uint8],
    table: RuleTable,
    strokes: bool,
    budget: int,
    samples: int,
    cells: npt.NDArray[np.float32],
    out: npt.NDArray[np.int8],
    lines: npt.NDArray[np.int8],
) -> None:
    """Play each deck by plans that are made anew after each draw, until one is exact and holds to the end.

    A player who wants to win and no longer can plays for strokes. A stock that is empty, or a box too large to look
    into, leaves the longest run.

    Args:
        decks, table, out, lines: as in `golfsim.games.solitaire.kernels.choosers`.
        strokes: aim at few strokes, not at winning.
        budget: pairs of heights and lanes a plan may have; see `choose_groups`.
        samples: stocks against which moves are tried out while plans are relaxed.
        cells: float32, scratch; see `new_cells`.
    """
    hand, plan = new_hand(table), new_plan(table, cells)
    tableau = table.columns * table.depth
    path, states = np.empty((2, tableau + 1), np.int64), np.empty(tableau + 1, np.int64)
    best = np.empty(tableau, np.int64)
    visited = new_visited(1024)
    orders, wins = np.zeros((samples, MAX_STOCK + 1), np.uint8), np.zeros((2, samples), np.bool_)
    for row in range(len(decks)):
        lay_out(hand, decks[row])
        by_strokes, planned = strokes, False
        while hand[CARDS_LEFT]:
            if not planned and draws_left(hand) > 0:
                planned = make_plan(plan, hand, table, by_strokes, budget)
                if planned and samples > 0 and not by_strokes and not is_exact(plan):
                    # One key for all deals: the position alone decides.
                    sample_orders(plan.spot.unseen, np.uint64(0), np.uint64(0), hand[DRAWS], orders)
            if not planned:
                length, visited = longest_run(hand, visited, path, states, best)
                for place in range(length):
                    play(hand, best[place])
                if hand[CARDS_LEFT] == 0 or draws_left(hand) == 0:
                    break
                draw(hand)
                continue
            move, value = best_move(plan, table, hand[WASTE])
            if value <= 0 and not by_strokes:
                by_strokes, planned = True, False
                continue
            if samples > 0 and not by_strokes and not is_exact(plan):
                move = surer_move(plan, table, hand[WASTE], orders, wins)
            if move != DRAW:
                play(hand, move)
                follow(plan, move, 0)
            elif draws_left(hand) == 0:
                break
            else:
                draw(hand)
                follow(plan, DRAW, hand[WASTE])
                planned = is_exact(plan)
        finish(hand, out, lines, row)
