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

import contextlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaError

from golfsim.compiled.remarks import compiling
from golfsim.errors import StrategyError
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.game import replay
from golfsim.games.solitaire.kernels.compiled import NO_FAULT, play_compiled
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.outcome import WON
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results
from golfsim.games.solitaire.strategies.illegal import why_illegal
from golfsim.strategies.aside import output_aside
from golfsim.strategies.facts import Facts
from golfsim.strategies.failures import clean, clean_text, place

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

_NOT_PLAYED = 99
"""In row WON of an outcome array: the loop did not get here."""


class CompiledStrategy(Strategy):
    """Asks a numba function for each play; draws by itself when nothing fits.

    The function is compiled so that an index out of range is an error, as it is in Python; numba's default is to read
    and write whatever lies there.
    """

    def __init__(self, name: str, summary: str, choose: Callable[..., int], facts: Facts) -> None:
        self.name, self.summary, self.facts = name, summary, facts
        self._choose = choose
        self._ready = False
        super().__init__()

    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        if not self._ready:
            self._make_ready(batch)
        played = empty_results(batch, want_lines)
        row, move, made = self._run(batch, played)
        if row != NO_FAULT:
            number = batch.first + row
            raise StrategyError(f"{self.name}: deal {number}, move {made + 1}: {self._why(batch, row, move, made)}")
        return played

    def _make_ready(self, batch: Batch) -> None:
        """See that the function takes the arguments above and returns a number, and compile it into the loop.

        Raises:
            StrategyError: saying why not.
        """
        choose: Any = self._choose
        with compiling(self.name, once=False):
            try:
                with _bounds_checked():
                    choose.compile(ARGUMENTS)
                returned = choose.overloads[ARGUMENTS].signature.return_type
            except Exception as error:
                raise StrategyError(f"{self.name}: {type(error).__name__}: {_reason(error)}") from error
            if not isinstance(returned, types.Integer):
                raise StrategyError(
                    f"{self.name}: returns {clean(str(returned))}: expected a column or -1 in every case"
                )
            none = batch._replace(decks=batch.decks[:0])
            self._run(none, empty_results(none, False))
        self._ready = True

    def _run(self, batch: Batch, played: Played) -> tuple[int, int, int]:
        seed, first = np.uint64(batch.seed), np.uint64(batch.first)
        played.out[WON] = _NOT_PLAYED
        try:
            with output_aside():
                return play_compiled(
                    self._choose, batch.decks, rule_table(batch.rules), *played, self.facts.stochastic, seed, first
                )
        except Exception as error:
            # No line for an index out of range: numba does not say.
            left = np.flatnonzero(played.out[WON] == _NOT_PLAYED)
            deal = f"deal {batch.first + int(left[0])}" if len(left) else ""
            what = _reason(error) if isinstance(error, NumbaError) else clean_text(error)
            where = ", ".join(filter(None, (deal, place(error, self._choose))))
            told = ": ".join(filter(None, (self.name, where, type(error).__name__, what)))
            raise StrategyError(told) from error

    def _why(self, batch: Batch, row: int, move: int, made: int) -> str:
        """Why a move is illegal: the moves before it are played again."""
        one = Batch(batch.decks[row : row + 1], batch.rules, batch.seed, batch.first + row)
        played = empty_results(one, True)
        again = self._run(one, played)
        if again == (0, move, made):
            deal = Deal.from_deck(map(int, one.decks[0]), batch.rules)
            game = replay(deal, batch.rules, map(int, played.lines[0, :made]))
            if reason := why_illegal(game, int(move)):
                return reason
        return (
            f"returned {move}, and {'something else' if again[0] == NO_FAULT else again[1]} the second time: "
            "expected the same for the same deal (a stochastic strategy uses word)"
        )


@contextlib.contextmanager
def _bounds_checked() -> Iterator[None]:
    """Compile with numba's NUMBA_BOUNDSCHECK meanwhile, also what the function calls."""
    config: Any = numba.config
    # Nobody else compiles meanwhile.
    with global_compiler_lock:
        theirs = config.BOUNDSCHECK
        config.BOUNDSCHECK = 1
        try:
            yield
        finally:
            config.BOUNDSCHECK = theirs


def _reason(error: Exception) -> str:
    """What a message of numba says is wrong, and where: on one line, without the ways that led there."""
    told: list[str] = []
    for line in map(str.strip, str(error).splitlines()):
        if line.startswith(("File ", "During:", "There are ", "- Resolution failure", "raised from")):
            if told:
                break
        elif line and not line.startswith("Failed in"):
            told.append(line)
    lines = re.findall(r'File "([^"]*)", line (\d+)', str(error))
    where = f"(line {lines[-1][1]} of {Path(lines[-1][0]).name})" if lines else ""
    return " ".join(filter(None, (clean(" ".join(told)), clean(where))))
