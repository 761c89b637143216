"""Where shards are made: threads, worker processes, or an executor that somebody lends us."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import wait as wait_for_end
from multiprocessing.sharedctypes import RawArray, RawValue

from golfsim.simulate.work import Control, Task, make_shard
from golfsim.strategies import aside

Result = Future[bytes | None]

_PATIENCE = 0.7
"""Seconds that a worker is given to come back by itself when the run ends early."""
_CLOSING = 0.25
"""Seconds that a pool is then given to end its processes."""


@dataclass(frozen=True)
class Workers:
    """Take up to `window` shards at a time, each in a slot of its own."""

    window: int
    control: Control
    submit: Callable[[Task, int], Result]


@contextlib.contextmanager
def thread_workers(jobs: int) -> Iterator[Workers]:
    """A pool of threads, for play functions that release the GIL."""
    window = 2 * jobs
    control = _private_control(window)
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="golfsim")
    futures: list[Result] = []

    def submit(task: Task, slot: int) -> Result:
        return _keep(futures, pool.submit(make_shard, task, control, slot))

    try:
        yield Workers(window, control, submit)
    except BaseException:
        _call_back(control, futures)
        pool.shutdown(wait=False)
        raise
    pool.shutdown()


@contextlib.contextmanager
def process_workers(jobs: int) -> Iterator[Workers]:
    """A pool of worker processes, for play functions that hold the GIL."""
    window = 2 * jobs
    control = Control(RawValue(ctypes.c_bool, False), RawArray(ctypes.c_uint64, window))
    others = set(multiprocessing.active_children())
    _start_tracker()
    # Forking a process that runs threads can deadlock; and a fresh one is the same on every system.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _begin_worker, (control.stop, control.rows))
    futures: list[Result] = []

    def submit(task: Task, slot: int) -> Result:
        with _interrupts_held_back():
            return _keep(futures, pool.submit(_work, task, slot))

    try:
        yield Workers(window, control, submit)
    except BaseException:
        back = False
        try:
            back = _call_back(control, futures)
        finally:
            if not back:
                for child in set(multiprocessing.active_children()) - others:
                    child.kill()
            # Waiting frees the semaphores of the pool, which would be reported as leaked; but not for ever.
            closing = threading.Thread(target=pool.shutdown, daemon=True)
            closing.start()
            closing.join(_CLOSING)
        raise
    pool.shutdown()


def _start_tracker() -> None:
    """Start multiprocessing's cleaner of semaphores such that it cleans in silence.

    After an interrupt that had to kill workers it would otherwise complain about what they left to it.
    """
    if os.name != "posix":
        return
    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore:resource_tracker:UserWarning"
    try:
        resource_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = before


@contextlib.contextmanager
def borrowed_workers(executor: Executor, jobs: int) -> Iterator[Workers]:
    """An executor of the caller, which stays open. It sees whole shards only, and stops between them."""
    window = 2 * jobs
    futures: list[Result] = []

    def submit(task: Task, slot: int) -> Result:
        return _keep(futures, executor.submit(make_shard, task))

    try:
        yield Workers(window, _private_control(window), submit)
    except BaseException:
        for future in futures:
            future.cancel()
        raise


def _private_control(window: int) -> Control:
    return Control(ctypes.c_bool(False), (ctypes.c_uint64 * window)())


def _keep(futures: list[Result], future: Result) -> Result:
    futures[:] = [other for other in futures if not other.done()]
    futures.append(future)
    return future


def _call_back(control: Control, futures: list[Result]) -> bool:
    """Have the workers drop what they do; whether all of them did so in time."""
    control.stop.value = True
    return not wait([future for future in futures if not future.cancel()], timeout=_PATIENCE).not_done


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """A Ctrl-C reaches the whole process group; workers born in here never see it and leave it to the run."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_worker_control: Control | None = None


def _begin_worker(stop: ctypes.c_bool, rows: ctypes.Array[ctypes.c_uint64]) -> None:
    global _worker_control
    _worker_control = Control(stop, rows)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # For good: also what threads and child processes of a plug-in print is no data.
    aside.enter()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Workers of a killed run would wait for ever for their next shard."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_end([parent.sentinel])
        os._exit(1)


def _work(task: Task, slot: int) -> bytes | None:
    return make_shard(task, _worker_control, slot)
