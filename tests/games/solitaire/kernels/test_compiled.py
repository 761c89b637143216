"""The batch loop of compiled plug-ins: what the function is shown, and what becomes of its answers."""

from random import Random

import numba
import numpy as np
import philox
import pytest
from generators import lay, shuffled

from golfsim.compiled.philox import STREAM_PLAY
from golfsim.games.solitaire.game import DRAW, Game, rank_counts
from golfsim.games.solitaire.kernels.compiled import NO_FAULT, play_compiled
from golfsim.games.solitaire.kernels.hand import NO_MOVE
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.rules import Rules

RULES = [
    Rules(),
    Rules(draw="when-stuck", kings="queen-dead"),
    Rules(start="tableau", kings="wrap", jokers=2),
    Rules(columns=4, depth=2, start="ace"),
]


def mixing(ranks, heights, fits, waste, unseen, may_draw, word):
    """A number made of everything that is shown picks the move."""
    number = waste + 3 * may_draw + word % 1009
    for column in range(len(heights)):
        number += (column + 5) * heights[column]
        for level in range(ranks.shape[1]):
            number += (column + 2 * level + 1) * ranks[column, level]
    for rank in range(14):
        number += (rank + 7) * unseen[rank]
    choices = may_draw + 0
    for column in range(len(fits)):
        choices += fits[column]
    number = number % choices
    for column in range(len(fits)):
        if fits[column]:
            if number == 0:
                return column
            number -= 1
    return -1


def expected(deal, rules, words):
    """The same from the referee."""
    game = Game(deal, rules)
    ranks = np.array([[card.rank for card in column] for column in deal.columns])
    made = 0
    words = list(zip(range(60), words, strict=False))
    while moves := game.legal_moves():
        if moves == [DRAW]:
            move = DRAW
        else:
            heights = np.array([len(column) for column in game.columns])
            fits = np.array([game.fits(column) for column in range(rules.columns)])
            counts = rank_counts(game.unseen())
            unseen = np.array([counts[rank] for rank in range(14)])
            move = int(mixing(ranks, heights, fits, game.state, unseen, game.may_draw(), words[made][1]))
        game.move(move)
        made += 1
    return game


@pytest.mark.slow
@pytest.mark.parametrize("stochastic", [False, True])
def test_what_is_shown(stochastic):
    choose = numba.njit(mixing)
    seed, first = 2**63 + 7, 2**40
    for rules in RULES:
        random = Random(3)
        decks = np.array([shuffled(rules, random) for _ in range(30)], np.uint8)
        out = np.empty((7, 30), np.int8)
        lines = np.empty((30, rules.tableau + rules.stock), np.int8)
        fault = play_compiled(
            choose, decks, rule_table(rules), out, lines, stochastic, np.uint64(seed), np.uint64(first)
        )
        assert fault[0] == NO_FAULT
        for row in range(30):
            words = philox.words(seed, first + row, STREAM_PLAY) if stochastic else [0] * 60
            game = expected(lay(decks[row], rules), rules, words)
            assert [move for move in lines[row].tolist() if move != NO_MOVE] == list(game.moves)
            assert out[1, row] == game.outcome().strokes


def greedy_writer(ranks, heights, fits, waste, unseen, may_draw, word):
    best = 0
    for column in range(len(fits)):
        if fits[column]:
            best = column
    heights[:] = 99
    fits[:] = False
    unseen[:] = 99
    return best


def rightmost(ranks, heights, fits, waste, unseen, may_draw, word):
    best = 0
    for column in range(len(fits)):
        if fits[column]:
            best = column
    return best


def run(choose, rules, decks, lines=True):
    out = np.empty((7, len(decks)), np.int8)
    rows = np.empty((len(decks), rules.tableau + rules.stock) if lines else (0, 0), np.int8)
    fault = play_compiled(choose, decks, rule_table(rules), out, rows, False, np.uint64(0), np.uint64(0))
    return tuple(map(int, fault)), out, rows


def test_writing_into_what_is_shown_changes_nothing():
    rules = Rules()
    random = Random(4)
    decks = np.array([shuffled(rules, random) for _ in range(10)], np.uint8)
    honest, writing = (run(numba.njit(choose), rules, decks) for choose in (rightmost, greedy_writer))
    assert honest[0][0] == writing[0][0] == NO_FAULT
    assert np.array_equal(honest[1], writing[1])
    assert np.array_equal(honest[2], writing[2])


@pytest.mark.parametrize("answer", [-1, 7, -(2**40)])
def test_the_first_illegal_move_is_told(answer):
    rules = Rules(draw="when-stuck")

    def wrong(ranks, heights, fits, waste, unseen, may_draw, word):
        if heights.sum() < 34:
            return answer
        for column in range(len(fits)):
            if fits[column]:
                return column
        return 0

    random = Random(5)
    decks = np.array([shuffled(rules, random) for _ in range(3)], np.uint8)
    (row, move, made), _, lines = run(numba.njit(wrong), rules, decks)
    assert (row, move) == (0, answer)
    game = Game(lay(decks[0], rules), rules)
    for before in lines[0, :made].tolist():
        game.move(before)
    assert game.plays()
    assert game.cards_left < 34
