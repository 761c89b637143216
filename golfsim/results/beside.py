"""What is known of deals beside a player's own rows: their start, their grade, and what others made of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from golfsim.datasets.about import About
from golfsim.datasets.format import DEAL
from golfsim.errors import OptionError
from golfsim.results.aligned import Origin, Stretch, Track, stretches, won
from golfsim.results.dataset import Dataset, Group, Player
from golfsim.results.grade import GRADES, NEED_PROOF, NO_GRADE, clears, grades
from golfsim.results.where import BOOLEAN, NUMBER, Kind, Others, Where, parse_where, their

GRADE = "grade"

Dealt = Callable[[int, int, Collection[str]], Mapping[str, npt.NDArray[np.integer[Any]]]]
"""Columns of the start by name, of deals from a number on: called with the first deal, how many, and the names.

Each has shape (deals,); columns of words hold indices.
"""


@dataclass(frozen=True)
class Starts:
    """What a game can tell of a deal before its first move: its columns, and who computes them for a dataset."""

    columns: Mapping[str, Kind]
    dealer: Callable[[Dataset, Group], Dealt]


@dataclass(frozen=True)
class Asked:
    """Columns beside a player's own: of the start, of the grade, and of others, as (who, column)."""

    starts: Starts | None = None
    start: frozenset[str] = frozenset()
    graded: bool = False
    theirs: frozenset[tuple[str, str]] = frozenset()

    def with_start(self, names: Collection[str]) -> Asked:
        """The same and these columns of the start."""
        return Asked(self.starts, self.start | frozenset(names), self.graded, self.theirs)


@dataclass(frozen=True)
class Condition:
    """A condition on deals.

    Attributes:
        text: as it was given.
        asked: what it needs beside a player's own columns.
        own: those of the player's own columns that it names, but for the number of the deal.
    """

    text: str
    where: Where
    asked: Asked
    own: frozenset[str]

    def holds(self, rows: pl.DataFrame) -> pl.Series:
        """Whether it holds, Boolean (rows,), null where that cannot be told; `rows` as `Beside.of` gives them."""
        return rows.select(pl.col(DEAL), self.where.expression.alias("")).to_series(1)


def read_condition(
    text: str, datasets: Sequence[Dataset], every: Sequence[Track], starts: Starts | None = None
) -> Condition:
    """Read a condition on the deals of some datasets; see `golfsim.results.where` for the language.

    It may name a player's own columns, `cleared_by` and `grade`, the columns of the start, and columns of others who
    played the same deals under the same rules, as NAME.column.

    Args:
        every: all players whom it may name, and who grade.

    Raises:
        OptionError: for a condition that cannot be read, or asks for grades that nobody here can give.
    """
    one = datasets[0]
    about = one.about
    own: dict[str, Kind] = {name: BOOLEAN if dtype == pl.Boolean() else NUMBER for name, dtype in one.columns.items()}
    start = {} if starts is None else starts.columns
    names = list(dict.fromkeys(track.player.who for track in every))
    theirs = {name: kind for name, kind in own.items() if name != DEAL}
    where = parse_where(
        text,
        {**own, cleared_by(about): NUMBER, GRADE: GRADES, **start},
        Others(about.keys[-1], names, theirs),
    )
    _check_grade(where, about, every)
    asked = Asked(
        starts,
        frozenset(where.names & set(start)),
        bool(where.names & {GRADE, cleared_by(about)}),
        frozenset(where.theirs),
    )
    return Condition(text, where, asked, frozenset(where.names & set(theirs)))


def cleared_by(about: About) -> str:
    """Name of the column that says how many blind strategies won a deal: for Golf `cleared_by`."""
    return f"{about.won}_by"


def _check_grade(where: Where, about: About, every: Sequence[Track]) -> None:
    """OptionError where a condition asks for grades that nobody gives, and so would find nothing."""
    for name in sorted(where.names & {GRADE, cleared_by(about)}):
        if all(track.peeks for track in every):
            raise OptionError(
                f"{name}: every {about.keys[-1]} here {about.peeking}: expected a dataset with blind ones as well"
            )
    for word in sorted(where.words & NEED_PROOF):
        if not any(track.proves for track in every):
            raise OptionError(
                f"grade {word}: nobody here proves what can be won: add a run of the same deals by {about.prover}"
            )


@dataclass(frozen=True)
class Beside:
    """Consecutive deals of one origin: the rows of each player, and by what they play under what is known beside."""

    stretch: Stretch
    rows: Mapping[Player, pl.DataFrame | None]
    known: Callable[[tuple[str, ...]], Sequence[pl.Series]]

    def of(self, player: Player) -> pl.DataFrame | None:
        """The rows of a player with the columns beside them; None if the player has none."""
        rows = self.rows[player]
        return None if rows is None else rows.with_columns(self.known(player.under))

    def anyhow(self, under: tuple[str, ...]) -> pl.DataFrame:
        """The deals and the columns beside them, without the rows of any player."""
        return self.stretch.present[0].select(DEAL).with_columns(self.known(under))


