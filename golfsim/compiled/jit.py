"""How kernels are compiled: cached on disk under a key of all kernel sources, and without the GIL."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar, cast, overload

import numba

from golfsim.compiled.cache import home, keep

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
def _cache_directory(folder: Path) -> Path | None:
    # numba notices a change in the file of a function, not in the files of the functions it calls, so a changed
    # helper would leave stale callers behind. One directory for each state of the sources cannot.
    digest = hashlib.sha256()
    for source in _sources(folder):
        digest.update(source.read_bytes())
    kept = home()
    return None if kept is None else kept / f"kernels-{digest.hexdigest()[:16]}"


@overload
def kernel(function: F, /) -> F: ...


@overload
def kernel(*, name: str) -> Callable[[F], F]: ...


def kernel(function: F | None = None, /, *, name: str = "") -> F | Callable[[F], F]:
    """Compile a function of this package on first call; the result is reused by later processes.

    Args:
        function: it takes arrays and numbers, and closes over nothing.
        name: what users know it as, for the remark that it is being compiled; by default that of the function
            without `play_`.
    """

    def declare(function: F) -> F:
        compiled = numba.njit(nogil=True)(function)
        if compiled is not function:  # as it is where compilation is switched off
            known = name or function.__name__.removeprefix("play_").replace("_", "-")
            keep(compiled, _cache_directory(Path(function.__code__.co_filename).parent), known)
        return cast(F, compiled)

    return declare if function is None else declare(function)


def helper(function: F) -> F:
    """As `kernel`, for a small function that only kernels call: it is compiled into them, not cached alone."""
    return cast(F, numba.njit(nogil=True)(function))


def inlined(function: F) -> F:
    """As `helper`, put in place of each call: for steps of inner loops that read several arrays.

    numba counts references to the arrays that a call passes with atomic instructions, unless there is no call.
    """
    return cast(F, numba.njit(nogil=True, inline="always")(function))
