"""`golfsim compare` on the command line."""

import json

import polars as pl
import pytest


@pytest.fixture
def played(golfsim):
    """Two strategies under two rules, and another seed."""
    run = ("run", "--strategy", "greedy", "--strategy", "first", "--deals", 60, "--quiet")
    assert golfsim(*run, "--rules", "classic", "--rules", "putt-putt", "--seed", 7, "--out", "here").code == 0
    assert golfsim(*run, "--rules", "classic", "--rules", "jokers", "--seed", 8, "--out", "there").code == 0
    return golfsim


def test_strategies_in_pairs(played):
    done = played("compare", "here")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert [line.split()[:3] for line in lines[4:6]] == [
        ["classic", "greedy", "first"],
        ["putt-putt", "greedy", "first"],
    ]
    assert "p (Holm) is corrected for all pairs" in done.out
    (row,) = json.loads(played("compare", "here", "--a", "first", "--b", "classic/greedy", "--format", "json").out)
    assert (row["rules"], row["a"], row["b"], row["deals"]) == ("classic", "first", "greedy", 60)
    assert row["both"] + row["only_a"] + row["only_b"] + row["neither"] == 60


def test_rules_in_pairs(played):
    rows = json.loads(played("compare", "here", "--by", "strategy", "--format", "json").out)
    assert [(row["strategy"], row["a"], row["b"]) for row in rows] == [
        ("greedy", "classic", "putt-putt"),
        ("first", "classic", "putt-putt"),
    ]
    done = played("compare", "here", "--a", "putt-putt/first", "--b", "classic/greedy", "--format", "csv")
    assert done.out.splitlines()[1].startswith(",,putt-putt/first,classic/greedy,false,false,60,")


def test_rules_that_deal_other_cards_are_left_out(golfsim):
    rules = ("--rules", "classic", "--rules", "putt-putt", "--rules", "jokers")
    golfsim("run", "--strategy", "greedy", *rules, "--deals", 20, "--seed", 7, "--quiet", "--out", "grid")
    done = golfsim("compare", "grid", "--by", "strategy")
    assert (done.code, done.err) == (0, "")
    assert "left out, as these rules deal other cards: jokers with every other" in done.out
    rows = json.loads(golfsim("compare", "grid", "--by", "strategy", "--format", "json").out)
    assert [(row["b"], row["deals"], row["other_cards"]) for row in rows] == [
        ("putt-putt", 20, None),
        ("jokers", None, "jokers=0 and jokers=2"),
        ("jokers", None, "jokers=0 and jokers=2"),
    ]
    done = golfsim("compare", "grid", "--by", "strategy", "--a", "classic", "--b", "jokers")
    assert done.code == 1
    assert "rules classic and jokers deal other cards" in done.err


def test_every_format(played, tmp_path):
    for format_ in ("table", "csv", "json", "markdown", "latex"):
        shown = played("compare", "here", "--format", format_)
        assert shown.code == 0
        assert played("compare", "here", "--format", format_, "-o", "out").out == ""
        assert (tmp_path / "out").read_text() == shown.out
    assert played("compare", "here", "--format", "parquet", "-o", "out.parquet").code == 0
    assert pl.read_parquet(tmp_path / "out.parquet")["deals"].to_list() == [60, 60]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "Missing argument 'DATASET...'."),
        (["nowhere"], 1, "nowhere: not found: expected the --out folder of a run"),
        (["here", "--a", "gredy"], 2, "unknown name 'gredy': expected one of greedy, first, classic/greedy"),
        (["here", "--b", "first"], 2, "--b first without --a: expected both"),
        (["here", "--by", "seed"], 2, "'seed' is not one of 'rules', 'strategy'"),
        (["there", "--by", "strategy"], 1, "rules classic and jokers deal other cards (jokers=0 and jokers=2)"),
        (["here", "there"], 0, ""),
        (["here", "--format", "parquet"], 2, "format parquet is no text: name a file for it with -o FILE"),
        (["here", "-o", "no/x"], 2, "no/x: expected a name that ends in one of .txt, .csv"),
        (["here", "-o", "no/x.csv"], 1, "no/x.csv: no folder no: expected one that is there"),
    ],
)  # fmt: skip
def test_errors(played, arguments, code, message):
    done = played("compare", *arguments)
    assert done.code == code
    assert message in done.err
    assert len(done.err.splitlines()) == (code != 0)


def test_deals_of_other_seeds_are_refused(golfsim):
    for strategy, seed in (("greedy", 7), ("first", 8)):
        golfsim("run", "--strategy", strategy, "--seed", seed, "--deals", 20, "--quiet", "--out", strategy)
    done = golfsim("compare", "greedy", "first")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "golfsim: classic/greedy played deals of source seeded, seed 7, but classic/first of source seeded, seed 8: "
        "expected the same source and seed\n"
    )
