"""A player who does not think: any card that fits."""

from __future__ import annotations

import numpy as np

from golfsim.games.solitaire.kernels.choosers import play_random
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results
from golfsim.strategies.facts import Facts


class Random(Strategy):
    """See `golfsim.games.solitaire.kernels.choosers.play_random`."""

    name = "random"
    summary = "plays any card that fits, all equally likely, keyed by seed and deal"
    facts = Facts(stochastic=True)

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        played = empty_results(batch, want_lines)
        play_random(batch.decks, rule_table(batch.rules), *played, np.uint64(batch.seed), np.uint64(batch.first))
        return played