def beside(
    several: Sequence[Track],
    shown: Sequence[Track],
    columns: Collection[str],
    asked: Asked,
    everyone: bool = False,
) -> Iterator[Beside]:
    """The rows of some players and what is known beside them, in order of deals; see `aligned.stretches`.

    Args:
        several: the tracks of an origin, who may be named and grade.
        shown: those whose rows are wanted, with `columns` of them.
        everyone: whether deals count that only others played.

    Raises:
        DatasetError: as `aligned.stretches`.
        OptionError: if the deals cannot be dealt again for columns of the start.
    """
    needs: dict[Player, dict[str, None]] = {track.player: dict.fromkeys(columns) for track in shown}
    if everyone:
        needs |= {track.player: {} for track in several if track.player not in needs}
    views = {
        under: _Under([track for track in several if track.player.under == under], asked)
        for under in dict.fromkeys(track.player.under for track in (several if everyone else shown))
    }
    for view in views.values():
        for player, names in view.needs.items():
            needs.setdefault(player, {}).update(dict.fromkeys(names))
    read = [track for track in several if track.player in needs]
    for stretch in stretches(read, [list(needs[track.player]) for track in read]):
        rows = dict(zip((track.player for track in read), stretch.rows, strict=True))
        yield Beside(stretch, rows, _Once(views, stretch, rows))


@dataclass
class _Once:
    """What is known of a stretch, made when it is asked for, and once."""

    views: Mapping[tuple[str, ...], _Under]
    stretch: Stretch
    rows: Mapping[Player, pl.DataFrame | None]
    made: dict[tuple[str, ...], list[pl.Series]] = field(default_factory=dict)

    def __call__(self, under: tuple[str, ...]) -> list[pl.Series]:
        if under not in self.made:
            self.made[under] = list(self.views[under].known(self.stretch, self.rows))
        return self.made[under]


class _Under:
    """What is asked for beside the rows of those who play one origin under the same rules."""

    def __init__(self, several: Sequence[Track], asked: Asked) -> None:
        self._asked = asked
        self._blind = [track for track in several if asked.graded and not track.peeks]
        self._provers = [track for track in several if asked.graded and track.proves]
        self._who = {track.player.who: track for track in several}
        self._about = several[0].about
        self._dtypes = several[0].members[0][0].columns
        self._dealt: Dealt | None = None
        if asked.starts is not None and asked.start:
            self._dealt = asked.starts.dealer(*several[0].members[0])
        self.needs: dict[Player, set[str]] = {}
        for track in (*self._blind, *self._provers):
            self.needs.setdefault(track.player, set()).add(track.won)
        for who, column in asked.theirs:
            if who in self._who:
                self.needs.setdefault(self._who[who].player, set()).add(column)

    def known(self, stretch: Stretch, rows: Mapping[Player, pl.DataFrame | None]) -> Iterator[pl.Series]:
        """The columns, each of as many rows as the stretch has deals."""
        if self._dealt is not None:
            for name, values in self._dealt(stretch.first, stretch.count, self._asked.start).items():
                yield pl.Series(name, values)
        for who, column in self._asked.theirs:
            track = self._who.get(who)
            own = None if track is None else rows[track.player]
            name = their(who, column)
            if own is None:
                yield pl.Series(name, [None], dtype=self._dtypes[column]).new_from_index(0, stretch.count)
            else:
                yield own[column].alias(name)
        if self._asked.graded:
            yield from self._graded(stretch, rows)

    def _graded(self, stretch: Stretch, rows: Mapping[Player, pl.DataFrame | None]) -> Iterator[pl.Series]:
        """How many of the blind clear each deal, and the grade as an index; null unless all of them have rows."""
        blind, provers = _outcomes(self._blind, rows), _outcomes(self._provers, rows)
        count = cleared_by(self._about)
        if not blind or len(blind) < len(self._blind):
            yield pl.Series(count, [None], dtype=pl.UInt32).new_from_index(0, stretch.count)
            yield pl.Series(GRADE, [None], dtype=pl.Int8).new_from_index(0, stretch.count)
            return
        codes = pl.Series(grades(blind, provers))
        yield pl.Series(count, clears(blind), dtype=pl.UInt32)
        yield pl.select(pl.when(codes != NO_GRADE).then(codes).alias(GRADE)).to_series()


def _outcomes(several: Sequence[Track], rows: Mapping[Player, pl.DataFrame | None]) -> list[npt.NDArray[np.int8]]:
    """What those who have rows made of the deals of a stretch."""
    found = ((track, rows[track.player]) for track in several)
    return [won(track, own) for track, own in found if own is not None]


Counts = dict[tuple[Any, ...], int]
"""How many rows hold each combination of values of the start, of the condition (or null), and of columns."""


def counts(
    found: Mapping[Origin, Sequence[Track]],
    columns: Sequence[str],
    condition: Condition | None,
    asked: Asked,
    by: Sequence[str] = (),
) -> dict[tuple[int, Player], Counts]:
    """How many rows of each group of each dataset hold each combination of values.

    Args:
        columns: of the rows.
        by: columns of the start, which `asked` names as well.

    Returns:
        counts by the `id` of the dataset and the player; keys are the values of `by`, whether the condition holds
        (True without one), and the values of `columns`.

    Raises:
        DatasetError, OptionError: as `beside`.
    """
    result: dict[tuple[int, Player], Counts] = {}
    own = dict.fromkeys([*columns, *(() if condition is None else sorted(condition.own))])
    for several in found.values():
        for stretch in beside(several, several, own, asked):
            for track in several:
                rows = stretch.of(track.player)
                if rows is None:
                    continue
                holds = pl.lit(value=True) if condition is None else condition.where.expression
                table = rows.select(*by, holds.alias("."), *(pl.col(name).alias(f".{name}") for name in columns))
                dataset = _dataset(track, stretch.stretch.first)
                into = result.setdefault((id(dataset), track.player), {})
                for *key, count in table.group_by(table.columns).len().rows():
                    into[tuple(key)] = into.get(tuple(key), 0) + count
    return result


def _dataset(track: Track, deal: int) -> Dataset:
    """The dataset that holds a deal of a track."""
    return next(dataset for dataset, _ in track.members if dataset.first <= deal < dataset.first + dataset.deals)
