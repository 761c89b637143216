"""Intervals against published values, scipy where it is installed, and their coverage in simulation."""

from __future__ import annotations

from math import acos, cos, inf, isclose, log, pi, sqrt, tan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsim.errors import OptionError
from golfsim.results.intervals import normal_quantile, standard_error, t_quantile, tango, wilson


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


def test_t_quantile_gives_the_tabled_values() -> None:
    for freedom, value in (
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (5, 2.571),
        (9, 2.262),
        (30, 2.042),
        (10**9, 1.960),
    ):
        assert t_quantile(0.95, freedom) == pytest.approx(value, abs=0.0005)


LEVELS = (0.01, 0.1, 0.3, 0.499, 0.5, 0.501, 0.68, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999, 0.999999, 1 - 1e-9)


@pytest.mark.parametrize(
    "freedom",
    [0.4, 0.9, 1, 1.5, 2, 2.5, 3, 3.7, 4, 5, 7, 9.25, 10, 29, 59, 60, 61, 100, 333.3, 1999, 2000, 1e4, 1e6, 1e9],
)
def test_t_quantile_agrees_with_scipy(freedom: float) -> None:
    stats = pytest.importorskip("scipy.stats")
    for level in LEVELS:
        assert t_quantile(level, freedom) == pytest.approx(stats.t.isf((1 - level) / 2, freedom), rel=1e-9)


@pytest.mark.parametrize("level", [*LEVELS, 1e-9])
def test_t_quantile_is_the_closed_form_where_there_is_one(level: float) -> None:
    # W. T. Shaw, Journal of Computational Finance 9 (2006) 37-73, for 1, 2 and 4 degrees of freedom.
    four = cos(acos(sqrt(1 - level**2)) / 3) / sqrt(1 - level**2)
    assert t_quantile(level, 1) == pytest.approx(1 / tan(pi * (1 - level) / 2), rel=1e-9)
    assert t_quantile(level, 2) == pytest.approx(level * sqrt(2 / ((1 - level) * (1 + level))), rel=1e-12)
    if 1e-3 < level < 1 - 1e-7:
        assert t_quantile(level, 4) == pytest.approx(2 * sqrt(four - 1), rel=1e-9)


def test_t_quantile_at_the_edges() -> None:
    assert t_quantile(0.95, inf) == normal_quantile(0.95)
    assert t_quantile(0.95, 1e-4) == inf
    for freedom in (0, -1, float("nan")):
        with pytest.raises(OptionError, match=rf"^freedom {freedom}: expected more than 0 degrees of freedom$"):
            t_quantile(0.95, freedom)


def test_quantiles_of_the_highest_level_there_is_are_finite() -> None:
    assert normal_quantile(1 - 2**-53) == pytest.approx(8.2924, abs=1e-4)
    assert 8.29 < t_quantile(1 - 2**-53, 1500) < 8.5


def test_tango_gives_the_published_interval() -> None:
    # Fagerland, Lydersen and Laake, Statistics in Medicine 33 (2014) 2850-2875: 1 and 7 discordant of 21 pairs.
    assert tango(1, 7, 21) == pytest.approx((-0.517, -0.026), abs=0.0005)


@given(st.integers(1, 10**7), st.floats(0, 1), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.99]))
def test_tango_ends_solve_the_score_equation(n: int, discordant: float, share: float, level: float) -> None:
    only_a = round(n * discordant * share)
    only_b = min(n - only_a, round(n * discordant * (1 - share)))
    low, high = tango(only_a, only_b, n, level)
    difference = (only_a - only_b) / n
    assert -1 <= low <= difference <= high <= 1
    assert tango(only_b, only_a, n, level) == pytest.approx((-high, -low), abs=1e-9)
    z = normal_quantile(level)
    for end in (low, high):
        if abs(end) < 1 - 1e-6:
            q = likeliest(only_a, only_b, n, end)
            variance = n * (2 * q + end * (1 - end))
            assert (only_a - only_b - n * end) ** 2 == pytest.approx(z * z * variance, rel=1e-3, abs=1e-3)


def likeliest(only_a: int, only_b: int, n: int, difference: float) -> float:
    """The share of pairs only b wins that makes the counts likeliest, found by search, where a less b is given."""

    def loss(q: float) -> float:
        parts = ((only_a, q + difference), (only_b, q), (n - only_a - only_b, 1 - 2 * q - difference))
        return -sum(count * log(max(share, 1e-300)) for count, share in parts if count)

    low, high = max(0.0, -difference), (1 - difference) / 2
    for _ in range(200):
        third = (high - low) / 3
        if loss(low + third) < loss(high - third):
            high -= third
        else:
            low += third
    return (low + high) / 2


def test_tango_excludes_0_exactly_where_the_score_test_does() -> None:
    z = normal_quantile(0.95)
    for only_a in range(40):
        for only_b in range(40):
            low, high = tango(only_a, only_b, 1000)
            assert (low > 0 or high < 0) == ((only_a - only_b) ** 2 > z * z * (only_a + only_b))


def test_tango_is_finite_at_the_edges() -> None:
    z = normal_quantile(0.95)
    for n in (1, 10, 10**9):
        reach = z * z / (n + z * z)
        assert tango(0, 0, n) == pytest.approx((-reach, reach))
        assert tango(n, 0, n)[1] == pytest.approx(1.0)
        assert tango(0, n, n)[0] == pytest.approx(-1.0)


@pytest.mark.parametrize(("only_a", "only_b", "n"), [(0, 0, 0), (-1, 0, 5), (3, 3, 5)])
def test_impossible_pairs_are_refused(only_a: int, only_b: int, n: int) -> None:
    with pytest.raises(OptionError, match=r"expected"):
        tango(only_a, only_b, n)


@pytest.mark.parametrize(("only_a", "only_b"), [(0.006, 0.0045), (0.0075, 0.0015), (0.12, 0.1), (0.0002, 0.25)])
def test_tango_covers_the_true_difference_as_often_as_it_says(only_a: float, only_b: float) -> None:
    rng = np.random.default_rng(20240504)
    tries = 8_000
    n = rng.integers(1_500, 2_500, tries)
    counts = rng.multinomial(n, [only_a, only_b, 1 - only_a - only_b])
    covered = 0
    for (a, b, _), deals in zip(counts.tolist(), n.tolist(), strict=True):
        low, high = tango(a, b, deals)
        covered += low <= only_a - only_b <= high
    assert 0.94 <= covered / tries <= 0.96


@pytest.mark.parametrize("deals", [15, 400])
def test_the_interval_of_a_mean_covers_it_as_often_as_it_says(deals: int) -> None:
    rng = np.random.default_rng(20240505)
    tries = 8_000
    strokes = np.arange(-16, 36)
    weights = np.where(strokes > 0, np.exp(-(((strokes - 9) / 7.5) ** 2)), 0.002)
    weights /= weights.sum()
    values = rng.choice(strokes, size=(tries, deals), p=weights)
    t = t_quantile(0.95, deals - 1)
    covered = sum(
        abs(mean - float(weights @ strokes)) <= t * standard_error(variance, deals)
        for mean, variance in zip(values.mean(axis=1), values.var(axis=1, ddof=1), strict=True)
    )
    assert 0.94 <= covered / tries <= 0.96
