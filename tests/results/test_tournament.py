"""Tournaments by hand, and against one played round by round in plain Python."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golfsim.errors import DatasetError, OptionError
from golfsim.games.solitaire.about import ABOUT
from golfsim.results.render import FORMATS, render
from golfsim.results.tournament import play, tournament_table
from golfsim.results.tournament_style import tournament_style

from .conftest import Make, Outcome, write_dataset

NAMES = ("greedy", "first", "guide", "random")


def strokes(*values: int | None) -> list[Outcome]:
    return [(None if value is None else value <= 0, value) for value in values]


def players(*several: list[Outcome]) -> dict[tuple[str, str], list[Outcome]]:
    return {("classic", name): outcomes for name, outcomes in zip(NAMES, several, strict=False)}


def test_a_tournament_by_hand(make: Make) -> None:
    # Two rounds of two deals: totals 5, 5, 9 and 4, 6, 6. The first is played off on deal 4, level, and on deal 5.
    one = strokes(2, 3, 1, 3, 7, 8, 0)
    two = strokes(1, 4, 3, 3, 7, 2, 0)
    three = strokes(4, 5, 2, 4, 0, 0, 0)
    frame = tournament_table(make("a", players(one, two, three)), holes=2, rounds=2)
    assert frame.select("strategy", "rounds", "won", "playoffs", "playoffs_won", "undecided").rows() == [
        ("greedy", 2, 1, 1, 0, 0),
        ("first", 2, 1, 1, 1, 0),
        ("guide", 2, 0, 0, 0, 0),
    ]
    # Places 2, 1, 3 and 1, 2.5, 2.5.
    assert frame["average_place"].to_list() == [1.5, 1.75, 2.75]
    assert frame["mean_total"].to_list() == [4.5, 5.5, 7.5]
    assert frame.select("playoff_deals", "unused").row(0) == (2, 1)
    assert frame.select("beats greedy", "beats first", "beats guide").rows() == [
        (None, 1, 2),
        (0, None, 1),
        (0, 0, None),
    ]


def naive(totals: list[list[int]], extra: list[list[int]]) -> dict[str, list[float]]:
    """The same, a round at a time."""
    count = len(totals[0])
    won, playoffs, undecided, places = ([0.0] * count for _ in range(4))
    queue = list(extra)
    for round_ in totals:
        first = [p for p in range(count) if round_[p] == min(round_)]
        left = first
        if len(first) > 1:
            for p in first:
                playoffs[p] += 1
        while len(left) > 1 and queue:
            deal = queue.pop(0)
            left = [p for p in left if deal[p] == min(deal[q] for q in left)]
        for p in left if len(left) > 1 else ():
            undecided[p] += 1
        decided = len(left) == 1
        for p in range(count):
            if decided and p == left[0]:
                won[p] += 1
                places[p] += 1
            elif decided and p in first:
                places[p] += (2 + len(first)) / 2
            else:
                lower = sum(other < round_[p] for other in round_)
                places[p] += lower + (1 + round_.count(round_[p])) / 2
    return {"won": won, "playoffs": playoffs, "undecided": undecided, "place_sum": places}


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 4).flatmap(lambda count: st.tuples(
    st.lists(st.lists(st.integers(0, 3), min_size=count, max_size=count), min_size=1, max_size=12),
    st.lists(st.lists(st.integers(0, 2), min_size=count, max_size=count), max_size=8),
)))  # fmt: skip
def test_play_is_the_naive_tournament(drawn: tuple[list[list[int]], list[list[int]]]) -> None:
    totals, extra = drawn
    count = len(totals[0])
    result = play(np.array(totals, np.int64), np.array(extra, np.int32).reshape(-1, count))
    for name, expected in naive(totals, extra).items():
        assert getattr(result, name).tolist() == pytest.approx(expected), name
    # Every place is given out in every round.
    assert result.place_sum.sum() == pytest.approx(len(totals) * count * (count + 1) / 2)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=8, max_size=60), st.integers(1, 4), st.integers(1, 13), st.integers(0, 3))
def test_the_table_is_a_tournament_of_slices(values: list[int], holes: int, shard: int, late: int) -> None:
    one, two = values, [(3 * v + i) % 7 for i, v in enumerate(values)]
    with TemporaryDirectory() as folder:
        paths = [
            write_dataset(Path(folder) / "a", {("classic", "greedy"): strokes(*one)}, shard=shard),
            write_dataset(Path(folder) / "b", {("classic", "first"): strokes(*two[late:])}, shard=5, first=late),
        ]
        frame = tournament_table(paths, holes)
    pairs = list(zip(one, two, strict=True))[late:]
    rounds = max(1, (len(pairs) - len(pairs) // 10) // holes)
    totals = [[sum(p[s] for p in pairs[i * holes : (i + 1) * holes]) for s in (0, 1)] for i in range(rounds)]
    expected = naive(totals, [list(pair) for pair in pairs[rounds * holes :]])
    assert frame["rounds"].to_list() == [rounds] * 2
    assert frame["won"].to_list() == expected["won"]
    assert frame["average_place"].to_list() == pytest.approx([place / rounds for place in expected["place_sum"]])
    assert frame["unused"][0] == len(pairs) - rounds * holes - frame["playoff_deals"][0]


def test_ties_stay_undecided_when_deals_run_out(make: Make) -> None:
    root = make("a", players(strokes(*[3] * 7), strokes(*[3] * 7)))
    frame = tournament_table(root, holes=3, rounds=2)
    assert frame.select("won", "playoffs", "undecided", "playoff_deals").rows() == [(0, 2, 2, 1)] * 2
    assert frame["average_place"].to_list() == [1.5, 1.5]
    text = render(frame, style=tournament_style(ABOUT))
    assert "undecided: ties that were left when the deals for play-offs had run out: give fewer --rounds" in text
    assert "classic: deals after the last round: 1 played off, 0 unused" in text


def test_each_rules_has_a_tournament_of_its_own(make: Make) -> None:
    rows = players(strokes(*range(12)), strokes(*[4] * 12))
    rows |= {("relaxed", "greedy"): strokes(*[1] * 12), ("relaxed", "solver"): strokes(*[0] * 12)}
    frame = tournament_table(make("a", rows, sees_stock=["solver"]), holes=3)
    assert frame.select("rules", "strategy", "won").rows() == [
        ("classic", "greedy", 1),
        ("classic", "first", 2),
        ("relaxed", "greedy", 0),
        ("relaxed", "solver", 3),
    ]
    assert frame["beats solver"].to_list() == [None, None, 0, None]
    for format_ in FORMATS[:-1]:
        assert render(frame, format_, tournament_style(ABOUT))
    assert "no fair rival" in render(frame, style=tournament_style(ABOUT))


def test_who_enters(make: Make) -> None:
    root = make("a", players(strokes(*range(12)), strokes(*[4] * 12), strokes(*[9] * 12)))
    frame = tournament_table(root, holes=3, strategies=["guide", "first"])
    assert frame["strategy"].to_list() == ["first", "guide"]
    with pytest.raises(OptionError, match=r"^unknown strategy 'me': expected some of greedy, first, guide$"):
        tournament_table(root, strategies=["me"])
    with pytest.raises(OptionError, match=r"^rules classic: only first enters: expected at least 2 strategies$"):
        tournament_table(root, strategies=["first"])


def test_unknown_strokes(make: Make) -> None:
    root = make("a", players(strokes(1, 1, None, 2, 1, 1, 5, None), strokes(2, 2, 0, 0, 1, 1, 6, 0)))
    frame = tournament_table(root, holes=2, rounds=3)
    assert frame.select("rounds", "unknown_rounds", "won", "undecided").rows() == [(2, 1, 2, 0), (2, 1, 0, 0)]
    assert "unknown: rounds left out" in render(frame, style=tournament_style(ABOUT))
    with pytest.raises(DatasetError, match=r"^strategy first: has no strokes in this dataset"):
        tournament_table(make("b", players(strokes(1, 2, 3), strokes(None, None, None))), holes=2)


def test_impossible_tournaments(make: Make) -> None:
    root = make("a", players(strokes(*range(10)), strokes(*range(10))))
    with pytest.raises(OptionError, match=r"^rounds 4 of 3 holes: the 10 deals that all played make 3$"):
        tournament_table(root, holes=3, rounds=4)
    with pytest.raises(OptionError, match=r"^rounds 1 of 18 holes: the 10 deals that all played make 0$"):
        tournament_table(root, holes=18)
    with pytest.raises(OptionError, match=r"^rounds 0: expected at least 1"):
        tournament_table(root, rounds=0)
    with pytest.raises(OptionError, match=r"^holes 0"):
        tournament_table(root, holes=0)
    other = make("b", players(strokes(*range(10))), seed=8)
    with pytest.raises(
        DatasetError, match=r"^deals of source seeded, seed 7 and of source seeded, seed 8: expected one"
    ):
        tournament_table([root, other])
    later = make("c", {("classic", "guide"): strokes(1, 2)}, first=10)
    with pytest.raises(DatasetError, match=r"^rules classic: no deal that all entrants played: greedy deals 0 to 9"):
        tournament_table([root, later])


def test_the_deals_really_on_disk_are_named(make: Make) -> None:
    root = make("a", players(strokes(*range(9)), []))
    message = (
        r"^rules classic: no deal that all entrants played: greedy deals 0 to 8, "
        r"first no deals \(9 missing: repeat the run to complete it\)$"
    )
    with pytest.raises(DatasetError, match=message):
        tournament_table(root)
