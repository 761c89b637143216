"""The generator of seeded deals once more, from its documentation, in plain Python."""

from __future__ import annotations

from itertools import count

MASK = 2**32 - 1


def philox4x32_10(counter, key):
    """Ten rounds on four 32-bit words, with two words of key."""
    x0, x1, x2, x3 = counter
    k0, k1 = key
    for _ in range(10):
        p0, p1 = 0xD2511F53 * x0, 0xCD9E8D57 * x2
        x0, x1, x2, x3 = (p1 >> 32) ^ x1 ^ k0, p1 & MASK, (p0 >> 32) ^ x3 ^ k1, p0 & MASK
        k0, k1 = (k0 + 0x9E3779B9) & MASK, (k1 + 0xBB67AE85) & MASK
    return x0, x1, x2, x3


def words(seed, deal, stream=0):
    """The words of one deal, without end."""
    for block in count():
        yield from philox4x32_10((block, stream, deal & MASK, deal >> 32), (seed & MASK, seed >> 32))


def shuffle(cards, source):
    """Fisher and Yates from the last card down, with Lemire's unbiased choice."""
    deck = list(cards)
    for place in range(len(deck) - 1, 0, -1):
        bound = place + 1
        product = next(source) * bound
        while product & MASK < 2**32 % bound:
            product = next(source) * bound
        other = product >> 32
        deck[place], deck[other] = deck[other], deck[place]
    return deck
