"""What a player may see at one point of a deal, read-only.

Whatever a plug-in does to what it is given, the game that is played is not changed: a view holds copies, the rules
among them, that nothing else looks at; cards are numbers. See `untouched` for the classes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from golfsim.cards import Card
from golfsim.errors import StrategyError
from golfsim.games.solitaire.game import Game
from golfsim.games.solitaire.rules import Rules
from golfsim.strategies.facts import Facts


@dataclass(frozen=True)
class View:
    """The table as it lies in front of a player.

    Attributes:
        columns: the cards of each column, the exposed card last.
        waste: the card on the waste, or None if it is empty.
        stock_left: how many cards the stock holds.
        unseen: the cards the stock holds, sorted: a player who counts knows which, not in what order.
        plays: the columns whose exposed card fits, left to right; never empty.
        may_draw: whether drawing is allowed although a card fits.
        rules: the rules of the game, a copy.
    """

    columns: tuple[tuple[Card, ...], ...]
    waste: Card | None
    stock_left: int
    unseen: tuple[Card, ...]
    plays: tuple[int, ...]
    may_draw: bool
    rules: Rules
    _stock: tuple[Card, ...] | None = field(default=None, repr=False)
    _random: Random | None = field(default=None, repr=False)

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock in drawing order, for a strategy whose facts say `sees_stock`.

        Raises:
            StrategyError: for any other.
        """
        if self._stock is None:
            raise StrategyError("the stock is face down: declare sees_stock=True to read view.stock")
        return self._stock

    @property
    def random(self) -> Random:
        """Random numbers keyed by seed and deal number, for a strategy whose facts say `stochastic`.

        Raises:
            StrategyError: for any other.
        """
        if self._random is None:
            raise StrategyError("no random numbers: declare stochastic=True to use view.random")
        return self._random


def look(game: Game, facts: Facts, random: Random) -> View:
    """What a strategy with these facts may see of `game`."""
    return View(
        columns=tuple(tuple(column) for column in game.columns),
        waste=game.waste[-1] if game.waste else None,
        stock_left=game.stock_left,
        unseen=game.unseen(),
        plays=tuple(game.plays()),
        may_draw=game.may_draw(),
        rules=_copied(game.rules),
        _stock=game.deal.stock[game.draws :] if facts.sees_stock else None,
        _random=random if facts.stochastic else None,
    )


def _copied(rules: Rules) -> Rules:
    # Their values are text, numbers and tuples of numbers. Made without checking them again, for each view.
    copy = object.__new__(Rules)
    copy.__dict__.update(rules.__dict__)
    return copy
