"""Rows of several groups side by side, deal by deal, in stretches: what paired figures are made from.

Only the parts that hold the present deals are in memory, one a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from golfsim.datasets.about import About
from golfsim.datasets.format import DEAL
from golfsim.errors import DatasetError
from golfsim.results.dataset import UNREADABLE, Dataset, Player, damaged
from golfsim.results.pooling import Member, refuse_counting_twice

NO_SCORE = np.iinfo(np.int32).min
"""The score of a row whose score is null."""


class Origin(NamedTuple):
    """Where deals come from. Two datasets of one origin mean the same deal by the same number."""

    source: str
    seed: int | None
    sha256: str | None

    @staticmethod
    def of(dataset: Dataset) -> Origin:
        """As the manifest says; `sha256` is that of a file of boards."""
        digest = dataset.manifest.get("sha256")
        return Origin(dataset.source, dataset.seed, None if digest is None else str(digest))

    def __str__(self) -> str:
        parts = [f"source {self.source}", f"seed {self.seed}"]
        return ", ".join(parts if self.sha256 is None else [*parts, f"sha256 {self.sha256[:8]}"])


@dataclass(frozen=True)
class Track:
    """All a player's rows of one origin, perhaps from several datasets, which never hold the same deal twice."""

    player: Player
    peeks: bool
    proves: bool
    members: tuple[Member, ...]

    @property
    def about(self) -> About:
        """What the game says of itself."""
        return self.members[0][0].about

    @property
    def won(self) -> str:
        """Name of the column of outcomes; DatasetError if the game has none."""
        return self.members[0][0].won

    @property
    def score(self) -> str:
        """Name of the column of scores; DatasetError if the game has none."""
        return self.members[0][0].score

    @property
    def missing(self) -> int:
        """Deals the manifests list that are not on disk."""
        asked = sum(dataset.deals for dataset, _ in self.members)
        return asked - sum(dataset.rows(group) for dataset, group in self.members)

    @property
    def ranges(self) -> str:
        """The deals the manifests list, as text: `deals 0 to 99, 200 to 299`."""
        return "deals " + ", ".join(f"{d.first} to {d.first + d.deals - 1}" for d, _ in self.members)

    @property
    def present(self) -> str:
        """The deals that are on disk, as text like `ranges`; `no deals` if none are.

        Raises:
            DatasetError: as `stretches`.
        """
        runs: list[list[int]] = []
        for stretch in stretches([self], [()]):
            if runs and runs[-1][1] == stretch.first:
                runs[-1][1] += stretch.count
            else:
                runs.append([stretch.first, stretch.first + stretch.count])
        return "deals " + ", ".join(f"{first} to {end - 1}" for first, end in runs) if runs else "no deals"


@dataclass(frozen=True)
class Stretch:
    """Consecutive deals `first` .. `first + count - 1` and the rows of each track, None for one that lacks them."""

    first: int
    count: int
    rows: list[pl.DataFrame | None]

    @property
    def present(self) -> list[pl.DataFrame]:
        """The rows of the tracks that have some."""
        return [rows for rows in self.rows if rows is not None]

    @property
    def whole(self) -> bool:
        """Whether every track has these deals."""
        return all(rows is not None for rows in self.rows)


def tracks(datasets: Sequence[Dataset]) -> dict[Origin, list[Track]]:
    """The tracks of each origin, all in manifest order.

    Raises:
        DatasetError: if two datasets hold the same deals of one player.
    """
    found: dict[Origin, dict[Player, list[Member]]] = {}
    for dataset in datasets:
        for group in dataset.groups:
            players = found.setdefault(Origin.of(dataset), {})
            players.setdefault(group.player, []).append((dataset, group))
    result: dict[Origin, list[Track]] = {}
    for origin, players in found.items():
        for player, members in players.items():
            refuse_counting_twice(members)
            members.sort(key=lambda member: member[0].first)
            peeks = any(group.peeks for _, group in members)
            proves = all(group.proves for _, group in members)
            result.setdefault(origin, []).append(Track(player, peeks, proves, tuple(members)))
    return result


def stretches(side_by_side: Sequence[Track], columns: Sequence[Sequence[str]]) -> Iterator[Stretch]:
    """The rows of tracks of one origin, aligned by deal, from the lowest deal to the highest.

    Args:
        columns: names of the columns wanted of each track; `deal` is read anyway.

    Raises:
        DatasetError: for a part that is damaged or whose deals do not count up by one.
    """
    readers = [_parts(track, names) for track, names in zip(side_by_side, columns, strict=True)]
    parts = [next(reader, None) for reader in readers]
    at = 0
    while present := [part for part in parts if part is not None]:
        at = max(at, min(part.first for part in present))
        here = [part is not None and part.first <= at for part in parts]
        ends = [part.end if on else part.first for part, on in zip(parts, here, strict=True) if part is not None]
        end = min(ends)
        yield Stretch(
            at,
            end - at,
            [part.cut(at, end) if part and on else None for part, on in zip(parts, here, strict=True)],
        )
        at = end
        parts = [
            next(reader, None) if part is not None and part.end <= at else part
            for part, reader in zip(parts, readers, strict=True)
        ]


def won(track: Track, rows: pl.DataFrame) -> npt.NDArray[np.int8]:
    """Outcomes as 1 (won) or 0, and -1 where they are null; shape (rows,)."""
    return rows[track.won].cast(pl.Int8).fill_null(-1).to_numpy()


def scores(track: Track, rows: pl.DataFrame) -> npt.NDArray[np.int32]:
    """Scores, NO_SCORE where they are null; shape (rows,)."""
    return rows[track.score].cast(pl.Int32).fill_null(NO_SCORE).to_numpy()


class _Part(NamedTuple):
    first: int
    end: int
    rows: pl.DataFrame

    def cut(self, start: int, end: int) -> pl.DataFrame:
        return self.rows.slice(start - self.first, end - start)


def _parts(track: Track, columns: Sequence[str]) -> Iterator[_Part]:
    before = -1
    for dataset, group in track.members:
        stop = dataset.first + dataset.deals
        for file in group.files:
            rows = _read(file, [DEAL, *(name for name in columns if name != DEAL)])
            if rows.height == 0:
                continue
            deals = rows[DEAL].to_numpy()
            first, end = int(deals[0]), int(deals[0]) + rows.height
            if not np.array_equal(deals, np.arange(first, end, dtype=np.uint64)) or first <= before or end > stop:
                raise DatasetError(
                    f"{file}: damaged, deals {deals[0]} to {deals[-1]}: expected numbers that count up by one, below "
                    f"{stop} and above those of the part before: delete it and repeat the run to restore it"
                )
            before = end - 1
            yield _Part(first, end, rows)


def _read(file: Path, columns: Sequence[str]) -> pl.DataFrame:
    try:
        return pl.read_parquet(file, columns=list(columns), hive_partitioning=False, glob=False)
    except UNREADABLE as error:
        raise damaged(file, error) from None
