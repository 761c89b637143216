"""Sources: seeded deals and how random they are, PySolFC numbers, board files."""

import pickle

import numpy as np
import philox
import pytest

from golfsim.cards import ACE_OF_SPADES
from golfsim.errors import DealError, OptionError
from golfsim.games.solitaire.deals.boards import format_board
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.sources import FileSource, PysolSource, SeededSource
from golfsim.games.solitaire.rules import PRESETS, Rules

CLASSIC = Rules()


@pytest.mark.parametrize("name", ["classic", "jokers", "empty-start", "all-in-a-row"])
def test_seeded_is_the_documented_shuffle(name):
    rules = PRESETS[name]
    decks = SeededSource(7).decks(123, 2, rules)
    assert decks.dtype == np.uint8
    assert decks.tolist() == [philox.shuffle(range(rules.cards), philox.words(7, deal)) for deal in (123, 124)]


def test_black_hole_sets_the_ace_of_spades_aside():
    rules = PRESETS["black-hole"]
    others = [card for card in range(52) if card != ACE_OF_SPADES]
    for deal, deck in enumerate(SeededSource(7).decks(0, 20, rules).tolist()):
        assert deck == [*philox.shuffle(others, philox.words(7, deal)), ACE_OF_SPADES]
        Deal.from_deck(deck, rules).check(rules)


@pytest.mark.parametrize("options", [{"columns": 7, "depth": 5}, {"columns": 3, "depth": 4, "jokers": 2}])
def test_ace_start_with_a_stock(options):
    rules = Rules(start="ace", **options)
    others = [card for card in range(rules.cards) if card != ACE_OF_SPADES]
    for deal, deck in enumerate(SeededSource(1).decks(0, 20, rules).tolist()):
        assert deck[rules.tableau] == ACE_OF_SPADES
        assert [card for card in deck if card != ACE_OF_SPADES] == philox.shuffle(others, philox.words(1, deal))


def test_any_deal_at_once():
    deal = 2**63 + 5
    assert SeededSource(7).decks(deal, 1, CLASSIC).tolist() == [philox.shuffle(range(52), philox.words(7, deal))]
    last = 2**64 - 1
    assert SeededSource(last).decks(last, 1, CLASSIC)[0].tolist() == philox.shuffle(
        range(52), philox.words(last, last)
    )


def test_a_range_is_its_deals_one_by_one():
    source = SeededSource(3)
    many = source.decks(990, 20, CLASSIC)
    assert [source.decks(990 + row, 1, CLASSIC)[0].tolist() for row in range(20)] == many.tolist()
    assert np.array_equal(np.sort(many), np.tile(np.arange(52), (20, 1)))


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seed_out_of_range(seed):
    with pytest.raises(OptionError) as caught:
        SeededSource(seed)
    assert str(caught.value) == f"seed {seed}: expected 0 to 2**64 - 1"


def test_facts_of_the_sources(tmp_path):
    board = tmp_path / "b.txt"
    board.write_text(format_board(Deal.from_deck(range(52), CLASSIC)))
    seeded, pysol, file = SeededSource(7), PysolSource(7), FileSource(board, 7)
    assert [source.kind for source in (seeded, pysol, file)] == ["seeded", "pysol", "file"]
    assert [source.first for source in (seeded, pysol, file)] == [0, 1, 0]
    assert [source.ids() for source in (seeded, pysol, file)] == [None, None, f"{board}#"]
    assert seeded.last([CLASSIC]) == 2**64 - 1
    assert seeded.provenance() == {"source": "seeded", "seed": 7}
    assert pysol.provenance() == {"source": "pysol", "seed": 7}
    assert file.provenance()["file"] == "b.txt"
    assert len(file.provenance()["sha256"]) == 64
    for source in (seeded, pysol, file):
        assert pickle.loads(pickle.dumps(source)) == source
        assert hash(source) == hash(pickle.loads(pickle.dumps(source)))


# How random. The limits are those that a good generator passes in all but one of 10,000 tests; seeds are fixed.


def chi_square(counts, expected=None):
    """The statistic as a number of standard deviations from its mean, about normal for many cells."""
    counts = np.asarray(counts, float)
    expected = counts.sum() / counts.size if expected is None else expected
    freedom = counts.size - 1
    return (((counts - expected) ** 2 / expected).sum() - freedom) / np.sqrt(2 * freedom)


DEALS = 100_000
LIMIT = 4.0


def first_cards_of_seeds(first_seed, count):
    return np.concatenate([SeededSource((first_seed + i) % 2**64).decks(0, 1, CLASSIC)[:, :1] for i in range(count)])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 7, 2**63, 2**64 - 1])
def test_uniform(seed):
    decks = SeededSource(seed).decks(0, DEALS, CLASSIC)

    by_place = np.zeros((52, 52))
    for place in range(52):
        by_place[place] = np.bincount(decks[:, place], minlength=52)
    # Rows and columns both have fixed sums, which leaves 51 * 51 degrees of freedom.
    statistic = ((by_place - DEALS / 52) ** 2 / (DEALS / 52)).sum()
    assert abs(statistic - 51**2) / np.sqrt(2 * 51**2) < LIMIT

    for place in (0, 17, 34, 50):
        pairs = np.bincount(decks[:, place] * np.int64(52) + decks[:, place + 1], minlength=52 * 52).reshape(52, 52)
        assert not pairs.diagonal().any()
        assert abs(chi_square(pairs[~np.eye(52, dtype=bool)])) < LIMIT

    first = decks[:, 0].astype(np.int64)
    assert abs(chi_square(np.bincount(first[:-1] * 52 + first[1:], minlength=52 * 52))) < LIMIT, "neighbouring deals"
    last = decks[:, 51].astype(np.int64)
    assert abs(chi_square(np.bincount(last[:-1] * 52 + last[1:], minlength=52 * 52))) < LIMIT, "neighbouring deals"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2**32 - 10_000, 2**63])
