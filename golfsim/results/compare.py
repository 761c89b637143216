"""Players compared in pairs, on the deals both played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from golfsim.datasets.about import About
from golfsim.errors import DatasetError, OptionError
from golfsim.results.aligned import Origin, Track, scores, tracks, won
from golfsim.results.beside import Asked, Beside, Condition, Starts, beside, read_condition
from golfsim.results.dataset import Dataset, Paths, Player, open_all
from golfsim.results.intervals import normal_quantile
from golfsim.results.pairs import PairCounts
from golfsim.results.selection import SELECTION
from golfsim.results.significance import holm

Pair = tuple[Player, Player]
Tracks = Mapping[Origin, Sequence[Track]]

COUNTS: dict[str, type[pl.DataType]] = {
    "deals": pl.Int64,
    "unpaired": pl.Int64,
    "missing": pl.Int64,
    "unknown": pl.Int64,
    "both": pl.Int64,
    "only_a": pl.Int64,
    "only_b": pl.Int64,
    "neither": pl.Int64,
    "win_rate_a": pl.Float64,
    "win_rate_b": pl.Float64,
    "win_difference": pl.Float64,
    "win_low": pl.Float64,
    "win_high": pl.Float64,
    "mcnemar_p": pl.Float64,
    "holm_p": pl.Float64,
    "win_more_deals": pl.Int64,
}


def figures(about: About) -> dict[str, type[pl.DataType]]:
    """The columns, always all of them, in this order."""
    one, many = about.units
    return {
        **dict.fromkeys((*about.keys, "a", "b"), pl.String),
        f"{about.peeks}_a": pl.Boolean,
        f"{about.peeks}_b": pl.Boolean,
        **COUNTS,
        f"mean_{many}_a": pl.Float64,
        f"mean_{many}_b": pl.Float64,
        f"{one}_difference": pl.Float64,
        f"{one}_low": pl.Float64,
        f"{one}_high": pl.Float64,
        f"{one}_more_deals": pl.Int64,
        "level": pl.Float64,
        "other_cards": pl.String,
    }


def compare_table(
    paths: Paths,
    by: str | None = None,
    a: str | None = None,
    b: str | None = None,
    level: float = 0.95,
    where: str | None = None,
    starts: Starts | None = None,
) -> pl.DataFrame:
    """Pairs of players, a less b on the same deals, one row a pair, in manifest order.

    The names are those of Golf; another game has its own keys and unit. With `by` rules, the default, strategies are
    compared under each set of rules; with `by` strategy, rules under each strategy. `a` and `b` name what is compared
    (strategies or rules), or one player as RULES/STRATEGY; a alone is compared with every other, and without either
    all pairs are.

    Args:
        level: of the intervals, each on its own.
        where: a condition on deals, which leaves only those for which it holds; see
            `golfsim.results.beside.read_condition`. A pair has no outcomes of its own, so that those it names are
            all of the form NAME.column. Of rules that are compared, it must hold under both.
        starts: what the game can tell of the start of a deal, for `where`.

    Columns, in this order:
        rules, strategy (String): what the two have in common; null where they differ
        a, b (String): what they differ in: strategy, rules, or RULES/STRATEGY
        sees_stock_a, sees_stock_b (Boolean): whether each reads the order of the stock
        deals (Int64): deals both played, which all figures are of
        unpaired (Int64): deals only one of them played
        missing (Int64): deals the manifests list for both that are not on disk for one or both, as a run is
            unfinished or a part was deleted
        unknown (Int64): deals in which the outcome of either is null
        both, only_a, only_b, neither (Int64): the other deals, by who won
        win_rate_a, win_rate_b (Float64, 0 to 1): deals known to be won, as a share of `deals`: with unknown outcomes
            the least it can be
        win_difference (Float64, -1 to 1): win_rate_a less win_rate_b; null if any outcome is unknown
        win_low, win_high (Float64, -1 to 1): Tango's paired interval of the difference, of all deals: low with every
            unknown outcome of a taken as lost and of b as won, high the other way round
        mcnemar_p (Float64): exact p-value of equal win rates; the highest that unknown outcomes allow
        holm_p (Float64): the same, adjusted by Holm for all pairs of the table
        win_more_deals (Int64): deals beyond these that would settle the sign of the difference, if its shares stay
            as they are; 0 if settled, null if the two are level or an outcome is unknown
        mean_strokes_a, mean_strokes_b, stroke_difference (Float64, strokes a deal), stroke_low, stroke_high (Float64,
            strokes): mean -+ t s / sqrt(deals), s the standard deviation of the differences, t of Student;
            stroke_more_deals (Int64), as for wins. All null if the strokes of any of the deals are
        level (Float64): confidence level of the intervals
        other_cards (String): for two rules that deal other cards, in what, as "jokers=0 and jokers=2"; such a pair
            is not compared, and all its other figures are null. Null for all others
        where, of_deals, cannot_tell: only with a condition; see `golfsim.results.selection`

    Raises:
        OptionError: for no path, an unknown name, nothing to compare, or a level outside 0 to 1.
        DatasetError: for a path that is no readable dataset, a game without outcomes or scores, the same deals
            twice, and for two players that have no deal in common; the message says in what their deals differ.
            Rules that deal other cards are refused only if `a` and `b` name them or nothing else is left.
    """
    normal_quantile(level)
    datasets = open_all(paths)
    about = datasets[0].about
    place = _place_of(by, about)
    cards = {group.player: group.cards for dataset in datasets for group in dataset.groups}
    found = tracks(datasets)
    condition = None if where is None else _condition(where, datasets, found, starts)
    pairs = _pairs(_players(found), place, about, a, b)
    reasons = {pair: _other_cards(*(cards[player] for player in pair)) for pair in pairs}
    compared = [pair for pair in pairs if reasons[pair] is None]
    if b is not None or not compared:
        _refuse_other_cards(reasons, about)
    listed = {pair: _deals_in_common(found, pair) for pair in compared}
    counts = _count(found, compared, condition)
    peeks = {track.player: track.peeks for several in found.values() for track in several}
    rows: list[dict[str, Any]] = [
        {**_names(*pair, about), f"{about.peeks}_a": peeks[pair[0]], f"{about.peeks}_b": peeks[pair[1]]}
        | (
            {"missing": listed[pair] - counts[pair].of_deals, **counts[pair].figures(level, about.units)}
            if pair in counts
            else {"other_cards": reasons[pair]}
        )
        for pair in pairs
    ]
    tested = [row for row in rows if "mcnemar_p" in row]
    for row, p in zip(tested, holm([row["mcnemar_p"] for row in tested]), strict=True):
        row["holm_p"] = p
    schema = figures(about)
    if where is not None:
        schema |= SELECTION
        for row, pair in zip(rows, pairs, strict=True):
            if pair in counts:
                row |= {"of_deals": counts[pair].of_deals, "cannot_tell": counts[pair].cannot_tell}
            row["where"] = where
    return pl.DataFrame(rows, schema=schema)


def _condition(where: str, datasets: Sequence[Dataset], found: Tracks, starts: Starts | None) -> Condition:
    every = [track for several in found.values() for track in several]
    condition = read_condition(where, datasets, every, starts)
    for name in sorted(condition.own):
        who = every[0].player.who
        quoted = who if who.isidentifier() else f'"{who}"'
        raise OptionError(
            f"where {where!r}: {name} of which {every[0].about.keys[-1]}? A pair has two: expected NAME.{name}, as "
            f"{quoted}.{name}"
        )
    return condition


def _players(found: Tracks) -> list[Player]:
    return list(dict.fromkeys(track.player for several in found.values() for track in several))


def _place_of(by: str | None, about: About) -> int:
    """Which key is the same within every pair: by default the first."""
    if by is None:
        return 0
    if by not in about.keys:
        raise OptionError(f"by {by!r}: expected {' or '.join(about.keys)}")
    return about.keys.index(by)


def _pairs(players: Sequence[Player], place: int, about: About, a: str | None, b: str | None) -> list[Pair]:
    """The pairs to compare. Players alike in one key are paired, others only if both are named in full."""
    if a is None and b is not None:
        raise OptionError(f"--b {b} without --a: expected both, or --a alone to compare it with every other")
    for name in (a, b):
        if name is not None and not any(_is(player, name, place) for player in players):
            known = dict.fromkeys([*(_varying(player, place) for player in players), *map(str, players)])
            raise OptionError(f"unknown name {name!r}: expected one of {', '.join(known)}")
    full = {str(player) for player in players}
    if a is None:
        pairs = [(p, q) for p, q in combinations(players, 2) if p[place] == q[place]]
    else:
        pairs = [
            (p, q)
            for p in players
            for q in players
            if p != q and _is(p, a, place) and (b is None or _is(q, b, place))
            if p[place] == q[place] or {a, b} <= full
        ]
    if not pairs:
        same_who = f"{about.several_under} played by the same {about.keys[-1]}"
        same_under = f"{about.several_who} under the same {about.several_under}"
        raise OptionError(
            f"nothing to compare by {about.keys[place]}: expected two "
            f"{same_who if place == len(about.keys) - 1 else same_under}; there are {', '.join(map(str, players))}"
        )
    return pairs


def _varying(player: Player, place: int) -> str:
    return "/".join(value for index, value in enumerate(player) if index != place)


def _is(player: Player, name: str, place: int) -> bool:
    return name in (_varying(player, place), str(player))


def _names(p: Player, q: Player, about: About) -> dict[str, str | None]:
    """What two players have in common by key, and what is left of each."""
    alike = [one == other for one, other in zip(p, q, strict=True)]
    if not any(alike):
        return {"a": str(p), "b": str(q)}
    common: dict[str, str | None] = {key: p[place] for place, key in enumerate(about.keys) if alike[place]}
    own = ("/".join(player[place] for place in range(len(player)) if not alike[place]) for player in (p, q))
    return common | dict(zip("ab", own, strict=True))


def _deals_in_common(found: Tracks, pair: Pair) -> int:
    """How many deals the manifests promise two players in common; DatasetError if none."""
    mine, yours = (
        {origin: track for origin, several in found.items() for track in several if track.player == player}
        for player in pair
    )
    shared = [origin for origin in mine if origin in yours]
    if not shared:
        raise DatasetError(
            f"{pair[0]} played deals of {_listed(mine)}, but {pair[1]} of {_listed(yours)}: "
            f"expected the same source and seed"
        )
    common = sum(_overlap(mine[origin], yours[origin]) for origin in shared)
    if not common:
        one, other = (", ".join(dict.fromkeys(by[origin].ranges for origin in shared)) for by in (mine, yours))
        raise DatasetError(f"{pair[0]} played {one}, but {pair[1]} {other}: expected a deal both played")
    return common


def _listed(origins: Iterable[Origin]) -> str:
    return " and of ".join(map(str, origins))


def _overlap(one: Track, other: Track) -> int:
    return sum(
        max(0, min(x.first + x.deals, y.first + y.deals) - max(x.first, y.first))
        for x, _ in one.members
        for y, _ in other.members
    )


def _other_cards(one: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    """Why a deal number means other cards for two players; None if it does not."""
    for name in one:
        if one[name] != other.get(name):
            return f"{name}={one[name]} and {name}={other.get(name)}"
    return None


def _refuse_other_cards(reasons: Mapping[Pair, str | None], about: About) -> None:
    under = " and ".join(about.keys[:-1])
    for (one, other), reason in reasons.items():
        if reason is not None:
            raise DatasetError(
                f"{under} {'/'.join(one.under)} and {'/'.join(other.under)} deal other cards ({reason}): expected "
                f"{under} that share their deals; see their win rates in the table"
            )


def _count(found: Tracks, pairs: Sequence[Pair], condition: Condition | None) -> dict[Pair, PairCounts]:
    counts = {pair: PairCounts.none() for pair in pairs}
    wanted = {player for pair in pairs for player in pair}
    for several in found.values():
        used = [track for track in several if track.player in wanted]
        asked = Asked() if condition is None else condition.asked
        for stretch in beside(several, used, [used[0].won, used[0].score] if used else [], asked):
            values = _outcomes(used, stretch, condition)
            for pair in pairs:
                one, other = values.get(pair[0]), values.get(pair[1])
                alone = one or other
                if one is not None and other is not None:
                    _add(counts[pair], one, other)
                elif alone is not None:
                    counts[pair].unpaired += int((alone.holds == HOLDS).sum())
    return counts


HOLDS, CANNOT_TELL = 1, -1
"""That a condition holds for a deal, and that it is neither true nor false."""


class Outcomes(NamedTuple):
    """What someone made of some deals, and whether the condition holds: 1, 0 or CANNOT_TELL; shape (deals,) each."""

    won: npt.NDArray[np.int8]
    scores: npt.NDArray[np.int32]
    holds: npt.NDArray[np.int8]

    def only(self, chosen: npt.NDArray[np.bool_]) -> Outcomes:
        """Those of some of the deals."""
        return Outcomes(self.won[chosen], self.scores[chosen], self.holds[chosen])


def _add(counts: PairCounts, one: Outcomes, other: Outcomes) -> None:
    """Count a stretch of deals both played."""
    holds = np.minimum(one.holds, other.holds)
    # False for one of them decides, whatever the other is.
    holds[(one.holds == 0) | (other.holds == 0)] = 0
    counts.of_deals += len(holds)
    counts.cannot_tell += int((holds == CANNOT_TELL).sum())
    chosen = holds == HOLDS
    if not chosen.all():
        one, other = one.only(chosen), other.only(chosen)
    counts.add(one.won, other.won, one.scores, other.scores)


def _outcomes(used: Sequence[Track], stretch: Beside, condition: Condition | None) -> dict[Player, Outcomes]:
    """Those of each who played a stretch of deals."""
    found: dict[Player, Outcomes] = {}
    for track in used:
        rows = stretch.of(track.player)
        if rows is None:
            continue
        if condition is None:
            holds = np.full(rows.height, HOLDS, np.int8)
        else:
            holds = condition.holds(rows).cast(pl.Int8).fill_null(CANNOT_TELL).to_numpy()
        found[track.player] = Outcomes(won(track, rows), scores(track, rows), holds)
    return found
