"""Sets of columns as the bits of one integer: column c is bit c."""

from __future__ import annotations

import numpy as np

from golfsim.compiled.jit import helper

_DE_BRUIJN = 0x03F79D71B4CB0A89
_PLACES = np.empty(64, np.int64)
for _bit in range(64):
    _PLACES[(((1 << _bit) * _DE_BRUIJN) & (2**64 - 1)) >> 58] = _bit


@helper
def lowest(columns: int) -> int:
    """The number of the lowest bit of a set that is not empty."""
    return _PLACES[(((columns & -columns) * _DE_BRUIJN) >> 58) & 63]


@helper
def without_lowest(columns: int) -> int:
    """The set without its lowest bit."""
    return columns & (columns - 1)
