"""What `import golfsim` offers."""

from __future__ import annotations

import subprocess
import sys

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow.dataset as pds
import pytest

import golfsim
from golfsim.errors import OptionError


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    out = tmp_path_factory.mktemp("api") / "data"
    golfsim.run(["classic", "putt-putt"], ["greedy", "first"], 1e3, seed=7, out=out)
    return out


def test_every_name_is_there():
    for name in golfsim.__all__:
        assert getattr(golfsim, name) is not None
    assert set(golfsim.__all__) <= set(dir(golfsim))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        golfsim.nothing  # noqa: B018


def test_importing_is_cheap():
    code = "import sys, golfsim; raise SystemExit(any(m in sys.modules for m in ('numba', 'polars', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.slow
def test_readers_of_the_ecosystem_take_the_folder_as_it_stands(dataset):
    """pandas, pyarrow, polars and DuckDB; the same 4,000 rows, with rules and strategy, from the folder alone."""
    right = golfsim.scan(dataset).collect()
    wins = right.filter("won").group_by("rules", "strategy").len().sort("rules", "strategy").rows()
    counted = {
        "pandas": pd.read_parquet(dataset)
        .astype({"rules": str, "strategy": str})
        .query("won == True")
        .groupby(["rules", "strategy"])
        .size()
        .reset_index()
        .itertuples(index=False, name=None),
        "pyarrow": pl.from_arrow(pds.dataset(dataset, partitioning="hive").to_table())
        .cast({"rules": pl.String, "strategy": pl.String})
        .filter("won")
        .group_by("rules", "strategy")
        .len()
        .rows(),
        "polars": pl.scan_parquet(dataset).filter("won").group_by("rules", "strategy").len().collect().rows(),
        "duckdb": duckdb.sql(
            f"select rules, strategy, count(*) from read_parquet('{dataset}') where won group by all"
        ).fetchall(),
    }
    for reader, rows in counted.items():
        assert sorted(tuple(row) for row in rows) == wins, reader
    assert len(pd.read_parquet(dataset)) == pds.dataset(dataset).count_rows() == right.height == 4000
    assert duckdb.sql(f"select count(*) from '{dataset}/**/*.parquet'").fetchall() == [(4000,)]


@pytest.mark.slow
def test_tables(dataset):
    assert golfsim.win_table(dataset).height == 4
    assert golfsim.compare_table(dataset).height == 2
    assert golfsim.rounds(dataset)["rounds"].to_list() == [111] * 4
    assert golfsim.tournament(dataset)["won"].sum() == 2 * golfsim.tournament(dataset)["rounds"][0]
    found = golfsim.find(dataset, "won", rules="putt-putt", strategy="greedy", limit=3)
    assert found.height == 3
    for name in found["id"]:
        assert golfsim.play(name, "greedy", "putt-putt").outcome().won


def test_deals(tmp_path):
    named = golfsim.deal("7:123")
    (row,) = golfsim.deals("seeded", 123, 1, seed=7)
    assert row.tolist() == [int(card) for card in named.deck()]
    assert golfsim.deals(first=5, count=4, rules="jokers").shape == (4, 54)
    assert golfsim.deals("pysol", count=2).dtype == np.uint8
    for arguments, said in (
        ({"first": -1}, "first -1: expected 0 to"),
        ({"source": "pysol", "first": 0}, "first 0: expected 1 to"),
        ({"count": -1}, "count -1: expected 0 to"),
        ({"count": 1.5}, "count 1.5: expected a whole number"),
        ({"source": "nowhere"}, "unknown source 'nowhere'"),
    ):
        with pytest.raises(OptionError, match=said):
            golfsim.deals(**arguments)


@pytest.mark.slow
def test_playing_solving_and_hints_take_names():
    game = golfsim.play("7:123")
    assert game.outcome() is not None
    assert len(game.transcript()) == len(game.moves)
    assert golfsim.play(golfsim.deal("7:123")).moves == game.moves
    with pytest.raises(OptionError, match="unknown deal 'x'"):
        golfsim.play("x")


@pytest.mark.slow
def test_solving_and_hints_take_names():
    assert golfsim.solve("7:123").strokes == golfsim.solve(golfsim.deal("7:123")).strokes
    one = golfsim.hint("7:123", samples=20)
    other = golfsim.hint(golfsim.deal("7:123"), samples=20, seed=7, number=123)
    assert one.hints == other.hints


@pytest.mark.slow
def test_numbers_that_are_whole(tmp_path):
    assert golfsim.run(deals=1e3, seed=1.0, out=tmp_path / "a").rows == 1000
    for deals in (1.5, True, "many", float("nan")):
        with pytest.raises(OptionError, match="expected a whole number, as 1000000, 1_000_000 or 1e6"):
            golfsim.run(deals=deals, out=tmp_path / "b")
    assert not (tmp_path / "b").exists()


@pytest.mark.slow
def test_a_bar(tmp_path, capfd):
    golfsim.run(deals=2000, out=tmp_path / "a", progress=True)
    out, err = capfd.readouterr()
    assert out == ""
    assert "2.00k/2.00k" in err
    golfsim.run(deals=2000, out=tmp_path / "b")
    assert capfd.readouterr() == ("", "")


def test_an_edited_plug_in_is_seen_in_the_same_process(tmp_path):
    file = tmp_path / "mine.py"
    lengths = []
    for choice in ("view.plays[0]", "-1 if view.may_draw else view.plays[0]"):
        file.write_text(f"def pick(view):\n    return {choice}\n")
        golfsim.run("classic", f"{file}:pick", 20, out=tmp_path / f"data{len(lengths)}")
        lengths.append(golfsim.scan(tmp_path / f"data{len(lengths)}").collect()["plays"].sum())
    assert lengths[0] > lengths[1]
