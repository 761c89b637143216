"""That a plug-in left the classes of the game as they are.

What a plug-in is given shares nothing with the game but classes, and a Python class can be changed by whoever has one
of its objects. It is seen after each deal. No more than that can be done within one process: whoever looks for the
modules, or reads the frames of its callers, does what it likes.
"""

from __future__ import annotations

from itertools import chain

from golfsim.cards import Card
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.game import Game, Outcome
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.view import View
from golfsim.strategies.failures import clean

# Taken when this module is imported, before any plug-in is.
_KNOWN = tuple((kind, dict(vars(kind))) for kind in (Card, Deal, Game, Outcome, Rules, View))
_ABSENT = object()
_PYTHONS_OWN = {"__slotnames__", "__weakref__", "__dict__", "__abstractmethods__", "_abc_impl"}
"""What Python keeps with a class by itself, as when an object of it is copied or pickled."""
# The objects are kept above, so that no other can have their numbers: quick to compare, and asks nobody.
_NUMBERS = [id(value) for _, known in _KNOWN for value in known.values()]


def put_back() -> str:
    """Make the classes what they were, and say what was changed: a name such as `Rules.transitions`, or nothing."""
    found = ""
    if [*map(id, chain.from_iterable(kind.__dict__.values() for kind, _ in _KNOWN))] == _NUMBERS:
        return found
    for kind, known in _KNOWN:
        now = vars(kind)
        for name in {*now, *known}:
            if now.get(name, _ABSENT) is known.get(name, _ABSENT) or name in _PYTHONS_OWN or "annot" in name:
                continue
            found = f"{kind.__name__}.{clean(name)}"
            if name in known:
                setattr(kind, name, known[name])
            else:
                delattr(kind, name)
    return found
