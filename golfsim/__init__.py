"""Batch simulator and exact solver of Golf solitaire.

    golfsim.run("classic", ["greedy", "guide"], 1_000_000, seed=7, out="results/first")
    golfsim.win_table("results/first")
    golfsim.compare_table("results/first")
    golfsim.play("7:123", "greedy").transcript()

Names are imported when they are first used, so that `import golfsim` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from golfsim.cards import Card
    from golfsim.errors import GolfsimError
    from golfsim.games.solitaire.dealing import deal, deals
    from golfsim.games.solitaire.deals.deal import Deal
    from golfsim.games.solitaire.game import Game
    from golfsim.games.solitaire.hinting import hint
    from golfsim.games.solitaire.playing import play
    from golfsim.games.solitaire.rules import Rules
    from golfsim.games.solitaire.running import run
    from golfsim.games.solitaire.solving import solve
    from golfsim.games.solitaire.strategies.view import View
    from golfsim.results.compare import compare_table
    from golfsim.results.dataset import scan
    from golfsim.results.find import find_deals as find
    from golfsim.results.plot import plot
    from golfsim.results.rounds import rounds_table as rounds
    from golfsim.results.table import win_table
    from golfsim.results.tournament import tournament_table as tournament
    from golfsim.strategies.plugins import strategy

__all__ = [
    "Card",
    "Deal",
    "Game",
    "GolfsimError",
    "Rules",
    "View",
    "__version__",
    "compare_table",
    "deal",
    "deals",
    "find",
    "hint",
    "play",
    "plot",
    "rounds",
    "run",
    "scan",
    "solve",
    "strategy",
    "tournament",
    "win_table",
]

_HOMES = {
    "Card": "cards",
    "Deal": "games.solitaire.deals.deal",
    "Game": "games.solitaire.game",
    "GolfsimError": "errors",
    "Rules": "games.solitaire.rules",
    "View": "games.solitaire.strategies.view",
    "compare_table": "results.compare",
    "deal": "games.solitaire.dealing",
    "deals": "games.solitaire.dealing",
    "find": "results.find:find_deals",
    "hint": "games.solitaire.hinting",
    "play": "games.solitaire.playing",
    "plot": "results.plot",
    "rounds": "results.rounds:rounds_table",
    "run": "games.solitaire.running",
    "scan": "results.dataset",
    "solve": "games.solitaire.solving",
    "strategy": "strategies.plugins",
    "tournament": "results.tournament:tournament_table",
    "win_table": "results.table",
}
"""Where each name is, below this package, and what it is called there if that is something else."""


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("golfsim")
    if name in _HOMES:
        module, _, own = _HOMES[name].partition(":")
        return getattr(import_module(f"golfsim.{module}"), own or name)
    raise AttributeError(f"module 'golfsim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
