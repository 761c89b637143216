"""What a terminal shows: tables that fit it, and all of them everywhere else."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

HEADINGS = (
    "rules strategy sees stock deals wins win rate 95% interval mean strokes standard error median strokes best "
    "strokes worst strokes mean nine-hole total"
)


@pytest.fixture
def played(golfsim):
    """Two strategies under two sets of rules."""
    run = ("run", "--strategy", "greedy", "--strategy", "first", "--rules", "classic", "--rules", "relaxed")
    assert golfsim(*run, "--deals", 200, "--seed", 7, "--quiet", "--out", "here").code == 0
    return golfsim


def in_terminal(width, *arguments, **environment):
    """What a command writes to a terminal of that width, by lines."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    clean = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    command = [sys.executable, "-m", "golfsim", *map(str, arguments)]
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.PIPE, env={**clean, **environment}) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                some = os.read(ours, 65536)
            except OSError:  # Linux says so when the other end is closed.
                break
            if not some:
                break
            text += some
        complaint = process.stderr.read()
    os.close(ours)
    assert (process.returncode, complaint) == (0, b"")
    return text.decode().replace("\r\n", "\n").splitlines()


@pytest.mark.parametrize("width", [80, 120])
def test_no_line_is_longer_than_the_terminal(played, width):
    for command in ("table", "compare", "rounds", "tournament", "find --format table --rules classic"):
        lines = in_terminal(width, *command.split(), "here")
        assert max(map(len, lines)) <= width
        if command in ("compare", "rounds"):
            assert any("left out, to fit" in line for line in lines)


def test_what_all_rows_share_is_said_once(played):
    lines = in_terminal(120, "table", "here", "--by", "strategy")
    assert lines[0] == "sees stock no, 400 deals each"
    lines = in_terminal(120, "table", "here")
    assert lines[0] == "sees stock no, 200 deals each"
    assert in_terminal(200, "table", "here", COLUMNS="80")[-2:] == in_terminal(80, "table", "here")[-2:]


def test_columns_and_wide(played):
    whole = played("table", "here").out
    assert "\n".join(in_terminal(80, "table", "here", "--wide")) + "\n" == whole
    chosen = ("table", "here", "--columns", "strategy,best,worst")
    assert "\n".join(in_terminal(80, *chosen)) + "\n" == played(*chosen).out
    assert played(*chosen).out.splitlines()[1].split() == ["strategy", "strokes", "strokes"]
    assert played(*chosen, "--format", "csv").out.splitlines()[0] == "strategy,best,worst"
    done = played("table", "here", "--columns", "strokes")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("golfsim: unknown column 'strokes': expected some of rules, strategy, sees_stock, dea")
    done = played("table", "here", "--columns", "best", "--wide")
    assert (done.code, done.err) == (2, "golfsim: --wide with --columns best: expected one of them\n")
    done = played("find", "here", "--rules", "classic", "--columns", "deal")
    assert (done.code, done.err) == (
        2,
        "golfsim: --columns deal with --format ids: expected a format of tables, as csv\n",
    )


def test_pipes_files_and_other_formats_have_everything(played, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    whole = played("table", "here").out
    lines = whole.splitlines()
    rule = next(place for place, line in enumerate(lines) if set(line) == {"-", " "})
    spans = [match.span() for match in re.finditer("-+", lines[rule])]
    headings = [" ".join(" ".join(line[start:end] for line in lines[:rule]).split()) for start, end in spans]
    assert " ".join(headings) == HEADINGS
    assert len(lines) == rule + 5
    played("table", "here", "-o", "x.txt", "--format", "table")
    assert (tmp_path / "x.txt").read_text() == whole
    for format_ in ("csv", "json", "markdown", "latex"):
        shown = "\n".join(in_terminal(60, "table", "here", "--format", format_)) + "\n"
        assert shown == played("table", "here", "--format", format_).out


def test_the_table_of_a_run(played):
    lines = in_terminal(80, "run", "--strategy", "greedy", "--deals", 20, "--quiet", "--out", "x")
    assert max(map(len, lines)) <= 80
    assert lines[0] == "sees stock no, 20 deals"
    lines = in_terminal(60, "run", "--strategy", "greedy", "--deals", 20, "--quiet", "--out", "x")
    assert "golfsim table x --wide shows all" in " ".join(" ".join(lines).split())
