"""`golfsim hint`, and the library behind it."""

import json
from dataclasses import replace
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
