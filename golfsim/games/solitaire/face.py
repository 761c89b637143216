"""What commands that serve every game ask of Golf solitaire; see `golfsim.games.Face`."""

from __future__ import annotations

from golfsim.errors import OptionError
from golfsim.games.solitaire.finding import boards, changed_files
from golfsim.games.solitaire.planning import plan_again
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.starting import starts

__all__ = ["as_stored", "boards", "changed_files", "plan_again", "starts"]


def as_stored(name: str) -> str:
    """RULES, or RULES/STRATEGY, with the rules spelled as a dataset spells them; anything else as it is."""
    rules, slash, strategy = name.partition("/")
    try:
        return Rules.parse(rules).name + slash + strategy
    except OptionError:
        return name
