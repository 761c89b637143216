"""Small datasets to read: manifests written by hand, parts sealed as a run seals them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from golfsim.datasets.about import About
from golfsim.datasets.format import PROVENANCE, Field
from golfsim.datasets.manifest import encode_manifest, manifest_path
from golfsim.datasets.part import encode

Outcome = tuple[bool | None, int | None]
Make = Callable[..., Path]

SCHEMA = {
    "won": "bool",
    "strokes": "i8",
    "cards_left": "u8",
    "stock_left": "u8",
    "plays": "u8",
    "draws": "u8",
    "longest_run": "u8",
}
DTYPES = {"bool": pl.Boolean, "i8": pl.Int8, "u8": pl.UInt8}
NAMES = {"Boolean": "bool", "Int8": "i8", "UInt8": "u8", "Int64": "i64", "Int32": "i32"}
CLASSIC = {"kings": "dead", "draw": "anytime", "start": "stock", "jokers": 0, "columns": 7, "depth": 5}


def part(deals: range, outcomes: Sequence[Outcome]) -> pl.DataFrame:
    """Rows of one Parquet part; the columns no table reads are zero."""
    columns: dict[str, pl.Series] = {"deal": pl.Series(list(deals), dtype=pl.UInt64)}
    for name, dtype in SCHEMA.items():
        columns[name] = pl.Series([0] * len(outcomes), dtype=pl.UInt8).cast(DTYPES[dtype])
    columns["won"] = pl.Series([won for won, _ in outcomes], dtype=pl.Boolean)
    columns["strokes"] = pl.Series([strokes for _, strokes in outcomes], dtype=pl.Int8)
    return pl.DataFrame(columns)


def sealed(frame: pl.DataFrame, first: int, provenance: object) -> bytes:
    """The file of a part with these rows, which need no deal numbers of their own."""
    own = [(name, NAMES[str(dtype)]) for name, dtype in frame.schema.items() if name != "deal"]
    fields = tuple(Field(name, dtype, nullable=True) for name, dtype in own)
    columns = {}
    for name, dtype in own:
        values = frame[name].fill_null(value=False) if dtype == "bool" else frame[name].fill_null(0)
        columns[name] = np.ma.masked_array(values.to_numpy(), frame[name].is_null().to_numpy())
    return encode(fields, first, columns, {PROVENANCE: json.dumps(provenance)})


def write_dataset(
    root: Path,
    rows: Mapping[tuple[str, str], Sequence[Outcome]],
    *,
    shard: int = 4,
    deals: int | None = None,
    sees_stock: Sequence[str] = (),
    options: Mapping[str, Mapping[str, object]] | None = None,
    about: About | None = None,
    **fields: object,
) -> Path:
    """Write a dataset with these outcomes by (rules, strategy) and return its folder.

    It is one of version 1, or with `about` one of the present version. `deals` is what the manifest claims (default:
    the longest group), `sees_stock` the strategies that do, `options` the rule options by rules that differ from
    classic, `fields` go into the manifest as they are.
    """
    first = fields.get("first", 0)
    assert isinstance(first, int)
    longest = max(map(len, rows.values()), default=0) if deals is None else deals
    head: dict[str, object] = {"format": "golfsim-dataset", "schema_version": 1 if about is None else 2}
    head["versions"] = {"golfsim": "0.1.0"}
    config = {"source": "seeded", "seed": 7} | {
        name: value for name, value in fields.items() if name not in ("first", "schema", "game")
    }
    said = {"game": "golf"} if about is None else about.as_json()
    entries = []
    for number, ((rules, strategy), outcomes) in enumerate(rows.items()):
        path = f"rules=r{number}/strategy=s{number}"
        (root / path).mkdir(parents=True)
        entry = {
            "rules": rules,
            "rules_options": {**CLASSIC, **(options or {}).get(rules, {})},
            "strategy": strategy,
            "strategy_options": {},
            "sees_stock": strategy in sees_stock,
            "stochastic": False,
            "path": path,
            "shard_size": shard,
        }
        if about is not None:
            entry |= {"proves": strategy.startswith("solver"), "cards": {}}
        entries.append(entry)
        for index, start in enumerate(range(0, len(outcomes), shard)):
            some = outcomes[start : start + shard]
            place = first + start
            provenance = {**head, "group": entry, "first": place, "count": len(some)}
            provenance |= {"config": {**said, **config}} if about is None else {"config": config, **said}
            data = sealed(part(range(place, place + len(some)), some), place, provenance)
            (root / path / f"part-{index:06d}.parquet").write_bytes(data)
    manifest = {**head, "schema": SCHEMA, **said, **config, "first": 0, "deals": longest, "groups": entries, **fields}
    if about is None:
        (root / "manifest.json").write_text(json.dumps(manifest))
        return root
    del manifest["schema"]
    path = manifest_path(root, about.keys)
    path.parent.mkdir(parents=True)
    path.write_bytes(encode_manifest(about, manifest))
    return root


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """`make(name, rows, ...)`: `write_dataset` into a new folder of that name."""

    def into(name: str, *args: object, **fields: object) -> Path:
        return write_dataset(tmp_path / name, *args, **fields)  # type: ignore[arg-type]

    return into
