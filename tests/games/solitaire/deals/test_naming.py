"""The names of deals and sources on the command line."""

import io
from pathlib import Path

import philox
import pytest

from golfsim.errors import DealError, OptionError
from golfsim.games.solitaire.deals.boards import format_board
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.naming import named_deals, parse_source
from golfsim.games.solitaire.deals.sources import FileSource, PysolSource, SeededSource
from golfsim.games.solitaire.rules import PRESETS, Rules

CLASSIC = Rules()

EXPECTED = (
    "expected SEED:INDEX, pysol:N, pysol:msN, a file of boards or of such names, FILE#N, or - for standard input"
)


def test_seeded():
    for text in ("7:123", f"{2**64 - 1}:{2**64 - 1}", "0:0"):
        ((deal, seed, number),) = named_deals(text, CLASSIC)
        assert f"{seed}:{number}" == text == deal.name
        assert list(deal.deck()) == philox.shuffle(range(52), philox.words(seed, number))


@pytest.mark.parametrize("rules", [PRESETS["jokers"], PRESETS["black-hole"], PRESETS["empty-start"]])
def test_under_other_rules(rules):
    (found,) = named_deals("7:1", rules)
    assert found.deal.check(rules) == Deal.from_deck(SeededSource(7).decks(1, 1, rules)[0].tolist(), rules, "7:1")


def test_pysol():
    (found,) = named_deals("pysol:2", CLASSIC)
    assert found == (PysolSource().deal(2, CLASSIC), 0, 2)


def two_boards():
    deals = [Deal.from_deck(deck.tolist(), CLASSIC) for deck in SeededSource(1).decks(0, 2, CLASSIC)]
    return deals, "---\n".join(map(format_board, deals))


def test_file(tmp_path):
    deals, text = two_boards()
    path = tmp_path / "two.txt"
    path.write_text(text)
    found = list(named_deals(str(path), CLASSIC))
    assert [(one.deal.deck(), one.deal.name, one.seed, one.number) for one in found] == [
        (deals[0].deck(), str(path), 0, 0),
        (deals[1].deck(), f"{path}#1", 0, 1),
    ]


def test_standard_input(monkeypatch):
    deals, text = two_boards()
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    found = list(named_deals("-", CLASSIC))
    assert [one.deal.deck() for one in found] == [deal.deck() for deal in deals]
    assert [one.deal.name for one in found] == ["standard input", "standard input#1"]
    monkeypatch.setattr("sys.stdin", io.StringIO("AC\n"))
    with pytest.raises(DealError) as caught:
        list(named_deals("-", CLASSIC))
    assert str(caught.value) == "standard input line 1: no Talon line: expected one with 16 cards"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("nowhere.txt", OptionError, f"unknown deal 'nowhere.txt', and no such file: {EXPECTED}"),
        ("7", OptionError, f"unknown deal '7', and no such file: {EXPECTED}"),
        ("7:x", OptionError, f"unknown deal '7:x', and no such file: {EXPECTED}"),
        ("7:-1", OptionError, "deal '7:-1': expected an index of 0 to 2**64 - 1"),
        (f"7:{2**64}", OptionError, f"deal '7:{2**64}': expected an index of 0 to 2**64 - 1"),
        ("-1:3", OptionError, "seed -1: expected 0 to 2**64 - 1"),
        (f"{2**64}:3", OptionError, f"seed {2**64}: expected 0 to 2**64 - 1"),
        ("pysol:0", OptionError, "PySolFC deal 0: expected a number from 1"),
        (".", DealError, ".: is a directory: expected a file of boards"),
    ],
)  # fmt: skip
def test_no_deal(text, error, message):
    with pytest.raises(error) as caught:
        list(named_deals(text, CLASSIC))
    assert str(caught.value) == message


def test_parse_source(tmp_path):
    path = tmp_path / "b.txt"
    path.write_text("")
    assert parse_source("seeded", 7) == SeededSource(7)
    assert parse_source("pysol", 7) == PysolSource(7)
    assert parse_source("pysol-ms", 7) == PysolSource(7, ms=True)
    assert parse_source(str(path), 7) == FileSource(Path(path), 7)
    with pytest.raises(OptionError) as caught:
        parse_source("seeds", 7)
    assert str(caught.value) == (
        "unknown source 'seeds': expected seeded, pysol, pysol-ms, a file of boards or of names of deals, or - for "
        "standard input"
    )
    with pytest.raises(DealError) as not_a_file:
        parse_source(str(tmp_path), 7)
    assert str(not_a_file.value) == f"{tmp_path}: is a directory: expected a file of boards"
    for text in ("seeded", "pysol", str(path)):
        with pytest.raises(OptionError) as caught:
            parse_source(text, 2**64)
        assert str(caught.value) == f"seed {2**64}: expected 0 to 2**64 - 1"


def test_one_board_of_a_file(tmp_path):
    path = tmp_path / "two.txt"
    decks = [next(named_deals(name, CLASSIC)).deal for name in ("7:1", "7:2")]
    path.write_text("\n".join(map(format_board, decks)))
    found = list(named_deals(f"{path}#1", CLASSIC))
    assert [(one.deal.deck(), one.deal.name, one.number) for one in found] == [(decks[1].deck(), f"{path}#1", 1)]
    assert next(named_deals(f"{path}#0", CLASSIC)).deal.deck() == decks[0].deck()
    with pytest.raises(OptionError) as caught:
        list(named_deals(f"{path}#2", CLASSIC))
    assert str(caught.value) == f"deal {path}#2: expected 0 to 1, as {path} holds 2 boards"
