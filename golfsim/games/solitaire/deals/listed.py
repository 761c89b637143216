"""Deals from a list of their names, as `golfsim find` prints them, and whatever else a file may hold."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from golfsim.errors import DealError, OptionError
from golfsim.games.solitaire.deals.ids import BOARD, SEEDED, DealId, is_list, numbered_deal, pysol_source, read_ids
from golfsim.games.solitaire.deals.reading import exists, read_text, shortened, spoken
from golfsim.games.solitaire.deals.sources import (
    MAX_SEED,
    Decks,
    FileSource,
    FoundDeal,
    SeededSource,
    Stretch,
    board_prefix,
    counted,
    file_name,
)
from golfsim.games.solitaire.rules import Rules


class _Row(NamedTuple):
    """Deals of a list that follow one another both there and where they come from."""

    name: DealId
    at: int
    """Number in the list of the first."""
    deals: int


@dataclass(frozen=True)
class ListSource:
    """The deals of a list, numbered from 0 in its order.

    Random choices in a deal are keyed as where it comes from: by its own number, and its own seed if it has one.

    Attributes:
        path: where the list is, `-` for standard input.
        names: of the deals.
        seed: keys random choices in deals that have no seed of their own.
        files: the files of boards that are named, by their paths.
    """

    path: Path
    names: tuple[DealId, ...]
    seed: int = 0
    files: Mapping[str, FileSource] = field(default_factory=dict, repr=False, compare=False)
    kind: str = field(default="file", init=False)
    first: int = field(default=0, init=False)
    whole: bool = field(default=True, init=False)

    @property
    def label(self) -> str:
        return spoken(self.path)

    def last(self, many: Sequence[Rules]) -> int:
        for rules in many:
            for name in self.names:
                if name.source == BOARD:
                    self.files[name.path].deal(name.number, rules)
                elif name.source != SEEDED:
                    pysol_source(name).check(name.number, rules)
        return len(self.names) - 1

    def decks(self, first: int, count: int, rules: Rules) -> Decks:
        decks = np.empty((count, rules.cards), np.uint8)
        for name, at, many in self._rows(first, count):
            rows = decks[at - first : at - first + many]
            if name.source == SEEDED:
                rows[:] = SeededSource(name.seed).decks(name.number, many, rules)
                continue
            for row in range(many):
                rows[row] = self._deal(name._replace(number=name.number + row), rules).deal.deck()
        return decks

    def found(self, number: int, rules: Rules) -> FoundDeal:
        """Deal `number` of the list, under its own name.

        Raises:
            OptionError: if there are fewer, or PySolFC has no such deal.
            DealError: if it is a board and wrong.
        """
        if number >= len(self.names):
            there = counted(len(self.names), "deal")
            raise OptionError(
                f"deal {self.label}#{shortened(str(number))}: expected 0 to {len(self.names) - 1}, as {self.label} "
                f"holds {there}"
            )
        return self._deal(self.names[number], rules)

    def _deal(self, name: DealId, rules: Rules) -> FoundDeal:
        if name.source == BOARD:
            return self.files[name.path].found(name.number, rules)
        return numbered_deal(name, rules, self.seed)

    def stretches(self, first: int, count: int) -> Iterator[Stretch]:
        for name, _, many in self._rows(first, count):
            yield Stretch(name.seed if name.source == SEEDED else self.seed, name.number & MAX_SEED, many)

    def _rows(self, first: int, count: int) -> Iterator[_Row]:
        if first + count > len(self.names):
            raise OptionError(f"deals {first} to {first + count - 1}: {self.label} holds {len(self.names)} from 0")
        at = first
        for next_ in range(first + 1, first + count + 1):
            name = self.names[at]
            follows = name._replace(number=name.number + next_ - at)
            if next_ == first + count or self.names[next_] != follows:
                yield _Row(name, at, next_ - at)
                at = next_

    def ids(self) -> tuple[str, ...]:
        prefixes = {path: board_prefix(Path(path)) or f"{file_name(Path(path))}#" for path in self.files}
        return tuple(
            f"{prefixes[name.path]}{name.number}" if name.source == BOARD else str(name) for name in self.names
        )

    def provenance(self) -> Mapping[str, str | int]:
        # Wherever files of boards lie, what is in them says which deals these are.
        digest = hashlib.sha256(b"list of deals\n")
        for name in self.names:
            named = f"{self.files[name.path].sha256}#{name.number}" if name.source == BOARD else str(name)
            digest.update(f"{named}\n".encode())
        return {
            "source": self.kind,
            "file": file_name(self.path),
            "sha256": digest.hexdigest(),
            "seed": self.seed,
        }


def open_file(path: str | Path, seed: int = 0) -> FileSource | ListSource:
    """What a file, a FIFO or standard input holds, boards or a list of deals, read as a whole.

    Raises:
        DealError: if it cannot be read, or is a list with a line that names no deal or names one twice.
    """
    text = read_text(path)
    listed, lines = is_list(text.split("\n"))
    if not listed:
        return FileSource(Path(path), seed, text)
    return _list_source(Path(path), seed, read_ids(lines, spoken(path)))


def list_of(names: Iterable[str], path: str | Path, seed: int = 0) -> ListSource:
    """A list again from the names of its deals, as `ListSource.ids` gave them; errors as of `open_file`."""
    return _list_source(Path(path), seed, read_ids(names, spoken(path)))


def _list_source(path: Path, seed: int, found: Iterable[tuple[int, DealId]]) -> ListSource:
    files: dict[str, FileSource] = {}
    lines: dict[tuple[DealId, str], int] = {}
    names = []
    for line, name in found:
        where = f"{spoken(path)} line {line}"
        if name.source == BOARD and name.path not in files:
            files[name.path] = board_source(name.path, where, seed)
        # A relative path and a whole one may name the same board.
        key = name._replace(path=""), files[name.path].sha256 if name.source == BOARD else ""
        if key in lines:
            raise DealError(
                f"{where}: {shortened(str(name))} again, as in line {lines[key]}: expected each deal once"
            )
        lines[key] = line
        names.append(name)
    return ListSource(path, tuple(names), seed, files)


def board_source(path: str, where: str, seed: int = 0) -> FileSource:
    """The file of boards that a list names in the line `where`.

    Raises:
        DealError: if it is not there, cannot be read or is a list itself.
    """
    if not exists(path):
        raise DealError(f"{where}: {shortened(path)}: no such file: expected a file of boards")
    text = read_text(path)
    if is_list(text.split("\n"))[0]:
        raise DealError(f"{where}: {shortened(path)} is a list of deals itself: expected a file of boards")
    return FileSource(Path(path), seed, text)
