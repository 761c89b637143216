"""Plug-ins: functions, declared functions and compiled ones, from files and packages, whole and broken."""

import importlib.metadata
import sys

import numba
import numpy as np
import pytest
from generators import seeded

import golfsim
from golfsim.errors import OptionError, StrategyError
from golfsim.games.solitaire.kernels.hand import NO_MOVE
from golfsim.games.solitaire.rules import PRESETS
from golfsim.games.solitaire.strategies.base import Batch
from golfsim.games.solitaire.strategies.compiled import CompiledStrategy
from golfsim.games.solitaire.strategies.plugged import plugged
from golfsim.games.solitaire.strategies.python import PythonStrategy
from golfsim.games.solitaire.strategies.registry import BUILT_IN, load, load_all, names
from golfsim.strategies.facts import Facts
from golfsim.strategies.plugins import PlugIn, strategy

CLASSIC = PRESETS["classic"]

PLUG_INS = '''
import golfsim
import numba

def leftmost(view):
    """Takes the leftmost.

    Always.
    """
    return view.plays[0]

@golfsim.strategy(options={"column": 0, "bold": False}, summary="takes the one it likes")
def choosy(view, column, bold):
    """Not the summary."""
    return view.plays[-1 if bold else min(column, len(view.plays) - 1)]

@golfsim.strategy(stochastic=True)
def careless(view):
    """Takes any."""
    return view.random.choice(view.plays)

@numba.njit
def compiled(ranks, heights, fits, waste, unseen, may_draw, word):
    """Takes the leftmost, quickly."""
    for column in range(len(fits)):
        if fits[column]:
            return column
    return -1

@golfsim.strategy(stochastic=True)
@numba.njit
def any_compiled(ranks, heights, fits, waste, unseen, may_draw, word):
    count = fits.sum()
    wanted = (word * count) >> 32
    for column in range(len(fits)):
        if fits[column]:
            if wanted == 0:
                return column
            wanted -= 1
    return -1

def illegal(view):
    return next(c for c in range(7) if c not in view.plays)

def raising(view):
    return {}["no"]

def forgetful(view):
    pass

def leaving(view):
    raise SystemExit(3)

def undeclared(view):
    return view.stock[0]

number = 7
'''


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(PLUG_INS)
    return path


def batch(deals=8, seed=3, first=5):
    return Batch(seeded(CLASSIC, deals), CLASSIC, seed, first)


def results(spec, **options):
    played = load(spec).play(batch(**options), True)
    return played.out.tolist(), [[move for move in line if move != NO_MOVE] for line in played.lines.tolist()]


def message(function, *arguments, error=StrategyError):
    with pytest.raises(error) as caught:
        function(*arguments)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_a_plain_function(file):
    found = load(f"{file}:leftmost")
    assert isinstance(found, PythonStrategy)
    assert found.name == found.spec == "mine.py:leftmost"
    assert found.summary == "Takes the leftmost."
    assert found.facts.processes
    assert not found.facts.stochastic
    assert found.provenance()["file"] == "mine.py"
    assert len(found.provenance()["sha256"]) == 64
    assert results(f"{file}:leftmost") == results("first")


def test_options(file):
    found = load(f"{file}:choosy")
    assert found.values == {"column": 0, "bold": False}
    assert found.summary == "takes the one it likes"
    assert results(f"{file}:choosy") == results("first")
    bold = load(f"{file}:choosy:bold=true,column=2")
    assert bold.values == {"column": 2, "bold": True}
    assert bold.spec == "mine.py:choosy:column=2,bold=True"
    assert results(f"{file}:choosy:bold=true") != results("first")
    assert message(load, f"{file}:choosy:column=x", error=OptionError) == (
        "mine.py:choosy:column=x: expected a whole number"
    )
    assert message(load, f"{file}:choosy:colour=1", error=OptionError) == (
        "mine.py:choosy has no option 'colour': expected one of column, bold"
    )
    assert message(load, f"{file}:leftmost:column=1", error=OptionError) == (
        "mine.py:leftmost has no option 'column': it takes none"
    )


def test_a_stochastic_function(file):
    spec = f"{file}:careless"
    assert results(spec) == results(spec)
    assert results(spec) != results(spec, seed=4)
    assert results(spec) != results(spec, first=6)


@pytest.mark.slow
def test_compiled_functions(file):
    found = load(f"{file}:compiled")
    assert isinstance(found, CompiledStrategy)
    assert not found.facts.processes
    assert found.summary == "Takes the leftmost, quickly."
    assert results(f"{file}:compiled") == results("first")
    spec = f"{file}:any_compiled"
    assert results(spec) == results(spec)
    assert results(spec) != results(spec, seed=4)
    assert results(spec) != results(spec, first=6)


