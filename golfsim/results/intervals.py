"""How sure a figure is: intervals of shares, and standard errors of means."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from golfsim.errors import OptionError


def normal_quantile(level: float) -> float:
    """z such that a standard normal value lies in [-z, z] with probability `level`; 1.96 for 0.95.

    Formula: z = Phi^-1((1 + level) / 2).

    Raises:
        OptionError: unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise OptionError(f"level {level}: expected a number between 0 and 1, such as 0.95")
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(wins: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a share, as (low, high) within [0, 1].

    Formula, with p = wins / n and z = `normal_quantile(level)`:
        (p + z^2/2n -+ z sqrt(p(1 - p)/n + z^2/4n^2)) / (1 + z^2/n);
    low is exactly 0 for no wins and high exactly 1 for only wins, as the formula is without rounding.
    Both counts may be fractions: then `n` is an effective number of trials.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927) 209-212; method 3 in R. G. Newcombe,
    "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998) 857-872.

    Raises:
        OptionError: unless n > 0, 0 <= wins <= n and 0 < level < 1.
    """
    if not n > 0:
        raise OptionError(f"n {n}: expected more than 0 trials")
    if not 0 <= wins <= n:
        raise OptionError(f"wins {wins}: expected 0 to {n}")
    z = normal_quantile(level)
    p = wins / n
    centre = p + z * z / (2 * n)
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = 0.0 if wins == 0 else max(0.0, (centre - reach) / scale)
    high = 1.0 if wins == n else min(1.0, (centre + reach) / scale)
    return low, high


def standard_error(variance: float, n: float) -> float:
    """Standard error of the mean of `n` independent values, in their unit.

    Formula: sqrt(s^2 / n), s^2 the sample variance (divisor n - 1). `n` may be an effective number, a fraction.

    Source: any textbook; for instance W. G. Cochran, "Sampling Techniques", 3rd edition (1977), section 2.5.
    """
    return sqrt(variance / n)
