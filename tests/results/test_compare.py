"""Paired comparisons against hand computations and against a naive one in plain Python."""

from __future__ import annotations

import statistics
from dataclasses import replace
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golfsim.errors import DatasetError, OptionError
from golfsim.games.solitaire.about import ABOUT
from golfsim.games.solitaire.rules import Rules
from golfsim.results.compare import compare_table, figures
from golfsim.results.compare_style import compare_style
from golfsim.results.intervals import t_quantile, tango
from golfsim.results.render import FORMATS, render
from golfsim.results.significance import holm, mcnemar

from .conftest import Make, Outcome, write_dataset

GREEDY, FIRST, GUIDE, SOLVER = (("classic", name) for name in ("greedy", "first", "guide", "solver"))
ONE: list[Outcome] = [(True, -2), (True, 0), (False, 3), (False, 5), (False, 9), (True, -1)]
OTHER: list[Outcome] = [(False, 4), (True, -3), (False, 3), (False, 6), (False, 2), (False, 1)]


def test_figures_by_hand(make: Make) -> None:
    frame = compare_table(make("a", {GREEDY: ONE, FIRST: OTHER}))
    assert dict(frame.schema) == {name: dtype() for name, dtype in figures(ABOUT).items()}
    row = frame.row(0, named=True)
    assert [row[name] for name in ("rules", "strategy", "a", "b")] == ["classic", None, "greedy", "first"]
    assert [row[name] for name in ("deals", "unpaired", "unknown")] == [6, 0, 0]
    assert [row[name] for name in ("both", "only_a", "only_b", "neither")] == [1, 2, 0, 3]
    assert [row[name] for name in ("win_rate_a", "win_rate_b", "win_difference")] == pytest.approx(
        [3 / 6, 1 / 6, 2 / 6]
    )
    assert (row["win_low"], row["win_high"]) == tango(2, 0, 6)
    # Both of two discordant deals on one side: 2 / 4.
    assert (row["mcnemar_p"], row["holm_p"]) == (0.5, 0.5)
    # z^2 2 / 4 = 1.92, so 0.92 times as many deals more.
    assert row["win_more_deals"] == 6
    # Differences -6, 3, 0, -1, 7, -2: sum 1, squares 99; variance (99 - 1/6) / 5.
    assert row["stroke_difference"] == pytest.approx(1 / 6)
    reach = 2.5706 * sqrt((99 - 1 / 6) / 5 / 6)
    assert (row["stroke_low"], row["stroke_high"]) == pytest.approx((1 / 6 - reach, 1 / 6 + reach), abs=0.001)
    assert row["mean_strokes_a"] - row["mean_strokes_b"] == pytest.approx(row["stroke_difference"])
    assert row["stroke_more_deals"] == pytest.approx(6 * ((reach * 6) ** 2 - 1), rel=0.001)


OUTCOMES = st.lists(
    st.tuples(st.sampled_from([True, False, False, None]), st.integers(-16, 35)) | st.just((None, None)),
    min_size=1,
    max_size=40,
)


