"""What a kernel knows of the rules: the table of moves and the layout, as plain numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from golfsim.games.solitaire.rules import Rules


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
