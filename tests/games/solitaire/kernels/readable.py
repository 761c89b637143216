"""The built-in strategies once more, as sentences over the referee. Each is asked for one move at a time."""

from __future__ import annotations

import philox

from golfsim.compiled.philox import STREAM_PLAY
from golfsim.games.solitaire.game import DRAW, Game
from golfsim.games.solitaire.rules import BLOCKED


def drawing_when_stuck(choose):
    """A player who draws only when nothing fits."""

    def play(game):
        while game.legal_moves():
            game.move(choose(game) if game.plays() else DRAW)

    return play


@drawing_when_stuck
def first(game):
    return game.plays()[0]


@drawing_when_stuck
def greedy(game):
    return max(game.plays(), key=lambda column: (len(game.columns[column]), -column))


def random(seed, deal):
    words = philox.words(seed, deal, STREAM_PLAY)

    @drawing_when_stuck
    def choose(game):
        plays = game.plays()
        return plays[next(words) * len(plays) >> 32]

    return choose


@drawing_when_stuck
def guide(game):
    def worth(column):
        height = len(game.columns[column])
        game.play(column)
        transitions = game.rules.transitions[game.state]
        dead_end = game.cards_left > 0 and all(transitions[rank] == BLOCKED for rank in range(1, 14))
        follows = len(game.plays())
        game.undo()
        if game.stock_left >= 4:
            follows = min(follows, 1)
        return not dead_end, follows, height, -column

    return max(game.plays(), key=worth)


def longest_run(game, known=None):
    """The columns of the longest run without drawing, leftmost among equals."""
    known = {} if known is None else known
    here = tuple(map(len, game.columns)), game.state
    if here not in known:
        runs = [()]
        for column in game.plays():
            game.play(column)
            runs.append((column, *longest_run(game, known)))
            game.undo()
        longest = max(map(len, runs))
        known[here] = min(run for run in runs if len(run) == longest)
    return known[here]


def longest_run_by_brute_force(game):
    """The length of the longest run, every order of plays tried."""
    best = 0
    for column in game.plays():
        game.play(column)
        best = max(best, 1 + longest_run_by_brute_force(game))
        game.undo()
    return best


def longest_chain(game):
    while game.legal_moves():
        for column in longest_run(game):
            game.play(column)
        if not game.may_draw():
            break
        game.draw()


def played(player, deal, rules):
    """The moves and the seven numbers of an outcome."""
    game = Game(deal, rules)
    player(game)
    end = game.outcome()
    assert end is not None
    return list(game.moves), [
        int(end.won), end.strokes, end.cards_left, end.stock_left, end.plays, end.draws, end.longest_run,
    ]  # fmt: skip
