"""Spreading 64-bit keys over hash tables."""

from __future__ import annotations

import numpy as np

from golfsim.compiled.jit import helper

_MIX = np.uint64(0x9E3779B97F4A7C15)


@helper
def spread(key: np.uint64) -> np.uint64:
    """Where to look for a key, before it is cut to the size of the table (Fibonacci hashing)."""
    return (key * _MIX) >> np.uint64(24)
