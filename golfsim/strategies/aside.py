"""What plug-ins print is no data: it goes to standard error, however they print it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading
from collections.abc import Iterator
from typing import TextIO

_OUT, _ERR = 1, 2

_lock = threading.Lock()
_depth = 0
_stream: TextIO | None = None
_number: int | None = None


@contextlib.contextmanager
def output_aside() -> Iterator[None]:
    """Send standard output to standard error meanwhile, for Python, for C and for child processes.

    There is one standard output a process: of threads that are in here side by side the last to leave puts it back.
    """
    enter()
    try:
        yield
    finally:
        leave()


def enter() -> None:
    """The beginning of `output_aside`; a process that only plays may leave it at that."""
    global _depth, _stream, _number
    with _lock:
        _depth += 1
        if _depth > 1:
            return
        _flush()
        _stream, sys.stdout = sys.stdout, sys.stderr
        _number = None
        # Either may be closed, and then there is nothing to send or nowhere to send it.
        with contextlib.suppress(OSError):
            _number = os.dup(_OUT)
            os.dup2(_ERR, _OUT)


def leave() -> None:
    """The end of `output_aside`."""
    global _depth, _stream, _number
    with _lock:
        _depth -= 1
        if _depth:
            return
        _flush()
        if _stream is not None:
            sys.stdout = _stream
        if _number is not None:
            os.dup2(_number, _OUT)
            os.close(_number)
        _stream = _number = None


def _flush() -> None:
    for stream in (sys.stdout, sys.__stdout__):
        with contextlib.suppress(Exception):
            if stream is not None:
                stream.flush()
    # Compiled functions print with the buffer of C.
    with contextlib.suppress(Exception):
        ctypes.CDLL(None).fflush(None)
