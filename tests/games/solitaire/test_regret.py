"""The audit of moves: what it says of a player who makes none but the best, and of one who does not."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from golfsim.games.solitaire.rules import Rules

SCRIPT = Path(__file__).parents[3] / "scripts" / "regret.py"


@pytest.mark.slow
def test_optimal_moves_lose_nothing():
    spec = importlib.util.spec_from_file_location("regret", SCRIPT)
    regret = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(regret)
    rules = Rules.parse("classic")
    # The plans of this player are exact from the first run on that the audit can weigh.
    runs, best = regret.audit(rules, "expectimax:states=1000000,samples=0", 1, 20, 8, 1_000_000)
    assert np.nanmax(best) < 1e-6
    assert np.isfinite(best).sum() > runs / 4
    _, greedy = regret.audit(rules, "greedy", 1, 20, 8, 1_000_000)
    assert np.nanmin(greedy) > -1e-6
    assert np.nansum(greedy) > 0.05
