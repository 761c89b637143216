"""The solver against brute force on small games, and its lines against the referee."""

from itertools import product
from random import Random

import brute_force
import numpy as np
import pytest
from generators import lay

from golfsim.games.solitaire.game import Game, replay
from golfsim.games.solitaire.kernels.solver import solve_batch
from golfsim.games.solitaire.kernels.tables import rule_table
from golfsim.games.solitaire.rules import CHOICES, Rules

OPTIONS = list(product(CHOICES["kings"], CHOICES["draw"], ("stock", "tableau"), (0, 2)))
SMALL = [(3, 3, 6), (4, 2, 5), (2, 4, 3), (5, 2, 2), (1, 6, 8), (6, 1, 4), (3, 3, 0), (7, 2, 1)]
"""Columns, depth and stock of small games."""
HASHED = [(21, 1, 1), (11, 3, 1), (11, 3, 3), (11, 3, 0)]
"""The same for layouts with too many heights for a direct index."""


def solve(decks, rules, win_only=False, max_states=0, length=None):
    decks = np.ascontiguousarray(decks, np.uint8)
    deals, cards = decks.shape
    out = np.zeros((7, deals), np.int8)
    states = np.zeros(deals, np.int64)
    lines = np.zeros((deals, cards if length is None else length), np.int8)
    solve_batch(decks, rule_table(rules), win_only, max_states, out, states, lines)
    return out, states, lines


def crowded(rules, stock, random):
    """A part of a deck with few ranks, so that there is much to play; kings and aces are always among them."""
    ranks = random.randint(4, 8)
    cards = [card for card in range(52) if (card - 13 + 3) % 13 < ranks]
    if rules.jokers and random.random() < 0.7:
        cards += [52, 53]
    wanted = rules.tableau + rules.starts + stock
    if len(cards) < wanted:
        cards = list(range(rules.cards))
    random.shuffle(cards)
    return cards[:wanted]


def check_line(deck, rules, row, moves):
    """The line ends the deal, and as the row says."""
    game = replay(lay(deck, rules), rules, [int(move) for move in moves if move != -2])
    outcome = game.outcome()
    assert outcome is not None
    shown = (outcome.won, outcome.strokes, outcome.cards_left, outcome.stock_left, outcome.plays, outcome.draws)
    assert (*shown, outcome.longest_run) == tuple(row)


@pytest.mark.slow
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: "-".join(map(str, option)))
@pytest.mark.parametrize("layout", SMALL, ids=lambda layout: "x".join(map(str, layout)))
def test_small_games_as_brute_force(option, layout):
    kings, draw, start, jokers = option
    columns, depth, stock = layout
    rules = Rules(kings=kings, draw=draw, start=start, jokers=jokers, columns=columns, depth=depth)
    random = Random(repr((option, layout)))
    decks = [crowded(rules, stock, random) for _ in range(16)]
    out, _, lines = solve(decks, rules)
    wins, _, win_lines = solve(decks, rules, win_only=True)
    for deal, deck in enumerate(decks):
        assert out[1, deal] == brute_force.lowest_strokes(lay(deck, rules), rules)
        check_line(deck, rules, out[:, deal], lines[deal])
        assert wins[0, deal] == out[0, deal]
        if wins[0, deal] == 1:
            check_line(deck, rules, wins[:, deal], win_lines[deal])
        else:
            assert (wins[1:, deal] == -128).all()
            assert (win_lines[deal] == -2).all()


@pytest.mark.slow
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: "-".join(map(str, option)))
def test_hashed_games_as_brute_force(option):
    kings, draw, start, jokers = option
    random = Random(repr(option))
    compared = 0
    for columns, depth, stock in HASHED:
        rules = Rules(kings=kings, draw=draw, start=start, jokers=jokers, columns=columns, depth=depth)
        for _ in range(5):
            deck = random.sample(range(52), rules.tableau + rules.starts + stock)
            try:
                strokes = brute_force.lowest_strokes(lay(deck, rules), rules, most_states=10000)
            except brute_force.TooLarge:
                continue
            out, _, lines = solve([deck], rules)
            assert out[1, 0] == strokes
            check_line(deck, rules, out[:, 0], lines[0])
            compared += 1
    assert compared >= 2


def test_brute_force_as_the_referee():
    def by_game(game):
        moves = game.legal_moves()
        if not moves:
            return game.outcome().strokes
        results = []
        for move in moves:
            game.move(move)
            results.append(by_game(game))
            game.undo()
        return min(results)

    random = Random(5)
    for kings, draw, start, jokers in OPTIONS:
        rules = Rules(kings=kings, draw=draw, start=start, jokers=jokers, columns=3, depth=2)
        for _ in range(5):
            deal = lay(crowded(rules, 3, random), rules)
            assert brute_force.lowest_strokes(deal, rules) == by_game(Game(deal, rules))


def test_tiny_games_without_compilation_or_with():
    random = Random(6)
    for kings, draw in product(CHOICES["kings"], CHOICES["draw"]):
        rules = Rules(kings=kings, draw=draw, columns=2, depth=2)
        deck = crowded(rules, 2, random)
        out, _, lines = solve([deck], rules)
        assert out[1, 0] == brute_force.lowest_strokes(lay(deck, rules), rules)
        check_line(deck, rules, out[:, 0], lines[0])
