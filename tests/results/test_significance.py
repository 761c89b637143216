"""McNemar's test, Holm's correction and the deals still needed, against exact sums, and scipy where there is one."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsim.results.intervals import tango
from golfsim.results.significance import holm, mcnemar, more_deals_for_mean, more_deals_for_wins


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_the_exact_binomial_sum(only_a: int, only_b: int) -> None:
    trials, fewer = only_a + only_b, min(only_a, only_b)
    tail = Fraction(2 * sum(comb(trials, k) for k in range(fewer + 1)), 2**trials)
    assert mcnemar(only_a, only_b) == pytest.approx(float(min(Fraction(1), tail)), rel=1e-12)
    assert mcnemar(only_b, only_a) == mcnemar(only_a, only_b)


def test_mcnemar_by_hand() -> None:
    # 1 and 5: 2 (1 + 6) / 64.
    assert mcnemar(1, 5) == pytest.approx(14 / 64)
    assert (mcnemar(0, 0), mcnemar(4, 4)) == (1.0, 1.0)


def test_mcnemar_of_thousands_is_the_exact_sum_too() -> None:
    for only_a, only_b in ((4_000, 4_200), (1_000, 1_400), (2, 3_000), (0, 900)):
        trials, fewer = only_a + only_b, min(only_a, only_b)
        term, total = 1, 0
        for k in range(fewer + 1):
            total += term
            term = term * (trials - k) // (k + 1)
        assert mcnemar(only_a, only_b) == pytest.approx(float(Fraction(2 * total, 2**trials)), rel=1e-12)


def test_mcnemar_of_millions_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    for only_a, only_b in ((10**6, 10**6 + 3000), (5 * 10**6, 5 * 10**6 - 9000), (75_412, 74_450)):
        expected = stats.binomtest(only_a, only_a + only_b).pvalue
        assert mcnemar(only_a, only_b) == pytest.approx(expected, rel=1e-10)
    assert mcnemar(10**7, 1) == 0.0


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.6]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_rejects_what_stepping_down_rejects(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    for level in (0.01, 0.05, 0.3):
        rejected = set()
        for place, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
            if (len(p_values) - place) * p_values[index] > level:
                break
            rejected.add(index)
        assert {index for index, p in enumerate(adjusted) if p <= level} == rejected


@given(st.integers(0, 200), st.integers(0, 200), st.integers(1, 20))
def test_the_deals_foretold_settle_a_difference_in_wins(only_a: int, only_b: int, rest: int) -> None:
    deals = only_a + only_b + 100 * rest
    more = more_deals_for_wins(only_a, only_b, deals)
    low, high = tango(only_a, only_b, deals)
    settled = low > 0 or high < 0
    if only_a == only_b:
        assert more is None
        return
    assert more is not None
    assert (more == 0) == settled
    # With the same shares in that many deals the statistic reaches its critical value, and one deal less falls short.
    growth = (only_a - only_b) ** 2 / (only_a + only_b) / deals
    assert growth * (deals + more) >= 3.8414588 or settled
    assert more == 0 or growth * (deals + more - 1) <= 3.8414589


def test_the_deals_foretold_settle_a_mean() -> None:
    assert more_deals_for_mean(0.5, 0.4, 100) == 0
    assert more_deals_for_mean(0.0, 0.4, 100) is None
    assert more_deals_for_mean(-0.2, 0.4, 100) == 300
