"""Plug-ins that do what they should not: the game stays the game, and what fails is one line."""

import os
import subprocess
import sys

import numba
import pytest
from generators import seeded

import golfsim
from golfsim.errors import StrategyError
from golfsim.games.solitaire.rules import PRESETS, Rules
from golfsim.games.solitaire.strategies.base import Batch
from golfsim.games.solitaire.strategies.registry import load

CLASSIC = PRESETS["classic"]

MUTATING = '''
import golfsim

def mutate(thing, seen, left=12):
    """Changes all that can be changed of a thing and of whatever it holds."""
    if left == 0 or id(thing) in seen or isinstance(thing, (type, str)):
        return
    seen[id(thing)] = thing
    held = list(getattr(thing, "__dict__", {}).items())
    if isinstance(thing, (tuple, list, set, frozenset)):
        held += enumerate(thing)
    if isinstance(thing, dict):
        held += list(thing.items())
    for name in dir(thing):
        if not name.startswith("__"):
            try:
                held.append((name, getattr(thing, name)))
            except Exception:
                pass
    for name, value in held:
        if not callable(value):
            mutate(value, seen, left - 1)
    for name, value in held:
        new = {"kings": "wrap", "draw": "anytime", "jokers": 2}.get(name, 99)
        if name == "transitions":
            new = tuple(tuple(range(14)) for _ in range(15))
        for change in (
            lambda: object.__setattr__(thing, name, new),
            lambda: thing.__dict__.__setitem__(name, new),
            lambda: thing.__setitem__(name, new),
        ):
            try:
                change()
            except Exception:
                pass
    if isinstance(thing, (list, dict, set)):
        thing.clear()

def first(view):
    return view.plays[0]

def mutating(view):
    answer, rules = view.plays[0], view.rules
    mutate(view, {})
    assert rules.kings == "wrap" and rules.transitions[13][12] == 12 and view.plays == 99
    return answer

@golfsim.strategy(sees_stock=True, stochastic=True)
def seeing(view):
    answer = view.plays[0]
    mutate(view, {})
    return answer
'''


@pytest.fixture
def plug_in(tmp_path):
    """The function `f` of a file with this text."""

    def write(text, name="f"):
        path = tmp_path / "bad.py"
        path.write_text(text)
        return load(f"{path}:{name}")

    return write


def batch(rules=CLASSIC, deals=4):
    return Batch(seeded(rules, deals), rules, 3, 5)


def message(found, **options):
    with pytest.raises(StrategyError) as caught:
        found.play(batch(**options))
    text = str(caught.value)
    assert len(text) < 700
    assert text.isprintable()
    return text


@pytest.mark.parametrize("rules", ["classic", "when-stuck", "queens-on-kings", "jokers"])
@pytest.mark.parametrize("name", ["mutating", "seeing"])
def test_nothing_reached_from_the_view_changes_the_game(tmp_path, rules, name):
    path = tmp_path / "bad.py"
    path.write_text(MUTATING)
    playing = Rules.parse(rules)
    before = repr(playing), playing.transitions
    deals = batch(playing, 12)
    honest = load(f"{path}:first").play(deals, True)
    for _ in range(2):
        hostile = load(f"{path}:{name}").play(deals, True)
        assert hostile.out.tolist() == honest.out.tolist()
        assert hostile.lines.tolist() == honest.lines.tolist()
    assert (repr(playing), playing.transitions) == before
    assert {preset: Rules.parse(preset) for preset in PRESETS} == PRESETS


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("type(view.rules).draw_anytime = property(lambda self: True)", "Rules.draw_anytime"),
        ("type(view.rules).transitions = property(lambda self: 1 / 0)", "Rules.transitions"),
        ("type(view.rules).__getattribute__ = lambda self, name: 1", "Rules.__getattribute__"),
        ("type(view.columns[0][0]).rank = 5", "Card.rank"),
        ("del type(view.columns[0][0]).suit", "Card.suit"),
        ("type(view).plays = property(lambda self: (0,))", "View.plays"),
    ],
)
def test_changed_classes_are_told_and_put_back(plug_in, change, what):
    honest = plug_in("def f(view):\n    return view.plays[0]\n").play(batch()).out.tolist()
    text = message(plug_in(f"def f(view):\n    answer = view.plays[0]\n    {change}\n    return answer\n"))
    assert text.startswith("bad.py:f: deal 5, move ")
    assert text.endswith(f": changed {what} of golfsim itself")
    assert plug_in("def f(view):\n    return view.plays[0]\n").play(batch()).out.tolist() == honest


