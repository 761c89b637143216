"""What a strategy of Golf solitaire is: it plays a batch of deals."""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.games.solitaire.outcome import empty
from golfsim.games.solitaire.rules import Rules
from golfsim.strategies.base import AnyStrategy


class Batch(NamedTuple):
    """Deals to be played under the same rules."""

    decks: npt.NDArray[np.uint8]
    """uint8 (n, cards): see `Deal.from_deck` for the order."""
    rules: Rules
    seed: int
    """Key of random numbers, 0 to 2**64 - 1."""
    first: int
    """Number of the first deal; the others follow."""


class Played(NamedTuple):
    """What came of a batch."""

    out: npt.NDArray[np.int8]
    """int8 (7, n): the rows of `golfsim.games.solitaire.outcome`."""
    lines: npt.NDArray[np.int8]
    """int8 (n, tableau + stock): the moves, a column or -1 for a draw, padded with -2; (0, 0) if not asked for."""


class Strategy(AnyStrategy):
    """A way of playing, with its option values fixed."""

    @abstractmethod
    def play(self, batch: Batch, want_lines: bool = False) -> Played:
        """Play every deal of a batch to its end.

        Raises:
            StrategyError: if the strategy failed or made an illegal move.
        """


def empty_results(batch: Batch, want_lines: bool) -> Played:
    """Arrays for the results of a batch; their content is undefined."""
    count, rules = len(batch.decks), batch.rules
    lines = (count, rules.tableau + rules.stock) if want_lines else (0, 0)
    return Played(empty(count), np.empty(lines, np.int8))
