"""Many deals played abreast: `first` and `greedy` as vector arithmetic, several times faster than deal by deal.

Whether a card fits and whether a card is drawn is as good as random, so that a processor that plays one deal
after another guesses wrong at every other move. Here each step makes one move in DEALS_ABREAST deals at once, without
a branch: every loop over the deals is one statement, which the compiler turns into vector instructions. The
stock counts as one more column, whose card always fits and is always the least wanted.

`golfsim.games.solitaire.kernels.choosers` has the same two strategies deal by deal; it also writes down the moves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper, kernel
from golfsim.games.solitaire.kernels.hand import EMPTY, rank_code, score
from golfsim.games.solitaire.kernels.tables import RuleTable, accepted_ranks
from golfsim.games.solitaire.outcome import CARDS_LEFT, LONGEST_RUN, N_DRAWS, N_PLAYS, STOCK_LEFT, STROKES, WON
from golfsim.games.solitaire.rules import OPEN, RANK_CODES, WASTE_STATES

DEALS_ABREAST = 128
_PLACES = 128
"""Rank codes of a deal: of every column and the stock an EMPTY and then its cards, the next one last."""

_HEIGHT = 64
"""What one card in a column counts for; its place counts less, so that the leftmost wins ties."""

_1 = np.int32(1)


@helper
def after_masks(table: RuleTable) -> npt.NDArray[np.int32]:
    """int32 (2 * 16 * 16,): the waste state after a card of a rank code is drawn, or is played on a waste state."""
    after = np.zeros(512, np.int32)
    for waste in range(WASTE_STATES):
        for rank in range(RANK_CODES):
            after[16 * waste + rank] = rank
            after[256 + 16 * waste + rank] = table.step[waste, rank]
    return after


@helper
def place_deal(
    layout: npt.NDArray[np.int64],
    codes: npt.NDArray[np.int8],
    deck: npt.NDArray[np.uint8],
    ranks: npt.NDArray[np.int8],
) -> None:
    """Write the rank codes of a deck to the places of a deal; `layout` says which card goes where, -1 for EMPTY."""
    for place in range(len(layout)):
        card = layout[place]
        ranks[place] = codes[deck[card]] if card >= 0 else EMPTY


@helper
def deal_layout(table: RuleTable, cards: int) -> npt.NDArray[np.int64]:
    """int64 (columns + 1 + tableau + stock,): for each place of a deal the card of the deck there, or -1."""
    tableau = table.columns * table.depth
    stock = cards - tableau - (1 if table.starts else 0)
    layout = np.full(tableau + table.columns + 1 + stock, -1, np.int64)
    place = card = 0
    for _ in range(table.columns):
        for level in range(table.depth):
            layout[place + level + 1] = card + level
        card += table.depth
        place += table.depth + 1
    for index in range(stock):
        layout[place + stock - index] = cards - stock + index
    return layout


@kernel(name="greedy and first")
def play_abreast(decks: npt.NDArray[np.uint8], table: RuleTable, by_height: int, out: npt.NDArray[np.int8]) -> None:
    """Play each deck from the column with most cards that fits (by_height 1) or any (0), leftmost on ties.

    Args:
        decks: uint8 (n, cards).
        table: the rules.
        by_height: 1 for `greedy`, 0 for `first`.
        out: int8 (7, n), the outcomes.
    """
    columns = table.columns
    tableau = columns * table.depth
    stock = decks.shape[1] - tableau - (1 if table.starts else 0)
    accepts, after = accepted_ranks(table.step).astype(np.int32), after_masks(table)
    layout = deal_layout(table, decks.shape[1])
    codes = np.array([rank_code(card) for card in range(256)], np.int8)
    ranks = np.full((DEALS_ABREAST, _PLACES), EMPTY, np.int8)
    ranks_ = ranks.ravel()
    places = np.zeros((columns + 1, DEALS_ABREAST), np.int32)
    tops = np.full((columns + 1, DEALS_ABREAST), EMPTY, np.int32)
    wanted = np.zeros((columns + 1, DEALS_ABREAST), np.int32)
    places_, tops_, wanted_ = places.ravel(), tops.ravel(), wanted.ravel()
    waste, accept = np.zeros(DEALS_ABREAST, np.int32), np.zeros(DEALS_ABREAST, np.int32)
    best, played = np.zeros(DEALS_ABREAST, np.int32), np.zeros(DEALS_ABREAST, np.int32)
    moved, plays = np.zeros(DEALS_ABREAST, np.int32), np.zeros(DEALS_ABREAST, np.int32)
    run, longest = np.zeros(DEALS_ABREAST, np.int32), np.zeros(DEALS_ABREAST, np.int32)
    for start in range(0, len(decks), DEALS_ABREAST):
        deals = min(DEALS_ABREAST, len(decks) - start)
        for deal in range(DEALS_ABREAST):
            # Places without a deal of their own repeat the last one.
            deck = decks[start + min(deal, deals - 1)]
            place_deal(layout, codes, deck, ranks[deal])
            waste[deal] = rank_code(deck[tableau]) if table.starts else OPEN
            accept[deal] = accepts[waste[deal]]
        for column in range(columns + 1):
            top = (column + 1) * (table.depth + 1) - 1 if column < columns else len(layout) - 1
            value = _HEIGHT * (1 + by_height * table.depth) if column < columns else 0
            for deal in range(DEALS_ABREAST):
                places[column, deal] = deal * _PLACES + top
                tops[column, deal] = ranks[deal, top]
                wanted[column, deal] = value + _HEIGHT - 1 - column
        if stock == 0:
            wanted[columns] = 0
        plays[:] = 0
        run[:] = 0
        longest[:] = 0
        going = 1
        while going:
            best[:] = wanted[columns]
            for column in range(columns):
                want, card = wanted[column], tops[column]
                for deal in range(DEALS_ABREAST):
                    best[deal] = max(best[deal], want[deal] * ((accept[deal] >> card[deal]) & _1))
            going = 0
            for deal in range(DEALS_ABREAST):
                value = best[deal]
                move = 1 if value > 0 else 0
                chosen = _HEIGHT - 1 - (value & (_HEIGHT - 1)) if move else columns
                play = 1 if value >= _HEIGHT else 0
                going |= move
                at = np.uint64(chosen * DEALS_ABREAST + deal)
                rank = tops_[at]
                place = places_[at] - move
                under = ranks_[np.uint64(place)]
                places_[at] = place
                tops_[at] = under
                wanted_[at] = wanted_[at] - _HEIGHT * by_height * play if under != EMPTY else 0
                played[deal] = play
                moved[deal] = move
                next_waste = after[np.uint64(256 * play + 16 * waste[deal] + rank)] if move else waste[deal]
                waste[deal] = next_waste
                accept[deal] = accepts[np.uint64(next_waste)]
            for deal in range(DEALS_ABREAST):
                plays[deal] += played[deal]
            for deal in range(DEALS_ABREAST):
                run[deal] = (run[deal] + played[deal]) * (_1 - (moved[deal] ^ played[deal]))
            for deal in range(DEALS_ABREAST):
                longest[deal] = max(longest[deal], run[deal])
            for deal in range(DEALS_ABREAST):
                # A cleared deal draws no more.
                wanted[columns, deal] *= np.int32(plays[deal] != tableau)
        for deal in range(deals):
            row, left, stock_left = (
                start + deal,
                tableau - plays[deal],
                places[columns, deal] - deal * _PLACES - tableau - columns,
            )
            out[WON, row] = left == 0
            out[STROKES, row] = score(left, stock_left)
            out[CARDS_LEFT, row] = left
            out[STOCK_LEFT, row] = stock_left
            out[N_PLAYS, row] = plays[deal]
            out[N_DRAWS, row] = stock - stock_left
            out[LONGEST_RUN, row] = longest[deal]
