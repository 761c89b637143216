"""Every kernel that plays, move for move against its readable twin; the longest run against brute force."""

from random import Random

import numpy as np
import pytest
from generators import decks, lay, rules_records, shuffled
from hypothesis import example, given, settings
from hypothesis import strategies as st

from golfsim.games.solitaire.game import Game
from golfsim.games.solitaire.kernels import chain, choosers, hand
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.rules import PRESETS, Rules

from . import readable

KERNELS = {
    "first": (choosers.play_first, readable.first),
    "greedy": (choosers.play_greedy, readable.greedy),
    "guide": (choosers.play_guide, readable.guide),
    "longest-chain": (chain.play_longest_chain, readable.longest_chain),
}


def by_kernel(kernel, deck, rules, *more):
    """The moves and outcome of the middle deal of three, so that a kernel must clear up behind itself."""
    table = rule_table(rules)
    backwards = [*reversed(deck)]
    many = np.array([backwards, deck, backwards], np.uint8)
    out, lines = np.full((7, 3), 99, np.int8), np.full((3, len(deck)), 99, np.int8)
    kernel(many, table, out, lines, *more)
    again, none = np.full((7, 3), 99, np.int8), np.empty((0, 0), np.int8)
    kernel(many, table, again, none, *more)
    assert np.array_equal(out, again), "the same without lines"
    line = lines[1].tolist()
    moves = line[: line.index(hand.NO_MOVE)] if hand.NO_MOVE in line else line
    assert set(line[len(moves) :]) <= {hand.NO_MOVE}
    return moves, out[:, 1].tolist()


@st.composite
def tables(draw, most_cards=54):
    rules = draw(rules_records(most_cards))
    return rules, draw(decks(rules))


@pytest.mark.parametrize("name", ["first", "greedy", "guide"])
@given(tables())
@settings(max_examples=100)
def test_as_the_readable_twin(name, table):
    rules, deck = table
    kernel, player = KERNELS[name]
    assert by_kernel(kernel, deck, rules) == readable.played(player, lay(deck, rules), rules)


@given(tables(most_cards=16))
def test_longest_chain_as_the_readable_twin(table):
    rules, deck = table
    assert by_kernel(chain.play_longest_chain, deck, rules) == readable.played(
        readable.longest_chain, lay(deck, rules), rules
    )


@given(tables(), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 3))
def test_random_as_the_readable_twin(table, seed, first):
    rules, deck = table
    expected = readable.played(readable.random(seed, first + 1), lay(deck, rules), rules)
    assert by_kernel(choosers.play_random, deck, rules, np.uint64(seed), np.uint64(first)) == expected


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", ["first", "greedy", "guide"])
def test_presets(name, preset):
    rules = PRESETS[preset]
    kernel, player = KERNELS[name]
    random = Random(name + preset)
    for _ in range(10):
        deck = shuffled(rules, random)
        assert by_kernel(kernel, deck, rules) == readable.played(player, lay(deck, rules), rules)


@pytest.mark.slow
@pytest.mark.parametrize("kings", ["dead", "queen", "queen-dead", "wrap"])
@pytest.mark.parametrize("jokers", [0, 2])
def test_longest_chain_on_whole_decks(kings, jokers):
    rules = Rules(kings=kings, jokers=jokers)
    random = Random(kings)
    for _ in range(8):
        deck = shuffled(rules, random)
        assert by_kernel(chain.play_longest_chain, deck, rules) == readable.played(
            readable.longest_chain, lay(deck, rules), rules
        )


@given(tables(most_cards=10))
@settings(max_examples=100)
def test_longest_run_against_brute_force(table):
    rules, deck = table
    one = hand.new_hand(rule_table(rules))
    hand.lay_out(one, np.array(deck, np.uint8))
    before = one.tolist()
    trail = chain.new_trail(rule_table(rules))
    # Room for 2 states at first: the set grows under way.
    length, visited = chain.longest_run(one, chain.new_visited(2), trail)
    game = Game(lay(deck, rules), rules)
    assert length == readable.longest_run_by_brute_force(game)
    assert tuple(trail.run[:length].tolist()) == readable.longest_run(game)
    assert one.tolist() == before, "the hand is left as it was found"
    assert 2 * visited.count[0] <= len(visited.keys) or visited.count[0] <= 1


def test_more_columns_than_a_word_of_32_bits():
    rules = Rules(columns=54, depth=1, start="tableau", jokers=2)
    deck = shuffled(rules, Random(1))
    for kernel, player in [KERNELS[name] for name in ("first", "greedy", "guide")]:
        assert by_kernel(kernel, deck, rules) == readable.played(player, lay(deck, rules), rules)
    narrow = Rules(columns=1, depth=54, start="tableau", jokers=2)
    assert by_kernel(choosers.play_first, deck, narrow) == readable.played(readable.first, lay(deck, narrow), narrow)


@given(st.integers(1, 2**54 - 1), st.integers(0, 2**32 - 1))
@example(1, 2**32 - 1)
@example(2**53, 2**32 - 1)
@example(2**54 - 1, 2**32 - 1)
def test_pick_is_one_of_the_set_in_order(columns, word):
    members = [column for column in range(54) if columns >> column & 1]
    assert choosers.pick(np.int64(columns), np.int64(word)) == members[word * len(members) >> 32]


def test_no_decks():
    rules = Rules()
    empty = np.empty((0, 52), np.uint8)
    for kernel, _ in KERNELS.values():
        kernel(empty, rule_table(rules), np.empty((7, 0), np.int8), np.empty((0, 0), np.int8))


@pytest.mark.slow
def test_known_rates_of_classic_greedy():
    from golfsim.games.solitaire.deals.sources import SeededSource

    deals, rules = 200_000, Rules()
    out = np.empty((7, deals), np.int8)
    choosers.play_greedy(SeededSource(7).decks(0, deals, rules), rule_table(rules), out, np.empty((0, 0), np.int8))
    assert abs(100 * out[hand.WON].mean() - 0.82) < 0.06
    assert abs(out[hand.STROKES].mean() - 10.19) < 0.06
