"""Conformance checks for strategies: what every built-in passes, and every plug-in should.

    from golfsim.testing import check_strategy

    def test_my_strategy_conforms():
        check_strategy("path/to/mine.py:my_strategy")

It fails at the first violation, with one line that says which check failed and on which deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import cast

import numpy as np
import numpy.typing as npt

from golfsim.errors import GolfsimError, IllegalMove, OptionError
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.sources import SeededSource
from golfsim.games.solitaire.game import DRAW, Game
from golfsim.games.solitaire.kernels.hand import NO_MOVE
from golfsim.games.solitaire.outcome import MISSING, NAMES, ROWS, STROKES, UNKNOWN, WON, row_values
from golfsim.games.solitaire.rules import CHOICES, PRESETS, Rules
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy
from golfsim.games.solitaire.strategies.plugged import plugged
from golfsim.games.solitaire.strategies.registry import load
from golfsim.strategies.facts import Facts
from golfsim.strategies.plugins import PlugIn

MIXED = 6
"""How many random rule sets are played besides the presets."""

WITHOUT_STOCK = ("black-hole+kings=dead", "all-in-a-row+kings=dead")
"""Played by default in place of the presets, whose deals take long to search: these end after fewer moves."""

ELSEWHERE = 2**40 + 1
"""How far away the seed and the deal numbers are that must change nothing, or something."""

Decks = npt.NDArray[np.uint8]
Choose = Callable[..., int]


class NotConforming(AssertionError):
    """A strategy broke a rule that strategies must keep; `check` is legal, reproducible, facts or blind."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(f"{check}: {message}")
        self.check = check


def check_strategy(
    strategy: str | Strategy | type[Strategy] | PlugIn | Choose,
    rules: str | Rules | Iterable[str | Rules] | None = None,
    deals: int = 12,
    seed: int = 20,
) -> None:
    """See that a strategy keeps its word on some deals under many rules.

    It must be **legal** (every move is replayed by the referee, to the end of the deal and to the same result),
    **reproducible** (a deal comes out the same whatever is played before it or with it, and whether or not its
    moves are asked for), its **facts** true (seed and deal number matter if it is stochastic, and only then;
    options take their defaults), and **blind** unless it sees the stock (other cards in the stock change no move
    before the first of them is turned).

    Example:
        ```python
        import golfsim
        from golfsim.testing import check_strategy

        @golfsim.strategy(stochastic=True)
        def careless(view):
            return view.random.choice(view.plays)

        def test_careless_conforms():
            check_strategy(careless)
            check_strategy("greedy", rules=["classic", "jokers+kings=wrap"], deals=100)
        ```

    Args:
        strategy: a `Strategy`, what `golfsim.strategy` made, a function, or text as for `--strategy`.
        rules: by default all presets (those without a stock with dead kings, where searching takes less long) and
            some random mixtures of options and small layouts.
        deals: how many deals are played under each.
        seed: of the deals.

    Raises:
        NotConforming: at the first violation.
    """
    player = _player(strategy)
    _check_options(player)
    varied = {"seed": False, "deal number": False}
    for one in _rule_sets(rules, seed):
        decks = SeededSource(seed).decks(0, deals, one)
        _Check(player, Batch(decks, one, seed, 0)).all(varied)
    if player.facts.stochastic:
        for key, seen in varied.items():
            if not seen:
                raise NotConforming("facts", f"{player.spec} is said to be stochastic, but no {key} changed a move")


def _player(strategy: str | Strategy | type[Strategy] | PlugIn | Choose) -> Strategy:
    if isinstance(strategy, str):
        return load(strategy)
    if isinstance(strategy, Strategy):
        return strategy
    if isinstance(strategy, type) and issubclass(strategy, Strategy):
        return strategy()
    plug_in = strategy if isinstance(strategy, PlugIn) else PlugIn(cast(Choose, strategy), Facts(), "")
    return plugged(plug_in, getattr(plug_in.choose, "__name__", "strategy"), {})