@settings(max_examples=80, deadline=None)
@given(OUTCOMES, OUTCOMES, st.integers(0, 20), st.integers(1, 41))
def test_figures_are_the_naive_ones_however_the_rows_are_sharded(
    one: list[Outcome], other: list[Outcome], start: int, shard: int
) -> None:
    start = min(start, len(one) - 1)
    with TemporaryDirectory() as folder:
        paths = [
            write_dataset(Path(folder) / "a", {GREEDY: one}, shard=shard),
            write_dataset(Path(folder) / "b", {FIRST: other}, shard=7, first=start),
        ]
        row = compare_table(paths, level=0.9).row(0, named=True)
    pairs = list(zip(one[start:], other, strict=False))
    assert (row["deals"], row["unpaired"]) == (len(pairs), len(one) + len(other) - 2 * len(pairs))
    counts = [sum((x[0], y[0]) == want for x, y in pairs) for want in ((True, True), (True, False), (False, True))]
    unknown = sum(x[0] is None or y[0] is None for x, y in pairs)
    assert [row[name] for name in ("both", "only_a", "only_b", "unknown")] == [*counts, unknown]
    assert row["neither"] == len(pairs) - sum(counts) - unknown

    def settle(x: bool | None, y: bool | None, a_wins: bool) -> tuple[bool, bool]:
        return (a_wins if x is None else x), (not a_wins if y is None else y)

    worst = [settle(x[0], y[0], a_wins=False) for x, y in pairs]
    best = [settle(x[0], y[0], a_wins=True) for x, y in pairs]
    assert row["win_low"] == tango(worst.count((True, False)), worst.count((False, True)), len(pairs), 0.9)[0]
    assert row["win_high"] == tango(best.count((True, False)), best.count((False, True)), len(pairs), 0.9)[1]
    _, only_a, only_b = counts
    # Every count of deals only one wins that the unknown outcomes allow.
    reachable = {(0, 0)}
    for x, y in pairs:
        ends = [(p, q) for p in truths(x[0]) for q in truths(y[0])]
        reachable = {(m + (p and not q), n + (q and not p)) for m, n in reachable for p, q in ends}
    assert row["mcnemar_p"] == pytest.approx(max(mcnemar(m, n) for m, n in reachable))
    assert unknown == 0 or row["win_more_deals"] is None
    assert row["win_rate_a"] == pytest.approx(sum(x[0] is True for x, _ in pairs) / len(pairs))
    assert row["win_rate_b"] == pytest.approx(sum(y[0] is True for _, y in pairs) / len(pairs))
    if unknown:
        assert row["win_difference"] is None
    else:
        assert row["win_difference"] == pytest.approx((only_a - only_b) / len(pairs))
        assert row["win_low"] <= row["win_difference"] <= row["win_high"]
    differences = [x[1] - y[1] for x, y in pairs if x[1] is not None and y[1] is not None]
    if len(differences) < len(pairs):
        assert row["stroke_difference"] is row["mean_strokes_a"] is row["stroke_low"] is None
        return
    assert row["stroke_difference"] == pytest.approx(statistics.fmean(differences))
    if len(differences) > 1:
        reach = t_quantile(0.9, len(differences) - 1) * statistics.stdev(differences) / sqrt(len(differences))
        assert row["stroke_high"] - row["stroke_low"] == pytest.approx(2 * reach)


def truths(won: bool | None) -> list[bool]:
    return [False, True] if won is None else [won]


def test_unknown_outcomes_are_never_losses(make: Make) -> None:
    solved: list[Outcome] = [(True, -1)] * 30 + [(None, 2)] * 10 + [(False, 4)] * 60
    frame = compare_table(make("a", {SOLVER: solved, FIRST: [(False, 5)] * 100}, sees_stock=["solver"]))
    row = frame.row(0, named=True)
    assert [row[name] for name in ("unknown", "only_a", "neither")] == [10, 30, 60]
    assert row["win_difference"] is None
    assert (row["win_rate_a"], row["win_rate_b"]) == (0.3, 0)
    assert (row["win_low"], row["win_high"]) == (tango(30, 0, 100)[0], tango(40, 0, 100)[1])
    # If b cleared all ten that a left undecided: 30 against 0, still.
    assert row["mcnemar_p"] == mcnemar(30, 0)
    assert (row["sees_stock_a"], row["sees_stock_b"]) == (True, False)


