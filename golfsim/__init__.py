"""Batch simulator and exact solver of Golf solitaire.

    golfsim.run("classic", ["greedy", "guide"], 1_000_000, seed=7, out="results/first")
    golfsim.win_table("results/first")
    golfsim.scan("results/first")

Names are imported when they are first used, so that `import golfsim` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from golfsim.cards import Card
    from golfsim.errors import GolfsimError
    from golfsim.games.solitaire.deals.deal import Deal
    from golfsim.games.solitaire.game import Game
    from golfsim.games.solitaire.rules import Rules
    from golfsim.games.solitaire.running import run
    from golfsim.games.solitaire.solving import solve
    from golfsim.results.dataset import scan
    from golfsim.results.table import win_table
    from golfsim.strategies.plugins import strategy

__all__ = [
    "Card",
    "Deal",
    "Game",
    "GolfsimError",
    "Rules",
    "__version__",
    "run",
    "scan",
    "solve",
    "strategy",
    "win_table",
]

_HOMES = {
    "Card": "cards",
    "Deal": "games.solitaire.deals.deal",
    "Game": "games.solitaire.game",
    "GolfsimError": "errors",
    "Rules": "games.solitaire.rules",
    "run": "games.solitaire.running",
    "scan": "results.dataset",
    "solve": "games.solitaire.solving",
    "strategy": "strategies.plugins",
    "win_table": "results.table",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("golfsim")
    if name in _HOMES:
        return getattr(import_module(f"golfsim.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'golfsim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