def _check_options(player: Strategy) -> None:
    for option in player.facts.options:
        text = f"option {option.name}={option.default} of {player.name}"
        try:
            read = option.parse(str(option.default), player.name)
        except OptionError as error:
            raise NotConforming("facts", f"{text} does not take its default: {error}") from error
        if read != option.default:
            raise NotConforming("facts", f"{text} reads its default as {read!r}")
        if option.name not in player.values:
            raise NotConforming("facts", f"{text} has no value")


def _rule_sets(rules: str | Rules | Iterable[str | Rules] | None, seed: int) -> list[Rules]:
    if rules is None:
        with_stock = [one for one in PRESETS.values() if one.stock]
        return [*with_stock, *map(Rules.parse, WITHOUT_STOCK), *mixed_rules(seed, MIXED)]
    many = [rules] if isinstance(rules, str | Rules) else list(rules)
    return [Rules.parse(one) if isinstance(one, str) else one for one in many]


def mixed_rules(seed: int, count: int) -> Iterator[Rules]:
    """Random options on random small layouts, the same for the same seed."""
    random = Random(seed)
    for _ in range(count):
        options = {option: random.choice(choices) for option, choices in CHOICES.items()}
        columns, depth = random.randint(2, 9), random.randint(1, 5)
        yield Rules(**options, jokers=random.choice((0, 2)), columns=columns, depth=depth)


