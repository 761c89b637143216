"""Where compiled kernels are kept between processes, and that nothing damaged comes back from there.

numba's own cache verifies nothing, stops at a file it cannot read, and goes to other folders where it cannot write.
Here each compiled function has a file of its own: a checksum of its key and its data, then the data. What is missing,
damaged or another function's has to be compiled, and a folder that takes no files is done without.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import uuid
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import llvmlite  # type: ignore[import-untyped, unused-ignore]
import numba
import numpy as np
from numba.core import event
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from golfsim.compiled.remarks import compiling, remark

_DIGEST = hashlib.sha256
_SIZE = _DIGEST().digest_size


class KernelCache(NullCache):  # type: ignore[misc, unused-ignore]
    """The cache of one function, as a dispatcher of numba asks it.

    Args:
        function: what is compiled. It must not close over anything.
        folder: where files are kept, made when the first one is; None for nowhere.
        name: what those who wait for the compilation call it.
    """

    def __init__(self, function: Callable[..., object], folder: Path | None, name: str) -> None:
        self.name = name
        self._function = function
        self._folder = folder

    @property
    def cache_path(self) -> str | None:
        """Where files are kept, as numba's statistics of a function say."""
        return None if self._folder is None else str(self._folder)

    def load_overload(self, sig: object, target_context: Any) -> Any:
        """What was compiled for a signature, or None."""
        target_context.refresh()
        if self._folder is None:
            return None
        key = self._key(sig, target_context.codegen())
        path = self._path(key)
        try:
            data = path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self._remark(f"cannot be read: {error.strerror or error}; it is compiled again")
            return None
        try:
            if data[:_SIZE] != _checksum(key, data[_SIZE:]):
                raise ValueError("wrong checksum")
            rebuild: Any = CompileResult._rebuild
            return rebuild(target_context, *pickle.loads(data[_SIZE:]))
        except Exception:
            self._remark("is damaged; it is compiled again")
            return None

    def save_overload(self, sig: object, cres: Any) -> None:
        """Keep what was compiled for a signature, if that can be done."""
        if self._folder is None or cres.lifted or cres.library.has_dynamic_globals:
            return
        key = self._key(sig, cres.codegen)
        try:
            data: bytes = dumps(cres._reduce())  # type: ignore[no-untyped-call, unused-ignore]
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(self._path(key), _checksum(key, data) + data)
        except OSError as error:
            self._remark(f"cannot be kept: {error.strerror or error}; it is compiled again each time")

    def _remark(self, text: str) -> None:
        # Without the name of the file, so that a folder where every file is bad is one remark.
        assert self._folder is not None
        remark(f"what was compiled in {self._folder.parent} {text}")

    def _key(self, sig: object, codegen: Any) -> bytes:
        """All that the machine code depends on, but for the sources that the folder stands for."""
        config: Any = numba.config
        parts = (
            self._function.__module__,
            self._function.__qualname__,
            self._own_source,
            sig,
            codegen.magic_tuple(),
            (numba.__version__, llvmlite.__version__, np.__version__, sys.version),
            (config.BOUNDSCHECK, str(config.OPT)),
        )
        return repr(parts).encode("utf-8", "backslashreplace")

    @cached_property
    def _own_source(self) -> str:
        # That of a kernel is among those of the folder; that of any other function is not.
        with contextlib.suppress(OSError):
            return _DIGEST(Path(self._function.__code__.co_filename).read_bytes()).hexdigest()
        return _DIGEST(self._function.__code__.co_code).hexdigest()

    def _path(self, key: bytes) -> Path:
        assert self._folder is not None
        function = f"{self._function.__module__.rpartition('.')[2]}.{self._function.__name__}"
        return self._folder / f"{function}-{_DIGEST(key).hexdigest()[:16]}.nbc"


def _checksum(key: bytes, data: bytes) -> bytes:
    digest = _DIGEST(key)
    digest.update(data)
    return digest.digest()


def _write(path: Path, data: bytes) -> None:
    """Put a whole file in its place, or none: others may write the same one at the same time."""
    unfinished = path.with_name(f"{path.name}.{uuid.uuid4().hex[:16]}.tmp")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise


def home() -> Path | None:
    """The folder for everything that is kept, or None, with a remark, if there is none.

    GOLFSIM_CACHE_DIR if it is set and not empty, else `golfsim` below XDG_CACHE_HOME or `~/.cache`.
    """
    try:
        if named := os.environ.get("GOLFSIM_CACHE_DIR"):
            return Path(os.path.abspath(named))
        named = os.environ.get("XDG_CACHE_HOME", "")
        # What is not absolute does not count, says the specification of that variable.
        return (Path(named) if os.path.isabs(named) else Path.home() / ".cache") / "golfsim"
    except (OSError, RuntimeError, KeyError) as error:
        # No HOME and no such user, or a working folder that is gone.
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        remark(f"no folder to keep what is compiled: {reason}; GOLFSIM_CACHE_DIR may name one")
        return None


class _Listener(event.Listener):  # type: ignore[misc, unused-ignore]
    """Hears of the compilation of kernels, and of nothing else."""

    def __init__(self) -> None:
        self._running: list[contextlib.AbstractContextManager[None]] = []

    def on_start(self, event: Any) -> None:
        """A function begins to be compiled. numba compiles one at a time."""
        if cache := _cache_of(event):
            watched = compiling(cache.name, once=cache.cache_path is not None)
            watched.__enter__()
            self._running.append(watched)

    def on_end(self, event: Any) -> None:
        """The function that began last is compiled, or failed to be."""
        if _cache_of(event) and self._running:
            self._running.pop().__exit__(None, None, None)


def _cache_of(event: Any) -> KernelCache | None:
    cache = getattr(event.data["dispatcher"], "_cache", None)
    return cache if isinstance(cache, KernelCache) else None


def keep(dispatcher: Any, folder: Path | None, name: str) -> None:
    """Keep what a dispatcher compiles in `folder`."""
    dispatcher._cache = KernelCache(dispatcher.py_func, folder, name)


event.register("numba:compile", _Listener())  # type: ignore[no-untyped-call, unused-ignore]
