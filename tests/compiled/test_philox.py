"""The generator against published vectors and against plain Python; rejection; frozen decks."""

import numpy as np
import philox
import pytest

from golfsim.cards import Card
from golfsim.compiled import philox as kernel
from golfsim.compiled.philox import BLOCKS_ABREAST, STREAM_DEAL, STREAM_PLAY, philox_blocks, shuffle_decks

# Known answers for philox4x32-10 published with Random123: counter, key, result.
VECTORS = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]

SEEDS = (0, 1, 7, 2**63, 2**64 - 1)


def numbers(text):
    return tuple(int(word, 16) for word in text.split())


@pytest.mark.parametrize(("counter", "key", "result"), VECTORS)
def test_published_vectors(counter, key, result):
    assert philox.philox4x32_10(numbers(counter), numbers(key)) == numbers(result)
    block, stream, low, high = numbers(counter)
    key_low, key_high = numbers(key)
    blocks, words = np.empty((4, BLOCKS_ABREAST), np.uint64), np.empty(4 * BLOCKS_ABREAST, np.uint32)
    deal, seed = np.uint64(high << 32 | low), np.uint64(key_high << 32 | key_low)
    philox_blocks(seed, np.uint64(stream), deal, np.uint64(block), blocks, words)
    assert tuple(map(int, words[:4])) == numbers(result)


@pytest.mark.parametrize("stream", [STREAM_DEAL, STREAM_PLAY])
@pytest.mark.parametrize("block", [0, 16, 1000])
def test_blocks_follow_one_another(stream, block):
    seed, deal = 0x0123456789ABCDEF, 0xFEDCBA9876543210
    blocks, words = np.empty((4, BLOCKS_ABREAST), np.uint64), np.empty(4 * BLOCKS_ABREAST, np.uint32)
    philox_blocks(np.uint64(seed), np.uint64(stream), np.uint64(deal), np.uint64(block), blocks, words)
    low, high = deal & philox.MASK, deal >> 32
    expected = [
        word
        for number in range(BLOCKS_ABREAST)
        for word in philox.philox4x32_10((block + number, stream, low, high), (seed & philox.MASK, seed >> 32))
    ]
    assert list(map(int, words)) == expected


def dealt(seed, first, count, cards=52):
    decks = np.empty((count, cards), np.uint8)
    shuffle_decks(np.uint64(seed), np.uint64(first), np.arange(cards, dtype=np.uint8), decks)
    return decks


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("cards", [52, 54, 2, 1])
def test_decks_bit_for_bit(seed, cards):
    for first in (0, 2**32 - 1, 2**63 + 5):
        expected = [philox.shuffle(range(cards), philox.words(seed, first + row)) for row in range(3)]
        assert dealt(seed, first, 3, cards).tolist() == expected


# Deals of seed 0 in which a word is thrown away.
REJECTING = (6_717_774, 7_345_144, 13_566_960)


@pytest.mark.parametrize("deal", REJECTING)
def test_a_word_is_thrown_away(deal):
    used = []
    expected = philox.shuffle(range(52), (used.append(word) or word for word in philox.words(0, deal)))
    assert len(used) == 52, "one word more than the 51 exchanges need"
    assert dealt(0, deal, 1).tolist() == [expected]
    careless = iter(used)
    deck = list(range(52))
    for place in range(51, 0, -1):
        other = next(careless) * (place + 1) >> 32
        deck[place], deck[other] = deck[other], deck[place]
    assert deck != expected


class Stream:
    """Words handed to the kernel in place of the generator's; blocks may be asked for in order only."""

    def __init__(self, words):
        self.words = words
        self.asked = []

    def __call__(self, key, stream, deal, first_block, blocks, words):
        self.asked.append(int(first_block))
        start = 4 * int(first_block)
        words[:] = self.words[start : start + len(words)]


def shuffled_by_kernel(monkeypatch, words):
    """What the kernel, run as plain Python, makes of 52 cards with these words."""
    stream = Stream(np.array(words, np.uint32))
    monkeypatch.setattr(kernel, "philox_blocks", stream)
    decks = np.empty((1, 52), np.uint8)
    plain = getattr(shuffle_decks, "py_func", shuffle_decks)
    plain(np.uint64(0), np.uint64(0), np.arange(52, dtype=np.uint8), decks)
    return decks[0].tolist(), stream.asked


