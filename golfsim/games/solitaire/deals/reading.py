"""Reading text: a file, a FIFO or standard input, line by line as it comes."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO, IncrementalNewlineDecoder
from pathlib import Path
from typing import Any

from golfsim.errors import DealError

STANDARD_INPUT = "-"
LONGEST_LINE = 1_000_000
"""Characters; far more than a line of cards has, and what no line end follows must not fill the memory."""

_CHUNK = 65536


def shortened(text: str, most: int = 60) -> str:
    """Text for a message, cut where it is long."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def spoken(path: str | Path) -> str:
    """What to call a place in messages."""
    return "standard input" if str(path) == STANDARD_INPUT else str(path)


def exists(path: str) -> bool:
    """Whether there is something to be read, or to complain about, at a path."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError as error:
        return error.errno != errno.ENAMETOOLONG
    return True


def read_lines(path: str | Path) -> Iterator[str]:
    """The lines of a text as they come, without their ends; see `read_text`."""
    pending = ""
    for text in _pieces(str(path)):
        *whole, pending = (pending + text).split("\n")
        yield from whole
    if pending:
        yield pending


def read_text(path: str | Path) -> str:
    """All of a text in UTF-8, with or without a byte order mark, every line ending in a newline.

    Args:
        path: of a file or a FIFO, or `-` for standard input; of the latter two nothing is left to read then.

    Raises:
        DealError: if it cannot be read, or is no text.
    """
    return "".join(_pieces(str(path)))


def _pieces(path: str) -> Iterator[str]:
    name = spoken(path)
    decoder = IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8-sig")(), translate=True)
    ended, open_line = 0, 0
    try:
        with _opened(path, name) as read:
            while data := read(_CHUNK):
                text = decoder.decode(data)
                if "\0" in text:
                    raise DealError(f"{name}: not a text file: expected boards as text")
                ended += text.count("\n")
                open_line = len(text) - text.rfind("\n") - 1 + (0 if "\n" in text else open_line)
                if open_line > LONGEST_LINE:
                    raise DealError(
                        f"{name} line {ended + 1}: longer than {LONGEST_LINE:,} characters: expected a line of cards"
                    )
                yield text
            if data is None:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            yield decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise DealError(f"{name}: not a text file: expected boards as text") from None
    except OSError as error:
        raise DealError(f"{name}: {(error.strerror or str(error)).lower()}: expected a file of boards") from None


@contextmanager
def _opened(path: str, name: str) -> Iterator[Callable[[int], bytes | None]]:
    """What reads the next bytes, at most so many, as soon as there are some."""
    if path != STANDARD_INPUT:
        with open(path, "rb", buffering=0) as file:
            yield file.read
        return
    if sys.stdin is None or sys.stdin.closed:
        raise DealError(f"{name}: closed: expected boards as text")
    # A notebook, or a test, may have put text in its place.
    source: Any = sys.stdin.buffer if hasattr(sys.stdin, "buffer") else BytesIO(sys.stdin.read().encode())
    yield source.read1
