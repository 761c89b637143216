"""Rows recorded once: the digest of what each strategy makes of some deals under each set of rules.

    python tests/recorded.py > tests/data/recorded_rows.csv

records anew, which is right only when rows are meant to change.
"""

from __future__ import annotations

import csv
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

FILE = Path(__file__).parent / "data" / "recorded_rows.csv"

SOME_RULES = ("classic", "when-stuck", "relaxed", "putt-putt", "queens-on-kings", "jokers", "empty-start")
WITHOUT_STOCK = ("black-hole", "all-in-a-row")
MIXED = (
    "classic+kings=queen-dead+draw=when-stuck+jokers=2",
    "classic+kings=wrap+start=tableau+columns=9+depth=4",
    "black-hole+kings=dead+columns=5+depth=2",
    "classic+jokers=2+columns=4+depth=3",
)
QUICK = {"first": 3000, "random": 3000, "greedy": 3000, "guide": 3000, "longest-chain": 1000}
"""Deals of each set of rules; a number that is no multiple of a chunk."""
SLOW = {
    "solver": 40,
    "solver:objective=win": 60,
    "solver:max-states=500": 100,
    "pimc": 2,
    "pimc:samples=8,more=0": 3,
    "pimc:objective=strokes,samples=8": 1,
    "expectimax": 1,
    "expectimax:objective=strokes,states=200000": 1,
}
NO_STOCK = {
    "first": 3000,
    "random": 3000,
    "greedy": 3000,
    "guide": 3000,
    "solver:objective=win,max-states=20000": 20,
    "pimc:samples=1": 1,
}
SEED, FIRST = 20, 2**32 - 50
"""The numbers pass 2**32, and with it the low word of the generator's counter."""


class Record(NamedTuple):
    """One group of rows and the SHA-256 of its columns, nulls as zeros with a mask."""

    rules: str
    strategy: str
    deals: int
    sha256: str


def wanted() -> Iterator[tuple[str, str, int]]:
    """Rules, strategy and number of deals of each record."""
    for rules in (*SOME_RULES, *MIXED):
        for strategy, deals in {**QUICK, **SLOW}.items():
            yield rules, strategy, deals
    for rules in WITHOUT_STOCK:
        for strategy, deals in NO_STOCK.items():
            yield rules, strategy, deals


def recorded() -> list[Record]:
    """The records in the file."""
    with FILE.open(newline="") as file:
        return [
            Record(row["rules"], row["strategy"], int(row["deals"]), row["sha256"]) for row in csv.DictReader(file)
        ]


def digest(rules: str, strategy: str, deals: int) -> str:
    """What the rows digest to now."""
    from golfsim.games.solitaire.deals.naming import parse_source
    from golfsim.games.solitaire.planning import make_plan
    from golfsim.games.solitaire.rules import Rules

    plan = make_plan([Rules.parse(rules)], [strategy], parse_source("seeded", SEED), deals, FIRST, Path("nowhere"))
    columns = plan.groups[0].play(FIRST, deals)
    sha = hashlib.sha256()
    for name in sorted(columns):
        values = columns[name]
        mask = np.ma.getmaskarray(values)
        sha.update(name.encode())
        sha.update(np.ma.filled(values, 0).astype(np.int64).tobytes())
        sha.update(mask.tobytes())
    return sha.hexdigest()


def main() -> None:
    """Write every record to standard output."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(Record._fields)
    for rules, strategy, deals in wanted():
        writer.writerow([rules, strategy, deals, digest(rules, strategy, deals)])
        sys.stdout.flush()


if __name__ == "__main__":
    main()
