"""The simplest player: leftmost first."""

from __future__ import annotations

from golfsim.games.solitaire.kernels.abreast import play_abreast
from golfsim.games.solitaire.kernels.choosers import play_first
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results


class First(Strategy):
    """See the kernels `choosers.play_first`, and `abreast` for many deals at once."""

    name = "first"
    summary = "plays the leftmost card that fits"

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        played = empty_results(batch, want_lines)
        if want_lines:
            play_first(batch.decks, rule_table(batch.rules), *played)
        else:
            play_abreast(batch.decks, rule_table(batch.rules), 0, played.out)
        return played
