"""`golfsim hint`, and the library behind it."""

import json
from dataclasses import replace
from itertools import permutations, product
from math import sqrt
from random import Random

import pytest
from brute_force import lowest_strokes

from golfsim.errors import OptionError
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.sources import SeededSource
from golfsim.games.solitaire.game import Game
from golfsim.games.solitaire.hinting import hint
from golfsim.games.solitaire.rules import Rules

SMALL = Rules(columns=2, depth=2)
NAME = "classic+columns=2+depth=2"


def small_deal(number, rules=SMALL):
    return Deal.from_deck(map(int, SeededSource(7).decks(number, 1, rules)[0]), rules)


def test_every_legal_move_and_the_best(golfsim):
    for number in range(3):
        done = golfsim("hint", f"7:{number}", "--rules", NAME, "--samples", 10, "--format", "json")
        assert (done.code, done.err) == (0, "")
        found = json.loads(done.out)
        game = Game(small_deal(number), SMALL)
        assert [one["move"] for one in found["hints"]] == [game.describe(move) for move in game.legal_moves()]
        assert [one["best"] for one in found["hints"]].count(True) == 1
        for one in found["hints"]:
            assert 0 <= one["win_chance"] <= 1
            assert "lowest_strokes" not in one
        assert found["samples"] == 10
        assert found["planned"] is True


def test_a_table_for_people(golfsim):
    done = golfsim("hint", "7:1", "--rules", NAME, "--samples", 5, "--peek", "--moves", "draw")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith(f"deal 7:1, rules {NAME}, after 1 move: ")
    assert sum(line.startswith("*") for line in lines) == 1
    assert "true" in done.out
    assert golfsim("hint", "7:1", "--rules", NAME, "--samples", 5, "--peek", "--moves", "draw").out == done.out


@pytest.mark.parametrize(
    ("moves", "complaint"),
    [("draw 9Z", "move 2, 9Z: unknown move '9Z'"), ("3", "move 1, 3: column 3: expected 1 to 2")],
)
def test_moves_that_cannot_be_made(golfsim, moves, complaint):
    done = golfsim("hint", "7:1", "--rules", NAME, "--moves", moves)
    assert (done.code, done.out) == (1, "")
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith(f"golfsim: 7:1: {complaint}")


def test_wrong_numbers():
    with pytest.raises(OptionError, match="samples 0: expected at least 1"):
        hint(small_deal(1), SMALL, samples=0)
    with pytest.raises(OptionError, match="samples 100000000: expected at most 1000000"):
        hint(small_deal(1), SMALL, samples=10**8)
    with pytest.raises(OptionError, match="objective 'luck': expected one of win, strokes"):
        hint(small_deal(1), SMALL, objective="luck")


def test_what_few_samples_cannot_tell():
    told = 0
    for number in range(20):
        for one in hint(small_deal(number), SMALL, samples=1).hints:
            assert one.win_error == pytest.approx(sqrt(3) / 4)
            assert one.strokes_error is None
            assert one.best != one.close
        many = hint(small_deal(number), SMALL, samples=400, objective="strokes").hints
        (best,) = (one for one in many if one.best)
        assert not best.close
        for one in many:
            assert 0 < one.win_error < 0.03
            if one.strokes - best.strokes > 2 * (best.strokes_error + one.strokes_error):
                assert not one.close
                told += 1
    assert told


def test_a_deal_that_is_over():
    game = Game(small_deal(1), SMALL)
    while moves := game.legal_moves():
        game.move(moves[0])
    made = []
    again = Game(game.deal, SMALL)
    for move in game.moves:
        made.append(again.describe(move))
        again.move(move)
    assert hint(game.deal, SMALL, made).hints == ()


def test_without_a_stock_the_estimate_is_exact():
    told = 0
    for number in range(8):
        game = Game(small_deal(number), SMALL)
        while game.may_draw():
            game.draw()
        for one in hint(game.deal, SMALL, ["draw"] * game.draws, samples=2, peek=True).hints:
            assert one.strokes == one.lowest_strokes
            assert one.win_chance == (one.strokes <= 0)
            told += 1
    assert told


def drawn(number, left, rules=SMALL):
    """A deal of which so many stock cards are left, with the moves made."""
    game = Game(small_deal(number, rules), rules)
    while game.stock_left > left and game.may_draw():
        game.draw()
    return game


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("samples", [1, 50])
def test_where_nothing_is_left_to_chance_there_is_no_error(left, samples):
    told = 0
    for number in range(8):
        game = drawn(number, left)
        for one in hint(game.deal, SMALL, ["draw"] * game.draws, samples=samples, peek=True).hints:
            assert one.certain
            assert (one.win_error, one.strokes_error) == (0, 0)
            assert one.win_chance == (one.lowest_strokes <= 0)
            assert one.strokes == one.lowest_strokes
            told += 1
    assert told


TINY = Rules(columns=2, depth=1, kings="wrap")


