"""`golfsim rounds` on the command line."""

import json

import polars as pl
import pytest


@pytest.fixture
def played(golfsim):
    """Fifty deals of one strategy."""
    assert golfsim("run", "--strategy", "greedy", "--deals", 50, "--seed", 7, "--quiet", "--out", "here").code == 0
    return golfsim


def test_rounds(played):
    done = played("rounds", "here")
    assert (done.code, done.err) == (0, "")
    assert "left over: deals at the end that make no whole round, not counted" in done.out
    (nine,) = json.loads(played("rounds", "here", "--format", "json").out)
    assert [nine[name] for name in ("rounds", "left_over", "par", "expert_par")] == [5, 5, 45, 36]
    (eighteen,) = json.loads(played("rounds", "here", "--holes", 18, "--par", 4.5, "--format", "json").out)
    assert [eighteen[name] for name in ("rounds", "left_over", "par", "expert_par")] == [2, 14, 81, 72]


def test_totals_are_those_of_the_rows(played):
    import golfsim as library

    strokes = library.scan("here").collect()["strokes"].to_list()
    totals = [sum(strokes[start : start + 9]) for start in range(0, 45, 9)]
    (row,) = json.loads(played("rounds", "here", "--format", "json").out)
    assert (row["best"], row["worst"], row["mean"]) == (min(totals), max(totals), pytest.approx(sum(totals) / 5))


def test_every_format(played, tmp_path):
    shown = {}
    for format_ in ("table", "csv", "json", "markdown", "latex"):
        shown[format_] = played("rounds", "here", "--format", format_).out
        assert played("rounds", "here", "--format", format_, "-o", "out") == (0, "", "")
        assert (tmp_path / "out").read_text() == shown[format_]
    assert len(set(shown.values())) == 5
    assert played("rounds", "here", "--format", "parquet", "-o", "out.parquet").code == 0
    (row,) = json.loads(shown["json"])
    assert pl.read_parquet(tmp_path / "out.parquet").select("rounds", "mean").rows() == [(5, row["mean"])]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere"], 1, "nowhere: not found"),
        (["here", "--holes", "0"], 2, "holes 0: expected 1 to 1000000, as 9 or 18"),
        (["here", "--holes", "nine"], 2, "'nine': expected a whole number"),
        (["here", "--par", "five"], 2, "Invalid value for '--par'"),
        (["here", "--par", "nan"], 2, "par nan: expected a number of strokes, as 5"),
    ],
)
def test_errors(played, arguments, code, message):
    done = played("rounds", *arguments)
    assert (done.code, done.out) == (code, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1
