"""Board files: the text format that the golf and black-hole solvers of the PySolFC world read.

    Foundations: TH
    Talon: 8H 2C JH ...
    JD 5H KH AS 4H
    ...

One line a column, the exposed card last; the talon is turned from left to right. `10H` reads as `TH`, any case
does, `#` starts a comment. A blank line or `---` separates boards, and so does a `Foundations:` or `Talon:` line
below columns where the board has one already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from golfsim.cards import MAX_JOKERS, STANDARD_CARDS, Card, parse_card
from golfsim.errors import DealError
from golfsim.games.solitaire.deals.deal import TALON, WASTE, Deal
from golfsim.games.solitaire.rules import Rules

SEPARATOR = "---"
MOST_COLUMNS = STANDARD_CARDS + MAX_JOKERS
LONGEST_WORD = 40
"""Characters of a word that is no card which a message shows."""

_FOUNDATIONS = "foundations:"
_TALON = "talon:"


@dataclass
class _Board:
    """The cards of one board as read, with the line each part stands on."""

    first_line: int
    columns: list[tuple[Card, ...]] = field(default_factory=list)
    waste: tuple[Card, ...] | None = None
    talon: tuple[Card, ...] | None = None
    lines: dict[int, int] = field(default_factory=dict)

    def is_followed_by(self, line: str) -> bool:
        """Whether a line starts the next board: a second Foundations or Talon line below columns."""
        word = line.split(maxsplit=1)[0].lower()
        again = (word == _FOUNDATIONS and self.waste is not None) or (word == _TALON and self.talon is not None)
        return again and bool(self.columns)

    def add(self, line: str, number: int, name: str) -> None:
        word = line.split(maxsplit=1)[0].lower()
        cards = tuple(_read_cards(line[len(word) :] if word in (_FOUNDATIONS, _TALON) else line, number, name))
        if word == _FOUNDATIONS:
            self._once(self.waste, "Foundations", number, name)
            if len(cards) > 1:
                raise DealError(f"{name} line {number}: {len(cards)} cards start the waste: expected one at most")
            self.waste = cards
            self.lines[WASTE] = number
        elif word == _TALON:
            self._once(self.talon, "Talon", number, name)
            self.talon = cards
            self.lines[TALON] = number
        else:
            self.lines[len(self.columns)] = number
            self.columns.append(cards)
            if len(self.columns) > MOST_COLUMNS:
                raise DealError(
                    f"{name} line {number}: more than {MOST_COLUMNS} columns: expected the end of a board"
                )

    def deal(self, rules: Rules, source: str, name: str) -> Deal:
        if self.talon is None and rules.stock:
            raise DealError(f"{source} line {self.first_line}: no Talon line: expected one with {rules.stock} cards")
        deal = Deal(tuple(self.columns), self.waste[0] if self.waste else None, self.talon or (), name)
        return deal.laid_out(rules).check(
            rules, lambda place: f"{source} line {self.lines.get(place, self.first_line)}: "
        )

    @staticmethod
    def _once(cards: tuple[Card, ...] | None, what: str, number: int, name: str) -> None:
        if cards is not None:
            raise DealError(f"{name} line {number}: a second {what} line: expected one a board")


def read_boards(lines: Iterable[str], rules: Rules, source: str) -> Iterator[Deal]:
    """Read boards one after another, each checked against the layout and deck of `rules`.

    Args:
        lines: lines of text, for example an open file.
        source: what to call the text in messages and deal names, for example a file name.

    Yields:
        A `Deal` named `source`, or `source#N` (from 0) where there are several boards.

    Raises:
        DealError: at the first board that is wrong, with the line, the card and what was expected.
    """
    found = 0
    for index, board in enumerate(_split(lines, source)):
        found += 1
        yield board.deal(rules, source, f"{source}#{index}" if index else source)
    if not found:
        raise DealError(f"{source}: no board found: expected Foundations, Talon and one line a column")


def format_board(deal: Deal) -> str:
    """The deal in the form `read_boards` reads, ending in a newline."""
    lines = [f"Foundations: {'-' if deal.waste is None else deal.waste}"]
    if deal.stock:
        lines.append("Talon: " + " ".join(map(str, deal.stock)))
    lines += [" ".join(map(str, column)) for column in deal.columns]
    return "\n".join(lines) + "\n"


def _split(lines: Iterable[str], source: str) -> Iterator[_Board]:
    board: _Board | None = None
    for number, raw in enumerate(lines, 1):
        text, comment, _ = raw.partition("#")
        line = text.strip().removeprefix(":").strip()
        if (line and set(line) != {"-"}) or line == "-":
            if board and board.is_followed_by(line):
                yield board
                board = None
            board = board or _Board(number)
            board.add(line, number, source)
        elif not comment and board:
            yield board
            board = None
    if board:
        yield board


def _read_cards(text: str, number: int, name: str) -> Iterator[Card]:
    for word in text.split():
        if word == "-":
            continue
        try:
            yield parse_card(word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}...")
        except DealError as error:
            raise DealError(f"{name} line {number}: {error}") from None
