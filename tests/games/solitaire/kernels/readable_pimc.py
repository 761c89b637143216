"""The player `pimc` by brute force over its samples: slow and plain."""

from itertools import count
from math import sqrt

import philox
from brute_force import lowest_strokes

from golfsim.compiled.philox import STREAM_PLAY
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.game import replay
from golfsim.games.solitaire.kernels.blind.planes import BLOCKS

from . import readable


def sampled_orders(game, seed, deal, samples):
    """The stocks that `pimc` samples, as cards."""
    blocks = count(game.draws * BLOCKS)
    words = (word for block in blocks for word in philox.philox4x32_10((block, STREAM_PLAY, deal, 0), (seed, 0)))
    unseen = sorted(game.unseen(), key=lambda card: card.rank)
    orders = []
    for _ in range(samples):
        order = list(unseen)
        for place in range(len(order), 1, -1):
            other = next(words) * place >> 32
            order[place - 1], order[other] = order[other], order[place - 1]
        orders.append(tuple(reversed(order)))
    return orders


def runs(game, seen):
    """The states that can be reached without a draw, each after those that follow it."""
    for column in game.plays():
        game.play(column)
        state = tuple(map(len, game.columns)), game.state
        if game.cards_left == 0:
            yield game.moves
        elif state not in seen:
            seen.add(state)
            yield from runs(game, seen)
        game.undo()
    yield game.moves


def strokes_after(game, order):
    """The lowest strokes when the stock is known and its first card is drawn now."""
    if not order:
        return game.cards_left
    return lowest_strokes(Deal(tuple(map(tuple, game.columns)), order[0], order[1:]), game.rules)


def may_end(game):
    """Whether a run may end here."""
    return game.rules.draw_anytime or not game.plays()


def close_to(best, scores, samples):
    """The ends within two standard errors of the best, in the order in which the kernel compares them."""
    least = scores[best] - 2 * sqrt(scores[best] * (1 - scores[best] / samples))
    close = []
    for end in scores:
        if scores[end] >= least:
            close.append(end)
            if end == best:
                close[0], close[-1] = close[-1], close[0]
    return close


def won_through_draw(game, orders):
    """The samples won from here if what is done after the draw depends on the rank turned alone."""
    won = 0
    for rank in {order[0].rank for order in orders}:
        same = [order for order in orders if order[0].rank == rank]
        there = replay(Deal(tuple(map(tuple, game.columns)), same[0][0], same[0][1:]), game.rules, ())
        counts = []
        for moves in runs(there, set()):
            after = replay(there.deal, there.rules, moves)
            if after.cards_left == 0:
                counts.append(len(same))
            elif may_end(after):
                counts.append(sum(strokes_after(after, order[1:]) <= 0 for order in same))
        won += max(counts)
    return won


def pimc(game, samples, more, objective, seed, deal):
    """Plays as `pimc` says; returns how often a look through the next draw decided."""
    looks = 0
    while game.legal_moves():
        if game.stock_left == 0:
            for column in readable.longest_run(game):
                game.play(column)
            break
        ends = {}
        for moves in runs(game, set()):
            there = replay(game.deal, game.rules, moves)
            if there.cards_left == 0:
                ends = {(): there}
                break
            if may_end(there):
                ends.setdefault(tuple(map(len, there.columns)), there)
        orders = sampled_orders(game, seed, deal, samples + more)
        if len(ends) > 1:
            first, further = orders[:samples], orders[samples:]
            best, scores = best_end(ends, first, objective)
            if further and len(close_to(best, scores, samples)) > 1:
                best, scores = best_end(ends, orders, objective)
                close = close_to(best, scores, samples + more)
                if len(close) > 1 and scores[best] > 0:
                    best = max(close, key=lambda end: won_through_draw(ends[end], further))
                    looks += 1
        else:
            (best,) = ends
        for move in ends[best].moves[len(game.moves) :]:
            game.move(move)
        if game.cards_left:
            game.draw()
    return looks


def best_end(ends, orders, objective):
    """The end that does best in the samples, with fewest cards left among equals; and what each scores."""
    scores = {}
    for end, there in ends.items():
        strokes = [strokes_after(there, order) for order in orders]
        scores[end] = sum(one <= 0 for one in strokes) if objective == "win" else -sum(strokes)
    return max(scores, key=lambda end: (scores[end], -sum(end))), scores
