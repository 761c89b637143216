"""The best result of a small game that any player can expect who does not know the order of the stock.

An information state is the columns, the waste state and which cards are unseen; the search goes through all of them
by the referee's table of moves and prunes nothing. It is the truth that honest players are compared with.
"""

from __future__ import annotations

from golfsim.games.solitaire.game import rank_counts
from golfsim.games.solitaire.rules import BLOCKED, OPEN


def optimum(deal, rules, objective):
    """The highest chance to clear a deal (`win`), or the lowest strokes expected (`strokes`), of any blind play.

    Of the order of `deal.stock` nothing is used. The deal may be part of a deck.
    """
    ranks = [[card.rank for card in column] for column in deal.columns]
    known = {}

    def end(heights, unseen):
        left = sum(heights)
        if objective == "win":
            return float(left == 0)
        return float(left or -len(unseen))

    def best(heights, waste, unseen):
        state = heights, waste, unseen
        if state in known:
            return known[state]
        values = []
        for column, height in enumerate(heights):
            if height:
                after = rules.transitions[waste][ranks[column][height - 1]]
                if after != BLOCKED:
                    values.append(best((*heights[:column], height - 1, *heights[column + 1 :]), after, unseen))
        if any(heights) and unseen and (rules.draw_anytime or not values):
            draws = 0.0
            for rank, count in rank_counts_of(unseen):
                place = unseen.index(rank)
                draws += count * best(heights, rank, unseen[:place] + unseen[place + 1 :])
            values.append(draws / len(unseen))
        better = max if objective == "win" else min
        known[state] = better(values) if values else end(heights, unseen)
        return known[state]

    waste = OPEN if deal.waste is None else deal.waste.rank
    return best(tuple(map(len, ranks)), waste, tuple(sorted(rank_counts(deal.stock).elements())))


def rank_counts_of(unseen):
    """Each rank of a sorted tuple, and how often it is there."""
    return [(rank, unseen.count(rank)) for rank in sorted(set(unseen))]
