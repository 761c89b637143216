"""The win-rate table against hand computations and against a naive one in plain Python."""

from __future__ import annotations

import statistics
from dataclasses import replace
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from golfsim.datasets.format import Field
from golfsim.errors import DatasetError, OptionError
from golfsim.games.solitaire.about import ABOUT
from golfsim.results.dataset import open_all
from golfsim.results.intervals import wilson
from golfsim.results.pooling import plays_per_deal
from golfsim.results.table import figures, win_table

from .conftest import Make, Outcome, write_dataset

GREEDY = ("classic", "greedy")
FIRST = ("classic", "first")
SOLVER = ("classic", "solver")
FOUR: list[Outcome] = [(True, -2), (False, 10), (False, 3), (False, 5)]


def test_figures_by_hand(make: Make) -> None:
    frame = win_table(make("a", {GREEDY: FOUR}, shard=3))
    assert frame.columns == ["rules", "strategy", "sees_stock", *figures(ABOUT)]
    assert frame.schema["sees_stock"] == pl.Boolean
    row = frame.row(0, named=True)
    assert (row["rules"], row["strategy"], row["sees_stock"]) == ("classic", "greedy", False)
    assert (row["deals"], row["wins"], row["unknown"], row["missing"], row["plays_per_deal"]) == (4, 1, 0, 0, 1)
    assert (row["win_rate"], row["level"]) == (0.25, 0.95)
    # z = 1.95996: centre (0.25 + 0.48018) / 1.96036, reach 1.95996 sqrt(0.046875 + 0.060023) / 1.96036.
    assert (row["win_low"], row["win_high"]) == pytest.approx((0.04559, 0.69936), abs=0.00001)
    # Sum 16, squares 4 + 100 + 9 + 25 = 138: variance (138 - 64) / 3.
    assert (row["mean_strokes"], row["se_strokes"]) == (4.0, pytest.approx(sqrt(74 / 3 / 4)))
    assert (row["median_strokes"], row["best"], row["worst"], row["mean_nine_hole_total"]) == (4.0, -2, 10, 36.0)


def naive(outcomes: list[Outcome]) -> dict[str, float | None]:
    deals = len(outcomes)
    wins = sum(won is True for won, _ in outcomes)
    unknown = sum(won is None for won, _ in outcomes)
    strokes = [taken for _, taken in outcomes if taken is not None]
    row: dict[str, float | None] = dict.fromkeys(figures(ABOUT))
    row |= {"deals": deals, "wins": wins, "unknown": unknown, "missing": 0, "plays_per_deal": 1, "level": 0.9}
    row |= {"win_rate": wins / deals, "win_low": wilson(wins, deals, 0.9)[0]}
    row |= {"win_high": wilson(wins + unknown, deals, 0.9)[1]}
    if len(strokes) == deals:
        mean = statistics.fmean(strokes)
        row |= {"mean_strokes": mean, "median_strokes": statistics.median(strokes), "best": min(strokes)}
        row |= {"worst": max(strokes), "mean_nine_hole_total": 9 * mean}
        row["se_strokes"] = statistics.stdev(strokes) / sqrt(deals) if deals > 1 else None
    return row


OUTCOMES = st.lists(
    st.tuples(st.sampled_from([True, False, False, None]), st.integers(-16, 35))
    | st.tuples(st.just(True), st.none() | st.integers(-16, 0)),
    min_size=1,
    max_size=40,
)


@settings(max_examples=60, deadline=None)
@given(OUTCOMES, OUTCOMES, st.integers(1, 41))
def test_figures_are_the_naive_ones_however_the_rows_are_sharded(
    one: list[Outcome], other: list[Outcome], shard: int
) -> None:
    with TemporaryDirectory() as folder:
        deals = max(len(one), len(other))
        root = write_dataset(Path(folder) / "a", {GREEDY: one, FIRST: other}, shard=shard)
        frame = win_table(root, level=0.9)
    for row, outcomes in zip(frame.iter_rows(named=True), (one, other), strict=True):
        expected = {**naive(outcomes), "missing": deals - len(outcomes)}
        for name, value in expected.items():
            assert row[name] == (value if value is None else pytest.approx(value)), name


