"""What a run will take, foretold from a few of its deals."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from golfsim.datasets.part import encode, encode_without_rows
from golfsim.simulate.manifest import provenance
from golfsim.simulate.plan import Plan, shards

LONG_ENOUGH = 1.0
"""Seconds of playing after which a group has shown what it costs."""


@dataclass(frozen=True)
class Estimate:
    """What one group of a plan will take.

    Attributes:
        keys: of the group.
        deals: of the plan.
        sample: deals that were played to tell.
        seconds: of one core, for all deals, without what was spent on compiling.
        size: bytes on disk, for all deals.
    """

    keys: tuple[tuple[str, str], ...]
    deals: int
    sample: int
    seconds: float
    size: float


def estimate(plan: Plan) -> list[Estimate]:
    """Play a few deals of each group, for about a second each, and write nothing."""
    found = []
    first_shard = {shard.group: shard for shard in reversed(list(shards(plan)))}
    for index, group in enumerate(plan.groups):
        group.play(plan.first, 1)
        start, spent, sample, pieces = plan.first, 0.0, 0, []
        size = min(group.chunk, plan.deals)
        while sample < plan.deals and spent < LONG_ENOUGH:
            count = min(size, plan.deals - sample)
            began = time.perf_counter()
            pieces.append(group.play(start + sample, count))
            spent += time.perf_counter() - began
            sample += count
        rows = {name: np.ma.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}  # type: ignore[no-untyped-call]
        metadata = provenance(plan, first_shard[index])
        overhead = len(encode_without_rows(plan.schema, metadata))
        began = time.perf_counter()
        bytes_a_row = max(len(encode(plan.schema, start, rows, metadata)) - overhead, 0) / sample
        spent += time.perf_counter() - began
        files = -(-plan.deals // group.shard_size)
        found.append(
            Estimate(
                group.keys,
                plan.deals,
                sample,
                spent / sample * plan.deals,
                bytes_a_row * plan.deals + overhead * files,
            )
        )
    return found
