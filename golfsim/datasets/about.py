"""What a game says of itself in a dataset, so that readers need to know no game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from golfsim.datasets.format import SCORE, WON, Field


@dataclass(frozen=True)
class About:
    """A game: its columns, how its groups are told apart, what its figures are measured in, and its words.

    Attributes:
        game: its name.
        keys: what tells groups apart, in order, which are also the levels of folders. The last is who plays, those
            before say under what: ("rules", "strategy").
        columns: the columns after the deal's number, in order. At most one has the role `won`, one the role `score`.
        holes: deals in a usual round, and `round_name` what such a round is called, as "nine-hole".
        par, expert_par: of a hole, in units of the score.
        units: the unit of the score, one and many of it, as ("stroke", "strokes").
        won: what a deal that was won is, as "cleared".
        peeks: the entry of a group that is true if who plays reads what is face down, as "sees_stock"; `peeking` says
            that they do, as "sees the stock", `peeked` how, and `peek_measures` what that measures instead of skill.
        proves: the entry of a group that is true if who plays proves what can be won; `prover` says who does.
        deal_names: by source, what a deal is called, with the fields source, seed, file and deal.
    """

    game: str
    keys: tuple[str, ...]
    columns: tuple[Field, ...]
    holes: int
    round_name: str
    par: float
    expert_par: float
    units: tuple[str, str]
    won: str
    peeks: str
    peeking: str
    peeked: str
    peek_measures: str
    proves: str
    prover: str
    deal_names: Mapping[str, str]

    def named(self, role: str) -> Field | None:
        """The column with a role, or None."""
        return next((column for column in self.columns if column.role == role), None)

    @property
    def won_column(self) -> Field | None:
        """The Boolean column that says whether a deal was won."""
        return self.named(WON)

    @property
    def score_column(self) -> Field | None:
        """The column of the score."""
        return self.named(SCORE)

    @property
    def low_is_better(self) -> bool:
        """Whether a low score is a good one."""
        column = self.score_column
        return column is None or column.better != "high"

    @property
    def fewer(self) -> str:
        """Which scores are better, in words: fewer strokes."""
        return f"{'fewer' if self.low_is_better else 'more'} {self.units[1]}"

    @property
    def several_who(self) -> str:
        """Those who play, in words: strategies."""
        return _plural(self.keys[-1])

    @property
    def several_under(self) -> str:
        """What they play under, in words: rules."""
        return " and ".join(map(_plural, self.keys[:-1]))

    @property
    def peeks_heading(self) -> str:
        """`peeks` in words: sees stock."""
        return self.peeks.replace("_", " ")

    def deal_name(self, source: str, **values: object) -> str:
        """What a deal is called on the command line; a source without a pattern is named as SOURCE:DEAL."""
        return self.deal_names.get(source, "{source}:{deal}").format(source=source, **values)

    def as_json(self) -> dict[str, Any]:
        """The entries `game`, `keys`, `columns` and `facts` of a manifest."""
        values = asdict(self)
        own = {name: values.pop(name) for name in ("game", "keys", "columns")}
        return {**own, "facts": values}

    @staticmethod
    def from_json(manifest: Mapping[str, Any]) -> About:
        """Read those entries.

        Raises:
            ValueError, TypeError, KeyError: if one of them is missing or of another form.
        """
        facts = {field.name: manifest["facts"][field.name] for field in fields(About)[3:]}
        for name, example in (("holes", 0), ("units", []), ("deal_names", {}), *((word, "") for word in WORDS)):
            if type(facts[name]) is not type(example):
                raise TypeError(f"facts.{name}")
        return About(
            game=manifest["game"],
            keys=tuple(manifest["keys"]),
            columns=tuple(Field(**column) for column in manifest["columns"]),
            **{**facts, "units": tuple(facts["units"])},
        )


def _plural(word: str) -> str:
    return word if word.endswith("s") else f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


WORDS = ("round_name", "won", "peeks", "peeking", "peeked", "peek_measures", "proves", "prover")
"""The facts that are text."""
