"""Files of a dataset: written whole or not at all, by one run at a time."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import filelock

from golfsim.datasets.format import LOCK, is_temporary, temporary_name
from golfsim.errors import DatasetError

_KEPT = "finished shards are kept, and the same command goes on from them"


@contextlib.contextmanager
def disk_errors(path: Path, action: str = "write") -> Iterator[None]:
    """Turn an OSError while something is done with `path` into a DatasetError of one line."""
    try:
        yield
    except FileExistsError as error:
        raise DatasetError(f"cannot {action} {path}: a file is in the way; choose another place") from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DatasetError(f"no space left on the disk to {action} {path}; {_KEPT} once there is room") from error
        reason = error.strerror or type(error).__name__
        # Where there is no place yet, nothing was finished.
        rest = "; choose another place" if action == "create" else f"; {_KEPT} once it can"
        raise DatasetError(f"cannot {action} {path}: {reason}{rest}") from error


def make_directory(path: Path) -> None:
    """Create a directory and those above it, lasting through a loss of power; nothing if it is there."""
    with disk_errors(path, "create"):
        missing = [folder for folder in (path, *path.parents) if not folder.exists()]
        path.mkdir(parents=True, exist_ok=True)
        for folder in reversed(missing):
            _sync_directory(folder.parent)


def read_if_there(path: Path) -> bytes | None:
    """The bytes of a file, or None if there is none; DatasetError if it cannot be read."""
    with disk_errors(path, "read"):
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` at `path`, replacing what was there; a reader or a crash sees the old file or the new one."""
    temporary = temporary_name(path)
    with disk_errors(path):
        try:
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)
            try:
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(handle, rest) :]
                os.fsync(handle)
            finally:
                os.close(handle)
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        _sync_directory(path.parent)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files that a killed run left directly in `folder`."""
    with disk_errors(folder):
        for path in folder.iterdir():
            if is_temporary(path.name):
                path.unlink(missing_ok=True)


@contextlib.contextmanager
def locked(out: Path) -> Iterator[None]:
    """Be the only run that writes to `out`; DatasetError at once if another one is."""
    lock = filelock.FileLock(out / LOCK, timeout=0)
    with disk_errors(out / LOCK):
        try:
            lock.acquire()
        except filelock.Timeout:
            raise DatasetError(
                f"{out} is being written by another run; wait for it, or choose another place"
            ) from None
    try:
        yield
    finally:
        lock.release()


def _sync_directory(path: Path) -> None:
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
