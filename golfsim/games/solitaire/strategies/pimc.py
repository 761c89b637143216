"""The honest player by sampling: what would each of many possible stocks allow?"""

from __future__ import annotations

import numpy as np

from golfsim.games.solitaire.kernels.blind.pimc import new_bits_and_bytes, play_pimc
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results
from golfsim.games.solitaire.strategies.objectives import FOR_PLAYERS, STROKES, objective_option
from golfsim.strategies.facts import Facts, Option

MOST_SAMPLES = 1_000_000


class Pimc(Strategy):
    """Perfect-information Monte Carlo, also called determinization; see the kernel `blind.pimc`."""

    name = "pimc"
    summary = "samples stocks the unseen cards allow, solves each, and draws where most are won"
    facts = Facts(
        stochastic=True,
        options=(
            Option("samples", 64, "stocks sampled at each decision", least=1, most=MOST_SAMPLES),
            Option(
                "more",
                64,
                "further stocks where ends of runs are close, which then are looked through the next draw",
                least=0,
                most=MOST_SAMPLES,
            ),
            objective_option(FOR_PLAYERS, "most samples won, or the lowest mean strokes"),
        ),
        chunk=2,
        shard_size=512,
    )

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        played = empty_results(batch, want_lines)
        strokes = self.values["objective"] == STROKES
        play_pimc(
            batch.decks,
            rule_table(batch.rules),
            int(self.values["samples"]),
            int(self.values["more"]),
            strokes,
            np.uint64(batch.seed),
            np.uint64(batch.first),
            *new_bits_and_bytes(strokes),
            *played,
        )
        return played
