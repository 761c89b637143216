"""Where deals come from: a seeded generator, PySolFC deal numbers, or a file of boards; see also `listed`.

A source turns a range of deal numbers into decks. Any deal is reached from its number alone.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from golfsim.cards import ACE_OF_SPADES
from golfsim.errors import OptionError
from golfsim.games.solitaire.deals.boards import read_boards
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.reading import STANDARD_INPUT, read_text, shortened, spoken
from golfsim.games.solitaire.rules import Rules

MAX_SEED = 2**64 - 1
PYSOL_GAMES = {(7, 5): "golf", (17, 3): "black_hole", (13, 4): "all_in_a_row"}
"""PySolFC game by columns and depth."""

MAX_MS = 2**33 - 1
"""The last of PySolFC's deals whose numbers begin with ms."""

Decks = npt.NDArray[np.uint8]


class FoundDeal(NamedTuple):
    """A deal with the seed and number that key the random choices of a stochastic strategy."""

    deal: Deal
    seed: int
    number: int


class Stretch(NamedTuple):
    """Deals in a row whose random choices are keyed by one seed and by numbers that count up by one."""

    seed: int
    first: int
    deals: int


class Source(Protocol):
    """What `run` asks of a source of deals. Sources are small, hashable and can be pickled."""

    @property
    def kind(self) -> str:
        """`seeded`, `pysol`, `pysol-ms` or `file`."""

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

    def stretches(self, first: int, count: int) -> Iterator[Stretch]:
        """How the random choices of deals `first` to `first + count - 1` are keyed."""

    def ids(self) -> str | tuple[str, ...] | None:
        """What its deals are called on the command line, from any folder.

        What comes before the number, or the name of each deal from 0; None where `About.deal_names` says it.
        """

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

    def stretches(self, first: int, count: int) -> Iterator[Stretch]:
        yield Stretch(self.seed, first, count)

    def ids(self) -> None:
        return None

    def provenance(self) -> Mapping[str, str | int]:
        return {"source": self.kind, "seed": self.seed}


@dataclass(frozen=True)
class PysolSource:
    """PySolFC deal numbers, as the `pysol-cards` package deals them; about 50 microseconds a deal.

    With `ms` those that PySolFC writes ms1, ms2, ...: the generator of Microsoft's FreeCell, which deals the numbers
    up to 32,000 in either case.
    """

    seed: int = 0
    ms: bool = False
    first: int = field(default=1, init=False)
    whole: bool = field(default=False, init=False)

    @property
    def kind(self) -> str:
        return "pysol-ms" if self.ms else "pysol"

    @property
    def label(self) -> str:
        return f"source {self.kind}"

    def last(self, many: Sequence[Rules]) -> int:
        return MAX_MS if self.ms else MAX_SEED

    def decks(self, first: int, count: int, rules: Rules) -> Decks:
        return _decks([self.deal(number, rules) for number in range(first, first + count)], rules)

    def check(self, number: int, rules: Rules) -> None:
        """OptionError if there is no such deal."""
        from pysol_cards.random_base import RandomBase

        if (rules.columns, rules.depth) not in PYSOL_GAMES or rules.jokers:
            raise OptionError(
                f"rules {rules.name}: PySolFC has no such deals; expected 7x5, 17x3 or 13x4 columns and no jokers"
            )
        most = MAX_MS if self.ms else RandomBase.MAX_SEED
        name = shortened(f"{'ms' if self.ms else ''}{number}")
        if number < 1:
            raise OptionError(f"PySolFC deal {name}: expected a number from 1")
        if number > most:
            raise OptionError(f"PySolFC deal {name}: expected at most {'ms' if self.ms else ''}{most}")

    def deal(self, number: int, rules: Rules) -> Deal:
        """PySolFC deal `number`, which starts at 1."""
        from pysol_cards.cards import CardRenderer
        from pysol_cards.deal_game import Game
        from pysol_cards.random_base import RandomBase

        self.check(number, rules)
        series = RandomBase.DEALS_MS if self.ms else RandomBase.DEALS_PYSOLFC
        game = Game(PYSOL_GAMES[rules.columns, rules.depth], number, series)
        text = game.calc_deal_string(number, CardRenderer(True))
        return next(read_boards(text.splitlines(), rules, f"{self._prefix}{number}"))

    @property
    def _prefix(self) -> str:
        return "pysol:ms" if self.ms else "pysol:"

    def stretches(self, first: int, count: int) -> Iterator[Stretch]:
        yield Stretch(self.seed, first, count)

    def ids(self) -> str | None:
        return self._prefix if self.ms else None

    def provenance(self) -> Mapping[str, str | int]:
        return {"source": self.kind, "seed": self.seed}


