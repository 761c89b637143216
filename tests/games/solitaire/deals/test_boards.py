"""Board files: round trip, spellings, and what is said about each kind of wrong board."""

import re
from random import Random

import pytest
from generators import rules_records, shuffled
from hypothesis import given
from hypothesis import strategies as st

from golfsim.cards import ACE_OF_SPADES
from golfsim.errors import DealError
from golfsim.games.solitaire.deals.boards import format_board, read_boards
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.rules import PRESETS, Rules

CLASSIC = PRESETS["classic"]
BOARD = """\
Foundations: TH
Talon: 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H
JD 5H KH AS 4H
2D KD 3H AH AC
9H KC 2S 3C 4D
JC 9S KS 4C 7S
5D 5S 9D 5C 3S
7H AD QD TS TD
7C QC JS QH 4S
"""


def read(text, rules=CLASSIC, source="b.txt"):
    return list(read_boards(text.splitlines(), rules, source))


def cards(deal):
    return deal.columns, deal.waste, deal.stock


DEAL = read(BOARD)[0]


def test_a_board():
    assert DEAL.name == "b.txt"
    assert [str(card) for card in DEAL.columns[0]] == ["JD", "5H", "KH", "AS", "4H"]
    assert str(DEAL.waste) == "TH"
    assert [str(card) for card in DEAL.stock[:3]] == ["8H", "2C", "JH"]
    assert format_board(DEAL) == BOARD


@st.composite
def boards(draw):
    rules = draw(rules_records())
    deck = shuffled(rules, Random(draw(st.integers(0, 2**32))))
    if rules.start == "ace":
        place = deck.index(ACE_OF_SPADES)
        deck[place], deck[rules.tableau] = deck[rules.tableau], deck[place]
    return Deal.from_deck(deck, rules, "b.txt"), rules


@given(boards())
def test_round_trip(board):
    deal, rules = board
    text = format_board(deal)
    assert read(text, rules) == [deal]
    assert [cards(one) for one in read(text.lower(), rules)] == [cards(deal)]
    assert [cards(one) for one in read(text.replace("T", "10").replace("10alon", "Talon"), rules)] == [cards(deal)]


@pytest.mark.parametrize(
    "text",
    [
        BOARD.upper(),
        BOARD.lower(),
        BOARD.replace(" TD", " 10D").replace(": TH", ": 10h"),
        BOARD.replace("\n", "\r\n"),
        BOARD.replace("\n", " # last card exposed\n"),
        "# a deal\n#\n" + BOARD,
        BOARD.replace("Talon", "# between two lines\nTalon"),
        "\n\n" + BOARD + "\n\n\n",
        "---\n" + BOARD + "---\n",
        BOARD.replace(" ", "\t").replace("JD", "   JD"),
        BOARD.removesuffix("\n"),
        "\n".join(sorted(BOARD.splitlines(), key=lambda line: ":" in line)),
        BOARD.replace("JD 5H", ": JD 5H"),
    ],
)
def test_other_spellings(text):
    assert [cards(deal) for deal in read(text)] == [cards(DEAL)]


OTHER = BOARD.replace("JD", "XX").replace("JC", "JD").replace("XX", "JC")


@pytest.mark.parametrize("between", ["\n", "---\n", "\n\n\n", "\n---\n\n", "-----\n", "--\n", "   \n", "\r\n"])
def test_several_boards(between):
    deals = read(BOARD + between + OTHER + between + BOARD)
    assert [deal.name for deal in deals] == ["b.txt", "b.txt#1", "b.txt#2"]
    assert cards(deals[0]) == cards(deals[2]) == cards(DEAL)
    assert str(deals[1].columns[0][0]) == "JC"


def test_boards_come_one_by_one():
    boards = read_boards([*BOARD.splitlines(), "", "nonsense"], CLASSIC, "b.txt")
    assert cards(next(boards)) == cards(DEAL)
    with pytest.raises(DealError):
        next(boards)


def test_empty_foundations():
    empty = PRESETS["empty-start"]
    whole = BOARD.replace("Foundations: TH", "Foundations: -").replace("Talon:", "Talon: TH")
    for text in (whole, whole.replace("Foundations: -", "Foundations:"), whole.replace("Foundations: -\n", "")):
        assert cards(read(text, empty)[0]) == cards(DEAL.laid_out(empty))
        assert cards(read(text)[0]) == cards(DEAL), "the first card of the talon is turned"
    assert cards(read(BOARD, empty)[0]) == cards(DEAL.laid_out(empty))


def test_no_talon_line_where_there_is_no_stock():
    rules = PRESETS["all-in-a-row"]
    deal = Deal.from_deck(range(52), rules)
    text = format_board(deal)
    assert text.splitlines()[0] == "Foundations: -"
    assert "Talon" not in text
    assert read(text, rules, "") == [deal]
    assert read(text.replace("-\n", "-\nTalon:\n"), rules, "") == [deal]