def word_with_low_half(low, bound):
    """The word whose product with an odd bound ends in `low`."""
    return low * pow(bound, -1, 2**32) % 2**32


def test_rejection_is_exact(monkeypatch):
    rest = [int(word) for word in np.random.default_rng(1).integers(0, 2**32, 200)]
    bound = 51
    limit = 2**32 % bound
    assert limit == 1
    for low, thrown in ((limit - 1, True), (limit, False), (limit + 1, False)):
        words = [rest[0], word_with_low_half(low, bound), *rest[1:]]
        used = []
        expected = philox.shuffle(range(52), (used.append(word) or word for word in words))
        assert len(used) == 51 + thrown
        assert shuffled_by_kernel(monkeypatch, words) == (expected, [0])


def test_more_words_than_one_filling(monkeypatch):
    # A word of 0 is thrown away unless the bound is a power of two.
    random = np.random.default_rng(2)
    words = [int(word) for word in random.integers(1, 2**32, 1000)]
    for place in random.permutation(190)[:120]:
        words[place] = 0
    used = []
    expected = philox.shuffle(range(52), (used.append(word) or word for word in words))
    assert 128 < len(used) <= 192
    assert shuffled_by_kernel(monkeypatch, words) == (expected, [0, 16, 32])


def test_exactly_one_filling(monkeypatch):
    words = [0] * 13 + [int(word) for word in np.random.default_rng(3).integers(2**20, 2**32, 300)]
    used = []
    expected = philox.shuffle(range(52), (used.append(word) or word for word in words))
    assert len(used) == 64
    assert shuffled_by_kernel(monkeypatch, words) == (expected, [0])


