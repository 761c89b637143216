"""Every part of a dataset held against its manifest, and rows against deals played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from golfsim.datasets.about import About
from golfsim.datasets.checking import part_fault, rows_wanted
from golfsim.datasets.format import DEAL, MANIFEST, part_name, part_number
from golfsim.datasets.manifest import read_manifest
from golfsim.errors import DatasetError

Rows = Mapping[str, npt.NDArray[np.generic]]
Replay = Callable[[int, int, int], Rows]
"""`replay(group, first, count)`: the rows of some deals of a group, by its place in the manifest, played again."""

SEED = 1
"""Of the choice of deals that are played again: the same ones every time."""


@dataclass(frozen=True)
class Part:
    """A part that a manifest lists.

    Attributes:
        group: the place of its group in the manifest.
        path: of its file.
        fault: what is wrong with it, None if nothing is.
        repairable: whether playing it again mends it; what is foreign has to be moved away.
    """

    group: int
    path: Path
    fault: str | None
    repairable: bool = True


@dataclass(frozen=True)
class Report:
    """What was found of a dataset.

    Attributes:
        root: its folder.
        manifest, about: as `read_manifest` gives them.
        parts: every part there should be, in order of groups and deals.
        strays: files that are no part, but would be read with the dataset.
    """

    root: Path
    manifest: Mapping[str, Any]
    about: About
    parts: Sequence[Part]
    strays: Sequence[Path]

    @property
    def faults(self) -> list[str]:
        """One line a fault."""
        lines = [f"{part.path}: {part.fault}" for part in self.parts if part.fault is not None]
        return lines + [f"{path}: no part of this dataset, but would be read with it" for path in self.strays]


def verify(root: Path) -> Report:
    """Read every part of a dataset: its checksum, provenance, numbering and rows.

    Raises:
        DatasetError: if there is no manifest that can be read.
    """
    _, manifest, about = read_manifest(root)
    found: list[Part] = []
    for index, entry in enumerate(manifest["groups"]):
        if entry["shard_size"] < 1:
            raise DatasetError(
                f"{root}: damaged, shard_size {entry['shard_size']} of {entry['path']}: expected over 0"
            )
        wanted = -(-manifest["deals"] // entry["shard_size"])
        found += [_part(root, manifest, about, index, number) for number in range(wanted)]
    known = {part.path for part in found}
    strays = [path for path in sorted(root.rglob("*.parquet")) if path not in known and path.name != MANIFEST]
    return Report(root, manifest, about, found, strays)


def _part(root: Path, manifest: Mapping[str, Any], about: About, index: int, number: int) -> Part:
    entry = manifest["groups"][index]
    path = root / entry["path"] / part_name(number)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Part(index, path, "missing")
    except OSError as error:
        return Part(index, path, f"cannot be read: {error.strerror}", repairable=False)
    fault = part_fault(data, path.name, manifest, entry, about)
    if fault is not None:
        return Part(index, path, fault.reason, not fault.foreign)
    rows, wanted = pl.read_parquet(data, columns=[DEAL]).height, rows_wanted(manifest, entry, number)
    return Part(index, path, None if rows == wanted else f"it has {rows} rows of {wanted}")


def differences(report: Report, replay: Replay, deals: int, groups: Sequence[int]) -> Iterator[str]:
    """Play randomly chosen deals of some groups again and compare whole rows; one line a difference."""
    whole = [part for part in report.parts if part.fault is None and part.group in groups]
    entries = report.manifest["groups"]
    sizes = [rows_wanted(report.manifest, entries[p.group], part_number(p.path.name) or 0) for p in whole]
    total = sum(sizes)
    chosen = sorted(Random(SEED).sample(range(total), min(deals, total)))
    at, place = 0, 0
    for part, size in zip(whole, sizes, strict=True):
        mine = []
        while place < len(chosen) and chosen[place] < at + size:
            mine.append(chosen[place] - at)
            place += 1
        at += size
        if mine:
            yield from _compare(part, mine, replay)


def _compare(part: Part, rows: Sequence[int], replay: Replay) -> Iterator[str]:
    frame = pl.read_parquet(part.path, hive_partitioning=False, glob=False)
    first = int(frame[DEAL][0])
    for row in rows:
        there = frame.row(row, named=True)
        again = replay(part.group, first + row, 1)
        for name, values in again.items():
            here = None if np.ma.getmaskarray(values)[0] else values[0].item()
            if here != there[name]:
                yield f"{part.path}: deal {first + row}, {name} is {there[name]}: played again it is {here}"
