"""Going on with a dataset: more deals, further groups, groups thrown away, and what is foretold of a run."""

from dataclasses import replace

import polars as pl
import pytest

from golfsim.datasets.manifest import load_manifest
from golfsim.errors import DatasetError, OptionError
from golfsim.simulate import run_plan
from golfsim.simulate.dropping import drop_groups
from golfsim.simulate.estimate import estimate

from . import toy


def rows(out):
    """All rows by group."""
    return pl.read_parquet(out / "rules=toy/**/part-*.parquet", hive_partitioning=True).sort("strategy", "deal")


def test_more_deals_are_added_and_the_files_are_as_if_run_at_once(tmp_path):
    """The last part, which was whole and short, is made again; all others stay."""
    for deals in (500, 1000, 2000):
        run_plan(toy.plan(tmp_path / "grown", deals=deals), jobs=2)
    run_plan(toy.plan(tmp_path / "once", deals=2000), jobs=2)
    assert toy.digest(tmp_path / "grown") == toy.digest(tmp_path / "once")
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "once").rglob("part-*.parquet")}
    summary = run_plan(toy.plan(tmp_path / "once", deals=3000), jobs=1)
    changed = {path.name for path, time in times.items() if path.stat().st_mtime_ns != time}
    # Parts of 700 and 900 rows: the third of 2,000 deals was cut short in both groups.
    assert changed == {"part-000002.parquet"}
    assert (summary.played, summary.written, summary.notes) == (1600 + 1200, 5, ())
    assert rows(tmp_path / "once").group_by("strategy").len()["len"].to_list() == [3000, 3000]


def test_an_interrupted_extension_goes_on(tmp_path):
    run_plan(toy.plan(tmp_path / "a", deals=1000), jobs=1)

    def stop(played):
        if played > 1500:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_plan(toy.plan(tmp_path / "a", deals=4000), jobs=1, progress=toy.Watch(stop))
    run_plan(toy.plan(tmp_path / "a", deals=4000), jobs=2)
    run_plan(toy.plan(tmp_path / "b", deals=4000), jobs=2)
    assert toy.digest(tmp_path / "a") == toy.digest(tmp_path / "b")


def test_further_groups_are_added_and_those_there_stay(tmp_path):
    one, two = toy.plan(tmp_path).groups
    run_plan(toy.plan(tmp_path, one), jobs=1)
    before = toy.digest(tmp_path)
    summary = run_plan(toy.plan(tmp_path, two), jobs=1)
    assert (summary.rows, summary.played) == (2000, 2000)
    after = toy.digest(tmp_path)
    assert {name for name in before if after[name] != before[name]} == {toy.PLACE}
    assert [entry["strategy"] for entry in load_manifest(tmp_path / toy.PLACE)["groups"]] == ["one", "two"]
    assert run_plan(toy.plan(tmp_path, one, two), jobs=1).written == 0
    assert toy.digest(tmp_path) == after


def test_groups_left_behind_are_told(tmp_path):
    one, _ = toy.plan(tmp_path).groups
    run_plan(toy.plan(tmp_path), jobs=1)
    summary = run_plan(toy.plan(tmp_path, one, deals=2500), jobs=1)
    assert summary.notes == ("rules=toy/strategy=two stays at 2000 deals: name it as well to have 2500",)
    with pytest.raises(DatasetError, match=r"deals: 2000 here, 2500 in .*; ask for as many or more"):
        run_plan(toy.plan(tmp_path), jobs=1)


def test_an_edited_group_is_refused_or_played_anew(tmp_path):
    one, two = toy.plan(tmp_path).groups
    run_plan(toy.plan(tmp_path, one, two), jobs=1)
    before = toy.digest(tmp_path)
    edited = replace(toy.group("two", add=9, shard_size=900), entry={**two.entry, "sha256": "new"})
    with pytest.raises(
        DatasetError, match=r'groups\[1\].sha256: "new" here, nothing in .*; play it anew with --over'
    ):
        run_plan(toy.plan(tmp_path, one, edited), jobs=1)
    assert toy.digest(tmp_path) == before
    summary = run_plan(toy.plan(tmp_path, one, edited), jobs=1, overwrite=True)
    assert (summary.played, summary.written) == (2000, 3)
    run_plan(toy.plan(tmp_path / "fresh", one, edited), jobs=1)
    fresh = toy.digest(tmp_path / "fresh")
    assert {name: value for name, value in toy.digest(tmp_path).items() if not name.startswith("fresh")} == fresh
    assert run_plan(toy.plan(tmp_path / "fresh", one, edited), jobs=1, overwrite=True).written == 0


def test_dropping_a_group(tmp_path):
    one, two = toy.plan(tmp_path).groups
    entry = {"rules_options": {}, "strategy_options": {}, "peeks": False, "proves": False, "cards": {}}
    one, two = (replace(group, entry={**group.entry, **entry}) for group in (one, two))
    run_plan(toy.plan(tmp_path / "both", one, two), jobs=1)
    run_plan(toy.plan(tmp_path / "alone", two), jobs=1)
    assert drop_groups(tmp_path / "both", lambda keys: keys[-1] == "one") == ["rules=toy/strategy=one"]
    assert toy.digest(tmp_path / "both") == toy.digest(tmp_path / "alone")
    assert not (tmp_path / "both/rules=toy/strategy=one").exists()
    with pytest.raises(OptionError, match="nothing to drop: expected some of toy/two"):
        drop_groups(tmp_path / "both", lambda keys: keys[-1] == "one")
    with pytest.raises(OptionError, match="all of toy/two would go"):
        drop_groups(tmp_path / "both", lambda keys: True)
    run_plan(toy.plan(tmp_path / "both", one, two), jobs=1)
    assert rows(tmp_path / "both")["strategy"].n_unique() == 2


def test_an_estimate_plays_a_little_and_writes_nothing(tmp_path):
    slow = toy.group("slow", pause=0.02, chunk=50)
    (found,) = estimate(toy.plan(tmp_path / "x", slow, deals=100_000))
    assert not (tmp_path / "x").exists()
    assert 1000 <= found.sample < 10_000
    # 0.02 s for 50 deals, and what the machine adds.
    assert 40 <= found.seconds < 400
    run_plan(toy.plan(tmp_path / "y", toy.group("slow"), deals=20_000), jobs=1)
    size = sum(path.stat().st_size for path in (tmp_path / "y").rglob("part-*"))
    assert 0.5 < (found.size / 100_000) / (size / 20_000) < 2
