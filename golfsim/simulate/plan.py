"""What is to be simulated, as data: columns, groups of rows, and the shards they are cut into."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from golfsim.datasets.about import About
from golfsim.datasets.format import MAX_PARTS, Field, part_name
from golfsim.errors import OptionError

Play = Callable[[int, int], Mapping[str, npt.NDArray[np.generic]]]
"""`play(first, count)` plays the deals first .. first + count - 1.

It returns one array a field of the schema, shape (count,), of exactly the field's dtype. A nullable field may be a
`numpy.ma.MaskedArray`, whose masked values become nulls; a plain array has none.
"""


@dataclass(frozen=True)
class Group:
    """Rows that one play function makes: all deals of the plan, in one directory."""

    keys: tuple[tuple[str, str], ...]
    """Directory levels, such as (("rules", "classic"), ("strategy", "greedy")); the values are safe as file names."""
    entry: Mapping[str, object]
    """What the manifest says about the group; JSON values."""
    play: Play
    shard_size: int
    """Rows a file."""
    chunk: int
    """Rows a call of `play`: the steps in which progress is seen and an interrupt is obeyed."""
    processes: bool = False
    """Run in worker processes, for plain Python that holds the GIL; `play` is then pickled."""

    def __post_init__(self) -> None:
        if self.shard_size < 1 or self.chunk < 1:
            raise OptionError(f"{self.path}: shard size {self.shard_size} and chunk {self.chunk} must be at least 1")

    @property
    def path(self) -> str:
        """Directory of the group below the dataset, as `rules=classic/strategy=greedy`."""
        return "/".join(f"{key}={value}" for key, value in self.keys)


@dataclass(frozen=True)
class Plan:
    """A whole dataset: `deals` deals from number `first` on, played by every group, below the directory `out`."""

    out: Path
    about: About
    first: int
    deals: int
    groups: tuple[Group, ...]
    config: Mapping[str, object] = field(default_factory=dict)
    """What else must agree to go on with a run (source, seed, ...): JSON values, put at the top of the manifest."""
    ids: str | tuple[str, ...] | None = None
    """What the deals are called: what comes before their numbers, or the name of each from number 0; None where the
    game says it. It is in the manifest alone, and need not agree to go on with a run."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Versions to record; only that of `golfsim` must agree to go on with a run."""

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise OptionError(f"{self.deals} deals: there must be at least 1")
        if self.first < 0 or self.first + self.deals > 2**64:
            raise OptionError(f"deals {self.first} to {self.first + self.deals - 1} are not within 0 to 2**64 - 1")
        for group in self.groups:
            most = MAX_PARTS * group.shard_size
            if self.deals > most:
                raise OptionError(f"{self.deals} deals: expected at most {most} for {group.path}")
        paths = [group.path for group in self.groups]
        for group in self.groups:
            if tuple(key for key, _ in group.keys) != self.about.keys:
                raise OptionError(f"{group.path}: expected the keys {', '.join(self.about.keys)}")
        for path in paths:
            if paths.count(path) > 1:
                raise OptionError(f"{path} is asked for twice; each pair can be simulated once")

    @property
    def schema(self) -> tuple[Field, ...]:
        """The columns that every play function returns."""
        return self.about.columns


@dataclass(frozen=True)
class Shard:
    """One file to be: rows `first` .. `first + count - 1` of a group."""

    group: int
    """Index into the groups of the plan."""
    name: str
    """Path below the dataset."""
    first: int
    count: int


def shards(plan: Plan) -> Iterator[Shard]:
    """Every shard of the plan, group by group and in deal order."""
    end = plan.first + plan.deals
    for index, group in enumerate(plan.groups):
        for part, first in enumerate(range(plan.first, end, group.shard_size)):
            name = f"{group.path}/{part_name(part)}"
            yield Shard(index, name, first, min(group.shard_size, end - first))
