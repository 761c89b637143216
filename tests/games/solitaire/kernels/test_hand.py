"""A hand against the referee, step by step; the rule table."""

from random import Random

import numpy as np
import pytest
from generators import decks, lay, rules_records
from hypothesis import given
from hypothesis import strategies as st

from golfsim.cards import full_deck
from golfsim.games.solitaire.game import DRAW, Game
from golfsim.games.solitaire.kernels import hand
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.rules import BLOCKED, PRESETS, RANK_CODES, WASTE_STATES


def columns_of(bits):
    return [column for column in range(54) if int(bits) >> column & 1]


def same(one, game):
    """Whether the hand and the game stand at the same place."""
    for column, cards in enumerate(game.columns):
        assert hand.height(one, column) == len(cards)
    assert columns_of(hand.fitting(one, one[hand.WASTE])) == game.plays()
    assert one[hand.WASTE] == game.state
    assert one[hand.IN_COLUMNS] == game.cards_left
    assert hand.draws_left(one) == game.stock_left
    assert (one[hand.RUN], one[hand.LONGEST]) == (game.run, game.longest_run)
    made = one[hand.PLAYS] + one[hand.DRAWS]
    assert tuple(one[hand.MOVES : hand.MOVES + made].tolist()) == game.moves
    for waste in range(WASTE_STATES):
        fits = [
            column
            for column, cards in enumerate(game.columns)
            if cards and game.rules.transitions[waste][cards[-1].rank] != BLOCKED
        ]
        assert columns_of(hand.fitting(one, waste)) == fits


@st.composite
def tables(draw):
    rules = draw(rules_records())
    return rules, draw(decks(rules)), draw(st.integers(0, 2**32))


@given(tables())
def test_as_the_referee_step_by_step(table):
    rules, deck, number = table
    random = Random(number)
    one, game = hand.new_hand(rule_table(rules)), Game(lay(deck, rules), rules)
    hand.lay_out(one, np.array([*reversed(deck)], np.uint8))
    hand.lay_out(one, np.array(deck, np.uint8))
    same(one, game)
    while moves := game.legal_moves():
        move = random.choice(moves)
        game.move(move)
        if move == DRAW:
            hand.draw(one)
        else:
            before = one.tolist()
            rank = hand.remove(one, move)
            assert rank == game.waste[-1].rank
            hand.put_back(one, move)
            assert one.tolist() == before
            hand.play(one, move)
        same(one, game)


def test_rank_codes():
    assert [int(hand.rank_code(card)) for card in range(54)] == [card.rank for card in full_deck(2)]


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_rule_table(rules):
    table = rule_table(rules)
    assert table.step.dtype == np.int8
    assert table.step.tolist() == [list(row) for row in rules.transitions]
    assert table.step.shape == (WASTE_STATES, RANK_CODES)
    assert (table.columns, table.depth, table.starts, table.anytime) == (
        rules.columns, rules.depth, rules.starts, rules.draw_anytime,
    )  # fmt: skip


def test_constants_agree_with_the_referee():
    assert hand.DRAW == DRAW
    assert len({hand.DRAW, hand.NO_MOVE, *range(54)}) == 56
    for rules in PRESETS.values():
        assert hand.CARDS + rules.tableau + rules.columns + rules.stock <= hand.MOVES
        assert rules.tableau + rules.stock <= hand.NEAR - hand.MOVES