def test_no_point_is_shown_for_a_difference_that_is_not_known(make: Make) -> None:
    # Of ten deals b cleared two that a left undecided: of the decided ones alone, a would be ahead by 3 / 8.
    one: list[Outcome] = [(True, 0)] * 3 + [(False, 1)] * 5 + [(None, None)] * 2
    other: list[Outcome] = [(False, 1)] * 8 + [(True, 0)] * 2
    frame = compare_table(make("a", {SOLVER: one, FIRST: other}))
    row = frame.row(0, named=True)
    assert (row["win_rate_a"], row["win_rate_b"], row["win_difference"]) == (0.3, 0.2, None)
    assert (row["win_low"], row["win_high"]) == (tango(3, 2, 10)[0], tango(3, 0, 10)[1])
    cells = {column.heading: column.cells for column in compare_style(ABOUT).sheet(frame).columns}
    assert (cells["win rate a"], cells["win rate b"], cells["win rate a - b"]) == (["≥30.00%"], ["≥20.00%"], ["-"])
    assert "their difference is not known, only its interval" in " ".join(compare_style(ABOUT).sheet(frame).notes)
    known = compare_style(ABOUT).sheet(compare_table(make("b", {GREEDY: ONE, FIRST: OTHER})))
    assert "win rate a" not in [column.heading for column in known.columns]


def test_p_is_the_highest_that_unknown_outcomes_allow(make: Make) -> None:
    one: list[Outcome] = [(True, 0)] * 8 + [(False, 1)] * 5
    other: list[Outcome] = [(False, 1)] * 8 + [(None, None)] * 5
    row = compare_table(make("a", {GREEDY: one, SOLVER: other})).row(0, named=True)
    assert row["mcnemar_p"] == mcnemar(8, 5)
    row = compare_table(make("b", {SOLVER: other, GREEDY: one})).row(0, named=True)
    assert row["mcnemar_p"] == mcnemar(5, 8)


def test_all_pairs_with_holm(make: Make) -> None:
    third: list[Outcome] = [(False, 7)] * 6
    root = make(
        "a", {GREEDY: ONE, FIRST: OTHER, GUIDE: third, ("relaxed", "greedy"): ONE, ("relaxed", "first"): OTHER}
    )
    frame = compare_table(root)
    assert frame.select("rules", "a", "b").rows() == [
        ("classic", "greedy", "first"),
        ("classic", "greedy", "guide"),
        ("classic", "first", "guide"),
        ("relaxed", "greedy", "first"),
    ]
    assert frame["holm_p"].to_list() == holm(frame["mcnemar_p"].to_list())


def test_named_players(make: Make) -> None:
    root = make("a", {GREEDY: ONE, FIRST: OTHER, GUIDE: ONE, ("relaxed", "greedy"): OTHER, ("relaxed", "first"): ONE})

    def pairs(**named: str) -> list[tuple[str | None, ...]]:
        return compare_table(root, **named).select("rules", "strategy", "a", "b").rows()  # type: ignore[arg-type]

    assert pairs(a="first", b="greedy") == [
        ("classic", None, "first", "greedy"),
        ("relaxed", None, "first", "greedy"),
    ]
    assert pairs(a="guide") == [("classic", None, "guide", "greedy"), ("classic", None, "guide", "first")]
    assert pairs(by="strategy") == [
        (None, "greedy", "classic", "relaxed"),
        (None, "first", "classic", "relaxed"),
    ]
    assert pairs(by="strategy", a="relaxed", b="classic")[0] == (None, "greedy", "relaxed", "classic")
    assert pairs(a="relaxed/first", b="classic/guide") == [(None, None, "relaxed/first", "classic/guide")]
    assert pairs(a="relaxed/first", b="classic/first") == [(None, "first", "relaxed", "classic")]
    assert pairs(a="classic/first", b="greedy") == [("classic", None, "first", "greedy")]
    row = compare_table(root, a="relaxed/first", b="classic/first").row(0, named=True)
    assert (row["only_a"], row["only_b"], row["both"]) == (2, 0, 1)


