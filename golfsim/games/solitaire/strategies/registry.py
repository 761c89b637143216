"""The strategies of Golf solitaire by name."""

from __future__ import annotations

from golfsim.games.solitaire.strategies.base import Strategy
from golfsim.games.solitaire.strategies.plugged import plugged
from golfsim.strategies.registry import Registry

BUILT_IN: dict[str, str] = {
    "first": "golfsim.games.solitaire.strategies.first:First",
    "random": "golfsim.games.solitaire.strategies.random:Random",
    "greedy": "golfsim.games.solitaire.strategies.greedy:Greedy",
    "guide": "golfsim.games.solitaire.strategies.guide:Guide",
    "longest-chain": "golfsim.games.solitaire.strategies.longest_chain:LongestChain",
    "pimc": "golfsim.games.solitaire.strategies.pimc:Pimc",
    "expectimax": "golfsim.games.solitaire.strategies.expectimax:Expectimax",
    "solver": "golfsim.games.solitaire.strategies.solver:Solver",
}
"""Where each built-in strategy is, imported only when it is asked for."""

GROUP = "golfsim.strategies"
"""The entry-point group that packages register strategies in."""

REGISTRY: Registry[Strategy] = Registry(BUILT_IN, GROUP, plugged)
names, load, load_all = REGISTRY.names, REGISTRY.load, REGISTRY.load_all
