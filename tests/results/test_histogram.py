"""Figures of histograms against the standard library's, on the values spelled out."""

from __future__ import annotations

import statistics
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsim.results import histogram

VALUES = st.lists(st.integers(-16, 35), min_size=2, max_size=60)


@given(VALUES)
def test_figures_are_those_of_the_values_spelled_out(values: list[int]) -> None:
    counts = Counter(values)
    assert histogram.mean(counts) == pytest.approx(statistics.fmean(values))
    assert histogram.variance(counts) == pytest.approx(statistics.variance(values))
    assert histogram.median(counts) == statistics.median(values)


def test_large_counts_lose_nothing_to_cancellation() -> None:
    half = 10**15
    assert histogram.variance({10**6: half, 10**6 + 1: half}) == pytest.approx(0.25)


def test_one_value_has_a_mean_and_a_median() -> None:
    assert (histogram.mean({-3: 1}), histogram.median({-3: 1})) == (-3, -3)


@given(VALUES, st.sampled_from([0.0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.95, 1.0]))
def test_a_quantile_is_the_least_value_that_enough_do_not_exceed(values: list[int], share: float) -> None:
    enough = [value for value in values if sum(other <= value for other in values) >= share * len(values) - 1e-9]
    assert histogram.quantile(Counter(values), share) == min(enough)