def test_rules_that_differ_by_a_little_show_it_with_its_interval(make: Make) -> None:
    dead: list[Outcome] = [(True, 0)] * 260 + [(False, 3)] * 1740
    queen: list[Outcome] = [(False, 1)] * 8 + [(True, 0)] * 255 + [(False, 3)] * 1737
    names = ("when-stuck", "classic+kings=queen-dead+draw=when-stuck")
    root = make("a", {(names[0], "solver"): dead, (names[1], "solver"): queen}, sees_stock=["solver"], shard=1000)
    row = compare_table(root, by="strategy").row(0, named=True)
    assert (row["only_a"], row["only_b"], row["a"], row["b"]) == (8, 3, *names)
    assert row["win_low"] < row["win_difference"] < row["win_high"]
    assert row["win_more_deals"] > 0


def test_names_that_are_not_there(make: Make) -> None:
    root = make("a", {GREEDY: ONE, FIRST: OTHER})
    known = "greedy, first, classic/greedy, classic/first"
    with pytest.raises(OptionError, match=rf"^unknown name 'gredy': expected one of {known}$"):
        compare_table(root, a="gredy")
    with pytest.raises(OptionError, match=r"^--b greedy without --a"):
        compare_table(root, b="greedy")
    with pytest.raises(OptionError, match=r"^by 'seed': expected rules or strategy$"):
        compare_table(root, by="seed")
    with pytest.raises(OptionError, match=r"^level 95"):
        compare_table(root, level=95)
    with pytest.raises(OptionError, match=r"^nothing to compare by strategy: expected two rules played by the same"):
        compare_table(root, by="strategy")
    with pytest.raises(
        OptionError, match=r"^nothing to compare by rules: expected two strategies under the same rules"
    ):
        compare_table(make("b", {GREEDY: ONE}))


def test_other_deals_are_refused_saying_how(make: Make) -> None:
    a = make("a", {GREEDY: ONE})
    for name, fields, message in (
        ("seed", {"seed": 8}, "source seeded, seed 7, but classic/first of source seeded, seed 8: expected the same"),
        ("pysol", {"source": "pysol", "seed": 7}, "source seeded, seed 7, but classic/first of source pysol, seed 7"),
        (
            "later",
            {"first": 6},
            "classic/greedy played deals 0 to 5, but classic/first deals 6 to 11: expected a deal",
        ),
    ):
        with pytest.raises(DatasetError, match=message) as caught:
            compare_table([a, make(name, {FIRST: OTHER}, **fields)])
        assert "\n" not in str(caught.value)


def test_rules_of_other_cards_are_left_out(make: Make) -> None:
    rules = ("classic", "putt-putt", "jokers", "black-hole", "ace")
    options = {"jokers": {"jokers": 2}, "black-hole": {"start": "ace"}, "ace": {"start": "ace"}}
    rows = {(name, strategy): ONE for name in rules for strategy in ("greedy", "first")}
    root = make("a", rows, options=options)
    frame = compare_table(root, by="strategy")
    assert frame.height == 20
    compared = frame.filter(frame["other_cards"].is_null())
    assert compared.select("strategy", "a", "b", "deals").rows() == [
        ("greedy", "classic", "putt-putt", 6),
        ("first", "classic", "putt-putt", 6),
        ("greedy", "black-hole", "ace", 6),
        ("first", "black-hole", "ace", 6),
    ]
    assert compared["holm_p"].to_list() == holm(compared["mcnemar_p"].to_list())
    left_out = frame.filter(frame["other_cards"].is_not_null())
    assert left_out.select("a", "b", "deals", "holm_p", "other_cards").row(0) == (
        "classic",
        "jokers",
        None,
        None,
        "jokers=0 and jokers=2",
    )
    sheet = compare_style(ABOUT).sheet(frame)
    assert [len(column.cells) for column in sheet.columns] == [4] * len(sheet.columns)
    assert sheet.notes[-1] == (
        "left out, as these rules deal other cards: jokers with every other; classic with black-hole, ace; "
        "putt-putt with black-hole, ace"
    )
    one = compare_table(root, "strategy", "classic")
    assert one.filter(one["other_cards"].is_null())["b"].to_list() == ["putt-putt", "putt-putt"]
    with pytest.raises(DatasetError, match=r"^rules jokers and classic deal other cards"):
        compare_table(root, "strategy", "jokers")


