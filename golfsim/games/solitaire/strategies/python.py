"""A plug-in strategy that is a plain Python function of a `View`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from random import Random

import numpy as np

from golfsim.errors import GolfsimError, StrategyError
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.game import DRAW, Game
from golfsim.games.solitaire.kernels.hand import NO_MOVE
from golfsim.games.solitaire.outcome import row_values
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results
from golfsim.games.solitaire.strategies.view import look
from golfsim.strategies.facts import Facts, Value

Choose = Callable[..., int]
"""`choose(view, **options)` returns a column of `view.plays`, or -1 to draw where `view.may_draw`."""


class PythonStrategy(Strategy):
    """Asks a function for each play; draws by itself when nothing fits."""

    def __init__(
        self, name: str, summary: str, choose: Choose, facts: Facts, values: Mapping[str, Value] | None = None
    ) -> None:
        self.name, self.summary, self.facts = name, summary, facts
        self._choose = choose
        super().__init__(values)

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        with redirect_stdout(sys.stderr):
            return self._play_all(batch, want_lines)

    def _play_all(self, batch: Batch, want_lines: bool) -> Played:
        played = empty_results(batch, want_lines)
        for row, deck in enumerate(batch.decks):
            deal = Deal.from_deck(map(int, deck), batch.rules)
            game = self._play(deal, batch.rules, batch.seed, batch.first + row)
            outcome = game.outcome()
            assert outcome is not None
            played.out[:, row] = row_values(outcome)
            if want_lines:
                played.lines[row] = NO_MOVE
                played.lines[row, : len(game.moves)] = np.array(game.moves, np.int8)
        return played

    def _play(self, deal: Deal, rules: Rules, seed: int, number: int) -> Game:
        game = Game(deal, rules)
        random = Random(f"{seed}:{number}")
        while moves := game.legal_moves():
            move = DRAW if moves == [DRAW] else self._ask(game, random, number)
            try:
                game.move(move)
            except GolfsimError as error:
                raise StrategyError(f"{self.name}: deal {number}, move {len(game.moves) + 1}: {error}") from None
        return game

    def _ask(self, game: Game, random: Random, number: int) -> int:
        try:
            move = self._choose(look(game, self.facts, random), **self.values)
        except (Exception, SystemExit) as error:
            text = " ".join(str(error).split())
            what = text if isinstance(error, StrategyError) else f"{type(error).__name__}: {text}"
            raise StrategyError(f"{self.name}: deal {number}, move {len(game.moves) + 1}: {what}") from error
        if isinstance(move, bool) or not isinstance(move, int | np.integer):
            raise StrategyError(
                f"{self.name}: deal {number}, move {len(game.moves) + 1}: returned {move!r}: expected a column or -1"
            )
        return int(move)
