"""What compilation has to tell whoever waits for it: that it takes a while, or that nothing can be kept.

Nobody is told unless somebody listens, as the command line does. Without numba, so that listening costs nothing.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

PATIENCE = 1.0
"""Seconds of compilation after which it is worth a remark."""

_listener: Callable[[str], None] | None = None
_told: set[str] = set()
_depth = 0
_lock = threading.Lock()


def listen(listener: Callable[[str], None] | None) -> None:
    """Have `listener` told every remark from now on, in any thread, and each remark once; None for silence."""
    global _listener
    _listener = listener
    _told.clear()


def remark(text: str) -> None:
    """Tell the listener, unless it was told the same before. Nothing that goes wrong there is worth an error here."""
    with _lock:
        known = text in _told
        _told.add(text)
    if _listener is not None and not known:
        with contextlib.suppress(Exception):
            _listener(text)


@contextlib.contextmanager
def compiling(name: str, once: bool = True) -> Iterator[None]:
    """Around a compilation: if it takes long, the remark `compiling NAME, once`, one for all within it.

    Args:
        name: what users know it as.
        once: whether the result is kept, so that no later process waits for it.
    """
    global _depth
    with _lock:
        outermost = _depth == 0
        _depth += 1
    timer = None
    if outermost and _listener is not None:
        timer = threading.Timer(PATIENCE, remark, (f"compiling {name}, once" if once else f"compiling {name}",))
        timer.daemon = True
        timer.start()
    try:
        yield
    finally:
        if timer is not None:
            timer.cancel()
        with _lock:
            _depth -= 1
