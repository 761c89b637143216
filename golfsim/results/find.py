"""Deals by their outcome and their difficulty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from golfsim.datasets.about import About
from golfsim.datasets.format import DEAL, IDS
from golfsim.errors import OptionError
from golfsim.results.aligned import Origin, Stretch, Track, stretches, tracks, won
from golfsim.results.dataset import Dataset, Paths, Player, open_all
from golfsim.results.grade import GRADES, NEED_PROOF, NO_GRADE, clears, grades
from golfsim.results.where import BOOLEAN, NUMBER, Kind, Where, parse_where

GRADE = "grade"


@dataclass(frozen=True)
class _Cast:
    """Who takes part in a search over one origin: whose outcomes are shown, who grades, and each of them once."""

    outcome: Track | None
    blind: tuple[Track, ...]
    provers: tuple[Track, ...]
    everyone: tuple[Track, ...]

    @staticmethod
    def of(several: Sequence[Track], shown: str | None) -> _Cast:
        """From the tracks of an origin; where no outcomes are shown, whatever anyone played counts as a deal."""
        outcome = next((track for track in several if track.player.who == shown), None)
        blind = tuple(track for track in several if not track.peeks)
        provers = tuple(track for track in several if track.proves)
        roles = (outcome, *blind, *provers)
        everyone = tuple(track for track in several if outcome is None or any(track is role for role in roles))
        return _Cast(outcome, blind, provers, everyone)


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
        id (String): what other commands call the deal, from any folder: `7:123`, `pysol:5`, `/home/me/boards.txt#5`
            for the sixth board of a file; deals played from a list of such names have the names they have there
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
        DatasetError: for a path that is no readable dataset, a game without outcomes, or the same deals twice.
    """
    if limit is not None and limit < 1:
        raise OptionError(f"limit {limit}: expected at least 1")
    datasets = open_all(paths)
    about = datasets[0].about
    condition = parse_where(where, _kinds(datasets[0]))
    found = _under(tracks(datasets), about, rules)
    shown = _shown(found, about, strategy, condition)
    every = [track for several in found.values() for track in several]
    _check_grade(condition, about, every)
    schema = _schema(datasets[0])
    names = {Origin.of(dataset): _id(dataset) for dataset in datasets}
    frames = [pl.DataFrame(schema=schema)]
    left = limit
    for origin, several in found.items():
        cast = _Cast.of(several, shown)
        if shown is not None and cast.outcome is None:
            continue
        columns = [list(datasets[0].columns) if track is cast.outcome else [track.won] for track in cast.everyone]
        for stretch in stretches(cast.everyone, columns):
            frame = _rows(stretch, cast, schema, names[origin], cleared_by(about))
            if frame is None:
                continue
            frame = frame.filter(condition.expression)
            frame = frame if left is None else frame.head(left)
            frames.append(frame.with_columns(_word(pl.col(GRADE))).select(list(schema)))
            left = None if left is None else left - frame.height
            if left == 0:
                return pl.concat(frames)
    return pl.concat(frames)


def cleared_by(about: About) -> str:
    """Name of the column that says how many blind strategies won a deal: for Golf `cleared_by`."""
    return f"{about.won}_by"


def _kinds(dataset: Dataset) -> dict[str, Kind]:
    own: dict[str, Kind] = {
        name: BOOLEAN if dtype == pl.Boolean() else NUMBER for name, dtype in dataset.columns.items()
    }
    return {**own, cleared_by(dataset.about): NUMBER, GRADE: GRADES}


def _schema(dataset: Dataset) -> dict[str, pl.DataType]:
    return {"id": pl.String(), **dataset.columns, cleared_by(dataset.about): pl.UInt32(), GRADE: pl.String()}


