"""Tables that fit a line: by hand, and that no line is ever longer."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golfsim.errors import OptionError
from golfsim.games.solitaire.about import ABOUT
from golfsim.results.compare import compare_table
from golfsim.results.compare_style import compare_style
from golfsim.results.render import render
from golfsim.results.rounds import rounds_table
from golfsim.results.rounds_style import rounds_style
from golfsim.results.sheet import NAME, SETTING, Column, Sheet, Style, named
from golfsim.results.table import win_table
from golfsim.results.tournament import tournament_table
from golfsim.results.tournament_style import tournament_style
from golfsim.results.win_style import win_style

from .conftest import Make, Outcome


def style_of(columns: list[Column], *notes: str, importance: tuple[str | tuple[str, ...], ...] = ()) -> Style:
    return Style(lambda _: Sheet(columns, list(notes)), importance=importance)


def shown(columns: list[Column], width: int, *notes: str, importance: tuple[str | tuple[str, ...], ...] = ()) -> str:
    style = style_of(columns, *notes, importance=importance)
    return render(pl.DataFrame(), style=style, width=width, more="see -o")


def test_by_hand() -> None:
    columns = [
        Column("rules", ["classic", "classic"], False, ("rules",), NAME),
        Column("strategy", ["greedy", "first"], False, ("strategy",), NAME),
        Column("deals", ["1,000", "1,000"], True, ("deals",), SETTING, "{cell} deals{each}"),
        Column("wins", ["8", "8"], True, ("wins",)),
        Column("rate", ["0.8%", "0.8%"], True, ("rate",)),
        Column("best", ["-16", "-1"], True, ("best",)),
        Column("worst", ["35", "35"], True, ("worst",)),
    ]
    importance = ("rate", ("best", "worst"), "wins")
    assert shown(columns, 24, importance=importance).splitlines() == [
        "rules classic, 1,000",
        "  deals each",
        "",
        "strategy  wins  rate",
        "--------  ----  ----",
        "greedy       8  0.8%",
        "first        8  0.8%",
        "",
        "left out, to fit a line",
        "  of 24 letters: best,",
        "  worst; see -o",
    ]
    # Figures that happen to be alike stay, and so does everything where there is room.
    assert shown(columns, 35, "a note", importance=importance).splitlines() == [
        "rules classic, 1,000 deals each",
        "",
        "strategy  wins  rate  best  worst",
        "--------  ----  ----  ----  -----",
        "greedy       8  0.8%   -16     35",
        "first        8  0.8%    -1     35",
        "",
        "a note",
    ]


def test_one_row_keeps_its_names() -> None:
    columns = [
        Column("strategy", ["greedy"], False, ("strategy",), NAME),
        Column("deals", ["1,000"], True, ("deals",), SETTING, "{cell} deals{each}"),
        Column("wins", ["8"], True, ("wins",)),
    ]
    assert shown(columns, 80).splitlines()[0] == "1,000 deals"
    assert shown(columns, 80).splitlines()[2] == "strategy  wins"


def test_long_names_are_broken_where_their_parts_meet() -> None:
    columns = [
        Column("strategy", ["pimc:samples=64,again=512", "first"], False, ("strategy",), NAME),
        Column("wins", ["8", "9"], True, ("wins",)),
    ]
    assert shown(columns, 30).splitlines() == [
        "strategy     wins",
        "-----------  ----",
        "pimc:           8",
        "samples=64,",
        "again=512",
        "first           9",
    ]


@given(
    st.lists(
        st.tuples(
            st.sampled_from((NAME, SETTING, "figure")),
            st.text("ab /:+,", min_size=1, max_size=30).map(str.strip).filter(bool),
            st.lists(st.text("ab/:+,1", max_size=40), min_size=2, max_size=2),
        ),
        min_size=1,
        max_size=12,
    ),
    st.lists(st.text("ab ", max_size=90), max_size=2),
    st.integers(31, 130),
)
def test_no_line_is_longer(parts: list[tuple[str, str, list[str]]], notes: list[str], width: int) -> None:
    columns = [Column(head, cells, role == "figure", (head,), role) for role, head, cells in parts]
    lines = shown(columns, width, *notes).splitlines()
    longest = max((max(map(len, column.cells)) for column in columns if column.role != NAME), default=0)
    assert max(map(len, lines)) <= max(width, longest)


def outcomes(low: int) -> list[Outcome]:
    return [(value <= 0, value) for value in (low + (7 * deal) % 23 for deal in range(200))]


LONG = "solver:objective=strokes,limit=100000"


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
@pytest.mark.parametrize("names", [("greedy", "first", "longest-chain"), (LONG, LONG + "0", LONG + "1")])
def test_real_tables(make: Make, width: int, names: tuple[str, ...]) -> None:
    rows = {
        (rules, name): outcomes(-place)
        for rules in ("classic", "classic+kings=wrap+draw=when-stuck")
        for place, name in enumerate(names)
    }
    root = make("a", rows, deals=210, sees_stock=[names[-1]], shard=100)
    for frame, style in (
        (win_table(root), win_style(ABOUT)),
        (compare_table(root), compare_style(ABOUT)),
        (compare_table(root, by="strategy"), compare_style(ABOUT)),
        (rounds_table(root), rounds_style(ABOUT)),
        (tournament_table(root), tournament_style(ABOUT)),
    ):
        text = render(frame, style=style, width=width)
        assert max(map(len, text.splitlines())) <= width
        # Who sees the stock is never left out.
        assert "stock" in text.partition("--")[0]
        assert render(frame, "csv", style, width=width) == render(frame, "csv", style)
        assert render(frame, "markdown", style, width=width) == render(frame, "markdown", style)


@pytest.mark.parametrize(
    "style", [win_style(ABOUT), compare_style(ABOUT), rounds_style(ABOUT), tournament_style(ABOUT)]
)
def test_importance_names_columns_that_there_are(make: Make, style: Style) -> None:
    rows = {("classic", "greedy"): outcomes(0), ("classic", "solver"): [*outcomes(3)[:150], (None, None)]}
    root = make("a", rows, deals=210)
    only = "deal >= 0"
    pieces = [win_table(root, where=only), compare_table(root, where=only), rounds_table(root, where=only)]
    pieces.append(tournament_table(make("b", {**rows, ("classic", "solver"): outcomes(3)})))
    listed = {name for names in style.importance for name in ((names,) if isinstance(names, str) else names)}
    assert any(listed <= set(frame.columns) for frame in pieces)


def test_names_of_columns() -> None:
    known = ["strategy", "beats a:x=1,y=2", "beats a", "deals"]
    assert named("deals, strategy,deals", known) == ["deals", "strategy"]
    assert named("beats a:x=1,y=2,deals", known) == ["beats a:x=1,y=2", "deals"]
    with pytest.raises(OptionError, match=r"^unknown column 'wons': expected some of strategy, beats a:x=1,y=2, be"):
        named("deals,wons", known)
    with pytest.raises(OptionError, match=r"^no column named in ' , ': expected some of strategy"):
        named(" , ", known)


def test_chosen_columns(make: Make) -> None:
    frame = win_table(make("a", {("classic", "greedy"): [(True, -2), (False, 4)]}))
    text = render(frame, style=win_style(ABOUT), columns=["win_high", "strategy", "win_low", "level"])
    assert text.splitlines()[0].split() == ["95%", "interval", "strategy", "level"]
    assert text.splitlines()[2].split() == ["[9.45,", "90.55]", "greedy", "0.95"]
    assert render(frame, "csv", win_style(ABOUT), ["deals", "strategy"]) == "deals,strategy\n2,greedy\n"
