"""How paired comparisons are shown to people."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import polars as pl

from golfsim.datasets.about import About
from golfsim.results.selection import selection_columns, selection_notes
from golfsim.results.sheet import (
    NAME,
    NOTHING,
    SETTING,
    Column,
    Sheet,
    Style,
    counted,
    decimals_for,
    percents,
    plain,
)


def _sheet(about: About, whole: pl.DataFrame) -> Sheet:
    one, many = about.units
    frame = whole.filter(pl.col("other_cards").is_null())
    points = 100 * frame.select("win_difference", "win_low", "win_high")
    point_decimals = decimals_for(points["win_high"] - points["win_low"], digits=1)
    score_decimals = decimals_for(frame[f"{one}_high"] - frame[f"{one}_low"], digits=1)
    level = interval_heading(frame)
    columns = [Column(name, plain(frame[name]), False, (name,), NAME) for name in about.keys if _some(frame, name)]
    columns += [Column(name, plain(frame[name]), False, (name,), NAME) for name in ("a", "b")]
    columns += [
        Column(about.peeks_heading, _who_peeks(about, frame), False, _sides(about.peeks), SETTING),
        Column("deals", counted(frame["deals"]), names=("deals",), role=SETTING, said="{cell} deals{each}"),
        *selection_columns(frame),
    ]
    columns += [
        Column(name, counted(frame[name]), names=(name,))
        for name in ("unpaired", "missing", "unknown")
        if (frame[name] > 0).any()
    ]
    columns += [
        Column("won by both", counted(frame["both"]), names=("both",)),
        Column("by a only", counted(frame["only_a"]), names=("only_a",)),
        Column("by b only", counted(frame["only_b"]), names=("only_b",)),
        Column("by neither", counted(frame["neither"]), names=("neither",)),
    ]
    if (frame["unknown"] > 0).any():
        columns += [
            Column(f"win rate {side}", _least(frame, f"win_rate_{side}", point_decimals), names=(f"win_rate_{side}",))
            for side in "ab"
        ]
    columns += [
        Column("win rate a - b", _signed(points["win_difference"], point_decimals, "%"), names=("win_difference",)),
        Column(
            level,
            _intervals(points["win_low"], points["win_high"], point_decimals),
            names=("win_low", "win_high"),
        ),
        Column("p (McNemar)", _p_values(frame["mcnemar_p"]), names=("mcnemar_p",)),
    ]
    if frame.height > 1:
        columns.append(Column("p (Holm)", _p_values(frame["holm_p"]), names=("holm_p",)))
    columns += [
        Column("more deals to settle", _more(frame["win_more_deals"]), names=("win_more_deals",)),
        Column(f"{many} a - b", _signed(frame[f"{one}_difference"], score_decimals), names=(f"{one}_difference",)),
        Column(
            level,
            _intervals(frame[f"{one}_low"], frame[f"{one}_high"], score_decimals),
            names=(f"{one}_low", f"{one}_high"),
        ),
        Column("more deals to settle", _more(frame[f"{one}_more_deals"]), names=(f"{one}_more_deals",)),
    ]
    return Sheet(columns, [*_notes(about, frame), *_left_out(about, whole)])


def interval_heading(frame: pl.DataFrame) -> str:
    """The heading of intervals of the frame's `level`."""
    levels = frame["level"].unique()
    return f"{100 * levels[0]:.10g}% interval" if len(levels) == 1 else "interval"


def _sides(name: str) -> tuple[str, str]:
    return f"{name}_a", f"{name}_b"


def _some(frame: pl.DataFrame, name: str) -> bool:
    return frame[name].null_count() < frame.height


def _who_peeks(about: About, frame: pl.DataFrame) -> list[str]:
    words = {(False, False): "no", (True, False): "a", (False, True): "b", (True, True): "both"}
    return [words[pair] for pair in zip(frame[f"{about.peeks}_a"], frame[f"{about.peeks}_b"], strict=True)]


