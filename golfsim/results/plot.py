"""Pictures of datasets: win rates, strokes, and totals of rounds. Needs matplotlib, the extra `plot`."""

from __future__ import annotations

import io
import os
import textwrap
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cbrt, ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from golfsim.datasets.about import About
from golfsim.errors import GolfsimError, OptionError
from golfsim.results.aligned import tracks
from golfsim.results.beside import Starts, counts, read_condition
from golfsim.results.dataset import Dataset, Paths, Player, open_all
from golfsim.results.histogram import quantile
from golfsim.results.render import write_bytes
from golfsim.results.rounds import check_par, round_totals
from golfsim.results.selection import selected
from golfsim.results.sheet import decimals_for
from golfsim.results.table import win_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("png", "svg", "pdf")
MOST_PANELS = 24
NOTE_WIDTH = 100
"""Letters a line of the notes below a picture."""
NOTE_HEIGHT = 0.16
"""Inches a line of them."""
TOO_FEW = "too few deals"
"""Why a player is left out of a picture of scores."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#F0E442")
"""The palette of M. Okabe and K. Ito (2008), which every kind of colour vision tells apart: one a strategy."""
DASHES: tuple[Literal["-", "--", ":", "-."], ...] = ("-", "--", ":", "-.")
"""Lines of those whose colours are used up: the second of a colour is dashed, and so on."""
BLACK, GREY = "#222222", "#666666"
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


@dataclass(frozen=True)
class Selection:
    """Which deals are drawn; see `golfsim.results.beside.read_condition`."""

    where: str | None = None
    starts: Starts | None = None

    def notes(self, of_deals: Iterable[int], matching: Iterable[int], width: int) -> list[str]:
        """What the condition is and how many deals match it, on lines of so many letters."""
        if self.where is None:
            return []
        counts = (pl.Series(list(values), dtype=pl.Int64) for values in (of_deals, matching))
        return _wrapped(selected(self.where, *counts), width)


EVERY = Selection()
"""All deals."""


@dataclass
class Look:
    """The colours of strategies, in the order in which they first come."""

    who: list[str]

    @staticmethod
    def of(players: Iterable[Player]) -> Look:
        """A colour for each."""
        return Look(list(dict.fromkeys(player.who for player in players)))

    def colour(self, player: Player) -> str:
        """Of all that stands for a player."""
        return COLOURS[self.who.index(player.who) % len(COLOURS)]

    def dashes(self, player: Player) -> Literal["-", "--", ":", "-."]:
        """The style of lines."""
        return DASHES[self.who.index(player.who) // len(COLOURS) % len(DASHES)]

    def legend(self, figure: Figure) -> None:
        """Say whose colour is which."""
        from matplotlib.lines import Line2D

        looks = [
            {"color": COLOURS[place % len(COLOURS)], "linestyle": DASHES[place // len(COLOURS) % len(DASHES)]}
            for place in range(len(self.who))
        ]
        lines = [Line2D([], [], linewidth=2.5, **look) for look in looks]  # type: ignore[arg-type]
        figure.legend(lines, self.who, loc="outside right upper", frameon=False)


def plot(
    paths: Paths,
    out: str | os.PathLike[str],
    kind: str = "wins",
    holes: int | None = None,
    par: float | None = None,
    rules: Sequence[str] = (),
    strategies: Sequence[str] = (),
    where: str | None = None,
    starts: Starts | None = None,
) -> None:
    """Draw a picture of datasets and write it; the same bytes for the same rows and versions.

    Args:
        out: a file that ends in .png, .svg or .pdf.
        kind: `wins`, win rates with 95% Wilson intervals, a row a player; `strokes` (or whatever the unit of scores
            is), histograms of them a deal; `cumulative`, the share of deals with at most so many of them, all players
            in one panel; `rounds`, histograms of the totals of rounds, with par and expert par.
        holes, par: of rounds; deals a round and strokes a hole, by default those of the game.
        rules, strategies: which are drawn; by default all.
        where, starts: a condition on the deals drawn; see `golfsim.results.beside.read_condition`.

    Each strategy has a colour, the same under all rules. Those that see the stock have hollow marks, hatched bars or
    circles on their lines, and are named as such. With unknown outcomes, a win rate is marked as the least it can be,
    with an interval that allows for all of them. Players whose strokes are not all known, or who have too few deals,
    are left out of all kinds but `wins`. Notes in the picture say so.

    Raises:
        OptionError: for no path, an unknown kind, ending, rules or strategy, too many players for one picture, or
            nothing to draw.
        GolfsimError: if matplotlib is not there, or the file cannot be written.
        DatasetError: for a path that is no readable dataset.
    """
    datasets = open_all(paths)
    about = datasets[0].about
    kinds: dict[str, Callable[[], Figure]] = {
        "wins": lambda: _wins(datasets, chosen, selection),
        about.units[1]: lambda: _scores(datasets, chosen, selection),
        "cumulative": lambda: _cumulative(datasets, chosen, selection),
        "rounds": lambda: _rounds(datasets, holes, par, chosen, selection),
    }
    if kind not in kinds:
        raise OptionError(f"unknown kind {kind!r}: expected one of {', '.join(kinds)}")
    form = form_of(out)
    try:
        import matplotlib as mpl
    except ImportError:
        raise GolfsimError("plots need matplotlib, which is not installed: pip install 'golfsim[plot]'") from None
    chosen = _chosen(datasets, rules, strategies)
    selection = Selection(where, starts)
    with mpl.rc_context(SETTINGS):
        buffer = io.BytesIO()
        kinds[kind]().savefig(buffer, format=form, metadata=WITHOUT_DATES[form], bbox_inches="tight")
    write_bytes(out, buffer.getvalue())


def form_of(out: str | os.PathLike[str]) -> str:
    """What the ending of a file's name asks for; OptionError unless it is one of FORMATS."""
    form = Path(out).suffix[1:].lower()
    if form not in FORMATS:
        raise OptionError(f"{out}: expected a name that ends in .{', .'.join(FORMATS)}")
    return form


