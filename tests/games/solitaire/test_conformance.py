"""The conformance checks: each kind of broken strategy is caught by the check meant for it, and good ones pass."""

from __future__ import annotations

import random as global_random
from collections import Counter

import numba
import numpy as np
import pytest

import golfsim
from golfsim.errors import OptionError
from golfsim.games.solitaire import conformance
from golfsim.games.solitaire.conformance import NotConforming, check_strategy, mixed_rules
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.sources import SeededSource
from golfsim.games.solitaire.game import DRAW, Game
from golfsim.games.solitaire.kernels.hand import NO_MOVE
from golfsim.games.solitaire.outcome import CARDS_LEFT, LONGEST_RUN, MISSING, STROKES, WON
from golfsim.games.solitaire.rules import PRESETS, Rules
from golfsim.games.solitaire.strategies.base import Batch, Strategy, empty_results
from golfsim.games.solitaire.strategies.greedy import Greedy
from golfsim.strategies.facts import Facts, Option

RULES = ["classic", "when-stuck", "jokers", "empty-start+kings=wrap"]


class Referee(Strategy):
    """A strategy that is played by the referee; subclasses break one thing."""

    name = "broken"
    summary = "plays leftmost"

    def choose(self, game, batch, row):
        return game.legal_moves()[0]

    def play(self, batch, want_lines=False):
        played = empty_results(batch, want_lines)
        played.out[:] = 0
        for row, deck in enumerate(batch.decks):
            game = Game(Deal.from_deck(map(int, deck), batch.rules), batch.rules)
            while game.legal_moves():
                game.move(self.choose(game, batch, row))
            end = game.outcome()
            played.out[:, row] = (
                end.won, end.strokes, end.cards_left, end.stock_left, end.plays, end.draws, end.longest_run
            )  # fmt: skip
            if want_lines:
                played.lines[row] = NO_MOVE
                played.lines[row, : len(game.moves)] = game.moves
        return played


def fault(strategy, check, **options):
    options.setdefault("rules", RULES)
    with pytest.raises(AssertionError) as caught:
        check_strategy(strategy, **options)
    assert isinstance(caught.value, NotConforming)
    message = str(caught.value)
    assert caught.value.check == check
    assert message.startswith(f"{check}: ")
    assert len(message.splitlines()) == 1
    return message


def test_a_good_one_passes():
    check_strategy(Referee(), deals=3)
    check_strategy(Referee, rules=Rules(), deals=1)


# Legal


def test_illegal_mover():
    message = fault(golfsim.strategy()(lambda view: len(view.columns) - 1), "legal")
    assert message == (
        "legal: rules classic: <lambda>: deal 0, move 4: column 6: KH does not go on 9H: "
        "its rank is neither one above nor one below"
    )


def test_draws_when_it_may_not():
    message = fault(lambda view: -1, "legal", rules="when-stuck")
    assert " fits, and draw=when-stuck" in message


def test_raises():
    def failing(view):
        raise KeyError("no\nplan")

    assert fault(failing, "legal").startswith("legal: rules classic: failing: deal 0, move ")

    class Raises(Referee):
        def play(self, batch, want_lines=False):
            raise ZeroDivisionError("by\nzero")

    assert fault(Raises, "legal") == "legal: broken, rules classic: ZeroDivisionError: by zero"


def changed(change):
    """A strategy whose results are changed by `change(played, want_lines)` after honest play."""

    class Changed(Referee):
        def play(self, batch, want_lines=False):
            played = super().play(batch, want_lines)
            return change(played, want_lines) or played

    return Changed()


@pytest.mark.parametrize("row", range(7))
def test_a_row_that_is_not_true(row):
    def change(played, want_lines):
        played.out[row, -1] += 1

    names = ("won", "strokes", "cards left", "stock left", "plays", "draws", "longest run")
    message = fault(changed(change), "legal")
    assert message.startswith(f"legal: broken, rules classic, deal 20:11: says {names[row]} ")
    assert "the referee counts" in message


def test_a_line_that_is_not_legal():
    def change(played, want_lines):
        if want_lines:
            played.lines[3, 0] = 0 if played.lines[3, 0] != 0 else 1

    assert ", deal 20:3: " in fault(changed(change), "legal")


