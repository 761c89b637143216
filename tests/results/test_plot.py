"""Pictures: that they are drawn, the same each time, and what is refused. How they look is for eyes."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from golfsim.errors import GolfsimError, OptionError
from golfsim.results.dataset import Dataset, Player
from golfsim.results.plot import _wins, plot
from golfsim.results.table import win_table

from .conftest import Make, Outcome

pytest.importorskip("matplotlib")

KINDS = ("wins", "strokes", "cumulative", "rounds")
HEADS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


def played(low: int, deals: int = 90) -> list[Outcome]:
    strokes = [low + (7 * deal) % 19 for deal in range(deals)]
    return [(value <= 0, value) for value in strokes]


def dataset(make: Make) -> Path:
    rows = {("classic", "greedy"): played(-1), ("classic", "guide"): played(-2), ("relaxed", "greedy"): played(-3)}
    return make("a", {**rows, ("relaxed", "solver"): played(-12)}, sees_stock=["solver"], shard=40)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", HEADS)
def test_the_same_picture_each_time(make: Make, tmp_path: Path, kind: str, form: str) -> None:
    root = dataset(make)
    one, other = tmp_path / f"one.{form}", tmp_path / f"other.{form.upper()}"
    plot(root, one, kind)
    plot(root, other, kind)
    assert one.read_bytes().startswith(HEADS[form])
    assert one.read_bytes() == other.read_bytes()


def texts(picture: Path) -> Counter[str]:
    """What an SVG says; matplotlib leaves each text as a comment beside its outlines."""
    return Counter(re.findall(r"<!-- (.*?) -->", picture.read_text()))


def test_a_picture_says_what_it_shows(make: Make, tmp_path: Path) -> None:
    root, out = dataset(make), tmp_path / "x.svg"
    plot(root, out)
    said = texts(out)
    assert {"classic: greedy", "classic: guide", "relaxed: greedy", "relaxed: solver (sees stock)"} <= set(said)
    assert said["win rate with 95% interval, 90 deals each"] == 1
    assert said["hollow: sees the stock, a measure of winnability and not of skill"] == 1
    plot(root, out, "rounds", holes=18)
    said = texts(out)
    assert (said["par 90"], said["expert 72"]) == (4, 4)
    assert said["strokes of 18 deals"] == 1
    plot(root, out, "rounds", par=4)
    assert (texts(out)["par 36"], texts(out)["expert 36"]) == (4, 0)
    plot(root, out, "strokes")
    assert texts(out)["cleared"] == 4


def test_one_set_of_rules_is_named_once(make: Make, tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    plot(make("a", {("classic", "greedy"): played(-1)}), out)
    assert {"greedy", "Win rates, classic"} <= set(texts(out))
    plot(make("b", {("classic", "greedy"): played(-1)}), out, "strokes")
    assert {"greedy", "strokes a deal, classic"} <= set(texts(out))


def test_rates_far_apart_and_none_at_all(make: Make, tmp_path: Path) -> None:
    rows = {("classic", "greedy"): [(True, 0)] + [(False, 1)] * 99, ("classic", "solver"): [(True, 0)] * 100}
    plot(make("a", rows, sees_stock=["solver"]), tmp_path / "x.png")
    plot(make("b", {("classic", "greedy"): [(False, 1)] * 9, ("classic", "first"): []}), tmp_path / "y.png")


def test_undecided_deals_are_shown_as_such(make: Make, tmp_path: Path) -> None:
    bounded: list[Outcome] = [(True, -2)] * 20 + [(None, None)] * 60 + [(False, 3)] * 20
    rows = {("classic", "greedy"): played(-1, 100), ("classic", "solver"): bounded}
    out = tmp_path / "x.svg"
    plot(make("a", {**rows, ("classic", "guide"): [(None, None)] * 100}, sees_stock=["solver"]), out)
    said = texts(out)
    assert {"≥20%", "≥0% (all unknown)"} <= {re.sub(r"\.0+%", "%", text) for text in said}
    assert said["deals of unknown outcome: solver (60 of 100); guide (100 of 100)"] == 1
    assert said["≥: at least, as some deals are undecided; the interval is all the rate could be"] == 1


@pytest.mark.parametrize("wins", [0, 1, 30])
def test_the_axis_holds_every_interval(make: Make, wins: int) -> None:
    bounded: list[Outcome] = [(True, 0)] * wins + [(None, None)] * 65 + [(False, 3)] * (35 - wins)
    rows = {("classic", "greedy"): [(True, 0)] * 30 + [(False, 1)] * 70, ("classic", "solver"): bounded}
    root = make("a", rows)
    (axes,) = _wins([Dataset.open(root)], {Player(player) for player in rows}).axes
    low, high = axes.get_xlim()
    assert axes.get_xscale() == ("log" if wins == 1 else "linear")
    for row in win_table(root).iter_rows(named=True):
        assert low <= 100 * row["win_low"]
        assert 100 * row["win_high"] <= high


@pytest.mark.parametrize("kind", ["strokes", "rounds"])
def test_who_has_no_strokes_is_left_out(make: Make, tmp_path: Path, kind: str) -> None:
    rows = {("classic", "greedy"): played(-1), ("classic", "solver"): [(True, -3)] * 80 + [(False, None)]}
    out = tmp_path / "x.svg"
    paths = [
        make("a", {**rows, ("classic", "first"): []}, sees_stock=["solver"]),
        make("b", {("classic", "solver"): [(True, -3)] * 9}, first=90, sees_stock=["solver"]),
    ]
    plot(paths, out, kind)
    said = texts(out)
    assert said["greedy"] == 1
    assert said["solver (sees stock)"] == said["hatched: sees the stock, not what a player could score"] == 0
    assert said["left out, strokes of some deals are not known:"] == 1
    assert said["classic/solver"] == 1
    assert said["left out, too few deals: classic/first"] == 1


def test_some_are_chosen(make: Make, tmp_path: Path) -> None:
    rows = {(rules, f"s{number}"): played(0, 9) for rules in ("classic", "relaxed") for number in range(15)}
    root, out = make("a", rows), tmp_path / "x.svg"
    for kind in KINDS:
        plot(root, out, kind, rules=["relaxed"], strategies=["s3", "s11"])
        assert {name for name in texts(out) if re.fullmatch(r"(\w+: )?s\d+", name)} == {"s3", "s11"}
    plot(root, out, rules=["classic"])
    assert texts(out)["Win rates, classic"] == 1


def test_what_is_refused(make: Make, tmp_path: Path) -> None:
    root = dataset(make)
    with pytest.raises(OptionError, match=r"^unknown kind 'pie': expected one of wins, strokes, cumulative, rounds$"):
        plot(root, tmp_path / "x.png", "pie")
    for name in ("x", "x.gif"):
        with pytest.raises(OptionError, match=rf"{name}: expected a name that ends in \.png, \.svg, \.pdf$"):
            plot(root, tmp_path / name)
    with pytest.raises(OptionError, match=r"^nothing to draw"):
        plot(make("b", {("classic", "greedy"): []}), tmp_path / "x.png")
    for kind in ("strokes", "rounds"):
        with pytest.raises(OptionError, match=rf"^classic/solver: no {kind} to draw"):
            plot(make(kind, {("classic", "solver"): [(True, -3)] * 80 + [(False, None)]}), tmp_path / "x.png", kind)
    many = make("c", {("classic", f"s{number}"): played(0, 9) for number in range(25)})
    with pytest.raises(
        OptionError, match=r"^25 players in one picture: expected at most 24: choose some with --rules NAME and"
    ):
        plot(many, tmp_path / "x.png")
    with pytest.raises(OptionError, match=r"^unknown rules 'clasic': expected some of classic, relaxed$"):
        plot(root, tmp_path / "x.png", rules=["clasic"])
    with pytest.raises(OptionError, match=r"^unknown strategy 'me': expected some of greedy, guide, solver$"):
        plot(root, tmp_path / "x.png", strategies=["greedy", "me"])
    for kind in KINDS:
        with pytest.raises(OptionError, match=r"^nothing to draw"):
            plot(root, tmp_path / "x.png", kind, rules=["relaxed"], strategies=["guide"])
    with pytest.raises(GolfsimError, match=r"no folder .*: expected one that is there"):
        plot(root, tmp_path / "no" / "x.png")
    assert not (tmp_path / "x.png").exists()


def test_without_matplotlib(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(
        GolfsimError, match=r"^plots need matplotlib, which is not installed: pip install 'golfsim\[plot\]'$"
    ):
        plot(dataset(make), tmp_path / "x.png")
