"""Each command once with what it is for."""

import io
import json
import os
import subprocess
import sys

import pytest

from golfsim.datasets.manifest import find_manifest, load_manifest
from golfsim.games.solitaire.deals.boards import read_boards
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.sources import SeededSource
from golfsim.games.solitaire.rules import PRESETS, Rules

PLUG_INS = """
def good(view):
    return view.plays[0]

def bad(view):
    raise ValueError("no idea")
"""


def manifest_of(root):
    """What the manifest of a dataset says."""
    return load_manifest(find_manifest(root))


# rules and strategies


def test_rules(golfsim):
    done = golfsim("rules")
    assert (done.code, done.err) == (0, "")
    for name, rules in PRESETS.items():
        assert f"\n  {name} " in done.out
        assert " ".join(f"{key}={value}" for key, value in rules.spelled_out().items()) in done.out
    for option in Rules().spelled_out():
        assert f"\n  {option}" in done.out
    found = json.loads(golfsim("rules", "--format", "json").out)
    assert {name: Rules(**options) for name, options in found.items()} == PRESETS


def test_strategies(golfsim):
    done = golfsim("strategies")
    assert (done.code, done.err) == (0, "")
    rows = {line.split()[0]: line for line in done.out.splitlines()[1:]}
    assert rows["greedy"].split()[1:3] == ["no", "no"]
    assert rows["random"].split()[1:3] == ["no", "yes"]
    assert rows["solver"].split()[1:3] == ["yes", "no"]
    assert ":objective=strokes" in rows
    found = {record["strategy"]: record for record in json.loads(golfsim("strategies", "--format", "json").out)}
    assert found["solver"]["sees_stock"] is True
    assert found["solver"]["options"][0]["choices"] == ["win", "strokes"]
    assert found["greedy"]["options"] == []


def test_a_broken_package_is_named_among_the_strategies(golfsim, tmp_path, monkeypatch):
    info = tmp_path / "worse-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: worse\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[golfsim.strategies]\nworse = worse_module:play\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    done = golfsim("strategies")
    assert done.code == 0
    assert done.err == (
        "golfsim: worse: entry point worse_module:play of worse: "
        "ModuleNotFoundError: No module named 'worse_module'\n"
    )
    assert "greedy" in done.out
    assert "worse" not in done.out


# show


def test_show(golfsim):
    done = golfsim("show", "7:123")
    assert (done.code, done.err) == (0, "")
    deal = Deal.from_deck(SeededSource(7).decks(123, 1, Rules())[0].tolist(), Rules())
    lines = done.out.splitlines()
    assert lines[0] == "deal 7:123, rules classic"
    assert lines[2].split() == list("1234567")
    for level in range(5):
        assert lines[3 + level].split() == [str(column[level]) for column in deal.columns]
    assert lines[9] == f"waste  {deal.waste}"
    assert lines[10] == f"stock  {' '.join(map(str, deal.stock))}  (16 cards, next first)"


def test_show_without_waste_or_stock(golfsim):
    lines = golfsim("show", "7:1", "--rules", "all-in-a-row").out.splitlines()
    assert lines[-2:] == ["waste empty", "stock  empty"]
    assert lines[0] == "deal 7:1, rules all-in-a-row"


@pytest.mark.parametrize("deal", ["7:123", "pysol:2"])
@pytest.mark.parametrize("rules", ["classic", "empty-start", "black-hole", "all-in-a-row"])
def test_a_shown_board_is_the_same_deal(golfsim, tmp_path, monkeypatch, deal, rules):
    board = golfsim("show", deal, "--rules", rules, "--format", "board").out
    (tmp_path / "b.txt").write_text(board)
    assert golfsim("show", "b.txt", "--rules", rules, "--format", "board").out == board
    monkeypatch.setattr("sys.stdin", io.StringIO(board))
    assert golfsim("show", "-", "--rules", rules, "--format", "board").out == board
    pictures = [golfsim("show", name, "--rules", rules).out.split("\n", 1)[1] for name in (deal, "b.txt")]
    assert pictures[0] == pictures[1]


