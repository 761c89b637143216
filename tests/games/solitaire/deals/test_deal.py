"""Laying out and checking one deal."""

import pytest
from generators import lay, rules_records, shuffled
from hypothesis import given
from hypothesis import strategies as st

from golfsim.cards import full_deck
from golfsim.errors import DealError
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.rules import PRESETS, Rules


@given(rules_records(), st.randoms(use_true_random=False))
def test_from_deck_and_back(rules, random):
    deck = shuffled(rules, random)
    deal = Deal.from_deck(deck, rules, "7:1")
    assert list(deal.deck()) == deck
    assert deal.name == "7:1"
    assert deal == Deal(*[getattr(lay(deck, rules), part) for part in ("columns", "waste", "stock")], "7:1")


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_layout(rules):
    deal = Deal.from_deck(full_deck(rules.jokers), rules)
    assert [len(column) for column in deal.columns] == [rules.depth] * rules.columns
    assert deal.columns[0] == full_deck()[: rules.depth]
    assert (deal.waste is None) == (rules.start == "tableau")
    assert len(deal.stock) == rules.stock
    if deal.waste is not None:
        assert deal.waste == rules.tableau


def test_too_few_cards():
    with pytest.raises(DealError) as caught:
        Deal.from_deck(range(51), Rules())
    assert str(caught.value) == "51 cards: expected a deck of 52"


def test_laid_out_for_another_start():
    deal = Deal.from_deck(full_deck(), PRESETS["classic"])
    empty = deal.laid_out(PRESETS["empty-start"])
    assert empty.waste is None
    assert empty.stock == (deal.waste, *deal.stock)
    assert empty.laid_out(PRESETS["classic"]) == deal
    assert deal.laid_out(PRESETS["classic"]) is deal
    assert deal.laid_out(PRESETS["black-hole"]) is deal


def test_the_check_returns_a_deal_that_is_right():
    deal = Deal.from_deck(full_deck(), Rules())
    assert deal.check(Rules()) is deal
