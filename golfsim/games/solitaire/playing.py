"""One deal played by a strategy, move by move, before the referee."""

from __future__ import annotations

import numpy as np

from golfsim.games.solitaire.dealing import found_deal
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.sources import FoundDeal
from golfsim.games.solitaire.game import Game, replay
from golfsim.games.solitaire.kernels.hand import NO_MOVE
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.base import Batch, Strategy
from golfsim.games.solitaire.strategies.registry import load


def play(deal: Deal | str, strategy: Strategy | str = "greedy", rules: Rules | str = "classic") -> Game:
    """Play a deal to its end.

    Args:
        deal: a whole deck, or its name as on the command line.
        strategy: `NAME[:key=value,...]` or `path/to/file.py:NAME`.
        rules: as for `run`.

    Returns:
        The game after the last move, with its `moves`, `transcript()` and `outcome()`; no move was made if a bounded
        search found no line.

    Raises:
        OptionError, DealError, StrategyError: for what cannot be read, and for a strategy that fails.
    """
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    player = load(strategy) if isinstance(strategy, str) else strategy
    return play_found(found_deal(deal, rules), player, rules)


def play_found(found: FoundDeal, player: Strategy, rules: Rules) -> Game:
    """The same for a deal that was found; its seed and number key the strategy's random numbers."""
    deck = np.array([found.deal.deck()], dtype=np.uint8)
    played = player.play(Batch(deck, rules, found.seed, found.number), want_lines=True)
    return replay(found.deal, rules, [int(move) for move in played.lines[0] if move != NO_MOVE])
