"""A lower bound on the cards that stay in the columns, from counts of ranks alone.

Each column card that is played needs a card under it: one of a touching rank, each of which carries at most
one card. So the played cards are matched with cards left in the columns, in the stock or on the waste. Ranks form a
chain (or a ring, if ace and king touch), so the largest matching falls to a greedy walk along the ranks.
"""

from __future__ import annotations

from golfsim.compiled.jit import helper


@helper
def unplaced(counts: int, carriers: int, circular: bool, limit: int) -> int:
    """Cards of the columns that no play can reach, at least; more than `limit` need not be counted to the end.

    Args:
        counts: packed counts of the cards in the columns, 4 bits a rank code, jokers lowest.
        carriers: packed counts of all cards that may still carry one (columns, stock, waste card), dead ranks 0.
        circular: whether ace and king touch.
    """
    jokers = carriers & 15
    if not circular:
        return max(_along_chain(counts, carriers) - jokers, 0)
    missing = _tightest_arc(counts, carriers) - jokers
    if 0 < missing <= limit:
        missing = _around_ring(counts, carriers) - jokers
    return max(missing, 0)


@helper
def _along_chain(counts: int, carriers: int) -> int:
    # Even ranks are carried by odd ones and the other way about: two chains, walked side by side.
    left, here = 0, (carriers >> 4) & 15
    missing = 0
    counts >>= 4
    carriers >>= 8
    for _ in range(13):
        there = carriers & 15
        need = max((counts & 15) - left, 0)
        used = min(need, there)
        missing += need - used
        left = here
        here = there - used
        counts >>= 4
        carriers >>= 4
    return missing


@helper
def _around_ring(counts: int, carriers: int) -> int:
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
    need_at, there_at = counts >> 4, carriers >> 8
    left = gift
    early = 0
    for _ in range(6):
        need = max((need_at & 15) - left, 0)
        there = there_at & 15
        used = min(need, there)
        early += need - used
        left = there - used
        need_at >>= 8
        there_at >>= 8
    need = max((need_at & 15) - left, 0)
    there = (carriers >> 4) & 15
    used = min(need, there)
    early += need - used
    left = there - used
    need_at, there_at = counts >> 8, carriers >> 12
    for _ in range(5):
        need = max((need_at & 15) - left, 0)
        there = there_at & 15
        used = min(need, there)
        early += need - used
        left = there - used
        need_at >>= 8
        there_at >>= 8
    need = max((need_at & 15) - left, 0)
    return early, max(need - ((there_at & 15) - gift), 0)


@helper
def _tightest_arc(counts: int, carriers: int) -> int:
    """How many more cards than carriers the worst arc of the ring has.

    By Hall's theorem all cards can be placed if that is no more than 0; if not, more may be missing than it says.
    """
    # Along the ring, `open_sum` is cards less carriers with the carrier after the last card left out, `sum_` with
    # it. An arc is a difference of the two; one that passes the end of the walk is the whole less another.
    sum_ = 0
    lowest, highest = 99, -99
    plain, passing = -99, -99
    for half in range(2):
        cards = counts >> (4 + 4 * half)
        under = carriers >> (8 + 4 * half)
        for turn in range(7 - half):
            open_sum = sum_ + (cards & 15)
            carrier = (under & 15) if half or turn < 6 else (carriers >> 4) & 15
            sum_ = open_sum - carrier
            plain = max(plain, sum_ - lowest)
            passing = max(passing, highest - open_sum)
            lowest = min(lowest, open_sum)
            highest = max(highest, sum_)
            cards >>= 8
            under >>= 8
    return max(plain, max(passing, 0) + sum_)
