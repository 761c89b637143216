"""Datasets as they lie on disk: a manifest and, for each group, one folder of Parquet parts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from golfsim.datasets.about import About
from golfsim.datasets.checking import part_fault
from golfsim.datasets.format import DEAL, DTYPES, MANIFEST, OLD_MANIFEST, Field, part_number, parts
from golfsim.datasets.manifest import read_manifest
from golfsim.errors import DatasetError, OptionError
from golfsim.text import encodable

AnyPath = str | os.PathLike[str]

POLARS = {name: pl.Series(np.empty(0, dtype)).dtype for name, dtype in DTYPES.items()}
"""What the manifest's names of dtypes mean in polars."""

UNREADABLE = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)
"""What polars raises on a file it cannot read."""


class Player(tuple[str, ...]):
    """Who plays, and under what: the values of a game's keys, in order."""

    __slots__ = ()

    @property
    def who(self) -> str:
        """Who plays: the value of the last key."""
        return self[-1]

    @property
    def under(self) -> tuple[str, ...]:
        """Under what: the values of the keys before it."""
        return self[:-1]

    def __str__(self) -> str:
        return "/".join(self)


@dataclass(frozen=True)
class Group:
    """The deals of one dataset, played by one player.

    Attributes:
        player: the values of the game's keys, in order: the last says who plays, those before under what.
        peeks: whether who plays reads what is face down.
        proves: whether what they find is the best that can be reached.
        entry: the group's record in the manifest.
        files: the parts written so far, in order of deals.
    """

    player: Player
    peeks: bool
    proves: bool
    entry: Mapping[str, Any]
    files: tuple[Path, ...]

    @property
    def cards(self) -> Mapping[str, Any]:
        """What makes the cards of a deal differ from those of the same number elsewhere."""
        cards: Mapping[str, Any] = self.entry["cards"]
        return cards


@dataclass(frozen=True)
class Dataset:
    """An opened dataset. All deals are `first` to `first + deals - 1` of `source` and `seed`.

    `name` is the folder as it was given; `columns` maps each column of the rows to its dtype, `deal` (u64) first.
    A run that was stopped early is a dataset as well: its groups then have fewer rows than `deals`.
    """

    name: str
    root: Path
    manifest: Mapping[str, Any]
    about: About
    columns: Mapping[str, pl.DataType]
    groups: tuple[Group, ...]

    @property
    def game(self) -> str:
        """Name of the game that was played."""
        return self.about.game

    @property
    def keys(self) -> tuple[str, ...]:
        """What tells groups apart; see `About.keys`."""
        return self.about.keys

    @property
    def won(self) -> str:
        """Name of the column that says whether a deal was won; DatasetError if the game has none."""
        return self._of_role("won", self.about.won_column)

    @property
    def score(self) -> str:
        """Name of the column of scores; DatasetError if the game has none."""
        return self._of_role("score", self.about.score_column)

    def _of_role(self, role: str, column: Field | None) -> str:
        if column is None:
            raise DatasetError(f"{self.name}: no {role} in game {self.game}: has {_names(self.columns)}")
        return column.name

    @property
    def source(self) -> str:
        """Where the deals come from: `seeded`, `pysol` or a file."""
        return str(self.manifest["source"])

    @property
    def seed(self) -> int | None:
        """Seed of the deals; None for a source without one."""
        seed: int | None = self.manifest["seed"]
        return seed

    @property
    def first(self) -> int:
        """Number of the first deal."""
        return int(self.manifest["first"])

    @property
    def deals(self) -> int:
        """Deals the run was asked for, in each group."""
        return int(self.manifest["deals"])

    @staticmethod
    def open(path: AnyPath) -> Dataset:
        """Open the dataset in a folder, also named by its manifest.

        Every part is read and held against its checksum, its provenance and the manifest, so that nothing that is
        damaged, foreign or altered is ever counted.

        Raises:
            DatasetError: for a path that is no dataset, a damaged or newer manifest, a group without its folder,
                or a part that is damaged or has other columns; the message names the file.
        """
        root = Path(path)
        if root.name == OLD_MANIFEST and not root.is_dir():
            root = root.parent
        if root.name == MANIFEST and not root.is_dir():
            root = root.parent
            while root.name.endswith("=_"):
                root = root.parent
        if not root.exists():
            raise DatasetError(f"{root}: not found: expected the --out folder of a run")
        if not root.is_dir():
            raise DatasetError(f"{root}: not a folder: expected the --out folder of a run, or its manifest")
        _, manifest, about = read_manifest(root)
        columns = {DEAL: pl.UInt64(), **{column.name: POLARS[column.dtype] for column in about.columns}}
        _refuse_strays(root, manifest)
        groups = tuple(_group(entry, root, manifest, about) for entry in manifest["groups"])
        return Dataset(encodable(str(root)), root, manifest, about, columns, groups)

    def lazy(self, group: Group) -> pl.LazyFrame:
        """The rows of a group, unread: the dataset's `columns`, in order of deals."""
        if not group.files:
            return pl.LazyFrame(schema=self.columns)
        return pl.scan_parquet(list(group.files), schema=dict(self.columns), hive_partitioning=False, glob=False)

    def rows(self, group: Group) -> int:
        """How many rows of a group are on disk, as the footers of its files say."""
        if not group.files:
            return 0
        try:
            return int(self.lazy(group).select(pl.len()).collect().item())
        except UNREADABLE as error:
            raise _culprit(group, [DEAL], error) from None

    def counts(self, group: Group, *columns: str) -> dict[tuple[Any, ...], int]:
        """How many rows of a group hold each combination of values of some columns, streamed over the parts.

        Raises:
            DatasetError: if the dataset has no such column, or a part turns out to be damaged.
        """
        for column in columns:
            if column not in self.columns:
                raise DatasetError(
                    f"{self.name}: no column {column!r} in game {self.game}: has {_names(self.columns)}"
                )
        query = self.lazy(group).group_by(columns).agg(pl.len().alias("rows"))
        try:
            frame = query.collect(engine="streaming")
        except UNREADABLE as error:
            raise _culprit(group, columns, error) from None
        return {row[:-1]: row[-1] for row in frame.rows()}


