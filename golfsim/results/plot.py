"""Pictures of datasets: win rates, strokes, and totals of rounds. Needs matplotlib, the extra `plot`."""

from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import cbrt, ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from golfsim.errors import GolfsimError, OptionError
from golfsim.results.aligned import Player
from golfsim.results.dataset import Dataset, Paths, open_all
from golfsim.results.histogram import quantile
from golfsim.results.render import write_bytes
from golfsim.results.rounds import EXPERT_PAR, HOLES, PAR, check_par, round_totals
from golfsim.results.sheet import decimals_for
from golfsim.results.table import win_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("png", "svg", "pdf")
MOST_PANELS = 24

BLUE, ORANGE, GREEN, GREY = "#0072B2", "#D55E00", "#009E73", "#666666"
"""From the palette of M. Okabe and K. Ito (2008), which every kind of colour vision tells apart."""
SETTINGS: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "savefig.dpi": 150,
    # The names of clip paths in SVG are otherwise random.
    "svg.hashsalt": "golfsim",
}
WITHOUT_DATES: dict[str, dict[str, Any]] = {
    "png": {"Software": None},
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}
WIDE_RANGE = 20
"""Rates that differ by more than this factor are set on a logarithmic axis."""


def plot(paths: Paths, out: str | os.PathLike[str], kind: str = "wins", holes: int = HOLES, par: float = PAR) -> None:
    """Draw a picture of datasets and write it; the same bytes for the same rows and versions.

    Args:
        out: a file that ends in .png, .svg or .pdf.
        kind: `wins`, win rates with 95% Wilson intervals, a row a player; `strokes`, histograms of strokes a deal;
            `rounds`, histograms of the totals of rounds, with par and expert par.
        holes, par: of rounds; deals a round and strokes a hole.

    Strategies that see the stock have hollow marks or hatched bars, and are named as such.

    Raises:
        OptionError: for no path, an unknown kind or ending, too many players for one picture, or nothing to draw.
        GolfsimError: if matplotlib is not there, or the file cannot be written.
        DatasetError: for a path that is no readable dataset.
    """
    kinds: dict[str, Callable[[], Figure]] = {
        "wins": lambda: _wins(paths),
        "strokes": lambda: _strokes(paths),
        "rounds": lambda: _rounds(paths, holes, par),
    }
    if kind not in kinds:
        raise OptionError(f"unknown kind {kind!r}: expected one of {', '.join(kinds)}")
    form = Path(out).suffix[1:].lower()
    if form not in FORMATS:
        raise OptionError(f"{out}: expected a name that ends in .{', .'.join(FORMATS)}")
    try:
        import matplotlib as mpl
    except ImportError:
        raise GolfsimError("plots need matplotlib, which is not installed: pip install 'golfsim[plot]'") from None
    with mpl.rc_context(SETTINGS):
        buffer = io.BytesIO()
        kinds[kind]().savefig(buffer, format=form, metadata=WITHOUT_DATES[form], bbox_inches="tight")
    write_bytes(out, buffer.getvalue())


