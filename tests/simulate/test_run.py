"""Workers: the same bytes from any of them, interrupts, failures and full disks."""

import errno
import os
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from golfsim.errors import DatasetError, DealError, OptionError, StrategyError
from golfsim.simulate import Field, Group, Plan, run_plan

from . import toy
from .test_resume import children_of, toy_process, wait_for_end


def test_the_same_bytes_from_any_worker(tmp_path):
    def made(name, *, processes=False, **options):
        out = tmp_path / name
        groups = toy.group("one", processes=processes), toy.group("two", add=5, shard_size=900)
        watch = toy.Watch()
        run_plan(toy.plan(out, *groups), progress=watch, **options)
        assert watch.rows == 4000
        return toy.digest(out)

    alone = made("alone", jobs=1)
    assert len(alone) == 8
    assert made("threads", jobs=3) == alone
    assert made("processes", jobs=2, processes=True) == alone
    with ThreadPoolExecutor(2) as pool:
        assert made("lent threads", jobs=2, executor=pool) == alone
        pool.submit(int).result()
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert made("lent processes", jobs=2, executor=pool, processes=True) == alone


def test_progress_comes_in_chunks(tmp_path):
    steps = []
    slow = toy.group("slow", shard_size=2000, pause=0.15)
    run_plan(toy.plan(tmp_path, slow, deals=1000), jobs=1, progress=toy.Watch(steps.append))
    assert len(steps) > 5
    assert steps[-1] == 1000


@pytest.mark.parametrize("processes", [False, True])
def test_one_failure_breaks_nothing_else(tmp_path, processes):
    bad = toy.group("bad", fail_at=1000, processes=processes)
    good = toy.group("good", processes=processes)
    with pytest.raises(StrategyError) as error:
        run_plan(toy.plan(tmp_path, bad, good), jobs=2)
    assert str(error.value) == "rules=toy/strategy=bad failed: ValueError: deal 1000 is too hard"
    names = {Path(name).parent.name + Path(name).stem[4:] for name in toy.digest(tmp_path) if "part" in name}
    assert names >= {"strategy=good-000000", "strategy=good-000001", "strategy=good-000002", "strategy=bad-000000"}
    assert "strategy=bad-000001" not in names


def test_several_failures_are_all_named(tmp_path):
    bad, worse = toy.group("bad", fail_at=1000), toy.group("worse", fail_at=0)
    with pytest.raises(StrategyError) as error:
        run_plan(toy.plan(tmp_path, bad, worse, toy.group("good")), jobs=2)
    assert str(error.value) == (
        "2 of 3 groups failed: rules=toy/strategy=bad failed: ValueError: deal 1000 is too hard; "
        "rules=toy/strategy=worse failed: ValueError: deal 0 is too hard"
    )


def test_a_crashed_worker_is_named(tmp_path):
    bad = toy.group("bad", die_at=1000, processes=True)
    good = toy.group("good", processes=True)
    with pytest.raises(
        StrategyError, match=r"^rules=toy/strategy=bad failed: a worker process was killed or crashed$"
    ):
        run_plan(toy.plan(tmp_path, bad, good), jobs=2)
    assert (tmp_path / "rules=toy/strategy=good/part-000002.parquet").exists()


def test_a_broken_lent_executor_is_told(tmp_path):
    bad, good = toy.group("bad", die_at=0), toy.group("good")
    with ProcessPoolExecutor(1, get_context("spawn")) as pool, pytest.raises(StrategyError) as error:
        run_plan(toy.plan(tmp_path, bad, good, deals=20000), jobs=1, executor=pool)
    assert "rules=toy/strategy=bad failed: a worker process was killed or crashed" in str(error.value)


def test_play_that_ends_the_program_is_a_failure(tmp_path):
    one = toy.group("one")
    leave = Group(one.keys, one.entry, lambda first, count: sys.exit(), one.shard_size, one.chunk)
    with pytest.raises(StrategyError, match=r"^rules=toy/strategy=one failed: SystemExit$"):
        run_plan(toy.plan(tmp_path, leave), jobs=1)


def test_errors_of_golfsim_are_let_through(tmp_path):
    def play(first, count):
        raise DealError("no such deal")

    one = toy.group("one")
    with pytest.raises(DealError, match=r"^no such deal$"):
        run_plan(toy.plan(tmp_path, Group(one.keys, one.entry, play, 10, 10)), jobs=1)


def test_play_that_cannot_be_pickled_is_named(tmp_path):
    one = toy.group("one")
    local = Group(one.keys, one.entry, lambda first, count: {}, one.shard_size, one.chunk, processes=True)
    with pytest.raises(StrategyError, match=r"^rules=toy/strategy=one failed: .*[pP]ickle"):
        run_plan(toy.plan(tmp_path, local), jobs=1)


