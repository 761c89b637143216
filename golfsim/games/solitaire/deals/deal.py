"""One deal: the cards of each column, the card on the waste, and the stock in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from golfsim.cards import ACE_OF_SPADES, Card, full_deck
from golfsim.errors import DealError
from golfsim.games.solitaire.rules import Rules

WASTE, TALON = -1, -2
"""What `Deal.check` calls the waste and the talon where columns are numbers from 0."""

Where = Callable[[int], str]


def _nowhere(place: int) -> str:
    return ""


@dataclass(frozen=True)
class Deal:
    """Cards as they lie before the first move.

    Attributes:
        columns: the cards of each column, the exposed card last.
        waste: the card that starts the waste, or None if it starts empty.
        stock: the cards to draw, the first to be drawn first.
        name: what the deal is called, as `7:123` or `pysol:1`; not part of its identity as cards.
    """

    columns: tuple[tuple[Card, ...], ...]
    waste: Card | None
    stock: tuple[Card, ...]
    name: str = ""

    @staticmethod
    def from_deck(deck: Iterable[int], rules: Rules, name: str = "") -> Deal:
        """Lay out a deck: column after column, then the waste card if the rules start one, then the stock."""
        cards = [Card(card) for card in deck]
        if len(cards) != rules.cards:
            raise DealError(f"{len(cards)} cards: expected a deck of {rules.cards}")
        depth = rules.depth
        columns = tuple(tuple(cards[i * depth : (i + 1) * depth]) for i in range(rules.columns))
        rest = cards[rules.tableau :]
        if rules.starts:
            return Deal(columns, rest[0], tuple(rest[1:]), name)
        return Deal(columns, None, tuple(rest), name)

    def deck(self) -> tuple[Card, ...]:
        """All cards in the order `from_deck` takes them."""
        start = () if self.waste is None else (self.waste,)
        return (*(card for column in self.columns for card in column), *start, *self.stock)

    def laid_out(self, rules: Rules) -> Deal:
        """This deal with the waste as `rules` start it.

        Under `start=tableau` a card on the waste becomes the first stock card; under `start=stock` a deal with
        an empty waste has its first stock card turned.
        """
        if not rules.starts and self.waste is not None:
            return replace(self, waste=None, stock=(self.waste, *self.stock))
        if rules.start == "stock" and self.waste is None and len(self.stock) == rules.stock + 1:
            return replace(self, waste=self.stock[0], stock=self.stock[1:])
        return self

    def check(self, rules: Rules, where: Where = _nowhere) -> Deal:
        """See that this is a whole deck laid out as `rules` say, and return it.

        Args:
            where: gives the text to put before a complaint about a column (from 0), the TALON or the WASTE.

        Raises:
            DealError: naming the column, talon or card that is wrong and what was expected.
        """
        if len(self.columns) != rules.columns:
            have = "1 column" if len(self.columns) == 1 else f"{len(self.columns)} columns"
            raise DealError(f"{where(0)}{have}: expected {rules.columns}")
        for index, column in enumerate(self.columns):
            if len(column) != rules.depth:
                raise DealError(f"{where(index)}column {index + 1} has {_count(column)}: expected {rules.depth}")
        if rules.starts and self.waste is None:
            raise DealError(f"{where(WASTE)}no card starts the waste: expected one, as in Foundations: TH")
        if rules.start == "ace" and self.waste != ACE_OF_SPADES:
            raise DealError(f"{where(WASTE)}{self.waste} starts the waste: expected AS")
        if len(self.stock) != rules.stock:
            raise DealError(f"{where(TALON)}the talon has {_count(self.stock)}: expected {rules.stock}")
        places = [(card, index) for index, column in enumerate(self.columns) for card in column]
        places += [(card, WASTE) for card in (self.waste,) if card is not None]
        places += [(card, TALON) for card in self.stock]
        seen: set[Card] = set()
        for card, place in places:
            if card >= rules.cards:
                raise DealError(f"{where(place)}{card} is a joker: expected a deck without jokers")
            if card in seen:
                raise DealError(f"{where(place)}{card} appears twice: expected each card once")
            seen.add(card)
        for card in full_deck(rules.jokers):
            if card not in seen:
                raise DealError(f"{where(0)}{card} is missing: expected each card once")
        return self


def _count(cards: Sequence[Card]) -> str:
    return f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
