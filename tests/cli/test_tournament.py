"""`golfsim tournament` on the command line."""

import json

import polars as pl
import pytest


@pytest.fixture
def played(golfsim):
    """A hundred deals of three strategies."""
    names = ("greedy", "first", "random")
    strategies = [word for name in names for word in ("--strategy", name)]
    assert golfsim("run", *strategies, "--deals", 100, "--seed", 7, "--quiet", "--out", "here").code == 0
    return golfsim


def test_a_tournament(played):
    done = played("tournament", "here")
    assert (done.code, done.err) == (0, "")
    rows = json.loads(played("tournament", "here", "--format", "json").out)
    assert [row["strategy"] for row in rows] == ["greedy", "first", "random"]
    assert {row["rounds"] for row in rows} == {10}
    assert sum(row["won"] for row in rows) + any(row["undecided"] for row in rows) == 10
    assert sum(row["average_place"] for row in rows) == pytest.approx(6)
    for one in rows:
        assert one[f"beats {one['strategy']}"] is None
        for other in rows:
            if one is not other:
                assert one[f"beats {other['strategy']}"] + other[f"beats {one['strategy']}"] <= 10
    assert played("tournament", "here") == done


def test_options(played):
    rows = json.loads(
        played("tournament", "here", "--holes", 18, "--rounds", 5, "--strategy", "random", "--strategy", "first",
               "--format", "json").out
    )  # fmt: skip
    assert [(row["strategy"], row["rounds"], row["holes"]) for row in rows] == [("first", 5, 18), ("random", 5, 18)]


def test_every_format(played, tmp_path):
    shown = {}
    for format_ in ("table", "csv", "json", "markdown", "latex"):
        shown[format_] = played("tournament", "here", "--format", format_).out
        assert played("tournament", "here", "--format", format_, "-o", "out") == (0, "", "")
        assert (tmp_path / "out").read_text() == shown[format_]
    assert len(set(shown.values())) == 5
    assert played("tournament", "here", "--format", "parquet", "-o", "out.parquet").code == 0
    won = [row["won"] for row in json.loads(shown["json"])]
    assert pl.read_parquet(tmp_path / "out.parquet")["won"].to_list() == won


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere"], 1, "nowhere: not found"),
        (["here", "--rounds", "12"], 2, "rounds 12 of 9 holes: the 100 deals that all played make 11"),
        (["here", "--rounds", "0"], 2, "rounds 0: expected at least 1"),
        (["here", "--strategy", "me"], 2, "unknown strategy 'me': expected some of greedy, first, random"),
        (["here", "--strategy", "first"], 2, "rules classic: only first enters: expected at least 2 strategies"),
    ],
)
def test_errors(played, arguments, code, message):
    done = played("tournament", *arguments)
    assert (done.code, done.out) == (code, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1
