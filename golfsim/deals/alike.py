"""Whether one deal number means the same cards under two sets of rules."""

from __future__ import annotations

from collections.abc import Mapping


def difference_in_cards(one: Mapping[str, object], other: Mapping[str, object]) -> str | None:
    """What makes the cards of a deal differ under two rule sets, spelled out by option; None if nothing does.

    The deck and the layout decide, and whether the ace of spades is set aside before the shuffle. How the waste
    starts otherwise does not: what starts it under `start=stock` is the first of the stock under `start=tableau`.
    """
    for option in ("jokers", "columns", "depth"):
        if one[option] != other[option]:
            return f"{option}={one[option]} and {option}={other[option]}"
    if (one["start"] == "ace") != (other["start"] == "ace"):
        return f"start={one['start']} and start={other['start']}"
    return None