def test_show_several_boards(golfsim, tmp_path):
    boards = [golfsim("show", f"7:{deal}", "--format", "board").out for deal in range(3)]
    (tmp_path / "b.txt").write_text("\n".join(boards))
    text = golfsim("show", "b.txt", "--format", "board").out
    assert text == "---\n".join(boards)
    assert len(list(read_boards(text.splitlines(), Rules(), "x"))) == 3
    assert golfsim("show", "b.txt").out.count("deal b.txt") == 3


def test_rule_overrides(golfsim):
    assert (
        golfsim("show", "7:1", "--rule", "start=tableau").out == golfsim("show", "7:1", "--rules", "empty-start").out
    )
    assert (
        "rules classic+kings=wrap+draw=when-stuck"
        in golfsim("show", "7:1", "--rule", "kings=wrap", "--rule", "draw=when-stuck").out
    )


def test_colour_only_where_it_is_wanted(golfsim, monkeypatch):
    assert "\x1b[" not in golfsim("show", "7:123").out, "standard output is no terminal here"
    from golfsim.cli.options import wants_color

    assert wants_color() is None
    monkeypatch.setenv("NO_COLOR", "1")
    assert wants_color() is False
    monkeypatch.setenv("NO_COLOR", "")
    assert wants_color() is None


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
@pytest.mark.parametrize(("no_color", "coloured"), [(None, True), ("1", False)])
def test_colour_on_a_terminal(no_color, coloured):
    ours, theirs = os.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    if no_color:
        environment["NO_COLOR"] = no_color
    subprocess.run([sys.executable, "-m", "golfsim", "show", "7:1"], stdout=theirs, env=environment, check=True)
    os.close(theirs)
    text = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert "deal 7:1" in text
    assert ("\x1b[31m" in text) == coloured


# play


def test_play(golfsim):
    done = golfsim("play", "7:123", "--strategy", "greedy")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "deal 7:123, rules classic, strategy greedy"
    assert lines[1].startswith("  0. start with ")
    assert lines[1].endswith(", 16 in the stock")
    record = json.loads(golfsim("play", "7:123", "--strategy", "greedy", "--format", "json").out)
    assert len(lines) == len(record["moves"]) + 3
    for line, move in zip(lines[2:-1], record["moves"], strict=True):
        assert line.split()[1] == "draw" if move == "draw" else line.split()[2] == move
    assert record["won"] is False
    assert record["strokes"] == record["cards_left"]
    assert lines[-1] == (
        f"lost, no exposed card fits and no draw is left: {record['strokes']} strokes, "
        f"longest run {record['longest_run']}"
    )
    assert golfsim("play", "7:123").out == done.out


def test_play_a_file_of_boards(golfsim, tmp_path):
    (tmp_path / "b.txt").write_text("\n".join(golfsim("show", f"7:{n}", "--format", "board").out for n in (1, 2)))
    records = [json.loads(line) for line in golfsim("play", "b.txt", "--format", "json").out.splitlines()]
    assert [record["deal"] for record in records] == ["b.txt", "b.txt#1"]
    alone = json.loads(golfsim("play", "7:2", "--format", "json").out)
    assert records[1]["moves"] == alone["moves"]


def test_play_names_a_strategy_that_fails(golfsim, tmp_path):
    (tmp_path / "mine.py").write_text(PLUG_INS)
    assert golfsim("play", "7:1", "--strategy", "mine.py:good").code == 0
    done = golfsim("play", "7:1", "--strategy", "mine.py:bad")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("golfsim: mine.py:bad: deal 1, move ")
    assert done.err.endswith("ValueError: no idea\n")


