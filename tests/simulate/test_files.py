"""What the files hold, and that every reader sees the same in them."""

import json
from dataclasses import replace
from functools import partial

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golfsim.datasets.about import About
from golfsim.datasets.manifest import load_manifest
from golfsim.datasets.part import encode, read_footer
from golfsim.errors import StrategyError
from golfsim.simulate import Field, Group, Plan, run_plan

from . import toy


def expected(first, count, **options):
    columns = toy.play(first, count, **options)
    strokes = columns["strokes"]
    return pl.DataFrame(
        {
            "deal": np.arange(first, first + count, dtype=np.uint64),
            "won": columns["won"],
            "strokes": pl.Series(strokes.tolist(), dtype=pl.Int8),
            "cards_left": columns["cards_left"],
            "key": columns["key"],
        }
    )


@pytest.mark.parametrize("first", [0, 12345, 2**63 - 1000, 2**64 - 2000])
def test_readers_agree(tmp_path, first):
    run_plan(toy.plan(tmp_path, first=first), jobs=2)
    pattern = str(tmp_path / "**/*.parquet")
    both = pl.concat(
        expected(first, 2000, add=add).with_columns(rules=pl.lit("toy"), strategy=pl.lit(name))
        for name, add in (("one", 0), ("two", 5))
    )
    read = pl.scan_parquet(pattern, hive_partitioning=True).collect().sort("strategy", "deal")
    assert read.equals(both)
    assert read.schema == both.schema
    duck = duckdb.sql(f"select * from '{pattern}' order by strategy, deal")
    assert [str(kind) for kind in duck.types[:5]] == ["UBIGINT", "BOOLEAN", "TINYINT", "UTINYINT", "UBIGINT"]
    assert duck.fetchall() == both.rows()
    path = tmp_path / "rules=toy/strategy=two/part-000001.parquet"
    part = expected(first + 900, 900, add=5)
    assert pl.from_arrow(pq.read_table(path, partitioning=None)).equals(part)
    pandas = pd.read_parquet(tmp_path)
    assert len(pandas) == 4000
    assert pandas["deal"].dtype == np.uint64
    assert pandas["strokes"].isna().sum() == both["strokes"].null_count()
    duck_filter = duckdb.sql(f"select count(*) from '{pattern}' where deal >= {first + 1990}").fetchall()
    assert duck_filter == [(20,)]
    assert pl.scan_parquet(pattern).filter(pl.col("deal") >= first + 1990).collect().height == 20


def test_manifest_and_provenance(tmp_path):
    run_plan(toy.plan(tmp_path), jobs=1)
    manifest = load_manifest(tmp_path / toy.PLACE)
    assert list(manifest) == [
        *("format", "schema_version", "versions", "source", "seed", "first", "deals", "game", "keys", "columns"),
        *("facts", "groups"),
    ]
    assert manifest["columns"][1] == {
        "name": "strokes",
        "dtype": "i8",
        "nullable": True,
        "role": "other",
        "unit": "",
        "better": "",
    }
    assert About.from_json(manifest) == toy.ABOUT
    assert manifest["groups"][1]["path"] == "rules=toy/strategy=two"
    assert manifest["groups"][1]["shard_size"] == 900
    path = tmp_path / "rules=toy/strategy=two/part-000002.parquet"
    stored = json.loads(pl.read_parquet_metadata(path)["golfsim"])
    assert stored == {
        "format": "golfsim-dataset",
        "schema_version": 2,
        "versions": {"golfsim": "1", "numpy": "2"},
        "config": {"source": "toy", "seed": 7},
        **{name: manifest[name] for name in ("game", "keys", "columns", "facts")},
        "group": manifest["groups"][1],
        "first": 1800,
        "count": 200,
    }
    assert pq.read_metadata(path).metadata[b"golfsim"].decode() == json.dumps(stored)


