"""`pimc` as a strategy: what it promises, and that samples matter."""

import pytest

from golfsim.games.solitaire.conformance import check_strategy
from golfsim.games.solitaire.deals.sources import SeededSource
from golfsim.games.solitaire.outcome import STROKES, WON
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.base import Batch
from golfsim.games.solitaire.strategies.registry import load

SMALL = ["classic+columns=4+depth=3", "jokers+kings=queen-dead+draw=when-stuck+start=tableau+columns=5+depth=2"]


@pytest.mark.slow
@pytest.mark.parametrize("options", ["samples=16", "samples=100", "samples=9,objective=strokes"])
def test_conforms(options):
    check_strategy(f"pimc:{options}", rules=SMALL, deals=4)


@pytest.mark.slow
def test_conforms_on_whole_deals_and_where_there_is_too_much_to_look_into():
    check_strategy(
        "pimc:samples=4", rules=["classic", "putt-putt+columns=9+depth=5", "all-in-a-row+kings=dead"], deals=2
    )


@pytest.mark.slow
def test_each_objective_serves_its_own_end():
    """On 400 small deals: to win, 8 more are won; for strokes, a third of a stroke less is taken."""
    rules = Rules(columns=3, depth=5)
    batch = Batch(SeededSource(1).decks(0, 400, rules), rules, 1, 0)
    win, strokes = (
        load(f"pimc:samples=16,objective={objective}").play(batch).out for objective in ("win", "strokes")
    )
    assert win[WON].sum() >= strokes[WON].sum() + 5
    assert strokes[STROKES].mean() < win[STROKES].mean() - 0.2
