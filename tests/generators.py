"""Hypothesis strategies for rules and deals, and other material that several tests share."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import strategies as st

from golfsim.cards import Card, full_deck
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.rules import CHOICES, Rules


@st.composite
def rules_records(draw, most_cards=54, starts=CHOICES["start"], options=CHOICES):
    """Any options, with at most `most_cards` cards in the columns."""
    jokers = draw(st.sampled_from((0, 2)))
    start = draw(st.sampled_from(starts))
    room = min(most_cards, 52 + jokers - (start != "tableau"))
    columns = draw(st.integers(1, min(room, 18)))
    return Rules(
        kings=draw(st.sampled_from(options["kings"])),
        draw=draw(st.sampled_from(options["draw"])),
        start=start,
        jokers=jokers,
        columns=columns,
        depth=draw(st.integers(1, room // columns)),
    )


def shuffled(rules, random, most_stock=None):
    """A deck in random order, cut after `most_stock` stock cards; the start is any card."""
    cards = [int(card) for card in full_deck(rules.jokers)]
    random.shuffle(cards)
    stock = rules.stock if most_stock is None else min(rules.stock, most_stock)
    return cards[: rules.tableau + rules.starts + stock]


@st.composite
def decks(draw, rules):
    """A deck that need not be whole, for kernels."""
    return shuffled(rules, Random(draw(st.integers(0, 2**32))), draw(st.integers(0, rules.stock)))


def lay(deck, rules):
    """The deal of a deck that need not be whole."""
    cards = [Card(card) for card in deck]
    columns = tuple(tuple(cards[i * rules.depth : (i + 1) * rules.depth]) for i in range(rules.columns))
    rest = cards[rules.tableau :]
    return Deal(columns, rest[0] if rules.starts else None, tuple(rest[rules.starts :]))


def seeded(rules, deals, seed=1):
    """Decks of whole deals that need no kernel to make, uint8 (deals, cards)."""
    random = Random(seed)
    return np.array([shuffled(rules, random) for _ in range(deals)], np.uint8)