@dataclass(frozen=True)
class FileSource:
    """The boards of a file, a FIFO or standard input, numbered from 0.

    Attributes:
        path: where they are, `-` for standard input.
        text: what is written there, or None for what is found when it is first asked for.
    """

    path: Path
    seed: int = 0
    text: str | None = field(default=None, repr=False, compare=False)
    kind: str = field(default="file", init=False)
    first: int = field(default=0, init=False)
    whole: bool = field(default=True, init=False)

    @cached_property
    def _text(self) -> str:
        return read_text(self.path) if self.text is None else self.text

    @cached_property
    def _boards(self) -> dict[Rules, tuple[list[Deal], Iterator[Deal]]]:
        return {}

    def __getstate__(self) -> dict[str, Any]:
        # Another process has no use for what was begun here, and the place may have nothing left to read.
        state = {name: value for name, value in self.__dict__.items() if name != "_boards"}
        return {**state, "text": self._text}

    def _deals(self, rules: Rules, least: int | None = None) -> list[Deal]:
        """All boards, or the first so many if there are as many."""
        with _READING:
            # Read again for each rule set: whether a board fits depends on its layout and start.
            if rules not in self._boards:
                self._boards[rules] = [], read_boards(self._text.split("\n"), rules, spoken(self.path))
            found, more = self._boards[rules]
            found.extend(islice(more, None if least is None else max(0, least - len(found))))
            return found

    @property
    def label(self) -> str:
        return spoken(self.path)

    def last(self, many: Sequence[Rules]) -> int:
        return min(len(self._deals(rules)) for rules in many) - 1

    def decks(self, first: int, count: int, rules: Rules) -> Decks:
        boards = self._deals(rules)
        if first + count > len(boards):
            raise OptionError(f"deals {first} to {first + count - 1}: {self.label} holds {len(boards)} boards from 0")
        return _decks(boards[first : first + count], rules)

    def deal(self, number: int, rules: Rules) -> Deal:
        """Board `number`; those after it are not read.

        Raises:
            OptionError: if there are fewer.
            DealError: if it, or one before it, is wrong.
        """
        boards = self._deals(rules, number + 1)
        if number >= len(boards):
            name, boards_there = f"{self.label}#{shortened(str(number))}", counted(len(boards), "board")
            raise OptionError(f"deal {name}: expected 0 to {len(boards) - 1}, as {self.label} holds {boards_there}")
        return boards[number]

    def found(self, number: int, rules: Rules) -> FoundDeal:
        """Board `number` with what keys the random choices in it; errors as of `deal`."""
        deal = replace(self.deal(number, rules), name=f"{self.label}#{number}")
        return FoundDeal(deal, self.seed, number)

    def stretches(self, first: int, count: int) -> Iterator[Stretch]:
        yield Stretch(self.seed, first, count)

    def ids(self) -> str | None:
        return board_prefix(self.path)

    @cached_property
    def sha256(self) -> str:
        """Digest of the text."""
        return hashlib.sha256(self._text.encode()).hexdigest()

    def provenance(self) -> Mapping[str, str | int]:
        return {"source": self.kind, "file": file_name(self.path), "sha256": self.sha256, "seed": self.seed}


_READING = Lock()
"""Held while boards are read: several threads may ask for those of one file."""


def board_prefix(path: Path) -> str | None:
    """What a board of a file is called from any folder, but for its number; None if that cannot be written down."""
    place = "/dev/stdin" if str(path) == STANDARD_INPUT else os.path.abspath(path)
    return f"{place}#" if place.isprintable() else None


def file_name(path: Path) -> str:
    """The name of a file without its folder, with a question mark for what cannot be printed."""
    name = spoken(path) if str(path) == STANDARD_INPUT else path.name
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def counted(count: int, what: str) -> str:
    """A number of things in words: 1 board, 2 boards."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def _decks(deals: list[Deal], rules: Rules) -> Decks:
    decks = np.empty((len(deals), rules.cards), dtype=np.uint8)
    for row, deal in enumerate(deals):
        decks[row] = deal.deck()
    return decks
