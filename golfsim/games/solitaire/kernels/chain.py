"""The longest run visible now: an exact search over what can be played without drawing.

Cards removed are a function of the column heights, so the longest run leads to the reachable state with fewest
cards left, and a depth-first search that enters each (heights, waste state) once is exact. Its table of
visited states is open addressing over one 64-bit word a state, emptied by generation, and grows when half full.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.bits import lowest, without_lowest
from golfsim.compiled.jit import helper, kernel
from golfsim.games.solitaire.kernels.hand import (
    HEIGHTS,
    IN_COLUMNS,
    WASTE,
    Hand,
    draw,
    draws_left,
    finish,
    fitting,
    lay_out,
    new_hand,
    play,
    put_back,
    remove,
    waste_after,
)
from golfsim.games.solitaire.kernels.hashing import spread
from golfsim.games.solitaire.kernels.tables import RuleTable

NO_LIMIT = 2**62
"""More states than there can be."""


class Visited(NamedTuple):
    """A set of 64-bit keys that is emptied at once."""

    keys: npt.NDArray[np.uint64]
    """uint64 (a power of two,)."""
    stamps: npt.NDArray[np.uint32]
    """uint32, as long: a place counts as filled only if its stamp is `count[1]`."""
    count: npt.NDArray[np.int64]
    """int64 (2,): keys held, and the present generation."""


class Trail(NamedTuple):
    """Room for the search for a run."""

    path: npt.NDArray[np.int64]
    """int64 (4, tableau + 1), scratch: by depth, what leads there and what is still to try."""
    run: npt.NDArray[np.int64]
    """int64 (tableau,): the columns of the run found."""


@helper
def new_trail(table: RuleTable) -> Trail:
    """Room for any run under the rules of `table`."""
    tableau = table.columns * table.depth
    return Trail(np.empty((4, tableau + 1), np.int64), np.empty(tableau, np.int64))


@helper
def new_visited(size: int) -> Visited:
    """An empty set with room for `size` keys, a power of two."""
    count = np.zeros(2, np.int64)
    count[1] = 1
    return Visited(np.zeros(size, np.uint64), np.zeros(size, np.uint32), count)


@helper
def clear(visited: Visited) -> None:
    """Forget all keys."""
    visited.count[0] = 0
    visited.count[1] += 1
    if visited.count[1] == 2**32:
        visited.stamps[:] = 0
        visited.count[1] = 1


@helper
def add(visited: Visited, key: np.uint64) -> bool:
    """Add a key; False if it was there. The set must not be full."""
    mask = np.uint64(len(visited.keys) - 1)
    place = spread(key) & mask
    generation = visited.count[1]
    while visited.stamps[place] == generation:
        if visited.keys[place] == key:
            return False
        place = (place + np.uint64(1)) & mask
    visited.keys[place] = key
    visited.stamps[place] = generation
    visited.count[0] += 1
    return True


@helper
def doubled(visited: Visited) -> Visited:
    """The same set with twice the room."""
    larger = new_visited(2 * len(visited.keys))
    for place in range(len(visited.keys)):
        if visited.stamps[place] == visited.count[1]:
            add(larger, visited.keys[place])
    return larger


@helper
def pack(hand: Hand, waste: int) -> np.uint64:
    """Heights and waste state in one word, which they fit."""
    return np.uint64((hand[HEIGHTS] << 4) | waste)


@helper
def longest_run(hand: Hand, visited: Visited, trail: Trail) -> tuple[int, Visited]:
    """The columns of the longest run from here, leftmost first among equals, into `trail.run`; its length.

    Args:
        hand: is searched in place and left as it was found.
        trail: at each depth of the search the column played, the set of those still to try and the waste state.

    Returns:
        The length, and the set of visited states, which may have grown.
    """
    length, visited, _ = longest_run_within(hand, visited, trail, NO_LIMIT)
    return length, visited


@helper
def longest_run_within(hand: Hand, visited: Visited, trail: Trail, limit: int) -> tuple[int, Visited, bool]:
    """As `longest_run`, but of at most `limit` states the longest found; whether there were more is returned last."""
    clear(visited)
    path, wastes, best = trail.path, trail.path[2], trail.run
    left = hand[IN_COLUMNS]
    level, deepest = 0, 0
    wastes[0] = hand[WASTE]
    path[1, 0] = fitting(hand, wastes[0])
    while level >= 0 and deepest < left:
        columns = path[1, level]
        if columns == 0:
            level -= 1
            if level >= 0:
                put_back(hand, path[0, level])
            continue
        column = lowest(columns)
        path[0, level] = column
        path[1, level] = without_lowest(columns)
        waste = waste_after(hand, wastes[level], remove(hand, column))
        if 2 * visited.count[0] >= len(visited.keys):
            visited = doubled(visited)
        if not add(visited, pack(hand, waste)):
            put_back(hand, column)
            continue
        if visited.count[0] > limit:
            put_back(hand, column)
            break
        level += 1
        wastes[level] = waste
        path[1, level] = fitting(hand, waste)
        if level > deepest:
            deepest = level
            best[:level] = path[0, :level]
    for undone in range(level - 1, -1, -1):
        put_back(hand, path[0, undone])
    return deepest, visited, visited.count[0] > limit


@helper
def play_run(hand: Hand, trail: Trail, length: int) -> bool:
    """Play a run and draw; False if the deal has ended instead of the draw."""
    for place in range(length):
        play(hand, trail.run[place])
    if hand[IN_COLUMNS] == 0 or draws_left(hand) == 0:
        return False
    draw(hand)
    return True


@helper
def play_longest_runs(hand: Hand, visited: Visited, trail: Trail) -> Visited:
    """Play a deal to its end, the longest run before each draw; the set of visited states, which may have grown."""
    going = True
    while going:
        length, visited = longest_run(hand, visited, trail)
        going = play_run(hand, trail, length)
    return visited


@helper
def play_run_within(hand: Hand, visited: Visited, trail: Trail, limit: int) -> tuple[Visited, bool]:
    """Play the longest run among at most `limit` states, and on until nothing fits if there were more.

    Returns the set of visited states, which may have grown, and whether there were more.
    """
    length, visited, cut = longest_run_within(hand, visited, trail, limit)
    for place in range(length):
        play(hand, trail.run[place])
    columns = fitting(hand, hand[WASTE]) if cut else 0
    while columns:
        play(hand, lowest(columns))
        columns = fitting(hand, hand[WASTE])
    return visited, cut


@helper
def play_runs_within(hand: Hand, visited: Visited, trail: Trail, limit: int) -> tuple[Visited, bool]:
    """As `play_longest_runs`, with such runs; the set, and whether any of them was cut short."""
    cut = False
    while True:
        visited, more = play_run_within(hand, visited, trail, limit)
        cut |= more
        if hand[IN_COLUMNS] == 0 or draws_left(hand) == 0:
            return visited, cut
        draw(hand)


@kernel
def play_longest_chain(
    decks: npt.NDArray[np.uint8], table: RuleTable, out: npt.NDArray[np.int8], lines: npt.NDArray[np.int8]
) -> None:
    """Play each deck by playing the longest run visible, then drawing, until the stock is empty.

    Args: as in `golfsim.games.solitaire.kernels.choosers`.
    """
    hand = new_hand(table)
    visited, trail = new_visited(1024), new_trail(table)
    for row in range(len(decks)):
        lay_out(hand, decks[row])
        visited = play_longest_runs(hand, visited, trail)
        finish(hand, out, lines, row)
