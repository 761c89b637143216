"""The player who knows every card: the best any play can reach, proved."""

from __future__ import annotations

import numpy as np

from golfsim.games.solitaire.kernels.solver import solve_batch
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.outcome import MISSING, STROKES
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results
from golfsim.games.solitaire.strategies.objectives import FOR_SOLVER, WIN, objective_option
from golfsim.strategies.facts import Facts, Option


class Solver(Strategy):
    """See `golfsim.games.solitaire.kernels.solver.solve_batch`.

    Told to prove only whether a deal can be won, it knows the strokes of none: of a deal that cannot be won nothing
    but that is known, and of one that can, the rest of the row is the clear that was found.
    """

    name = "solver"
    summary = "sees the stock: the lowest strokes any play can reach, proved"
    facts = Facts(
        sees_stock=True,
        proves=True,
        options=(
            objective_option(FOR_SOLVER, "prove the lowest strokes, or only whether the deal can be won"),
            Option("max-states", 0, "give a deal up as unknown after so many states; 0 for never", least=0),
        ),
        chunk=64,
        shard_size=8192,
    )

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        played = empty_results(batch, want_lines)
        states = np.empty(len(batch.decks), np.int64)
        only_win = self.values["objective"] == WIN
        solve_batch(
            batch.decks,
            rule_table(batch.rules),
            only_win,
            int(self.values["max-states"]),
            played.out,
            states,
            played.lines,
        )
        if only_win:
            # Those of the clear that was found: not the lowest, and never there for a lost deal.
            played.out[STROKES] = MISSING
        return played
