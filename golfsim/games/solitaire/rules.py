"""The rules of a game as one frozen record, its presets, and the table of moves every engine shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from functools import cached_property

from golfsim.cards import ACE, JOKER, KING, MAX_JOKERS, QUEEN, STANDARD_CARDS
from golfsim.errors import OptionError
from golfsim.numbers import whole_number
from golfsim.strategies.facts import once_each, parse_option

OPEN = 0
"""Waste state that accepts any card: an empty waste or a joker."""

DEAD_QUEEN = 14
"""Waste state of a queen played on a king under `queen-dead`: only a joker goes on it."""

WASTE_STATES = 15
RANK_CODES = 14
BLOCKED = -1

CHOICES: dict[str, tuple[str, ...]] = {
    "kings": ("dead", "queen", "queen-dead", "wrap"),
    "draw": ("anytime", "when-stuck"),
    "start": ("stock", "tableau", "ace"),
}
OPTION_HELP: dict[str, str] = {
    "kings": "dead: nothing goes on a king; queen: a queen does; queen-dead: a queen does, and is then dead itself; "
    "wrap: ranks are circular",
    "draw": "anytime: also while a card could be played; when-stuck: only when none fits",
    "start": "stock: one stock card starts the waste; tableau: the first play takes any exposed card; "
    "ace: the ace of spades starts the waste",
    "jokers": "0 or 2: a joker goes on anything and anything goes on it",
    "columns": "number of columns, at least 1",
    "depth": "cards in each column at the start, at least 1",
}


@dataclass(frozen=True)
class Rules:
    """One game: how kings, draws, the start and jokers work, and the layout.

    Raises:
        OptionError: for a value that is none of the known ones, or a layout the deck cannot fill.
    """

    kings: str = "dead"
    draw: str = "anytime"
    start: str = "stock"
    jokers: int = 0
    columns: int = 7
    depth: int = 5

    def __post_init__(self) -> None:
        for option, choices in CHOICES.items():
            value = getattr(self, option)
            if value not in choices:
                raise OptionError(f"{option}={value}: expected one of {', '.join(choices)}")
        if self.jokers not in (0, MAX_JOKERS):
            raise OptionError(f"jokers={self.jokers}: expected 0 or 2")
        for option in ("columns", "depth"):
            if getattr(self, option) < 1:
                raise OptionError(f"{option}={getattr(self, option)}: expected a whole number of at least 1")
        if self.stock < 0:
            raise OptionError(
                f"columns={self.columns}, depth={self.depth}: {self.tableau} cards in the columns"
                f"{' and one on the waste' if self.starts else ''} are more than the deck of {self.cards}"
            )

    @property
    def cards(self) -> int:
        """Cards in the deck."""
        return STANDARD_CARDS + self.jokers

    @property
    def tableau(self) -> int:
        """Cards in the columns at the start."""
        return self.columns * self.depth

    @property
    def starts(self) -> bool:
        """Whether a card lies on the waste before the first move."""
        return self.start != "tableau"

    @property
    def stock(self) -> int:
        """Cards in the stock before the first move."""
        return self.cards - self.tableau - self.starts

    @property
    def draw_anytime(self) -> bool:
        """Whether a card may be drawn while another could be played."""
        return self.draw == "anytime"

    @cached_property
    def transitions(self) -> tuple[tuple[int, ...], ...]:
        """`transitions[waste][rank]`: the waste state after playing a card of `rank`, or BLOCKED.

        Waste states are OPEN (0), ranks 1 to 13 and DEAD_QUEEN (14); `rank` is a rank code, 0 for a joker.
        A card that is drawn instead sets the waste state to its rank code whatever lay there.
        """
        table = [[BLOCKED] * RANK_CODES for _ in range(WASTE_STATES)]
        table[OPEN] = list(range(RANK_CODES))
        for waste in range(WASTE_STATES):
            table[waste][JOKER] = OPEN
        for rank in range(ACE, KING):
            table[rank][rank + 1] = rank + 1
            table[rank + 1][rank] = rank
        if self.kings == "dead":
            table[KING][QUEEN] = BLOCKED
        elif self.kings == "queen-dead":
            table[KING][QUEEN] = DEAD_QUEEN
        elif self.kings == "wrap":
            table[KING][ACE] = ACE
            table[ACE][KING] = KING
        return tuple(tuple(row) for row in table)

    @property
    def cards_dealt(self) -> dict[str, int | str]:
        """What makes the cards of a deal differ under other rules: rule sets equal in this deal the same cards.

        How the waste starts does not, but for the ace of spades, which is set aside before the shuffle: what starts
        it under `start=stock` is the first of the stock under `start=tableau`.
        """
        start = "ace" if self.start == "ace" else "stock or tableau"
        return {"jokers": self.jokers, "columns": self.columns, "depth": self.depth, "start": start}

    @property
    def name(self) -> str:
        """The preset with exactly these options, else `BASE+option=value...`, in one spelling for equal rules."""
        for preset, rules in PRESETS.items():
            if rules == self:
                return preset
        base = next((name for name in LAYOUT_BASES if _same_layout(PRESETS[name], self)), "classic")
        changes = [
            f"{field.name}={getattr(self, field.name)}"
            for field in fields(self)
            if getattr(self, field.name) != getattr(PRESETS[base], field.name)
        ]
        return "+".join([base, *changes])

    def spelled_out(self) -> dict[str, str | int]:
        """All options by name, as written to a manifest."""
        return asdict(self)

    def with_options(self, options: Mapping[str, str | int]) -> Rules:
        """These rules with some options replaced; values may be text.

        Raises:
            OptionError: for an unknown option or value.
        """
        known = [field.name for field in fields(self)]
        values: dict[str, str | int] = {}
        for option, value in options.items():
            if option not in known:
                raise OptionError(f"unknown rule option {option!r}: expected one of {', '.join(known)}")
            values[option] = value if option in CHOICES else _whole(option, value)
        return replace(self, **values)  # type: ignore[arg-type]

    @staticmethod
    def parse(text: str) -> Rules:
        """Read a preset name, or one followed by overrides: `classic+kings=wrap+draw=when-stuck`.

        Raises:
            OptionError: for an unknown preset, option or value.
        """
        preset, *changes = text.split("+")
        if preset not in PRESETS:
            close = get_close_matches(preset, PRESETS, n=1)
            hint = f" (did you mean {close[0]}?)" if close else ""
            raise OptionError(f"unknown rules {preset!r}{hint}: expected one of {', '.join(PRESETS)}")
        return PRESETS[preset].with_options(
            once_each((parse_option(change, "rule option") for change in changes), "rule option")
        )


def _whole(option: str, value: str | int) -> int:
    try:
        return whole_number(str(value))
    except ValueError:
        raise OptionError(f"{option}={value}: expected a whole number") from None


def _same_layout(a: Rules, b: Rules) -> bool:
    return (a.columns, a.depth) == (b.columns, b.depth)


PRESETS: dict[str, Rules] = {
    "classic": Rules(),
    "when-stuck": Rules(draw="when-stuck"),
    "putt-putt": Rules(kings="wrap"),
    "relaxed": Rules(kings="queen"),
    "queens-on-kings": Rules(kings="queen-dead"),
    "jokers": Rules(jokers=2),
    "empty-start": Rules(start="tableau"),
    "black-hole": Rules(kings="wrap", start="ace", columns=17, depth=3),
    "all-in-a-row": Rules(kings="wrap", start="tableau", columns=13, depth=4),
}
LAYOUT_BASES = ("classic", "black-hole", "all-in-a-row")
"""The presets that rules without a name of their own are spelled from, by layout."""

PYSOL_NAMES: dict[str, str] = {
    "classic": "Dead King Golf",
    "relaxed": "Golf",
    "putt-putt": "Relaxed Golf",
    "black-hole": "Black Hole",
    "all-in-a-row": "All in a Row",
}
"""What PySolFC calls the games it has, by preset; its names mean other rules than ours."""

PRESET_HELP: dict[str, str] = {
    "classic": "nothing on a king, draw at any time (two of the four guides)",
    "when-stuck": "classic, but draw only when nothing fits (the third guide)",
    "putt-putt": "classic with circular ranks: A on K and K on A",
    "relaxed": "classic, but a queen may go on a king",
    "queens-on-kings": "a queen may go on a king, and nothing on that queen",
    "jokers": "classic with two jokers: 54 cards, 18 in the stock",
    "empty-start": "classic, but the waste starts empty",
    "black-hole": "17 columns of 3, circular ranks, no stock, the ace of spades starts",
    "all-in-a-row": "13 columns of 4, circular ranks, no stock, any exposed card starts",
}
