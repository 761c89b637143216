"""Nothing that is damaged, altered or foreign is ever counted: the whole kind, not one example of it."""

from __future__ import annotations

import json
import shutil
from random import Random

import polars as pl
import pyarrow.parquet as pq
import pytest

import golfsim
from golfsim.datasets.manifest import find_manifest
from golfsim.datasets.part import encode_without_rows, read_footer
from golfsim.errors import DatasetError
from golfsim.results.dataset import Dataset
from golfsim.results.table import win_table


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A dataset of two strategies, and what it says."""
    root = tmp_path_factory.mktemp("whole") / "data"
    golfsim.run("classic", ["first", "greedy"], 300, seed=3, out=root)
    return root


@pytest.fixture
def copy(whole, tmp_path):
    """One to be harmed."""
    root = tmp_path / "data"
    shutil.copytree(whole, root)
    return root


def test_every_flipped_bit_is_seen(copy, whole):
    """500 flips in the rows, the footer, the metadata, the checksum and its key; in parts and in the manifest."""
    right = win_table(whole)
    random = Random(1)
    files = sorted(copy.rglob("*.parquet"))
    assert len(files) == 3
    for _ in range(500):
        file = random.choice(files)
        data = file.read_bytes()
        at = random.randrange(8 * len(data))
        file.write_bytes(data[: at // 8] + bytes([data[at // 8] ^ (1 << at % 8)]) + data[at // 8 + 1 :])
        with pytest.raises(DatasetError) as error:
            win_table(copy)
        assert str(file) in str(error.value)
        assert "\n" not in str(error.value)
        file.write_bytes(data)
    assert win_table(copy).equals(right)


def test_a_part_written_again_by_another_program_is_refused(copy):
    """Also one that keeps the metadata, which then holds the checksum of other bytes."""
    file = Dataset.open(copy).groups[0].files[0]
    table = pq.read_table(file, partitioning=None)
    for metadata in (table.schema.metadata, pq.read_metadata(file).metadata):
        pq.write_table(table.replace_schema_metadata(metadata), file)
        with pytest.raises(DatasetError, match="damaged, it"):
            Dataset.open(copy)
    pl.read_parquet(file).write_parquet(file)
    with pytest.raises(DatasetError, match="it has no checksum, so it is damaged or was written by another program"):
        Dataset.open(copy)


def test_parts_of_elsewhere_are_refused(copy, whole, tmp_path):
    """Another seed, another strategy, another version, another number; all of them whole."""
    golfsim.run("classic", ["first", "greedy"], 300, seed=4, out=tmp_path / "other")
    first, greedy = (group.files[0] for group in Dataset.open(copy).groups)
    right = first.read_bytes()
    for other, said in (
        (tmp_path / "other" / first.relative_to(copy), "config.seed is 4 there, 3 here"),
        (greedy, 'group.strategy is "greedy" there, "first" here'),
    ):
        shutil.copy(other, first)
        with pytest.raises(DatasetError, match=said):
            Dataset.open(copy)
        first.write_bytes(right)
    first.rename(first.with_name("part-000001.parquet"))
    with pytest.raises(DatasetError, match="no such part"):
        Dataset.open(copy)


def test_what_is_no_part_but_would_be_read_is_refused(copy):
    folder = Dataset.open(copy).groups[0].files[0].parent
    for stray in (folder / "part-abc.parquet", folder / "extra.parquet", copy / "more" / "x.parquet"):
        stray.parent.mkdir(exist_ok=True)
        shutil.copy(folder / "part-000000.parquet", stray)
        with pytest.raises(DatasetError, match=f"{stray.name}: no part of this dataset, but would be read with it"):
            Dataset.open(copy)
        stray.unlink()
    Dataset.open(copy)


def test_a_manifest_without_its_seal_is_refused(copy):
    file = find_manifest(copy)
    about = Dataset.open(copy).about
    text = read_footer(file.read_bytes()).metadata["golfsim.manifest"]
    pq.write_table(pq.read_table(file, partitioning=None).replace_schema_metadata({"golfsim.manifest": text}), file)
    with pytest.raises(DatasetError, match="checksum"):
        Dataset.open(copy)
    other = json.dumps({**json.loads(text), "deals": 299})
    file.write_bytes(encode_without_rows(about.columns, {"golfsim.manifest": other}))
    with pytest.raises(DatasetError, match="count is 300 there, 299 here"):
        Dataset.open(copy)
