"""Play whenever possible, from the column with most cards."""

from __future__ import annotations

from golfsim.games.solitaire.kernels.abreast import play_abreast
from golfsim.games.solitaire.kernels.choosers import play_greedy
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results


class Greedy(Strategy):
    """See the kernels `choosers.play_greedy`, and `abreast` for many deals at once."""

    name = "greedy"
    summary = "plays whenever possible, from the column with most cards, leftmost on ties"

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        played = empty_results(batch, want_lines)
        if want_lines:
            play_greedy(batch.decks, rule_table(batch.rules), *played)
        else:
            play_abreast(batch.decks, rule_table(batch.rules), 1, played.out)
        return played