def said(text, rules=CLASSIC):
    with pytest.raises(DealError) as caught:
        read(text, rules)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("AC\n", "4H\n", "line 4: 4H appears twice: expected each card once"),
        ("2C JH", "TH JH", "line 2: TH appears twice: expected each card once"),
        ("2C JH", "4S JH", "line 2: 4S appears twice: expected each card once"),
        ("AC\n", "1C\n", "line 4: unknown card '1C': expected a rank (A 2 3 4 5 6 7 8 9 T J Q K or 10) and a suit "
         "(C S H D), as in TH or 10h"),
        ("Foundations: TH", "Foundations: 11H", "line 1: unknown card '11H': expected a rank (A 2 3 4 5 6 7 8 9 T J "
         "Q K or 10) and a suit (C S H D), as in TH or 10h"),
        ("AC\n", "X1\n", "line 4: X1 is a joker: expected a deck without jokers"),
        ("AH AC\n", "AH\n", "line 4: column 2 has 4 cards: expected 5"),
        ("AH AC\n", "AH AC TH\n", "line 4: column 2 has 6 cards: expected 5"),
        ("2D KD 3H AH AC\n", "2D\n", "line 4: column 2 has 1 card: expected 5"),
        (" 6H\n", "\n", "line 2: the talon has 15 cards: expected 16"),
        (" 6H\n", " 6H 6H\n", "line 2: the talon has 17 cards: expected 16"),
        ("Talon: 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H\n", "",
         "line 1: no Talon line: expected one with 16 cards"),
        ("7C QC JS QH 4S\n", "", "line 3: 6 columns: expected 7"),
        ("7C QC", "QC\n7C", "line 3: 8 columns: expected 7"),
        ("Foundations: TH", "Foundations: TH 9H", "line 1: 2 cards start the waste: expected one at most"),
        ("Talon", "Foundations: 9H\nTalon", "line 2: a second Foundations line: expected one a board"),
        ("JD 5H", "Talon: 8H\nJD 5H", "line 3: a second Talon line: expected one a board"),
        ("Foundations: TH\n", "", "line 1: no card starts the waste: expected one, as in Foundations: TH"),
        ("Foundations:", "Foundation:", "line 1: unknown card 'Foundation:': expected a rank (A 2 3 4 5 6 7 8 9 T J "
         "Q K or 10) and a suit (C S H D), as in TH or 10h"),
    ],
)  # fmt: skip
def test_wrong_boards(old, new, message):
    assert BOARD.count(old) == 1
    assert said(BOARD.replace(old, new)) == f"b.txt {message}"
    shifted = message.replace("line ", "line 1", 1) if message[6] == ":" else message
    assert said("# ten\n" * 10 + BOARD.replace(old, new)) == f"b.txt {shifted}", (
        "lines are counted from the file's first"
    )


def test_missing_cards():
    # A deck can only lack a card where another one is repeated, or a joker stands in for it.
    with_jokers = BOARD.replace(" 6H\n", " 6H X1 X2\n")
    assert [len(deal.stock) for deal in read(with_jokers, PRESETS["jokers"])] == [18]
    assert said(with_jokers.replace("X2", "6H"), PRESETS["jokers"]) == (
        "b.txt line 2: 6H appears twice: expected each card once"
    )
    with pytest.raises(DealError) as caught:
        Deal(DEAL.columns, DEAL.waste, DEAL.stock[:-1]).check(Rules())
    assert str(caught.value) == "the talon has 15 cards: expected 16"


def test_the_wrong_board_of_several():
    text = BOARD + "\n" + OTHER.replace(" 6H\n", "\n")
    assert said(text) == "b.txt line 12: the talon has 15 cards: expected 16"


def test_wrong_starts():
    black_hole = PRESETS["black-hole"]
    text = format_board(Deal.from_deck([*(c for c in range(52) if c != ACE_OF_SPADES), ACE_OF_SPADES], black_hole))
    assert said(text.replace("AS", "XX").replace("KD", "AS").replace("XX", "KD"), black_hole) == (
        "b.txt line 1: KD starts the waste: expected AS"
    )
    assert said(text.replace("Foundations: AS\n", ""), black_hole) == (
        "b.txt line 1: no card starts the waste: expected one, as in Foundations: TH"
    )


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "---\n---\n"])
def test_no_board(text):
    assert said(text) == "b.txt: no board found: expected Foundations, Talon and one line a column"


@given(st.text(max_size=200))
def test_any_text_is_a_board_or_a_deal_error(text):
    message = ""
    try:
        for deal in read(text):
            deal.check(CLASSIC)
    except DealError as error:
        message = str(error)
    # Text this short holds no board.
    assert message.startswith("b.txt")
    assert len(message.splitlines()) == 1


@given(st.integers(0, len(BOARD.split()) - 1), st.sampled_from([*BOARD.split(), "", "X1", "-", "\n", "10H", "#"]))
def test_one_word_changed(place, word):
    count = -1

    def changed(match):
        nonlocal count
        count += 1
        return word if count == place else match[0]

    text = re.sub(r"\S+", changed, BOARD)
    try:
        deals = read(text)
    except DealError:
        return
    (deal,) = deals
    assert sorted(deal.deck()) == list(range(52)), "a board that is taken has a whole deck"
    assert [len(column) for column in deal.columns] == [5] * 7
