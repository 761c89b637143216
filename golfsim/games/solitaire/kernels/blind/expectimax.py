"""The expectimax player: works out a policy for what it sees, follows it to the next draw, and thinks again."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import kernel
from golfsim.games.solitaire.kernels.blind.planes import sample_orders
from golfsim.games.solitaire.kernels.blind.policy import (
    best_move,
    follow,
    is_exact,
    make_policy,
    new_policy,
    surer_move,
)
from golfsim.games.solitaire.kernels.chain import longest_run, new_trail, new_visited, play_run
from golfsim.games.solitaire.kernels.hand import (
    DRAW,
    DRAWS,
    IN_COLUMNS,
    WASTE,
    draw,
    draws_left,
    finish,
    lay_out,
    new_hand,
    play,
)
from golfsim.games.solitaire.kernels.tables import MAX_STOCK, RuleTable


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
    """Play each deck by policies that are made anew after each draw, until one is exact and holds to the end.

    A player who wants to win and no longer can plays for strokes. A stock that is empty, or a box too large to look
    into, leaves the longest run.

    Args:
        decks, table, out, lines: as in `golfsim.games.solitaire.kernels.choosers`.
        strokes: aim at few strokes, not at winning.
        budget: pairs of heights and lanes a plan may have; see `choose_groups`.
        samples: stocks against which moves are tried out while policies are relaxed.
        cells: float32, scratch; see `new_cells`.
    """
    hand, policy = new_hand(table), new_policy(table, cells)
    visited, trail = new_visited(1024), new_trail(table)
    orders, wins = np.zeros((samples, MAX_STOCK + 1), np.uint8), np.zeros((2, samples), np.bool_)
    for row in range(len(decks)):
        lay_out(hand, decks[row])
        by_strokes, has_policy = strokes, False
        while hand[IN_COLUMNS]:
            if not has_policy and draws_left(hand) > 0:
                has_policy = make_policy(policy, hand, table, by_strokes, budget)
                if has_policy and samples > 0 and not by_strokes and not is_exact(policy):
                    # One key for all deals: the position alone decides.
                    sample_orders(policy.spot.unseen, np.uint64(0), np.uint64(0), hand[DRAWS], orders)
            if not has_policy:
                length, visited = longest_run(hand, visited, trail)
                if not play_run(hand, trail, length):
                    break
                continue
            move, value = best_move(policy, table, hand[WASTE])
            if value <= 0 and not by_strokes:
                by_strokes, has_policy = True, False
                continue
            if samples > 0 and not by_strokes and not is_exact(policy):
                move = surer_move(policy, table, hand[WASTE], orders, wins)
            if move != DRAW:
                play(hand, move)
                follow(policy, move, 0)
            elif draws_left(hand) == 0:
                break
            else:
                draw(hand)
                follow(policy, DRAW, hand[WASTE])
                has_policy = is_exact(policy)
        finish(hand, out, lines, row)
