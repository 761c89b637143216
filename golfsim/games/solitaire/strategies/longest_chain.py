"""Look for the longest run visible before touching anything."""

from __future__ import annotations

from golfsim.games.solitaire.kernels.chain import play_longest_chain
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results
from golfsim.strategies.facts import Facts


class LongestChain(Strategy):
    """See `golfsim.games.solitaire.kernels.chain.play_longest_chain`."""

    name = "longest-chain"
    summary = "finds the longest run visible without drawing, exactly; plays it, then draws"
    facts = Facts(chunk=4096)

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        played = empty_results(batch, want_lines)
        play_longest_chain(batch.decks, rule_table(batch.rules), *played)
        return played
