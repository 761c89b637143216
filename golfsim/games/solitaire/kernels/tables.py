"""What a kernel knows of the rules: the table of moves and the layout, as plain numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.compiled.jit import helper
from golfsim.games.solitaire.rules import BLOCKED, RANK_CODES, WASTE_STATES, Rules

MAX_STOCK = 54
"""Cards of the largest deck: no stock and no tableau has more, and no line of moves is longer."""


class RuleTable(NamedTuple):
    """A `Rules` record as kernels read it."""

    step: npt.NDArray[np.int8]
    """int8 (15, 14): waste state after playing a rank code on one, -1 if not allowed; see `Rules.transitions`."""
    columns: int
    depth: int
    starts: bool
    """Whether a card lies on the waste before the first move."""
    anytime: bool
    """Whether a card may be drawn while another could be played."""


@lru_cache(maxsize=64)
def rule_table(rules: Rules) -> RuleTable:
    """The table of `rules`; treat its array as read-only."""
    step = np.array(rules.transitions, dtype=np.int8)
    return RuleTable(step, rules.columns, rules.depth, rules.starts, rules.draw_anytime)


@helper
def accepted_ranks(step: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """int64 (15,): for each waste state the set of rank codes that go on it, as bits."""
    accepted = np.zeros(WASTE_STATES, np.int64)
    for waste in range(WASTE_STATES):
        for rank in range(RANK_CODES):
            if step[waste, rank] != BLOCKED:
                accepted[waste] |= 1 << rank
    return accepted
