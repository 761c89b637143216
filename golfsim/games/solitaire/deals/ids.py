"""What deals are called: `SEED:INDEX`, `pysol:N`, `pysol:msN`, `FILE#N`; alone, or one a line in a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from golfsim.cards import parse_card
from golfsim.errors import DealError, OptionError
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.reading import exists, shortened
from golfsim.games.solitaire.deals.sources import MAX_SEED, FoundDeal, PysolSource, SeededSource
from golfsim.games.solitaire.rules import Rules

HELP = "SEED:INDEX, pysol:N, pysol:msN or FILE#N"

SEEDED, PYSOL, PYSOL_MS, BOARD = "seeded", "pysol", "pysol-ms", "board"

_SEEDED = re.compile(r"(?P<seed>-?[0-9]+):(?P<index>-?[0-9]+)")
_PYSOL = re.compile(r"(?P<series>pysol:ms|pysol-ms:|pysol:)(?P<number>-?[0-9]+)")
_BOARD = re.compile(r"(?P<path>.*\S)#(?P<number>[0-9]+)", re.DOTALL)
_LIKE_NUMBERED = re.compile(r"(pysol|pysol-ms|-?[0-9]+)\s*:.*", re.DOTALL)
_COMMENT = re.compile(r"(^|\s)#.*", re.DOTALL)
_MOST_DIGITS = 40


class DealId(NamedTuple):
    """What one deal is called."""

    source: str
    """SEEDED, PYSOL, PYSOL_MS or BOARD."""
    number: int
    seed: int = 0
    """Of a seeded deal."""
    path: str = ""
    """Of the file of a board."""

    def __str__(self) -> str:
        before = {SEEDED: f"{self.seed}:", PYSOL: "pysol:", PYSOL_MS: "pysol:ms", BOARD: f"{self.path}#"}
        return f"{before[self.source]}{self.number}"


def parse_id(text: str) -> DealId | None:
    """Read the name of a deal; None if it is none. Whether there is such a file or PySolFC deal is not looked up.

    Raises:
        OptionError: for a seed or index out of range.
    """
    if match := _PYSOL.fullmatch(text):
        return DealId(PYSOL if match["series"] == "pysol:" else PYSOL_MS, _whole(match["number"]))
    if match := _SEEDED.fullmatch(text):
        seed, index = _whole(match["seed"]), _whole(match["index"])
        if not 0 <= index <= MAX_SEED:
            raise OptionError(f"deal {shortened(text)!r}: expected an index of 0 to 2**64 - 1")
        if not 0 <= seed <= MAX_SEED:
            raise OptionError(f"seed {shortened(match['seed'])}: expected 0 to 2**64 - 1")
        return DealId(SEEDED, index, seed)
    if match := _BOARD.fullmatch(text):
        return DealId(BOARD, _whole(match["number"]), path=match["path"])
    return None


def _whole(digits: str) -> int:
    """A number; one of more digits than anything here has is merely too large."""
    sign, digits = (-1, digits[1:]) if digits.startswith("-") else (1, digits)
    return sign * (int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS)


def numbered_deal(name: DealId, rules: Rules, seed: int = 0) -> FoundDeal:
    """The deal that is called so, if it is no board; what has no seed of its own is keyed by `seed`.

    Raises:
        OptionError: if PySolFC has no such deal.
    """
    if name.source == SEEDED:
        deck = SeededSource(name.seed).decks(name.number, 1, rules)[0]
        return FoundDeal(Deal.from_deck(map(int, deck), rules, str(name)), name.seed, name.number)
    return FoundDeal(pysol_source(name).deal(name.number, rules), seed, name.number & MAX_SEED)


def pysol_source(name: DealId) -> PysolSource:
    """Which of PySolFC's series a deal of PySolFC is of."""
    return PysolSource(ms=name.source == PYSOL_MS)


def is_list(lines: Iterable[str]) -> tuple[bool, Iterator[str]]:
    """Whether text is a list of names of deals rather than boards, as its first line that says something shows.

    Returns:
        That, and the lines again from the first.
    """
    lines, seen = iter(lines), []
    for line in lines:
        seen.append(line)
        if text := _COMMENT.sub("", line).strip():
            return _names_a_deal(text), chain(seen, lines)
    return False, iter(seen)


def _names_a_deal(text: str) -> bool:
    if _LIKE_NUMBERED.fullmatch(text):
        return True
    word = text.split("#")[0].split()[0]
    if not _BOARD.fullmatch(text) or word.lower() in ("foundations:", "talon:") or not word.strip("-:"):
        return False
    try:
        parse_card(word)
    except DealError:
        return True
    return False


def read_ids(lines: Iterable[str], source: str) -> Iterator[tuple[int, DealId]]:
    """The names in a list, one a line; `#` at the start of a line or after a space begins a comment.

    Yields:
        The number of the line, from 1, and the name.

    Raises:
        DealError: at the first line that is no name, with its number.
    """
    for number, line in enumerate(lines, 1):
        text = line.strip()
        whole = None if text.startswith("#") else _BOARD.fullmatch(text)
        # A space and # may also be part of a path.
        text = text if whole and exists(whole["path"]) else _COMMENT.sub("", text).strip()
        if not text:
            continue
        try:
            found = parse_id(text)
        except OptionError as error:
            raise DealError(f"{source} line {number}: {error}") from None
        if found is None:
            raise DealError(f"{source} line {number}: unknown deal {shortened(text)!r}: expected {HELP}")
        yield number, found
