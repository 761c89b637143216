"""Rounds: so many deals in a row, whose total counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from golfsim.datasets.about import About
from golfsim.errors import OptionError
from golfsim.results import histogram
from golfsim.results.aligned import NO_SCORE, Track, scores, stretches, tracks
from golfsim.results.beside import Condition, Starts, beside, read_condition
from golfsim.results.dataset import Dataset, Paths, Player, open_all
from golfsim.results.intervals import normal_quantile, standard_error, t_quantile
from golfsim.results.selection import SELECTION

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}

COUNTS: dict[str, type[pl.DataType]] = {
    "holes": pl.Int64,
    "rounds": pl.Int64,
    "unknown": pl.Int64,
    "left_over": pl.Int64,
    "missing": pl.Int64,
    "mean": pl.Float64,
    "mean_low": pl.Float64,
    "mean_high": pl.Float64,
    "level": pl.Float64,
    "sd": pl.Float64,
    "best": pl.Int64,
    **dict.fromkeys(QUANTILES, pl.Int64),
    "worst": pl.Int64,
    "par": pl.Int64,
    "under_par": pl.Float64,
    "at_par": pl.Float64,
    "over_par": pl.Float64,
    "expert_par": pl.Int64,
    "under_expert": pl.Float64,
    "at_expert": pl.Float64,
    "over_expert": pl.Float64,
}


def figures(about: About) -> dict[str, type[pl.DataType]]:
    """The columns, always all of them, in this order."""
    return {**dict.fromkeys(about.keys, pl.String), about.peeks: pl.Boolean, **COUNTS}


@dataclass
class Totals:
    """The rounds of one player: how often each total occurs, rounds with unknown scores, deals left over.

    Under a condition also the deals it chose from, and those for which it is neither true nor false.
    """

    player: Player
    peeks: bool
    histogram: Counter[int] = field(default_factory=Counter)
    unknown: int = 0
    left_over: int = 0
    missing: int = 0
    of_deals: int = 0
    cannot_tell: int = 0


class Rounds:
    """Cuts a stream of deals, which comes in pieces of any length, into rounds of `holes` columns."""

    def __init__(self, holes: int) -> None:
        self._holes = holes
        self._rest: npt.NDArray[np.int32] | None = None

    def cut(self, values: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The whole rounds up to the last deal of `values`: shape (rounds, holes) of deals, first axis of `values`.

        `values` has shape (deals,) or (deals, players); the result (rounds, holes) or (rounds, holes, players).
        """
        if self._rest is not None and len(self._rest):
            values = np.concatenate([self._rest, values])
        whole = len(values) // self._holes
        self._rest = values[whole * self._holes :]
        return values[: whole * self._holes].reshape(whole, self._holes, *values.shape[1:])

    @property
    def left_over(self) -> int:
        """Deals that make no whole round yet."""
        return 0 if self._rest is None else len(self._rest)


def check_holes(holes: int) -> None:
    """OptionError unless a round may have so many holes."""
    if not 1 <= holes <= 1_000_000:
        raise OptionError(f"holes {holes}: expected 1 to 1000000, as 9 or 18")


def check_par(par: float, about: About) -> None:
    """OptionError unless par may be so much a hole."""
    if not abs(par) < 1000:
        raise OptionError(f"par {par}: expected a number of {about.units[1]}, as {about.par:g}")


def round_totals(
    datasets: Sequence[Dataset], holes: int, where: str | None = None, starts: Starts | None = None
) -> list[Totals]:
    """The rounds of each player, in manifest order.

    Deals of one source and seed, in order of their numbers, form rounds; where some are missing, or a condition does
    not hold, the next one takes their place. No round mixes sources or seeds.

    Args:
        where, starts: a condition on deals; see `golfsim.results.beside.read_condition`.

    Raises:
        OptionError: for holes below 1, and a condition that cannot be read.
        DatasetError: for a part that is damaged, a game without scores, or the same deals twice.
    """
    check_holes(holes)
    found: dict[Player, Totals] = {}
    every = tracks(datasets)
    condition = None
    if where is not None:
        condition = read_condition(where, datasets, [track for one in every.values() for track in one], starts)
    for several in every.values():
        for track in several:
            totals = found.setdefault(track.player, Totals(track.player, track.peeks))
            rounds = Rounds(holes)
            chosen = _scores(track) if condition is None else _chosen(track, several, condition, totals)
            for values in chosen:
                _add(totals, rounds.cut(values))
            totals.left_over += rounds.left_over
            totals.missing += track.missing
    return list(found.values())


