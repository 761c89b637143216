"""Where compiled kernels are kept."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from golfsim.compiled import jit
from golfsim.games.solitaire import kernels


def test_the_cache_of_others_is_left_alone():
    theirs = numba.config.CACHE_DIR

    @jit.kernel
    def next_one(number):
        return number + 1

    assert theirs == numba.config.CACHE_DIR
    assert next_one.__name__ == "next_one"


def test_core_kernels_call_nothing_in_subfolders():
    # Their cache is keyed by the files of their own folder.
    place = Path(kernels.__file__).parent
    for source in place.glob("*.py"):
        for folder in place.iterdir():
            if folder.is_dir() and not folder.name.startswith("__"):
                assert f"golfsim.games.solitaire.kernels.{folder.name}" not in source.read_text()


@pytest.mark.slow
def test_kernels_are_found_again(tmp_path):
    script = (
        "import numpy as np; from golfsim.compiled.philox import shuffle_decks as s; d = np.empty((1, 52), np.uint8);"
        "s(np.uint64(1), np.uint64(2), np.arange(52, dtype=np.uint8), d); print(sum(s.stats.cache_hits.values()))"
    )
    environment = {**os.environ, "GOLFSIM_CACHE_DIR": str(tmp_path)}
    hits = [
        subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        ).stdout.strip()
        for _ in range(2)
    ]
    assert hits == ["0", "1"]


def test_helpers_work_without_compilation():
    @jit.helper
    def twice(number):
        return 2 * number

    assert twice(21) == 42
    assert hasattr(twice, "py_func") != bool(numba.config.DISABLE_JIT)
