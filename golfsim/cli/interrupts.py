"""Ctrl-C: once is an orderly end, and more of it while that goes on changes nothing."""

from __future__ import annotations

import signal
import sys
from time import monotonic

from golfsim.cli.exits import INTERRUPTED, leave

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

PATIENCE = 3.0
"""Seconds that the end after an interrupt may take; after them another interrupt ends the process at once."""

_interrupted_at: float | None = None


def take_over() -> None:
    """Have interrupts of this process handled here, unless whoever started it wants them ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
        sys.unraisablehook = _unraisable


def over() -> None:
    """The work is done: an interrupt while the interpreter closes down would only be a traceback."""
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def was_interrupted() -> bool:
    """Whether an interrupt has come, though some library may have made another error of it."""
    return _interrupted_at is not None


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    global _interrupted_at
    now = monotonic()
    if _interrupted_at is None:
        _interrupted_at = now
        raise KeyboardInterrupt
    if now - _interrupted_at > PATIENCE:
        leave(INTERRUPTED, "interrupted")


def _unraisable(what: sys.UnraisableHookArgs) -> None:
    """An interrupt that fell into a place from which nothing can be raised, as a destructor."""
    if issubclass(what.exc_type, KeyboardInterrupt):
        leave(INTERRUPTED, "interrupted")
    sys.__unraisablehook__(what)
