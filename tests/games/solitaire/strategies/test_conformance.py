"""Every strategy keeps its word; see `golfsim.testing`."""

import pytest

from golfsim.games.solitaire.conformance import check_strategy
from golfsim.games.solitaire.strategies.registry import BUILT_IN

QUICK = ["first", "random", "greedy", "guide"]
ELSEWHERE = ("pimc", "expectimax")
"""They think for too long; `test_pimc` and `test_expectimax` check them with less effort."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in BUILT_IN if name not in ELSEWHERE])
def test_built_in(name):
    check_strategy(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_built_in_without_a_stock(name):
    check_strategy(name, rules=["black-hole", "all-in-a-row", "classic+kings=wrap+columns=17+depth=3"], deals=50)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_built_in_on_more_deals(name):
    check_strategy(name, rules=["classic", "putt-putt+draw=when-stuck", "jokers+kings=queen-dead"], deals=300, seed=5)


@pytest.mark.parametrize("name", [*QUICK, "longest-chain"])
def test_built_in_on_a_few_deals(name):
    check_strategy(name, rules=["classic", "jokers+draw=when-stuck+start=tableau+columns=4+depth=3"], deals=6)


@pytest.mark.slow
@pytest.mark.parametrize("options", ["objective=win", "max-states=50"])
def test_solver_with_options(options):
    check_strategy(f"solver:{options}", rules=["classic", "when-stuck", "relaxed+jokers=2"])
