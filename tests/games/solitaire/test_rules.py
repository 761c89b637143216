"""Rules: presets, the table of moves, names and messages."""

import pytest
from generators import rules_records
from hypothesis import given
from hypothesis import strategies as st

from golfsim.errors import OptionError
from golfsim.games.solitaire.rules import (
    BLOCKED,
    CHOICES,
    DEAD_QUEEN,
    OPEN,
    OPTION_HELP,
    PRESET_HELP,
    PRESETS,
    RANK_CODES,
    WASTE_STATES,
    Rules,
    parse_option,
)

SPELLED_OUT = {
    # kings, draw, start, jokers, columns, depth; stock
    "classic": ("dead", "anytime", "stock", 0, 7, 5, 16),
    "when-stuck": ("dead", "when-stuck", "stock", 0, 7, 5, 16),
    "putt-putt": ("wrap", "anytime", "stock", 0, 7, 5, 16),
    "relaxed": ("queen", "anytime", "stock", 0, 7, 5, 16),
    "queens-on-kings": ("queen-dead", "anytime", "stock", 0, 7, 5, 16),
    "jokers": ("dead", "anytime", "stock", 2, 7, 5, 18),
    "empty-start": ("dead", "anytime", "tableau", 0, 7, 5, 17),
    "black-hole": ("wrap", "anytime", "ace", 0, 17, 3, 0),
    "all-in-a-row": ("wrap", "anytime", "tableau", 0, 13, 4, 0),
}


def test_presets_are_spelled_out():
    assert list(PRESETS) == list(SPELLED_OUT)
    for name, (kings, draw, start, jokers, columns, depth, stock) in SPELLED_OUT.items():
        rules = PRESETS[name]
        assert rules.spelled_out() == {
            "kings": kings, "draw": draw, "start": start, "jokers": jokers, "columns": columns, "depth": depth,
        }  # fmt: skip
        assert rules.stock == stock
        assert rules.cards == 52 + jokers
        assert rules.tableau == columns * depth
        assert rules.starts == (start != "tableau")
        assert rules.draw_anytime == (draw == "anytime")
    assert PRESET_HELP.keys() == PRESETS.keys()
    assert OPTION_HELP.keys() == Rules().spelled_out().keys()


def goes_on(kings, waste, rank):
    """The sentences of the rules for two cards with ranks, without a table."""
    if {waste, rank} == {1, 13}:
        return kings == "wrap"
    if waste == 13:
        return rank == 12 and kings != "dead"
    return abs(waste - rank) == 1


@pytest.mark.parametrize("kings", CHOICES["kings"])
def test_transitions(kings):
    table = Rules(kings=kings).transitions
    assert len(table) == WASTE_STATES
    assert {len(row) for row in table} == {RANK_CODES}
    for waste in range(1, 14):
        for rank in range(1, 14):
            if not goes_on(kings, waste, rank):
                expected = BLOCKED
            elif kings == "queen-dead" and (waste, rank) == (13, 12):
                expected = DEAD_QUEEN
            else:
                expected = rank
            assert table[waste][rank] == expected, (waste, rank)


@pytest.mark.parametrize("kings", CHOICES["kings"])
def test_transitions_of_jokers(kings):
    table = Rules(kings=kings, jokers=2).transitions
    assert [row[0] for row in table] == [OPEN] * WASTE_STATES, "a joker goes on anything, a dead king and queen too"
    assert table[OPEN] == tuple(range(RANK_CODES)), "anything goes on a joker, and is then itself"
    assert table[DEAD_QUEEN] == (OPEN,) + (BLOCKED,) * 13


@pytest.mark.parametrize(
    ("kings", "on_king", "on_ace", "on_queen"),
    [
        ("dead", [], [2], [11, 13]),
        ("queen", [12], [2], [11, 13]),
        ("queen-dead", [12], [2], [11, 13]),
        ("wrap", [1, 12], [2, 13], [11, 13]),
    ],
)
def test_kings_in_words(kings, on_king, on_ace, on_queen):
    table = Rules(kings=kings).transitions

    def fitting(waste):
        return [rank for rank in range(1, 14) if table[waste][rank] != BLOCKED]

    assert (fitting(13), fitting(1), fitting(12)) == (on_king, on_ace, on_queen)


