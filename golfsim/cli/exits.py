"""Leaving the process."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

INTERRUPTED = 130


def fail(message: str, code: int) -> NoReturn:
    """Exit with one line on standard error."""
    print(f"golfsim: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201
    sys.exit(code)


def leave(code: int, message: str) -> NoReturn:
    """The same at once, though a thread may still be compiling or hang in a plug-in."""
    print(f"golfsim: {message}", file=sys.stderr, flush=True)  # noqa: T201
    sys.stdout.flush()
    os._exit(code)
