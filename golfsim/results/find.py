"""Deals by their outcome and their difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from golfsim.errors import OptionError
from golfsim.results.aligned import Origin, Stretch, Track, stretches, tracks, won
from golfsim.results.dataset import Dataset, Paths, open_all
from golfsim.results.grade import GRADES, NEED_SOLVER, NO_GRADE, clears, grades, is_solver
from golfsim.results.sheet import PLAIN_VIEW
from golfsim.results.where import BOOLEAN, NUMBER, Kind, Where, parse_where

GRADE, CLEARED_BY, DEAL = "grade", "cleared_by", "deal"
FIND_VIEW = PLAIN_VIEW
"""For the frames of `find_deals`."""


@dataclass(frozen=True)
class _Cast:
    """Who takes part in a search over one origin: whose outcomes are shown, who grades, and each of them once."""

    outcome: Track | None
    blind: tuple[Track, ...]
    solvers: tuple[Track, ...]
    everyone: tuple[Track, ...]

    @staticmethod
    def of(several: Sequence[Track], shown: str | None) -> _Cast:
        """From the tracks of an origin; where no outcomes are shown, whatever anyone played counts as a deal."""
        outcome = next((track for track in several if track.player.strategy == shown), None)
        blind = tuple(track for track in several if not track.sees_stock)
        solvers = tuple(track for track in several if is_solver(track.player.strategy))
        roles = (outcome, *blind, *solvers)
        everyone = tuple(track for track in several if outcome is None or any(track is role for role in roles))
        return _Cast(outcome, blind, solvers, everyone)


def find_deals(
    paths: Paths,
    where: str = "true",
    rules: str | None = None,
    strategy: str | None = None,
    limit: int | None = None,
) -> pl.DataFrame:
    """The deals for which a condition holds, in order of their numbers, under one set of rules.

    Args:
        where: a condition on the columns below but `id`, as `won and strokes <= -3 and grade == "hard"`; see
            `golfsim.results.where`.
        rules: of the deals; may be left out if the datasets hold one set only.
        strategy: whose outcomes the columns from `won` on are; may be left out if there is one only, or if `where`
            does not ask for them.
        limit: at most so many deals.

    Columns, in this order:
        id (String): what other commands call the deal: `7:123`, `pysol:5`; FILE#5 for the sixth board of a file
        deal (UInt64): its number
        the game's own columns, for Golf `won` (Boolean), `strokes` (Int8), `cards_left`, `stock_left`, `plays`,
            `draws`, `longest_run` (UInt8): outcomes of `strategy`, all null without one
        cleared_by (UInt32): how many of the blind strategies under these rules clear it; null where one of them has
            not played it, or there are none
        grade (String): easy, medium, hard, expert or unwinnable; see `golfsim.results.grade`; null where it cannot be
            told. In `where`, grades are in this order: `grade >= "hard"`

    Raises:
        OptionError: for no path, a condition that cannot be read, rules or a strategy that is not there, or has to be
            named, a condition on grades that the datasets cannot give, or a limit below 1.
        DatasetError: for a path that is no readable dataset, a game without `won`, or the same deals twice.
    """
    if limit is not None and limit < 1:
        raise OptionError(f"limit {limit}: expected at least 1")
    datasets = open_all(paths)
    condition = parse_where(where, _kinds(datasets[0]))
    found = _under(tracks(datasets), rules)
    shown = _shown(found, strategy, condition)
    every = [track for several in found.values() for track in several]
    _check_grade(condition, every)
    schema = _schema(datasets[0])
    files = {Origin.of(dataset): str(dataset.manifest.get("file", dataset.source)) for dataset in datasets}
    frames = [pl.DataFrame(schema=schema)]
    left = limit
    for origin, several in found.items():
        cast = _Cast.of(several, shown)
        if shown is not None and cast.outcome is None:
            continue
        columns = [list(datasets[0].columns) if track is cast.outcome else ["won"] for track in cast.everyone]
        for stretch in stretches(cast.everyone, columns):
            frame = _rows(stretch, cast, schema, _id(origin, files[origin]))
            if frame is None:
                continue
            frame = frame.filter(condition.expression)
            frame = frame if left is None else frame.head(left)
            frames.append(frame.with_columns(_word(pl.col(GRADE))).select(list(schema)))
            left = None if left is None else left - frame.height
            if left == 0:
                return pl.concat(frames)
    return pl.concat(frames)


def _kinds(dataset: Dataset) -> dict[str, Kind]:
    own: dict[str, Kind] = {
        name: BOOLEAN if dtype == pl.Boolean() else NUMBER for name, dtype in dataset.columns.items()
    }
    return {**own, CLEARED_BY: NUMBER, GRADE: GRADES}


def _schema(dataset: Dataset) -> dict[str, pl.DataType]:
    return {"id": pl.String(), **dataset.columns, CLEARED_BY: pl.UInt32(), GRADE: pl.String()}


def _under(found: dict[Origin, list[Track]], rules: str | None) -> dict[Origin, list[Track]]:
    """The tracks under the rules asked for, or under the only ones there are."""
    known = list(dict.fromkeys(track.player.rules for several in found.values() for track in several))
    if rules is None and len(known) > 1:
        raise OptionError(f"several rules: name one of {', '.join(known)} with --rules")
    rules = known[0] if rules is None else rules
    if rules not in known:
        raise OptionError(f"unknown rules {rules!r}: expected one of {', '.join(known)}")
    return {origin: [track for track in several if track.player.rules == rules] for origin, several in found.items()}


def _shown(found: dict[Origin, list[Track]], strategy: str | None, condition: Where) -> str | None:
    """Whose outcomes the columns hold."""
    known = list(dict.fromkeys(track.player.strategy for several in found.values() for track in several))
    if strategy is not None:
        if strategy not in known:
            raise OptionError(f"unknown strategy {strategy!r}: expected one of {', '.join(known)}")
        return strategy
    if len(known) == 1:
        return known[0]
    asked = sorted(condition.names - {GRADE, CLEARED_BY, DEAL})
    if asked:
        raise OptionError(
            f"{asked[0]} of which strategy? There are several: name one of {', '.join(known)} with --strategy"
        )
    return None


def _check_grade(condition: Where, every: Sequence[Track]) -> None:
    """OptionError where a condition asks for grades that nobody gives, and so would find nothing."""
    for name in sorted(condition.names & {GRADE, CLEARED_BY}):
        if all(track.sees_stock for track in every):
            raise OptionError(
                f"{name}: every strategy here sees the stock: expected a dataset with blind ones as well"
            )
    for word in sorted(condition.words & NEED_SOLVER):
        if not any(is_solver(track.player.strategy) for track in every):
            raise OptionError(
                f"grade {word}: nobody here proves what can be won: add a run of the same deals by "
                f"solver:objective=win"
            )


def _rows(stretch: Stretch, cast: _Cast, schema: dict[str, pl.DataType], name: pl.Expr) -> pl.DataFrame | None:
    """The rows of a stretch with every column, `grade` as an index; None if the strategy shown has none there."""
    rows = dict(zip((track.player for track in cast.everyone), stretch.rows, strict=True))
    frame: pl.DataFrame | None = stretch.present[0].select(DEAL)
    if cast.outcome is not None:
        frame = rows[cast.outcome.player]
    if frame is None:
        return None
    nulls = [pl.lit(None, dtype).alias(column) for column, dtype in schema.items() if column not in frame.columns]
    return (
        frame.with_columns(nulls)
        .with_columns(
            name.alias("id"),
            pl.lit(None, pl.Int8).alias(GRADE),
        )
        .with_columns(
            _graded([rows[track.player] for track in cast.blind], [rows[track.player] for track in cast.solvers])
        )
    )


def _graded(blind: Sequence[pl.DataFrame | None], solvers: Sequence[pl.DataFrame | None]) -> list[pl.Series]:
    """The columns `cleared_by` and `grade`, the latter as an index; none where a blind strategy has no rows."""
    outcomes = [won(rows) for rows in blind if rows is not None]
    if not outcomes or len(outcomes) < len(blind):
        return []
    codes = pl.Series(grades(outcomes, [won(rows) for rows in solvers if rows is not None]))
    grade = pl.select(pl.when(codes != NO_GRADE).then(codes).alias(GRADE)).to_series()
    return [pl.Series(CLEARED_BY, clears(outcomes), dtype=pl.UInt32), grade]


def _id(origin: Origin, file: str) -> pl.Expr:
    if origin.source == "seeded":
        return pl.format("{}:{}", pl.lit(str(origin.seed)), pl.col(DEAL))
    if origin.source == "file":
        return pl.format("{}#{}", pl.lit(file), pl.col(DEAL))
    return pl.format("{}:{}", pl.lit(origin.source), pl.col(DEAL))


def _word(grade: pl.Expr) -> pl.Expr:
    return grade.replace_strict(dict(enumerate(GRADES)), default=None, return_dtype=pl.String)
