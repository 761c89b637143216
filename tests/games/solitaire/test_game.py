"""The referee: what is legal, why not, how a deal ends, and undo."""

from random import Random

import pytest
from generators import lay, rules_records, shuffled
from hypothesis import given
from hypothesis import strategies as st

from golfsim.cards import Card, full_deck, parse_card
from golfsim.errors import IllegalMove
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.game import DRAW, Game, Reason, rank_counts, replay
from golfsim.games.solitaire.rules import DEAD_QUEEN, OPEN, PRESETS, Rules


def cards(text):
    return tuple(parse_card(word) for word in text.split())


def game(columns, waste, stock="", **options):
    """A small game: columns separated by `|`, the exposed card last."""
    laid = tuple(cards(column) for column in columns.split("|"))
    return Game(Deal(laid, parse_card(waste) if waste else None, cards(stock)), Rules(**options))


def refused(function, *arguments):
    with pytest.raises(IllegalMove) as caught:
        function(*arguments)
    return str(caught.value)


def state(one):
    return (
        [list(column) for column in one.columns], one.waste, one.state, one.draws, one.run, one.longest_run,
        one.moves, one.legal_moves(), one.outcome(), one.unseen(),
    )  # fmt: skip


NOT_NEXT = "its rank is neither one above nor one below"


def test_not_adjacent():
    assert refused(game("7C|9C", "5S").play, 0) == f"7C does not go on 5S: {NOT_NEXT}"
    assert refused(game("7C|9C", "5S").move, 1) == f"9C does not go on 5S: {NOT_NEXT}"
    assert refused(game("KC", "AS").play, 0) == f"KC does not go on AS: {NOT_NEXT}"


def test_equal_rank():
    assert refused(game("5C", "5S").play, 0) == "5C does not go on 5S: equal ranks never connect"
    assert refused(game("KC", "KS", kings="wrap").play, 0) == "KC does not go on KS: equal ranks never connect"


def test_covered_card():
    one = game("6C 9C", "5S", "2C")
    assert refused(one.play_card, parse_card("6C")) == "6C is covered by 9C in column 1"
    assert refused(one.play_card, parse_card("5S")) == "5S is already on the waste"
    assert refused(one.play_card, parse_card("2C")) == "2C is not in the columns"
    assert refused(one.play_card, parse_card("9C")) == f"9C does not go on 5S: {NOT_NEXT}"


def test_empty_and_unknown_columns():
    one = game("6C|9C", "5S")
    one.play(0)
    assert refused(one.play, 0) == "column 1 is empty"
    assert refused(one.play, 2) == "column 3: expected 1 to 2"
    assert refused(one.play, -1) == "column 0: expected 1 to 2"
    assert refused(one.move, 7) == "column 8: expected 1 to 2"


def test_draw_not_allowed():
    one = game("2C 9C|6C", "5S", "QD", draw="when-stuck")
    assert not one.may_draw()
    assert one.legal_moves() == [1]
    assert refused(one.move, DRAW) == "no draw: 6C of column 2 fits, and draw=when-stuck"
    one.play(1)
    assert one.legal_moves() == [DRAW]
    one.draw()
    assert refused(one.draw) == "no draw: the stock is empty"
    assert game("6C", "5S", "QD").legal_moves() == [0, DRAW], "at any time"


@pytest.mark.parametrize("draw", ["anytime", "when-stuck"])
def test_draw_from_an_empty_stock(draw):
    assert refused(game("6C", "5S", draw=draw).draw) == "no draw: the stock is empty"


def test_dead_king():
    assert refused(game("QC", "KS").play, 0) == "QC does not go on KS: nothing goes on a king (kings=dead)"
    assert refused(game("AC", "KS").play, 0) == "AC does not go on KS: nothing goes on a king (kings=dead)"
    drawn = game("QC", "5S", "KD")
    drawn.draw()
    assert drawn.state == 13
    assert refused(drawn.play, 0) == "QC does not go on KD: nothing goes on a king (kings=dead)"


