"""What can be told of a deal before its first move, as columns that conditions and tables may name.

The deals of a dataset are dealt again from what its manifest says; those of a file of boards need the file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from golfsim.cards import ACE, JOKER, KING, MAX_JOKERS, RANKS, STANDARD_CARDS, Card
from golfsim.errors import OptionError
from golfsim.games.solitaire.deals.sources import Decks, FileSource, PysolSource, SeededSource, Source
from golfsim.games.solitaire.rules import BLOCKED, OPEN, Rules
from golfsim.results.beside import Starts
from golfsim.results.dataset import Dataset, Group
from golfsim.results.where import NUMBER, Kind

WORDS = ("empty", *RANKS, "joker")
"""What starts the waste, in order: `waste >= "T"` is ten to king, or a joker."""

COLUMNS: Mapping[str, Kind] = {
    "waste": WORDS,
    "plays_at_start": NUMBER,
    "ranks_exposed": NUMBER,
    "aces_exposed": NUMBER,
    "kings_exposed": NUMBER,
    "kings_in_columns": NUMBER,
    "king_depth": NUMBER,
    "kings_in_stock": NUMBER,
}
"""The columns, and what each holds:

    waste             rank of the card that starts the waste, A 2 ... T J Q K, or empty or joker
    plays_at_start    columns whose exposed card goes on it
    ranks_exposed     different ranks among the exposed cards, at most one a column; a joker is one of its own
    aces_exposed      exposed aces
    kings_exposed     exposed kings
    kings_in_columns  kings in the columns, exposed ones as well
    king_depth        cards that lie on those kings, added up: two kings under one card count it twice
    kings_in_stock    kings in the stock, which nobody sees but can be counted out
"""

AT_A_TIME = 1 << 15
"""Deals that are dealt at a time, so that their cards stay in the cache."""

_RANK = np.array([Card(card).rank for card in range(STANDARD_CARDS + MAX_JOKERS)], np.uint8)

Values = npt.NDArray[np.int8]


def starts(file: Path | None = None) -> Starts:
    """The columns, and how to compute them for the deals of a dataset.

    Args:
        file: the file of boards that was played; by default it is looked for by its name in the current folder and
            beside the dataset.
    """
    return Starts(COLUMNS, partial(_dealer, file))


def start_columns(decks: Decks, rules: Rules, names: Collection[str]) -> dict[str, Values]:
    """Some of COLUMNS by name, int8 (deals,) each; words as indices into WORDS.

    Args:
        decks: uint8 (deals, cards), as `Deal.from_deck` takes them.
    """
    ranks = _RANK[decks]
    columns = ranks[:, : rules.tableau].reshape(len(decks), rules.columns, rules.depth)
    exposed = np.ascontiguousarray(columns[:, :, -1])
    waste = ranks[:, rules.tableau] if rules.starts else np.full(len(decks), OPEN, np.uint8)
    found: dict[str, Values] = {}
    for name in names:
        if name == "waste":
            jokers = waste == JOKER if rules.starts else np.zeros(len(decks), np.bool_)
            found[name] = np.where(jokers, WORDS.index("joker"), waste).astype(np.int8)
        elif name == "plays_at_start":
            fits = np.array(rules.transitions) != BLOCKED
            found[name] = _sum(fits[waste[:, np.newaxis], exposed])
        elif name == "ranks_exposed":
            bits = np.bitwise_or.reduce(np.uint16(1) << exposed.astype(np.uint16), axis=1)
            found[name] = np.bitwise_count(bits).astype(np.int8)
        elif name == "aces_exposed":
            found[name] = _sum(exposed == ACE)
        elif name == "kings_exposed":
            found[name] = _sum(exposed == KING)
        elif name == "kings_in_columns":
            found[name] = _sum(ranks[:, : rules.tableau] == KING)
        elif name == "king_depth":
            covering = np.tile(np.arange(rules.depth)[::-1], rules.columns).astype(np.float32)
            found[name] = ((ranks[:, : rules.tableau] == KING) @ covering).astype(np.int8)
        elif name == "kings_in_stock":
            found[name] = _sum(ranks[:, rules.tableau + rules.starts :] == KING)
    return found


def _sum(flags: npt.NDArray[np.bool_]) -> Values:
    counted: Values = flags.sum(axis=1, dtype=np.int8)
    return counted


class _Dealer:
    """Deals of one source again, under one set of rules."""

    def __init__(self, source: Source, rules: Rules) -> None:
        self._source, self._rules = source, rules

    def __call__(self, first: int, count: int, names: Collection[str]) -> Mapping[str, Values]:
        pieces = [start_columns(decks, self._rules, names) for decks in self._decks(first, count)]
        return {name: np.concatenate([piece[name] for piece in pieces]) for name in names}

    def _decks(self, first: int, count: int) -> Iterator[Decks]:
        for start in range(first, first + count, AT_A_TIME):
            yield self._source.decks(start, min(AT_A_TIME, first + count - start), self._rules)


def _dealer(file: Path | None, dataset: Dataset, group: Group) -> _Dealer:
    return _Dealer(_source(dataset, file), Rules(**group.entry["rules_options"]))


def _source(dataset: Dataset, file: Path | None) -> Source:
    """Where the deals of a dataset come from.

    Raises:
        OptionError: for deals of a file that is not there, or is another one by now.
        DealError: if the file cannot be read.
    """
    if dataset.source == "seeded":
        return SeededSource(dataset.seed or 0)
    if dataset.source == "pysol":
        return PysolSource()
    name = str(dataset.manifest["file"])
    places = [Path(name), dataset.root.parent / name, dataset.root / name] if file is None else [file]
    there = [place for place in places if place.is_file()]
    if not there:
        raise OptionError(
            f"{dataset.name}: columns of the start need {name if file is None else file}, the file its deals come "
            f"from: expected it in the current folder or beside the dataset"
        )
    for place in there:
        source = FileSource(place)
        if source.provenance()["sha256"] == dataset.manifest["sha256"]:
            return source
    raise OptionError(f"{there[0]}: not the {name} that {dataset.name} was played from, as its SHA-256 differs")
