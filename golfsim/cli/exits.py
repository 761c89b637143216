"""What is said on standard error, and leaving the process."""

from __future__ import annotations

import os
import sys

from golfsim.text import as_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    # `typing` takes longer to import than all of this, and an interrupt until then would be a traceback.
    from typing import NoReturn

INTERRUPTED = 130


def remark(message: str) -> None:
    """One line on standard error; none if that is closed or full."""
    try:
        print(f"golfsim: {as_line(message)}", file=sys.stderr, flush=True)  # noqa: T201
    except (OSError, ValueError):
        return


def fail(message: str, code: int) -> NoReturn:
    """Exit with one line on standard error."""
    remark(message)
    sys.exit(code)


def leave(code: int, message: str) -> NoReturn:
    """The same at once, though a thread may still be compiling or hang in a plug-in."""
    try:
        if sys.stderr.isatty():
            # Below the ^C that the terminal has echoed.
            sys.stderr.write("\n")
        remark(message)
        sys.stdout.flush()
    finally:
        os._exit(code)