def test_dead_queen():
    one = game("JC QC", "KS", "QD", kings="queen-dead")
    one.play(0)
    assert one.state == DEAD_QUEEN
    assert refused(one.play, 0) == "JC does not go on QC: nothing goes on a queen that was played on a king"
    one.draw()
    assert one.state == 12, "a queen that came from the stock is an ordinary one"
    one.play(0)
    assert one.outcome().won


def test_other_queens_are_alive():
    on_jack = game("KC QC", "JS", kings="queen-dead")
    on_jack.play(0)
    assert on_jack.plays() == [0]
    starts = game("KC", "QS", kings="queen-dead")
    assert starts.plays() == [0]
    drawn_on_king = game("JC", "KS", "QD", kings="queen-dead")
    drawn_on_king.draw()
    assert drawn_on_king.plays() == [0]
    on_joker = game("JC QC", "X1", kings="queen-dead", jokers=2)
    on_joker.play(0)
    assert on_joker.plays() == [0]
    ordinary = game("JC QC", "KS", kings="queen")
    ordinary.play(0)
    assert ordinary.state == 12
    assert ordinary.plays() == [0]


def test_queen_on_queen_after_a_king():
    one = game("QD QC", "KS", kings="queen-dead")
    one.play(0)
    assert refused(one.play, 0) == "QD does not go on QC: equal ranks never connect"


def test_wrap():
    one = game("QC KC AC|2C", "KS", kings="wrap")
    for column in (0, 0, 0):
        one.play(column)
    assert [str(card) for card in one.waste] == ["KS", "AC", "KC", "QC"]
    assert one.outcome().strokes == 1


def test_direction_may_change():
    one = game("7D 6D 5C 6C", "7S")
    for _ in range(4):
        one.play(0)
    assert one.outcome().won
    assert one.longest_run == 4


def test_jokers():
    on_king = game("3C X1", "KS", jokers=2)
    on_king.play(0)
    assert on_king.state == OPEN
    on_king.play(0)
    assert on_king.state == 3
    on_queen = game("9C X1 QC", "KS", jokers=2, kings="queen-dead")
    for _ in range(3):
        on_queen.play(0)
    assert on_queen.outcome().won
    from_stock = game("KC", "5S", "X2", jokers=2)
    from_stock.draw()
    assert from_stock.plays() == [0]
    on_joker = game("X2", "X1", jokers=2)
    on_joker.play(0)
    assert on_joker.outcome().won
    assert game("2C|8C|KC", "X1", jokers=2).plays() == [0, 1, 2], "a joker that starts the waste accepts anything"


def test_start_of_tableau():
    one = game("2C|KC", "", "5S 6S", start="tableau")
    assert one.legal_moves() == [0, 1, DRAW], "drawing first is allowed"
    one.draw()
    assert one.plays() == []
    one.undo()
    one.play(1)
    assert refused(one.play, 0) == "2C does not go on KC: nothing goes on a king (kings=dead)"
    strict = game("2C|KC", "", "5S 6S", start="tableau", draw="when-stuck")
    assert strict.legal_moves() == [0, 1]
    assert refused(strict.draw) == "no draw: 2C of column 1 fits, and draw=when-stuck"


def test_king_as_the_last_card():
    one = game("KC", "QS", "2C 3C")
    one.play(0)
    outcome = one.outcome()
    assert (outcome.won, outcome.reason, outcome.strokes, outcome.stock_left) == (True, Reason.CLEARED, -2, 2)


