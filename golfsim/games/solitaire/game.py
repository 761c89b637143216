"""The readable game: legal moves, play, draw, undo, and how it ended.

This is the referee. Every fast kernel is compared with it, and every line a solver prints is replayed here.
Nothing in it is tuned for speed. It takes any deal, whole deck or not, so that small games can be searched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from golfsim.cards import Card, parse_card
from golfsim.errors import DealError, IllegalMove
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.outcome import strokes_of
from golfsim.games.solitaire.rules import BLOCKED, DEAD_QUEEN, OPEN, Rules

DRAW = -1
"""The move that turns the next stock card; any other move is the index of the column to play from."""


class Reason(StrEnum):
    """Why a deal ended."""

    CLEARED = "every column card was played"
    STUCK = "no exposed card fits and no draw is left"


@dataclass(frozen=True)
class Outcome:
    """How a deal ended; see `golfsim.games.solitaire.outcome.strokes_of` for the score."""

    won: bool
    reason: Reason
    strokes: int
    cards_left: int
    stock_left: int
    plays: int
    draws: int
    longest_run: int


@dataclass(frozen=True)
class _Past:
    """What undo needs to take back one move."""

    move: int
    card: Card
    waste: tuple[Card, ...]
    state: int
    run: int
    longest_run: int


class Game:
    """A deal being played under some rules.

    Attributes:
        columns: cards of each column, the exposed card last.
        waste: all cards on the waste, the uppermost last.
        state: the waste state that decides what fits; see `Rules.transitions`.
    """

    def __init__(self, deal: Deal, rules: Rules) -> None:
        self.deal = deal
        self.rules = rules
        self.columns: list[list[Card]] = [list(column) for column in deal.columns]
        self.waste: tuple[Card, ...] = () if deal.waste is None else (deal.waste,)
        self.state = OPEN if deal.waste is None else deal.waste.rank
        self.draws = 0
        self.run = 0
        self.longest_run = 0
        self._past: list[_Past] = []

    @property
    def cards_left(self) -> int:
        """Cards still in the columns."""
        return sum(len(column) for column in self.columns)

    @property
    def stock_left(self) -> int:
        """Cards still in the stock."""
        return len(self.deal.stock) - self.draws

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves made so far, DRAW or a column index each."""
        return tuple(past.move for past in self._past)

    def fits(self, column: int) -> bool:
        """Whether the exposed card of `column` may be played now."""
        cards = self.columns[column]
        return bool(cards) and self.rules.transitions[self.state][cards[-1].rank] != BLOCKED

    def plays(self) -> list[int]:
        """Columns whose exposed card may be played now, left to right."""
        return [column for column in range(len(self.columns)) if self.fits(column)]

    def may_draw(self) -> bool:
        """Whether the next stock card may be turned now."""
        if self.cards_left == 0 or self.stock_left == 0:
            return False
        return self.rules.draw_anytime or not self.plays()

    def legal_moves(self) -> list[int]:
        """All moves allowed now: columns left to right, then DRAW."""
        if self.cards_left == 0:
            return []
        return self.plays() + ([DRAW] if self.may_draw() else [])

    def move(self, move: int) -> None:
        """Draw, or play the exposed card of a column.

        Raises:
            IllegalMove: saying why.
        """
        if move == DRAW:
            self.draw()
        else:
            self.play(move)

    def play(self, column: int) -> None:
        """Play the exposed card of `column` (0 is the leftmost) onto the waste.

        Raises:
            IllegalMove: if there is no such column, it is empty, or its card does not fit.
        """
        if not 0 <= column < len(self.columns):
            raise IllegalMove(f"column {column + 1}: expected 1 to {len(self.columns)}")
        if not self.columns[column]:
            raise IllegalMove(f"column {column + 1} is empty")
        card = self.columns[column][-1]
        state = self.rules.transitions[self.state][card.rank]
        if state == BLOCKED:
            raise IllegalMove(f"{card} does not go on {self.waste[-1]}: {self._why_blocked(card)}")
        self._remember(column, card)
        self.columns[column].pop()
        self.waste = (*self.waste, card)
        self.state = state
        self.run += 1
        self.longest_run = max(self.longest_run, self.run)

    def play_card(self, card: Card) -> None:
        """Play a card named by its face.

        Raises:
            IllegalMove: if it is covered, already played, in the stock, or does not fit.
        """
        for column, cards in enumerate(self.columns):
            if card in cards:
                if cards[-1] != card:
                    raise IllegalMove(f"{card} is covered by {cards[-1]} in column {column + 1}")
                self.play(column)
                return
        where = "already on the waste" if card in self.waste else "not in the columns"
        raise IllegalMove(f"{card} is {where}")

    def draw(self) -> None:
        """Turn the next stock card onto the waste.

        Raises:
            IllegalMove: if the deal is over, the stock is empty, or a card fits and the rules forbid it.
        """
        if self.cards_left == 0:
            raise IllegalMove("no draw: every column card was played")
        if self.stock_left == 0:
            raise IllegalMove("no draw: the stock is empty")
        if not self.may_draw():
            column = self.plays()[0]
            card = self.columns[column][-1]
            raise IllegalMove(f"no draw: {card} of column {column + 1} fits, and draw=when-stuck")
        card = self.deal.stock[self.draws]
        self._remember(DRAW, card)
        self.draws += 1
        self.waste = (*self.waste, card)
        self.state = card.rank
        self.run = 0

    def undo(self) -> None:
        """Take back the last move.

        Raises:
            IllegalMove: if none was made.
        """
        if not self._past:
            raise IllegalMove("nothing to undo: no move was made")
        past = self._past.pop()
        if past.move == DRAW:
            self.draws -= 1
        else:
            self.columns[past.move].append(past.card)
        self.waste, self.state = past.waste, past.state
        self.run, self.longest_run = past.run, past.longest_run

    def outcome(self) -> Outcome | None:
        """How the deal ended, or None while a move is left."""
        if self.legal_moves():
            return None
        cards_left = self.cards_left
        return Outcome(
            won=cards_left == 0,
            reason=Reason.CLEARED if cards_left == 0 else Reason.STUCK,
            strokes=strokes_of(cards_left, self.stock_left),
            cards_left=cards_left,
            stock_left=self.stock_left,
            plays=len(self._past) - self.draws,
            draws=self.draws,
            longest_run=self.longest_run,
        )

    def unseen(self) -> tuple[Card, ...]:
        """The cards of the stock that were not turned, in order of their numbers: which ones a player may know."""
        return tuple(sorted(self.deal.stock[self.draws :]))

    def parse_move(self, text: str) -> int:
        """Read a move: `draw` or `d`, a column number from 1, or the card to play.

        Raises:
            IllegalMove: if it is none of these, or names a card that is not exposed.
        """
        word = text.strip().lower()
        if word in ("d", "draw"):
            return DRAW
        if word.isdecimal():
            if not 1 <= int(word) <= len(self.columns):
                raise IllegalMove(f"column {word}: expected 1 to {len(self.columns)}")
            return int(word) - 1
        try:
            card = parse_card(word)
        except DealError:
            raise IllegalMove(f"unknown move {text!r}: expected draw, a column number or a card") from None
        for column, cards in enumerate(self.columns):
            if cards and cards[-1] == card:
                return column
        raise IllegalMove(f"{card} is not exposed")

    def describe(self, move: int) -> str:
        """A legal move as text that `parse_move` reads: `draw`, or the card played."""
        return "draw" if move == DRAW else str(self.columns[move][-1])

    def transcript(self) -> list[str]:
        """One line a move made so far: its number, what was done, the cards and draws left."""
        replay = Game(self.deal, self.rules)
        lines = []
        for number, move in enumerate(self.moves, 1):
            replay.move(move)
            card = str(replay.waste[-1])
            done = f"draw {card:<4}         " if move == DRAW else f"play {card:<4} column {move + 1:<2}"
            lines.append(
                f"{number:>3}. {done} {replay.cards_left:>2} in the columns, {replay.stock_left:>2} in the stock"
            )
        return lines

    def _remember(self, move: int, card: Card) -> None:
        self._past.append(_Past(move, card, self.waste, self.state, self.run, self.longest_run))

    def _why_blocked(self, card: Card) -> str:
        top = self.waste[-1]
        if card.rank == top.rank:
            return "equal ranks never connect"
        if self.state == DEAD_QUEEN:
            return "nothing goes on a queen that was played on a king"
        if self.rules.transitions[top.rank].count(BLOCKED) == len(self.rules.transitions[top.rank]) - 1:
            return f"nothing goes on a king (kings={self.rules.kings})"
        return "its rank is neither one above nor one below"


def replay(deal: Deal, rules: Rules, moves: Iterable[int]) -> Game:
    """Play `moves` from the start.

    Raises:
        IllegalMove: at the first move that the rules do not allow.
    """
    game = Game(deal, rules)
    for move in moves:
        game.move(move)
    return game


def rank_counts(cards: Iterable[Card]) -> Counter[int]:
    """How many cards of each rank code."""
    return Counter(card.rank for card in cards)
