"""`golfsim find` on the command line, and that other commands take what it prints."""

import csv
import io
import json

import pytest

from golfsim.games.solitaire.deals.boards import read_boards
from golfsim.games.solitaire.deals.naming import named_deals
from golfsim.games.solitaire.rules import Rules


@pytest.fixture
def played(golfsim):
    """Two strategies, seeded and from PySolFC, and one alone under other rules."""
    two = ("run", "--strategy", "greedy", "--strategy", "first", "--quiet")
    assert golfsim(*two, "--deals", 300, "--seed", 7, "--rules", "putt-putt", "--out", "here").code == 0
    assert golfsim(*two, "--deals", 20, "--source", "pysol", "--out", "pysol").code == 0
    assert golfsim("run", "--deals", 20, "--seed", 3, "--rules", "empty-start", "--quiet", "--out", "alone").code == 0
    return golfsim


def test_ids_are_deals_of_other_commands(played):
    done = played("find", "here", "--strategy", "greedy", "--where", "won and strokes <= -1", "--limit", 3)
    assert (done.code, done.err) == (0, "")
    ids = done.out.split()
    assert len(ids) == 3
    for name in ids:
        assert played("show", name).out.startswith(f"deal {name}")
        assert (
            "won, every column card was played: -"
            in played("play", name, "--strategy", "greedy", "--rules", "putt-putt").out
        )
    assert played("find", "pysol", "--limit", 2).out == "pysol:1\npysol:2\n"
    assert played("find", "alone", "--limit", 1).out == "3:0\n"


def test_a_table_of_deals(played, tmp_path):
    done = played("find", "here", "--where", 'grade == "hard"', "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert rows
    assert {row["grade"] for row in rows} == {"hard"}
    assert {row["cleared_by"] for row in rows} == {"1"}
    assert played("find", "here", "--where", 'grade == "hard"', "--format", "csv", "-o", "x.csv").out == ""
    assert (tmp_path / "x.csv").read_text() == done.out
    assert len(json.loads(played("find", "here", "--limit", 5, "--format", "json").out)) == 5
    for format_ in ("table", "markdown", "latex", "parquet", "ids", "boards"):
        assert played("find", "here", "--limit", 5, "--format", format_, "-o", format_).code == 0
        assert (tmp_path / format_).stat().st_size > 0


def test_nothing_found(played):
    assert played("find", "alone", "--where", "strokes > 90") == (0, "", "")
    assert played("find", "alone", "--where", "strokes > 90", "--format", "boards") == (0, "", "")


@pytest.mark.parametrize(
    ("dataset", "rules"), [("here", "putt-putt"), ("pysol", "classic"), ("alone", "empty-start")]
)
def test_boards_are_the_deals(played, tmp_path, dataset, rules):
    done = played("find", dataset, "--limit", 3, "--format", "boards", "-o", "boards.txt")
    assert (done.code, done.out, done.err) == (0, "", "")
    text = (tmp_path / "boards.txt").read_text()
    ids = played("find", dataset, "--limit", 3).out.split()
    assert [line[2:] for line in text.splitlines() if line.startswith("# ")] == ids
    found = list(read_boards(text.splitlines(), Rules.parse(rules), "boards.txt"))
    named = [next(named_deals(name, Rules.parse(rules))).deal for name in ids]
    assert [deal.deck() for deal in found] == [deal.deck() for deal in named]


def test_boards_of_a_file(played, tmp_path):
    boards = played("find", "pysol", "--limit", 3, "--format", "boards").out
    (tmp_path / "mine.txt").write_text(boards)
    assert played("run", "--source", "mine.txt", "--quiet", "--out", "file").code == 0
    assert played("find", "file", "--where", "deal >= 1").out == f"{tmp_path}/mine.txt#1\n{tmp_path}/mine.txt#2\n"
    found = played("find", "file", "--where", "deal == 1", "--format", "boards", "--source", "mine.txt").out
    expected = boards.split("---\n")[1].replace("# pysol:2", f"# {tmp_path}/mine.txt#1")
    assert found == expected
    assert played("find", "file", "--where", "deal == 1", "--format", "boards").out == expected
    (tmp_path / "mine.txt").rename(tmp_path / "elsewhere.txt")
    done = played("find", "file", "--format", "boards")
    assert (done.code, done.out) == (2, "")
    assert done.err == (f"golfsim: file: mine.txt is no longer at {tmp_path}/mine.txt: give the file with --source\n")
    again = played("find", "file", "--where", "deal == 1", "--format", "boards", "--source", "elsewhere.txt")
    assert again.out == expected
    (tmp_path / "other.txt").write_text(boards + "\n")
    done = played("find", "file", "--format", "boards", "--source", "other.txt")
    assert done.err == "golfsim: source other.txt: not the mine.txt that file was played from\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere"], 1, "nowhere: not found"),
        (["here", "--where", "won"], 2, "won of which strategy? There are several: name one of greedy, first"),
        (["here", "pysol"], 2, "several rules: name one of putt-putt, classic with --rules"),
        (["here", "--rules", "classic"], 2, "unknown rules 'classic': expected one of putt-putt"),
        (["here", "--where", "won = true"], 2, "where 'won = true': invalid syntax"),
        (["here", "--where", "__import__('os')"], 2, "expected comparisons of columns and numbers"),
        (["here", "--where", 'grade == "expert"'], 2, "grade expert: nobody here proves what can be won"),
        (["here", "--limit", "0"], 2, "limit 0: expected at least 1"),
        (["here", "--format", "xml"], 2, "'xml' is not one of 'ids', 'boards', 'table', 'csv'"),
        (["here", "--source", "none.txt"], 2, "'none.txt' does not exist"),
    ],
)  # fmt: skip
def test_errors(played, arguments, code, message):
    done = played("find", *arguments)
    assert (done.code, done.out) == (code, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1