def test_neighbouring_seeds_are_unlike(seed):
    first = first_cards_of_seeds(seed, 30_000)[:, 0].astype(np.int64)
    assert abs(chi_square(np.bincount(first, minlength=52))) < LIMIT
    assert abs(chi_square(np.bincount(first[:-1] * 52 + first[1:], minlength=52 * 52))) < LIMIT


@pytest.mark.slow
def test_the_test_of_randomness_can_fail():
    decks = SeededSource(0).decks(0, DEALS, CLASSIC)
    bent = decks[:, 0].astype(np.int64)
    # One deal in thirty has its first card replaced by its lower neighbour.
    bent[::30] = (bent[::30] // 2) * 2
    assert abs(chi_square(np.bincount(bent, minlength=52))) > LIMIT


# PySolFC deals


def test_pysol_golf():
    rules = PRESETS["classic"]
    deal = PysolSource().deal(1, rules)
    assert deal.name == "pysol:1"
    assert format_board(deal) == (
        "Foundations: TH\n"
        "Talon: 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H\n"
        "JD 5H KH AS 4H\n2D KD 3H AH AC\n9H KC 2S 3C 4D\nJC 9S KS 4C 7S\n5D 5S 9D 5C 3S\n7H AD QD TS TD\n"
        "7C QC JS QH 4S\n"
    )
    empty = PysolSource().deal(1, PRESETS["empty-start"])
    assert str(empty.stock[0]) == "TH"
    assert empty.stock[1:] == deal.stock
    assert PysolSource().decks(1, 2, rules)[0].tolist() == list(deal.deck())
    assert PysolSource().decks(2, 1, rules).tolist() == PysolSource().decks(1, 2, rules)[1:].tolist()


def test_pysol_black_hole():
    deal = PysolSource().deal(1, PRESETS["black-hole"])
    rows = [" ".join(map(str, column)) for column in deal.columns]
    assert str(deal.waste) == "AS"
    assert (rows[0], rows[1], rows[16]) == ("JD KS TH", "2D 9D 8H", "2S 4S 6H")
    assert len(rows) == 17
    assert deal.stock == ()


def test_pysol_all_in_a_row():
    deal = PysolSource().deal(1, PRESETS["all-in-a-row"])
    rows = [" ".join(map(str, column)) for column in deal.columns]
    assert deal.waste is None
    assert (rows[0], rows[1], rows[12]) == ("JD QC QH 6D", "2D KH 4H 8S", "AD TS 7D AS")
    assert len(rows) == 13
    assert deal.stock == ()


@pytest.mark.parametrize(
    ("number", "rules", "message"),
    [
        (0, "classic", "PySolFC deal 0: expected a number from 1"),
        (-3, "classic", "PySolFC deal -3: expected a number from 1"),
        (10**20 + 1, "classic", f"PySolFC deal {10**20 + 1}: expected at most {10**20}"),
        (
            1,
            "jokers",
            "rules jokers: PySolFC has no such deals; expected 7x5, 17x3 or 13x4 columns and no jokers",
        ),
        (
            1,
            "classic+columns=8",
            "rules classic+columns=8: PySolFC has no such deals; expected 7x5, 17x3 or 13x4 columns and no jokers",
        ),
    ],
)
def test_pysol_refuses(number, rules, message):
    with pytest.raises(OptionError) as caught:
        PysolSource().deal(number, Rules.parse(rules))
    assert str(caught.value) == message


# Files of boards


def test_file(tmp_path):
    deals = [Deal.from_deck(deck.tolist(), CLASSIC) for deck in SeededSource(1).decks(0, 3, CLASSIC)]
    path = tmp_path / "three.txt"
    path.write_text("\n".join(map(format_board, deals)))
    source = FileSource(path)
    assert source.last([CLASSIC]) == 2
    assert source.decks(1, 2, CLASSIC).tolist() == [list(deal.deck()) for deal in deals[1:]]
    empty = PRESETS["empty-start"]
    assert source.decks(0, 1, empty)[0].tolist() == list(deals[0].laid_out(empty).deck())
    with pytest.raises(OptionError) as caught:
        source.decks(2, 2, CLASSIC)
    assert str(caught.value) == f"deals 2 to 3: {path} holds 3 boards from 0"


def test_files_that_cannot_be_read(tmp_path):
    def message(path):
        with pytest.raises(DealError) as caught:
            FileSource(path).last([CLASSIC])
        return str(caught.value)

    missing, binary, empty = (tmp_path / name for name in ("missing.txt", "binary.txt", "empty.txt"))
    binary.write_bytes(b"\xff\xfe\x00\x81")
    empty.write_text("")
    assert message(missing) == f"{missing}: no such file or directory: expected a file of boards"
    assert message(tmp_path) == f"{tmp_path}: is a directory: expected a file of boards"
    assert message(binary) == f"{binary}: not a text file: expected boards as text"
    assert message(empty) == f"{empty}: no board found: expected Foundations, Talon and one line a column"
