"""Figures of a histogram: a mapping from a whole value to how often it occurs. Sums are exact whole numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import ceil


def mean(histogram: Mapping[int, int]) -> float:
    """Mean of the values; there must be at least one."""
    return sum(value * count for value, count in histogram.items()) / sum(histogram.values())


def variance(histogram: Mapping[int, int]) -> float:
    """Sample variance (divisor n - 1) of the values; there must be at least two.

    Formula: (n S2 - S1^2) / (n (n - 1)), S1 and S2 the sums of the values and of their squares. The numerator is
    a whole number, so that nothing is lost to cancellation.
    """
    n = sum(histogram.values())
    first = sum(value * count for value, count in histogram.items())
    second = sum(value * value * count for value, count in histogram.items())
    return (n * second - first * first) / (n * (n - 1))


def median(histogram: Mapping[int, int]) -> float:
    """Median of the values, the mean of the two middle ones for an even number; there must be at least one."""
    n = sum(histogram.values())
    return (_ranked(histogram, (n - 1) // 2) + _ranked(histogram, n // 2)) / 2


def quantile(histogram: Mapping[int, int], share: float) -> int:
    """The least value that at least `share` (0 to 1) of all values do not exceed; there must be at least one value.

    Source: definition 1 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American
    Statistician 50 (1996) 361-365.
    """
    n = sum(histogram.values())
    # The share is taken as the decimal that it is written as: 0.1 of 10 values is 1, not a little more.
    return _ranked(histogram, max(0, ceil(Fraction(str(share)) * n) - 1))


def _ranked(histogram: Mapping[int, int], rank: int) -> int:
    """The value at a rank, counted from 0 and from the least value."""
    values = sorted(histogram)
    ends = list(accumulate(histogram[value] for value in values))
    return values[bisect_right(ends, rank)]
