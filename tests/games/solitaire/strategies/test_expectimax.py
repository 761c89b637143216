"""`expectimax` as a strategy: what it promises, and what its objectives are for."""

import pytest

from golfsim.games.solitaire.conformance import check_strategy
from golfsim.games.solitaire.deals.sources import SeededSource
from golfsim.games.solitaire.outcome import STROKES, WON
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.base import Batch
from golfsim.games.solitaire.strategies.registry import load

SMALL = ["classic+columns=4+depth=3", "jokers+kings=queen-dead+draw=when-stuck+start=tableau+columns=5+depth=2"]


@pytest.mark.slow
@pytest.mark.parametrize("options", ["states=1", "states=100000", "states=30000,objective=strokes"])
def test_conforms(options):
    check_strategy(f"expectimax:{options}", rules=SMALL, deals=4)


@pytest.mark.slow
def test_conforms_on_whole_deals_and_where_there_is_too_much_to_look_into():
    rules = ["classic", "putt-putt+columns=9+depth=5", "all-in-a-row+kings=dead"]
    check_strategy("expectimax:states=1000000", rules=rules, deals=2)


@pytest.mark.slow
def test_known_results_of_classic():
    """Rows recorded once; and who plays for strokes takes fewer than who plays to win, and far fewer than greedy."""
    rules = Rules()
    batch = Batch(SeededSource(1).decks(0, 10, rules), rules, 1, 0)
    greedy = load("greedy").play(batch).out
    win, strokes = (
        load(f"expectimax:states=1000000,objective={objective}").play(batch).out for objective in ("win", "strokes")
    )
    assert win[STROKES].tolist() == [3, 7, 1, 4, 3, 9, 19, 4, -4, 3]
    assert strokes[STROKES].tolist() == [5, 7, 1, 4, 3, 4, 6, 4, -4, 4]
    assert win[WON].tolist() == strokes[WON].tolist() == [0] * 8 + [1, 0]
    assert strokes[STROKES].mean() < win[STROKES].mean() < greedy[STROKES].mean()
    assert strokes[STROKES].mean() < greedy[STROKES].mean() - 2