def _under(found: dict[Origin, list[Track]], about: About, rules: str | None) -> dict[Origin, list[Track]]:
    """The tracks under the rules asked for, or under the only ones there are."""
    known = list(dict.fromkeys("/".join(track.player.under) for several in found.values() for track in several))
    what = " and ".join(about.keys[:-1])
    if rules is None and len(known) > 1:
        raise OptionError(f"several {what}: name one of {', '.join(known)} with --rules")
    rules = known[0] if rules is None else rules
    if rules not in known:
        raise OptionError(f"unknown {what} {rules!r}: expected one of {', '.join(known)}")
    return {
        origin: [track for track in several if "/".join(track.player.under) == rules]
        for origin, several in found.items()
    }


def _shown(found: dict[Origin, list[Track]], about: About, strategy: str | None, condition: Where) -> str | None:
    """Whose outcomes the columns hold."""
    known = list(dict.fromkeys(track.player.who for several in found.values() for track in several))
    what = about.keys[-1]
    if strategy is not None:
        if strategy not in known:
            raise OptionError(f"unknown {what} {strategy!r}: expected one of {', '.join(known)}")
        return strategy
    if len(known) == 1:
        return known[0]
    asked = sorted(condition.names - {GRADE, cleared_by(about), DEAL})
    if asked:
        raise OptionError(
            f"{asked[0]} of which {what}? There are several: name one of {', '.join(known)} with --strategy"
        )
    return None


def _check_grade(condition: Where, about: About, every: Sequence[Track]) -> None:
    """OptionError where a condition asks for grades that nobody gives, and so would find nothing."""
    for name in sorted(condition.names & {GRADE, cleared_by(about)}):
        if all(track.peeks for track in every):
            raise OptionError(
                f"{name}: every {about.keys[-1]} here {about.peeking}: expected a dataset with blind ones as well"
            )
    for word in sorted(condition.words & NEED_PROOF):
        if not any(track.proves for track in every):
            raise OptionError(
                f"grade {word}: nobody here proves what can be won: add a run of the same deals by {about.prover}"
            )


def _rows(
    stretch: Stretch, cast: _Cast, schema: dict[str, pl.DataType], name: pl.Expr, count: str
) -> pl.DataFrame | None:
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
        .with_columns(name.alias("id"), pl.lit(None, pl.Int8).alias(GRADE))
        .with_columns(_graded(_outcomes(cast.blind, rows), _outcomes(cast.provers, rows), len(cast.blind), count))
    )


def _outcomes(several: Sequence[Track], rows: Mapping[Player, pl.DataFrame | None]) -> list[npt.NDArray[np.int8]]:
    """What those who have rows made of the deals of a stretch."""
    found = ((track, rows[track.player]) for track in several)
    return [won(track, own) for track, own in found if own is not None]


def _graded(
    blind: Sequence[npt.NDArray[np.int8]], provers: Sequence[npt.NDArray[np.int8]], wanted: int, count: str
) -> list[pl.Series]:
    """How many of the blind clear each deal, and the grade as an index; none unless all `wanted` have rows."""
    if not blind or len(blind) < wanted:
        return []
    codes = pl.Series(grades(blind, provers))
    grade = pl.select(pl.when(codes != NO_GRADE).then(codes).alias(GRADE)).to_series()
    return [pl.Series(count, clears(blind), dtype=pl.UInt32), grade]


def _id(dataset: Dataset) -> pl.Expr:
    """What the deals of a dataset are called, from any folder if it says so."""
    ids, end = dataset.manifest.get(IDS), dataset.first + dataset.deals
    if isinstance(ids, list) and len(ids) >= end and all(isinstance(name, str) for name in ids):
        return pl.lit(pl.Series("id", ids, pl.String)).gather(pl.col(DEAL))
    if isinstance(ids, str):
        return pl.format("{}{}", pl.lit(ids), pl.col(DEAL))
    file = str(dataset.manifest.get("file", dataset.source))
    before, after = dataset.about.deal_name(dataset.source, seed=dataset.seed, file=file, deal="\0").split("\0")
    return pl.format("{}{}{}", pl.lit(before), pl.col(DEAL), pl.lit(after))


def _word(grade: pl.Expr) -> pl.Expr:
    return grade.replace_strict(dict(enumerate(GRADES)), default=None, return_dtype=pl.String)