def one_run():
    """A whole classic deal that clears in one run of 35 from an ace on, and the rest of its deck."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2",
             "3", "4", "5", "6", "7", "8", "9", "T", "J", "T", "9", "8", "7", "6"]  # fmt: skip
    left = {rank: list("CSHD") for rank in "A23456789TJQK"}
    start = parse_card("A" + left["A"].pop(0))
    run = [parse_card(rank + left[rank].pop(0)) for rank in ranks]
    rest = [parse_card(rank + suit) for rank, suits in left.items() for suit in suits]
    columns = tuple(tuple(reversed(run[i * 5 : i * 5 + 5])) for i in range(7))
    return Deal(columns, start, tuple(rest)), [column for column in range(7) for _ in range(5)]


def test_won_on_the_35th_card_whatever_stock_is_left():
    deal, moves = one_run()
    deal.check(Rules())
    one = replay(deal, Rules(), moves[:-1])
    assert one.outcome() is None
    one.play(6)
    assert one.legal_moves() == []
    outcome = one.outcome()
    assert (outcome.won, outcome.strokes, outcome.cards_left, outcome.stock_left) == (True, -16, 0, 16)
    assert (outcome.plays, outcome.draws, outcome.longest_run) == (35, 0, 35)
    assert refused(one.draw) == "no draw: every column card was played"
    assert refused(one.play, 6) == "column 7 is empty"
    assert not one.may_draw()


def test_clear_with_an_empty_stock_is_a_win_of_no_strokes():
    one = game("6C", "2S", "5D")
    one.draw()
    one.play(0)
    assert (one.outcome().won, one.outcome().strokes, one.outcome().stock_left) == (True, 0, 0)


def test_35_strokes():
    # Kings and aces lie exposed, and all that they go on lies below them.
    exposed = cards("KC KS KH KD AC AS AH")
    below = [card for card in full_deck() if card.rank in (2, 12)]
    others = [card for card in full_deck() if card not in exposed and card not in below]
    below += others[:20]
    columns = tuple((*below[i * 4 : i * 4 + 4], exposed[i]) for i in range(7))
    deal = Deal(columns, others[20], tuple(others[21:])).check(Rules())
    one = replay(deal, Rules(), [DRAW] * 16)
    outcome = one.outcome()
    assert (outcome.won, outcome.strokes, outcome.cards_left, outcome.draws, outcome.longest_run) == (
        False, 35, 35, 16, 0,
    )  # fmt: skip
    assert outcome.reason is Reason.STUCK
    assert str(outcome.reason) == "no exposed card fits and no draw is left"


def test_an_empty_stock_alone_does_not_end_a_deal():
    one = game("9C 6C|7C", "2S", "5D")
    one.draw()
    assert one.outcome() is None
    one.play(0)
    assert one.outcome() is None
    one.play(1)
    assert (one.outcome().won, one.outcome().strokes, one.outcome().reason) == (False, 1, Reason.STUCK)
    assert refused(one.play, 0) == f"9C does not go on 7C: {NOT_NEXT}"
    assert refused(one.draw) == "no draw: the stock is empty"


def test_runs_are_counted_between_draws():
    one = game("4C 3C|9C 8C 7C", "2S", "6D")
    for move in (0, 0, DRAW, 1, 1, 1):
        one.move(move)
    assert one.run == 3
    assert one.outcome().longest_run == 3
    assert one.outcome().plays == 5
    assert one.outcome().draws == 1


def random_game(rules, random, most_stock):
    """A deal played by chance to its end, with every state it went through."""
    one = Game(lay(shuffled(rules, random, most_stock), rules), rules)
    states = [state(one)]
    while moves := one.legal_moves():
        one.move(random.choice(moves))
        states.append(state(one))
    return one, states


@given(rules_records(), st.integers(0, 2**32), st.integers(0, 20))
def test_undo_leads_back_through_the_same_states(rules, number, most_stock):
    one, states = random_game(rules, Random(number), most_stock)
    while one.moves:
        assert state(one) == states.pop()
        one.undo()
    assert [state(one)] == states
    assert refused(one.undo) == "nothing to undo: no move was made"


@given(rules_records(), st.integers(0, 2**32), st.integers(0, 20))
def test_legal_moves_are_exactly_those_not_refused(rules, number, most_stock):
    random = Random(number)
    one = Game(lay(shuffled(rules, random, most_stock), rules), rules)
    while True:
        before, legal = state(one), one.legal_moves()
        for move in range(-1, rules.columns + 1):
            if move not in legal:
                assert refused(one.move, move)
                assert state(one) == before, "a refused move changes nothing"
        if not legal:
            break
        one.move(random.choice(legal))
    assert one.outcome() is not None


@given(rules_records(), st.integers(0, 2**32))
def test_cards_are_kept(rules, number):
    one, _ = random_game(rules, Random(number), 54)
    everywhere = [*one.waste, *one.unseen(), *(card for column in one.columns for card in column)]
    assert sorted(everywhere) == list(range(rules.cards))
    outcome = one.outcome()
    assert outcome.cards_left + outcome.plays == rules.tableau
    assert outcome.stock_left + outcome.draws == rules.stock
    assert outcome.strokes == (-outcome.stock_left if outcome.won else outcome.cards_left)


@given(rules_records(), st.integers(0, 2**32))
def test_moves_read_as_they_are_described(rules, number):
    random = Random(number)
    one = Game(lay(shuffled(rules, random), rules), rules)
    while moves := one.legal_moves():
        for move in moves:
            assert one.parse_move(one.describe(move)) == move
        one.move(random.choice(moves))


def test_transcript_can_be_played_again():
    random = Random(5)
    for rules in PRESETS.values():
        one, _ = random_game(rules, random, 54)
        again = Game(one.deal, rules)
        for number, line in enumerate(one.transcript(), 1):
            counted, what, card, *_ = line.split()
            assert counted == f"{number}."
            again.move(DRAW if what == "draw" else again.parse_move(card))
            assert str(again.waste[-1]) == card
            assert line.endswith(f"{again.cards_left:>2} in the columns, {again.stock_left:>2} in the stock")
        assert state(again) == state(one)


def test_transcript():
    one = replay(game("9C 6C|4C", "2S", "5D").deal, Rules(), [DRAW, 1])
    assert one.transcript() == [
        "  1. draw 5D             3 in the columns,  0 in the stock",
        "  2. play 4C   column 2   2 in the columns,  0 in the stock",
    ]


def test_parse_move():
    one = game("|".join(["9C 6C", "TH", *["2S"] * 10]), "5S")
    assert [one.parse_move(text) for text in ("d", "draw", " DRAW ", "1", "2", "10", "12")] == [
        -1,
        -1,
        -1,
        0,
        1,
        9,
        11,
    ]
    assert one.parse_move("6c") == 0
    assert one.parse_move("10h") == one.parse_move("TH") == 1
    assert refused(one.parse_move, "0") == "column 0: expected 1 to 12"
    assert refused(one.parse_move, "13") == "column 13: expected 1 to 12"
    assert refused(one.parse_move, "9C") == "9C is not exposed"
    for text in ("", "undo", "-1", "²"):
        assert refused(one.parse_move, text) == f"unknown move {text!r}: expected draw, a column number or a card"


def test_replay_stops_at_the_first_illegal_move():
    deal = game("6C|9C", "5S").deal
    assert replay(deal, Rules(), [0]).cards_left == 1
    with pytest.raises(IllegalMove, match=r"^9C does not go on 6C"):
        replay(deal, Rules(), [0, 1])


def test_games_of_a_deal_share_nothing():
    first = game("6C|9C", "5S", "8H")
    second = Game(first.deal, first.rules)
    before = state(second)
    first.play(0)
    first.draw()
    assert state(second) == before


def test_unseen_tells_which_but_not_in_what_order():
    one = game("9C", "5S", "KD 2C 8H")
    assert [str(card) for card in one.unseen()] == ["2C", "8H", "KD"]
    one.draw()
    assert [str(card) for card in one.unseen()] == ["2C", "8H"]


def test_rank_counts():
    assert rank_counts([Card(0), Card(13), Card(53), Card(5)]) == {1: 2, 0: 1, 6: 1}
