"""The win-rate table: how often each player wins a deal, and with what score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from golfsim.datasets.about import About
from golfsim.errors import DatasetError
from golfsim.results import histogram
from golfsim.results.aligned import tracks
from golfsim.results.beside import Asked, Counts, Starts, counts, read_condition
from golfsim.results.dataset import Paths, Player, open_all
from golfsim.results.intervals import normal_quantile, standard_error, wilson
from golfsim.results.pooling import Key, Member, key_frame, plays_per_deal, pools
from golfsim.results.selection import SELECTION
from golfsim.results.where import Kind

COUNTS: dict[str, type[pl.DataType]] = {
    "deals": pl.Int64,
    "wins": pl.Int64,
    "unknown": pl.Int64,
    "missing": pl.Int64,
    "plays_per_deal": pl.Int64,
    "win_rate": pl.Float64,
    "win_low": pl.Float64,
    "win_high": pl.Float64,
    "level": pl.Float64,
}


def round_column(about: About) -> str:
    """Name of the column of the mean total of a usual round: for Golf `mean_nine_hole_total`."""
    return f"mean_{about.round_name.replace('-', '_')}_total"


def figures(about: About) -> dict[str, type[pl.DataType]]:
    """The columns after the names and that of peeking, always all of them, in this order."""
    unit = about.units[1]
    of_scores = {f"{what}_{unit}": pl.Float64 for what in ("mean", "se", "median")}
    return {**COUNTS, **of_scores, "best": pl.Int64, "worst": pl.Int64, round_column(about): pl.Float64}


@dataclass
class _Tally:
    """What a row of the table counts.

    Attributes:
        outcomes, scores: how many deals have each, of those that count.
        rows: deals on disk, whether they count or not.
        cannot_tell: those for which a condition is neither true nor false.
        missing: deals the manifests list that are not on disk.
    """

    outcomes: Counter[bool | None] = field(default_factory=Counter)
    scores: Counter[int | None] = field(default_factory=Counter)
    rows: int = 0
    cannot_tell: int = 0
    missing: int = 0

    def add(self, count: int, won: bool | None, score: int | None, holds: bool | None = True) -> None:
        """So many deals of one outcome and score."""
        self.rows += count
        if holds:
            self.outcomes[won] += count
            self.scores[score] += count
        elif holds is None:
            self.cannot_tell += count


def win_table(
    paths: Paths,
    by: str | Iterable[str] | None = None,
    level: float = 0.95,
    where: str | None = None,
    starts: Starts | None = None,
) -> pl.DataFrame:
    """Win rates and scores of one or more datasets, one row for each combination of `by`, in manifest order.

    The names are those of Golf; another game has its own keys and unit, see `golfsim.datasets.about`. `by` may name
    rules, strategy, sees_stock, source, seed, dataset and any option of the rules (kings, draw, ...); by default it
    is the keys, rules and strategy. Rows are streamed into a histogram, so that memory does not grow with them.

    Args:
        where: a condition on deals, which leaves only those for which it holds; see
            `golfsim.results.beside.read_condition`.
        starts: what the game can tell of the start of a deal: columns that `where` and `by` may name as well. By
            them rows come in order of the values.

    Columns, in this order:
        the names in `by`: String; seed UInt64; sees_stock Boolean; an option Int64 or String
        sees_stock (Boolean, unless in `by`): whether the strategy reads the order of the stock; null, shown as
            "mixed", if strategies that do and ones that do not are counted together
        deals (Int64): rows counted
        wins (Int64): rows won
        unknown (Int64): rows whose outcome is null, as a solver with a limit gave up
        missing (Int64): deals the manifest lists that are not on disk, as the run is unfinished, whether or not they
            would match; with a column of the start in `by`, those of all its values together
        plays_per_deal (Int64): the most rows any one deal has here; above 1 if `by` pools rules or strategies that
            played the same deals. Such rows are not independent: the interval and `se_strokes` then take
            deals / plays_per_deal for the number of trials, which is never too narrow, whatever the correlation
        win_rate (Float64, 0 to 1): wins / deals. With unknown rows this is the least it can be, and
            (wins + unknown) / deals the most
        win_low, win_high (Float64, 0 to 1): Wilson interval: low of wins, high of wins + unknown
        level (Float64): confidence level of the interval
        mean_strokes, se_strokes, median_strokes (Float64, strokes a deal); best, worst (Int64, strokes);
            mean_nine_hole_total (Float64, strokes): 9 x mean_strokes. All null if the strokes of any row are: a mean
            over only some deals would mislead
        where, of_deals, cannot_tell: only with a condition; see `golfsim.results.selection`
    A row without deals has null figures; one with a single deal has no standard error.

    Raises:
        OptionError: for no path, an unknown name in `by`, a level outside 0 to 1, a condition that cannot be read, or
            deals of a file that is not there for columns of the start.
        DatasetError: for a path that is no readable dataset, a game without outcomes or scores, a group of more
            rows than deals, and datasets that would count the same deals twice.
    """
    normal_quantile(level)
    datasets = open_all(paths)
    about = datasets[0].about
    names = list(about.keys) if by is None else [by] if isinstance(by, str) else list(dict.fromkeys(by))
    known = {} if starts is None else starts.columns
    start = [name for name in names if name in known]
    pooled = pools(datasets, [name for name in names if name not in start], known)
    if where is None and not start:
        rows = [(key, pool, _all(pool)) for key, pool in pooled.items()]
    else:
        found = tracks(datasets)
        every = [track for several in found.values() for track in several]
        condition = None if where is None else read_condition(where, datasets, every, starts)
        asked = (Asked(starts) if condition is None else condition.asked).with_start(start)
        chosen = counts(found, (datasets[0].won, datasets[0].score), condition, asked, start)
        rows = [
            (_joined(names, start, key, values), pool, tally)
            for key, pool in pooled.items()
            for values, tally in _chosen(pool, chosen, len(start))
        ]
        rows = _in_order(rows, names, start) if start else rows
    keys = [
        tuple(_worded(value, known.get(name)) for name, value in zip(names, key, strict=True)) for key, _, _ in rows
    ]
    frames = [key_frame(about, keys, names)]
    if about.peeks not in names:
        seen = [_peeks(pool) for _, pool, _ in rows]
        frames.append(pl.DataFrame({about.peeks: seen}, schema={about.peeks: pl.Boolean}))
    values = [_figures(pool, tally, level) for _, pool, tally in rows]
    schema = figures(about)
    if where is not None:
        schema |= SELECTION
        for row, (_, _, tally) in zip(values, rows, strict=True):
            row |= {"where": where, "of_deals": tally.rows, "cannot_tell": tally.cannot_tell}
    return pl.concat([*frames, pl.DataFrame(values, schema=schema)], how="horizontal")


Row = tuple[Key, list[Member], _Tally]
"""What tells a row from the others, the groups it stands for, and what it counts."""


def _all(pool: Sequence[Member]) -> _Tally:
    """All deals of the groups, streamed."""
    tally = _Tally()
    for dataset, group in pool:
        before = tally.rows
        for (won, score), count in dataset.counts(group, dataset.won, dataset.score).items():
            tally.add(count, won, score)
        rows = tally.rows - before
        if rows > dataset.deals:
            raise DatasetError(
                f"{dataset.root / group.entry['path']}: damaged, {rows} rows: expected at most the {dataset.deals} "
                f"deals of the manifest"
            )
        tally.missing += dataset.deals - rows
    return tally


def _chosen(
    pool: Sequence[Member], chosen: Mapping[tuple[int, Player], Counts], places: int
) -> Iterator[tuple[Key, _Tally]]:
    """What the groups count, for each combination of values of the start; without such columns always one."""
    tallies: dict[Key, _Tally] = {} if places else {(): _Tally()}
    missing = 0
    for dataset, group in pool:
        own = chosen.get((id(dataset), group.player), {})
        missing += dataset.deals - sum(own.values())
        for (*start, holds, won, score), count in own.items():
            tallies.setdefault(tuple(start), _Tally()).add(count, won, score, holds)
    for values, tally in tallies.items():
        tally.missing = missing
        yield values, tally


def _joined(names: Sequence[str], start: Sequence[str], key: Key, values: Key) -> Key:
    """The values of all names, from those of the groups and those of the start."""
    of_groups, of_start = iter(key), iter(values)
    return tuple(next(of_start) if name in start else next(of_groups) for name in names)


def _in_order(rows: list[Row], names: Sequence[str], start: Sequence[str]) -> list[Row]:
    """By the first name, then the next: columns of the start by value, others as they first appear."""
    ranks: list[dict[Any, int]] = []
    for place, name in enumerate(names):
        seen = dict.fromkeys(key[place] for key, _, _ in rows)
        ranks.append({value: rank for rank, value in enumerate(sorted(seen) if name in start else seen)})
    return sorted(rows, key=lambda row: [rank[value] for rank, value in zip(ranks, row[0], strict=True)])


def _worded(value: Any, kind: Kind | None) -> Any:
    return kind[value] if isinstance(kind, tuple) else value


def _peeks(pool: list[Member]) -> bool | None:
    seen = {group.peeks for _, group in pool}
    return seen.pop() if len(seen) == 1 else None


def _figures(pool: list[Member], tally: _Tally, level: float) -> dict[str, Any]:
    repeats = plays_per_deal(pool)
    return {
        "deals": tally.outcomes.total(),
        "wins": tally.outcomes[True],
        "unknown": tally.outcomes[None],
        "missing": tally.missing,
        "plays_per_deal": repeats,
        "level": level,
        **_win_figures(tally.outcomes, repeats, level),
        **_score_figures(pool[0][0].about, tally.scores, repeats),
    }


def _win_figures(outcomes: Counter[bool | None], repeats: int, level: float) -> dict[str, float]:
    deals, wins, unknown = outcomes.total(), outcomes[True], outcomes[None]
    if not deals:
        return {}
    trials = deals / repeats
    return {
        "win_rate": wins / deals,
        "win_low": wilson(wins / repeats, trials, level)[0],
        "win_high": wilson((wins + unknown) / repeats, trials, level)[1],
    }


def _score_figures(about: About, scores: Counter[int | None], repeats: int) -> dict[str, float]:
    known = {score: count for score, count in scores.items() if score is not None}
    deals = scores.total()
    if not deals or len(known) < len(scores):
        return {}
    mean, unit = histogram.mean(known), about.units[1]
    best, worst = (min(known), max(known)) if about.low_is_better else (max(known), min(known))
    found = {
        f"mean_{unit}": mean,
        f"median_{unit}": histogram.median(known),
        "best": best,
        "worst": worst,
        round_column(about): about.holes * mean,
    }
    if deals > 1:
        found[f"se_{unit}"] = standard_error(histogram.variance(known), deals / repeats)
    return found
