"""Advice at one point of a deal: every legal move, and what it is worth to a player who cannot see the stock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from golfsim.errors import IllegalMove, OptionError
from golfsim.games.solitaire.dealing import found_deal
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.game import Game
from golfsim.games.solitaire.kernels.blind.policy import new_cells
from golfsim.games.solitaire.kernels.blind.rollout import estimate_moves, peek_moves
from golfsim.games.solitaire.kernels.blind.sampler import CELLS
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.outcome import MISSING
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.expectimax import STATES
from golfsim.games.solitaire.strategies.objectives import OBJECTIVES
from golfsim.games.solitaire.strategies.pimc import MOST_SAMPLES

SAMPLES = 1000

MOST_STATES, MOST_IN_A_RUN, LEAST_IN_A_RUN = 100_000_000, 2_000_000, 64
"""States that all searches for longest runs together may enter, one alone, and one alone in any case."""


@dataclass(frozen=True)
class Hint:
    """One legal move and what it is worth.

    The estimates come from playing on, without seeing the stock, against sampled orders of the unseen cards, the same
    for every move: the chance by a plan to win, the strokes by a plan for few strokes. Each plan is made at this
    point and not again, so that a player who thinks anew after each draw does a little better.

    Attributes:
        move: DRAW or a column.
        text: the move as `Game.parse_move` reads it.
        win_chance, win_error: the share of samples won, and its standard error, which counts half a win and half a
            loss more, so that none or all won are no certainty; 0 where it is certain.
        certain: whether no order of the unseen cards could change `win_chance`, which is 0 or 1 then: the stock is
            empty, only cards of one rank are left in it, all that is left can be played at once, or nothing helps.
        strokes, strokes_error: the mean strokes, and its standard error, None for a single sample; 0 where all orders
            of the unseen cards are one.
        best: whether this is the best move by the objective; the other decides between equals, then the order.
        close: whether it is another that the samples cannot tell from the best: the difference on the same stocks
            is below two standard errors.
        lowest_strokes: with the true stock known, the lowest strokes after this move, and below 1 only if it
            can be won; None if that was not asked or there are too many positions to search.
    """

    move: int
    text: str
    win_chance: float
    win_error: float
    certain: bool
    strokes: float
    strokes_error: float | None
    best: bool
    close: bool
    lowest_strokes: int | None


@dataclass(frozen=True)
class Advice:
    """The hints for one position.

    Attributes:
        game: the position.
        hints: every legal move, columns from left to right and then the draw; empty when the deal is over.
        planned: False if the position has too many positions below it to plan; then the estimates are those of a
            player who plays the longest run visible before each draw.
        limit: how many states each search for a longest run was given up after, if any was; the estimates are then
            those of a player who plays the longest run found. None if none was.
    """

    game: Game
    hints: tuple[Hint, ...]
    planned: bool
    limit: int | None = None


def hint(
    deal: Deal | str,
    rules: Rules | str = "classic",
    moves: str | Sequence[str] = (),
    *,
    samples: int = SAMPLES,
    objective: str = "win",
    seed: int = 0,
    number: int = 0,
    peek: bool = False,
) -> Advice:
    """Value every legal move at one point of a deal.

    Args:
        deal: a whole deck, or its name as on the command line: `7:123`.
        rules: as for `run`.
        moves: the moves made so far, as `Game.parse_move` reads them: `"draw QD KC draw"`.
        samples: how many orders of the unseen cards to play against.
        objective: what the best move is best for, `win` or `strokes`.
        seed, number: seed and number of a deal that is not named; with the number of moves made they key the random
            numbers.
        peek: also search with the true stock.

    Raises:
        OptionError: for an unknown objective or rules, or fewer than 1 sample.
        DealError: if the deal does not fit the rules.
        IllegalMove: naming the first of `moves` that cannot be made.
    """
    if objective not in OBJECTIVES:
        raise OptionError(f"objective {objective!r}: expected one of {', '.join(OBJECTIVES)}")
    if samples < 1:
        raise OptionError(f"samples {samples}: expected at least 1")
    if samples > MOST_SAMPLES:
        raise OptionError(f"samples {samples}: expected at most {MOST_SAMPLES}")
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    found = found_deal(deal, rules)
    if isinstance(deal, str):
        seed, number = found.seed, found.number
    game = Game(found.deal, rules)
    for place, text in enumerate(moves.replace(",", " ").split() if isinstance(moves, str) else moves, 1):
        try:
            game.move(game.parse_move(text))
        except IllegalMove as error:
            raise IllegalMove(f"move {place}, {text}: {error}") from None
    options = game.legal_moves()
    if not options:
        return Advice(game, (), True)
    deck, made = np.array(game.deal.deck(), np.uint8), np.array(game.moves, np.int64)
    table, choices = rule_table(rules), np.array(options, np.int64)
    cells = new_cells(table, STATES)
    results = np.empty((2, len(options), samples), np.int8)
    searches = len(options) * samples * max(1, game.stock_left)
    limit = min(MOST_IN_A_RUN, max(LEAST_IN_A_RUN, MOST_STATES // searches)) if game.stock_left else MOST_IN_A_RUN
    sure, cut = np.zeros((2, len(options)), np.bool_), np.zeros((2, len(options)), np.bool_)
    planned = True
    for strokes in (False, True):
        if not planned:
            # Without a plan play is the same, whatever it is for.
            results[1] = results[0]
            break
        planned = estimate_moves(
            deck,
            table,
            made,
            choices,
            strokes,
            STATES,
            cells,
            np.uint64(seed),
            np.uint64(number),
            limit,
            results[int(strokes)],
            sure[int(strokes)],
            cut[int(strokes)],
        )
    lowest = np.full(len(options), MISSING, np.int8)
    if peek:
        peek_moves(deck, table, made, choices, np.empty(CELLS, np.uint8), lowest)
    chances = (results[0] <= 0).mean(axis=1)
    means = results[1].mean(axis=1)
    one_order = len({card.rank for card in game.deal.stock[game.draws :]}) <= 1
    certain = sure[0] | (one_order & (planned | (chances == 1)))
    errors: list[float | None] = [0.0 if one_order else None] * len(options)
    if samples > 1 and not one_order:
        errors = list((results[1].std(axis=1, ddof=1) / sqrt(samples)).tolist())
    if game.stock_left == 0:
        # The longest run has no stock to be blind to.
        proved = ~cut.any(axis=0) | (results[1, :, 0] <= 0)
        lowest = np.where(proved, results[1, :, 0], MISSING) if peek else lowest
    order = [(-chances[i], means[i]) if objective == "win" else (means[i], -chances[i]) for i in range(len(options))]
    best = min(range(len(options)), key=lambda i: (order[i], i))
    score = (results[0] <= 0).astype(np.float64) if objective == "win" else results[1].astype(np.float64)
    return Advice(
        game,
        tuple(
            Hint(
                move=move,
                text=game.describe(move),
                win_chance=float(chances[i]),
                win_error=0.0 if one_order or certain[i] else _error(float(chances[i]), samples),
                certain=bool(certain[i]),
                strokes=float(means[i]),
                strokes_error=errors[i],
                best=i == best,
                close=i != best and (order[i] == order[best] if one_order else _is_close(score[best] - score[i])),
                lowest_strokes=None if lowest[i] == MISSING else int(lowest[i]),
            )
            for i, move in enumerate(options)
        ),
        planned,
        limit if cut.any() else None,
    )


def _error(share: float, samples: int) -> float:
    near = (share * samples + 0.5) / (samples + 1)
    return sqrt(near * (1 - near) / samples)


def _is_close(differences: npt.NDArray[np.float64]) -> bool:
    if len(differences) == 1:
        return True
    error = float(differences.std(ddof=1)) / sqrt(len(differences))
    return bool(abs(differences.mean()) <= 2 * error)