def _least(frame: pl.DataFrame, name: str, decimals: int) -> list[str]:
    """Cells of win rates, marked where they are only the least that unknown outcomes allow."""
    rates = percents(frame[name], decimals)
    return [
        f"≥{rate}" if unknown and rate != NOTHING else rate
        for rate, unknown in zip(rates, frame["unknown"], strict=True)
    ]


def _signed(values: pl.Series, decimals: int, unit: str = "") -> list[str]:
    return [NOTHING if value is None else f"{value:+,.{decimals}f}{unit}" for value in values]


def _intervals(low: pl.Series, high: pl.Series, decimals: int) -> list[str]:
    return [
        NOTHING if a is None or b is None else f"[{a:+,.{decimals}f}, {b:+,.{decimals}f}]"
        for a, b in zip(low, high, strict=True)
    ]


def _p_values(values: pl.Series) -> list[str]:
    return [NOTHING if p is None else "<0.0001" if p < 0.0001 else f"{p:.4f}" for p in values]


def _more(values: pl.Series) -> list[str]:
    return [NOTHING if more is None else "settled" if more == 0 else f"{more:,}" for more in values]


def _notes(about: About, frame: pl.DataFrame) -> list[str]:
    notes = [f"a less b on the same deals; win rates differ by percentage points, and {about.fewer} are better"]
    notes += selection_notes(frame, frame["deals"])
    if (frame["unpaired"] > 0).any():
        notes.append("unpaired: deals only one of the two played, left out")
    if (frame["missing"] > 0).any():
        notes.append(
            "missing: deals both were to play that are not on disk for one or both of them; repeat the run with the "
            "same --out to complete it"
        )
    if (frame["unknown"] > 0).any():
        notes.append(
            "unknown: deals left undecided by one of the two; the win rates are then the least they can be (≥) and "
            "their difference is not known, only its interval: all it could be, whatever the outcomes; p is the "
            "highest it could be"
        )
    if frame.height > 1:
        notes.append("p (Holm) is corrected for all pairs of the table; each interval stands alone")
    if frame.select(pl.any_horizontal(f"{about.peeks}_a", f"{about.peeks}_b")).to_series().any():
        notes.append(
            f"{about.peeks_heading}: a player {about.peeked}: a measure of {about.peek_measures}, not of skill"
        )
    return notes


def _left_out(about: About, whole: pl.DataFrame) -> Iterator[str]:
    """A note on the pairs of rules that deal other cards, each pair named once."""
    rules = {name for side in ("a", "b") for name in whole[side]}
    partners: dict[str, list[str]] = {}
    for a, b in whole.filter(pl.col("other_cards").is_not_null()).select("a", "b").unique(maintain_order=True).rows():
        partners.setdefault(a, []).append(b)
        partners.setdefault(b, []).append(a)
    with_every_other = {name for name, others in partners.items() if len(others) == len(rules) - 1 > 1}
    parts = []
    while any(partners.values()):
        name = max(partners, key=lambda name: len(partners[name]))
        others = partners.pop(name)
        parts.append(f"{name} with {'every other' if name in with_every_other else ', '.join(others)}")
        for other in others:
            partners[other].remove(name)
    if parts:
        yield f"left out, as these {' and '.join(about.keys[:-1])} deal other cards: {'; '.join(parts)}"


def compare_style(about: About) -> Style:
    """For the frames of `compare_table`."""
    one = about.units[0]
    importance = (
        _sides(about.peeks), "win_difference", "win_low", f"{one}_difference", f"{one}_low", "deals", "of_deals",
        "unknown", "missing", "cannot_tell", "unpaired", "holm_p", "mcnemar_p",
        ("only_a", "only_b", "both", "neither"), ("win_rate_a", "win_rate_b"), "win_more_deals", f"{one}_more_deals",
    )  # fmt: skip
    return Style(partial(_sheet, about), importance=importance)
