"""The one home of the outcome: rows, columns and the referee's record are the same seven things."""

from dataclasses import fields

import numpy as np

from golfsim.cards import Card
from golfsim.games.solitaire import outcome
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.game import Outcome, replay
from golfsim.games.solitaire.rules import Rules


def test_rows_columns_and_fields_have_the_same_names():
    assert outcome.NAMES == ("won", "strokes", "cards_left", "stock_left", "plays", "draws", "longest_run")
    assert [field.name for field in fields(Outcome) if field.name != "reason"] == list(outcome.NAMES)
    rows = (outcome.WON, outcome.STROKES, outcome.CARDS_LEFT, outcome.STOCK_LEFT, outcome.N_PLAYS, outcome.N_DRAWS)
    assert (*rows, outcome.LONGEST_RUN) == tuple(range(outcome.ROWS))


def test_strokes():
    assert [outcome.strokes_of(*left) for left in ((35, 0), (1, 0), (0, 0), (0, 3), (0, 16))] == [35, 1, 0, -3, -16]


def test_row_values_of_a_game():
    rules = Rules(columns=1, depth=2)
    deal = Deal(((Card(3), Card(2)),), Card(1), (Card(9), Card(8)))
    ended = replay(deal, rules, [0, 0]).outcome()
    assert outcome.row_values(ended) == [1, -2, 0, 2, 2, 0, 2]


def test_what_is_not_known_is_masked():
    out = np.array([[1, -2, 0, 2, 35, 14, 9], [-1] + 6 * [-128], [0] + 6 * [-128]], np.int8).T
    columns = outcome.columns(np.ascontiguousarray(out))
    assert columns["won"].tolist() == [True, None, False]
    assert columns["strokes"].tolist() == [-2, None, None]
    assert columns["plays"].dtype == np.uint8
    whole = outcome.columns(np.ascontiguousarray(out[:, :1]))
    assert not isinstance(whole["won"], np.ma.MaskedArray)