def rounds_table(
    paths: Paths,
    holes: int | None = None,
    par: float | None = None,
    level: float = 0.95,
    where: str | None = None,
    starts: Starts | None = None,
) -> pl.DataFrame:
    """Totals of rounds, one row a player, in manifest order. See `round_totals` for how deals form rounds.

    The names are those of Golf; another game has its own keys. `holes` and `par` are by default those of the game.

    Columns, in this order:
        rules, strategy (String), sees_stock (Boolean): whether the strategy reads the order of the stock
        holes (Int64): deals a round
        rounds (Int64): rounds counted; unknown (Int64): those in which the strokes of a deal are null
        left_over (Int64): deals at the end that make no whole round
        missing (Int64): deals the manifest lists that are not on disk, as the run is unfinished
        mean (Float64, strokes a round), mean_low, mean_high (Float64): mean -+ t sd / sqrt(rounds), t of Student
        level (Float64): confidence level of that interval
        sd (Float64, strokes): sample standard deviation of the totals
        best, q05, q25, median, q75, q95, worst (Int64, strokes a round): a quantile is the least total that at
            least that share of rounds do not exceed
        par (Int64, strokes a round): `par` times holes, rounded; under_par, at_par, over_par (Float64, 0 to 1)
        expert_par (Int64, strokes a round): 4 times holes; under_expert, at_expert, over_expert (Float64, 0 to 1)
        where, of_deals, cannot_tell: only with a condition; see `golfsim.results.selection`. The rounds are then made
            of the deals that match, in order of their numbers
    All figures of totals are null without rounds, and if the strokes of any are unknown: those of the others would
    mislead. One round has no sd and no interval.

    Raises:
        OptionError, DatasetError: as `round_totals`, and for a level outside 0 to 1 or an impossible par.
    """
    normal_quantile(level)
    datasets = open_all(paths)
    about = datasets[0].about
    holes = about.holes if holes is None else holes
    par = about.par if par is None else par
    check_par(par, about)
    several = round_totals(datasets, holes, where, starts)
    rows = [_figures(totals, about, holes, par, level) for totals in several]
    schema = figures(about)
    if where is not None:
        schema |= SELECTION
        for row, totals in zip(rows, several, strict=True):
            row |= {"where": where, "of_deals": totals.of_deals, "cannot_tell": totals.cannot_tell}
    return pl.DataFrame(rows, schema=schema)


def _scores(track: Track) -> Iterator[npt.NDArray[np.int32]]:
    for stretch in stretches([track], [[track.score]]):
        for rows in stretch.present:
            yield scores(track, rows)


def _chosen(
    track: Track, several: Sequence[Track], condition: Condition, totals: Totals
) -> Iterator[npt.NDArray[np.int32]]:
    """The scores of those deals for which a condition holds."""
    for stretch in beside(several, [track], [track.score, *sorted(condition.own)], condition.asked):
        rows = stretch.of(track.player)
        if rows is not None:
            holds = condition.holds(rows)
            totals.of_deals += rows.height
            totals.cannot_tell += holds.null_count()
            yield scores(track, rows.filter(holds))


def _add(totals: Totals, rounds: npt.NDArray[np.int32]) -> None:
    known = ~(rounds == NO_SCORE).any(axis=1)
    totals.unknown += int((~known).sum())
    values, counts = np.unique(rounds[known].sum(axis=1, dtype=np.int64), return_counts=True)
    totals.histogram.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def _figures(totals: Totals, about: About, holes: int, par: float, level: float) -> dict[str, Any]:
    seen = totals.histogram
    rounds = seen.total() + totals.unknown
    course, expert = round(par * holes), round(about.expert_par * holes)
    row = {
        **dict(zip(about.keys, totals.player, strict=True)),
        about.peeks: totals.peeks,
        "holes": holes,
        "rounds": rounds,
        "unknown": totals.unknown,
        "left_over": totals.left_over,
        "missing": totals.missing,
        "level": level,
        "par": course,
        "expert_par": expert,
    }
    if not rounds or totals.unknown:
        return row
    mean = histogram.mean(seen)
    best, worst = (min(seen), max(seen)) if about.low_is_better else (max(seen), min(seen))
    row |= {"mean": mean, "best": best, "worst": worst}
    row |= {name: histogram.quantile(seen, share) for name, share in QUANTILES.items()}
    row |= dict(zip(("under_par", "at_par", "over_par"), _shares(seen, course), strict=True))
    row |= dict(zip(("under_expert", "at_expert", "over_expert"), _shares(seen, expert), strict=True))
    if rounds > 1:
        variance = histogram.variance(seen)
        reach = t_quantile(level, rounds - 1) * standard_error(variance, rounds)
        row |= {"sd": variance**0.5, "mean_low": mean - reach, "mean_high": mean + reach}
    return row


def _shares(seen: Counter[int], par: int) -> Iterable[float]:
    """Of totals under, at and over par."""
    rounds = seen.total()
    under = sum(count for total, count in seen.items() if total < par)
    return under / rounds, seen[par] / rounds, (rounds - under - seen[par]) / rounds