def _chosen(datasets: Sequence[Dataset], rules: Sequence[str], strategies: Sequence[str]) -> set[Player]:
    """The players to draw."""
    players = {group.player: None for dataset in datasets for group in dataset.groups}
    keys = datasets[0].keys
    for what, names, known in (
        (" and ".join(keys[:-1]), rules, dict.fromkeys("/".join(player.under) for player in players)),
        (keys[-1], strategies, dict.fromkeys(player.who for player in players)),
    ):
        for name in names:
            if name not in known:
                raise OptionError(f"unknown {what} {name!r}: expected some of {', '.join(known)}")
    return {
        player
        for player in players
        if (not rules or "/".join(player.under) in rules) and (not strategies or player.who in strategies)
    }


def _wins(datasets: Sequence[Dataset], chosen: Collection[Player], selection: Selection = EVERY) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator

    about = datasets[0].about
    table = win_table(datasets, where=selection.where, starts=selection.starts).filter(pl.col("deals") > 0)
    every = [Player(names) for names in table.select(about.keys).rows()]
    rows = [
        row | {"player": player, "peeks": row[about.peeks]}
        for player, row in zip(every, table.iter_rows(named=True), strict=True)
        if player in chosen
    ]
    _check_number(rows)
    several = len({row["player"].under for row in rows}) > 1
    look = Look.of(row["player"] for row in rows)
    figure = Figure(figsize=(7.5, 1.3 + 0.34 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    # A gap between the rules, the first row at the top.
    heights = [-place - 0.6 * _changes(rows, place) for place in range(len(rows))]
    decimals = decimals_for(pl.Series([100 * (row["win_high"] - row["win_low"]) for row in rows]), digits=1)
    for height, row in zip(heights, rows, strict=True):
        _win_mark(axes, height, row, decimals, look.colour(row["player"]))
    names = [_name(about, row["player"], row["peeks"], several) for row in rows]
    axes.set_yticks(heights, names)
    axes.set_ylim(min(heights) - 0.7, max(heights) + 0.7)
    rates = [row["win_rate"] for row in rows]
    low, high = 100 * min(row["win_low"] for row in rows), 100 * max(row["win_high"] for row in rows)
    # A logarithmic axis has no place for 0, where the interval of a rate of 0 begins.
    logarithmic = 0 < WIDE_RANGE * min(rates) < max(rates)
    if logarithmic:
        axes.set_xscale("log", subs=[])
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.set_xlim(min(50 * min(rates), low / 1.1), max(min(110.0, 400 * max(rates)), 1.1 * high))
    else:
        axes.set_xlim(0, 1.2 * high)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%" if value <= 100 else "")
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#dddddd")
    deals = sorted({row["deals"] for row in rows})
    of = f"{deals[0]:,}" if len(deals) == 1 else f"{deals[0]:,} to {deals[-1]:,}"
    scale = ", logarithmic scale" if logarithmic else ""
    notes = [f"win rate with 95% interval{scale}, {of} deals each"]
    if selection.where is not None:
        notes += selection.notes([row["of_deals"] for row in rows], [row["deals"] for row in rows], NOTE_WIDTH)
    if any(row["peeks"] for row in rows):
        notes.append(f"hollow: {about.peeking}, a measure of {about.peek_measures} and not of skill")
    unknown = [
        f"{_name(about, row['player'], peeks=False, several=several)} ({row['unknown']:,} of {row['deals']:,})"
        for row in rows
        if row["unknown"]
    ]
    if unknown:
        notes.append("≥: at least, as some deals are undecided; the interval is all the rate could be")
        notes += _wrapped(f"deals of unknown outcome: {'; '.join(unknown)}", NOTE_WIDTH)
    figure.set_figheight(figure.get_figheight() + NOTE_HEIGHT * max(0, len(notes) - 2))
    axes.set_xlabel("\n".join(notes))
    title = "Win rates" if several else f"Win rates, {'/'.join(rows[0]['player'].under)}"
    axes.set_title(title, loc="left", fontweight="bold")
    if several and len(look.who) > 1:
        look.legend(figure)
    return figure


def _changes(rows: Sequence[Mapping[str, Any]], place: int) -> int:
    """How often what is played under changes down to a row."""
    return sum(one["player"].under != other["player"].under for one, other in pairwise(rows[: place + 1]))


def _win_mark(axes: Axes, height: float, row: Mapping[str, Any], decimals: int, colour: str) -> None:
    rate, low, high = (100 * row[name] for name in ("win_rate", "win_low", "win_high"))
    axes.plot([low, high], [height, height], color=colour, linewidth=2, solid_capstyle="butt")
    # An arrow up from the least it can be, where the rate is not known.
    axes.plot(
        rate,
        height,
        marker=">" if row["unknown"] else "D" if row["peeks"] else "o",
        markersize=6,
        color=colour,
        markerfacecolor="white" if row["peeks"] else colour,
        # Whole at 0 as well.
        clip_on=False,
    )
    axes.annotate(
        f"{'≥' if row['unknown'] else ''}{rate:.{decimals}f}%"
        f"{' (all unknown)' if row['unknown'] == row['deals'] else ''}",
        (high, height),
        xytext=(9, 0),
        textcoords="offset points",
        va="center",
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
    )


@dataclass
class Scores:
    """The scores of those to draw: how often each occurs, or why there is no drawing them.

    `of_deals` and `matching` say of each how many deals a condition chose from, and how many it chose.
    """

    found: dict[Player, Counter[int] | str]
    peeks: dict[Player, bool]
    of_deals: dict[Player, int]
    matching: dict[Player, int]

    @staticmethod
    def of(datasets: Sequence[Dataset], chosen: Collection[Player], selection: Selection) -> Scores:
        about = datasets[0].about
        rows: dict[Player, Counter[int | None]] = {}
        result = Scores({}, {}, {}, {})
        every = None
        if selection.where is not None:
            found = tracks(datasets)
            everyone = [track for several in found.values() for track in several]
            condition = read_condition(selection.where, datasets, everyone, selection.starts)
            every = counts(found, [datasets[0].score], condition, condition.asked)
        for dataset in datasets:
            for group in dataset.groups:
                player = group.player
                if player not in chosen:
                    continue
                result.peeks[player] = group.peeks
                own = rows.setdefault(player, Counter())
                if every is None:
                    own.update({score: count for (score,), count in dataset.counts(group, dataset.score).items()})
                    continue
                for (holds, score), count in every.get((id(dataset), player), {}).items():
                    own[score] += count if holds else 0
                    result.of_deals[player] = result.of_deals.get(player, 0) + count
        for player, own in rows.items():
            result.matching[player] = own.total()
            known = Counter({score: count for score, count in own.items() if score is not None and count})
            # Those of some deals alone, as a search for wins only leaves them, would mislead.
            result.found[player] = _not_known(about) if own[None] else known
        return result

    def notes(self, selection: Selection, width: int) -> list[str]:
        """Which deals of those that are drawn are drawn."""
        drawn = [player for player, histogram in self.found.items() if histogram and not isinstance(histogram, str)]
        of_deals = [self.of_deals.get(player, 0) for player in drawn]
        return selection.notes(of_deals, [self.matching[player] for player in drawn], width)


def _scores(datasets: Sequence[Dataset], chosen: Collection[Player], selection: Selection) -> Figure:
    about = datasets[0].about
    scores = Scores.of(datasets, chosen, selection)
    unit = about.units[1]
    notes = scores.notes(selection, NOTE_WIDTH)
    figure, panels = _panels(about, scores.found, scores.peeks, unit, f"{unit} a deal", "share of deals", notes=notes)
    for axes in panels:
        _line(axes, 0.5, about.won, BLACK, right=False)
    return figure


def _cumulative(datasets: Sequence[Dataset], chosen: Collection[Player], selection: Selection) -> Figure:
    """A panel for all who play under the same: the share of deals with at most so many strokes, a line a player."""
    from matplotlib.figure import Figure

    about = datasets[0].about
    scores = Scores.of(datasets, chosen, selection)
    unit = about.units[1]
    found, left_out = _drawn(about, scores.found, unit)
    look = Look.of(found)
    unders = list(dict.fromkeys(player.under for player in found))
    _check_number(unders)
    across = 1 if len(unders) == 1 else 2
    down = ceil(len(unders) / across)
    figure = Figure(figsize=(1.6 + 4.4 * across, 0.9 + 2.8 * down), layout="constrained")
    panels = list(figure.subplots(down, across, sharex=True, sharey=True, squeeze=False).flat)
    low = min(min(histogram) for histogram in found.values()) - 1
    high = max(max(histogram) for histogram in found.values())
    places = range(low, high + 1)
    for axes, under in zip(panels, unders, strict=False):
        axes.set_title("/".join(under), loc="left", fontweight="bold")
        for player, histogram in found.items():
            if player.under == under:
                shares = [sum(histogram[x] for x in histogram if x <= value) / histogram.total() for value in places]
                peeks = scores.peeks[player]
                axes.step(
                    places, shares, where="post", color=look.colour(player), linestyle=look.dashes(player),
                    marker="o" if peeks else None, markevery=3, markersize=4, markerfacecolor="white",
                )  # fmt: skip
        axes.set_ylim(0, 1.02)
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g}%")
        axes.grid(color="#dddddd")
        axes.tick_params(labelbottom=True)
        _line(axes, 0.5, about.won, GREY, right=False)
    for axes in panels[len(unders) :]:
        axes.set_visible(False)
    width = NOTE_WIDTH * across // 2
    notes = [f"{unit} a deal", *scores.notes(selection, width)]
    if any(scores.peeks[player] for player in found):
        notes += _wrapped(f"circles: {about.peeking}, not what a player could score", width)
    _finish(figure, notes + left_out(width), f"share of deals with at most so many {unit}")
    look.legend(figure)
    return figure


def _not_known(about: About) -> str:
    return f"{about.units[1]} of some deals are not known"


def _rounds(
    datasets: Sequence[Dataset],
    holes: int | None,
    par: float | None,
    chosen: Collection[Player],
    selection: Selection,
) -> Figure:
    about = datasets[0].about
    holes = about.holes if holes is None else holes
    par = about.par if par is None else par
    check_par(par, about)
    every = round_totals(datasets, holes, selection.where, selection.starts)
    totals = [one for one in every if one.player in chosen]
    known = [one for one in totals if not one.unknown]
    peeks = {one.player: one.peeks for one in totals}
    course, expert = round(par * holes), round(about.expert_par * holes)
    width = max((_bar_width(one.histogram) for one in known if one.histogram), default=1)
    share = "share of rounds" if width == 1 else f"share of rounds, {width} {about.units[1]} a bar"
    binned = {
        one.player: _not_known(about) if one.unknown else _binned(one.histogram, course, width) for one in totals
    }
    drawn = [one for one in known if one.histogram]
    matching = [one.histogram.total() * holes + one.left_over for one in drawn]
    notes = selection.notes([one.of_deals for one in drawn], matching, NOTE_WIDTH)
    of = f"{about.units[1]} of {holes} deals{' that match' if selection.where is not None else ''}"
    figure, panels = _panels(about, binned, peeks, "rounds", of, share, width, notes)
    for axes in panels:
        if course != expert:
            _line(axes, expert - 0.5, f"expert {expert}", BLACK, right=course < expert)
        _line(axes, course - 0.5, f"par {course}", GREY, right=course >= expert)
    # Room for the names of the lines.
    low, high = panels[0].get_xlim()
    panels[0].set_xlim(min(low, min(course, expert) - 0.2 * (high - low)), max(high, max(course, expert)))
    return figure


def _panels(
    about: About,
    histograms: Mapping[Player, Counter[int] | str],
    peeks: Mapping[Player, bool],
    what: str,
    x_label: str,
    y_label: str,
    width: int = 1,
    notes: Sequence[str] = (),
) -> tuple[Figure, list[Axes]]:
    """A panel for each player, with common axes; a value of a histogram stands for `width` values from it on.

    Who has none, or in its place why not, is left out and named below.
    """
    from matplotlib.figure import Figure

    found, left_out = _drawn(about, histograms, what)
    _check_number(found)
    several = len({player.under for player in found}) > 1
    look = Look.of(found)
    across = 1 if len(found) == 1 else 2
    down = ceil(len(found) / across)
    figure = Figure(figsize=(4.2 * across, 0.7 + 2.2 * down), layout="constrained")
    grid = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False)
    panels = list(grid.flat)
    for axes, player in zip(panels, found, strict=False):
        axes.set_title(_name(about, player, peeks[player], several), loc="left", fontweight="bold")
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g}%")
        axes.grid(axis="y", color="#dddddd")
        axes.tick_params(labelbottom=True)
        _bars(axes, found[player], peeks[player], width, look.colour(player))
    # Above the bars, for the names of the lines.
    panels[0].set_ylim(0, 1.15 * panels[0].get_ylim()[1])
    for axes in panels[len(found) :]:
        axes.set_visible(False)
    said = [x_label if several else f"{x_label}, {'/'.join(next(iter(found)).under)}"]
    said += [line for note in notes for line in _wrapped(note, NOTE_WIDTH * across // 2)]
    if any(peeks[player] for player in found):
        said.append(f"hatched: {about.peeking}, not what a player could score")
    _finish(figure, said + left_out(NOTE_WIDTH * across // 2), y_label)
    if several and len(look.who) > 1:
        look.legend(figure)
    return figure, panels[: len(found)]


def _drawn(
    about: About, histograms: Mapping[Player, Counter[int] | str], what: str
) -> tuple[dict[Player, Counter[int]], Callable[[int], list[str]]]:
    """Those that can be drawn; and, on lines of so many letters, who is left out and why."""
    found: dict[Player, Counter[int]] = {}
    left_out: dict[str, list[Player]] = {}
    for player, histogram in histograms.items():
        if histogram and not isinstance(histogram, str):
            found[player] = histogram
        else:
            left_out.setdefault(str(histogram or TOO_FEW), []).append(player)
    if left_out and not found:
        nobody = ", ".join(map(str, histograms))
        raise OptionError(f"{nobody}: no {what} to draw: expected more deals, of known {about.units[1]}")
    _check_number(found)

    def notes(width: int) -> list[str]:
        return [
            line
            for why, players in left_out.items()
            for line in _wrapped(f"left out, {why}: {', '.join(map(str, players))}", width)
        ]

    return found, notes


def _finish(figure: Figure, notes: Sequence[str], y_label: str) -> None:
    """The notes below all panels, with room for them, and what they all measure."""
    figure.set_figheight(figure.get_figheight() + NOTE_HEIGHT * max(0, len(notes) - 2))
    figure.supxlabel("\n".join(notes), fontsize=9)
    figure.supylabel(y_label, fontsize=9)


def _bars(axes: Axes, histogram: Counter[int], peeks: bool, width: int, colour: str) -> None:
    lefts = [value - 0.5 for value in sorted(histogram)]
    shares = [histogram[value] / histogram.total() for value in sorted(histogram)]
    if peeks:
        look: dict[str, Any] = {"facecolor": "white", "edgecolor": colour, "hatch": "////", "linewidth": 0.6}
    else:
        look = {"color": colour}
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
    axes.axvline(at, color=colour, linewidth=1.2, linestyle="-" if colour == BLACK else "--")
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


def _name(about: About, player: Player, peeks: bool, several: bool) -> str:
    name = f"{'/'.join(player.under)}: {player.who}" if several else player.who
    return f"{name} ({about.peeks_heading})" if peeks else name


def _wrapped(note: str, width: int) -> list[str]:
    return textwrap.wrap(note, width, break_long_words=False, break_on_hyphens=False)


def _check_number(drawn: Collection[object]) -> None:
    if not drawn:
        raise OptionError("nothing to draw: expected a dataset with rows")
    if len(drawn) > MOST_PANELS:
        raise OptionError(
            f"{len(drawn)} players in one picture: expected at most {MOST_PANELS}: choose some with --rules NAME and "
            f"--strategy NAME"
        )
