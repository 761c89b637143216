"""A player who follows the written guides."""

from __future__ import annotations

from golfsim.games.solitaire.kernels.choosers import play_guide
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results


class Guide(Strategy):
    """See `golfsim.games.solitaire.kernels.choosers.play_guide`."""

    name = "guide"
    summary = "the guides' advice: kings last, keep a run going, level columns, count the stock"

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        played = empty_results(batch, want_lines)
        play_guide(batch.decks, rule_table(batch.rules), *played)
        return played