def test_a_line_that_stops_too_early():
    def change(played, want_lines):
        if want_lines:
            last = list(played.lines[2]).index(NO_MOVE) - 1
            played.lines[2, last] = NO_MOVE

    assert "deal 20:2: the line ends after move " in fault(changed(change), "legal")


def test_a_line_with_a_gap():
    def change(played, want_lines):
        if want_lines:
            played.lines[:, -1] = 0

    assert "moves go on after the end of the line" in fault(changed(change), "legal")


def test_half_known_results():
    def change(played, want_lines):
        played.out[0] = -1

    assert "a result half known" in fault(changed(change), "legal")


class Prover(Referee):
    """Says of a deal only whether it can be cleared, with a clear if it can; `forget` are rows left out then."""

    facts = Facts(sees_stock=True, proves=True)
    forget = (STROKES,)

    def play(self, batch, want_lines=False):
        played = super().play(batch, want_lines)
        for row in range(len(batch.decks)):
            if played.out[WON, row]:
                played.out[list(self.forget), row] = MISSING
            else:
                played.out[WON + 1 :, row] = MISSING
                if want_lines:
                    played.lines[row] = NO_MOVE
        return played


EASY = Rules(columns=4, depth=4, kings="wrap")


def test_whoever_proves_only_wins_may_leave_the_strokes_out():
    won = Prover().play(Batch(SeededSource(20).decks(0, 12, EASY), EASY, 20, 0)).out[WON]
    assert 0 < won.sum() < 12
    check_strategy(Prover(), rules=EASY)


@pytest.mark.parametrize("forgotten", [(CARDS_LEFT,), (STROKES, CARDS_LEFT), (STROKES, LONGEST_RUN), (WON,)])
def test_but_nothing_else(forgotten):
    class Forgetful(Prover):
        forget = forgotten

    message = fault(Forgetful(), "legal", rules=EASY)
    assert "a result half known" in message


def test_only_whoever_proves_may():
    class Guesses(Prover):
        facts = Facts(sees_stock=True)

    assert "a result half known" in fault(Guesses(), "legal", rules=EASY)


def test_the_clear_that_is_shown_must_be_one():
    class Boasts(Prover):
        def play(self, batch, want_lines=False):
            played = Referee.play(self, batch, want_lines)
            played.out[WON], played.out[STROKES] = 1, MISSING
            return played

    class Lies(Prover):
        def play(self, batch, want_lines=False):
            played = super().play(batch, want_lines)
            played.out[CARDS_LEFT, played.out[WON] == 1] = 1
            return played

    assert "says won 1: the referee counts 0" in fault(Boasts(), "legal", rules=EASY)
    assert "says cards left 1: the referee counts 0" in fault(Lies(), "legal", rules=EASY)


def test_unknown_results_are_allowed():
    def change(played, want_lines):
        played.out[0], played.out[1:] = -1, -128
        if want_lines:
            played.lines[:] = NO_MOVE

    check_strategy(changed(change), rules=RULES)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (
            lambda played, want: played._replace(out=played.out.astype(np.int16)),
            "out as int16 (7, 12): expected int8",
        ),
        (lambda played, want: played._replace(out=played.out[:6]), "out as int8 (6, 12): expected int8 (7, 12)"),
        (lambda played, want: played._replace(lines=played.lines[:, :-1]), "expected int8 (12, 51)"),
    ],
)
def test_wrong_arrays(change, what):
    assert what in fault(changed(change), "legal")


def test_changes_the_decks():
    class Tidies(Referee):
        def play(self, batch, want_lines=False):
            played = super().play(batch, want_lines)
            batch.decks.sort()
            return played

    assert fault(Tidies, "legal") == "legal: broken changed the decks it was given"


# Reproducible


def test_global_random_numbers():
    message = fault(lambda view: global_random.choice(view.plays), "reproducible")
    assert message.endswith("comes out another way when played a second time")