def greedy_like(first, count):
    chance = np.random.default_rng(first)
    won = chance.random(count) < 0.01
    left = np.where(won, 0, np.clip(np.rint(chance.normal(10, 4, count)), 1, 35)).astype(np.uint8)
    stock = np.where(won, chance.integers(0, 17, count), 0).astype(np.uint8)
    return {
        "won": won,
        "strokes": left.astype(np.int8) - stock.astype(np.int8),
        "cards_left": left,
        "stock_left": stock,
        "plays": np.uint8(35) - left,
        "draws": np.uint8(16) - stock,
        "longest_run": np.clip(3 + chance.poisson(2.0, count), 3, 12).astype(np.uint8),
    }


def test_a_row_takes_less_than_three_bytes(tmp_path):
    fields = [Field(name, "u8") for name in ("cards_left", "stock_left", "plays", "draws", "longest_run")]
    schema = (Field("won", "bool"), Field("strokes", "i8"), *fields)
    about = replace(toy.ABOUT, keys=("strategy",), columns=schema)
    group = Group((("strategy", "greedy"),), {"strategy": "greedy"}, greedy_like, shard_size=300_000, chunk=50_000)
    run_plan(Plan(tmp_path, about, 10**9, 600_000, (group,)), jobs=2)
    size = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert size / 600_000 < 2.5


@settings(max_examples=60, deadline=None)
@given(first=st.integers(0, 2**64 - 1), count=st.integers(1, 700))
def test_deal_numbers_survive(tmp_path_factory, first, count):
    first = min(first, 2**64 - count)
    path = tmp_path_factory.mktemp("deals") / "part.parquet"
    data = encode((Field("won", "bool"),), first, {"won": np.zeros(count, bool)}, {})
    path.write_bytes(data)
    deals = list(range(first, first + count))
    assert pl.read_parquet(path)["deal"].to_list() == deals
    assert pq.read_table(path)["deal"].to_pylist() == deals
    assert [row[0] for row in duckdb.sql(f"select deal from '{path}'").fetchall()] == deals
    assert read_footer(data).rows == count
    assert read_footer(data).intact


def test_several_row_groups(tmp_path):
    count = 2**18 + 5
    columns = toy.play(1000, count)
    path = tmp_path / "part.parquet"
    path.write_bytes(encode(toy.SCHEMA, 1000, columns, {}))
    assert pl.read_parquet(path).equals(expected(1000, count))
    assert pl.from_arrow(pq.read_table(path)).equals(expected(1000, count))
    assert pq.read_metadata(path).num_row_groups == 2
    assert pq.read_metadata(path).row_group(1).column(0).statistics.min == 1000 + 2**18


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_any_damage_is_an_error_or_seen(data):
    whole = encode((Field("won", "bool"),), 3, {"won": np.zeros(40, bool)}, {"golfsim": '{"a": 1}'})
    if data.draw(st.booleans()):
        broken = whole[: data.draw(st.integers(0, len(whole) - 1))]
    else:
        at = data.draw(st.integers(0, len(whole) - 1))
        broken = whole[:at] + bytes((whole[at] ^ data.draw(st.integers(1, 255)),)) + whole[at + 1 :]
    try:
        seen = read_footer(broken)
    except ValueError:
        return
    assert not seen.intact or seen.metadata.keys() != read_footer(whole).metadata.keys()


def test_wrong_columns_are_named(tmp_path):
    def bad(first, count, column):
        return {**toy.play(first, count), "cards_left": column(count)}

    for column, said in (
        (lambda count: np.zeros(count, np.int64), "'cards_left' as int64"),
        (lambda count: np.zeros(count + 1, np.uint8), r"of shape \(101,\)"),
        (lambda count: np.ma.masked_all(count, np.uint8), "masked"),
    ):
        one = toy.group("bad")
        broken = Group(one.keys, one.entry, partial(bad, column=column), one.shard_size, one.chunk)
        with pytest.raises(StrategyError, match=said):
            run_plan(toy.plan(tmp_path, broken), jobs=1)
