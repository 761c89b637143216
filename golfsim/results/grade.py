"""How hard a deal is, from who clears it.

The blind strategies of a dataset, those that see nothing that is face down, are the yardstick:

    easy        more than half of them clear it
    medium      several do, but not more than half
    hard        exactly one does, and is not more than half
    expert      none does, though it can be cleared: one that proves what can be won found how
    unwinnable  it cannot be cleared at all: one of those proved it

A deal that no blind strategy clears has no grade where no proof was tried, or it was given up. Grades of datasets
with other blind strategies are not comparable; with one alone, a deal is easy or not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

GRADES = ("easy", "medium", "hard", "expert", "unwinnable")
NO_GRADE = -1
NEED_PROOF = {"expert", "unwinnable"}


def grades(blind: Sequence[npt.NDArray[np.int8]], provers: Sequence[npt.NDArray[np.int8]]) -> npt.NDArray[np.int8]:
    """Indices into GRADES, NO_GRADE where there is none; shape (deals,).

    Args:
        blind, provers: `aligned.won` of each of them: 1 won, 0 lost, -1 unknown; shape (deals,) each, and at least
            one blind. An unknown outcome of a blind strategy counts as not cleared.
    """
    cleared = clears(blind)
    result = np.full(len(cleared), NO_GRADE, np.int8)
    for proof in provers:
        result[proof == 0] = GRADES.index("unwinnable")
        result[proof == 1] = GRADES.index("expert")
    result[cleared == 1] = GRADES.index("hard")
    result[cleared > 1] = GRADES.index("medium")
    result[cleared > len(blind) / 2] = GRADES.index("easy")
    return result


def clears(blind: Sequence[npt.NDArray[np.int8]]) -> npt.NDArray[np.int64]:
    """How many of the blind strategies clear each deal; shape (deals,)."""
    cleared: npt.NDArray[np.int64] = (np.stack(blind) == 1).sum(axis=0, dtype=np.int64)
    return cleared
