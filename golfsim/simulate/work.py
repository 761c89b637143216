"""The work of one shard: play it chunk by chunk and encode it. Runs in a thread, a worker process or elsewhere."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from golfsim.datasets.format import DTYPES, Field
from golfsim.datasets.part import encode
from golfsim.errors import GolfsimError, StrategyError
from golfsim.simulate.plan import Play
from golfsim.strategies.failures import one_line


@dataclass(frozen=True)
class Task:
    """All that is needed to make one file; picklable if `play` is."""

    group: str
    schema: tuple[Field, ...]
    play: Play
    first: int
    count: int
    chunk: int
    metadata: Mapping[str, str]


class Control:
    """What a worker and the run see of each other while a shard is played.

    Plain shared memory without locks, so that a worker killed at any moment blocks nobody.
    """

    def __init__(self, stop: ctypes.c_bool, rows: ctypes.Array[ctypes.c_uint64]) -> None:
        self.stop = stop
        """Set by the run: give up before the next chunk."""
        self.rows = rows
        """Set by the workers: rows played so far of the shard in each slot."""


def make_shard(task: Task, control: Control | None = None, slot: int = 0) -> bytes | None:
    """The Parquet file of a shard, or None if `control` said to stop before it was done.

    StrategyError if the play function fails or returns something else than the schema asks for; an error of golfsim's
    own that it raises is let through.
    """
    columns = {field.name: _column(field, task.count) for field in task.schema}
    for start in range(0, task.count, task.chunk):
        if control is not None and control.stop.value:
            return None
        count = min(task.chunk, task.count - start)
        try:
            played = task.play(task.first + start, count)
        except GolfsimError:
            raise
        except BaseException as error:
            # In a worker, where the user's own interrupt does not arrive, all of them are the play function's.
            if isinstance(error, KeyboardInterrupt) and control is None:
                raise
            raise StrategyError(f"{task.group} failed: {one_line(error)}") from error
        for field in task.schema:
            columns[field.name][start : start + count] = _checked(task.group, field, played, count)
        if control is not None:
            control.rows[slot] = start + count
    if control is not None and control.stop.value:
        return None
    return encode(task.schema, task.first, columns, task.metadata)


def _column(field: Field, count: int) -> npt.NDArray[np.generic]:
    dtype = DTYPES[field.dtype]
    return np.ma.zeros(count, dtype=dtype) if field.nullable else np.zeros(count, dtype=dtype)


def _checked(
    group: str, field: Field, played: Mapping[str, npt.NDArray[np.generic]], count: int
) -> npt.NDArray[np.generic]:
    dtype = DTYPES[field.dtype]
    if field.name not in played:
        raise StrategyError(f"{group} returned no column {field.name!r}; it returned {', '.join(played) or 'none'}")
    values = played[field.name]
    if values.dtype != dtype or values.shape != (count,):
        raise StrategyError(
            f"{group} returned {field.name!r} as {values.dtype} of shape {values.shape}; "
            f"it must be {dtype} of shape {(count,)}"
        )
    if isinstance(values, np.ma.MaskedArray) and not field.nullable and np.ma.is_masked(values):
        raise StrategyError(
            f"{group} returned {field.name!r} with masked values; only a nullable field may have them"
        )
    return values
