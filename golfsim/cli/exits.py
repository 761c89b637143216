"""Leaving the process."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

INTERRUPTED = 130


def leave(code: int) -> NoReturn:
    """Exit at once, though a thread may still be compiling or hang in a plug-in."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