RAISED = {
    "BaseException('x')": "BaseException: x",
    "GeneratorExit": "GeneratorExit",
    "KeyboardInterrupt": "KeyboardInterrupt",
    "StopIteration(3)": "StopIteration: 3",
    "SystemExit(3)": "SystemExit: 3",
    "MemoryError": "MemoryError",
    "Mute()": "Mute: <no text: SystemExit>",
    "ValueError('a\\nb\\x1b[31m\\0')": "ValueError: a b\\x1b[31m\\x00",
    "ValueError('x' * 5_000_000)": "ValueError: " + "x" * 400 + "...",
    "type('A\\nB', (Exception,), {})()": "A B",
    "asyncio.CancelledError": "CancelledError",
    "ExceptionGroup('two', [ValueError(1), KeyError(2)])": "ExceptionGroup: two (2 sub-exceptions)",
}


@pytest.mark.parametrize("raised", RAISED)
def test_whatever_is_raised_is_one_line(plug_in, raised):
    text = (
        "import asyncio\nclass Mute(Exception):\n    def __str__(self):\n        raise SystemExit(4)\n"
        f"def f(view):\n    raise {raised}\n"
    )
    assert message(plug_in(text)) == f"bad.py:f: deal 5, move 1, line 6 of bad.py: {RAISED[raised]}"


def test_whatever_is_raised_while_loading_is_one_line(tmp_path):
    path = tmp_path / "bad.py"
    for raised, what in RAISED.items():
        if "Mute" not in raised:
            path.write_text(f"import asyncio\nraise {raised}\n")
            with pytest.raises(StrategyError) as caught:
                load(f"{path}:f")
            assert str(caught.value) == f"{path}, line 2: {what}"


def test_recursion_is_one_line(plug_in):
    text = message(plug_in("def f(view):\n    return f(view)\n"))
    assert text.startswith("bad.py:f: deal 5, move 1, line 2 of bad.py: RecursionError: maximum recursion depth")


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        ("'a' * 10**6", "returned '" + "a" * 399 + "...: expected a column or -1"),
        ("Odd()", "returned <Odd without repr: KeyboardInterrupt>: expected a column or -1"),
        ("10**30", f"column {10**30}: expected 0 to 6 or -1"),
        ("Lying(7)", "column 7: expected 0 to 6 or -1"),
    ],
)
def test_odd_answers_are_one_line(plug_in, answer, what):
    text = (
        "class Odd:\n    def __repr__(self):\n        raise KeyboardInterrupt\n"
        "class Lying(int):\n    __lt__ = __le__ = __eq__ = lambda self, other: True\n"
        "    __hash__ = int.__hash__\n    __int__ = __index__ = lambda self: 0\n"
        f"def f(view):\n    return {answer}\n"
    )
    assert message(plug_in(text)) == f"bad.py:f: deal 5, move 1: {what}"


def test_columns_are_counted_as_plug_ins_do(plug_in):
    text = message(plug_in("def f(view):\n    return next(c for c in range(7) if c not in view.plays)\n"))
    assert text.startswith("bad.py:f: deal 5, move 1: column ")
    column = int(text.split("column ")[1].split(":")[0])
    deal = golfsim.Deal.from_deck(map(int, seeded(CLASSIC, 1)[0]), CLASSIC)
    assert f": {deal.columns[column][-1]} does not go on " in text
    text = message(plug_in("def f(view):\n    return -1\n"), rules=PRESETS["when-stuck"])
    column = int(text.split("of column ")[1].split()[0])
    deal = golfsim.Deal.from_deck(map(int, seeded(PRESETS["when-stuck"], 1)[0]), PRESETS["when-stuck"])
    assert text.endswith(f": no draw: {deal.columns[column][-1]} of column {column} fits, and draw=when-stuck")


def run(tmp_path, *arguments, **environment):
    """The command in a process of its own, as signals and forks need."""
    return subprocess.run(
        [sys.executable, "-m", "golfsim", *map(str, arguments)],
        capture_output=True, text=True, check=False, cwd=tmp_path, env={**os.environ, **environment}, timeout=240,
    )  # fmt: skip


HARMFUL = """
import os, sys

def leftmost(view):
    return view.plays[0]

def talking(view):
    print("printed")
    os.write(1, b"written\\n")
    os.system("echo echoed")
    return view.plays[0]

def raising(view):
    raise GeneratorExit

def interrupting(view):
    raise KeyboardInterrupt

def forking(view):
    os.fork()
    return view.plays[0]

def vanishing(view):
    os._exit(7)
"""


