"""Sets of columns as bits, and the set of states a search has visited."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsim.compiled.bits import lowest, without_lowest
from golfsim.games.solitaire.kernels.chain import add, clear, doubled, new_visited, pack
from golfsim.games.solitaire.kernels.hand import HAND_SIZE, HEIGHTS


@pytest.mark.parametrize("bit", range(63))
def test_lowest_bit_alone(bit):
    assert lowest(np.int64(1 << bit)) == bit
    assert without_lowest(np.int64(1 << bit)) == 0


@given(st.integers(1, 2**63 - 1))
def test_lowest_bit_of_many(columns):
    members = []
    rest = np.int64(columns)
    while rest:
        members.append(int(lowest(rest)))
        rest = without_lowest(rest)
    assert members == [bit for bit in range(63) if columns >> bit & 1]


def test_visited_remembers_and_forgets():
    visited = new_visited(64)
    keys = [np.uint64(Random(1).getrandbits(64)) for _ in range(1)] + [np.uint64(key) for key in (0, 1, 2**64 - 1)]
    assert [add(visited, key) for key in keys] == [True] * 4
    assert [add(visited, key) for key in keys] == [False] * 4
    assert visited.count[0] == 4
    clear(visited)
    assert visited.count[0] == 0
    assert [add(visited, key) for key in keys] == [True] * 4


@given(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 20), max_size=200))
def test_visited_is_a_set_and_grows(keys):
    visited, known = new_visited(2), set()
    for key in keys:
        if 2 * visited.count[0] >= len(visited.keys):
            visited = doubled(visited)
        assert add(visited, np.uint64(key)) == (key not in known)
        known.add(key)
        assert visited.count[0] == len(known)
    for key in known:
        assert not add(visited, np.uint64(key))


def test_visited_may_be_full_but_for_one():
    visited = new_visited(8)
    for first in range(0, 210, 7):
        clear(visited)
        keys = range(first, first + 7)
        assert all(add(visited, np.uint64(key)) for key in keys)
        assert not any(add(visited, np.uint64(key)) for key in keys)
    larger = doubled(visited)
    assert len(larger.keys) == 16
    assert larger.count[0] == 7
    assert not any(add(larger, np.uint64(key)) for key in keys)


def test_visited_after_2_to_the_32_generations():
    visited = new_visited(8)
    add(visited, np.uint64(5))
    visited.count[1] = 2**32 - 1
    assert add(visited, np.uint64(6))
    clear(visited)
    assert visited.count[1] == 1
    assert add(visited, np.uint64(5)), "a stamp of the first generation is not taken for one of the present"
    assert add(visited, np.uint64(6))


@given(st.integers(0, 2**54 - 1), st.integers(0, 14), st.integers(0, 2**54 - 1), st.integers(0, 14))
def test_packed_states_differ(heights, waste, other_heights, other_waste):
    def packed(number, state):
        hand = np.zeros(HAND_SIZE, np.int64)
        hand[HEIGHTS] = number
        return int(pack(hand, state))

    same = (heights, waste) == (other_heights, other_waste)
    assert (packed(heights, waste) == packed(other_heights, other_waste)) == same