def test_compiled_functions_take_no_options():
    @golfsim.strategy(options={"x": 1})
    @numba.njit
    def choose(ranks, heights, fits, waste, unseen, may_draw, word):
        return 0

    if not choose.compiled:
        pytest.skip("without compilation a numba function is a plain one")
    assert message(plugged, choose, "mine", {}) == (
        "mine: a compiled strategy takes no options; make one function for each"
    )


@pytest.mark.slow
def test_a_compiled_function_that_does_not_compile(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(
        "import numba\n@numba.njit\ndef bad(ranks, heights, fits, waste, unseen, may_draw, word):\n"
        "    return 'left'.nowhere\n"
        "@numba.njit\ndef short(ranks):\n    return 0\n"
        "@numba.njit\ndef wrong(ranks, heights, fits, waste, unseen, may_draw, word):\n    return 9\n"
    )
    assert message(load(f"{path}:bad").play, batch()).startswith("bad.py:bad: TypingError: ")
    assert message(load(f"{path}:short").play, batch()).startswith("bad.py:short: TypeError: Signature mismatch")
    text = message(load(f"{path}:wrong").play, batch())
    assert text.startswith("bad.py:wrong: deal 5, move ")
    assert text.endswith(": column 9: expected 0 to 6 or -1")


def test_functions_that_fail(file):
    text = message(load(f"{file}:illegal").play, batch())
    assert text.startswith("mine.py:illegal: deal 5, move ")
    assert " does not go on " in text
    assert message(load(f"{file}:raising").play, batch()).endswith(": KeyError: 'no'")
    assert message(load(f"{file}:leaving").play, batch()).endswith(": SystemExit: 3")
    assert message(load(f"{file}:forgetful").play, batch()).endswith(": returned None: expected a column or -1")
    assert message(load(f"{file}:undeclared").play, batch()).endswith(
        ": the stock is face down: declare sees_stock=True to read view.stock"
    )


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        ("True", "returned True: expected a column or -1"),
        ("1.0", "returned 1.0: expected a column or -1"),
        ("'a'", "returned 'a': expected a column or -1"),
        ("7", "column 7: expected 0 to 6 or -1"),
        ("-2", "column -2: expected 0 to 6 or -1"),
    ],
)
def test_answers_that_are_no_moves(tmp_path, answer, what):
    path = tmp_path / "odd.py"
    path.write_text(f"def odd(view):\n    return {answer}\n")
    assert message(load(f"{path}:odd").play, batch()).endswith(what)


def test_numpy_integers_are_moves(tmp_path):
    path = tmp_path / "n.py"
    path.write_text("import numpy as np\ndef n(view):\n    return np.int8(view.plays[0])\n")
    assert results(f"{path}:n") == results("first")


def test_drawing_although_a_card_fits(tmp_path):
    path = tmp_path / "d.py"
    path.write_text("def d(view):\n    return -1 if view.may_draw else view.plays[0]\n")
    out, _ = results(f"{path}:d")
    assert out[3] == [0] * 8
    assert out[5] == [16] * 8


def test_files_that_cannot_be_loaded(file, tmp_path):
    def written(name, text):
        path = tmp_path / name
        path.write_text(text)
        return path

    assert message(load, f"{tmp_path}/none.py:x", error=OptionError) == f"{tmp_path}/none.py: no such Python file"
    # In a file without strategies there is nothing to suggest.
    assert (
        message(load, f"{written('empty.py', '')}:x", error=OptionError)
        == f"{tmp_path}/empty.py:x: no 'x' in the file"
    )
    text = message(load, f"{file}:nobody", error=OptionError)
    assert text.startswith(f"{file}:nobody: no 'nobody' in the file: it has choosy, careless")
    assert message(load, f"{file}:number") == (
        f"{file}:number: is int: expected a function of a view, or a numba function"
    )
    assert message(load, f"{written('cls.py', 'class A: pass')}:A").endswith(
        ":A: is type: expected a function of a view, or a numba function"
    )
    broken = written("broken.py", "x = 1\ndef f(view:\n")
    assert message(load, f"{broken}:f").startswith(f"{broken}: SyntaxError: ")
    assert "line 2" in message(load, f"{broken}:f")
    assert message(load, f"{written('raises.py', 'raise ValueError(chr(10).join(chr(97) * 2))')}:f") == (
        f"{tmp_path}/raises.py, line 1: ValueError: a a"
    )
    assert message(load, f"{written('leaves.py', 'import sys; sys.exit(3)')}:f") == (
        f"{tmp_path}/leaves.py, line 1: SystemExit: 3"
    )
    assert message(load, f"{written('imports.py', 'import nothing_of_the_kind')}:f") == (
        f"{tmp_path}/imports.py, line 1: ModuleNotFoundError: No module named 'nothing_of_the_kind'"
    )
    assert message(load, f"{tmp_path}:x", error=OptionError).startswith("unknown strategy ")


