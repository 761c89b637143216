"""A plug-in strategy that is a plain Python function of a `View`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from random import Random

import numpy as np

from golfsim.errors import GolfsimError, StrategyError
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.game import DRAW, Game
from golfsim.games.solitaire.kernels.hand import NO_MOVE
from golfsim.games.solitaire.outcome import row_values
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results
from golfsim.games.solitaire.strategies.illegal import why_illegal
from golfsim.games.solitaire.strategies.untouched import put_back
from golfsim.games.solitaire.strategies.view import look
from golfsim.strategies.aside import output_aside
from golfsim.strategies.facts import Facts, Value
from golfsim.strategies.failures import clean_text, end_if_forked, interrupts, one_line, place, shown

Choose = Callable[..., int]
"""`choose(view, **options)` returns a column of `view.plays`, or -1 to draw where `view.may_draw`."""


class PythonStrategy(Strategy):
    """Asks a function for each play; draws by itself when nothing fits.

    Whatever the function raises is a StrategyError that names the line, the deal and the move.
    """

    def __init__(
        self, name: str, summary: str, choose: Choose, facts: Facts, values: Mapping[str, Value] | None = None
    ) -> None:
        self.name, self.summary, self.facts = name, summary, facts
        self._choose = choose
        super().__init__(values)

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        played = empty_results(batch, want_lines)
        with output_aside(), interrupts() as let_through:
            table = _Table(self, os.getpid(), let_through)
            for row, deck in enumerate(batch.decks):
                deal = Deal.from_deck(map(int, deck), batch.rules)
                game = table.play(deal, batch.rules, batch.seed, batch.first + row)
                outcome = game.outcome()
                assert outcome is not None
                played.out[:, row] = row_values(outcome)
                if want_lines:
                    played.lines[row] = NO_MOVE
                    played.lines[row, : len(game.moves)] = np.array(game.moves, np.int8)
        return played


class _Table:
    """Where one batch is played by a function that may do anything."""

    def __init__(self, strategy: PythonStrategy, process: int, let_through: Callable[[BaseException], bool]) -> None:
        self._name = strategy.name
        self._facts = strategy.facts
        self._values = strategy.values
        self._choose = strategy._choose
        self._process = process
        self._let_through = let_through

    def play(self, deal: Deal, rules: Rules, seed: int, number: int) -> Game:
        game = Game(deal, rules)
        random = Random(f"{seed}:{number}")
        try:
            while moves := game.legal_moves():
                move = DRAW if moves == [DRAW] else self._ask(game, random, number)
                try:
                    game.move(move)
                except GolfsimError as error:
                    raise self._error(game, number, why_illegal(game, move) or str(error)) from None
        finally:
            # Also on the way out with an error, of which it may be the reason.
            if changed := put_back():
                raise self._error(game, number, f"changed {changed} of golfsim itself") from None
        return game

    def _ask(self, game: Game, random: Random, number: int) -> int:
        view = look(game, self._facts, random)
        try:
            move = self._choose(view, **self._values)
            if isinstance(move, int) and not isinstance(move, bool):
                return int.__index__(move)  # whatever a class derived from int says it is
            if isinstance(move, np.integer):
                return int(move)
        except BaseException as error:
            if self._let_through(error):
                raise KeyboardInterrupt from error
            what = clean_text(error) if isinstance(error, StrategyError) else one_line(error)
            raise self._error(game, number, what, place(error, self._choose)) from error
        finally:
            end_if_forked(self._process)
        raise self._error(game, number, f"returned {shown(move)}: expected a column or -1")

    def _error(self, game: Game, number: int, what: str, where: str = "") -> StrategyError:
        parts = (f"{self._name}: deal {number}", f"move {len(game.moves) + 1}", where)
        return StrategyError(f"{', '.join(filter(None, parts))}: {what}")
