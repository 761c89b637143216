"""Cards and their text."""

import pytest

from golfsim.cards import ACE_OF_SPADES, JOKER, RANKS, Card, full_deck, parse_card
from golfsim.errors import DealError


def test_every_card_reads_as_it_is_printed():
    deck = full_deck(jokers=2)
    assert len({str(card) for card in deck}) == 54
    for card in deck:
        assert parse_card(str(card)) == card
        assert parse_card(str(card).lower()) == card
        assert isinstance(parse_card(str(card)), Card)


def test_numbers_ranks_and_suits():
    assert [str(Card(number)) for number in (0, 12, 13, 26, 39, 51, 52, 53)] == [
        "AC", "KC", "AS", "AH", "AD", "KD", "X1", "X2",
    ]  # fmt: skip
    assert str(Card(ACE_OF_SPADES)) == "AS"
    for card in full_deck():
        assert str(card) == RANKS[card.rank - 1] + card.suit
        assert int(card) == 13 * "CSHD".index(card.suit) + card.rank - 1
    assert [Card(52).rank, Card(53).rank] == [JOKER, JOKER] == [0, 0]
    assert Card(52).suit == ""
    assert repr(Card(22)) == "Card('TS')"


def test_full_deck():
    assert full_deck() == tuple(range(52))
    assert full_deck(2) == tuple(range(54))


@pytest.mark.parametrize(
    ("text", "card"),
    [("10h", "TH"), ("10H", "TH"), ("th", "TH"), (" as ", "AS"), ("x1", "X1"), ("X2", "X2"), ("kD", "KD")],
)
def test_other_spellings(text, card):
    assert str(parse_card(text)) == card


@pytest.mark.parametrize(
    "text", ["", " ", "T", "H", "1H", "11H", "TX", "X", "X3", "X0", "HT", "THH", "10", "ß", "T H"]
)
def test_no_card(text):
    with pytest.raises(DealError) as caught:
        parse_card(text)
    assert str(caught.value) == (
        f"unknown card {text!r}: expected a rank (A 2 3 4 5 6 7 8 9 T J Q K or 10) "
        "and a suit (C S H D), as in TH or 10h"
    )
