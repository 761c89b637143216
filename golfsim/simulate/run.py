"""Run a plan: make every shard that is missing and put it in its place."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, wait
from dataclasses import dataclass
from pathlib import Path

from golfsim.errors import GolfsimError, OptionError, StrategyError
from golfsim.simulate.manifest import Settled, damage, provenance, refuse_foreign, settle
from golfsim.simulate.plan import Plan, Shard, shards
from golfsim.simulate.progress import Progress, Silent
from golfsim.simulate.storage import locked, make_directory, read_if_there, remove_leftovers, write_whole
from golfsim.simulate.work import Task, one_line
from golfsim.simulate.workers import Result, Workers, borrowed_workers, process_workers, thread_workers

_TICK = 0.1
"""Seconds between two looks at how far the workers are."""


@dataclass(frozen=True)
class Summary:
    """What a run did; all of the plan is on disk."""

    manifest: Path
    rows: int
    """Rows of the whole dataset, all groups together."""
    played: int
    """Rows played by this run; the others were on disk already."""
    shards: int
    """Files of the whole dataset."""
    written: int
    """Files written by this run."""
    notes: tuple[str, ...]
    """One line for each damaged file that was made again, and for each group that was left behind."""


def run_plan(
    plan: Plan,
    *,
    jobs: int,
    resume: bool = True,
    overwrite: bool = False,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Summary:
    """Make the dataset of a plan, with at most `jobs` shards played at a time.

    Shards that are on disk and whole are kept, or made anew one by one with `resume=False`. The files do not depend
    on `jobs`, on interruptions or on where they are made. With an `executor` all shards are made there, and only
    written here: `play` must be picklable if it is not a pool of threads; the executor is not shut down.

    A dataset of the same configuration that is there already gets the groups of the plan, or its further deals; see
    `golfsim.simulate.manifest.settle` for `overwrite`.

    DatasetError if `plan.out` belongs to something else, is in use by another run or cannot be written;
    StrategyError, after all other groups are done, if a play function failed. KeyboardInterrupt leaves whole shards
    only and is raised again within a second; a play function that does not return within that time is left behind
    in its thread, so that the caller may have to end with `os._exit`.
    """
    if jobs < 1:
        raise OptionError(f"{jobs} jobs: there must be at least 1")
    refuse_foreign(plan.out)
    make_directory(plan.out)
    with locked(plan.out):
        remove_leftovers(plan.out)
        settled = settle(plan, rewrite=not resume, overwrite=overwrite)
        return _Run(plan, settled, progress or Silent()).all(jobs, resume, executor)


class _Run:
    def __init__(self, plan: Plan, settled: Settled, progress: Progress) -> None:
        self._plan = plan
        self._manifest = settled.manifest
        self._progress = progress
        self._failures: dict[int, Exception] = {}
        self._notes: list[str] = list(settled.notes)
        self._settled = 0
        self._told = 0
        self._written = 0

    def all(self, jobs: int, resume: bool, executor: Executor | None) -> Summary:
        plan = self._plan
        every = list(shards(plan))
        for group in plan.groups:
            # All of them at once: a reader of an unfinished dataset finds every group, if only empty.
            make_directory(plan.out / group.path)
            remove_leftovers(plan.out / group.path)
        missing = [shard for shard in every if not (resume and self._is_whole(shard))]
        rows = sum(shard.count for shard in every)
        played = sum(shard.count for shard in missing)
        self._progress.start(rows, rows - played)
        for note in self._notes:
            self._progress.note(note)
        # Side by side in deal order: whatever is there after an interrupt can be compared.
        missing.sort(key=lambda shard: (shard.first + shard.count, shard.group))
        if executor is not None:
            with borrowed_workers(executor, jobs) as workers:
                self._drain(workers, missing)
        else:
            self._own_pools(jobs, missing)
        self._raise_failures()
        return Summary(self._manifest, rows, played, len(every), self._written, tuple(self._notes))

    def _is_whole(self, shard: Shard) -> bool:
        data = read_if_there(self._plan.out / shard.name)
        if data is None:
            return False
        reason = damage(self._plan, shard, data)
        if reason:
            self._notes.append(f"{self._plan.out / shard.name} is made again: {reason}")
        return reason is None

    def _own_pools(self, jobs: int, missing: list[Shard]) -> None:
        groups = self._plan.groups
        in_threads = [shard for shard in missing if not groups[shard.group].processes]
        if in_threads:
            with thread_workers(min(jobs, len(in_threads))) as workers:
                self._drain(workers, in_threads)
        # One pool after another: when one breaks, it is known whose play function broke it.
        for index, group in enumerate(groups):
            own = [shard for shard in missing if shard.group == index]
            if group.processes and own:
                with process_workers(min(jobs, len(own))) as workers:
                    self._drain(workers, own)

    def _drain(self, workers: Workers, missing: Iterable[Shard]) -> None:
        """Make the shards, never more than the window of the workers at a time."""
        waiting = deque(missing)
        running: dict[Result, tuple[int, Shard]] = {}
        free = list(range(workers.window))
        while waiting or running:
            while waiting and free:
                shard = waiting.popleft()
                if shard.group not in self._failures:
                    slot = free.pop()
                    try:
                        running[workers.submit(self._task(shard), slot)] = slot, shard
                    except BrokenExecutor as error:
                        free.append(slot)
                        self._fail(shard, error)
            if not running:
                continue
            done, _ = wait(running, timeout=_TICK, return_when=FIRST_COMPLETED)
            self._tell(sum(workers.control.rows))
            for future in sorted(done, key=lambda one: running[one][1].name):
                slot, shard = running.pop(future)
                self._finish(shard, future, workers.control.rows[slot])
                workers.control.rows[slot] = 0
                free.append(slot)
            self._tell(sum(workers.control.rows))

    def _task(self, shard: Shard) -> Task:
        group = self._plan.groups[shard.group]
        return Task(
            group=group.path,
            schema=self._plan.schema,
            play=group.play,
            first=shard.first,
            count=shard.count,
            chunk=group.chunk,
            metadata=provenance(self._plan, shard),
        )

    def _finish(self, shard: Shard, future: Result, rows: int) -> None:
        try:
            data = future.result()
        except Exception as error:
            self._settled += rows
            self._fail(shard, error)
            return
        assert data is not None, "workers give up a shard only when the run is over"
        path = self._plan.out / shard.name
        make_directory(path.parent)
        write_whole(path, data)
        self._written += 1
        self._settled += shard.count

    def _tell(self, in_progress: int) -> None:
        rows = self._settled + in_progress
        if rows > self._told:
            self._progress.advance(rows - self._told)
            self._told = rows

    def _fail(self, shard: Shard, error: Exception) -> None:
        """Keep the first failure of a group; the rest of its shards is left out."""
        if shard.group in self._failures:
            return
        path = self._plan.groups[shard.group].path
        if isinstance(error, BrokenExecutor):
            failure: Exception = StrategyError(f"{path} failed: a worker process was killed or crashed")
        elif isinstance(error, GolfsimError):
            failure = error
        else:
            failure = StrategyError(f"{path} failed: {one_line(error)}")
        failure.__cause__ = failure.__cause__ or (error if failure is not error else None)
        self._failures[shard.group] = failure

    def _raise_failures(self) -> None:
        if len(self._failures) == 1:
            raise next(iter(self._failures.values()))
        if self._failures:
            lines = [
                text if text.startswith(path) else f"{path}: {text}"
                for path, text in (
                    (self._plan.groups[index].path, str(error)) for index, error in sorted(self._failures.items())
                )
            ]
            raise StrategyError(f"{len(lines)} of {len(self._plan.groups)} groups failed: {'; '.join(lines)}")
