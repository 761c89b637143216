"""The solver on known values, and what a batch promises: limits, threads, no memory of the deal before."""

import csv
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from golfsim.games.solitaire.deals.sources import PysolSource
from golfsim.games.solitaire.rules import Rules

from .test_solver import check_line, solve

DATA = Path(__file__).parents[3] / "data"


def known_golf():
    """Won and strokes of PySolFC deals 1 to 500, by kings, draw and start."""
    values = defaultdict(list)
    with open(DATA / "pysol_golf.csv", newline="") as file:
        for row in csv.DictReader(file):
            values[row["kings"], row["draw"], row["start"]].append((int(row["won"]), int(row["strokes"])))
    return {key: np.array(rows) for key, rows in values.items()}


GOLF = known_golf()


def golf_decks(rules, deals):
    return PysolSource().decks(1, deals, rules)


@pytest.mark.slow
@pytest.mark.parametrize("key", GOLF, ids="-".join)
def test_known_golf_deals(key):
    kings, draw, start = key
    rules = Rules(kings=kings, draw=draw, start=start)
    decks = golf_decks(rules, 500)
    out, _, lines = solve(decks, rules)
    assert (out[0] == GOLF[key][:, 0]).all()
    assert (out[1] == GOLF[key][:, 1]).all()
    for deal in range(0, 500, 5):
        check_line(decks[deal], rules, out[:, deal], lines[deal])
    wins, _, lines = solve(decks, rules, win_only=True)
    assert (wins[0] == GOLF[key][:, 0]).all()
    for deal in np.flatnonzero(wins[0])[::5]:
        check_line(decks[deal], rules, wins[:, deal], lines[deal])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["black-hole", "all-in-a-row"])
def test_known_deals_without_stock(game):
    with open(DATA / "pysol_no_stock.csv", newline="") as file:
        won = [int(row["won"]) for row in csv.DictReader(file) if row["game"] == game]
    rules = Rules.parse(game)
    decks = PysolSource().decks(1, len(won), rules)
    out, _, lines = solve(decks, rules, win_only=True)
    assert out[0].tolist() == won
    for deal in np.flatnonzero(out[0]):
        check_line(decks[deal], rules, out[:, deal], lines[deal])


@pytest.mark.slow
@pytest.mark.parametrize("win_only", [False, True])
@pytest.mark.parametrize("draw", ["anytime", "when-stuck"])
@pytest.mark.parametrize("kings", ["dead", "wrap"])
def test_a_bounded_search_gives_up_or_is_right(kings, draw, win_only):
    rules = Rules(kings=kings, draw=draw)
    known = GOLF[kings, draw, "stock"][:60]
    decks = golf_decks(rules, 60)
    unknown = []
    for most in (1, 30, 300, 3000, 30000):
        out, states, lines = solve(decks, rules, win_only, most)
        assert (states <= most).all()
        for deal in range(60):
            if out[0, deal] == -1:
                assert (out[1:, deal] == -128).all()
                assert (lines[deal] == -2).all()
            else:
                assert out[0, deal] == known[deal, 0]
                assert win_only or out[1, deal] == known[deal, 1]
        unknown.append(int((out[0] == -1).sum()))
    assert unknown == sorted(unknown, reverse=True)
    assert unknown[0] > unknown[-1]


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["classic", "when-stuck", "putt-putt", "black-hole"])
def test_results_do_not_depend_on_neighbours_or_threads(preset):
    rules = Rules.parse(preset)
    decks = PysolSource().decks(1, 24, rules)
    win_only = preset == "black-hole"
    together = solve(decks, rules, win_only)
    for start in range(0, 24, 5):
        alone = solve(decks[start : start + 1], rules, win_only)
        for one, all_of_them in zip(alone, (together[0].T, together[1], together[2]), strict=True):
            assert (one.T[0] if one.shape[0] == 7 else one[0]).tolist() == all_of_them[start].tolist()
    backwards = solve(decks[::-1], rules, win_only)
    assert (backwards[0][:, ::-1] == together[0]).all()
    assert (backwards[1][::-1] == together[1]).all()
    assert (backwards[2][::-1] == together[2]).all()
    with ThreadPoolExecutor(3) as pool:
        for result in pool.map(lambda _: solve(decks, rules, win_only), range(3)):
            assert all((one == other).all() for one, other in zip(result, together, strict=True))


@pytest.mark.slow
def test_a_line_is_not_needed():
    rules = Rules()
    decks = golf_decks(rules, 30)
    with_line, states, _ = solve(decks, rules)
    without, same_states, lines = solve(decks, rules, length=0)
    assert (with_line == without).all()
    assert (states == same_states).all()
    assert lines.shape == (30, 0)
