"""Deals by their outcome and their difficulty."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from golfsim.datasets.about import About
from golfsim.datasets.format import DEAL, IDS
from golfsim.errors import OptionError
from golfsim.results.aligned import Origin, Track, tracks
from golfsim.results.beside import GRADE, Asked, Condition, Starts, beside, cleared_by, read_condition
from golfsim.results.dataset import Dataset, Paths, open_all
from golfsim.results.grade import GRADES
from golfsim.text import encodable

MOST = 2**63 - 1
"""More deals than any dataset holds."""


@dataclass(frozen=True)
class Found:
    """What a search found: the rows as `find_deals` returns them, and whose outcomes they show, if anybody's.

    `peeks` says whether those who played them read what is face down.
    """

    frame: pl.DataFrame
    who: str | None
    peeks: bool


def find_deals(
    paths: Paths,
    where: str = "true",
    rules: str | None = None,
    strategy: str | None = None,
    limit: int | None = None,
    starts: Starts | None = None,
) -> pl.DataFrame:
    """The deals for which a condition holds, in order of their numbers, under one set of rules.

    Args:
        where: a condition on the columns below but `id`, as `won and strokes <= -3 and grade == "hard"`, on those of
            other strategies, as `greedy.won`, and on the start of the deal; see `golfsim.results.where`.
        rules: of the deals; may be left out if the datasets hold one set only.
        strategy: whose outcomes the columns from `won` on are; may be left out if there is one only, or if `where`
            does not ask for them.
        limit: at most so many deals.
        starts: what the game can tell of the start of a deal.

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
    return search(paths, where, rules, strategy, limit, starts).frame


def search(
    paths: Paths,
    where: str = "true",
    rules: str | None = None,
    strategy: str | None = None,
    limit: int | None = None,
    starts: Starts | None = None,
) -> Found:
    """`find_deals`, and whose outcomes it found."""
    if limit is not None and limit < 1:
        raise OptionError(f"limit {limit}: expected at least 1")
    datasets = open_all(paths)
    about = datasets[0].about
    found = _under(tracks(datasets), about, rules)
    every = [track for several in found.values() for track in several]
    condition = read_condition(where, datasets, every, starts)
    who = _shown(found, about, strategy, condition)
    peeks = any(track.peeks for track in every if track.player.who == who)
    asked = Asked(starts, condition.asked.start, graded=True, theirs=condition.asked.theirs)
    schema = _schema(datasets[0])
    names = {Origin.of(dataset): _id(dataset) for dataset in datasets}
    frames = [pl.DataFrame(schema=schema)]
    left = MOST if limit is None else min(limit, MOST)
    for origin, several in found.items():
        shown = [track for track in several if track.player.who == who]
        if who is not None and not shown:
            continue
        name = names[origin]
        for stretch in beside(several, shown, datasets[0].columns, asked, everyone=who is None):
            frame = stretch.of(shown[0].player) if shown else stretch.anyhow(several[0].player.under)
            if frame is None:
                continue
            nulls = [pl.lit(None, dtype).alias(column) for column, dtype in schema.items() if column not in frame]
            frame = frame.with_columns(nulls).with_columns(name.alias("id"))
            frame = frame.filter(condition.holds(frame)).head(left)
            frames.append(frame.with_columns(_word(pl.col(GRADE))).select(list(schema)))
            left -= frame.height
            if left == 0:
                return Found(pl.concat(frames), who, peeks)
    return Found(pl.concat(frames), who, peeks)


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


def _shown(found: dict[Origin, list[Track]], about: About, strategy: str | None, condition: Condition) -> str | None:
    """Whose outcomes the columns hold."""
    known = list(dict.fromkeys(track.player.who for several in found.values() for track in several))
    what = about.keys[-1]
    if strategy is not None:
        if strategy not in known:
            raise OptionError(f"unknown {what} {strategy!r}: expected one of {', '.join(known)}")
        return strategy
    if len(known) == 1:
        return known[0]
    asked = sorted(condition.own)
    if asked:
        raise OptionError(
            f"{asked[0]} of which {what}? There are several: name one of {', '.join(known)} with --strategy"
        )
    return None


def _id(dataset: Dataset) -> pl.Expr:
    """What the deals of a dataset are called, from any folder if it says so."""
    ids, end = dataset.manifest.get(IDS), dataset.first + dataset.deals
    if isinstance(ids, list) and len(ids) >= end and all(isinstance(name, str) for name in ids):
        return pl.lit(pl.Series("id", list(map(encodable, ids)), pl.String)).gather(pl.col(DEAL))
    if isinstance(ids, str):
        return pl.format("{}{}", pl.lit(encodable(ids)), pl.col(DEAL))
    file = str(dataset.manifest.get("file", dataset.source))
    before, after = dataset.about.deal_name(dataset.source, seed=dataset.seed, file=file, deal="\0").split("\0")
    return pl.format("{}{}{}", pl.lit(encodable(before)), pl.col(DEAL), pl.lit(after))


def _word(grade: pl.Expr) -> pl.Expr:
    return grade.replace_strict(dict(enumerate(GRADES)), default=None, return_dtype=pl.String)
