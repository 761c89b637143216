"""Where deals come from: a seeded generator, PySolFC deal numbers, or a file of boards.

A source turns a range of deal numbers into decks. Any deal is reached from its number alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from golfsim.cards import ACE_OF_SPADES
from golfsim.errors import DealError, OptionError
from golfsim.games.solitaire.deals.boards import read_boards
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.rules import Rules

MAX_SEED = 2**64 - 1
PYSOL_GAMES = {(7, 5): "golf", (17, 3): "black_hole", (13, 4): "all_in_a_row"}
"""PySolFC game by columns and depth."""

Decks = npt.NDArray[np.uint8]


class Source(Protocol):
    """What `run` asks of a source of deals. Sources are small, hashable and can be pickled."""

    @property
    def kind(self) -> str:
        """`seeded`, `pysol` or `file`."""

    @property
    def seed(self) -> int:
        """Key of the random numbers of stochastic strategies (and of the deals, if seeded)."""

    @property
    def first(self) -> int:
        """Lowest deal number."""

    @property
    def whole(self) -> bool:
        """Whether all of its deals are meant where no number is said."""

    @property
    def label(self) -> str:
        """What it is called in messages."""

    def last(self, many: Sequence[Rules]) -> int:
        """Highest deal number that there is under each of some rules.

        Raises:
            DealError: for a file with a board that does not fit one of them.
        """

    def decks(self, first: int, count: int, rules: Rules) -> Decks:
        """Decks of deals `first` to `first + count - 1`: uint8 (count, cards), laid out as `Deal.from_deck` takes."""

    def name(self, deal: int) -> str:
        """What a deal is called on the command line."""

    def provenance(self) -> Mapping[str, str | int]:
        """What must agree for two runs to play the same deals."""


@dataclass(frozen=True)
class SeededSource:
    """golfsim's own deals: number k of seed s, from a counter-based generator; see `golfsim.compiled.philox`."""

    seed: int = 0
    kind: str = field(default="seeded", init=False)
    first: int = field(default=0, init=False)
    whole: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= MAX_SEED:
            raise OptionError(f"seed {self.seed}: expected 0 to 2**64 - 1")

    @property
    def label(self) -> str:
        return f"source {self.kind}"

    def last(self, many: Sequence[Rules]) -> int:
        return MAX_SEED

    def decks(self, first: int, count: int, rules: Rules) -> Decks:
        from golfsim.compiled.philox import shuffle_decks

        cards = np.arange(rules.cards, dtype=np.uint8)
        decks = np.empty((count, rules.cards), dtype=np.uint8)
        if rules.start == "ace":
            # The ace is set aside before shuffling, so that the others are uniform.
            cards = np.delete(cards, ACE_OF_SPADES)
        shuffle_decks(np.uint64(self.seed), np.uint64(first), cards, decks)
        if rules.start == "ace":
            decks[:, rules.tableau + 1 :] = decks[:, rules.tableau : -1].copy()
            decks[:, rules.tableau] = ACE_OF_SPADES
        return decks

    def name(self, deal: int) -> str:
        return f"{self.seed}:{deal}"

    def provenance(self) -> Mapping[str, str | int]:
        return {"source": self.kind, "seed": self.seed}


@dataclass(frozen=True)
class PysolSource:
    """PySolFC deal numbers, as the `pysol-cards` package deals them; about 50 microseconds a deal."""

    seed: int = 0
    kind: str = field(default="pysol", init=False)
    first: int = field(default=1, init=False)
    whole: bool = field(default=False, init=False)

    @property
    def label(self) -> str:
        return f"source {self.kind}"

    def last(self, many: Sequence[Rules]) -> int:
        return MAX_SEED

    def decks(self, first: int, count: int, rules: Rules) -> Decks:
        return _decks([self.deal(number, rules) for number in range(first, first + count)], rules)

    def deal(self, number: int, rules: Rules) -> Deal:
        """PySolFC deal `number`, which starts at 1."""
        from pysol_cards.cards import CardRenderer
        from pysol_cards.deal_game import Game
        from pysol_cards.random_base import RandomBase

        game = PYSOL_GAMES.get((rules.columns, rules.depth))
        if game is None or rules.jokers:
            raise OptionError(
                f"rules {rules.name}: PySolFC has no such deals; expected 7x5, 17x3 or 13x4 columns and no jokers"
            )
        if number < 1:
            raise OptionError(f"PySolFC deal {number}: expected a number from 1")
        if number > RandomBase.MAX_SEED:
            raise OptionError(f"PySolFC deal {number}: expected at most {RandomBase.MAX_SEED}")
        text = Game(game, number, RandomBase.DEALS_PYSOLFC).calc_deal_string(number, CardRenderer(True))
        return next(read_boards(text.splitlines(), rules, self.name(number)))

    def name(self, deal: int) -> str:
        return f"pysol:{deal}"

    def provenance(self) -> Mapping[str, str | int]:
        return {"source": self.kind, "seed": self.seed}


@dataclass(frozen=True)
class FileSource:
    """The boards of a file, numbered from 0."""

    path: Path
    seed: int = 0
    kind: str = field(default="file", init=False)
    first: int = field(default=0, init=False)
    whole: bool = field(default=True, init=False)

    @cached_property
    def _text(self) -> str:
        return read_text(self.path)

    @cached_property
    def _boards(self) -> dict[Rules, list[Deal]]:
        return {}

    def _deals(self, rules: Rules) -> list[Deal]:
        # Read again for each rule set: whether a board fits depends on its layout and start.
        if rules not in self._boards:
            self._boards[rules] = list(read_boards(self._text.splitlines(), rules, str(self.path)))
        return self._boards[rules]

    @property
    def label(self) -> str:
        return str(self.path)

    def last(self, many: Sequence[Rules]) -> int:
        return min(len(self._deals(rules)) for rules in many) - 1

    def decks(self, first: int, count: int, rules: Rules) -> Decks:
        boards = self._deals(rules)
        if first + count > len(boards):
            raise OptionError(f"deals {first} to {first + count - 1}: {self.path} holds {len(boards)} boards from 0")
        return _decks(boards[first : first + count], rules)

    def name(self, deal: int) -> str:
        return f"{self.path}#{deal}"

    def provenance(self) -> Mapping[str, str | int]:
        digest = hashlib.sha256(self._text.encode()).hexdigest()
        return {"source": self.kind, "file": self.path.name, "sha256": digest, "seed": self.seed}


def read_text(path: Path) -> str:
    """The text of a board file.

    Raises:
        DealError: if it cannot be read or is no text.
    """
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DealError(f"{path}: not a text file: expected boards as text") from None
    except OSError as error:
        raise DealError(f"{path}: {(error.strerror or str(error)).lower()}: expected a file of boards") from None


def _decks(deals: list[Deal], rules: Rules) -> Decks:
    decks = np.empty((len(deals), rules.cards), dtype=np.uint8)
    for row, deal in enumerate(deals):
        decks[row] = deal.deck()
    return decks
