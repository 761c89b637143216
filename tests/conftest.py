"""Settings of all tests: the same examples every time, and no complaints about what compiled kernels never say."""

from __future__ import annotations

import numba
from hypothesis import settings

settings.register_profile("golfsim", derandomize=True, deadline=None, max_examples=50, database=None)
settings.load_profile("golfsim")


def pytest_configure(config):
    if numba.config.DISABLE_JIT:
        # Kernels multiply modulo 2**64, which numpy remarks upon for single numbers.
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered in scalar:RuntimeWarning")