def test_state_from_deal_to_deal():
    class Counts(Referee):
        def play(self, batch, want_lines=False):
            self.seen = 0
            return super().play(batch, want_lines)

        def choose(self, game, batch, row):
            self.seen += 1
            plays = game.plays()
            return plays[self.seen % len(plays)] if plays else DRAW

    message = fault(Counts, "reproducible")
    assert message.endswith("comes out another way when played alone")


def test_state_in_a_plain_function():
    asked = []

    def moody(view):
        asked.append(view)
        return view.plays[len(asked) // 7 % len(view.plays)]

    assert fault(moody, "reproducible").startswith("reproducible: moody, rules classic, deal 20:")


def test_place_in_the_batch():
    class Places(Referee):
        def choose(self, game, batch, row):
            plays = game.plays()
            return plays[(row == 4) * -1] if plays else DRAW

    assert ", deal 20:4: comes out another way when played alone" in fault(Places, "reproducible")


def test_another_result_without_lines():
    def change(played, want_lines):
        if not want_lines:
            played.out[6] += 1

    assert fault(changed(change), "reproducible").endswith("when played without asking for the moves")


# Facts


def test_uses_the_seed_in_secret():
    class Secret(Referee):
        def choose(self, game, batch, row):
            plays = game.plays()
            return plays[batch.seed % len(plays)] if plays else DRAW

    message = fault(Secret, "facts")
    assert message.endswith("is not said to be stochastic, but another seed changes the moves")


def test_uses_the_deal_number_in_secret():
    class Secret(Referee):
        def choose(self, game, batch, row):
            plays = game.plays()
            return plays[(batch.first + row) % len(plays)] if plays else DRAW

    class Distant(Referee):
        """Passes as long as deals are played in their places."""

        def choose(self, game, batch, row):
            plays = game.plays()
            return plays[-1 if batch.first > 2**32 else 0] if plays else DRAW

    assert "played in reversed order" in fault(Secret, "reproducible")
    assert fault(Distant, "facts").endswith("but another deal number changes the moves")


def test_not_stochastic_at_all():
    message = fault(golfsim.strategy(stochastic=True)(lambda view: view.plays[0]), "facts")
    assert message == "facts: <lambda> is said to be stochastic, but no seed changed a move"


def test_stochastic_by_seed_only():
    class BySeed(Referee):
        facts = Facts(stochastic=True)

        def choose(self, game, batch, row):
            plays = game.plays()
            return plays[batch.seed % len(plays)] if plays else DRAW

    assert fault(BySeed, "facts") == "facts: broken is said to be stochastic, but no deal number changed a move"


@pytest.mark.parametrize(
    ("option", "what"),
    [
        (Option("depth", 3, choices=(1, 2)), "does not take its default: broken:depth=3: expected one of 1, 2"),
        (Option("depth", 0, least=1), "does not take its default: broken:depth=0: expected at least 1"),
        (Option("name", ""), "has no value"),
    ],
)
def test_options_that_refuse_their_default(option, what):
    class Opted(Referee):
        facts = Facts(options=(option,))

        def __init__(self):
            super().__init__()
            if option.name == "name":
                self.values.clear()

    assert fault(Opted, "facts").endswith(what)


def test_an_option_the_function_does_not_take():
    @golfsim.strategy(options={"caution": 3})
    def stubborn(view):
        return view.plays[0]

    assert "unexpected keyword argument 'caution'" in fault(stubborn, "legal")


# Blind


def peeking(look, sees_stock=False):
    """Plays leftmost or rightmost, by what `look(stock order)` says of the cards still face down."""

    class Peeks(Referee):
        facts = Facts(sees_stock=sees_stock)

        def choose(self, game, batch, row):
            plays, stock = game.plays(), game.deal.stock[game.draws :]
            if not plays:
                return DRAW
            return plays[-1 if stock and look(stock) else 0]

    return Peeks()


PEEKS = {
    "the next card": lambda stock: stock[0].rank > 6,
    "the last card": lambda stock: stock[-1].rank > 6,
    "the card after the next": lambda stock: stock[min(1, len(stock) - 1)].rank > 6,
    "where a king is": lambda stock: [card.rank for card in stock].index(max(card.rank for card in stock)) % 2,
    "only the last two cards": lambda stock: len(stock) == 2 and stock[0] < stock[1],
    "only the first card before any draw": lambda stock: len(stock) >= 16 and stock[0].rank > 6,
}


@pytest.mark.parametrize("look", PEEKS.values(), ids=PEEKS)
def test_peeks_at_the_stock(look):
    message = fault(peeking(look), "blind")
    assert "the stock was put in another order, and move " in message
    check_strategy(peeking(look, sees_stock=True), rules=RULES, deals=4)


def test_draws_by_what_it_will_draw():
    class Greedy(Referee):
        def choose(self, game, batch, row):
            stock, plays = game.deal.stock[game.draws :], game.plays()
            good = bool(stock) and any(cards and abs(cards[-1].rank - stock[0].rank) == 1 for cards in game.columns)
            return DRAW if plays and game.may_draw() and good else plays[0] if plays else DRAW

    message = fault(Greedy, "blind")
    assert "a draw" in message


def test_counting_the_stock_is_no_peeking():
    class Counts(Referee):
        def choose(self, game, batch, row):
            plays = game.plays()
            unseen = Counter(card.rank for card in game.unseen())
            return max(plays, key=lambda column: unseen[game.columns[column][-1].rank + 1]) if plays else DRAW

    check_strategy(Counts, rules=RULES)


def test_remembering_drawn_cards_is_no_peeking():
    class Remembers(Referee):
        def choose(self, game, batch, row):
            plays = game.plays()
            return plays[sum(map(int, game.waste)) % len(plays)] if plays else DRAW

    check_strategy(Remembers, rules=RULES)


# What it takes


@numba.njit
def compiled(ranks, heights, fits, waste, unseen, may_draw, word):
    """Rightmost."""
    best = 0
    for column in range(len(fits)):
        if fits[column]:
            best = column
    return best


def test_what_may_be_checked(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def mine(view):\n    return view.plays[0]\n")
    few = {"rules": "classic", "deals": 2}
    check_strategy(f"{path}:mine", **few)
    check_strategy("greedy", **few)
    check_strategy(Greedy, **few)
    check_strategy(Greedy(), **few)
    check_strategy(lambda view: view.plays[0], **few)
    with pytest.raises(OptionError, match=r"^unknown strategy 'nobody'"):
        check_strategy("nobody")
    with pytest.raises(OptionError, match=r"no 'yours' in the file"):
        check_strategy(f"{path}:yours")


@pytest.mark.slow
def test_a_compiled_function():
    check_strategy(compiled)


@pytest.mark.slow
def test_a_compiled_function_that_is_illegal():
    @numba.njit
    def third(ranks, heights, fits, waste, unseen, may_draw, word):
        return 2

    assert fault(third, "legal").startswith("legal: rules classic: third: deal ")


def test_python_functions():
    check_strategy(golfsim.strategy(stochastic=True)(lambda view: view.random.choice(view.plays)), RULES, deals=6)
    check_strategy(
        golfsim.strategy(sees_stock=True)(lambda view: view.plays[len(view.stock) % len(view.plays)]), RULES
    )


def test_default_rules_cover_every_option():
    mixed = list(mixed_rules(20, conformance.MIXED))
    assert mixed == list(mixed_rules(20, conformance.MIXED))
    every = conformance._rule_sets(None, 20)
    assert every[-len(mixed) :] == mixed
    assert {rules for rules in PRESETS.values() if rules.stock} <= set(every)
    assert {rules.kings for rules in every} == {"dead", "queen", "queen-dead", "wrap"}
    assert {rules.draw for rules in mixed} == {"anytime", "when-stuck"}
    assert {rules.start for rules in every} == {"stock", "tableau", "ace"}
    assert {rules.jokers for rules in mixed} == {0, 2}
    assert len({(rules.columns, rules.depth) for rules in mixed}) >= 5


def test_a_violation_is_a_failed_assertion():
    with pytest.raises(AssertionError) as caught:
        check_strategy(lambda view: -1, rules="when-stuck", deals=2)
    assert isinstance(caught.value, NotConforming)
    assert caught.value.check == "legal"
