"""What holds for every command: help, versions, one-line errors, exit codes, streams, the environment."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from golfsim.cli.commands import golfsim as group
from golfsim.cli.options import Count

COMMANDS = sorted(group.commands)
KNOWN_RULES = (
    "expected one of classic, when-stuck, putt-putt, relaxed, queens-on-kings, jokers, empty-start, black-hole, "
    "all-in-a-row"
)


def test_the_commands():
    expected = {
        *("run", "table", "compare", "rounds", "tournament", "find", "plot", "verify", "drop"),
        *("show", "play", "hint", "solve", "strategies", "rules"),
    }
    assert set(COMMANDS) == expected


@pytest.mark.parametrize("command", COMMANDS)
def test_help(golfsim, command):
    short, long = golfsim(command, "-h"), golfsim(command, "--help")
    assert short == long
    assert (short.code, short.err) == (0, "")
    assert short.out.startswith(f"Usage: golfsim {command}")
    assert f"Example:\n    golfsim {command}" in short.out
    for parameter in group.commands[command].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{command} {parameter.name} has no help"
            assert parameter.help.endswith((".", "?")), parameter.help
            assert parameter.opts[-1] in short.out


@pytest.mark.parametrize("command", COMMANDS)
def test_an_example_comes_first_in_every_help(golfsim, command):
    out = golfsim(command, "-h").out
    assert out.index("Example:") < out.index("Options:")


def test_help_of_all(golfsim):
    out = golfsim("-h").out
    assert out == golfsim("--help").out
    assert "Example:\n    golfsim run" in out
    for command in COMMANDS:
        assert f"\n  {command} " in out


def test_version(golfsim):
    from golfsim import __version__

    for flag in ("-V", "--version"):
        done = golfsim(flag)
        assert (done.code, done.err) == (0, "")
        assert __version__ in done.out


def python(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300, **options)


def test_as_a_module():
    done = python("-m", "golfsim", "rules")
    assert (done.returncode, done.stderr) == (0, "")
    assert "queens-on-kings" in done.stdout
    done = python("-m", "golfsim", "rule")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("golfsim: No such command 'rule'")


@pytest.mark.parametrize("arguments", [["--help"], ["run", "-h"], ["rules"], ["-V"]])
def test_quick_to_start(arguments):
    script = (
        "import sys\nfrom golfsim.cli import main\n"
        f"try: main({arguments!r})\n"
        "except SystemExit as left: assert not left.code\n"
        "heavy = {'numba', 'numpy', 'polars', 'pyarrow', 'pandas', 'tqdm'} & set(sys.modules)\n"
        "print('heavy', sorted(heavy), file=sys.stderr)"
    )
    assert python("-c", script).stderr == "heavy []\n"


def test_a_reader_that_leaves_early_hears_nothing():
    script = f"{sys.executable} -m golfsim rules | head -1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == ("Presets (--rules NAME):\n", "")


def test_a_closed_pipe_is_no_traceback():
    # The reader is gone before anything is written.
    process = subprocess.Popen(
        [sys.executable, "-m", "golfsim", "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 1


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nothing"], 2, "No such command 'nothing'. (see golfsim --help)"),
        (["run", "--depth", "3"], 2, "--depth"),
        (["run", "--rules", "clasic"], 2, f"unknown rules 'clasic' (did you mean classic?): {KNOWN_RULES}"),
        (["run", "--rule", "kings"], 2, "rule option 'kings': expected key=value"),
        (["run", "--rule", "kings=alive"], 2, "kings=alive: expected one of dead, queen, queen-dead, wrap"),
        (["run", "--rule", "king=dead"], 2,
         "unknown rule option 'king': expected one of kings, draw, start, jokers, columns, depth"),
        (["run", "--strategy", "gredy"], 2, "unknown strategy 'gredy' (did you mean greedy?): expected one of "),
        (["run", "--strategy", "greedy:x=1"], 2, "greedy has no option 'x': it takes none"),
        (["run", "--strategy", "none.py:x"], 2, "/none.py: no such Python file"),
        (["run", "--deals", "many"], 2,
         "Invalid value for '--deals': 'many': expected a whole number, as 1000000, 1_000_000 or 1e6"),
        (["run", "--deals", "0.5"], 2, "'0.5': expected a whole number"),
        (["run", "--deals", "1e-3"], 2, "'1e-3': expected a whole number"),
        (["run", "--deals", "1e999"], 2, "'1e999': expected a whole number"),
        (["run", "--deals", "0"], 2, "deals 0: expected 1 to 18446744073709551616 from first 0 with source seeded"),
        (["run", "--deals", "-5"], 2, "deals -5: expected 1 to 18446744073709551616 from first 0 with source seeded"),
        (["run", "--seed", "-1"], 2, "seed -1: expected 0 to 2**64 - 1"),
        (["run", "--seed", str(2**64)], 2, f"seed {2**64}: expected 0 to 2**64 - 1"),
        (["run", "--first", "-1"], 2, "first -1: expected 0 to 18446744073709551615 with source seeded"),
        (["run", "--source", "pysol", "--first", "0"], 2, "first 0: expected 1 to "),
        (["run", "--source", "nowhere"], 2,
         "unknown source 'nowhere': expected seeded, pysol, pysol-ms, a file of boards or of names of deals"),
        (["run", "--jobs", "0"], 2, "Invalid value for '--jobs': '0': expected at least 1"),
        (["table"], 2, "Missing argument 'DATASET...'."),
        (["table", "--format", "xml", "."], 2, "Invalid value for '--format': 'xml' is not one of 'table', 'csv'"),
        (["table", "nowhere"], 1, "nowhere"),
        (["show"], 2, "Missing argument 'DEAL...'."),
        (["show", "7"], 2, "unknown deal '7', and no such file: expected SEED:INDEX, pysol:N, pysol:msN, a file"),
        (["show", "7:-1"], 2, "deal '7:-1': expected an index of 0 to 2**64 - 1"),
        (["show", "pysol:0"], 2, "PySolFC deal 0: expected a number from 1"),
        (["show", "pysol:1", "--rules", "jokers"], 2, "rules jokers: PySolFC has no such deals"),
        (["show", "."], 1, ".: is a directory: expected a file of boards"),
        (["show", "bad.txt"], 1, "bad.txt line 1: unknown card '1H': expected a rank"),
        (["show", "binary.txt"], 1, "binary.txt: not a text file: expected boards as text"),
        (["play", "bad.txt"], 1, "bad.txt line 1: unknown card '1H': expected a rank"),
        (["play", "7:1", "--strategy", "nobody"], 2, "unknown strategy 'nobody'"),
        (["play", "7:1", "--format", "xml"], 2, "Invalid value for '--format': 'xml' is not one of 'text', 'json'"),
        (["rules", "clasic"], 2, f"unknown rules 'clasic' (did you mean classic?): {KNOWN_RULES}"),
        (["strategies", "--all"], 2, "--all"),
    ],
)  # fmt: skip
def test_errors_are_one_line(golfsim, tmp_path, arguments, code, message):
    (tmp_path / "bad.txt").write_text("Foundations: 1H\n")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x81\x00")
    done = golfsim(*arguments)
    assert done.code == code
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("golfsim: ")
    assert message in done.err
    assert not (tmp_path / "results").exists(), "nothing was begun"


def test_an_internal_error_is_one_line_too(golfsim, monkeypatch):
    def broken(self):
        raise RuntimeError("first\nsecond")

    monkeypatch.setattr("golfsim.cli.solitaire.rules.PRESETS", type("Broken", (dict,), {"items": broken})(a=1))
    done = golfsim("rules", "--format", "json")
    assert (done.code, done.out) == (1, "")
    assert done.err == "golfsim: internal error, RuntimeError: first second (set GOLFSIM_TRACEBACK=1 to see where)\n"


def test_a_traceback_for_those_who_ask(monkeypatch):
    from golfsim.cli import main

    monkeypatch.setenv("GOLFSIM_TRACEBACK", "1")
    monkeypatch.setattr("golfsim.cli.solitaire.rules.PRESETS", None)
    with pytest.raises(TypeError):
        main(["rules"])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_a_name_in_the_environment(command):
    for option in group.commands[command].params:
        if isinstance(option, click.Option):
            (spelling,) = [text for text in option.opts if text.startswith("--")]
            assert option.envvar == f"GOLFSIM_{command}_{spelling[2:]}".replace("-", "_").upper()


def test_options_from_the_environment(golfsim, monkeypatch):
    asked = golfsim("show", "7:123", "--rules", "jokers", "--format", "board")
    monkeypatch.setenv("GOLFSIM_SHOW_RULES", "jokers")
    monkeypatch.setenv("GOLFSIM_SHOW_FORMAT", "board")
    assert golfsim("show", "7:123") == asked
    monkeypatch.setenv("GOLFSIM_SHOW_RULES", "nonsense")
    assert golfsim("show", "7:123").code == 2


def test_shell_completion():
    for shell in ("bash", "zsh", "fish"):
        done = python("-m", "golfsim", env={**os.environ, "_GOLFSIM_COMPLETE": f"{shell}_source"})
        assert done.returncode == 0
        assert "_GOLFSIM_COMPLETE" in done.stdout


def completed(*words):
    text = " ".join(["golfsim", *words])
    environment = {"COMP_WORDS": text, "COMP_CWORD": str(len(words)), "_GOLFSIM_COMPLETE": "bash_complete"}
    done = python("-m", "golfsim", env={**os.environ, **environment})
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_completions():
    assert completed("st") == ["strategies"]
    assert completed("run", "--rules", "que") == ["queens-on-kings"]
    assert completed("run", "--rule", "draw=") == ["draw=anytime", "draw=when-stuck"]
    assert "guide" in completed("run", "--strategy", "g")


def test_a_broken_plug_in_leaves_the_table_of_the_others(golfsim, tmp_path):
    (tmp_path / "broken.py").write_text("import nothing_of_the_kind")
    strategies = ["--strategy", f"{tmp_path}/broken.py:x", "--strategy", "greedy"]
    done = golfsim("run", *strategies, "--deals", "40", "--quiet", "--out", str(tmp_path / "a"))
    assert done.code == 1
    assert "greedy" in done.out
    assert (
        done.err
        == f"golfsim: {tmp_path}/broken.py, line 1: ModuleNotFoundError: No module named 'nothing_of_the_kind'\n"
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_standard_output_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "golfsim", "rules"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (1, "golfsim: cannot write standard output: No space left on device\n")


def test_nothing_to_do_is_help():
    done = subprocess.run([sys.executable, "-m", "golfsim"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: golfsim [OPTIONS] COMMAND")
    assert len(done.stderr.splitlines()) > 10


@pytest.mark.parametrize(
    ("text", "number"), [("1e6", 10**6), ("1_000", 1000), ("2.5e3", 2500), ("1e19", 10**19), (" 7 ", 7)]
)
def test_numbers(text, number):
    assert Count().convert(text, None, None) == number


@pytest.mark.parametrize("text", ["1e-3", "nan", "inf", "0x10", "1,000", "", "1e999999999", "2.5"])
def test_no_numbers(text):
    with pytest.raises(click.BadParameter, match="expected a whole number"):
        Count().convert(text, None, None)