FROZEN = {
    (0, 0): (
        "KS 4C 7C 9D 2H 6S QH 3D 8C KC 9C 3H QD 4D 3C TD AD KH 2D 5C TC JS 9H JD TH AH "
        "9S 7S JC KD 5D 2S 5H 7H QS 8H 3S TS 4S 7D QC 6C AS AC 2C 6H 5S 8D 4H JH 6D 8S"
    ),
    (0, 1): (
        "6S KH JS 3H 8D 4D TH 7D QD 8H 9S 7C 5S 6D 7H AS 4S JH 5D 2S 3S TD JC JD 8S AC "
        "4C 2C 2D 5C TC KD 5H QC 3D 4H 8C KC QS 6C 2H 9C 6H 9H 7S TS AD QH KS 3C 9D AH"
    ),
    (0, 2**63 + 5): (
        "9S KS TS 5C 5H 2S TH 2H 7D 8C QS 2D 9C JS AS 8H JC QC 4C QH 3C AC 8D 3H 3D 5S "
        "KD 6S KC JH 9H 6D 9D KH 7C JD AH 5D QD 4H 2C 7S AD 6H TC TD 7H 8S 4S 4D 6C 3S"
    ),
    (1, 0): (
        "TD AC 2S 8S 6H JH TH 5C 3H AS 7C 3S 3C KS AD AH QD 6S QS 5S 8H 9D 5D QC 7S 4S "
        "KD KC 8C 4C TC 2D 2H TS 4D 9C KH 6C 2C 5H QH 6D JS JC JD 9S 3D 7H 9H 4H 7D 8D"
    ),
    (1, 1): (
        "5D 2S 6H 9H 2H JS 7C 8D 7H JC QS 6C KH 4S TS 3C QD KC 5H KD 2D 7D 4H 8H 9D TC "
        "AC 7S 9C AD JH 5C KS AH 3D 4C 6S TH 4D 5S 8C TD 3H 9S 3S QH 6D JD 8S QC AS 2C"
    ),
    (1, 2**63 + 5): (
        "TH AD QD 4S AC 7S KH QH 6C 2D 2C 7D KC 9S 2S 6D 6S 3S 6H QS 7C 8S 5H 3D 5C 9D "
        "9H JD 8D 5S KS AS 4D 5D 2H QC 4H JC AH 9C 4C TC JH JS TD 8H KD TS 3H 7H 8C 3C"
    ),
    (7, 0): (
        "4H 3C 9C 2C 9S 4S 7D 3D KS JH 2H AD QC 2S 9D QD 7H TD 5S 4D AS 3H QS 7C 5H 4C "
        "KC TS 8S AH 6H TH 6S JS 2D JC 8D KD TC 3S 9H 8H 6D AC 5D 8C QH 7S 5C 6C KH JD"
    ),
    (7, 1): (
        "TC QS 8S 9D 6D 3C 2C QD AS AH 7D 8D 6H 4C 9H 9S 4S TD KH 2H 8H 7C 5C KD 3D 2D "
        "AC JH 7S 5H QH 7H 5S 5D JS 6C 2S 8C 6S JC 4H TS 3H KC JD TH AD 4D QC 3S 9C KS"
    ),
    (7, 2**63 + 5): (
        "2C JD 3H KH 2S 8S 4S KD 4D 2H QD KS 7D 6C KC TC 3C JS AS 5D 3D 2D 3S 4C 9S AH "
        "TS QH JC AC 5H 9C 6D 6H AD 5S 7H QS 7C 8C 8H 7S 8D TD 4H TH 9D 6S 9H JH 5C QC"
    ),
    (2**63, 0): (
        "2C JC 9S TD 7S 4C 7D 7C KD 7H JS 5H KH 6C 4S 2D 9H 2S 6S 3C 8S 6D QD JD 9D AH "
        "KC 3S 4H 3D 5D JH 6H 3H AS 2H TS QH TC TH 9C 8D AD QS 5C QC 8C 4D 5S AC KS 8H"
    ),
    (2**63, 1): (
        "4C 5H 4S TH 3D QS 5D 6C 7D JC AD QD 2H 8D TC 8C QC 5C 5S TD KC AS KD 2C 6S 7H "
        "6D 3H AH 9S KS AC KH JS 8H JD 7S 3S 4D 3C 9C 8S 7C 9D JH 4H 2D QH TS 9H 6H 2S"
    ),
    (2**63, 2**63 + 5): (
        "3H 9C QS QD 8C 9H TS 4C AH 5S 2S 5D QH 3D 7H 5H JD 4H AC 9S TC AD 8H QC KC TD "
        "8S 3S 2D 4D AS 4S KD 7D 2H KS 2C 6S JC JH KH 6C 7C 5C 6D 9D 3C JS 7S 6H TH 8D"
    ),
    (2**64 - 1, 0): (
        "2D JD KD 4C 8S 6C QC 5D 2S 4D 4S TD 3S KS 9C 3C 2C AC TC AD 4H 3D 5S 9H 7S TH "
        "6D JC 8C 8H KH 7H 8D 5H 2H JH 9S KC AH TS QS QH 6S 9D 7D 3H AS QD 7C 6H 5C JS"
    ),
    (2**64 - 1, 1): (
        "8C 4S 9D 4C 2D 3S 6S AH AC KD 2H 9C 3D QS 4H 5D KH 6H 5S TS QD 8S AD 9S 6D JC "
        "TC TD TH 6C QH 2C 8D 3C 7D QC JS 5H JH 5C 3H JD 7S 4D 7H AS 9H 7C KC 2S KS 8H"
    ),
    (2**64 - 1, 2**63 + 5): (
        "TS 8C 6C TD TH 3H 2H 6S QH KS 8H JH 5S 8D KC 4C KD 6H 5C 4H JC JS 7S 3S 3C QS "
        "QD 5H AH 9H 4S AD AS 6D 5D 8S 3D TC QC 2D 2S 2C 7H 7C KH 4D JD AC 7D 9C 9S 9D"
    ),
}


@pytest.mark.parametrize(("seed", "deal"), FROZEN)
def test_deals_stay_the_same_for_ever(seed, deal):
    assert " ".join(str(Card(card)) for card in dealt(seed, deal, 1)[0]) == FROZEN[seed, deal]
