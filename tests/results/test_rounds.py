"""Rounds against hand computations and against slices of a plain list."""

from __future__ import annotations

import statistics
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golfsim.errors import OptionError
from golfsim.games.solitaire.about import ABOUT
from golfsim.results.intervals import t_quantile
from golfsim.results.render import FORMATS, render
from golfsim.results.rounds import figures, rounds_table
from golfsim.results.rounds_style import rounds_style

from .conftest import Make, Outcome, write_dataset

GREEDY = ("classic", "greedy")
SOLVER = ("classic", "solver")


def strokes(*values: int | None) -> list[Outcome]:
    return [(None if value is None else value <= 0, value) for value in values]


def test_figures_by_hand(make: Make) -> None:
    frame = rounds_table(make("a", {GREEDY: strokes(1, 2, 3, 10, 5, 6, -2, 9, 8, 4, 1)}, shard=4), holes=3)
    assert dict(frame.schema) == {name: dtype() for name, dtype in figures(ABOUT).items()}
    row = frame.row(0, named=True)
    # Totals 6, 21 and 15; par 15, expert 12.
    assert [row[name] for name in ("holes", "rounds", "left_over", "missing", "unknown")] == [3, 3, 2, 0, 0]
    assert (row["mean"], row["sd"]) == (14.0, pytest.approx(sqrt((64 + 49 + 1) / 2)))
    reach = 4.303 * sqrt(57 / 3)
    assert (row["mean_low"], row["mean_high"]) == pytest.approx((14 - reach, 14 + reach), abs=0.01)
    assert [row[name] for name in ("best", "q05", "q25", "median", "q75", "q95", "worst")] == [
        6,
        6,
        6,
        15,
        21,
        21,
        21,
    ]
    assert [row[name] for name in ("par", "under_par", "at_par", "over_par")] == pytest.approx(
        [15, 1 / 3, 1 / 3, 1 / 3]
    )
    assert [row[name] for name in ("expert_par", "under_expert", "at_expert")] == pytest.approx([12, 1 / 3, 0])
    assert row["over_expert"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(("holes", "par", "expert"), [(9, 45, 36), (18, 90, 72)])
def test_par_and_expert_par(make: Make, holes: int, par: int, expert: int) -> None:
    row = rounds_table(make("a", {GREEDY: strokes(*[5] * 36)}), holes=holes).row(0, named=True)
    assert (row["par"], row["expert_par"], row["at_par"], row["over_expert"]) == (par, expert, 1.0, 1.0)
    assert rounds_table(make("b", {GREEDY: strokes(*[5] * 36)}), holes, par=4.5)["par"][0] == round(4.5 * holes)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(-16, 35), min_size=1, max_size=60),
    st.integers(1, 12),
    st.integers(1, 61),
    st.integers(0, 60),
)
def test_totals_are_sums_of_slices_however_the_rows_are_cut(
    values: list[int], holes: int, shard: int, cut: int
) -> None:
    with TemporaryDirectory() as folder:
        paths = [
            write_dataset(Path(folder) / str(start), {GREEDY: strokes(*some)}, shard=shard, first=start)
            for start, some in ((0, values[:cut]), (cut, values[cut:]))
            if some
        ]
        row = rounds_table(paths, holes, level=0.9).row(0, named=True)
    totals = [sum(values[start : start + holes]) for start in range(0, len(values) - holes + 1, holes)]
    assert (row["rounds"], row["left_over"]) == (len(totals), len(values) % holes)
    if not totals:
        assert row["mean"] is row["best"] is row["under_par"] is None
        return
    assert (row["mean"], row["best"], row["worst"]) == (
        pytest.approx(statistics.fmean(totals)),
        min(totals),
        max(totals),
    )
    assert row["under_par"] == pytest.approx(sum(total < 5 * holes for total in totals) / len(totals))
    if len(totals) > 1:
        assert row["sd"] == pytest.approx(statistics.stdev(totals))
        reach = t_quantile(0.9, len(totals) - 1) * row["sd"] / sqrt(len(totals))
        assert row["mean_high"] - row["mean_low"] == pytest.approx(2 * reach)
    else:
        assert row["sd"] is row["mean_low"] is None


def test_no_round_mixes_seeds(make: Make) -> None:
    paths = [make("a", {GREEDY: strokes(1, 1, 1)}), make("b", {GREEDY: strokes(2, 2, 2)}, seed=8)]
    row = rounds_table(paths, holes=2).row(0, named=True)
    assert (row["rounds"], row["left_over"], row["mean"]) == (2, 2, 3.0)


def test_unknown_strokes_leave_no_figures(make: Make) -> None:
    root = make("a", {SOLVER: strokes(1, None, 3, 4, 5, 6), GREEDY: strokes(1, 2)}, sees_stock=["solver"], deals=8)
    frame = rounds_table(root, holes=2)
    row = frame.row(0, named=True)
    assert [row[name] for name in ("rounds", "unknown", "missing", "mean", "best")] == [3, 1, 2, None, None]
    text = render(frame, style=rounds_style(ABOUT))
    for remark in ("unknown: rounds in which", "missing: deals of an unfinished", "sees stock: the strategy read"):
        assert remark in text


def test_the_sheet_in_every_format(make: Make) -> None:
    frame = rounds_table(make("a", {GREEDY: strokes(*range(20))}))
    text = render(frame, "markdown", rounds_style(ABOUT))
    assert "| under par 45 |" in text
    assert "| over expert par 36 |" in text
    assert "left over: deals at the end" in text
    for format_ in FORMATS[:-1]:
        assert render(frame, format_, rounds_style(ABOUT))


@pytest.mark.parametrize("holes", [0, -9, 10**7])
def test_impossible_holes(make: Make, holes: int) -> None:
    with pytest.raises(OptionError, match=rf"^holes {holes}: expected 1 to 1000000"):
        rounds_table(make("a", {GREEDY: strokes(1)}), holes)
