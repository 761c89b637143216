"""Finding strategies by name, and reading their options."""

import pytest
from generators import seeded

from golfsim.errors import OptionError
from golfsim.games.solitaire.rules import PRESETS
from golfsim.games.solitaire.strategies.base import Batch, Played, Strategy, empty_results
from golfsim.games.solitaire.strategies.registry import BUILT_IN, load, load_all, names
from golfsim.strategies.facts import Facts, Option, parse_values
from golfsim.strategies.plugins import strategy

FACTS = {
    "first": (False, False, {}),
    "random": (False, True, {}),
    "greedy": (False, False, {}),
    "guide": (False, False, {}),
    "longest-chain": (False, False, {}),
    "pimc": (False, True, {"samples": 64, "more": 64, "objective": "win"}),
    "expectimax": (False, False, {"objective": "win", "states": 6_000_000, "samples": 500}),
    "solver": (True, False, {"objective": "strokes", "max-states": 0}),
}


def test_the_built_in_ones():
    assert list(FACTS) == list(BUILT_IN)
    for name in BUILT_IN:
        found = load(name)
        assert found.name == found.spec == name
        assert list(found.values) == [option.name for option in found.facts.options]
        assert found.summary
        assert len(found.summary.splitlines()) == 1
        assert found.provenance() == {}
        assert not found.facts.processes
        for option in found.facts.options:
            assert option.help


@pytest.mark.parametrize("name", FACTS)
def test_facts(name):
    found = load(name)
    assert (found.facts.sees_stock, found.facts.stochastic, found.values) == FACTS[name]


def test_load_all():
    every = dict(load_all())
    assert list(every) == names()
    assert names()[: len(FACTS)] == list(FACTS)
    for name in FACTS:
        assert isinstance(every[name], Strategy)
        assert every[name].spec == name


def test_options():
    found = load("solver:objective=win,max-states=5")
    assert found.values == {"objective": "win", "max-states": 5}
    assert found.spec == "solver:objective=win,max-states=5"
    assert load("solver:max-states=0").spec == "solver"
    assert load("solver:").spec == "solver"
    assert load("solver: max-states = 7 ").values["max-states"] == 7


def message(spec):
    with pytest.raises(OptionError) as caught:
        load(spec)
    return str(caught.value)


def test_unknown_names():
    known = ", ".join(BUILT_IN)
    text = message("gredy")
    assert text.startswith(f"unknown strategy 'gredy' (did you mean greedy?): expected one of {known}")
    assert text.endswith(", or path/to/file.py:NAME")
    assert message("zzz").startswith(f"unknown strategy 'zzz': expected one of {known}")
    assert message("").startswith("unknown strategy '': expected one of")


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("greedy:depth=3", "greedy has no option 'depth': it takes none"),
        ("solver:depth=3", "solver has no option 'depth': expected one of objective, max-states"),
        ("solver:objective=points", "solver:objective=points: expected one of win, strokes"),
        ("solver:max-states=many", "solver:max-states=many: expected a whole number"),
        ("solver:max-states=-1", "solver:max-states=-1: expected at least 0"),
        ("solver:max-states", "option of solver 'max-states': expected key=value"),
        ("solver:=3", "option of solver '=3': expected key=value"),
    ],
)
def test_wrong_options(spec, text):
    assert message(spec) == text


def test_option_types():
    options = (
        Option("whole", 3, least=1),
        Option("number", 0.5),
        Option("switch", False),
        Option("word", "a", choices=("a", "b")),
    )
    assert parse_values("whole=4,number=2,switch=yes,word=b", "s", options) == {
        "whole": 4, "number": 2.0, "switch": True, "word": "b",
    }  # fmt: skip
    for text, truth in (("true", True), ("True", True), ("1", True), ("no", False), ("FALSE", False), ("0", False)):
        assert parse_values(f"switch={text}", "s", options) == {"switch": truth}
    for text, what in (
        ("number=x", "s:number=x: expected a number"),
        ("switch=maybe", "s:switch=maybe: expected true or false"),
        ("word=c", "s:word=c: expected one of a, b"),
        ("whole=0", "s:whole=0: expected at least 1"),
        ("whole=1.5", "s:whole=1.5: expected a whole number"),
    ):
        with pytest.raises(OptionError) as caught:
            parse_values(text, "s", options)
        assert str(caught.value) == what
    assert parse_values("", "s", options) == {}


def test_empty_results():
    batch = Batch(seeded(PRESETS["jokers"], 3), PRESETS["jokers"], 1, 0)
    assert empty_results(batch, True).lines.shape == (3, 53)
    assert empty_results(batch, False).lines.shape == (0, 0)
    assert empty_results(batch, False).out.shape == (7, 3)
    assert isinstance(empty_results(batch, True), Played)


def test_facts_are_false_unless_declared():
    facts = Facts()
    assert not any((facts.sees_stock, facts.proves, facts.stochastic, facts.options, facts.processes))
    assert strategy(lambda view: view.plays[0]).facts == facts


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("pimc:samples=1e30", "pimc:samples=1e30: expected at most 1000000"),
        ("pimc:samples=1e300", "pimc:samples=1e300: expected a whole number"),
        ("pimc:samples=1.5", "pimc:samples=1.5: expected a whole number"),
        ("pimc:more=-1", "pimc:more=-1: expected at least 0"),
        ("pimc:samples=5,samples=6", "pimc: option samples is given twice"),
        ("expectimax:states=99999999999999999999", "expectimax:states=99999999999999999999: expected at most"),
        ("expectimax:samples=1e12", "expectimax:samples=1e12: expected at most"),
    ],
)
def test_numbers_beyond_reason(spec, complaint):
    with pytest.raises(OptionError) as error:
        load(spec)
    assert str(error.value).startswith(complaint)


def test_numbers_may_be_written_short():
    assert load("expectimax:states=1e5").values["states"] == 100_000
