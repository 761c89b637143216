"""`golfsim plot` on the command line."""

import sys

import pytest

pytest.importorskip("matplotlib")


@pytest.fixture
def played(golfsim):
    """Fifty deals of two strategies."""
    run = ("run", "--strategy", "greedy", "--strategy", "first", "--deals", 50, "--seed", 7, "--quiet")
    assert golfsim(*run, "--out", "here").code == 0
    return golfsim


@pytest.mark.parametrize("kind", ["wins", "strokes", "cumulative", "rounds"])
def test_a_picture(played, tmp_path, kind):
    for name, start in (("x.png", b"\x89PNG"), ("x.svg", b"<?xml"), ("x.pdf", b"%PDF")):
        assert played("plot", "here", "--kind", kind, "-o", name) == (0, "", "")
        picture = (tmp_path / name).read_bytes()
        assert picture.startswith(start)
        assert len(picture) > 1000
    drawn = (tmp_path / "x.svg").read_text()
    assert "<!-- greedy" in drawn
    assert "<!-- first" in drawn


def test_what_is_drawn_can_be_chosen(played, tmp_path):
    chosen = ("--rules", "classic", "--strategy", "greedy")
    assert played("plot", "here", "-o", "x.svg", *chosen) == (0, "", "")
    picture = (tmp_path / "x.svg").read_text()
    assert "<!-- greedy -->" in picture
    assert "<!-- first -->" not in picture


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["here"], 2, "Missing option '-o' / '--output'."),
        (["nowhere", "-o", "x.png"], 1, "nowhere: not found"),
        (["here", "-o", "x.gif"], 2, "x.gif: expected a name that ends in .png, .svg, .pdf"),
        (["here", "-o", "x.png", "--kind", "pie"], 2, "'pie' is not one of 'wins', 'strokes', 'cumulative', 'r"),
        (["here", "-o", "x.png", "--kind", "rounds", "--holes", "99"], 2, "classic/first: no rounds to draw"),
        (["here", "-o", "x.png", "--rules", "jokers"], 2, "unknown rules 'jokers': expected some of classic"),
        (["here", "-o", "x.png", "--strategy", "me"], 2, "unknown strategy 'me': expected some of greedy, first"),
        (["here", "-o", "no/x.png"], 1, "no/x.png: no folder no: expected one that is there"),
    ],
)  # fmt: skip
def test_errors(played, tmp_path, arguments, code, message):
    done = played("plot", *arguments)
    assert (done.code, done.out) == (code, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "x.png").exists()


def test_without_matplotlib(played, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = played("plot", "here", "-o", "x.png")
    assert (done.code, done.out) == (1, "")
    assert done.err == "golfsim: plots need matplotlib, which is not installed: pip install 'golfsim[plot]'\n"
