"""A game of no rules: columns that are simple functions of the deal number. Also a script that runs a plan of it."""

from __future__ import annotations

import argparse
import hashlib
import os
import time
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from golfsim.datasets.about import About
from golfsim.errors import GolfsimError
from golfsim.simulate import Field, Group, Plan, run_plan

SCHEMA = (Field("won", "bool"), Field("strokes", "i8", nullable=True), Field("cards_left", "u8"), Field("key", "u64"))
ABOUT = About(
    game="toy",
    keys=("rules", "strategy"),
    columns=SCHEMA,
    holes=4,
    round_name="four-hole",
    par=2,
    expert_par=1,
    units=("point", "points"),
    won="done",
    peeks="peeks",
    peeking="peeks",
    peeked="looked",
    peek_measures="luck",
    proves="proves",
    prover="nobody",
    deal_names={},
)
PLACE = "rules=_/strategy=_/_manifest.parquet"
"""Where the manifest lies."""


def play(first, count, *, add=0, pause=0.0, fail_at=None, die_at=None):
    """Every seventh value of the nullable column is unknown."""
    deal = np.arange(first, first + count, dtype=np.uint64)
    time.sleep(pause)
    if fail_at is not None and fail_at in deal:
        raise ValueError(f"deal {fail_at}\nis too hard")
    if die_at is not None and die_at in deal:
        os._exit(3)
    mixed = deal * np.uint64(0x9E3779B97F4A7C15) + np.uint64(add)
    top = (mixed >> np.uint64(56)).astype(np.uint8)
    return {
        "won": top < 3,
        "strokes": np.ma.masked_array((top % 40).astype(np.int8) - np.int8(16), mask=deal % np.uint64(7) == 0),
        "cards_left": top % np.uint8(35),
        "key": mixed,
    }


def group(name, *, shard_size=700, chunk=100, processes=False, **options):
    return Group(
        keys=(("rules", "toy"), ("strategy", name)),
        entry={"rules": "toy", "strategy": name, "options": {key: str(value) for key, value in options.items()}},
        play=partial(play, **options),
        shard_size=shard_size,
        chunk=chunk,
        processes=processes,
    )


def plan(out, *groups, first=0, deals=2000, about=ABOUT, seed=7, versions=None):
    return Plan(
        out=Path(out),
        about=about,
        first=first,
        deals=deals,
        groups=groups or (group("one"), group("two", add=5, shard_size=900)),
        config={"source": "toy", "seed": seed},
        versions=versions or {"golfsim": "1", "numpy": "2"},
    )


def digest(out):
    """Every file below `out` by name, hidden ones too."""
    return {
        path.relative_to(out).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path(out).rglob("*"))
        if path.is_file()
    }


def pl_frame():
    """A table that has nothing to do with a dataset."""
    return pl.DataFrame({"deal": [1, 2]})


class Watch:
    """A progress that remembers; `at(rows)` is called after each step."""

    def __init__(self, at=lambda rows: None):
        self.total = self.done = self.rows = 0
        self.notes = []
        self.at = at

    def start(self, total, done):
        self.total, self.done = total, done

    def advance(self, rows):
        self.rows += rows
        self.at(self.rows)

    def note(self, text):
        self.notes.append(text)


def main():
    """Used by tests that need a process of their own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--pause", type=float, default=0.0)
    parser.add_argument("--processes", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--deals", type=int, default=2000)
    options = parser.parse_args()
    kind = {"pause": options.pause, "processes": options.processes}
    groups = (group("one", **kind), group("two", add=5, shard_size=900, **kind))
    watch = Watch(lambda rows: print("rows", rows, flush=True))
    try:
        run_plan(plan(options.out, *groups, deals=options.deals), jobs=options.jobs, progress=watch)
    except GolfsimError as error:
        print(error)
        os._exit(1)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        os._exit(130)


if __name__ == "__main__":
    main()
