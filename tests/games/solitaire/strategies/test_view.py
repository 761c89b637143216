"""What a plain Python strategy sees: everything on the table, nothing face down, and nothing it could change."""

from dataclasses import FrozenInstanceError, fields
from random import Random

import pytest
from generators import lay, seeded

from golfsim.cards import Card
from golfsim.errors import StrategyError
from golfsim.games.solitaire.game import Game
from golfsim.games.solitaire.rules import PRESETS, Rules
from golfsim.games.solitaire.strategies.view import View, look
from golfsim.strategies.facts import Facts


def game(rules=PRESETS["classic"], moves=0):
    one = Game(lay(seeded(rules, 1)[0].tolist(), rules), rules)
    for _ in range(moves):
        one.move(one.legal_moves()[-1])
    return one


def views(facts=Facts(), moves=3):  # noqa: B008
    one = game(moves=moves)
    return one, look(one, facts, Random(1))


def test_what_it_shows():
    one, view = views()
    assert view.columns == tuple(map(tuple, one.columns))
    assert view.waste == one.waste[-1]
    assert view.stock_left == one.stock_left == 13
    assert view.unseen == one.unseen()
    assert view.plays == tuple(one.plays())
    assert view.may_draw == one.may_draw()
    assert view.rules == one.rules
    assert view.rules is not one.rules
    empty = look(game(PRESETS["empty-start"]), Facts(), Random(1))
    assert empty.waste is None
    assert empty.plays == tuple(range(7))


def test_it_is_read_only():
    _, view = views()
    for field in fields(View):
        with pytest.raises(FrozenInstanceError):
            setattr(view, field.name, None)
    for name in ("columns", "unseen", "plays"):
        assert isinstance(getattr(view, name), tuple)
    assert all(isinstance(column, tuple) for column in view.columns)


def reachable(thing, depth=4):
    """Everything that public attributes and items lead to."""
    yield thing
    if depth == 0 or isinstance(thing, int | str | Rules):
        return
    if isinstance(thing, tuple):
        for item in thing:
            yield from reachable(item, depth - 1)
        return
    for name in dir(thing):
        if not name.startswith("_"):
            try:
                value = getattr(thing, name)
            except StrategyError:
                continue
            if not callable(value):
                yield from reachable(value, depth - 1)


def test_no_public_way_to_the_stock():
    one, view = views(moves=0)
    order = one.deal.stock
    assert order != tuple(sorted(order))
    found = list(reachable(view))
    assert view.columns in found
    assert not any(isinstance(thing, Game) for thing in found)
    assert not any(isinstance(thing, tuple) and thing == order for thing in found)
    # The stock's cards turn up in one place only: in the order of their numbers.
    assert [
        thing
        for thing in found
        if isinstance(thing, tuple) and any(type(card) is Card and card in order for card in thing)
    ] == [view.unseen]
    assert str(order) not in repr(view)
    assert "_stock" not in repr(view)


def test_looks_alike_whatever_the_order_of_the_stock():
    one, view = views(moves=0)
    columns, waste, stock = one.deal.columns, one.deal.waste, one.deal.stock
    other = Game(type(one.deal)(columns, waste, stock[::-1]), one.rules)
    assert look(other, Facts(), Random(1)) == view
    assert repr(look(other, Facts(), Random(1))) == repr(view)


def test_the_stock_for_those_who_say_so():
    one, view = views(Facts(sees_stock=True))
    assert view.stock == one.deal.stock[3:]
    _, blind = views()
    with pytest.raises(StrategyError) as caught:
        _ = blind.stock
    assert str(caught.value) == "the stock is face down: declare sees_stock=True to read view.stock"


def test_random_numbers_for_those_who_say_so():
    _, view = views(Facts(stochastic=True))
    assert view.random.random() == Random(1).random()
    _, sober = views()
    with pytest.raises(StrategyError) as caught:
        _ = sober.random
    assert str(caught.value) == "no random numbers: declare stochastic=True to use view.random"


def test_views_are_not_changed_by_play():
    one, view = views()
    before = repr(view)
    one.move(one.legal_moves()[0])
    assert repr(view) == before


def test_may_draw():
    rules = Rules(draw="when-stuck", start="tableau")
    assert not look(game(rules), Facts(), Random(1)).may_draw
    assert look(game(Rules(start="tableau")), Facts(), Random(1)).may_draw