def test_rows_stand_in_manifest_order(make: Make) -> None:
    a = make("a", {("relaxed", "random"): FOUR, GREEDY: FOUR, ("relaxed", "first"): FOUR})
    b = make("b", {("a-rule", "first"): FOUR})
    assert win_table([a, b]).select("rules", "strategy").rows() == [
        ("relaxed", "random"),
        ("classic", "greedy"),
        ("relaxed", "first"),
        ("a-rule", "first"),
    ]
    assert win_table([a, b], by=["rules"])["rules"].to_list() == ["relaxed", "classic", "a-rule"]


def test_unknown_outcomes_widen_the_interval_and_are_not_left_out(make: Make) -> None:
    outcomes: list[Outcome] = [*[(True, -1)] * 3, *[(None, None)] * 2, *[(False, 4)] * 5]
    row = win_table(make("a", {SOLVER: outcomes}, sees_stock=["solver"])).row(0, named=True)
    assert (row["deals"], row["wins"], row["unknown"], row["win_rate"]) == (10, 3, 2, 0.3)
    assert (row["win_low"], row["win_high"]) == (wilson(3, 10)[0], wilson(5, 10)[1])
    assert row["mean_strokes"] is row["se_strokes"] is row["median_strokes"] is row["best"] is row["worst"] is None
    assert row["mean_nine_hole_total"] is None


def test_strokes_of_won_deals_alone_make_no_mean(make: Make) -> None:
    row = win_table(make("a", {SOLVER: [(True, -1), (False, None)]})).row(0, named=True)
    assert (row["win_rate"], row["unknown"], row["mean_strokes"], row["best"]) == (0.5, 0, None, None)


def test_an_unfinished_run_counts_what_is_there_and_says_what_is_missing(make: Make) -> None:
    frame = win_table(make("a", {GREEDY: FOUR, FIRST: []}, deals=10))
    assert frame["deals"].to_list() == [4, 0]
    assert frame["missing"].to_list() == [6, 10]
    assert frame["win_rate"].to_list() == [0.25, None]
    assert frame.select("win_low", "win_high", "mean_strokes", "se_strokes", "best").row(1) == (None,) * 5


def test_one_deal_has_no_standard_error(make: Make) -> None:
    row = win_table(make("a", {GREEDY: [(False, 6)]})).row(0, named=True)
    assert (row["mean_strokes"], row["se_strokes"]) == (6.0, None)


def test_more_rows_than_deals_are_refused(make: Make) -> None:
    root = make("a", {GREEDY: FOUR}, deals=3)
    with pytest.raises(DatasetError, match=r"part-000000.parquet: foreign, .*: count is 4 there, 3 here"):
        win_table(root)


@pytest.mark.parametrize("by", ["rules", ("rules",), ["rules", "rules"]])
def test_pooling_strategies_keeps_in_sight_that_some_see_the_stock(make: Make, by: list[str]) -> None:
    root = make("a", {GREEDY: FOUR, SOLVER: FOUR, ("relaxed", "solver"): FOUR}, sees_stock=["solver"])
    frame = win_table(root, by=by)
    assert frame.columns[:3] == ["rules", "sees_stock", "deals"]
    assert frame.select("rules", "sees_stock", "deals", "wins", "plays_per_deal").rows() == [
        ("classic", None, 8, 2, 2),
        ("relaxed", True, 4, 1, 1),
    ]


def test_plays_of_one_deal_count_once_for_interval_and_standard_error(make: Make) -> None:
    alone = win_table(make("a", {GREEDY: FOUR})).row(0, named=True)
    twice = win_table(make("b", {GREEDY: FOUR, FIRST: FOUR}), by=[]).row(0, named=True)
    assert (twice["deals"], twice["wins"], twice["plays_per_deal"]) == (8, 2, 2)
    assert (twice["win_low"], twice["win_high"]) == (alone["win_low"], alone["win_high"])
    assert twice["mean_strokes"] == alone["mean_strokes"]
    # The pooled variance has the divisor 7, not 3, for a sum of squares twice as large.
    assert twice["se_strokes"] == pytest.approx(alone["se_strokes"] * sqrt(6 / 7))


def test_by_nothing_is_one_row(make: Make) -> None:
    assert win_table(make("a", {GREEDY: FOUR, FIRST: FOUR}), by=()).columns == ["sees_stock", *figures(ABOUT)]


