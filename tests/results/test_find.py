"""Deals found by outcome and grade, by hand and against a naive search."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golfsim.errors import OptionError
from golfsim.results.find import find_deals
from golfsim.results.grade import GRADES, grades
from golfsim.results.render import render
from golfsim.results.sheet import PLAIN_STYLE

from .conftest import SCHEMA, Make, Outcome, write_dataset

NAMES = ("greedy", "first", "guide", "random", "longest-chain")
GREEDY, FIRST = ("classic", "greedy"), ("classic", "first")
SOLVER = ("classic", "solver:objective=win")


def wins(*values: int | None) -> list[Outcome]:
    """1 won, 0 lost, None unknown."""
    return [(None if value is None else value == 1, None if value is None else 5 - 8 * value) for value in values]


def test_grades_by_hand() -> None:
    blind = [np.array(row, np.int8) for row in ([1, 1, 1, 0, 0, 0, 0, -1], [1, 1, 0, 0, 0, 0, 0, 0])]
    blind += [np.array(row, np.int8) for row in ([1, 0, 0, 0, 0, 0, 0, 0],) * 3]
    solver = np.array([1, 1, 1, 1, 0, -1, 1, 0], np.int8)
    words = ["easy", "medium", "hard", "expert", "unwinnable", "none", "expert", "unwinnable"]
    assert [GRADES[code] if code >= 0 else "none" for code in grades(blind, [solver])] == words
    assert grades(blind, []).tolist() == [0, 1, 2, -1, -1, -1, -1, -1]


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, ["easy"]), (2, ["hard", "easy"]), (3, ["hard", "easy", "easy"]), (4, ["hard", "medium", "easy", "easy"]),
     (5, ["hard", "medium", "easy", "easy", "easy"]), (6, ["hard", "medium", "medium", "easy", "easy", "easy"])],
)  # fmt: skip
def test_grades_by_how_many_clear_a_deal(count: int, words: list[str]) -> None:
    for cleared, word in enumerate(words, 1):
        blind = [np.array([1 if place < cleared else 0], np.int8) for place in range(count)]
        assert GRADES[grades(blind, [])[0]] == word


def test_deals_by_outcome(make: Make) -> None:
    root = make("a", {GREEDY: wins(1, 0, 1, None, 0)}, first=10)
    frame = find_deals(root, "won and strokes <= -3")
    assert list(frame.schema) == ["id", "deal", *SCHEMA, "cleared_by", "grade"]
    assert dict(frame.schema) | {"cleared_by": pl.UInt32(), "grade": pl.String()} == dict(frame.schema)
    assert frame["id"].to_list() == ["7:10", "7:12"]
    assert frame.select("deal", "won", "strokes", "cleared_by", "grade").row(0) == (10, True, -3, 1, "easy")
    assert find_deals(root, "won == null")["deal"].to_list() == [13]
    assert find_deals(root)["deal"].to_list() == [10, 11, 12, 13, 14]
    assert find_deals(root, limit=2)["deal"].to_list() == [10, 11]
    assert find_deals(root, "strokes > 30").height == 0
    assert find_deals(root, "strokes > 30").schema == frame.schema


def test_deals_by_grade(make: Make) -> None:
    rows = {GREEDY: wins(1, 1, 0, 0, 0), FIRST: wins(1, 0, 0, 0, 0), SOLVER: wins(1, 1, 1, 0, None)}
    root = make("a", rows, sees_stock=[SOLVER[1]])
    frame = find_deals(root)
    assert frame["grade"].to_list() == ["easy", "hard", "expert", "unwinnable", None]
    assert frame["cleared_by"].to_list() == [2, 1, 0, 0, 0]
    assert frame["won"].to_list() == frame["strokes"].to_list() == [None] * 5
    assert find_deals(root, 'grade == "hard"')["deal"].to_list() == [1]
    assert find_deals(root, 'grade >= "hard"')["deal"].to_list() == [1, 2, 3]
    assert find_deals(root, 'grade == "hard" and not won', strategy="first")["deal"].to_list() == [1]
    assert find_deals(root, "cleared_by == 0 and deal > 2")["deal"].to_list() == [3, 4]
    assert find_deals(root, strategy="greedy")["won"].to_list() == [True, True, False, False, False]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from([0, 1]), min_size=9, max_size=9), min_size=1, max_size=5),
    st.integers(1, 10),
    st.integers(0, 9),
)
def test_the_naive_search_finds_the_same(outcomes: list[list[int]], shard: int, late: int) -> None:
    with TemporaryDirectory() as folder:
        rows = {("classic", name): wins(*one) for name, one in zip(NAMES, outcomes, strict=False)}
        paths = [write_dataset(Path(folder) / "a", rows, shard=shard)]
        if late < 9:
            paths.append(write_dataset(Path(folder) / "b", {SOLVER: wins(*[0] * (9 - late))}, first=late,
                                       sees_stock=[SOLVER[1]]))  # fmt: skip
        frame = find_deals(paths, "cleared_by <= 1")
    expected = []
    for deal, column in enumerate(zip(*outcomes, strict=True)):
        cleared = sum(column)
        if cleared <= 1:
            word = (
                "easy" if 2 * cleared > len(column) else "hard" if cleared else "unwinnable" if deal >= late else None
            )
            expected.append((deal, cleared, word))
    assert frame.select("deal", "cleared_by", "grade").rows() == expected


def test_a_deal_that_a_blind_strategy_has_not_played_has_no_grade(make: Make) -> None:
    root = make("a", {GREEDY: wins(1, 1, 1), FIRST: wins(1)})
    frame = find_deals(root, strategy="greedy")
    assert frame["grade"].to_list() == ["easy", None, None]
    assert find_deals(root, strategy="first")["deal"].to_list() == [0]


@pytest.mark.parametrize(
    ("fields", "name"),
    [({"seed": 2**64 - 1}, f"{2**64 - 1}:3"), ({"source": "pysol", "seed": 0}, "pysol:3"),
     ({"source": "file", "file": "my boards.txt", "sha256": "ab", "seed": 0}, "my boards.txt#3")],
)  # fmt: skip
def test_ids_are_what_other_commands_take(make: Make, fields: dict[str, object], name: str) -> None:
    assert find_deals(make("a", {GREEDY: wins(1)}, first=3, **fields))["id"].to_list() == [name]


def test_whatever_anyone_played_is_a_deal(make: Make) -> None:
    rows = {("classic", "peek"): wins(1), ("classic", "look"): wins(1, 0, 1)}
    frame = find_deals(make("a", rows, sees_stock=["peek", "look"]))
    assert frame["deal"].to_list() == [0, 1, 2]
    assert frame["grade"].to_list() == frame["won"].to_list() == [None] * 3


def test_several_seeds(make: Make) -> None:
    paths = [make("a", {GREEDY: wins(1, 0)}), make("b", {GREEDY: wins(0, 1)}, seed=8)]
    assert find_deals(paths, "won")["id"].to_list() == ["7:0", "8:1"]
    assert find_deals(paths, "won", limit=1)["id"].to_list() == ["7:0"]


def test_which_rules_and_strategy(make: Make) -> None:
    root = make("a", {GREEDY: wins(1, 0), FIRST: wins(0, 1), ("relaxed", "greedy"): wins(1, 1)})
    with pytest.raises(OptionError, match=r"^several rules: name one of classic, relaxed with --rules$"):
        find_deals(root)
    with pytest.raises(OptionError, match=r"^unknown rules 'x': expected one of classic, relaxed$"):
        find_deals(root, rules="x")
    with pytest.raises(
        OptionError, match=r"^won of which strategy\? There are several: name one of greedy, first with"
    ):
        find_deals(root, "won", rules="classic")
    with pytest.raises(OptionError, match=r"^unknown strategy 'guide': expected one of greedy, first$"):
        find_deals(root, "won", rules="classic", strategy="guide")
    with pytest.raises(OptionError, match=r"^unknown strategy 'first': expected one of greedy$"):
        find_deals(root, "won", rules="relaxed", strategy="first")
    assert find_deals(root, "won", rules="relaxed")["deal"].to_list() == [0, 1]
    with pytest.raises(OptionError, match=r"^limit 0: expected at least 1$"):
        find_deals(root, rules="relaxed", limit=0)


def test_grades_that_nobody_gives(make: Make) -> None:
    blind = make("a", {GREEDY: wins(1, 0)})
    with pytest.raises(
        OptionError, match=r"^grade expert: nobody here proves what can be won: add a run of the same"
    ):
        find_deals(blind, 'grade == "expert"')
    assert find_deals(blind, 'grade == "easy" or grade == null')["grade"].to_list() == ["easy", None]
    sighted = make("b", {SOLVER: wins(1, 0)}, sees_stock=[SOLVER[1]])
    for where in ('grade == "expert"', "cleared_by > 0"):
        with pytest.raises(
            OptionError, match=r"every strategy here sees the stock: expected a dataset with blind ones"
        ):
            find_deals(sighted, where)
    assert find_deals(sighted, "won")["grade"].to_list() == [None]


def test_a_table_of_deals(make: Make) -> None:
    frame = find_deals(make("a", {GREEDY: wins(1, 0, None)}))
    rows = list(csv.DictReader(io.StringIO(render(frame, "csv", PLAIN_STYLE))))
    assert [row["won"] for row in rows] == ["true", "false", ""]
    assert rows[0]["id"] == "7:0"