Paths = AnyPath | Dataset | Iterable[AnyPath | Dataset]
"""What every table is made of: datasets, opened or named by their folders."""


def open_all(paths: Paths) -> list[Dataset]:
    """Open one or more datasets whose rows can stand in one table; those that are open already stay as they are.

    Raises:
        OptionError: if no path is given.
        DatasetError: as `Dataset.open`; if one folder is given twice; if the games or their columns differ.
    """
    given = [paths] if isinstance(paths, str | os.PathLike | Dataset) else list(paths)
    if not given:
        raise OptionError("no dataset given: expected at least one folder")
    datasets = [path if isinstance(path, Dataset) else Dataset.open(path) for path in given]
    seen: dict[Path, Dataset] = {}
    for dataset in datasets:
        place = dataset.root.resolve()
        if place in seen:
            raise DatasetError(f"{dataset.name}: the same folder as {seen[place].name}: expected each dataset once")
        seen[place] = dataset
        _refuse_another_game(datasets[0], dataset)
    return datasets


def scan(paths: Paths) -> pl.LazyFrame:
    """All rows of one or more datasets as one lazy frame, in manifest order, then in order of deals.

    Columns: `dataset` (String, the folder as given; only when several paths are given), the game's keys (String; for
    Golf `rules` and `strategy`), whether who plays reads what is face down (Boolean; for Golf `sees_stock`), then the
    rows' own: `deal` (UInt64) and the game's columns, for Golf `won` (Boolean, null if unknown), `strokes` (Int8,
    null if unknown), `cards_left`, `stock_left`, `plays`, `draws`, `longest_run` (UInt8). Nothing but the footer of
    each file is read before `collect`.

    Raises:
        OptionError: if no path is given.
        DatasetError: for a path that is no readable dataset, and for datasets of different games.
    """
    datasets = open_all(paths)
    frames = []
    for dataset in datasets:
        labels = {"dataset": dataset.name} if len(datasets) > 1 else {}
        for group in dataset.groups:
            frame = dataset.lazy(group).select(
                **{name: pl.lit(value) for name, value in labels.items()},
                **{key: pl.lit(value) for key, value in zip(dataset.keys, group.player, strict=True)},
                **{dataset.about.peeks: pl.lit(group.peeks)},
                **{name: pl.col(name) for name in dataset.columns},
            )
            frames.append(frame)
    return pl.concat(frames, how="vertical")


def _group(entry: dict[str, Any], root: Path, manifest: Mapping[str, Any], about: About) -> Group:
    folder = root / entry["path"]
    if not folder.is_dir():
        raise DatasetError(
            f"{folder}: missing, though the manifest lists it: repeat the run with the same --out to restore it"
        )
    files = tuple(parts(folder))
    for file in files:
        _check(file, manifest, entry, about)
    player = Player(entry[key] for key in about.keys)
    return Group(player, entry[about.peeks], entry[about.proves], entry, files)


def _check(file: Path, manifest: Mapping[str, Any], entry: Mapping[str, Any], about: About) -> None:
    """DatasetError unless a part is whole and in its place: nothing else is ever counted."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise DatasetError(f"{file}: cannot be read: {error.strerror}") from None
    fault = part_fault(data, file.name, manifest, entry, about)
    if fault is None:
        return
    if fault.foreign:
        raise DatasetError(f"{file}: foreign, {fault.reason}: move it away")
    raise DatasetError(f"{file}: damaged, {fault.reason}: delete it and repeat the run to restore it")


def _refuse_strays(root: Path, manifest: Mapping[str, Any]) -> None:
    """DatasetError if a data file lies about that is no part: other programs would read it with the dataset."""
    folders = {entry["path"] for entry in manifest["groups"]}
    for path in root.rglob("*.parquet"):
        place = path.relative_to(root)
        known = place.parent.as_posix() in folders and part_number(path.name) is not None
        if not known and path.name != MANIFEST:
            raise DatasetError(f"{path}: no part of this dataset, but would be read with it: move it away")


def damaged(file: Path, error: BaseException) -> DatasetError:
    """The error for a part that polars cannot read."""
    reason = str(error).strip().partition("\n")[0] or type(error).__name__
    return DatasetError(
        f"{file}: damaged, no readable Parquet ({reason}): delete it and repeat the run to restore it"
    )


def _culprit(group: Group, columns: Iterable[str], error: BaseException) -> DatasetError:
    """Which part a streamed query failed on: polars does not say, so each is read again, alone."""
    for file in group.files:
        try:
            pl.read_parquet(file, columns=list(columns))
        except UNREADABLE as own:
            return damaged(file, own)
    return damaged(group.files[0].parent, error)


def _refuse_another_game(one: Dataset, other: Dataset) -> None:
    if one.game != other.game:
        raise DatasetError(
            f"{other.name}: game {other.game}, but {one.name}: game {one.game}: expected datasets of one game"
        )
    if one.about != other.about:
        theirs, ours = one.about.as_json(), other.about.as_json()
        name = next(name for name in ours if ours[name] != theirs[name])
        raise DatasetError(f"{other.name}: other {name} than {one.name}: expected datasets of one form")


def _names(names: Iterable[str]) -> str:
    return ", ".join(names)
