"""Tables in every format, parsed back."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import stat
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from golfsim.errors import GolfsimError, OptionError
from golfsim.games.solitaire.about import ABOUT
from golfsim.results import table
from golfsim.results.render import FORMATS, render, write
from golfsim.results.sheet import decimals_for
from golfsim.results.win_style import win_style

from .conftest import Make

HEADINGS = [
    "rules",
    "strategy",
    "sees stock",
    "deals",
    "wins",
    "win rate",
    "95% interval",
    "mean strokes",
    "standard error",
    "median strokes",
    "best strokes",
    "worst strokes",
    "mean nine-hole total",
]


def frame_of(**changes: Any) -> pl.DataFrame:
    """A win table of two rows with round figures; `changes` replace columns."""
    figures: dict[str, list[Any]] = {
        "deals": [1_000_000, 20_000],
        "wins": [8_100, 5_300],
        "unknown": [0, 0],
        "missing": [0, 0],
        "plays_per_deal": [1, 1],
        "win_rate": [0.0081, 0.265],
        "win_low": [0.00792555, 0.25892],
        "win_high": [0.00827827, 0.27116],
        "level": [0.95, 0.95],
        "mean_strokes": [10.21345678, 2.1],
        "se_strokes": [0.00561, 0.0312],
        "median_strokes": [10.0, 1.5],
        "best": [-9, -16],
        "worst": [35, 30],
        "mean_nine_hole_total": [91.92111102, 18.9],
    }
    names = {
        "rules": ["classic", "classic+kings=wrap"],
        "strategy": ["greedy", "solver"],
        "sees_stock": [False, True],
    }
    schema: dict[str, Any] = {
        "rules": pl.String,
        "strategy": pl.String,
        "sees_stock": pl.Boolean,
        **table.figures(ABOUT),
    }
    return pl.DataFrame({**names, **figures, **changes}, schema=schema)


def test_table_is_aligned_text() -> None:
    lines = render(frame_of(), "table", win_style(ABOUT)).splitlines()
    rule = next(index for index, line in enumerate(lines) if set(line) == {"-", " "})
    assert len(set(map(len, lines[rule : rule + 3]))) == 1
    greedy, solver = (re.split(r"\s{2,}", line) for line in lines[rule + 1 : rule + 3])
    assert greedy == [
        "classic", "greedy", "no", "1,000,000", "8,100", "0.81%", "[0.79, 0.83]", "10.2135", "0.0056", "10.0", "-9",
        "35", "91.921",
    ]  # fmt: skip
    assert solver[:7] == ["classic+kings=wrap", "solver", "yes", "20,000", "5,300", "26.50%", "[25.89, 27.12]"]
    assert "win rate" in "\n".join(lines[:rule])
    assert "95% interval" in "\n".join(lines[:rule])


def test_table_headings_stand_over_their_columns_in_full() -> None:
    lines = render(frame_of(), "table", win_style(ABOUT)).splitlines()
    rule = next(index for index, line in enumerate(lines) if set(line) == {"-", " "})
    spans = [match.span() for match in re.finditer(r"-+", lines[rule])]
    headings = [" ".join(" ".join(line[a:b].strip() for line in lines[:rule]).split()) for a, b in spans]
    assert headings == HEADINGS


def test_csv_is_machine_readable() -> None:
    frame = frame_of()
    text = render(frame, "csv", win_style(ABOUT))
    assert_frame_equal(pl.read_csv(io.StringIO(text), schema=frame.schema), frame, check_exact=True)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert (rows[0]["sees_stock"], rows[0]["mean_strokes"]) == ("false", "10.21345678")


def test_json_is_a_list_of_records() -> None:
    frame = frame_of()
    assert json.loads(render(frame, "json", win_style(ABOUT))) == frame.to_dicts()


def test_nulls_are_empty_in_csv_null_in_json_and_a_dash_to_people() -> None:
    frame = frame_of(mean_strokes=[None, None], se_strokes=[None, None], best=[None, None], win_low=[None, 0.2])
    rows = list(csv.DictReader(io.StringIO(render(frame, "csv", win_style(ABOUT)))))
    assert (rows[0]["mean_strokes"], rows[0]["best"]) == ("", "")
    assert json.loads(render(frame, "json", win_style(ABOUT)))[0]["best"] is None
    cells = markdown_cells(render(frame, "markdown", win_style(ABOUT)))[1]
    assert (cells[6], cells[7], cells[8], cells[10]) == ("-", "-", "-", "-")


def test_mixed_is_spelled_out_in_every_text_format() -> None:
    frame = frame_of(sees_stock=[None, False])
    assert [row["sees_stock"] for row in json.loads(render(frame, "json", win_style(ABOUT)))] == ["mixed", False]
    assert [row["sees_stock"] for row in csv.DictReader(io.StringIO(render(frame, "csv", win_style(ABOUT))))] == [
        "mixed",
        "false",
    ]
    for format in ("table", "markdown", "latex"):  # noqa: A001
        assert "mixed" in render(frame, format, win_style(ABOUT))


def markdown_cells(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    rows = [[cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    assert len({len(row) for row in rows}) == 1
    return [rows[0], *rows[2:]]


def test_markdown_is_a_pipe_table_of_the_same_cells() -> None:
    frame = frame_of(strategy=["greedy", "a|b"])
    text = render(frame, "markdown", win_style(ABOUT))
    rows = markdown_cells(text)
    assert rows[0] == HEADINGS
    assert rows[2][:4] == ["classic+kings=wrap", "a|b", "yes", "20,000"]
    assert rows[1][5:9] == ["0.81%", "[0.79, 0.83]", "10.2135", "0.0056"]
    assert re.fullmatch(r"\| -+ \| -+ \| -+ (\| -+: ){10}\|", text.splitlines()[1])


def test_latex_is_an_escaped_booktabs_tabular() -> None:
    names = ["a_b&c#1", r"x\y{z}~^$<>%"]
    text = render(frame_of(strategy=names), "latex", win_style(ABOUT))
    body = text.split("\\midrule\n")[1].split("\\bottomrule")[0].splitlines()
    assert r"\begin{tabular}{lllrrrrrrrrrr}" in text
    assert text.endswith("\\end{tabular}\n")
    rows = [re.split(r"(?<!\\) & ", line.removesuffix(r" \\")) for line in body]
    assert [len(row) for row in rows] == [13, 13]
    assert rows[0][1] == r"a\_b\&c\#1"
    assert rows[1][1] == r"x\textbackslash{}y\{z\}\textasciitilde{}\textasciicircum{}\$$<$$>$\%"
    assert rows[0][5:7] == [r"0.81\%", "{[0.79, 0.83]}"]
    assert r"& 95\% interval &" in text


def test_unknown_and_missing_are_shown_when_there_are_some() -> None:
    frame = frame_of(unknown=[0, 12], missing=[500, 0], plays_per_deal=[1, 2])
    text = render(frame, "markdown", win_style(ABOUT))
    rows = markdown_cells(text)
    assert rows[0][4:8] == ["wins", "unknown", "missing", "win rate"]
    assert [row[5:8] for row in rows[1:]] == [["0", "500", "0.81%"], ["12", "0", "≥26.50%"]]
    for note in ("missing: deals of an unfinished run", "unknown: deals left undecided", "several plays of one deal"):
        assert note in text
        assert note in render(frame, "table", win_style(ABOUT))
        assert note in render(frame, "latex", win_style(ABOUT))
    assert r"$\geq$26.50\%" in render(frame, "latex", win_style(ABOUT))


def test_a_figure_that_saw_the_stock_is_remarked_on() -> None:
    assert "not of skill" in render(frame_of(), "table", win_style(ABOUT))
    assert "not of skill" in render(frame_of(sees_stock=[None, False]), "table", win_style(ABOUT))
    assert "not of skill" not in render(frame_of(sees_stock=[False, False]), "table", win_style(ABOUT))


def test_the_heading_names_the_level() -> None:
    assert "99.9% interval" in render(frame_of(level=[0.999, 0.999]), "markdown", win_style(ABOUT))
    both = pl.concat([frame_of(), frame_of(level=[0.9, 0.9])])
    assert markdown_cells(render(both, "markdown", win_style(ABOUT)))[0][6] == "interval"


def test_every_format_takes_a_real_table_and_one_without_rows(make: Make) -> None:
    frame = table.win_table(make("a", {("classic", "greedy"): [(True, -1)]}, deals=2), by=("kings", "jokers"))
    for some in (frame, frame.clear()):
        for name in FORMATS[:-1]:
            assert render(some, name, win_style(ABOUT)).endswith("\n")


def test_a_table_without_a_view_is_shown_as_it_is() -> None:
    frame = pl.DataFrame({"some_name": ["x", None], "good": [True, False], "count": [1.5, None]})
    assert render(frame).splitlines() == [
        "some",
        "name  good  count",
        "----  ----  -----",
        "x     yes     1.5",
        "-     no        -",
    ]
    assert markdown_cells(render(frame, "markdown")) == [
        ["some name", "good", "count"],
        ["x", "yes", "1.5"],
        ["-", "no", "-"],
    ]


@pytest.mark.parametrize(
    ("widths", "digits", "decimals"),
    [([8.0], 1, 2), ([0.035], 1, 2), ([0.0035, 5.0], 1, 3), ([0.0056], 2, 4), ([1e-12], 1, 6), ([0.0, None], 2, 2)],
)
def test_decimals_show_the_narrowest_width(widths: list[float | None], digits: int, decimals: int) -> None:
    assert decimals_for(pl.Series(widths, dtype=pl.Float64), digits) == decimals


def test_an_unknown_format_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    message = r"^unknown format 'xml': expected one of table, csv, json, markdown, latex, parquet$"
    with pytest.raises(OptionError, match=message):
        render(frame_of(), "xml")
    with pytest.raises(OptionError, match=message):
        write(frame_of(), tmp_path / "x", "xml")
    assert list(tmp_path.iterdir()) == []


def test_parquet_needs_a_file() -> None:
    with pytest.raises(OptionError, match=r"^format parquet is no text: name a file for it with -o FILE$"):
        render(frame_of(), "parquet")


@pytest.mark.parametrize("name", FORMATS)
def test_write_makes_the_whole_file_and_nothing_else(tmp_path: Path, name: str) -> None:
    target = tmp_path / "out"
    target.write_text("old")
    write(frame_of(), target, name, win_style(ABOUT))
    if name == "parquet":
        assert_frame_equal(pl.read_parquet(target), frame_of(), check_exact=True)
    else:
        assert target.read_text(encoding="utf-8") == render(frame_of(), name, win_style(ABOUT))
    assert os.listdir(tmp_path) == ["out"]
    plain = tmp_path / "plain"
    plain.touch()
    assert stat.S_IMODE(target.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out.csv"
    target.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GolfsimError, match=r"out\.csv: cannot be written: No space left on device$"):
        write(frame_of(), target, "csv")
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.csv"]


def test_a_place_that_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GolfsimError, match=r"x\.csv: no folder .*/no: expected one that is there$"):
        write(frame_of(), tmp_path / "no" / "x.csv", "csv")
    with pytest.raises(OptionError, match=r"is a folder: expected the name of a file to write"):
        write(frame_of(), tmp_path, "csv")
    write(frame_of(), "/dev/null", "csv")
    assert not Path("/dev/null").is_file()
