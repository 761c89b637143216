"""Finding the deal a user names: `SEED:INDEX`, `pysol:N`, the path of a board file, or `-` for standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from golfsim.errors import DealError, OptionError
from golfsim.games.solitaire.deals.boards import read_boards
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.sources import MAX_SEED, FileSource, PysolSource, SeededSource, Source, read_text
from golfsim.games.solitaire.rules import Rules

HELP = "SEED:INDEX, pysol:N, the path of a board file, or - for standard input"
_BOARD = re.compile(r"(?P<path>.+)#(?P<number>\d+)")
_NUMBERED = re.compile(r"(?P<source>pysol|-?\d+):(?P<deal>-?\d+)")


class FoundDeal(NamedTuple):
    """A deal with the seed and number that key the random choices of a stochastic strategy."""

    deal: Deal
    seed: int
    number: int


def named_deals(text: str, rules: Rules) -> Iterator[FoundDeal]:
    """The deals that `text` names; several for a file of several boards.

    Raises:
        OptionError: if `text` names no deal.
        DealError: if a board cannot be read or is wrong.
    """
    if text == "-":
        for number, deal in enumerate(read_boards(sys.stdin, rules, "standard input")):
            yield FoundDeal(deal, 0, number)
        return
    match = _NUMBERED.fullmatch(text)
    if match is None:
        yield from _in_file(text, rules)
        return
    number = int(match["deal"])
    if match["source"] == "pysol":
        yield FoundDeal(PysolSource().deal(number, rules), 0, number)
        return
    if not 0 <= number <= MAX_SEED:
        raise OptionError(f"deal {text!r}: expected an index of 0 to 2**64 - 1")
    seed = int(match["source"])
    deck = SeededSource(seed).decks(number, 1, rules)[0]
    yield FoundDeal(Deal.from_deck(map(int, deck), rules, text), seed, number)


def _in_file(text: str, rules: Rules) -> Iterator[FoundDeal]:
    path = Path(text)
    named = _BOARD.fullmatch(text)
    if named is not None and not path.exists() and Path(named["path"]).is_file():
        yield _board(named["path"], int(named["number"]), rules)
        return
    if not text.strip() or not path.exists():
        raise OptionError(f"unknown deal {text!r}, and no such file: expected {HELP}")
    if path.is_dir():
        raise DealError(f"{text}: is a directory: expected a file of boards")
    for number, deal in enumerate(read_boards(read_text(path).splitlines(), rules, text)):
        yield FoundDeal(deal, 0, number)


def _board(path: str, number: int, rules: Rules) -> FoundDeal:
    """Board `number` (from 0) of a file."""
    count = 0
    for count, deal in enumerate(read_boards(read_text(Path(path)).splitlines(), rules, path), 1):
        if count == number + 1:
            return FoundDeal(replace(deal, name=f"{path}#{number}"), 0, number)
    raise OptionError(f"deal {path}#{number}: expected 0 to {count - 1}, as {path} holds {count} boards")


def parse_source(text: str, seed: int) -> Source:
    """Read `seeded`, `pysol` or the path of a board file.

    Raises:
        OptionError: if it is none of these, or the seed is out of range.
    """
    if text == "seeded":
        return SeededSource(seed)
    if not 0 <= seed <= MAX_SEED:
        raise OptionError(f"seed {seed}: expected 0 to 2**64 - 1")
    if text == "pysol":
        return PysolSource(seed)
    path = Path(text)
    if not path.is_file():
        raise OptionError(f"unknown source {text!r}: expected seeded, pysol or the path of a board file")
    return FileSource(path, seed)
