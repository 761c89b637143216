"""The honest player by calculation: the expected result of every plan that does not know the order of the stock."""

from __future__ import annotations

from golfsim.errors import StrategyError
from golfsim.games.solitaire.kernels.blind.expectimax import play_expectimax
from golfsim.games.solitaire.kernels.blind.policy import new_cells
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results
from golfsim.games.solitaire.strategies.objectives import FOR_PLAYERS, STROKES, objective_option
from golfsim.games.solitaire.strategies.pimc import MOST_SAMPLES
from golfsim.strategies.facts import Facts, Option

STATES = 6_000_000
"""States a plan may value unless told otherwise: with SAMPLES below a second a classic deal."""

MOST_STATES = 1_000_000_000

SAMPLES = 500
"""Stocks that moves are tried out against unless told otherwise."""


class Expectimax(Strategy):
    """Expectimax over information states, relaxed where they are too many; see the kernels in `blind`."""

    name = "expectimax"
    summary = "plans on what is known of the stock, its cards but not their order, exactly once few are left"
    facts = Facts(
        options=(
            objective_option(FOR_PLAYERS, "the best chance to win, or the fewest strokes expected"),
            Option(
                "states",
                STATES,
                "states a plan may value; more is finer, slower and takes more memory",
                least=1,
                most=MOST_STATES,
            ),
            Option(
                "samples",
                SAMPLES,
                "stocks that moves are tried out against while plans are rough, the same ones at the same position",
                least=0,
                most=MOST_SAMPLES,
            ),
        ),
        chunk=1,
        shard_size=512,
    )

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        played = empty_results(batch, want_lines)
        table, states = rule_table(batch.rules), int(self.values["states"])
        strokes = self.values["objective"] == STROKES
        try:
            cells = new_cells(table, states)
        except MemoryError:
            raise StrategyError(f"{self.name}:states={states}: not enough memory: expected fewer states") from None
        play_expectimax(batch.decks, table, strokes, states, int(self.values["samples"]), cells, *played)
        return played