def test_a_run_outlives_all_of_them(tmp_path):
    (tmp_path / "bad.py").write_text(HARMFUL)
    names = ("leftmost", "talking", "raising", "interrupting", "forking", "vanishing")
    strategies = [text for name in names for text in ("--strategy", f"bad.py:{name}")]
    done = run(tmp_path, "run", *strategies, "--deals", 20, "--seed", 3, "--out", "out", "--quiet")
    assert done.returncode == 1
    told = [line for line in done.stderr.splitlines() if line.startswith("golfsim: ")]
    assert len(told) == 1
    assert told[0].startswith("golfsim: 3 of 6 groups failed: ")
    assert "bad.py:raising: deal 0, move 2, line 14 of bad.py: GeneratorExit; " in told[0]
    assert "bad.py:interrupting: deal 0, move 2, line 17 of bad.py: KeyboardInterrupt; " in told[0]
    assert told[0].endswith("vanishing failed: a worker process was killed or crashed")
    for word in ("printed", "written", "echoed"):
        assert word not in done.stdout
        assert word in done.stderr
    frames = {
        name: golfsim.scan(tmp_path / "out").filter(strategy=f"bad.py:{name}").collect().drop("strategy")
        for name in names
    }
    assert frames["leftmost"].height == 20
    assert frames["talking"].equals(frames["leftmost"])
    assert frames["forking"].equals(frames["leftmost"])
    assert frames["raising"].height == 0


def test_the_traceback_is_there_on_request(tmp_path):
    (tmp_path / "bad.py").write_text("def inner():\n    return 1 / 0\n\ndef f(view):\n    return inner()\n")
    quiet = run(tmp_path, "run", "--strategy", "bad.py:f", "--deals", 5, "--out", "out", "-q")
    assert quiet.returncode == 1
    assert quiet.stderr.splitlines() == [
        "golfsim: bad.py:f: deal 0, move 2, line 2 of bad.py: ZeroDivisionError: division by zero"
    ]
    told = run(tmp_path, "run", "--strategy", "bad.py:f", "--deals", 5, "--out", "out", "-q", GOLFSIM_TRACEBACK="1")
    assert told.returncode == 1
    assert told.stderr.splitlines()[-1] == quiet.stderr.splitlines()[-1]
    assert 'bad.py", line 2, in inner' in told.stderr
    loaded = run(tmp_path, "run", "--strategy", "bad.py:g", "--deals", 5, GOLFSIM_TRACEBACK="1")
    assert loaded.returncode == 2
    assert "Traceback" not in loaded.stderr


COMPILED = """
import numba

@numba.njit
def poke(heights, place):
    heights[place] = 7
    return 0

@numba.njit
def outside(ranks, heights, fits, waste, unseen, may_draw, word):
    return poke(heights, 10**9)

@numba.njit
def mine(ranks, heights, fits, waste, unseen, may_draw, word):
    if may_draw:
        raise ValueError("mine")
    return 0

@numba.njit
def talking(ranks, heights, fits, waste, unseen, may_draw, word):
    print("printed", waste)
    return 9

@numba.njit
def fickle(ranks, heights, fits, waste, unseen, may_draw, word):
    return np.random.randint(0, 10**9)

import numpy as np
"""


@pytest.mark.slow
@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_compiled_functions_that_fail_are_one_line(plug_in, capfd):
    theirs = numba.config.BOUNDSCHECK
    assert message(plug_in(COMPILED, "outside")) == "bad.py:outside: deal 5: IndexError: index is out of bounds"
    assert theirs == numba.config.BOUNDSCHECK
    assert message(plug_in(COMPILED, "mine")) == "bad.py:mine: deal 5, line 16 of bad.py: ValueError: mine"
    text = message(plug_in(COMPILED, "talking"))
    assert text.endswith(": column 9: expected 0 to 6 or -1")
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("printed ")
    text = message(plug_in(COMPILED, "fickle"))
    assert text.endswith(": expected the same for the same deal (a stochastic strategy uses word)")


@pytest.mark.slow
@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
@pytest.mark.parametrize(
    ("body", "what"),
    [
        (
            "return 'left'.nowhere",
            "TypingError: Unknown attribute 'nowhere' of type Literal[str](left) (line 4 of bad.py)",
        ),
        (
            "return 1 + 'a'",
            "TypingError: No implementation of function Function(<built-in function add>) found for signature: "
            ">>> add(Literal[int](1), Literal[str](a)) (line 4 of bad.py)",
        ),
        ("return nobody", "TypingError: NameError: name 'nobody' is not defined"),
    ],
)
def test_the_reason_of_numba_is_whole(plug_in, body, what):
    head = "import numba\n@numba.njit\ndef f(ranks, heights, fits, waste, unseen, may_draw, word):\n    "
    assert message(plug_in(head + body + "\n")) == f"bad.py:f: {what}"


def test_what_python_keeps_with_a_class_is_no_change():
    """Pickling writes the names of slots to the class, as sending rules to worker processes does."""
    import pickle

    from golfsim.games.solitaire.rules import Rules
    from golfsim.games.solitaire.strategies.untouched import put_back

    pickle.loads(pickle.dumps(Rules()))
    assert put_back() == ""
