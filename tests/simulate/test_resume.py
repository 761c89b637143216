"""The same command again: what is kept, what is made again, and what is refused."""

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from golfsim.datasets.manifest import encode_manifest, load_manifest
from golfsim.datasets.part import encode, encode_without_rows, read_footer
from golfsim.errors import DatasetError
from golfsim.simulate import run_plan

from . import toy

SCRIPT = [sys.executable, str(Path(toy.__file__))]


def toy_process(out, *options):
    return subprocess.Popen([*SCRIPT, str(out), *options], stdout=subprocess.PIPE, text=True)


def slow_plan(out, *, pause, processes=False):
    kind = {"pause": pause, "processes": processes}
    return toy.plan(out, toy.group("one", **kind), toy.group("two", add=5, shard_size=900, **kind))


def children_of(pid):
    """The processes that process `pid` has started; Linux only."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def wait_for_end(children):
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < deadline, children
        time.sleep(0.02)


@pytest.mark.parametrize("processes", [False, True])
def test_killed_at_any_moment_ends_the_same(tmp_path, processes):
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    options = ["--pause=0.02", *(["--processes"] if processes else [])]
    chance = random.Random(processes)
    for _ in range(3 if processes else 5):
        process = toy_process(broken, *options)
        process.stdout.readline()
        time.sleep(chance.random() * 0.2)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert toy_process(broken, *options).wait() == 0
    run_plan(slow_plan(whole, pause=0.02, processes=processes), jobs=2)
    assert toy.digest(broken) == toy.digest(whole)


def test_killed_at_every_step(tmp_path, monkeypatch):
    """As above, but at each call that changes the disk, by never coming back from it."""
    groups = toy.group("one", shard_size=1500), toy.group("two", shard_size=2000)
    run_plan(toy.plan(tmp_path / "whole", *groups), jobs=1)
    whole = toy.digest(tmp_path / "whole")

    class Killed(BaseException):
        pass

    for step in range(200):
        left = step

        def counted(real, *args, **options):
            nonlocal left
            left -= 1
            if left < 0:
                raise Killed
            return real(*args, **options)

        out = tmp_path / str(step)
        with monkeypatch.context() as patch:
            for name in ("mkdir", "open", "write", "fsync", "replace"):
                patch.setattr(os, name, partial(counted, getattr(os, name)))
            patch.setattr(Path, "unlink", lambda self, missing_ok=False: None)
            try:
                run_plan(toy.plan(out, *groups), jobs=1)
                break
            except Killed:
                pass
        run_plan(toy.plan(out, *groups), jobs=1)
        assert toy.digest(out) == whole, step
    assert 25 < step < 100


def test_only_what_is_missing_is_played(tmp_path):
    first = run_plan(toy.plan(tmp_path), jobs=2)
    assert (first.rows, first.played, first.shards, first.written) == (4000, 4000, 6, 6)
    before = toy.digest(tmp_path)
    (tmp_path / "rules=toy/strategy=two/part-000001.parquet").unlink()
    watch = toy.Watch()
    again = run_plan(toy.plan(tmp_path), jobs=2, progress=watch)
    assert (again.played, again.written, watch.total, watch.done, watch.rows) == (900, 1, 4000, 3100, 900)
    assert toy.digest(tmp_path) == before
    assert run_plan(toy.plan(tmp_path), jobs=2).written == 0


@pytest.mark.parametrize("harm", ["empty", "cut", "flipped", "footer", "tail", "short"])
def test_damage_is_repaired_and_told(tmp_path, harm):
    run_plan(toy.plan(tmp_path), jobs=2)
    before = toy.digest(tmp_path)
    path = tmp_path / "rules=toy/strategy=one/part-000001.parquet"
    data = path.read_bytes()
    path.write_bytes(
        {
            "empty": b"",
            "cut": data[: len(data) // 2],
            "flipped": data[:50] + bytes([data[50] ^ 1]) + data[51:],
            "footer": data.replace(b'"seed": 7', b'"seed": 6'),
            "short": encode(toy.SCHEMA, 700, toy.play(700, 600), {"golfsim": read_footer(data).metadata["golfsim"]}),
            "tail": data[:-20] + b"\xff" * 12 + data[-8:],
        }[harm]
    )
    watch = toy.Watch()
    again = run_plan(toy.plan(tmp_path), jobs=2, progress=watch)
    assert again.written == 1
    assert watch.notes == list(again.notes)
    assert watch.notes[0].startswith(f"{path} is made again: it")
    assert toy.digest(tmp_path) == before


def test_all_anew(tmp_path):
    run_plan(toy.plan(tmp_path), jobs=2)
    before = toy.digest(tmp_path)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    assert run_plan(toy.plan(tmp_path), jobs=2, resume=False).written == 6
    assert all(path.stat().st_mtime_ns > time for path, time in times.items())
    assert toy.digest(tmp_path) == before
    with pytest.raises(DatasetError, match="seed: 8 here, 7 in"):
        run_plan(toy.plan(tmp_path, seed=8), jobs=2, resume=False)


def test_another_configuration_is_named(tmp_path):
    run_plan(toy.plan(tmp_path), jobs=2)
    before = toy.digest(tmp_path)
    base = toy.plan(tmp_path)
    one, two = base.groups
    cases = {
        f"seed: 8 here, 7 in {tmp_path / toy.PLACE}": replace(base, config={**base.config, "seed": 8}),
        "deals: 1999 here, 2000 in": replace(base, deals=1999),
        "first: 1 here, 0 in": replace(base, first=1),
        'columns[0].dtype: "u8" here, "bool" in': replace(
            base, about=replace(toy.ABOUT, columns=(toy.Field("won", "u8"), *toy.SCHEMA[1:]))
        ),
        "facts.par: 3 here, 2 in": replace(base, about=replace(toy.ABOUT, par=3)),
        'groups[0].options.add: "1" here, nothing in': replace(base, groups=(toy.group("one", add=1), two)),
        "groups[1].shard_size: 901 here, 900 in": replace(base, groups=(one, replace(two, shard_size=901))),
        'versions.golfsim: "2" here, "1" in': replace(base, versions={"golfsim": "2"}),
    }
    for said, plan in cases.items():
        with pytest.raises(DatasetError) as error:
            run_plan(plan, jobs=2)
        assert str(error.value).startswith(said)
        assert "\n" not in str(error.value)
    assert toy.digest(tmp_path) == before
    run_plan(replace(base, versions={"golfsim": "1", "numpy": "3"}), jobs=2)
    assert toy.digest(tmp_path) == before
    path = tmp_path / toy.PLACE
    manifest = load_manifest(path)
    other = {**{key: manifest[key] for key in manifest if key != "source"}, "speed": 3}
    path.write_bytes(encode_manifest(toy.ABOUT, other))
    with pytest.raises(DatasetError, match=r'^source: "toy" here, nothing in'):
        run_plan(base, jobs=2)
    path.write_bytes(encode_manifest(toy.ABOUT, {**manifest, "speed": 3}))
    with pytest.raises(DatasetError, match=r"^speed: nothing here, 3 in"):
        run_plan(base, jobs=2)


def test_foreign_places_are_refused(tmp_path):
    def refused(out, said):
        before = toy.digest(out) if out.is_dir() else None
        with pytest.raises(DatasetError, match=said) as error:
            run_plan(toy.plan(out), jobs=1)
        assert "\n" not in str(error.value)
        if before is not None:
            assert without_lock(toy.digest(out)) == without_lock(before)

    def without_lock(files):
        return {name: value for name, value in files.items() if name != ".golfsim.lock"}

    for name, said in (
        ("{", "not JSON"),
        ("[]", "foreign, format None"),
        ('{"a": 1}', "foreign, format None"),
        ("\x00", "not JSON"),
    ):
        out = tmp_path / f"manifest{len(list(tmp_path.iterdir()))}"
        out.mkdir()
        (out / "manifest.json").write_text(name)
        refused(out, said)
    out = tmp_path / "damaged"
    run_plan(toy.plan(out), jobs=1)
    whole = (out / toy.PLACE).read_bytes()
    for harm, said in (
        (whole[:-9], "it is no whole Parquet file"),
        (whole.replace(b'"seed": 7', b'"seed": 6'), "its checksum does not agree"),
        (encode_without_rows(toy.SCHEMA, {}), "foreign, no golfsim.manifest"),
    ):
        (out / toy.PLACE).write_bytes(harm)
        refused(out, said)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    refused(tmp_path / "full", r"holds letter.txt but no manifest")
    assert not (tmp_path / "full" / ".golfsim.lock").exists()
    (tmp_path / "file").write_text("")
    refused(tmp_path / "file", "a file is in the way")
    refused(tmp_path / "file" / "below", "cannot .*below: Not a directory")


def test_foreign_shards_are_refused(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    run_plan(toy.plan(here), jobs=1)
    run_plan(toy.plan(there, seed=8), jobs=1)
    name = "rules=toy/strategy=one/part-000001.parquet"
    (here / name).write_bytes((there / name).read_bytes())
    with pytest.raises(
        DatasetError, match=r"part-000001.parquet is from another run: config.seed is 8 there, 7 here"
    ):
        run_plan(toy.plan(here), jobs=1)
    (here / name).unlink()
    stray = here / "rules=toy/strategy=one/part-000099.parquet"
    stray.write_bytes(b"")
    with pytest.raises(DatasetError, match=r"part-000099.parquet is no part of this run"):
        run_plan(toy.plan(here), jobs=1)
    stray.unlink()
    toy.pl_frame().write_parquet(here / name)
    with pytest.raises(DatasetError, match=r"part-000001.parquet: it has no checksum, .* program: move it away"):
        run_plan(toy.plan(here), jobs=1)


def test_second_run_is_refused(tmp_path):
    process = toy_process(tmp_path, "--pause=0.1")
    process.stdout.readline()
    with pytest.raises(DatasetError, match="is being written by another run"):
        run_plan(slow_plan(tmp_path, pause=0.1), jobs=1)
    process.kill()
    process.wait()
    run_plan(slow_plan(tmp_path, pause=0.1), jobs=8)


def test_second_run_in_the_same_process_is_refused(tmp_path):
    seen = []

    def intrude(rows):
        if not seen:
            with ThreadPoolExecutor(1) as pool, pytest.raises(DatasetError, match="another run"):
                pool.submit(run_plan, toy.plan(tmp_path), jobs=1).result()
            with pytest.raises(DatasetError, match="another run"):
                run_plan(toy.plan(tmp_path), jobs=1)
            seen.append(rows)

    run_plan(toy.plan(tmp_path), jobs=1, progress=toy.Watch(intrude))
    assert seen
