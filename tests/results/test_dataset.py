"""Opening, reading and refusing datasets."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from golfsim.datasets.part import read_footer
from golfsim.errors import DatasetError, OptionError
from golfsim.games.solitaire.about import ABOUT
from golfsim.results.dataset import Dataset, open_all, scan

from .conftest import SCHEMA, Make, Outcome, part, sealed

ROWS: dict[tuple[str, str], list[Outcome]] = {
    ("classic", "greedy"): [(False, 9), (True, -2), (False, 3), (False, 12), (True, 0)],
    ("classic+kings=wrap", "solver:objective=win"): [(True, None), (None, None)],
}


def refusal(act: Callable[[], object]) -> str:
    """The message of the DatasetError that `act` raises, which must be one line."""
    with pytest.raises(DatasetError) as caught:
        act()
    message = str(caught.value)
    assert "\n" not in message
    return message


def edit(root: Path, **fields: object) -> None:
    """Replace fields of a manifest; `...` removes one."""
    old = json.loads((root / "manifest.json").read_text())
    new = {key: value for key, value in {**old, **fields}.items() if value is not ...}
    (root / "manifest.json").write_text(json.dumps(new))


def test_open_tells_what_the_manifest_says(make: Make) -> None:
    root = make("a", ROWS, sees_stock=["solver:objective=win"], first=100)
    dataset = Dataset.open(root)
    assert (dataset.game, dataset.source, dataset.seed, dataset.first, dataset.deals) == (
        "golf-solitaire",
        "seeded",
        7,
        100,
        5,
    )
    assert [(*group.player, group.peeks) for group in dataset.groups] == [
        ("classic", "greedy", False),
        ("classic+kings=wrap", "solver:objective=win", True),
    ]
    assert [file.name for file in dataset.groups[0].files] == ["part-000000.parquet", "part-000001.parquet"]
    assert dataset.groups[0].entry["rules_options"]["kings"] == "dead"
    assert Dataset.open(root / "manifest.json") == dataset
    assert Dataset.open(str(root)) == dataset


def test_lazy_gives_the_rows_in_order_of_deals(make: Make) -> None:
    dataset = Dataset.open(make("a", ROWS, shard=2, first=100))
    frame = dataset.lazy(dataset.groups[0]).collect()
    assert_frame_equal(frame, part(range(100, 105), ROWS["classic", "greedy"]))


def test_counts_are_streamed_over_all_parts(make: Make) -> None:
    dataset = Dataset.open(make("a", ROWS, shard=1))
    assert dataset.counts(dataset.groups[0], "won") == {(True,): 2, (False,): 3}
    assert dataset.counts(dataset.groups[1], "won", "strokes") == {(True, None): 1, (None, None): 1}


def test_counts_of_a_column_the_game_lacks_are_refused(make: Make) -> None:
    dataset = Dataset.open(make("a", ROWS))
    assert "no column 'luck' in game golf-solitaire" in refusal(lambda: dataset.counts(dataset.groups[0], "luck"))


def test_a_group_without_parts_has_no_rows(make: Make) -> None:
    dataset = Dataset.open(make("a", {("classic", "greedy"): []}, deals=10))
    assert dataset.lazy(dataset.groups[0]).collect().shape == (0, 8)
    assert dataset.counts(dataset.groups[0], "won") == {}


def test_temporary_files_are_not_read(make: Make) -> None:
    root = make("a", ROWS)
    folder = Dataset.open(root).groups[0].files[0].parent
    (folder / ".part-000002.parquet.tmp").write_bytes(b"half")
    (folder / "part-000002.parquet.tmp").write_bytes(b"half")
    assert len(Dataset.open(root).groups[0].files) == 2


def test_scan_labels_the_rows_with_names_from_the_manifest(make: Make) -> None:
    root = make("a", ROWS, sees_stock=["solver:objective=win"])
    frame = scan(root).collect()
    assert frame.columns == ["rules", "strategy", "sees_stock", "deal", *SCHEMA]
    assert frame["strategy"].to_list() == ["greedy"] * 5 + ["solver:objective=win"] * 2
    assert frame["rules"].to_list() == ["classic"] * 5 + ["classic+kings=wrap"] * 2
    assert frame["sees_stock"].to_list() == [False] * 5 + [True] * 2
    assert frame["deal"].to_list() == [0, 1, 2, 3, 4, 0, 1]
    assert frame.schema["strokes"] == pl.Int8
    won = scan([root]).filter(strategy="greedy", won=True).select("deal").collect(engine="streaming")
    assert won["deal"].to_list() == [1, 4]


def test_scan_of_several_datasets_says_which(make: Make) -> None:
    a, b = make("a", ROWS), make("b", ROWS, seed=8)
    frame = scan([a, b]).collect()
    assert frame.columns[0] == "dataset"
    assert frame["dataset"].to_list() == [str(a)] * 7 + [str(b)] * 7


def test_scan_works_while_a_run_is_unfinished(make: Make) -> None:
    root = make("a", {("classic", "greedy"): [(True, 0)], ("classic", "first"): []}, deals=10)
    assert scan(root).collect().height == 1


def test_no_path_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^no dataset given"):
        open_all([])


def test_a_path_that_is_no_dataset_is_refused(tmp_path: Path) -> None:
    assert "not found" in refusal(lambda: Dataset.open(tmp_path / "nowhere"))
    assert "not found" in refusal(lambda: Dataset.open(tmp_path / "nowhere" / "manifest.json"))
    assert refusal(lambda: Dataset.open(tmp_path)).startswith(f"{tmp_path}: no manifest here")
    (tmp_path / "file").write_text("")
    assert "not a folder" in refusal(lambda: Dataset.open(tmp_path / "file"))


def test_an_unreadable_manifest_is_refused(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").mkdir()
    assert "manifest.json: cannot be read" in refusal(lambda: Dataset.open(tmp_path))


@pytest.mark.parametrize("text", ['{"format": "golfsim-dataset", ', "", "\udcff", "[" * 100_000], ids=range(4))
def test_a_manifest_that_is_no_json_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_bytes(text.encode(errors="surrogateescape"))
    assert "manifest.json: damaged, not JSON" in refusal(lambda: Dataset.open(tmp_path))


@pytest.mark.parametrize("text", ["[]", "3", "{}", '{"format": "other"}'])
def test_a_manifest_of_another_format_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    assert "manifest.json: foreign, format" in refusal(lambda: Dataset.open(tmp_path))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"schema_version": 3}, "schema_version 3 is newer than 2, the newest read here: upgrade golfsim"),
        ({"schema_version": 2}, "damaged, schema_version 2: no manifest.json has that"),
        ({"schema_version": "1"}, "damaged, schema_version '1': expected a whole number"),
        ({"schema_version": ...}, "damaged, schema_version None"),
        ({"deals": ...}, "damaged: no field 'deals'"),
        ({"deals": True}, "damaged: field 'deals' is True: expected int"),
        ({"first": "0"}, "damaged: field 'first' is '0': expected int"),
        ({"seed": "x"}, "damaged, seed 'x'"),
        ({"groups": []}, "damaged, lists no groups"),
        ({"groups": [7]}, "damaged, group 0: 7: expected an object"),
        ({"groups": [{"rules": "classic"}]}, "damaged, group 0: no field 'rules_options'"),
        ({"schema": {"won": "bit"}}, "field won: dtype 'bit' is not one of bool, i8"),
        ({"schema": {"won": ["bool"]}}, "damaged, what it says of the game cannot be read"),
    ],
)
def test_a_manifest_with_wrong_fields_is_refused(make: Make, fields: dict[str, Any], said: str) -> None:
    root = make("a", ROWS)
    edit(root, **fields)
    message = refusal(lambda: Dataset.open(root))
    assert message.startswith(f"{root / 'manifest.json'}: ")
    assert said in message


def test_the_schema_may_list_the_deal_column(make: Make) -> None:
    root = make("a", ROWS, schema={"deal": "u64", **SCHEMA})
    assert list(Dataset.open(root).columns) == ["deal", *SCHEMA]


def test_a_source_without_a_seed_has_none(make: Make) -> None:
    root = make("a", {("classic", "greedy"): []}, source="pysol")
    edit(root, seed=...)
    assert Dataset.open(root).seed is None


def test_a_missing_group_folder_is_refused(make: Make) -> None:
    root = make("a", ROWS)
    folder = Dataset.open(root).groups[1].files[0].parent
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    assert refusal(lambda: Dataset.open(root)).startswith(f"{folder}: missing")


@pytest.mark.parametrize("size", [0, 3, 300, -1])
def test_a_truncated_part_is_refused_by_name(make: Make, size: int) -> None:
    root = make("a", ROWS)
    file = Dataset.open(root).groups[0].files[1]
    file.write_bytes(file.read_bytes()[:size])
    assert refusal(lambda: Dataset.open(root)).startswith(f"{file}: damaged, it is no whole Parquet file")


def test_a_part_that_is_no_parquet_is_refused_by_name(make: Make) -> None:
    root = make("a", ROWS)
    file = Dataset.open(root).groups[0].files[0]
    file.write_text("deal,won\n" * 100)
    assert refusal(lambda: Dataset.open(root)).startswith(f"{file}: damaged, it is no whole Parquet file")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda frame: frame.drop("plays"), "other columns: deal, won, strokes, cards_left, stock_left, draws"),
        (lambda frame: frame.with_columns(extra=1), "longest_run, extra"),
        (lambda frame: frame.cast({"strokes": pl.Int64}), "other columns: deal, won, strokes"),
        (lambda frame: frame.select("deal", *reversed(frame.columns[1:])), "other columns: deal, longest_run"),
    ],
)
def test_a_part_with_other_columns_is_refused_by_name(
    make: Make, change: Callable[[pl.DataFrame], pl.DataFrame], said: str
) -> None:
    root = make("a", ROWS)
    file = Dataset.open(root).groups[0].files[0]
    provenance = json.loads(read_footer(file.read_bytes()).metadata["golfsim"])
    file.write_bytes(sealed(change(pl.read_parquet(file)), 0, provenance))
    message = refusal(lambda: Dataset.open(root))
    assert message.startswith(f"{file}: foreign, ")
    assert said in message


def test_damage_inside_a_part_is_named_when_it_is_read(make: Make) -> None:
    root = make("a", {("classic", "greedy"): [(False, n % 30) for n in range(3000)]}, shard=1000)
    dataset = Dataset.open(root)
    file = dataset.groups[0].files[1]
    content = bytearray(file.read_bytes())
    content[4 : len(content) // 2] = bytes(len(content) // 2 - 4)
    file.write_bytes(content)
    assert refusal(lambda: dataset.counts(dataset.groups[0], "won", "strokes")).startswith(f"{file}: damaged")


def test_a_part_that_vanishes_is_named_when_it_is_read(make: Make) -> None:
    dataset = Dataset.open(make("a", ROWS))
    file = dataset.groups[0].files[1]
    file.unlink()
    assert refusal(lambda: dataset.counts(dataset.groups[0], "won")).startswith(f"{file}: damaged")


def test_one_folder_given_twice_is_refused(make: Make, tmp_path: Path) -> None:
    root = make("a", ROWS)
    (tmp_path / "link").symlink_to(root)
    message = refusal(lambda: open_all([root, tmp_path / "link"]))
    assert message.startswith(f"{tmp_path / 'link'}: the same folder as {root}")


def test_datasets_of_different_games_are_refused(make: Make) -> None:
    a, b = make("a", ROWS), make("b", ROWS, about=replace(ABOUT, game="six-card"))
    assert f"{b}: game six-card, but {a}: game golf-solitaire" in refusal(lambda: scan([a, b]))


def test_datasets_of_different_columns_are_refused(make: Make) -> None:
    a, b = make("a", ROWS), make("b", {("classic", "greedy"): []}, schema={"won": "bool"})
    assert refusal(lambda: scan([a, b])).startswith(f"{b}: other columns than {a}: expected datasets of one form")


def test_what_version_1_left_unsaid(make: Make) -> None:
    """An old dataset reads as one of today: the same game, columns, roles and words."""
    old, new = Dataset.open(make("a", ROWS, seed=8)), Dataset.open(make("b", ROWS, about=ABOUT))
    assert old.about == new.about == ABOUT
    assert scan([old, new]).collect().height == 14


def test_importing_the_package_does_not_import_polars() -> None:
    code = "import sys, golfsim.results; raise SystemExit('polars' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
