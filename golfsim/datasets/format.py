"""Names and types of the format: files, columns, keys of metadata."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from golfsim.errors import OptionError

FORMAT = "golfsim-dataset"
"""What the `format` of every manifest and of every part's provenance is."""

SCHEMA_VERSION = 2
"""What is written; version 1 is read as well, see `golfsim.datasets.version1`."""

MANIFEST = "_manifest.parquet"
"""Name of the file that says what a dataset holds: Parquet without rows, the text in its metadata.

It lies where a part might, in a folder `KEY=_` for each key: so every reader of Parquet can be given the whole folder
of a dataset, those that skip what begins with an underscore and those that skip nothing.
"""

OLD_MANIFEST = "manifest.json"
"""Name of that file, directly in the dataset, in version 1."""

MANIFEST_KEY = "golfsim.manifest"
"""Key of the manifest's metadata that holds what it says, as JSON."""

LOCK = ".golfsim.lock"
"""Name of the empty file, kept for ever, whose lock a run holds; the system drops the lock of a killed process."""

PROVENANCE = "golfsim"
"""Key of a part's metadata that holds where its rows come from, as JSON."""

CHECKSUM = "golfsim.crc32"
"""Key of a part's metadata that holds the CRC-32 of the file, written as if these eight hex digits were zeros."""

DEAL = "deal"
"""Name of the u64 column that every dataset starts with; it counts up by one."""

IDS = "ids"
"""Key of a manifest, if its deals are not called as the game says: the text before their numbers, or all their names
from number 0 on. Nobody compares it: the same deals may lie elsewhere."""

MAX_PARTS = 10**6
"""Files of a group at most: their names have six digits."""

_PART = re.compile(r"part-(?P<number>\d{6})\.parquet")

DTYPES: Mapping[str, np.dtype[np.generic]] = {
    "bool": np.dtype(np.bool_),
    "i8": np.dtype(np.int8),
    "i16": np.dtype(np.int16),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "u8": np.dtype(np.uint8),
    "u16": np.dtype(np.uint16),
    "u32": np.dtype(np.uint32),
    "u64": np.dtype(np.uint64),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}
"""The names of dtypes in a manifest."""


WON, SCORE, OTHER = "won", "score", "other"
"""Roles of columns: whether a deal was won, its score, and what is neither."""

BETTER = ("low", "high", "")


@dataclass(frozen=True)
class Field:
    """One column beside the deal number.

    Attributes:
        dtype: one of DTYPES.
        nullable: whether it may hold nulls.
        role: WON, SCORE or OTHER.
        unit: what its numbers count, as "strokes"; empty for none.
        better: "low" or "high", or empty where neither is better.
    """

    name: str
    dtype: str
    nullable: bool = False
    role: str = OTHER
    unit: str = ""
    better: str = ""

    def __post_init__(self) -> None:
        for what, value, known in (
            ("dtype", self.dtype, DTYPES),
            ("role", self.role, (WON, SCORE, OTHER)),
            ("better", self.better, BETTER),
        ):
            if value not in known:
                raise OptionError(f"field {self.name}: {what} {value!r} is not one of {', '.join(known)}")
        if self.name == DEAL:
            raise OptionError(f"field {DEAL!r} is made by the simulator and cannot be in the schema")


def part_name(number: int) -> str:
    """The file name of part `number`, counted from 0."""
    return f"part-{number:06d}.parquet"


def part_number(name: str) -> int | None:
    """The number in the file name of a part; None for any other name."""
    match = _PART.fullmatch(name)
    return None if match is None else int(match["number"])


def parts(folder: Path) -> list[Path]:
    """The parts in the folder of a group, in order of their numbers, which is that of their deals."""
    return sorted(path for path in folder.iterdir() if part_number(path.name) is not None)


def temporary_name(path: Path) -> Path:
    """Where the bytes of `path` are gathered; always the same name, so that the next run finds what a kill left."""
    return path.with_name(f".{path.name}.tmp")


def is_temporary(name: str) -> bool:
    """Whether a file of this name was left by a killed run."""
    if not (name.startswith(".") and name.endswith(".tmp")):
        return False
    rest = name[1 : -len(".tmp")]
    return rest in (MANIFEST, OLD_MANIFEST) or part_number(rest) is not None