def _wins(paths: Paths) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator

    table = win_table(paths)
    rows = [row for row in table.iter_rows(named=True) if row["deals"]]
    _check_number(rows, "players")
    several = len({row["rules"] for row in rows}) > 1
    figure = Figure(figsize=(7.5, 1.3 + 0.34 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    # A gap between the rules, the first row at the top.
    heights = [-place - 0.6 * _changes(rows, place) for place in range(len(rows))]
    decimals = decimals_for(100 * (table["win_high"] - table["win_low"]), digits=1)
    for height, row in zip(heights, rows, strict=True):
        _win_mark(axes, height, row, decimals)
    names = [_name(Player(row["rules"], row["strategy"]), row["sees_stock"], several) for row in rows]
    axes.set_yticks(heights, names)
    axes.set_ylim(min(heights) - 0.7, max(heights) + 0.7)
    rates = [row["win_rate"] for row in rows if row["win_rate"]]
    if rates and max(rates) > WIDE_RANGE * min(rates):
        axes.set_xscale("log", subs=[])
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.set_xlim(100 * min(rates) / 2, min(110.0, 400 * max(rates)))
    else:
        axes.set_xlim(0, 120 * max([row["win_high"] for row in rows]) or 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%")
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#dddddd")
    deals = sorted({row["deals"] for row in rows})
    of = f"{deals[0]:,}" if len(deals) == 1 else f"{deals[0]:,} to {deals[-1]:,}"
    remark = "hollow: sees the stock, a measure of winnability and not of skill"
    label = f"win rate with 95% interval, {of} deals each"
    axes.set_xlabel(f"{label}\n{remark}" if any(row["sees_stock"] for row in rows) else label)
    title = "Win rates" if several else f"Win rates, {rows[0]['rules']}"
    axes.set_title(title, loc="left", fontweight="bold")
    return figure


def _changes(rows: Sequence[Mapping[str, Any]], place: int) -> int:
    """How often the rules change down to a row."""
    return sum(one["rules"] != other["rules"] for one, other in pairwise(rows[: place + 1]))


def _win_mark(axes: Axes, height: float, row: Mapping[str, Any], decimals: int) -> None:
    rate, low, high = (100 * row[name] for name in ("win_rate", "win_low", "win_high"))
    colour = ORANGE if row["sees_stock"] else BLUE
    axes.plot([low, high], [height, height], color=colour, linewidth=2, solid_capstyle="butt")
    axes.plot(
        rate,
        height,
        marker="D" if row["sees_stock"] else "o",
        markersize=6,
        color=colour,
        markerfacecolor="white" if row["sees_stock"] else colour,
    )
    axes.annotate(
        f"{'≥' if row['unknown'] else ''}{rate:.{decimals}f}%",
        (high, height),
        xytext=(9, 0),
        textcoords="offset points",
        va="center",
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
    )


def _strokes(paths: Paths) -> Figure:
    found: dict[Player, Counter[int]] = {}
    sees_stock: dict[Player, bool] = {}
    for dataset in open_all(paths):
        for player, seen, histogram in _stroke_histograms(dataset):
            found.setdefault(player, Counter()).update(histogram)
            sees_stock[player] = seen
    figure, panels = _panels(found, sees_stock, "strokes", "strokes a deal", "share of deals")
    for axes in panels:
        _line(axes, 0.5, "cleared", GREEN, right=False)
    return figure


def _stroke_histograms(dataset: Dataset) -> list[tuple[Player, bool, Counter[int]]]:
    result = []
    for group in dataset.groups:
        counts = {taken: count for (taken,), count in dataset.counts(group, "strokes").items()}
        # Those of some deals alone, as a search for wins only leaves them, would mislead.
        histogram = Counter() if None in counts else Counter(counts)
        result.append((Player(group.rules, group.strategy), group.sees_stock, histogram))
    return result


def _rounds(paths: Paths, holes: int, par: float) -> Figure:
    check_par(par)
    totals = round_totals(paths, holes)
    found = {one.player: one.histogram if not one.unknown else Counter() for one in totals}
    sees_stock = {one.player: one.sees_stock for one in totals}
    course, expert = round(par * holes), EXPERT_PAR * holes
    width = max((_bar_width(histogram) for histogram in found.values() if histogram), default=1)
    share = "share of rounds" if width == 1 else f"share of rounds, {width} strokes a bar"
    binned = {player: _binned(histogram, course, width) for player, histogram in found.items()}
    figure, panels = _panels(binned, sees_stock, "rounds", f"strokes of {holes} deals", share, width)
    for axes in panels:
        if course != expert:
            _line(axes, expert - 0.5, f"expert {expert}", GREEN, right=course < expert)
        _line(axes, course - 0.5, f"par {course}", GREY, right=course >= expert)
    # Room for the names of the lines.
    low, high = panels[0].get_xlim()
    panels[0].set_xlim(min(low, min(course, expert) - 0.2 * (high - low)), max(high, max(course, expert)))
    return figure


def _panels(
    found: Mapping[Player, Counter[int]],
    sees_stock: Mapping[Player, bool],
    what: str,
    x_label: str,
    y_label: str,
    width: int = 1,
) -> tuple[Figure, list[Axes]]:
    """A panel for each player, with common axes; a value of a histogram stands for `width` values from it on."""
    from matplotlib.figure import Figure

    for player in [player for player, histogram in found.items() if not histogram]:
        raise OptionError(f"{player}: no {what} to draw: expected more deals, of known strokes")
    _check_number(list(found), "players")
    several = len({player.rules for player in found}) > 1
    across = 1 if len(found) == 1 else 2
    down = ceil(len(found) / across)
    figure = Figure(figsize=(4.2 * across, 0.7 + 2.2 * down), layout="constrained")
    grid = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False)
    panels = list(grid.flat)
    for axes, player in zip(panels, found, strict=False):
        axes.set_title(_name(player, sees_stock[player], several), loc="left", fontweight="bold")
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g}%")
        axes.grid(axis="y", color="#dddddd")
        axes.tick_params(labelbottom=True)
        _bars(axes, found[player], sees_stock[player], width)
    # Above the bars, for the names of the lines.
    panels[0].set_ylim(0, 1.15 * panels[0].get_ylim()[1])
    for axes in panels[len(found) :]:
        axes.set_visible(False)
    rules = "" if several else f", {next(iter(found)).rules}"
    remark = "\nhatched: sees the stock, not what a player could score" if any(sees_stock.values()) else ""
    figure.supxlabel(f"{x_label}{rules}{remark}", fontsize=9)
    figure.supylabel(y_label, fontsize=9)
    return figure, panels[: len(found)]


def _bars(axes: Axes, histogram: Counter[int], sees_stock: bool, width: int) -> None:
    lefts = [value - 0.5 for value in sorted(histogram)]
    shares = [histogram[value] / histogram.total() for value in sorted(histogram)]
    if sees_stock:
        look: dict[str, Any] = {"facecolor": "white", "edgecolor": ORANGE, "hatch": "////", "linewidth": 0.6}
    else:
        look = {"color": BLUE}
    axes.bar(lefts, shares, width=width, align="edge", **look)


def _bar_width(histogram: Counter[int]) -> int:
    """Values a bar, so that the shape shows and chance does not: the rule of Freedman and Diaconis (1981)."""
    spread = quantile(histogram, 0.75) - quantile(histogram, 0.25)
    return max(1, round(2 * spread / cbrt(histogram.total())))


def _binned(histogram: Counter[int], start: int, width: int) -> Counter[int]:
    """Values `width` to a bar, each bar under its least value; one begins at `start`, so that par parts two bars."""
    bars: Counter[int] = Counter()
    for value, count in histogram.items():
        bars[start + (value - start) // width * width] += count
    return bars


def _line(axes: Axes, at: float, label: str, colour: str, right: bool) -> None:
    axes.axvline(at, color=colour, linewidth=1.2, linestyle="-" if colour == GREEN else "--")
    axes.annotate(
        label,
        (at, 1),
        xycoords=("data", "axes fraction"),
        xytext=(3 if right else -3, -1),
        textcoords="offset points",
        ha="left" if right else "right",
        va="top",
        color=colour,
        fontsize=8,
    )


def _name(player: Player, sees_stock: bool, several: bool) -> str:
    name = f"{player.rules}: {player.strategy}" if several else player.strategy
    return f"{name} (sees stock)" if sees_stock else name


def _check_number(drawn: Sequence[object], what: str) -> None:
    if not drawn:
        raise OptionError("nothing to draw: expected a dataset with rows")
    if len(drawn) > MOST_PANELS:
        raise OptionError(f"{len(drawn)} {what} in one picture: expected at most {MOST_PANELS}")
