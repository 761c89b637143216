"""`golfsim verify` and `drop`, and going on with a dataset from the command line."""

import json
import shutil

import polars as pl
import pytest

from golfsim.datasets.manifest import find_manifest
from golfsim.datasets.part import encode, read_footer
from golfsim.games.solitaire.outcome import COLUMNS

pytestmark = pytest.mark.slow


def parts(out):
    return sorted(out.rglob("part-*.parquet"))


def test_a_whole_dataset_verifies(golfsim):
    golfsim("run", "--strategy", "guide", "--strategy", "random", "--deals", 60, "--out", "a", "-q")
    done = golfsim("verify", "a")
    assert (done.code, done.out) == (0, "")
    assert "2 of 2 parts whole, up to 1,000 deals played again, 0 values differ" in done.err


def test_faults_are_named_and_repaired(golfsim, tmp_path):
    golfsim("run", "--strategy", "guide", "--strategy", "random", "--deals", 60, "--out", "a", "-q")
    table = golfsim("table", "a").out
    guide, random = parts(tmp_path / "a")
    right = guide.read_bytes(), random.read_bytes()
    guide.write_bytes(right[0][:100] + b"\xff" + right[0][101:])
    random.unlink()
    for command in ("table", "compare", "rounds", "find", "tournament"):
        done = golfsim(command, "a")
        assert done.code == 1, command
        assert (done.out, len(done.err.splitlines())) == ("", 1)
        assert "part-000000.parquet: damaged" in done.err
    done = golfsim("verify", "a", "--replay", 0)
    assert done.code == 1
    assert done.out.splitlines() == [
        "a/rules=classic/strategy=guide/part-000000.parquet: its checksum does not agree",
        "a/rules=classic/strategy=random/part-000000.parquet: missing",
    ]
    done = golfsim("verify", "a", "--repair")
    assert done.code == 0
    assert "2 faults repaired" in done.err
    assert (guide.read_bytes(), random.read_bytes()) == right
    assert golfsim("table", "a").out == table


def test_rows_that_were_never_played_are_found_by_playing_again(golfsim, tmp_path):
    """A part with a checksum, a provenance and a number that are all right, and one value that is not."""
    golfsim("run", "--strategy", "guide", "--deals", 60, "--out", "a", "-q")
    (file,) = parts(tmp_path / "a")
    metadata = {"golfsim": read_footer(file.read_bytes()).metadata["golfsim"]}
    frame = pl.read_parquet(file)
    strokes = frame["strokes"].to_list()
    strokes[23] -= 1
    frame = frame.with_columns(strokes=pl.Series(strokes, dtype=pl.Int8))
    columns = {field.name: frame[field.name].to_numpy() for field in COLUMNS}
    file.write_bytes(encode(COLUMNS, 0, columns, metadata))
    assert golfsim("verify", "a", "--replay", 0).code == 0
    done = golfsim("verify", "a")
    assert done.code == 1
    (line,) = done.out.splitlines()
    assert f"deal 23, strokes is {strokes[23]}: played again it is {strokes[23] + 1}" in line


def test_a_lost_manifest_is_made_again(golfsim, tmp_path):
    golfsim("run", "--strategy", "guide", "--strategy", "random", "--deals", 60, "--seed", 5, "--out", "a", "-q")
    table = golfsim("table", "a").out
    file = find_manifest(tmp_path / "a")
    right = json.loads(golfsim("verify", "a", "--manifest").out)
    for harm in (file.unlink, lambda: file.write_bytes(b"PAR1 nothing")):
        harm()
        done = golfsim("verify", "a")
        assert done.code == 1
        assert "no manifest here" in done.out or "damaged" in done.out
        assert golfsim("verify", "a", "--rebuild").code == 0
        again = json.loads(golfsim("verify", "a", "--manifest").out)
        assert sorted(again.pop("groups"), key=str) == sorted(right["groups"], key=str)
        assert again == {key: value for key, value in right.items() if key != "groups"}
    assert sorted(golfsim("table", "a").out.splitlines()) == sorted(table.splitlines())


def test_plug_ins_are_played_again_where_they_are(golfsim, tmp_path):
    (tmp_path / "mine.py").write_text("def last(view):\n    return view.plays[-1]\n")
    golfsim("run", "--strategy", "mine.py:last", "--deals", 50, "--out", "a", "-q")
    done = golfsim("verify", "a")
    assert done.code == 0
    assert "is not played again: mine.py:last is a plug-in: say where it is with --strategy" in done.err
    assert "0 values differ" in golfsim("verify", "a", "--strategy", "mine.py:last").err
    (tmp_path / "mine.py").write_text("def last(view):\n    return view.plays[0]\n")
    assert "sha256 was" in golfsim("verify", "a", "--strategy", "mine.py:last").err
    done = golfsim("run", "--strategy", "mine.py:last", "--deals", 50, "--out", "a", "-q")
    assert done.code == 1
    assert "--overwrite" in done.err
    assert golfsim("run", "--strategy", "mine.py:last", "--deals", 50, "--out", "a", "-q", "--overwrite").code == 0
    assert "0 values differ" in golfsim("verify", "a", "--strategy", "mine.py:last").err


def test_what_is_no_dataset(golfsim, tmp_path):
    (tmp_path / "empty").mkdir()
    for place in ("empty", "nowhere"):
        done = golfsim("verify", place, "--rebuild")
        assert done.code == 1
        assert "Traceback" not in done.err


def test_growing_and_dropping(golfsim, tmp_path):
    golfsim("run", "--strategy", "guide", "--deals", 20, "--seed", 3, "--out", "a", "-q")
    assert golfsim("run", "--strategy", "random", "--seed", 3, "--out", "a", "-q").code == 0
    assert "20" in golfsim("table", "a", "--format", "csv").out.splitlines()[2]
    assert golfsim(
        "run", "--strategy", "random", "--strategy", "guide", "--seed", 3, "--deals", 40, "--out", "a", "-q"
    )
    golfsim("run", "--strategy", "guide", "--strategy", "random", "--seed", 3, "--deals", 40, "--out", "b", "-q")
    for part in parts(tmp_path / "b"):
        assert part.read_bytes() == (tmp_path / "a" / part.relative_to(tmp_path / "b")).read_bytes()
    assert golfsim("drop", "a").code == 2
    assert golfsim("drop", "a", "--strategy", "nobody").code == 2
    done = golfsim("drop", "a", "--strategy", "guide")
    assert (done.code, done.err) == (0, "golfsim: dropped rules=classic/strategy=guide\n")
    assert golfsim("verify", "a").code == 0
    assert len(parts(tmp_path / "a")) == 1
    shutil.rmtree(tmp_path / "a")


def test_an_estimate(golfsim, tmp_path):
    done = golfsim("run", "--estimate", "--strategy", "random", "--strategy", "guide", "--deals", "1e9", "--out", "a")
    assert done.code == 0
    assert not (tmp_path / "a").exists()
    assert "2,000,000,000" in done.out
    assert "CPU" in done.out
    assert "nothing was written" in done.out