def outcomes_after(game, rules, move):
    """Whether the deal can be won after a move, knowing the stock, over all orders of the stock."""
    found = set()
    for stock in permutations(game.deal.stock[game.draws :]):
        again = Game(replace(game.deal, stock=(*game.deal.stock[: game.draws], *stock)), rules)
        for made in (*game.moves, move):
            again.move(made)
        after = Deal(tuple(map(tuple, again.columns)), again.waste[-1], again.deal.stock[again.draws :])
        found.add(lowest_strokes(after, rules) <= 0)
    return found


def test_what_is_certain_holds_for_every_order_of_the_stock():
    told = {0: 0, 1: 0}
    doubtful = 0
    for rules, number in product((SMALL, TINY), range(25)):
        game = drawn(number, 3, rules)
        for one in hint(game.deal, rules, ["draw"] * game.draws, samples=30).hints:
            outcomes = outcomes_after(game, rules, one.move)
            if one.certain:
                assert outcomes == {one.win_chance == 1}
                assert one.win_error == 0
                told[int(one.win_chance)] += 1
            else:
                assert outcomes != {False}, "what no order wins is known to be lost"
                assert one.win_error > 0
                doubtful += 1
    assert min(*told.values(), doubtful) > 0


def test_certainty_is_said(golfsim):
    moves = " ".join(["draw"] * 47)
    number, advice = next(
        (number, found) for number in range(20) if (found := hint(small_deal(number), SMALL, moves)).hints
    )
    done = golfsim("hint", f"7:{number}", "--rules", NAME, "--moves", moves)
    assert done.out.count("certain") == len(advice.hints)
    assert "Nothing is left to chance" in done.out
    found = json.loads(golfsim("hint", f"7:{number}", "--rules", NAME, "--moves", moves, "--format", "json").out)
    assert [(one["certain"], one["win_error"]) for one in found["hints"]] == [(True, 0.0)] * len(advice.hints)


WIDE = Rules(kings="wrap", start="tableau", columns=13, depth=4, jokers=2)


def test_a_search_that_is_too_long_is_bounded_and_says_so(golfsim, monkeypatch):
    monkeypatch.setattr("golfsim.games.solitaire.hinting.MOST_STATES", 20_000)
    done = golfsim("hint", "7:123", "--rules", WIDE.name, "--samples", 4, "--format", "json")
    found = json.loads(done.out)
    assert (done.code, done.err) == (0, "")
    assert (found["planned"], found["limit"]) == (False, 20_000 // (len(found["hints"]) * 4 * 2))
    assert not any(one["certain"] for one in found["hints"] if one["win_chance"] == 0)
    done = golfsim("hint", "7:123", "--rules", WIDE.name, "--samples", 4)
    assert f"the longest among the first {found['limit']:,} states" in done.out


def test_what_a_bounded_search_did_not_find_is_not_called_impossible(monkeypatch):
    rules = replace(WIDE, jokers=0)
    monkeypatch.setattr("golfsim.games.solitaire.hinting.MOST_IN_A_RUN", 30)
    advice = hint(small_deal(1, rules), rules, samples=2, peek=True)
    assert advice.limit == 30
    assert any(not one.certain for one in advice.hints)
    for one in advice.hints:
        assert one.certain or one.lowest_strokes is None


@pytest.mark.slow
def test_a_search_that_would_take_hours_is_answered(golfsim):
    done = golfsim("hint", "7:123", "--rules", "all-in-a-row+jokers=2")
    assert done.code == 0
    assert "There is too much to search" in done.out


@pytest.mark.parametrize("rules", [SMALL, Rules(columns=2, depth=2, draw="when-stuck", kings="queen-dead", jokers=2)])
def test_peeking_is_exact(rules):
    for number in range(4):
        deal = small_deal(number, rules)
        for one in hint(deal, rules, samples=1, peek=True).hints:
            game = Game(deal, rules)
            game.move(one.move)
            after = Deal(tuple(map(tuple, game.columns)), game.waste[-1], deal.stock[game.draws :])
            assert one.lowest_strokes == lowest_strokes(after, rules)


def test_without_peeking_the_order_of_the_stock_is_unknown():
    deal = small_deal(2)
    stock = list(deal.stock)
    Random(1).shuffle(stock)
    other = replace(deal, stock=tuple(stock))
    assert hint(deal, SMALL, samples=5).hints == hint(other, SMALL, samples=5).hints
    assert [one.strokes for one in hint(deal, SMALL, samples=5, seed=1).hints] != [
        one.strokes for one in hint(deal, SMALL, samples=5, seed=2).hints
    ]


@pytest.mark.slow
def test_where_there_is_too_much_to_plan(golfsim):
    done = golfsim("hint", "7:1", "--rules", "classic+columns=9+depth=5", "--samples", 20)
    assert done.code == 0
    assert "Too many positions to plan" in done.out


@pytest.mark.slow
def test_a_whole_deal(golfsim):
    done = golfsim("hint", "7:123", "--moves", "draw", "--peek", "--format", "json")
    found = json.loads(done.out)
    assert found["stock_left"] == 15
    for one in found["hints"]:
        assert one["winnable"] == (one["lowest_strokes"] <= 0)
        assert one["lowest_strokes"] <= one["strokes"]
