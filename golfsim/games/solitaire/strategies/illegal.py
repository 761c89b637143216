"""Why a move of a plug-in is illegal, in the numbers that plug-ins use: columns from 0, and -1 to draw."""

from __future__ import annotations

from golfsim.errors import IllegalMove
from golfsim.games.solitaire.game import DRAW, Game


def why_illegal(game: Game, move: int) -> str | None:
    """What the referee says of a move, or None if it is legal; the game is left as it is.

    The referee's own words are those of the command line, whose columns are numbered from 1.
    """
    if move != DRAW and not 0 <= move < len(game.columns):
        return f"column {move}: expected 0 to {len(game.columns) - 1} or {DRAW}"
    if move in game.legal_moves():
        return None
    if move == DRAW:
        if game.stock_left and game.cards_left:
            column = game.plays()[0]
            return f"no draw: {game.columns[column][-1]} of column {column} fits, and draw=when-stuck"
    elif not game.columns[move]:
        return f"column {move} is empty"
    try:
        game.move(move)
    except IllegalMove as error:
        return str(error) if move == DRAW else f"column {move}: {error}"
    raise AssertionError("the referee makes a move that is not among the legal ones")