def test_a_file_that_failed_leaves_no_module(tmp_path):
    path = tmp_path / "raises.py"
    path.write_text("raise ValueError")
    before = set(sys.modules)
    message(load, f"{path}:f")
    assert set(sys.modules) == before


# Installed packages


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package on the path, with the metadata that an installer would write."""
    (tmp_path / "golf_friends.py").write_text(PLUG_INS)
    info = tmp_path / "golf_friends-2.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: golf-friends\nVersion: 2.5\n")
    (info / "entry_points.txt").write_text(
        "[golfsim.strategies]\n"
        "friendly = golf_friends:leftmost\n"
        "choosy = golf_friends:choosy\n"
        "absent = golf_friends:nobody\n"
        "gone = no_such_module:x\n"
        "number = golf_friends:number\n"
        "greedy = golf_friends:leftmost\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield tmp_path
    sys.modules.pop("golf_friends", None)


def test_entry_points(installed):
    assert names() == [*BUILT_IN, "absent", "choosy", "friendly", "gone", "number"]
    found = load("friendly")
    assert found.name == "friendly"
    assert found.provenance() == {"package": "golf-friends", "version": "2.5"}
    assert results("friendly") == results("first")
    assert load("choosy:column=1").values == {"column": 1, "bold": False}
    assert type(load("greedy")).__module__ == "golfsim.games.solitaire.strategies.greedy", (
        "a package cannot replace a built-in"
    )


def test_a_broken_package_is_named_and_breaks_nothing_else(installed):
    assert message(load, "absent").startswith(
        "absent: entry point golf_friends:nobody of golf-friends: AttributeError"
    )
    assert message(load, "gone") == (
        "gone: entry point no_such_module:x of golf-friends: ModuleNotFoundError: No module named 'no_such_module'"
    )
    assert message(load, "number") == "number: is int: expected a function of a view, or a numba function"
    every = dict(load_all())
    assert [name for name, found in every.items() if isinstance(found, StrategyError)] == ["absent", "gone", "number"]
    assert every["friendly"].name == "friendly"
    assert message(load, "frendly", error=OptionError).startswith(
        "unknown strategy 'frendly' (did you mean friendly?)"
    )


def test_a_package_that_leaves_the_interpreter(installed):
    (installed / "golf_friends.py").write_text("import sys; sys.exit(1)")
    assert "SystemExit" in message(load, "friendly")
    assert isinstance(dict(load_all())["friendly"], StrategyError)


def test_plug_in_knows_what_it_is(file):
    assert isinstance(golfsim.strategy()(lambda view: 0), PlugIn)
    assert not golfsim.strategy()(lambda view: 0).compiled
    assert np.array(results(f"{file}:leftmost")[0]).shape == (7, 8)


def test_the_decorator_needs_no_parentheses():
    @strategy
    def leftmost(view):
        """The leftmost."""
        return view.plays[0]

    assert (leftmost.facts, leftmost.summary) == (Facts(), "The leftmost.")


@pytest.mark.slow
def test_what_a_compiled_function_must_return(tmp_path):
    path = tmp_path / "words.py"
    head = "import numba\n@numba.njit\ndef word(ranks, heights, fits, waste, unseen, may_draw, word):\n    return "
    path.write_text(head + "'left'\n")
    said = message(load(f"{path}:word").play, batch())
    assert said == "words.py:word: returns Literal[str](left): expected a column or -1 in every case"
    path.write_text(head + "nobody\n")
    assert message(load(f"{path}:word").play, batch()) == (
        "words.py:word: TypingError: NameError: name 'nobody' is not defined"
    )


def test_what_a_plug_in_prints_is_no_data(tmp_path, capsys):
    path = tmp_path / "talks.py"
    path.write_text("print('loaded')\ndef talks(view):\n    print('asked')\n    return view.plays[0]\n")
    load(f"{path}:talks").play(batch())
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("loaded\nasked\n")
