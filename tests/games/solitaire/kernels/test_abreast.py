"""Deals played abreast against the same strategies deal by deal, which are compared with the referee."""

from random import Random

import numpy as np
import pytest
from generators import decks, lay, rules_records, shuffled
from hypothesis import given, settings
from hypothesis import strategies as st

from golfsim.games.solitaire.kernels.abreast import DEALS_ABREAST, play_abreast
from golfsim.games.solitaire.kernels.choosers import play_first, play_greedy
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.rules import PRESETS, Rules

from . import readable

TWINS = [(0, readable.first), (1, readable.greedy)]


def abreast(decks, rules, by_height):
    out = np.full((7, len(decks)), 99, np.int8)
    play_abreast(decks, rule_table(rules), by_height, out)
    return out


@pytest.mark.parametrize(("by_height", "twin"), TWINS)
@pytest.mark.parametrize("name", ["classic", "jokers+draw=when-stuck+kings=queen-dead"])
def test_as_the_readable_twin(name, by_height, twin):
    rules = Rules.parse(name)
    random = Random(name)
    many = np.array([shuffled(rules, random) for _ in range(20)], np.uint8)
    expected = [readable.played(twin, lay(deck, rules), rules)[1] for deck in many]
    assert abreast(many, rules, by_height).T.tolist() == expected


@pytest.mark.slow
@pytest.mark.parametrize(("by_height", "twin"), TWINS)
@given(st.data())
@settings(max_examples=100)
def test_as_the_readable_twin_under_any_rules(by_height, twin, data):
    rules = data.draw(rules_records())
    deck = data.draw(decks(rules))
    many = np.array([[*reversed(deck)], deck, [*reversed(deck)]], np.uint8)
    assert abreast(many, rules, by_height)[:, 1].tolist() == readable.played(twin, lay(deck, rules), rules)[1]


@pytest.mark.slow
@pytest.mark.parametrize(("by_height", "kernel"), [(0, play_first), (1, play_greedy)])
@pytest.mark.parametrize("preset", PRESETS)
def test_as_deal_by_deal(preset, by_height, kernel):
    rules = PRESETS[preset]
    random = Random(preset)
    for deals in (1, DEALS_ABREAST - 1, DEALS_ABREAST, DEALS_ABREAST + 1, 3 * DEALS_ABREAST + 5):
        many = np.array([shuffled(rules, random) for _ in range(deals)], np.uint8)
        out = np.full((7, deals), 99, np.int8)
        kernel(many, rule_table(rules), out, np.empty((0, 0), np.int8))
        assert np.array_equal(abreast(many, rules, by_height), out)


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "depth"), [(54, 1), (1, 54), (2, 27), (27, 2), (1, 1)])
def test_extreme_layouts(columns, depth):
    rules = Rules(columns=columns, depth=depth, start="tableau", jokers=2)
    random = Random(1)
    many = np.array([shuffled(rules, random) for _ in range(200)], np.uint8)
    for by_height, kernel in ((0, play_first), (1, play_greedy)):
        out = np.full((7, 200), 99, np.int8)
        kernel(many, rule_table(rules), out, np.empty((0, 0), np.int8))
        assert np.array_equal(abreast(many, rules, by_height), out)


def test_no_decks():
    assert abreast(np.empty((0, 52), np.uint8), Rules(), 1).shape == (7, 0)