@pytest.mark.slow
def test_play_by_the_solver(golfsim):
    done = golfsim("play", "pysol:2", "--strategy", "solver")
    assert done.out.splitlines()[0] == "deal pysol:2, rules classic, strategy solver (sees the stock)"
    assert done.out.splitlines()[-1].startswith("won, every column card was played: 0 strokes")


def test_play_keys_random_numbers_by_the_deal(golfsim):
    outs = [golfsim("play", deal, "--strategy", "random").out for deal in ("7:1", "7:1", "8:1")]
    assert outs[0] == outs[1]


# run and table


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def test_run(golfsim, tmp_path):
    arguments = ["run", "--strategy", "greedy", "--strategy", "first", "--deals", "3e1", "--seed", 7, "--out", "a"]
    done = golfsim(*arguments, "--jobs", 1)
    assert done.code == 0
    assert "golfsim: writing to a\n" in done.err
    assert "60" in done.err
    assert "deals" in done.err
    rows = [line.split() for line in done.out.splitlines() if line.startswith("classic")]
    assert [(row[1], row[3]) for row in rows] == [("greedy", "30"), ("first", "30")]
    assert golfsim("table", "a").out == done.out
    assert golfsim("table", "a", "--format", "markdown").out.startswith("| ")
    record = json.loads(golfsim("table", "a", "--format", "json").out)
    assert [row["strategy"] for row in record] == ["greedy", "first"]
    written = golfsim("table", "a", "--format", "csv", "-o", "table.csv")
    assert (written.code, written.out) == (0, "")
    assert (tmp_path / "table.csv").read_text() == golfsim("table", "a", "--format", "csv").out


def test_quiet(golfsim):
    loud = golfsim("run", "--deals", 5, "--out", "a")
    quiet = golfsim("run", "--deals", 5, "--out", "b", "--quiet")
    assert (quiet.code, quiet.err) == (0, "")
    assert quiet.out == loud.out
    assert golfsim("run", "--deals", 5, "--out", "b", "-q").err == ""


def test_jobs_change_nothing(golfsim, tmp_path):
    (tmp_path / "mine.py").write_text(PLUG_INS)
    common = ["run", "--strategy", "random", "--strategy", "mine.py:good", "--rules", "classic", "--rules", "jokers",
              "--deals", 40, "-q"]  # fmt: skip
    for jobs in (1, 2):
        assert golfsim(*common, "--jobs", jobs, "--out", f"jobs{jobs}").code == 0
    one, two = files(tmp_path / "jobs1"), files(tmp_path / "jobs2")
    assert len(one) == 5
    assert one == two


def test_a_default_place(golfsim, tmp_path):
    done = golfsim("run", "--deals", 5, "--seed", 3)
    (place,) = (tmp_path / "results").iterdir()
    assert place.name.startswith("seeded-seed3-from0-5deals-")
    assert f"golfsim: writing to results/{place.name}\n" in done.err


def test_another_run_in_the_same_place_is_refused(golfsim, tmp_path):
    golfsim("run", "--deals", 5, "--seed", 3, "--out", "a", "-q")
    before = files(tmp_path / "a")
    for change, field in (
        (["--seed", 4, "--deals", 5], "seed: 4 here, 3 in a/rules=_/strategy=_/_manifest.parquet"),
        (["--seed", 3, "--deals", 4], "deals: 4 here, 5 in a/rules=_/strategy=_/_manifest.parquet"),
    ):
        done = golfsim("run", *change, "--out", "a", "-q")
        assert (done.code, done.out) == (1, "")
        assert len(done.err.splitlines()) == 1
        assert field in done.err
    assert files(tmp_path / "a") == before
    assert golfsim("run", "--deals", 5, "--seed", 3, "--out", "a", "--no-resume", "-q").code == 0
    assert files(tmp_path / "a") == before


