"""A plug-in strategy that is a numba function, compiled into the batch loop.

The function is called as `choose(ranks, heights, fits, waste, unseen, may_draw, word)` whenever a card fits, and
returns the column to play, or -1 to draw. Its arguments:

    ranks     int64 (columns, depth): rank codes (1 ace to 13 king, 0 joker) as dealt; of column c only
              ranks[c, :heights[c]] are left, the last of them exposed
    heights   int64 (columns,): cards left in each column
    fits      bool (columns,): whether the exposed card may be played; at least one may
    waste     int: the waste state, a rank code (0 also for an empty waste), or 14 for a queen that is dead
    unseen    int64 (14,): how many cards of each rank code the stock holds
    may_draw  bool: whether drawing is allowed although a card fits
    word      int: a random number below 2**32, for a strategy whose facts say stochastic, else 0

It cannot see the order of the stock.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numba import types

from golfsim.errors import IllegalMove, StrategyError
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.game import replay
from golfsim.games.solitaire.kernels.compiled import NO_FAULT, play_compiled
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results
from golfsim.strategies.facts import Facts

ARGUMENTS = (
    types.int64[:, ::1],
    types.int64[::1],
    types.boolean[::1],
    types.int64,
    types.int64[::1],
    types.boolean,
    types.int64,
)
"""The types that `choose` is called with."""


class CompiledStrategy(Strategy):
    """Asks a numba function for each play; draws by itself when nothing fits."""

    def __init__(self, name: str, summary: str, choose: Callable[..., int], facts: Facts) -> None:
        self.name, self.summary, self.facts = name, summary, facts
        self._choose = choose
        super().__init__()

    @cached_property
    def _fits_in(self) -> bool:
        """That the function takes the arguments above and returns a number; otherwise StrategyError says why not."""
        choose: Any = self._choose
        try:
            choose.compile(ARGUMENTS)
            returned = choose.overloads[ARGUMENTS].signature.return_type
        except Exception as error:
            raise StrategyError(f"{self.name}: {type(error).__name__}: {_gist(error)}") from error
        if not isinstance(returned, types.Integer):
            raise StrategyError(f"{self.name}: returns {returned}: expected a column or -1 in every case")
        return True

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        played = empty_results(batch, want_lines)
        row, move, made = self._run(batch, played)
        if row != NO_FAULT:
            number = batch.first + row
            raise StrategyError(f"{self.name}: deal {number}, move {made + 1}: {self._why_illegal(batch, row, move)}")
        return played

    def _run(self, batch: Batch, played: Played) -> tuple[int, int, int]:
        seed, first = np.uint64(batch.seed), np.uint64(batch.first)
        assert self._fits_in
        try:
            return play_compiled(
                self._choose, batch.decks, rule_table(batch.rules), *played, self.facts.stochastic, seed, first
            )
        except Exception as error:
            raise StrategyError(f"{self.name}: {type(error).__name__}: {_gist(error)}") from error

    def _why_illegal(self, batch: Batch, row: int, move: int) -> str:
        """The referee's words: the moves before the illegal one are played again."""
        one = Batch(batch.decks[row : row + 1], batch.rules, batch.seed, batch.first + row)
        played = empty_results(one, True)
        _, _, made = self._run(one, played)
        deal = Deal.from_deck(map(int, one.decks[0]), batch.rules)
        try:
            replay(deal, batch.rules, [*map(int, played.lines[0, :made]), int(move)])
        except IllegalMove as error:
            return str(error)
        raise AssertionError("the referee allows a move that the kernel refused")


def _gist(error: Exception) -> str:
    """The line of a message of numba that says what is wrong."""
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [line for line in lines if line and not line.startswith(("Failed in", "During:", "File "))]
    return next(iter(telling), "")
