"""Intervals against published values, scipy where it is installed, and their coverage in simulation."""

from __future__ import annotations

from math import isclose, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsim.errors import OptionError
from golfsim.results.intervals import normal_quantile, standard_error, wilson


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_published_intervals(wins: int, n: int, low: float, high: float) -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    assert wilson(wins, n) == pytest.approx((low, high), abs=0.00005)


@given(st.integers(1, 10**9), st.floats(0, 1), st.sampled_from([0.5, 0.9, 0.95, 0.99, 0.999]))
def test_wilson_ends_solve_the_score_equation(n: int, share: float, level: float) -> None:
    wins = round(share * n)
    z = normal_quantile(level)
    low, high = wilson(wins, n, level)
    assert 0 <= low <= wins / n <= high <= 1
    for end in (low, high):
        # |p - end| = z sqrt(end (1 - end) / n) defines the interval; squared it holds for ends of 0 and 1 as well.
        assert isclose((wins / n - end) ** 2, z * z * end * (1 - end) / n, rel_tol=1e-4, abs_tol=1e-15)


@pytest.mark.parametrize("n", [1, 7, 10**6, 10**12])
def test_wilson_is_exact_for_none_and_all(n: int) -> None:
    z = normal_quantile(0.95)
    low, high = wilson(0, n)
    assert low == 0.0
    assert high == pytest.approx(z * z / (n + z * z))
    low, high = wilson(n, n)
    assert low == pytest.approx(n / (n + z * z))
    assert high == 1.0


def test_wilson_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    for wins, n, level in [(0, 5, 0.9), (5, 5, 0.9), (3, 17, 0.8), (8000, 10**6, 0.95), (499, 1000, 0.999)]:
        expected = stats.binomtest(wins, n).proportion_ci(level, method="wilson")
        assert wilson(wins, n, level) == pytest.approx((expected.low, expected.high))


def test_normal_quantile_gives_the_tabled_values() -> None:
    assert normal_quantile(0.95) == pytest.approx(1.959963984540054)
    assert normal_quantile(0.99) == pytest.approx(2.5758293035489)


@pytest.mark.parametrize("level", [0, 1, 95, -0.5, float("nan")])
def test_a_level_outside_0_to_1_is_refused(level: float) -> None:
    with pytest.raises(OptionError, match=rf"^level {level}: expected a number between 0 and 1"):
        normal_quantile(level)


@pytest.mark.parametrize(("wins", "n"), [(1, 0), (-1, 5), (6, 5)])
def test_impossible_counts_are_refused(wins: int, n: int) -> None:
    with pytest.raises(OptionError, match=r"expected"):
        wilson(wins, n)


def test_standard_error_is_the_root_of_variance_over_n() -> None:
    assert standard_error(32.0, 8) == 2.0


@pytest.mark.parametrize("p", [0.008, 0.265, 0.93])
def test_wilson_covers_the_true_rate_as_often_as_it_says(p: float) -> None:
    rng = np.random.default_rng(20240501)
    tries = 20_000
    # n varies, as coverage at one n and p hangs on where p falls between the steps of the binomial.
    n = rng.integers(15_000, 25_000, tries)
    covered = 0
    for wins, deals in zip(rng.binomial(n, p).tolist(), n.tolist(), strict=True):
        low, high = wilson(wins, deals)
        covered += low <= p <= high
    assert 0.945 <= covered / tries <= 0.955


def test_the_standard_error_covers_the_true_mean_as_often_as_it_says() -> None:
    rng = np.random.default_rng(20240502)
    tries, n = 10_000, 1_000
    strokes = np.arange(-4, 36)
    weights = np.exp(-(((strokes - 8) / 6.0) ** 2)) + 0.02 * (strokes > 25)
    weights /= weights.sum()
    truth = float(weights @ strokes)
    z = normal_quantile(0.95)
    values = rng.choice(strokes, size=(tries, n), p=weights)
    covered = sum(
        abs(mean - truth) <= z * standard_error(variance, n)
        for mean, variance in zip(values.mean(axis=1), values.var(axis=1, ddof=1), strict=True)
    )
    assert 0.943 <= covered / tries <= 0.957


def test_counting_each_deal_once_covers_at_least_as_often_whatever_the_correlation() -> None:
    rng = np.random.default_rng(20240503)
    tries, deals, p = 4_000, 2_000, 0.2
    for shared in (0.0, 0.5, 1.0):
        covered = 0
        for _ in range(tries // 4):
            # With probability `shared` the second strategy does on a deal what the first did.
            first = rng.random(deals) < p
            second = np.where(rng.random(deals) < shared, first, rng.random(deals) < p)
            low, high = wilson((int(first.sum()) + int(second.sum())) / 2, deals)
            covered += low <= p <= high
        assert covered / (tries // 4) >= 0.95 - 3 * sqrt(0.05 * 0.95 / (tries // 4))
