"""One deal: the cards of each column, the card on the waste, and the stock in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from golfsim.cards import ACE_OF_SPADES, Card, full_deck
from golfsim.errors import DealError
from golfsim.rules import Rules


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
        """Lay out a deck: the columns one after another, then the waste card if the rules start one, then the stock.

        With `start=ace` the ace of spades is the waste card and `deck` holds it after the columns as well.
        """
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

    def check(self, rules: Rules) -> None:
        """See that this is a whole deck laid out as `rules` say.

        Raises:
            DealError: naming the column, talon or card that is wrong and what was expected.
        """
        if len(self.columns) != rules.columns:
            raise DealError(f"{len(self.columns)} columns: expected {rules.columns}")
        for number, column in enumerate(self.columns, 1):
            if len(column) != rules.depth:
                raise DealError(f"column {number} has {_count(column)}: expected {rules.depth}")
        if rules.starts and self.waste is None:
            raise DealError("no card starts the waste: expected one (Foundations: ...)")
        if not rules.starts and self.waste is not None:
            raise DealError(f"{self.waste} starts the waste: expected an empty waste (start=tableau)")
        if rules.start == "ace" and self.waste != ACE_OF_SPADES:
            raise DealError(f"{self.waste} starts the waste: expected AS")
        if len(self.stock) != rules.stock:
            raise DealError(f"the talon has {_count(self.stock)}: expected {rules.stock}")
        seen: set[Card] = set()
        for card in self.deck():
            if card in seen:
                raise DealError(f"{card} appears twice: expected each card once")
            seen.add(card)
        missing = [card for card in full_deck(rules.jokers) if card not in seen]
        if missing:
            extra = [card for card in seen if card >= rules.cards]
            raise DealError(f"{missing[0]} is missing" + (f", {extra[0]} is not in this deck" if extra else ""))


def _count(cards: Sequence[Card]) -> str:
    return f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