def test_rules_of_other_cards_are_refused_if_named(make: Make) -> None:
    rows = {GREEDY: ONE, ("jokers", "greedy"): OTHER, ("empty-start", "greedy"): OTHER}
    options = {"jokers": {"jokers": 2}, "empty-start": {"start": "tableau"}}
    root = make("a", rows, options=options)
    with pytest.raises(DatasetError, match=r"^rules classic and jokers deal other cards \(jokers=0 and jokers=2\)"):
        compare_table(root, "strategy", "classic", "jokers")
    with pytest.raises(DatasetError, match=r"^rules jokers and classic deal other cards"):
        compare_table(root, "rules", "jokers/greedy", "classic/greedy")
    frame = compare_table(root, "strategy", "empty-start", "classic")
    assert frame.height == 1
    assert compare_table(root, by="strategy").height == 3


def test_what_makes_cards_differ() -> None:
    classic = Rules()
    for change in ({}, {"kings": "wrap"}, {"draw": "when-stuck"}, {"start": "tableau"}):
        assert replace(classic, **change).cards_dealt == classic.cards_dealt
    for change in ({"depth": 4}, {"start": "ace"}, {"jokers": 2}, {"columns": 6}):
        other = replace(classic, **change).cards_dealt
        assert {name for name, value in other.items() if value != classic.cards_dealt[name]} == set(change)


def test_an_unfinished_run_pairs_what_is_there(make: Make) -> None:
    root = make("a", {GREEDY: ONE, FIRST: OTHER[:4], GUIDE: []})
    frame = compare_table(root)
    assert frame.select("deals", "unpaired", "missing").rows() == [(4, 2, 2), (0, 6, 6), (0, 4, 6)]
    text = render(frame, style=compare_style(ABOUT))
    assert "missing: deals both were to play that are not on disk" in text
    part = compare_table([make("p", {GREEDY: ONE}), make("q", {FIRST: OTHER}, first=4)])
    assert part.select("deals", "unpaired", "missing").rows() == [(2, 8, 0)]
    assert "missing" not in render(part, style=compare_style(ABOUT))
    row = frame.row(1, named=True)
    assert row["win_difference"] is row["win_low"] is row["mcnemar_p"] is row["holm_p"] is row["stroke_low"] is None
    assert row["both"] == 0


def test_several_datasets_of_one_player_are_one(make: Make) -> None:
    whole = make("whole", {GREEDY: ONE, FIRST: OTHER})
    parts = [make("p", {GREEDY: ONE[:3], FIRST: OTHER[:3]}), make("q", {GREEDY: ONE[3:], FIRST: OTHER[3:]}, first=3)]
    assert compare_table(parts).equals(compare_table(whole))
    with pytest.raises(DatasetError, match=r"both hold deals 0 to 2 of rules classic, strategy greedy"):
        compare_table([whole, parts[0]])


def test_the_sheet(make: Make) -> None:
    root = make("a", {GREEDY: ONE, FIRST: OTHER[:4], SOLVER: [(None, None)] * 6}, sees_stock=["solver"])
    frame = compare_table(root)
    text = render(frame, style=compare_style(ABOUT))
    assert "unpaired: deals only one of the two played" in text
    assert "unknown: deals left undecided" in text
    assert "sees stock: a player read the order" in text
    assert "corrected for all pairs" in text
    one = render(compare_table(root, a="greedy", b="first"), "markdown", compare_style(ABOUT))
    assert "p (Holm)" not in one
    assert "| win rate a - b |" in one
    for format_ in FORMATS[:-1]:
        assert render(frame, format_, compare_style(ABOUT))
