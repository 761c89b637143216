"""Cards as small integers, and their text form.

A card is `13 * suit + rank - 1` with ranks 1 (ace) to 13 (king) and suits in the order clubs, spades,
hearts, diamonds; jokers are 52 and 53. Suits never matter to play.
"""

from __future__ import annotations

from golfsim.errors import DealError

RANKS = "A23456789TJQK"
SUITS = "CSHD"
JOKER = 0
"""The rank code of a joker: it has no rank of its own."""

ACE, QUEEN, KING = 1, 12, 13
STANDARD_CARDS = 52
MAX_JOKERS = 2
ACE_OF_SPADES = 13


class Card(int):
    """One card: an int from 0 to 53 that knows its rank, suit and text."""

    __slots__ = ()

    @property
    def rank(self) -> int:
        """1 (ace) to 13 (king), 0 for a joker."""
        return int(self) % 13 + 1 if self < STANDARD_CARDS else JOKER

    @property
    def suit(self) -> str:
        """One of C, S, H, D; empty for a joker."""
        return SUITS[int(self) // 13] if self < STANDARD_CARDS else ""

    def __str__(self) -> str:
        if self >= STANDARD_CARDS:
            return f"X{int(self) - STANDARD_CARDS + 1}"
        return RANKS[self.rank - 1] + self.suit

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


def parse_card(text: str) -> Card:
    """Read `TH`, `10h`, `as` or `X1` (a joker).

    Raises:
        DealError: if `text` is no card.
    """
    word = text.strip().upper()
    if word in ("X1", "X2"):
        return Card(STANDARD_CARDS + int(word[1]) - 1)
    rank, suit = word[:-1], word[-1:]
    rank = "T" if rank == "10" else rank
    if len(rank) == 1 and rank in RANKS and suit and suit in SUITS:
        return Card(13 * SUITS.index(suit) + RANKS.index(rank))
    raise DealError(
        f"unknown card {text!r}: expected a rank ({' '.join(RANKS)} or 10) and a suit (C S H D), as in TH or 10h"
    )


def full_deck(jokers: int = 0) -> tuple[Card, ...]:
    """All cards of a deck, in order of their numbers."""
    return tuple(Card(number) for number in range(STANDARD_CARDS + jokers))
