"""One deal solved exactly: the verdict, the lowest strokes, and a line that reaches them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from golfsim.errors import OptionError
from golfsim.games.solitaire.dealing import found_deal
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.game import Game
from golfsim.games.solitaire.kernels.hand import NO_MOVE
from golfsim.games.solitaire.kernels.solver import solve_batch
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.outcome import MISSING, STROKES, UNKNOWN, WON, empty
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.objectives import OBJECTIVES


@dataclass(frozen=True)
class Solution:
    """What a search proved about a deal.

    Attributes:
        game: the line found, played by the referee; no move was made if there is none.
        won: whether the deal can be cleared; None if the search gave up before it knew.
        strokes: the lowest strokes any play can reach; under objective `win` those of the clear that was found.
            None where nothing was proved or asked.
        moves: the line that reaches it, as `Game.parse_move` reads it: `draw`, or the card played.
        states: how many states were searched.
    """

    game: Game
    won: bool | None
    strokes: int | None
    moves: tuple[str, ...]
    states: int


def solve(
    deal: Deal | str, rules: Rules | str = "classic", *, objective: str = "strokes", max_states: int = 0
) -> Solution:
    """Search a deal with every card known.

    Args:
        deal: a whole deck, or its name as on the command line: `7:123`.
        rules: as for `run`.
        objective: `strokes` proves the lowest strokes, `win` only whether the deal can be cleared.
        max_states: give up after so many states; 0 for never.

    Raises:
        OptionError: for an unknown objective or rules.
        DealError: if the deal does not fit the rules.
    """
    if objective not in OBJECTIVES:
        raise OptionError(f"objective {objective!r}: expected one of {', '.join(OBJECTIVES)}")
    if max_states < 0:
        raise OptionError(f"max_states {max_states}: expected at least 0")
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    found = found_deal(deal, rules).deal
    deck = np.array([found.deck()], dtype=np.uint8)
    out = empty(1)
    states = np.empty(1, np.int64)
    lines = np.full((1, rules.tableau + rules.stock), NO_MOVE, np.int8)
    solve_batch(deck, rule_table(rules), objective == "win", max_states, out, states, lines)
    won, strokes = int(out[WON, 0]), int(out[STROKES, 0])
    game = Game(found, rules)
    moves = []
    if strokes != MISSING:
        for move in lines[0][lines[0] != NO_MOVE]:
            moves.append(game.describe(int(move)))
            game.move(int(move))
    return Solution(
        game=game,
        won=None if won == UNKNOWN else won == 1,
        strokes=None if strokes == MISSING else strokes,
        moves=tuple(moves),
        states=int(states[0]),
    )