def test_one_broken_strategy_keeps_the_others(golfsim, tmp_path):
    (tmp_path / "mine.py").write_text(PLUG_INS)
    done = golfsim("run", "--strategy", "mine.py:bad", "--strategy", "greedy", "--deals", 5, "--out", "a", "-q")
    assert done.code == 1
    assert len(done.err.splitlines()) == 1
    assert "mine.py:bad" in done.err
    assert "ValueError: no idea" in done.err
    assert [name for name in files(tmp_path / "a") if "part-" in name] == [
        "rules=classic/strategy=greedy/part-000000.parquet"
    ]


def test_run_on_other_sources(golfsim, tmp_path):
    (tmp_path / "b.txt").write_text("\n".join(golfsim("show", f"7:{n}", "--format", "board").out for n in range(4)))
    assert golfsim("run", "--source", "b.txt", "--out", "file", "-q").code == 0
    assert golfsim("run", "--seed", 7, "--deals", 4, "--out", "seeded", "-q").code == 0
    assert golfsim("table", "file").out == golfsim("table", "seeded").out
    assert golfsim("run", "--source", "pysol", "--deals", 3, "--out", "pysol", "-q").code == 0
    manifest = manifest_of(tmp_path / "pysol")
    assert (manifest["source"], manifest["first"], manifest["deals"]) == ("pysol", 1, 3)


def test_options_from_the_environment(golfsim, tmp_path, monkeypatch):
    monkeypatch.setenv("GOLFSIM_RUN_SEED", "11")
    monkeypatch.setenv("GOLFSIM_RUN_DEALS", "1_0")
    monkeypatch.setenv("GOLFSIM_RUN_STRATEGY", "first")
    monkeypatch.setenv("GOLFSIM_RUN_RULE", "kings=wrap draw=when-stuck")
    monkeypatch.setenv("GOLFSIM_RUN_QUIET", "1")
    done = golfsim("run", "--out", "a")
    assert (done.code, done.err) == (0, "")
    manifest = manifest_of(tmp_path / "a")
    assert (manifest["seed"], manifest["deals"]) == (11, 10)
    assert [group["strategy"] for group in manifest["groups"]] == ["first"]
    assert [group["rules"] for group in manifest["groups"]] == ["classic+kings=wrap+draw=when-stuck"]
    golfsim("run", "--seed", 12, "--out", "b")
    assert manifest_of(tmp_path / "b")["seed"] == 12


def test_an_output_that_is_a_file(golfsim, tmp_path):
    (tmp_path / "a").write_text("")
    done = golfsim("run", "--deals", 5, "--out", "a")
    assert done.code == 2
    assert "'a' is a file" in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("a.csv", "rules,strategy,"),
        ("a.json", "["),
        ("a.md", "| rules"),
        ("a.tex", "% needs"),
        ("a.txt", " "),
    ],
)
def test_the_name_of_a_file_decides_its_format(golfsim, tmp_path, name, start):
    assert golfsim("run", "--deals", "20", "--quiet", "--out", str(tmp_path / "d")).code == 0
    assert golfsim("table", str(tmp_path / "d"), "-o", str(tmp_path / name)).code == 0
    assert (tmp_path / name).read_text().startswith(start)
    assert golfsim("table", str(tmp_path / "d"), "--format", "csv", "-o", str(tmp_path / name)).code == 0
    assert (tmp_path / name).read_text().startswith("rules,strategy,")


def test_rules_are_found_by_any_spelling(golfsim, tmp_path):
    rules = ["--rules", "when-stuck+kings=wrap", "--rules", "when-stuck"]
    assert golfsim("run", *rules, "--deals", "30", "--quiet", "--out", str(tmp_path / "d")).code == 0
    done = golfsim("find", str(tmp_path / "d"), "--rules", "when-stuck+kings=wrap", "--limit", "1")
    assert (done.code, done.out) == (0, "0:0\n")
    spelled = ["--by", "strategy", "--a", "when-stuck+kings=wrap", "--b", "classic+draw=when-stuck"]
    assert golfsim("compare", str(tmp_path / "d"), *spelled).code == 0
