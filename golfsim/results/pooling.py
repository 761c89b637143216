"""Which groups of which datasets a row of a table stands for, and whether they may be counted together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations
from typing import Any

import polars as pl

from golfsim.errors import DatasetError, OptionError
from golfsim.results.dataset import Dataset, Group

Member = tuple[Dataset, Group]
Key = tuple[Any, ...]

FACTS: dict[str, type[pl.DataType]] = {
    "rules": pl.String,
    "strategy": pl.String,
    "sees_stock": pl.Boolean,
    "source": pl.String,
    "seed": pl.UInt64,
    "dataset": pl.String,
}
"""What groups can be told apart by, with its dtype, beside the options of their rules."""


def pools(datasets: Sequence[Dataset], by: Iterable[str]) -> dict[Key, list[Member]]:
    """The groups of all datasets, those alike in every name of `by` together, in manifest order.

    Returns:
        the members of each pool by their common values, in the order of `by`; an option the rules of a group do
        not have is None.

    Raises:
        OptionError: for a name that is neither in FACTS nor an option of any rules met.
        DatasetError: if two members hold the same deals, played under the same rules by the same strategy.
    """
    members = [(dataset, group) for dataset in datasets for group in dataset.groups]
    options = [option for _, group in members for option in group.entry["rules_options"]]
    known = list(dict.fromkeys([*FACTS, *options]))
    for name in by:
        if name not in known:
            raise OptionError(f"unknown name {name!r} to group by: expected some of {', '.join(known)}")
    result: dict[Key, list[Member]] = {}
    for member in members:
        result.setdefault(tuple(_fact(member, name) for name in by), []).append(member)
    for pool in result.values():
        refuse_counting_twice(pool)
    return result


def key_frame(keys: Sequence[Key], by: Sequence[str]) -> pl.DataFrame:
    """One row a key and one column a name: dtypes as in FACTS, an option Int64 if all its values are, else String."""
    frame: dict[str, pl.Series] = {}
    for place, name in enumerate(by):
        values = [key[place] for key in keys]
        if name in FACTS:
            frame[name] = pl.Series(values, dtype=FACTS[name])
        elif all(value is None or isinstance(value, int) for value in values):
            frame[name] = pl.Series(values, dtype=pl.Int64)
        else:
            frame[name] = pl.Series([None if value is None else str(value) for value in values], dtype=pl.String)
    return pl.DataFrame(frame)


def plays_per_deal(pool: Iterable[Member]) -> int:
    """The most often any one deal is played in a pool: 1 unless rules or strategies on the same deals are pooled.

    Deals are the same if source, seed and number are, whatever the rules: two rules see one shuffle.
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
    facts = {
        "rules": group.rules,
        "strategy": group.strategy,
        "sees_stock": group.sees_stock,
        "source": dataset.source,
        "seed": dataset.seed,
        "dataset": dataset.name,
    }
    value = facts[name] if name in facts else group.entry["rules_options"].get(name)
    return value if value is None or isinstance(value, int) else str(value)


def refuse_counting_twice(pool: Iterable[Member]) -> None:
    """DatasetError if two members hold the same deals, played under the same rules by the same strategy."""
    for (one, group), (other, same) in combinations(pool, 2):
        if (group.rules, group.strategy) != (same.rules, same.strategy):
            continue
        if (one.source, one.seed) != (other.source, other.seed):
            continue
        start = max(one.first, other.first)
        stop = min(one.first + one.deals, other.first + other.deals)
        if start < stop:
            raise DatasetError(
                f"{one.name} and {other.name} both hold deals {start} to {stop - 1} of rules {group.rules}, strategy "
                f"{group.strategy}: expected other deals, or the name dataset to group by"
            )
