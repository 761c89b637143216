"""Deals from Python: one by its name, or many as an array."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from golfsim.errors import OptionError
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.naming import named_deals, parse_source
from golfsim.games.solitaire.deals.sources import FoundDeal
from golfsim.games.solitaire.rules import Rules
from golfsim.numbers import as_whole


def deal(name: str, rules: Rules | str = "classic") -> Deal:
    """The deal that `name` names, as on the command line: `7:123`, `pysol:5`, a file of one board, `FILE#3`.

    Raises:
        OptionError: if it names no deal, or a file of several boards.
        DealError: if the deal does not fit the rules.
    """
    return found_deal(name, rules).deal


def found_deal(name: Deal | str, rules: Rules | str) -> FoundDeal:
    """The same with the seed and number that key the random numbers of strategies; 0 and 0 for a deal as it is."""
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    if isinstance(name, Deal):
        return FoundDeal(name.laid_out(rules).check(rules), 0, 0)
    found = list(named_deals(name, rules))
    if len(found) != 1:
        raise OptionError(f"deal {name!r}: {len(found)} deals: expected one, as {name}#0")
    return found[0]


def deals(
    source: str = "seeded", first: int | None = None, count: int = 1, rules: Rules | str = "classic", *, seed: int = 0
) -> npt.NDArray[np.uint8]:
    """Consecutive deals as an array of cards.

    Args:
        source: `seeded`, `pysol`, or the path of a board file.
        first: number of the first; by default the lowest there is.
        count: how many.
        rules: whose layout and deck are dealt.
        seed: of a seeded source.

    Returns:
        uint8 (count, cards): cards 13 * suit + rank - 1 (suits C S H D, jokers 52 and 53); column after column with
        the exposed card last, then the card that starts the waste if the rules have one, then the stock in the order
        in which it is drawn.

    Raises:
        OptionError: for an unknown source, or numbers out of its range.
        DealError: if a deal does not fit the rules.
    """
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    found = parse_source(source, as_whole(seed, "seed"))
    start = found.first if first is None else as_whole(first, "first")
    number, last = as_whole(count, "count"), found.last([rules])
    if not found.first <= start <= last:
        raise OptionError(f"first {start}: expected {found.first} to {last} with {found.label}")
    if not 0 <= number <= last - start + 1:
        raise OptionError(f"count {number}: expected 0 to {last - start + 1} from first {start} with {found.label}")
    return found.decks(start, number, rules)
