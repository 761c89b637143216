"""Every state of a small game, searched without pruning: the truth that the solver is compared with.

It follows `Rules.transitions` as the referee does and knows no dominance, no bound and no order of search.
"""

from __future__ import annotations

from golfsim.games.solitaire.rules import BLOCKED, OPEN


class TooLarge(Exception):
    """The game has more states than were allowed."""


def lowest_strokes(deal, rules, most_states=None):
    """The lowest strokes that any play of a deal (whole deck or not) reaches.

    Raises:
        TooLarge: if there are more than `most_states` states.
    """
    ranks = [[card.rank for card in column] for column in deal.columns]
    stock = [card.rank for card in deal.stock]
    known = {}

    def search(heights, waste, draws):
        state = (heights, waste, draws)
        if state in known:
            return known[state]
        left = sum(heights)
        if left == 0:
            return draws - len(stock)
        if most_states is not None and len(known) >= most_states:
            raise TooLarge
        results = []
        for column, height in enumerate(heights):
            if height:
                after = rules.transitions[waste][ranks[column][height - 1]]
                if after != BLOCKED:
                    lower = (*heights[:column], height - 1, *heights[column + 1 :])
                    results.append(search(lower, after, draws))
        if draws < len(stock) and (rules.draw_anytime or not results):
            results.append(search(heights, stock[draws], draws + 1))
        known[state] = min(results, default=left)
        return known[state]

    return search(tuple(map(len, ranks)), OPEN if deal.waste is None else deal.waste.rank, 0)
