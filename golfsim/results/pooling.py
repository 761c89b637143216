"""Which groups of which datasets a row of a table stands for, and whether they may be counted together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations
from typing import Any

import polars as pl

from golfsim.datasets.about import About
from golfsim.errors import DatasetError, OptionError
from golfsim.results.dataset import Dataset, Group

Member = tuple[Dataset, Group]
Key = tuple[Any, ...]


def facts(about: About) -> dict[str, type[pl.DataType]]:
    """What groups can be told apart by, with its dtype, beside the options of what they were played under."""
    keys = dict.fromkeys(about.keys, pl.String)
    return {**keys, about.peeks: pl.Boolean, "source": pl.String, "seed": pl.UInt64, "dataset": pl.String}


def pools(datasets: Sequence[Dataset], by: Iterable[str], others: Iterable[str] = ()) -> dict[Key, list[Member]]:
    """The groups of all datasets, those alike in every name of `by` together, in manifest order.

    Args:
        others: names that may be grouped by elsewhere, to be told if one is unknown.

    Returns:
        the members of each pool by their common values, in the order of `by`; an option that a group does not have is
        None.

    Raises:
        OptionError: for a name that is neither one of `facts` nor an option of anything played under.
        DatasetError: if two members hold the same deals of one player.
    """
    members = [(dataset, group) for dataset in datasets for group in dataset.groups]
    options = [option for dataset, group in members for option in _options(dataset, group)]
    known = list(dict.fromkeys([*facts(datasets[0].about), *options]))
    for name in by:
        if name not in known:
            raise OptionError(f"unknown name {name!r} to group by: expected some of {', '.join([*known, *others])}")
    result: dict[Key, list[Member]] = {}
    for member in members:
        result.setdefault(tuple(_fact(member, name) for name in by), []).append(member)
    for pool in result.values():
        refuse_counting_twice(pool)
    return result


def key_frame(about: About, keys: Sequence[Key], by: Sequence[str]) -> pl.DataFrame:
    """One row a key and one column a name: dtypes as in `facts`, an option Int64 if all of it is, else String."""
    dtypes = facts(about)
    frame: dict[str, pl.Series] = {}
    for place, name in enumerate(by):
        values = [key[place] for key in keys]
        if name in dtypes:
            frame[name] = pl.Series(values, dtype=dtypes[name])
        elif all(value is None or isinstance(value, int) for value in values):
            frame[name] = pl.Series(values, dtype=pl.Int64)
        else:
            frame[name] = pl.Series([None if value is None else str(value) for value in values], dtype=pl.String)
    return pl.DataFrame(frame)


def plays_per_deal(pool: Iterable[Member]) -> int:
    """The most often any one deal is played in a pool: 1 unless players of the same deals are pooled.

    Deals are the same if source, seed and number are, whatever they are played under: two rules see one shuffle.
    """
    most = 0
    ranges: dict[tuple[str, int | None], list[tuple[int, int]]] = {}
    for dataset, _ in pool:
        edges = ranges.setdefault((dataset.source, dataset.seed), [])
        edges += [(dataset.first, 1), (dataset.first + dataset.deals, -1)]
    for edges in ranges.values():
        most = max(most, *accumulate(step for _, step in sorted(edges)))
    return most


def _fact(member: Member, name: str) -> str | int | None:
    dataset, group = member
    own = dict(zip(dataset.keys, group.player, strict=True))
    values = {
        **own,
        dataset.about.peeks: group.peeks,
        "source": dataset.source,
        "seed": dataset.seed,
        "dataset": dataset.name,
    }
    value = values[name] if name in values else _options(dataset, group).get(name)
    return value if value is None or isinstance(value, int) else str(value)


def _options(dataset: Dataset, group: Group) -> dict[str, Any]:
    """The options of what a group was played under."""
    return {name: value for key in dataset.keys[:-1] for name, value in group.entry[f"{key}_options"].items()}


def refuse_counting_twice(pool: Iterable[Member]) -> None:
    """DatasetError if two members hold the same deals of one player."""
    for (one, group), (other, same) in combinations(pool, 2):
        if group.player != same.player:
            continue
        if (one.source, one.seed) != (other.source, other.seed):
            continue
        start = max(one.first, other.first)
        stop = min(one.first + one.deals, other.first + other.deals)
        if start < stop:
            player = ", ".join(f"{key} {value}" for key, value in zip(one.keys, group.player, strict=True))
            raise DatasetError(
                f"{one.name} and {other.name} both hold deals {start} to {stop - 1} of {player}: expected other "
                f"deals, or the name dataset to group by"
            )
