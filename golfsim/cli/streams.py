"""Standard streams that are closed, full, or of a narrow encoding."""

from __future__ import annotations

import errno
import io
import os
import sys

STANDARD_OUTPUT = "standard output"


def mend() -> None:
    """Give the process three standard streams, whatever it was started with; what stands in for one stays.

    A closed one would be None; and worse, the next file to be opened would get its number. What is read from or
    written to it afterwards fails as on a closed one, but for remarks, which nobody is there to read.
    """
    if sys.stdin is None:
        _occupy(0, os.O_WRONLY)
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_NoInput()), encoding="utf-8")
    if sys.stdout is None:
        _occupy(1, os.O_RDONLY)
        sys.stdout = _Output(1, "utf-8")
    elif type(sys.stdout) is io.TextIOWrapper:
        sys.stdout = _Output(sys.stdout.fileno(), sys.stdout.encoding)
    if sys.stderr is None:
        _occupy(2, os.O_WRONLY)
        sys.stderr = _Remarks(2, "utf-8")
    elif type(sys.stderr) is io.TextIOWrapper:
        sys.stderr = _Remarks(sys.stderr.fileno(), sys.stderr.encoding)


def _occupy(number: int, flags: int) -> None:
    opened = os.open(os.devnull, flags)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)


class _NoInput(io.RawIOBase):
    """Standard input where there is none."""

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")


class _Writer(io.TextIOWrapper):
    """A stream to write to, in which letters that its encoding lacks are shown by their escapes."""

    def __init__(self, number: int, encoding: str) -> None:
        super().__init__(
            open(number, "wb", closefd=False),  # noqa: SIM115
            encoding=encoding,
            errors="backslashreplace",
            line_buffering=os.isatty(number),
        )

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError as error:
            self._failed(error)
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self._failed(error)

    def _failed(self, error: OSError) -> None:
        raise NotImplementedError


class _Output(_Writer):
    """Standard output, whose errors say that they are its own."""

    def _failed(self, error: OSError) -> None:
        raise OSError(error.errno, error.strerror, STANDARD_OUTPUT)


class _Remarks(_Writer):
    """Standard error: remarks that cannot be written, as the disk is full, are no reason to lose a run."""

    def _failed(self, error: OSError) -> None:
        return


def drop_output() -> None:
    """Throw away what standard output still holds: the interpreter would try again at its end, and complain."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


def explain(error: OSError) -> str:
    """One line on an error of the system that nobody has put into words."""
    why = error.strerror or str(error)
    if error.filename == STANDARD_OUTPUT or (error.filename is None and _output_lost()):
        drop_output()
        return f"cannot write {STANDARD_OUTPUT}: {why}"
    if error.filename is not None:
        return f"{error.filename}: {why}"
    try:
        os.getcwd()
    except OSError:
        return "the working folder is gone: expected to be started in a folder that is there"
    return why


def _output_lost() -> bool:
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        return True
    return False
