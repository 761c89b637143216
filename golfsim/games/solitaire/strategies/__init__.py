"""Ways of playing. One file a strategy; `registry` finds them by name."""

from golfsim.games.solitaire.strategies.base import Batch, Facts, Option, Played, Strategy
from golfsim.games.solitaire.strategies.plugins import strategy

__all__ = ["Batch", "Facts", "Option", "Played", "Strategy", "strategy"]