@dataclass(frozen=True)
class _Check:
    """One strategy on one batch of deals."""

    player: Strategy
    batch: Batch

    def all(self, varied: dict[str, bool]) -> None:
        """Every check; `varied` learns whether the seed and the deal number changed anything."""
        whole = self._play(self.batch)
        for row in range(len(self.batch.decks)):
            self._check_row(whole, row)
        self._check_reproducible(whole)
        self._check_facts(whole, varied)
        if not self.player.facts.sees_stock:
            for draws in _depths(self.batch.rules.stock):
                self._check_blind(whole, draws)

    def _play(self, batch: Batch, want_lines: bool = True) -> Played:
        decks = batch.decks.copy()
        try:
            played = self.player.play(batch._replace(decks=decks), want_lines)
        except GolfsimError as error:
            raise NotConforming("legal", f"rules {batch.rules.name}: {error}") from error
        except Exception as error:
            text = f"{type(error).__name__}: {' '.join(str(error).split())}"
            raise NotConforming("legal", f"{self.player.spec}, rules {batch.rules.name}: {text}") from error
        if not np.array_equal(decks, batch.decks):
            raise NotConforming("legal", f"{self.player.spec} changed the decks it was given")
        self._check_shape("out", played.out, (ROWS, len(decks)))
        moves = batch.rules.tableau + batch.rules.stock
        self._check_shape("lines", played.lines, (len(decks), moves) if want_lines else (0, 0))
        return played

    def _check_shape(self, what: str, rows: npt.NDArray[np.int8], shape: tuple[int, int]) -> None:
        if rows.dtype != np.int8 or rows.shape != shape:
            raise NotConforming(
                "legal", f"{self.player.spec} returned {what} as {rows.dtype} {rows.shape}: expected int8 {shape}"
            )

    def _check_row(self, played: Played, row: int) -> None:
        found = [int(value) for value in played.out[:, row]]
        line = [int(move) for move in played.lines[row]]
        moves = line[: line.index(NO_MOVE)] if NO_MOVE in line else line
        # Whoever proves only that a deal can be won shows a clear, and knows nothing of the lowest strokes.
        asked_less = self.player.facts.proves and found[WON] == 1 and found[STROKES] == MISSING
        known = [value for row, value in enumerate(found) if not (asked_less and row == STROKES)]
        if found[WON] == UNKNOWN or MISSING in known:
            if set(found[WON + 1 :]) != {MISSING} or found[WON] not in (UNKNOWN, 0, 1):
                raise self._wrong(
                    "legal", row, f"a result half known, {found}: expected {MISSING} in all rows but won"
                )
            return
        if set(line[len(moves) :]) - {NO_MOVE}:
            raise self._wrong("legal", row, f"moves go on after the end of the line, {line}")
        game = self._replayed(row, moves)
        outcome = game.outcome()
        if outcome is None:
            raise self._wrong("legal", row, f"the line ends after move {len(moves)}, but a move is left")
        for name, value, true in zip(NAMES, found, row_values(outcome), strict=True):
            if value != true and not (asked_less and name == NAMES[STROKES]):
                raise self._wrong("legal", row, f"says {name.replace('_', ' ')} {value}: the referee counts {true}")

    def _replayed(self, row: int, moves: Sequence[int]) -> Game:
        game = Game(Deal.from_deck(map(int, self.batch.decks[row]), self.batch.rules), self.batch.rules)
        for number, move in enumerate(moves, 1):
            try:
                game.move(move)
            except IllegalMove as error:
                raise self._wrong("legal", row, f"move {number}: {error}") from error
        return game

    def _check_reproducible(self, whole: Played) -> None:
        batch, count = self.batch, len(self.batch.decks)
        self._same(whole, self._play(batch), "played a second time")
        quick = self._play(batch, want_lines=False)
        self._same(whole, Played(quick.out, whole.lines), "played without asking for the moves")
        for row in reversed(range(count)):
            alone = self._play(Batch(batch.decks[row : row + 1], batch.rules, batch.seed, batch.first + row))
            self._same(Played(whole.out[:, row : row + 1], whole.lines[row : row + 1]), alone, "played alone", row)
        if not self.player.facts.stochastic:
            turned = self._play(batch._replace(decks=np.ascontiguousarray(batch.decks[::-1])))
            self._same(whole, Played(turned.out[:, ::-1], turned.lines[::-1]), "played in reversed order")

    def _same(self, one: Played, other: Played, how: str, first: int = 0) -> None:
        row = _first_difference(one, other)
        if row is not None:
            raise self._wrong("reproducible", first + row, f"comes out another way when {how}")

    def _check_facts(self, whole: Played, varied: dict[str, bool]) -> None:
        batch = self.batch
        for key, other in (
            ("seed", batch._replace(seed=batch.seed + ELSEWHERE)),
            ("deal number", batch._replace(first=batch.first + ELSEWHERE)),
        ):
            row = _first_difference(whole, self._play(other))
            if row is None:
                continue
            if not self.player.facts.stochastic:
                raise self._wrong("facts", row, f"is not said to be stochastic, but another {key} changes the moves")
            varied[key] = True

    def _check_blind(self, whole: Played, draws: int) -> None:
        """With other cards after the first `draws` of the stock, moves are the same until one of them is turned."""
        rules, start = self.batch.rules, self.batch.rules.cards - self.batch.rules.stock + draws
        random = Random(draws)
        decks = self.batch.decks.copy()
        for deck in decks:
            cards = list(map(int, deck[start:]))
            random.shuffle(cards)
            deck[start:] = cards
        other = self._play(self.batch._replace(decks=decks))
        for row in range(len(decks)):
            differing = np.flatnonzero(decks[row] != self.batch.decks[row])
            if not len(differing):
                continue
            known = int(differing[0]) - (rules.cards - rules.stock)
            ours, theirs = ([int(move) for move in played.lines[row]] for played in (whole, other))
            for number, (move, changed) in enumerate(zip(ours, theirs, strict=True)):
                if move != changed:
                    was, now = _describe(move), _describe(changed)
                    raise self._wrong(
                        "blind",
                        row,
                        f"after {known} draws the stock was put in another order, and move {number + 1}, before "
                        f"the next draw, became {now} instead of {was}",
                    )
                if move == DRAW and ours[: number + 1].count(DRAW) > known:
                    break

    def _wrong(self, check: str, row: int, what: str) -> NotConforming:
        deal = f"{self.batch.seed}:{self.batch.first + row}"
        return NotConforming(check, f"{self.player.spec}, rules {self.batch.rules.name}, deal {deal}: {what}")


def _depths(stock: int) -> list[int]:
    """After how many draws the rest of the stock is put in another order."""
    return sorted({draws for draws in (0, 1, 2, stock // 4, stock // 2, stock - 2) if 0 <= draws <= stock - 2})


def _first_difference(one: Played, other: Played) -> int | None:
    differs = (one.out != other.out).any(axis=0) | (one.lines != other.lines).any(axis=1)
    rows = np.flatnonzero(differs)
    return int(rows[0]) if len(rows) else None


def _describe(move: int) -> str:
    return {DRAW: "a draw", NO_MOVE: "no move"}.get(move, f"a play from column {move + 1}")
