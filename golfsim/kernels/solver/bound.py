"""A lower bound on the cards that stay in the columns, from counts of ranks alone.

Each column card that is played needs a card under it: one of a touching rank, each of which carries at most
one card. So the played cards are matched with cards left in the columns, in the stock or on the waste. Ranks form a
chain (or a ring, if ace and king touch), so the largest matching falls to a greedy walk along the ranks.
"""

from __future__ import annotations

from golfsim.kernels.jit import helper


@helper
def unplaced(counts: int, carriers: int, circular: bool) -> int:
    """Cards of the columns that no play can reach, at least.

    Args:
        counts: packed counts of the cards in the columns, 4 bits a rank code, jokers lowest.
        carriers: packed counts of all cards that may still carry one (columns, stock, waste card), dead ranks 0.
        circular: whether ace and king touch.
    """
    jokers = carriers & 15
    missing = _ring(counts, carriers) if circular else _chain(counts, carriers)
    return max(missing - jokers, 0)


@helper
def _chain(counts: int, carriers: int) -> int:
    # Even ranks are carried by odd ones and the other way about: two chains, walked side by side.
    left, here = 0, (carriers >> 4) & 15
    missing = 0
    for rank in range(1, 14):
        there = (carriers >> (4 * rank + 4)) & 15
        need = max(((counts >> (4 * rank)) & 15) - left, 0)
        used = min(need, there)
        missing += need - used
        left = here
        here = there - used
    return missing


@helper
def _ring(counts: int, carriers: int) -> int:
    # The ring is cut between the king and the ace it carries; `gift` kings are promised to aces in advance.
    # A gift helps one card for one until it is wasted, so the number missing without gifts is the one to try.
    early, late = _cut_ring(counts, carriers, 0)
    if early == 0:
        return late
    gift = min(early, (carriers >> 52) & 15)
    still, worse = _cut_ring(counts, carriers, gift)
    if still + worse == 0:
        return 0
    return max(still + late, 1)


@helper
def _cut_ring(counts: int, carriers: int, gift: int) -> tuple[int, int]:
    carriers -= gift << 52
    left = gift
    early = 0
    for turn in range(12):
        rank = 2 * turn + 1 if turn < 7 else 2 * turn - 12
        there = (carriers >> (4 * (rank % 13 + 1))) & 15
        need = max(((counts >> (4 * rank)) & 15) - left, 0)
        used = min(need, there)
        early += need - used
        left = there - used
    need = max(((counts >> 48) & 15) - left, 0)
    return early, need - min(need, (carriers >> 52) & 15)
