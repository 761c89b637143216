"""What becomes of it when a plug-in fails, in whatever way: one line that says where, and nothing else harmed."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import NoReturn

LONGEST = 400
"""Characters of a message that are repeated."""

_PACKAGE = str(Path(__file__).parent.parent)


def one_line(error: BaseException) -> str:
    """The kind of an error and its message: one line without control characters, and not too long."""
    return ": ".join(filter(None, (clean(type(error).__name__), clean_text(error))))


def clean_text(error: BaseException) -> str:
    """The message of an error alone, cleaned in the same way; an error may fail at that too."""
    try:
        return clean(str(error))
    except BaseException as another:
        return f"<no text: {clean(type(another).__name__)}>"


def clean(text: str) -> str:
    """Text on one line: blanks for white space, other control characters escaped, cut off where it gets long."""
    words = " ".join(text[: 20 * LONGEST].split())
    safe = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in words[: LONGEST + 1])
    return safe if len(words) <= LONGEST else safe[:LONGEST] + "..."


def shown(value: object) -> str:
    """The `repr` of what a plug-in returned, cleaned; it may fail as well."""
    try:
        return clean(repr(value))
    except BaseException as error:
        return f"<{clean(type(value).__name__)} without repr: {clean(type(error).__name__)}>"


def place(error: BaseException, function: object = None, path: Path | None = None) -> str:
    """Where an error was raised, as `line 12 of mine.py`: the last line of the plug-in's file on its way up.

    Args:
        error: as it was caught.
        function: of the plug-in; its file is looked for.
        path: the file, where there is no function yet and the message names it already.
    """
    code = getattr(getattr(function, "py_func", function), "__code__", None)
    own = str(path) if path is not None else getattr(code, "co_filename", None)
    lines = [(line.tb_frame.f_code.co_filename, line.tb_lineno) for line in _lines(error.__traceback__)]
    theirs = [line for line in lines if not line[0].startswith((_PACKAGE, "<frozen"))]
    mine = [line for line in theirs if line[0] == own] or theirs
    if not mine:
        return ""
    name, number = mine[-1]
    return f"line {number}" if path is not None and name == own else f"line {number} of {clean(Path(name).name)}"


def _lines(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


@contextlib.contextmanager
def interrupts() -> Iterator[Callable[[BaseException], bool]]:
    """Tell an interrupt by the user from a KeyboardInterrupt that a plug-in raises by itself.

    Yields a function that says whether an exception caught meanwhile has to be let through.
    """
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield lambda error: False
        return
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda error: isinstance(error, KeyboardInterrupt)
        return
    came = False

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield lambda error: came
    finally:
        # The plug-in may have put another in its place.
        signal.signal(signal.SIGINT, signal.default_int_handler)


def end_if_forked(process: int) -> None:
    """End this process if it is not `process` but a copy of it, which a plug-in made and let go on with our work."""
    if os.getpid() != process:
        os._exit(1)
