"""What a player may be told to play for: the option that several strategies and commands have."""

from __future__ import annotations

from golfsim.strategies.facts import Option

WIN, STROKES = "win", "strokes"
OBJECTIVES = (WIN, STROKES)

FOR_PLAYERS, FOR_SOLVER = WIN, STROKES
"""The defaults differ: whoever plays wants to win, while the lowest strokes tell all that can be proved of a deal,
also whether it can be won."""


def objective_option(default: str, text: str) -> Option:
    """The option `objective`."""
    return Option("objective", default, text, OBJECTIVES)
