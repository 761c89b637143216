"""Ways of playing. One file a strategy; `registry` finds them by name."""

from golfsim.strategies.base import Batch, Facts, Option, Played, Strategy
from golfsim.strategies.plugins import strategy

__all__ = ["Batch", "Facts", "Option", "Played", "Strategy", "strategy"]
