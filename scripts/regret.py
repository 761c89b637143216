"""What the moves of blind strategies cost, against the exact value of optimal blind play.

Late in a deal, and early in some, the chance to win of a player who knows the unseen cards but not their order can be
worked out exactly. Each strategy plays its deals to the end; from the first run on for which that is so, each of its
runs is worth less than the best, or as much. What is lost, added up over a deal, is by how much optimal play from
there on would win more often: far less noisy than a win rate.
"""

from __future__ import annotations

import argparse
from math import sqrt

import numba
import numpy as np
import numpy.typing as npt

from golfsim.games.solitaire.deals.sources import SeededSource
from golfsim.games.solitaire.kernels.blind.policy import (
    Policy,
    best_move,
    follow,
    is_exact,
    new_cells,
    new_policy,
    survey,
    value_of,
    work_out,
)
from golfsim.games.solitaire.kernels.hand import DRAW, IN_COLUMNS, WASTE, draw, draws_left, lay_out, new_hand, play
from golfsim.games.solitaire.kernels.tables import MAX_STOCK, RuleTable, rule_table
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.base import Batch
from golfsim.games.solitaire.strategies.registry import load


@numba.njit(nogil=True)
def weigh(
    deck: npt.NDArray[np.uint8],
    line: npt.NDArray[np.int8],
    table: RuleTable,
    policy: Policy,
    states: int,
    lost: npt.NDArray[np.float64],
) -> int:
    """Write what each run of a line of moves loses, by draws left: float64 (MAX_STOCK + 1,), NaN where not known.

    Returns how many runs there were before the last card was drawn.
    """
    hand = new_hand(table)
    lay_out(hand, deck)
    lost[:] = np.nan
    exact, runs, place = False, 0, 0
    while hand[IN_COLUMNS] and draws_left(hand):
        runs += 1
        if not exact and survey(policy, hand, table, False, states) and is_exact(policy):
            exact = True
            work_out(policy, table, False)
        best = max(best_move(policy, table, hand[WASTE])[1], 0.0) if exact else 0.0
        while place < len(line) and line[place] >= 0:
            play(hand, line[place])
            if exact:
                follow(policy, line[place], 0)
            place += 1
        if exact:
            kept = value_of(policy, table, hand[WASTE], DRAW) if hand[IN_COLUMNS] else 1.0
            lost[draws_left(hand)] = best - max(kept, 0.0)
        if hand[IN_COLUMNS]:
            draw(hand)
            place += 1
            if exact:
                follow(policy, DRAW, hand[WASTE])
    return runs


def audit(
    rules: Rules, strategy: str, seed: int, first: int, deals: int, states: int
) -> tuple[int, npt.NDArray[np.float64]]:
    """The runs a strategy made, and what they lost: float64 (deals, MAX_STOCK + 1), NaN where it is not known."""
    decks, table = SeededSource(seed).decks(first, deals, rules), rule_table(rules)
    lines = load(strategy).play(Batch(decks, rules, seed, first), want_lines=True).lines
    policy = new_policy(table, new_cells(table, states))
    lost = np.empty((deals, MAX_STOCK + 1))
    return sum(weigh(decks[row], lines[row], table, policy, states, lost[row]) for row in range(deals)), lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strategy", action="append", help="may be repeated (default: pimc and expectimax)")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--states", type=float, default=6e7, help="states an exact policy may have (default: 6e7)")
    options = parser.parse_args()
    for name in options.strategy or ("pimc", "expectimax"):
        rules = Rules.parse(options.rules)
        runs, lost = audit(rules, name, options.seed, options.first, options.deals, int(options.states))
        known = ~np.isnan(lost)
        deal = np.nansum(lost, axis=1)
        print(f"{name}, {options.rules}: {known.sum():,} of {runs:,} runs in {options.deals:,} deals weighed")
        error = deal.std(ddof=1) / sqrt(len(deal))
        print(f"  wins lost, in points of the win rate: {100 * deal.mean():.2f} +- {196 * error:.2f}")
        by_left = [
            f"{left}: {100 * np.nansum(lost[:, left]) / len(deal):.2f}"
            for left in range(MAX_STOCK, 0, -1)
            if known[:, left].any()
        ]
        print(f"  by draws left: {', '.join(by_left)}", flush=True)


if __name__ == "__main__":
    main()
