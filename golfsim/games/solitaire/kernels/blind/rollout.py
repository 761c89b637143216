"""What each move at one point of a deal is worth: played on against sampled stocks, and with the true one known."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, kernel
from golfsim.games.solitaire.kernels.blind.planes import (
    ZERO_STROKES,
    lay_planes,
    new_planes,
    sample_orders,
    strokes_pass,
)
from golfsim.games.solitaire.kernels.blind.policy import (
    make_policy,
    new_policy,
    roll_out,
    value_of,
)
from golfsim.games.solitaire.kernels.blind.rows import ABSENT, NOWHERE, find_rows
from golfsim.games.solitaire.kernels.blind.spot import BOX, box_room, find_bounds, new_bounds, new_spot, see
from golfsim.games.solitaire.kernels.chain import new_trail, new_visited, play_run_within, play_runs_within
from golfsim.games.solitaire.kernels.hand import (
    CARDS,
    COLUMNS,
    DRAW,
    DRAWS,
    IN_COLUMNS,
    STOCK,
    TABLEAU,
    WASTE,
    Hand,
    draw,
    draws_left,
    lay_out,
    new_hand,
    play,
    score,
)
from golfsim.games.solitaire.kernels.tables import MAX_STOCK, RuleTable
from golfsim.games.solitaire.outcome import MISSING
from golfsim.games.solitaire.rules import DEAD_QUEEN


@helper
def hand_after(deck: npt.NDArray[np.uint8], table: RuleTable, moves: npt.NDArray[np.int64]) -> Hand:
    """A deal after some moves, which must be legal."""
    hand = new_hand(table)
    lay_out(hand, deck)
    for move in moves:
        if move == DRAW:
            draw(hand)
        else:
            play(hand, move)
    return hand


@kernel(name="hint")
def estimate_moves(
    deck: npt.NDArray[np.uint8],
    table: RuleTable,
    moves: npt.NDArray[np.int64],
    options: npt.NDArray[np.int64],
    strokes: bool,
    budget: int,
    cells: npt.NDArray[np.float32],
    seed: np.uint64,
    deal: np.uint64,
    limit: int,
    results: npt.NDArray[np.int8],
    sure: npt.NDArray[np.bool_],
    cut: npt.NDArray[np.bool_],
) -> bool:
    """Play on after each of some moves, by one policy made now, against the same sampled stocks.

    Args:
        deck: uint8 (cards,). Its stock cards not yet turned are used only as a multiset.
        table: the rules.
        moves: int64, the moves made so far.
        options: int64 (n,), the legal moves.
        strokes, budget, cells: as in `play_expectimax`.
        seed, deal: with the number of moves made, the key of the random numbers.
        limit: states that a search for a longest run may enter.
        results: int8 (n, samples), written: the strokes; without `strokes`, of what is not won only that they
            are above 0.
        sure: bool (n,), written: whether all samples are won, or none, whatever the order of the unseen cards. With
            `strokes` and a policy that is not known.
        cut: bool (n,), written: whether a search for a longest run ended at its limit.

    Returns:
        False if there is no room for a policy; then the longest run is played before each draw.
    """
    hand = hand_after(deck, table, moves)
    policy = new_policy(table, cells)
    has_policy = make_policy(policy, hand, table, strokes, budget)
    if not has_policy:
        see(hand, policy.spot)
    orders = np.zeros((results.shape[1], MAX_STOCK + 1), np.uint8)
    sample_orders(policy.spot.unseen, seed, deal, len(moves), orders)
    visited, trail = new_visited(1024), new_trail(table)
    stock = CARDS + hand[TABLEAU] + hand[COLUMNS]
    sure[:] = False
    cut[:] = False
    for option in range(len(options)):
        move = options[option]
        if has_policy:
            for sample in range(len(orders)):
                results[option, sample] = roll_out(policy, table, hand[WASTE], move, orders[sample], strokes)
            # Whatever can be drawn at all has some chance in every lattice.
            sure[option] = not strokes and value_of(policy, table, hand[WASTE], move) <= 0
        # What follows without a draw is the same for all samples.
        start = hand.copy()
        if move != DRAW:
            play(start, move)
            visited, cut[option] = play_run_within(start, visited, trail, limit)
        if start[IN_COLUMNS] == 0 or (draws_left(start) == 0 and not cut[option]):
            sure[option] = True
        if has_policy:
            cut[option] = False
            continue
        for sample in range(len(orders)):
            other = start.copy()
            if move == DRAW or (other[IN_COLUMNS] and draws_left(other)):
                for draws in range(hand[DRAWS], hand[STOCK]):
                    other[stock + draws] = orders[sample, hand[STOCK] - draws]
                draw(other)
                visited, more = play_runs_within(other, visited, trail, limit)
                cut[option] |= more
            results[option, sample] = score(other[IN_COLUMNS], draws_left(other))
    return has_policy


@kernel(name="hint --peek")
def peek_moves(
    deck: npt.NDArray[np.uint8],
    table: RuleTable,
    moves: npt.NDArray[np.int64],
    options: npt.NDArray[np.int64],
    cells: npt.NDArray[np.uint8],
    results: npt.NDArray[np.int8],
) -> None:
    """The lowest strokes after each of some moves, with the stock known.

    Args:
        deck, table, moves, options: as in `estimate_moves`.
        cells: uint8, scratch.
        results: int8 (n,), written; MISSING if there are too many heights below.
    """
    hand, spot = hand_after(deck, table, moves), new_spot(table)
    box, columns, left = box_room(table), table.columns, draws_left(hand)
    wide = columns + 2
    bounds = new_bounds(box, columns)
    planes = new_planes(box, columns, 1, cells)
    results[:] = MISSING
    if see(hand, spot) > box:
        return
    find_bounds(spot, table, bounds)
    find_rows(spot, bounds, True, planes.rows)
    if planes.rows.count.sum() * wide + MAX_STOCK + 2 > len(cells):
        return
    order = np.zeros((1, MAX_STOCK + 1), np.uint8)
    stock = CARDS + hand[TABLEAU] + columns
    for draws in range(hand[DRAWS], hand[STOCK]):
        order[0, hand[STOCK] - draws] = hand[stock + draws]
    lay_planes(order, 0, 1, table, left, 1, planes)
    strokes_pass(spot, bounds, table, False, 1, planes)
    for option in range(len(options)):
        move = options[option]
        index, slot = spot.facts[BOX] - 1, columns + 1
        if move != DRAW:
            index -= spot.strides[move]
            dead = table.step[hand[WASTE], spot.ranks[move, spot.heights[move] - 1]] == DEAD_QUEEN
            slot = columns if dead else move
        row = planes.rows.place[index]
        if row == ABSENT:
            continue
        at = planes.rows.slot[row * wide + slot]
        if at != NOWHERE:
            results[option] = ZERO_STROKES - np.int64(cells[at + left])