@pytest.mark.parametrize("processes", [False, True])
def test_interrupt_stops_at_once(tmp_path, processes):
    options = ["--pause=0.05", "--deals=200000", *(["--processes"] if processes else [])]
    process = subprocess.Popen(
        [sys.executable, toy.__file__, str(tmp_path), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    # However slow the machine: something must be on disk, and far from everything.
    while process.stdout.readline() and not list(tmp_path.rglob("part-*.parquet")):
        pass
    children = children_of(process.pid)
    start = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    said, complaints = process.communicate(timeout=60)
    # A second on a machine with nothing else to do; the whole run takes 100.
    assert time.monotonic() - start < 20.0
    assert process.returncode == 130
    assert said.endswith("interrupted\n")
    assert complaints == ""
    names = toy.digest(tmp_path)
    assert not [name for name in names if name.endswith(".tmp")]
    assert any("part" in name for name in names)
    wait_for_end(children)


def hang(first, count):
    time.sleep(60 if first else 0)
    return toy.play(first, count)


@pytest.mark.parametrize("processes", [False, True])
def test_interrupt_does_not_wait_for_a_hung_play(tmp_path, processes):
    script = f"""
import os, sys
sys.path.insert(0, {str(Path(toy.__file__).parents[1])!r})
from simulate import toy, test_run
from golfsim.simulate import Group, run_plan
if __name__ == "__main__":
    one = toy.group("one")
    group = Group(one.keys, one.entry, test_run.hang, 700, 700, {processes})
    watch = toy.Watch(lambda rows: print("rows", rows, flush=True))
    try:
        run_plan(toy.plan({str(tmp_path / "out")!r}, group), jobs=2, progress=watch)
    except KeyboardInterrupt:
        os._exit(130)
"""
    (tmp_path / "script.py").write_text(script)
    process = subprocess.Popen([sys.executable, tmp_path / "script.py"], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "rows 700\n"
    children = children_of(process.pid)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    # A second on a machine with nothing else to do; the play hangs for 60.
    assert process.wait(timeout=60) == 130
    assert time.monotonic() - start < 20.0
    wait_for_end(children)


def test_workers_of_a_killed_run_end(tmp_path):
    process = toy_process(tmp_path, "--pause=0.05", "--processes", "--deals=20000")
    process.stdout.readline()
    children = children_of(process.pid)
    assert len(children) >= 2
    process.kill()
    process.wait()
    wait_for_end(children)


def test_interrupt_with_a_lent_executor(tmp_path):
    def interrupt(rows):
        raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(KeyboardInterrupt):
            run_plan(toy.plan(tmp_path), jobs=1, executor=pool, progress=toy.Watch(interrupt))
        assert run_plan(toy.plan(tmp_path), jobs=1, executor=pool).written < 6


@pytest.mark.parametrize("call", ["write", "fsync", "open", "replace"])
def test_full_disk_is_one_line(tmp_path, monkeypatch, call):
    real = getattr(os, call)
    calls = 0

    def full(*args, **options):
        nonlocal calls
        calls += 1
        if calls > 6:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*args, **options)

    run_plan(toy.plan(tmp_path / "whole"), jobs=2)
    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(DatasetError, match=r"^no space left on the disk to .*; finished shards are kept"):
            run_plan(toy.plan(tmp_path / "out"), jobs=2)
    assert not list((tmp_path / "out").rglob("*.tmp"))
    run_plan(toy.plan(tmp_path / "out"), jobs=2)
    assert toy.digest(tmp_path / "out") == toy.digest(tmp_path / "whole")


def test_a_file_that_may_not_grow(tmp_path):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, before[1]))
    try:
        with pytest.raises(DatasetError, match=r"^cannot write .*part-000000.parquet: File too large; finished"):
            run_plan(toy.plan(tmp_path), jobs=1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert [name for name in toy.digest(tmp_path) if "part" in name] == []


def test_values_out_of_range(tmp_path):
    with pytest.raises(OptionError, match="0 jobs"):
        run_plan(toy.plan(tmp_path), jobs=0)
    with pytest.raises(OptionError, match="0 deals"):
        toy.plan(tmp_path, deals=0)
    with pytest.raises(OptionError, match="not within 0"):
        toy.plan(tmp_path, first=2**64 - 5, deals=10)
    with pytest.raises(OptionError, match="twice"):
        toy.plan(tmp_path, toy.group("one"), toy.group("one"))
    with pytest.raises(OptionError, match="'i128' is not one of bool, i8"):
        Field("x", "i128")
    with pytest.raises(OptionError, match="'deal' is made by the simulator"):
        Field("deal", "u64")
    with pytest.raises(OptionError, match="shard size 0"):
        toy.group("one", shard_size=0)


def test_results_do_not_pile_up(tmp_path):
    """A slow writer holds the players back."""
    ahead = []
    played = 0

    def play(first, count):
        nonlocal played
        played += count
        return {"won": np.zeros(count, bool)}

    def look(rows):
        time.sleep(0.005)
        ahead.append(played - rows)

    group = Group((("strategy", "fast"),), {}, play, shard_size=10, chunk=10)
    about = replace(toy.ABOUT, keys=("strategy",), columns=(Field("won", "bool"),))
    run_plan(Plan(tmp_path, about, 0, 1000, (group,)), jobs=2, progress=toy.Watch(look))
    assert max(ahead) <= 40


def test_more_deals_than_file_names_are_refused(tmp_path):
    one = toy.group("one")
    most = 10**6 * one.shard_size
    Plan(tmp_path, toy.ABOUT, 0, most, (one,))
    with pytest.raises(OptionError, match=f"{most + 1} deals: expected at most {most}"):
        Plan(tmp_path, toy.ABOUT, 0, most + 1, (one,))
