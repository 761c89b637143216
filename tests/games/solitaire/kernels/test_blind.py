"""Blind players on small games against the exact optimum and against readable twins, and what they may not know."""

from itertools import permutations
from random import Random

import numpy as np
import pytest
from blind_optimum import optimum
from generators import lay

from golfsim.cards import Card
from golfsim.games.solitaire.game import DRAW, Game
from golfsim.games.solitaire.kernels.blind.expectimax import play_expectimax
from golfsim.games.solitaire.kernels.blind.pimc import play_pimc
from golfsim.games.solitaire.kernels.hand import NO_MOVE
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.outcome import STROKES, WON
from golfsim.games.solitaire.rules import CHOICES, Rules

from . import readable_pimc

ROOM = 300_000
"""Cells that are enough for the small games of these tests."""


def small_games(number, seed, columns=3, depth=3, most_stock=5):
    """Random options, and part of a deck whose ranks are near each other, so that much can be played."""
    random = Random(seed)
    for _ in range(number):
        rules = Rules(
            kings=random.choice(CHOICES["kings"]),
            draw=random.choice(CHOICES["draw"]),
            start=random.choice(("stock", "tableau")),
            jokers=random.choice((0, 0, 2)),
            columns=random.randint(2, columns),
            depth=random.randint(1, depth),
        )
        first = random.randrange(13)
        cards = [13 * suit + (first + step) % 13 for suit in range(4) for step in range(5)]
        cards += [52, 53] if rules.jokers else []
        random.shuffle(cards)
        yield rules, cards[: rules.tableau + rules.starts + random.randint(0, most_stock)]


def all_stocks(rules, cards):
    """The same deck with its stock in every order that ranks can tell apart, uint8 (orders, cards)."""
    start = rules.tableau + rules.starts
    orders = {}
    for order in permutations(cards[start:]):
        orders.setdefault(tuple(Card(card).rank for card in order), order)
    return np.array([[*cards[:start], *order] for order in orders.values()], np.uint8)


def expected(rules, cards, objective, states):
    """The mean result of `expectimax` over all orders of the stock."""
    decks = all_stocks(rules, cards)
    out = np.empty((7, len(decks)), np.int8)
    cells = np.empty(ROOM, np.float32)
    play_expectimax(
        decks, rule_table(rules), objective == "strokes", states, 50, cells, out, np.empty((0, 0), np.int8)
    )
    return out[WON if objective == "win" else STROKES].mean()


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["win", "strokes"])
def test_optimal_on_small_games(objective):
    reached, best = [], []
    for rules, cards in small_games(300, seed=1):
        reached.append(expected(rules, cards, objective, states=20_000))
        best.append(optimum(lay(cards, rules), rules, objective))
    assert np.allclose(reached, best, atol=1e-5)
    assert sum(value not in (0, 1) for value in best) > 0


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["win", "strokes"])
def test_near_the_optimum_with_the_smallest_lattice(objective):
    games = list(small_games(300, seed=2))
    reached = sum(expected(rules, cards, objective, states=1) for rules, cards in games)
    best = sum(optimum(lay(cards, rules), rules, objective) for rules, cards in games)
    if objective == "win":
        assert 0.97 * best <= reached <= best + 1e-4
    else:
        assert best - 1e-4 <= reached <= best + 0.05 * len(games)


@pytest.mark.parametrize("objective", ["win", "strokes"])
def test_optimal_on_a_few_games(objective):
    for rules, cards in small_games(12, seed=3, depth=2, most_stock=3):
        found, best = expected(rules, cards, objective, states=20_000), optimum(lay(cards, rules), rules, objective)
        assert abs(found - best) < 1e-5, (rules.name, cards)


@pytest.mark.parametrize("objective", ["win", "strokes"])
@pytest.mark.parametrize("samples", [3, 70])
def test_pimc_is_its_readable_twin(objective, samples):
    games = 60 if samples == 3 else 10
    for number, (rules, cards) in enumerate(small_games(games, seed=4, depth=2, most_stock=4)):
        game = Game(lay(cards, rules), rules)
        readable_pimc.pimc(game, samples, 0, objective, 9, number)
        assert pimc_moves(rules, cards, samples, 0, objective, number) == list(game.moves), (rules.name, cards)


@pytest.mark.parametrize(("samples", "more", "games"), [(5, 40, 60), (5, 100, 15), (70, 5, 12)])
def test_pimc_looks_again_like_its_readable_twin(samples, more, games):
    looks = 0
    for number, (rules, cards) in enumerate(small_games(games, seed=14, columns=4, depth=2, most_stock=5)):
        game = Game(lay(cards, rules), rules)
        looks += readable_pimc.pimc(game, samples, more, "win", 9, number)
        assert pimc_moves(rules, cards, samples, more, "win", number) == list(game.moves), (rules.name, cards)
    assert looks > games / 12


def pimc_moves(rules, cards, samples, more, objective, number):
    """The moves of the kernel on one deal."""
    out, lines = np.empty((7, 1), np.int8), np.empty((1, 60), np.int8)
    play_pimc(
        np.array([cards], np.uint8), rule_table(rules), samples, more, objective == "strokes", np.uint64(9),
        np.uint64(number), np.empty(4 * ROOM, np.uint64), np.empty(4 * ROOM, np.uint8), out, lines,
    )  # fmt: skip
    return [int(move) for move in lines[0] if move != NO_MOVE]


@pytest.mark.parametrize(("samples", "more"), [(5, 40), (70, 5)])
def test_pimc_looks_again_only_to_win(samples, more):
    for number, (rules, cards) in enumerate(small_games(12, seed=14, columns=4, depth=2, most_stock=4)):
        once, again = (pimc_moves(rules, cards, samples, further, "strokes", number) for further in (0, more))
        assert once == again, (rules.name, cards)


def lines_of(player, decks, rules, objective):
    """The moves that a blind player makes on each deck, as lists."""
    out, lines = np.empty((7, len(decks)), np.int8), np.empty((len(decks), 60), np.int8)
    strokes = objective == "strokes"
    if player == "pimc":
        bits, bytes_ = np.empty(4 * ROOM, np.uint64), np.empty(4 * ROOM, np.uint8)
        for row in range(len(decks)):
            # Always as deal 5, so that the same random numbers are used.
            play_pimc(
                decks[row : row + 1], rule_table(rules), 5, 64, strokes, np.uint64(9), np.uint64(5), bits, bytes_,
                out[:, :1], lines[row : row + 1],
            )  # fmt: skip
    else:
        states = int(player)
        play_expectimax(decks, rule_table(rules), strokes, states, 20, np.empty(ROOM, np.float32), out, lines)
    return [[int(move) for move in line if move != NO_MOVE] for line in lines]


@pytest.mark.parametrize("objective", ["win", "strokes"])
@pytest.mark.parametrize("player", ["pimc", "1", "20000"])
def test_blind_to_the_order_of_the_stock(player, objective):
    told = 0
    for rules, cards in small_games(12, seed=6, depth=2, most_stock=4):
        decks = all_stocks(rules, cards)
        start = rules.tableau + rules.starts
        seen = {}
        for deck, line in zip(decks.tolist(), lines_of(player, decks, rules, objective), strict=True):
            turned = [Card(card).rank for card in deck[start:]]
            for number, move in enumerate(line):
                known = tuple(turned[: line[:number].count(DRAW)]), tuple(line[:number])
                assert seen.setdefault(known, move) == move, (rules.name, deck)
        told += len(decks) > 1
    assert told > 3