@given(rules_records())
def test_names_read_back(rules):
    assert Rules.parse(rules.name) == rules


def test_names():
    for name, rules in PRESETS.items():
        assert rules.name == name
        assert Rules.parse(name) == rules
    assert Rules(kings="wrap", draw="when-stuck").name == "classic+kings=wrap+draw=when-stuck"
    assert Rules.parse("jokers+kings=wrap").name == "classic+kings=wrap+jokers=2"
    assert Rules.parse("classic+kings=wrap").name == "putt-putt"
    assert Rules.parse("black-hole+kings=dead").name == "black-hole+kings=dead"
    assert Rules.parse("all-in-a-row+kings=dead").name == "all-in-a-row+kings=dead"
    assert Rules.parse("classic+columns=8").name == "classic+columns=8"


@given(rules_records(), st.randoms(use_true_random=False))
def test_options_in_any_order_and_as_text(rules, random):
    options = [(key, str(value)) for key, value in rules.spelled_out().items()]
    random.shuffle(options)
    assert Rules().with_options(dict(options)) == rules


UNKNOWN_PRESET = (
    "expected one of classic, when-stuck, putt-putt, relaxed, queens-on-kings, jokers, empty-start, black-hole, "
    "all-in-a-row"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("clasic", f"unknown rules 'clasic' (did you mean classic?): {UNKNOWN_PRESET}"),
        ("", f"unknown rules '': {UNKNOWN_PRESET}"),
        ("bridge", f"unknown rules 'bridge': {UNKNOWN_PRESET}"),
        (
            "classic+suits=4",
            "unknown rule option 'suits': expected one of kings, draw, start, jokers, columns, depth",
        ),
        ("classic+kings=alive", "kings=alive: expected one of dead, queen, queen-dead, wrap"),
        ("classic+draw=never", "draw=never: expected one of anytime, when-stuck"),
        ("classic+start=king", "start=king: expected one of stock, tableau, ace"),
        ("classic+jokers=1", "jokers=1: expected 0 or 2"),
        ("classic+jokers=two", "jokers=two: expected a whole number"),
        ("classic+columns=0", "columns=0: expected a whole number of at least 1"),
        ("classic+depth=-1", "depth=-1: expected a whole number of at least 1"),
        ("classic+depth=2.5", "depth=2.5: expected a whole number"),
        ("classic+kings", "rule option 'kings': expected key=value"),
        ("classic+=wrap", "rule option '=wrap': expected key=value"),
        ("classic+kings=", "rule option 'kings=': expected key=value"),
        (
            "classic+columns=11",
            "columns=11, depth=5: 55 cards in the columns and one on the waste are more than the deck of 52",
        ),
        (
            "black-hole+depth=4",
            "columns=17, depth=4: 68 cards in the columns and one on the waste are more than the deck of 52",
        ),
        (
            "all-in-a-row+columns=14",
            "columns=14, depth=4: 56 cards in the columns are more than the deck of 52",
        ),
    ],
)
def test_messages(text, message):
    with pytest.raises(OptionError) as caught:
        Rules.parse(text)
    assert str(caught.value) == message


def test_largest_layouts():
    assert Rules(columns=17, depth=3).stock == 0
    assert Rules(columns=13, depth=4, start="tableau").stock == 0
    assert Rules(columns=54, depth=1, start="tableau", jokers=2).stock == 0
    with pytest.raises(OptionError):
        Rules(columns=13, depth=4)


def test_parse_option():
    assert parse_option("kings=wrap", "rule option") == ("kings", "wrap")
    assert parse_option("a = b=c", "x") == ("a", "b=c")
