"""What a player knows about the stock, as lanes.

A player who counts knows which cards the stock holds, not their order: a multiset that loses one card a draw. Put
each rank in a group of its own, and a lane for every sub-multiset is all that can be known: the lattice is *exact*.
Ranks put together in one group are counted together, and the cards of a group keep the proportions they have
now whatever is drawn: fewer lanes, and a *relaxed* model of the stock. All ranks in one group is drawing with
replacement. Either way nothing is known of the order, so no policy can rest on it.

Lanes are sorted by cards left; the last lane is the present one. Drawing a card of a group leads to one lane.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.kernels.tables import MAX_STOCK
from golfsim.games.solitaire.rules import BLOCKED, RANK_CODES

MAX_LANES = 8192


class Lattice(NamedTuple):
    """Lanes of unseen cards; room for the largest, written anew for each stock."""

    group: npt.NDArray[np.int64]
    """int64 (14,): the group of each rank code; -1 for a rank of which no card is unseen."""
    share: npt.NDArray[np.float32]
    """float32 (14,): what part of the cards of its group has a rank code."""
    size: npt.NDArray[np.int64]
    """int64 (14,): cards in each group."""
    start: npt.NDArray[np.int64]
    """int64 (MAX_STOCK + 2,): the first lane with so many cards left; one place more ends the last."""
    chance: npt.NDArray[np.float32]
    """float32 (14 * MAX_LANES,): by group and lane, the chance that the next card is one of the group."""
    next: npt.NDArray[np.int32]
    """int32 (14 * MAX_LANES,): by group and lane, the lane after such a card; 0 where there is none."""
    order: npt.NDArray[np.int32]
    """int32 (2 * MAX_LANES,): scratch."""
    shape: npt.NDArray[np.int64]
    """int64 (3,): groups, lanes, and 1 if the lattice is exact."""


GROUPS, LANES, EXACT = 0, 1, 2


@helper
def new_lattice() -> Lattice:
    """Room for any lattice."""
    return Lattice(
        np.zeros(RANK_CODES, np.int64),
        np.zeros(RANK_CODES, np.float32),
        np.zeros(RANK_CODES, np.int64),
        np.zeros(MAX_STOCK + 2, np.int64),
        np.zeros(RANK_CODES * MAX_LANES, np.float32),
        np.zeros(RANK_CODES * MAX_LANES, np.int32),
        np.zeros(2 * MAX_LANES, np.int32),
        np.zeros(3, np.int64),
    )


@helper
def layer_sizes(sizes: npt.NDArray[np.int64], groups: int, layers: npt.NDArray[np.float64]) -> None:
    """Write how many lanes have 0, 1, ... cards left, for groups of these sizes: float64 (MAX_STOCK + 1,)."""
    layers[:] = 0.0
    layers[0] = 1.0
    total = 0
    for group in range(groups):
        size = sizes[group]
        total += size
        # Multiply by 1 + x + ... + x**size, in place from the top.
        for left in range(total, -1, -1):
            value = 0.0
            for drawn in range(min(size, left) + 1):
                value += layers[left - drawn]
            layers[left] = value


@helper
def cells_needed(
    sizes: npt.NDArray[np.int64], groups: int, rows: npt.NDArray[np.int64], layers: npt.NDArray[np.float64]
) -> tuple[float, float]:
    """Pairs of heights and lanes that a pass would visit, and lanes.

    Args:
        sizes, groups: cards in each group.
        rows: int64 (MAX_STOCK + 1,): how many heights are of interest with so many cards left.
        layers: float64 (MAX_STOCK + 1,), scratch.
    """
    layer_sizes(sizes, groups, layers)
    cells, lanes = 0.0, 0.0
    for left in range(MAX_STOCK + 1):
        cells += layers[left] * rows[left]
        lanes += layers[left]
    return cells, lanes


@helper
def choose_groups(
    lattice: Lattice,
    unseen: npt.NDArray[np.int64],
    present: npt.NDArray[np.int64],
    step: npt.NDArray[np.int8],
    rows: npt.NDArray[np.int64],
    most_cells: int,
) -> float:
    """Put ranks together until a pass over the lattice visits at most `most_cells` pairs of heights and lanes.

    Ranks that go with the same cards of the columns are put together first: for what can follow them they are one.
    Ranks on which nothing goes are, at no loss, always one group.

    Args:
        lattice: `group`, `share`, `size` and `shape` are written.
        unseen, present: int64 (14,): cards of each rank code in the stock and in the columns.
        step: see `RuleTable.step`.
        rows: as in `cells_needed`.
        most_cells: kept where one group is enough to keep it.

    Returns:
        The pairs of heights and lanes a pass visits.
    """
    group, share, size = lattice.group, lattice.share, lattice.size
    use = np.zeros((RANK_CODES, RANK_CODES))
    layers = np.zeros(MAX_STOCK + 1)
    groups, useless = 0, -1
    for rank in range(RANK_CODES):
        group[rank] = -1
        if unseen[rank] == 0:
            continue
        total = 0.0
        for card in range(RANK_CODES):
            if present[card] and step[rank, card] != BLOCKED:
                total += present[card]
        if total == 0 and useless >= 0:
            group[rank] = useless
            size[useless] += unseen[rank]
            continue
        if total == 0:
            useless = groups
        for card in range(RANK_CODES):
            use[groups, card] = present[card] if step[rank, card] != BLOCKED else 0
        group[rank] = groups
        size[groups] = unseen[rank]
        groups += 1
    exact = 1
    while True:
        cells, lanes = cells_needed(size, groups, rows, layers)
        if groups <= 1 or (cells <= most_cells and lanes <= MAX_LANES):
            break
        exact = 0
        least, one, other = 1e300, 0, 1
        for a in range(groups):
            for b in range(a + 1, groups):
                distance = 0.0
                for card in range(RANK_CODES):
                    distance += abs(use[a, card] - use[b, card])
                loss = (distance + 0.1) * size[a] * size[b] / (size[a] + size[b])
                gain = np.log((size[a] + 1.0) * (size[b] + 1.0) / (size[a] + size[b] + 1.0))
                if loss / gain < least:
                    least, one, other = loss / gain, a, b
        both = size[one] + size[other]
        for card in range(RANK_CODES):
            use[one, card] = (size[one] * use[one, card] + size[other] * use[other, card]) / both
            use[other, card] = use[groups - 1, card]
        for rank in range(RANK_CODES):
            if group[rank] == other:
                group[rank] = one
            elif group[rank] == groups - 1:
                group[rank] = other
        size[one], size[other] = both, size[groups - 1]
        groups -= 1
    for rank in range(RANK_CODES):
        share[rank] = unseen[rank] / size[group[rank]] if group[rank] >= 0 else 0.0
    lattice.shape[GROUPS], lattice.shape[EXACT] = groups, exact
    return cells


@helper
def build_lanes(lattice: Lattice) -> None:
    """Write the lanes of a lattice whose groups are chosen."""
    size, start, chance, after, order = lattice.size, lattice.start, lattice.chance, lattice.next, lattice.order
    groups = lattice.shape[GROUPS]
    lanes, stock = 1, 0
    for group in range(groups):
        lanes *= size[group] + 1
        stock += size[group]
    # Numbers in mixed radix first, one digit a group; then sorted by cards left.
    start[:] = 0
    digits = np.zeros(RANK_CODES, np.int64)
    left = 0
    for number in range(lanes):
        order[MAX_LANES + number] = left
        start[left + 1] += 1
        left += _increment(digits, size, groups)
    for count in range(stock + 1):
        start[count + 1] += start[count]
    filled = start[: stock + 1].copy()
    for number in range(lanes):
        left = order[MAX_LANES + number]
        order[number] = filled[left]
        filled[left] += 1
    digits[:] = 0
    for number in range(lanes):
        lane = order[number]
        left = order[MAX_LANES + number]
        weight = 1
        for group in range(groups):
            place = group * MAX_LANES + lane
            chance[place] = digits[group] / left if left else 0.0
            after[place] = order[number - weight] if digits[group] else 0
            weight *= size[group] + 1
        _increment(digits, size, groups)
    lattice.shape[LANES] = lanes


@helper
def _increment(digits: npt.NDArray[np.int64], size: npt.NDArray[np.int64], groups: int) -> int:
    """Count up in mixed radix; returns by how much the sum of the digits grows."""
    grown = 0
    for group in range(groups):
        if digits[group] < size[group]:
            digits[group] += 1
            return grown + 1
        grown -= digits[group]
        digits[group] = 0
    return grown
