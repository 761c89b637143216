"""What datasets say of Golf solitaire."""

from __future__ import annotations

from golfsim.datasets.about import About
from golfsim.games.solitaire.outcome import COLUMNS

ABOUT = About(
    game="golf-solitaire",
    keys=("rules", "strategy"),
    columns=COLUMNS,
    holes=9,
    round_name="nine-hole",
    par=5,
    expert_par=4,
    units=("stroke", "strokes"),
    won="cleared",
    peeks="sees_stock",
    peeking="sees the stock",
    peeked="read the order of the stock",
    peek_measures="winnability",
    proves="proves",
    prover="solver:objective=win",
    deal_names={"seeded": "{seed}:{deal}", "pysol": "pysol:{deal}", "file": "{file}#{deal}"},
)
"""Par is 5 strokes a hole, so 45 for nine; expert par 4."""
