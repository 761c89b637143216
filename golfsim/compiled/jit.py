"""How kernels are compiled: cached on disk under a key of all kernel sources, and without the GIL."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def _sources(folder: Path) -> list[Path]:
    """All files that a kernel in `folder` may call, or whose constants it freezes.

    They are what all games share, the rules and the outcome of the kernel's game, and the kernels of this folder, or
    of all folders if it is below that of the kernels.
    """
    package = Path(__file__).parent.parent
    shared = [package / "cards.py", *package.glob("compiled/*.py")]
    game = next((path for path in (folder, *folder.parents) if path.parent == package / "games"), None)
    if game is None:
        return sorted(shared)
    kernels = game / "kernels"
    own = kernels.glob("*.py") if folder == kernels else kernels.rglob("*.py")
    return sorted([*shared, game / "rules.py", game / "outcome.py", *own])


@lru_cache
def _cache_directory(folder: Path) -> str:
    # numba notices a change in the file of a function, not in the files of the functions it calls, so a changed
    # helper would leave stale callers behind. One directory for each state of the sources cannot.
    digest = hashlib.sha256()
    for source in _sources(folder):
        digest.update(source.read_bytes())
    home = os.environ.get("GOLFSIM_CACHE_DIR")
    if home is None:
        home = str(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "golfsim")
    return str(Path(home) / f"kernels-{digest.hexdigest()[:16]}")


def kernel(function: F) -> F:
    """Compile a function of this package on first call; the result is reused by later processes."""
    # The directory is read while the function is decorated; other users of numba keep their own.
    config: Any = numba.config
    theirs = config.CACHE_DIR
    config.CACHE_DIR = _cache_directory(Path(function.__code__.co_filename).parent)
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    finally:
        config.CACHE_DIR = theirs


def helper(function: F) -> F:
    """As `kernel`, for a small function that only kernels call: it is compiled into them, not cached alone."""
    return cast(F, numba.njit(nogil=True)(function))


def inlined(function: F) -> F:
    """As `helper`, put in place of each call: for steps of inner loops that read several arrays.

    numba counts references to the arrays that a call passes with atomic instructions, unless there is no call.
    """
    return cast(F, numba.njit(nogil=True, inline="always")(function))