def test_by_rule_options_and_origin(make: Make) -> None:
    rows = {GREEDY: FOUR, ("jokers", "greedy"): FOUR, ("relaxed", "solver"): FOUR}
    options = {"jokers": {"jokers": 2}, "relaxed": {"kings": "queen", "house": True}}
    root = make("a", rows, options=options, sees_stock=["solver"], seed=2**64 - 1)
    frame = win_table(root, by=("seed", "kings", "jokers", "house", "sees_stock", "source", "dataset"))
    assert frame.columns == ["seed", "kings", "jokers", "house", "sees_stock", "source", "dataset", *figures(ABOUT)]
    assert frame.select("kings", "jokers", "sees_stock").rows() == [
        ("dead", 0, False),
        ("dead", 2, False),
        ("queen", 0, True),
    ]
    assert frame.select("seed", "source", "dataset").row(0) == (2**64 - 1, "seeded", str(root))
    assert frame.schema["jokers"] == pl.Int64
    assert win_table(root, by=["columns"])["deals"].to_list() == [12]


def test_an_option_of_mixed_values_is_text(make: Make) -> None:
    root = make("a", {GREEDY: FOUR, ("x", "greedy"): FOUR}, options={"x": {"jokers": "many"}})
    assert win_table(root, by=["jokers"])["jokers"].to_list() == ["0", "many"]


def test_an_unknown_name_is_answered_with_the_known_ones(make: Make) -> None:
    message = (
        r"^unknown name 'suit' to group by: expected some of rules, strategy, sees_stock, source, seed, dataset, "
        r"kings, draw, start, jokers, columns, depth$"
    )
    with pytest.raises(OptionError, match=message):
        win_table(make("a", {GREEDY: FOUR}), by=("rules", "suit"))


def test_a_wrong_level_is_refused_before_anything_is_read() -> None:
    with pytest.raises(OptionError, match=r"^level 95: expected a number between 0 and 1"):
        win_table("nowhere", level=95)


def test_datasets_of_other_deals_are_pooled(make: Make) -> None:
    paths = [
        make("a", {GREEDY: FOUR}),
        make("b", {GREEDY: FOUR}, first=4),
        make("c", {GREEDY: FOUR}, seed=8),
        make("d", {GREEDY: FOUR}, source="pysol", seed=None),
    ]
    frame = win_table(paths)
    assert frame.select("deals", "wins", "plays_per_deal").rows() == [(16, 4, 1)]
    whole = win_table(make("e", {GREEDY: FOUR * 4}))
    assert_frame_equal(frame, whole)
    assert win_table(paths, by=["seed"])["seed"].to_list() == [7, 8, None]


def test_deals_counted_twice_are_refused_and_both_datasets_named(make: Make) -> None:
    a, b = make("a", {GREEDY: FOUR}, first=10), make("b", {GREEDY: FOUR, FIRST: FOUR}, first=12)
    message = f"{a} and {b} both hold deals 12 to 13 of rules classic, strategy greedy: expected other deals"
    for by in (["rules", "strategy"], ["strategy"], [], ["seed"]):
        with pytest.raises(DatasetError, match=message) as caught:
            win_table([a, b], by=by)
        assert "\n" not in str(caught.value)
    assert win_table([a, b], by=["dataset", "strategy"]).select("dataset", "strategy", "deals").rows() == [
        (str(a), "greedy", 4),
        (str(b), "greedy", 4),
        (str(b), "first", 4),
    ]


def test_other_strategies_on_the_same_deals_of_another_dataset_are_no_double_count(make: Make) -> None:
    a, b = make("a", {GREEDY: FOUR}), make("b", {FIRST: FOUR})
    assert win_table([a, b], by=["rules"]).select("deals", "plays_per_deal").rows() == [(8, 2)]


def test_plays_per_deal_is_the_deepest_overlap(make: Make) -> None:
    a = make("a", {GREEDY: FOUR, FIRST: FOUR})
    b = make("b", {SOLVER: FOUR}, first=3)
    c = make("c", {("classic", "guide"): FOUR}, first=4)
    d = make("d", {("classic", "guide"): FOUR}, seed=8)
    for paths, deepest in (([a], 2), ([b, c], 2), ([a, b, c], 3), ([a, c], 2), ([c, d], 1)):
        pool = [(dataset, group) for dataset in open_all(paths) for group in dataset.groups]
        assert plays_per_deal(pool) == deepest


def test_a_game_without_wins_is_refused(make: Make) -> None:
    about = replace(ABOUT, game="six-card", columns=(Field("score", "i8", role="score"),))
    root = make("a", {GREEDY: []}, about=about)
    with pytest.raises(DatasetError, match=r"no won in game six-card: has deal, score$"):
        win_table(root)
