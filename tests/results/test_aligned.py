"""Stretches of deals side by side, against a plain join by deal number."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golfsim.errors import DatasetError
from golfsim.results.aligned import NO_SCORE, Origin, scores, stretches, tracks, won
from golfsim.results.dataset import open_all

from .conftest import Make, Outcome, write_dataset

GREEDY = ("classic", "greedy")
FIRST = ("classic", "first")
FOUR: list[Outcome] = [(True, -2), (False, 10), (None, None), (False, 5)]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 15), st.integers(1, 6)), min_size=1, max_size=3),
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 15), st.integers(1, 6)), min_size=1, max_size=3),
)
def test_stretches_are_a_join_by_deal(ones: list[tuple[int, int, int]], others: list[tuple[int, int, int]]) -> None:
    with TemporaryDirectory() as folder:
        deals: list[dict[int, int]] = [{}, {}]
        paths = []
        for side, (player, ranges) in enumerate(((GREEDY, ones), (FIRST, others))):
            for first, count, shard in ranges:
                numbers = range(first, first + count)
                if any(number in deals[side] for number in numbers):
                    continue
                outcomes: list[Outcome] = [(False, (7 * number + side) % 30) for number in numbers]
                deals[side].update(
                    {n: taken for n, (_, taken) in zip(numbers, outcomes, strict=True) if taken is not None}
                )
                name = Path(folder) / f"{side}-{first}"
                paths.append(write_dataset(name, {player: outcomes}, shard=shard, first=first))
        (several,) = tracks(open_all(paths)).values()
        joined: dict[int, list[int | None]] = {}
        before = -1
        for stretch in stretches(several, [("strokes",), ("strokes",)]):
            assert stretch.first > before
            assert stretch.count > 0
            before = stretch.first + stretch.count - 1
            for offset in range(stretch.count):
                row: list[int | None] = []
                for rows in stretch.rows:
                    assert rows is None or rows["deal"][offset] == stretch.first + offset
                    row.append(None if rows is None else rows["strokes"][offset])
                joined[stretch.first + offset] = row
    by_player = [deals[0], deals[1]] if several[0].player.who == "greedy" else [deals[1], deals[0]]
    assert joined == {n: [side.get(n) for side in by_player] for n in sorted({*deals[0], *deals[1]})}


def test_nulls_become_marks(make: Make) -> None:
    (several,) = tracks(open_all(make("a", {GREEDY: FOUR}))).values()
    (stretch,) = stretches(several, [("won", "strokes")])
    (rows,) = stretch.present
    assert won(several[0], rows).tolist() == [1, 0, -1, 0]
    assert scores(several[0], rows).tolist() == [-2, 10, NO_SCORE, 5]


def test_origins_are_kept_apart(make: Make) -> None:
    paths = [
        make("a", {GREEDY: FOUR}),
        make("b", {GREEDY: FOUR}, seed=8),
        make("c", {GREEDY: FOUR}, source="file", sha256="ab" * 32, seed=0),
        make("d", {GREEDY: FOUR}, source="file", sha256="cd" * 32, seed=0),
    ]
    found = tracks(open_all(paths))
    assert list(found) == [
        Origin("seeded", 7, None),
        Origin("seeded", 8, None),
        Origin("file", 0, "ab" * 32),
        Origin("file", 0, "cd" * 32),
    ]
    assert [str(origin) for origin in found][::3] == [
        "source seeded, seed 7",
        "source file, seed 0, sha256 cdcdcdcd",
    ]


def test_missing_deals_are_counted(make: Make) -> None:
    (several,) = tracks(
        open_all([make("a", {GREEDY: FOUR}, deals=9), make("b", {GREEDY: []}, first=20, deals=3)])
    ).values()
    assert several[0].missing == 5 + 3
    assert several[0].ranges == "deals 0 to 8, 20 to 22"
    assert several[0].present == "deals 0 to 3"
    assert sum(stretch.count for stretch in stretches(several, [()])) == 4


def test_the_deals_on_disk_are_named(make: Make) -> None:
    root = make("a", {GREEDY: FOUR * 3, FIRST: []})
    (greedy, first) = next(iter(tracks(open_all(root)).values()))
    assert (greedy.present, first.present) == ("deals 0 to 11", "no deals")
    (root / "rules=r0" / "strategy=s0" / "part-000001.parquet").unlink()
    (greedy, first) = next(iter(tracks(open_all(root)).values()))
    assert (greedy.present, greedy.missing) == ("deals 0 to 3, 8 to 11", 4)


def test_a_part_out_of_order_is_refused(make: Make) -> None:
    root = make("a", {GREEDY: FOUR}, shard=2)
    (several,) = tracks(open_all(root)).values()
    first, second = sorted(root.rglob("*.parquet"))
    # After the dataset was opened, which would refuse them as it finds them.
    shutil.copy(first, second)
    with pytest.raises(
        DatasetError, match=r"part-000001\.parquet: damaged, deals 0 to 1: expected numbers that count up"
    ):
        list(stretches(several, [("won",)]))
    rows = pl.read_parquet(first)
    rows.reverse().write_parquet(first)
    with pytest.raises(DatasetError, match=r"part-000000\.parquet: damaged, deals 1 to 0"):
        list(stretches(several, [("won",)]))


def test_a_damaged_part_is_named(make: Make) -> None:
    root = make("a", {GREEDY: FOUR * 500}, shard=2000)
    (several,) = tracks(open_all(root)).values()
    (part,) = root.rglob("*.parquet")
    part.write_bytes(part.read_bytes()[:40])
    with pytest.raises(DatasetError, match=r"part-000000\.parquet: damaged"):
        list(stretches(several, [("won",)]))
