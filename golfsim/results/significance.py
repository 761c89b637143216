"""Whether a paired difference is more than chance, how many more deals would tell, and corrections for many tests."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp, lgamma, log, pi, sqrt

from golfsim.results.intervals import normal_quantile

NEGLIGIBLE = 1e-17
"""Share of a sum below which a term no longer changes it."""


def mcnemar(only_a: int, only_b: int) -> float:
    """McNemar's exact test: the two-sided p-value of equal win rates on paired deals.

    Formula: min(1, 2 P(X <= min(only_a, only_b))), X binomial with only_a + only_b trials of 1/2; 1 without trials.
    Only the deals that exactly one of the two wins count. The tail is summed from its largest term down, so that it
    takes some thousands of steps for millions of deals; its relative error stays below 1e-12.

    Source: Q. McNemar, Psychometrika 12 (1947) 153-157; the exact form in M. W. Fagerland, S. Lydersen and P. Laake,
    "The McNemar test for binary matched-pairs data", BMC Medical Research Methodology 13 (2013) 91.
    """
    trials, fewer = only_a + only_b, min(only_a, only_b)
    if 2 * fewer >= trials:
        return 1.0
    term, total = 1.0, 0.0
    for successes in range(fewer, -1, -1):
        total += term
        if term < NEGLIGIBLE * total:
            break
        term *= successes / (trials - successes + 1)
    return min(1.0, 2 * _fair_share(fewer, trials) * total)


def _fair_share(successes: int, trials: int) -> float:
    """The probability of so many successes in trials of 1/2, without the difference of the logs of large factorials.

    Source: C. Loader, "Fast and accurate computation of binomial probabilities" (2000), equation 2.
    """
    failures = trials - successes
    if not successes:
        return 0.5**trials
    errors = _stirling_error(trials) - _stirling_error(successes) - _stirling_error(failures)
    errors -= _deviance(successes, trials / 2) + _deviance(failures, trials / 2)
    return exp(errors) * sqrt(trials / successes / failures / (2 * pi))


def _stirling_error(n: int) -> float:
    """log n! less what Stirling's formula gives for it."""
    if n < 30:
        return lgamma(n + 1) - (n + 0.5) * log(n) + n - log(2 * pi) / 2
    square = n * n
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n


def _deviance(x: float, mean: float) -> float:
    """x log(x / mean) + mean - x, by a series where x is close to the mean, as little is left of the three there."""
    distance = (x - mean) / (x + mean)
    if abs(distance) > 0.1:
        return x * log(x / mean) + mean - x
    total, term, place = (x - mean) * distance, 2 * x * distance, 1
    while True:
        term *= distance * distance
        place += 2
        longer = total + term / place
        if longer == total:
            return total
        total = longer


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values, in the order given: each may be held against the level of all tests together.

    Formula: with the m values sorted upwards, the i-th (from 1) becomes the largest of (m - j + 1) p_j, j <= i, at
    most 1.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
    (1979) 65-70.
    """
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = highest
    return adjusted


def more_deals_for_wins(only_a: int, only_b: int, deals: int, level: float = 0.95) -> int | None:
    """How many more deals would settle a difference in win rate, if its shares stay as they are.

    0 if it is settled: Tango's interval excludes 0. None if the two are level, as nothing can be foretold then.

    Formula: the interval excludes 0 once (only_a - only_b)^2 / (only_a + only_b) > z^2, and the left side grows in
    proportion to the deals; so ceil(deals (z^2 (only_a + only_b) / (only_a - only_b)^2 - 1)).
    """
    if only_a == only_b:
        return None
    z = normal_quantile(level)
    factor = z * z * (only_a + only_b) / (only_a - only_b) ** 2
    return 0 if factor < 1 else ceil(deals * (factor - 1))


def more_deals_for_mean(mean: float, half_width: float, deals: int) -> int | None:
    """How many more deals would settle a mean difference, if it and the scatter stay as they are.

    0 if it is settled: the interval of `mean` -+ `half_width` excludes 0. None if the mean is 0.

    Formula: the half-width shrinks with the root of the deals; so ceil(deals ((half_width / mean)^2 - 1)).
    """
    if abs(mean) > half_width:
        return 0
    return None if mean == 0 else ceil(deals * ((half_width / mean) ** 2 - 1))
