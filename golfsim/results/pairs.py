"""Counts of two players on the deals both played, and the figures that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from golfsim.results.aligned import NO_SCORE
from golfsim.results.intervals import standard_error, t_quantile, tango
from golfsim.results.significance import mcnemar, more_deals_for_mean, more_deals_for_wins

Values = npt.NDArray[np.int8] | npt.NDArray[np.int32]


@dataclass
class PairCounts:
    """What is known of two players a and b after some deals; all figures are exact whole numbers.

    Attributes:
        outcomes: deals by outcome of a (row) and b (column): unknown, lost, won; int64, shape (3, 3).
        unpaired: deals only one of them played.
        of_deals: deals both played, whether a condition holds for them or not.
        cannot_tell: those of them for which it is neither true nor false.
        measured: deals in which both have a score.
        sum_a, sum_b: scores of a and of b in those.
        sum_d, sum_dd: their differences a - b, and the squares of these.
    """

    outcomes: npt.NDArray[np.int64]
    unpaired: int = 0
    of_deals: int = 0
    cannot_tell: int = 0
    measured: int = 0
    sum_a: int = 0
    sum_b: int = 0
    sum_d: int = 0
    sum_dd: int = 0

    @staticmethod
    def none() -> PairCounts:
        """Before the first deal."""
        return PairCounts(np.zeros((3, 3), np.int64))

    def add(
        self,
        won_a: npt.NDArray[np.int8],
        won_b: npt.NDArray[np.int8],
        scores_a: npt.NDArray[np.int32],
        scores_b: npt.NDArray[np.int32],
    ) -> None:
        """Count deals both played; the arrays are as `aligned.won` and `aligned.scores` give them."""
        cells = (won_a + np.int8(1)) * np.int8(3) + won_b + np.int8(1)
        self.outcomes += np.bincount(cells, minlength=9).reshape(3, 3)
        known = (scores_a != NO_SCORE) & (scores_b != NO_SCORE)
        if not known.all():
            scores_a, scores_b = scores_a[known], scores_b[known]
        difference = (scores_a - scores_b).astype(np.int64)
        self.measured += len(difference)
        self.sum_a += int(scores_a.sum(dtype=np.int64))
        self.sum_b += int(scores_b.sum(dtype=np.int64))
        self.sum_d += int(difference.sum())
        self.sum_dd += int(difference @ difference)

    @property
    def deals(self) -> int:
        """Deals both played."""
        return int(self.outcomes.sum())

    def figures(self, level: float, units: tuple[str, str]) -> dict[str, Any]:
        """The columns of `compare_table` that are numbers, but for Holm's; see there. `units`: of scores."""
        (uu, ul, uw), (lu, neither, only_b), (wu, only_a, both) = self.outcomes.tolist()
        counts = {
            "deals": self.deals,
            "unpaired": self.unpaired,
            "unknown": uu + ul + uw + lu + wu,
            "both": both,
            "only_a": only_a,
            "only_b": only_b,
            "neither": neither,
            "level": level,
        }
        if not self.deals:
            return counts
        return {**counts, **self._win_figures(level), **self._score_figures(level, *units)}

    def _win_figures(self, level: float) -> dict[str, Any]:
        (uu, ul, uw), (lu, neither, only_b), (wu, only_a, both) = self.outcomes.tolist()
        # The worst for a: every unknown deal of a lost and of b won; and the other way round.
        most_a, most_b = only_a + uu + ul + wu, only_b + uu + lu + uw
        figures: dict[str, Any] = {
            "win_rate_a": (both + only_a + wu) / self.deals,
            "win_rate_b": (both + only_b + uw) / self.deals,
            "win_low": tango(only_a, most_b, self.deals, level)[0],
            "win_high": tango(most_a, only_b, self.deals, level)[1],
            "mcnemar_p": mcnemar(min(most_a, max(only_a, only_b)), min(most_b, max(only_a, only_b))),
        }
        if both + only_a + only_b + neither == self.deals:
            figures["win_difference"] = (only_a - only_b) / self.deals
            figures["win_more_deals"] = more_deals_for_wins(only_a, only_b, self.deals, level)
        return figures

    def _score_figures(self, level: float, one: str, many: str) -> dict[str, Any]:
        n = self.measured
        if n < self.deals:
            return {}
        mean = self.sum_d / n
        figures: dict[str, Any] = {
            f"mean_{many}_a": self.sum_a / n,
            f"mean_{many}_b": self.sum_b / n,
            f"{one}_difference": mean,
        }
        if n > 1:
            variance = (n * self.sum_dd - self.sum_d**2) / (n * (n - 1))
            reach = t_quantile(level, n - 1) * standard_error(variance, n)
            figures |= {f"{one}_low": mean - reach, f"{one}_high": mean + reach}
            figures[f"{one}_more_deals"] = more_deals_for_mean(mean, reach, n)
        return figures
