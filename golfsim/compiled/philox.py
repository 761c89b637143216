"""Philox4x32-10, the counter-based random number generator behind deals and stochastic strategies.

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A block of four
32-bit words is a function of a 64-bit key and a 128-bit counter alone, so any deal is reached at once.

golfsim sets key = seed and counter = (block, stream, deal low, deal high), each 32 bits, low words first.
Stream 0 deals cards; other streams belong to strategies, see `STREAM_DEAL` and `STREAM_PLAY`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, kernel

STREAM_DEAL = 0
"""Counter word 1 of the words that shuffle the deck."""

STREAM_PLAY = 1
"""Counter word 1 of the words a stochastic strategy uses."""

_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_ONE = np.uint64(1)

BLOCKS_ABREAST = 16
"""Blocks computed side by side: four vectors of the widest common registers, and more than one shuffle uses."""


@helper
def philox_blocks(
    key: np.uint64,
    stream: np.uint64,
    deal: np.uint64,
    first_block: np.uint64,
    blocks: npt.NDArray[np.uint64],
    words: npt.NDArray[np.uint32],
) -> None:
    """Write blocks `first_block` to `first_block + BLOCKS_ABREAST - 1`, in order, to `words`.

    Args:
        key, stream, deal: see the module; `stream` is below 2**32.
        blocks: uint64 (4, BLOCKS_ABREAST), scratch.
        words: uint32 (4 * BLOCKS_ABREAST,), the result.
    """
    x0, x1, x2, x3 = blocks[0], blocks[1], blocks[2], blocks[3]
    for block in range(BLOCKS_ABREAST):
        x0[block] = first_block + np.uint64(block)
        x1[block] = stream
        x2[block] = deal & _LOW
        x3[block] = deal >> _32
    k0 = key & _LOW
    k1 = key >> _32
    for _ in range(10):
        for block in range(BLOCKS_ABREAST):
            p0 = _M0 * x0[block]
            p1 = _M1 * x2[block]
            x0[block] = (p1 >> _32) ^ x1[block] ^ k0
            x2[block] = (p0 >> _32) ^ x3[block] ^ k1
            x1[block] = p1 & _LOW
            x3[block] = p0 & _LOW
        k0 = (k0 + _W0) & _LOW
        k1 = (k1 + _W1) & _LOW
    for block in range(BLOCKS_ABREAST):
        words[4 * block] = x0[block]
        words[4 * block + 1] = x1[block]
        words[4 * block + 2] = x2[block]
        words[4 * block + 3] = x3[block]


@kernel(name="the dealer")
def shuffle_decks(
    seed: np.uint64, first: np.uint64, base: npt.NDArray[np.uint8], decks: npt.NDArray[np.uint8]
) -> None:
    """Deal decks `first`, `first + 1`, ... of `seed`.

    Each deck starts as `base` and is shuffled from its last card down (Fisher and Yates): the card at place i
    changes places with the one at j, uniform on 0 to i. j is the high half of word * (i + 1); a word whose low
    half is below 2**32 mod (i + 1) is thrown away, which makes j exactly uniform (Lemire, "Fast random integer
    generation in an interval", 2019).

    Args:
        seed: key of the generator.
        first: number of the first deal; numbers wrap at 2**64.
        base: uint8 (cards,), the cards to shuffle.
        decks: uint8 (n, at least cards); the first `cards` places of each row are written.
    """
    cards = len(base)
    blocks = np.empty((4, BLOCKS_ABREAST), np.uint64)
    words = np.empty(4 * BLOCKS_ABREAST, np.uint32)
    span = np.uint64(4 * BLOCKS_ABREAST)
    for row in range(len(decks)):
        deck = decks[row]
        for place in range(cards):
            deck[place] = base[place]
        deal = first + np.uint64(row)
        philox_blocks(seed, np.uint64(STREAM_DEAL), deal, np.uint64(0), blocks, words)
        used = np.uint64(0)
        for place in range(cards - 1, 0, -1):
            bound = np.uint64(place + 1)
            while True:
                if used != np.uint64(0) and used % span == np.uint64(0):
                    philox_blocks(seed, np.uint64(STREAM_DEAL), deal, used // np.uint64(4), blocks, words)
                product = np.uint64(words[used % span]) * bound
                used += _ONE
                low = product & _LOW
                # 2**32 mod bound is below bound: only then is the division worth it.
                if low >= bound or low >= (_LOW + _ONE) % bound:
                    break
            other = np.int64(product >> _32)
            card = deck[place]
            deck[place] = deck[other]
            deck[other] = card
