"""Players compared in pairs, on the deals both played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import polars as pl

from golfsim.errors import DatasetError, OptionError
from golfsim.results.aligned import Origin, Player, Track, stretches, strokes, tracks, won
from golfsim.results.dataset import Paths, open_all
from golfsim.results.intervals import normal_quantile
from golfsim.results.pairs import PairCounts
from golfsim.results.significance import holm

Pair = tuple[Player, Player]
Tracks = Mapping[Origin, Sequence[Track]]
Alike = Callable[[Mapping[str, Any], Mapping[str, Any]], str | None]

BY = ("rules", "strategy")
"""What may be the same within every pair."""

FIGURES: dict[str, type[pl.DataType]] = {
    "rules": pl.String,
    "strategy": pl.String,
    "a": pl.String,
    "b": pl.String,
    "sees_stock_a": pl.Boolean,
    "sees_stock_b": pl.Boolean,
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
    "mean_strokes_a": pl.Float64,
    "mean_strokes_b": pl.Float64,
    "stroke_difference": pl.Float64,
    "stroke_low": pl.Float64,
    "stroke_high": pl.Float64,
    "stroke_more_deals": pl.Int64,
    "level": pl.Float64,
    "other_cards": pl.String,
}
"""The columns, always all of them, in this order."""


def compare_table(
    paths: Paths,
    by: str = "rules",
    a: str | None = None,
    b: str | None = None,
    level: float = 0.95,
    difference_in_deals: Alike | None = None,
) -> pl.DataFrame:
    """Pairs of players, a less b on the same deals, one row a pair, in manifest order.

    With `by` rules, strategies are compared under each set of rules; with `by` strategy, rules under each strategy.
    `a` and `b` name what is compared (strategies or rules), or one player as RULES/STRATEGY; a alone is compared with
    every other, and without either all pairs are.

    Args:
        level: of the intervals, each on its own.
        difference_in_deals: says why a deal number means other cards under two rules, given their options; None
            from it, or instead of it, that it never does.

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

    Raises:
        OptionError: for no path, an unknown name, nothing to compare, or a level outside 0 to 1.
        DatasetError: for a path that is no readable dataset, a game without `won` and `strokes`, the same deals
            twice, and for two players that have no deal in common; the message says in what their deals differ.
            Rules that deal other cards are refused only if `a` and `b` name them or nothing else is left.
    """
    normal_quantile(level)
    if by not in BY:
        raise OptionError(f"by {by!r}: expected {' or '.join(BY)}")
    datasets = open_all(paths)
    options = {group.rules: group.entry["rules_options"] for dataset in datasets for group in dataset.groups}
    found = tracks(datasets)
    pairs = _pairs(_players(found), by, a, b)
    reasons = {pair: _other_cards(pair, options, difference_in_deals) for pair in pairs}
    compared = [pair for pair in pairs if reasons[pair] is None]
    if b is not None or not compared:
        _refuse_other_cards(reasons)
    listed = {pair: _deals_in_common(found, pair) for pair in compared}
    counts = _count(found, compared)
    sees_stock = {track.player: track.sees_stock for several in found.values() for track in several}
    rows: list[dict[str, Any]] = [
        {**_names(*pair), "sees_stock_a": sees_stock[pair[0]], "sees_stock_b": sees_stock[pair[1]]}
        | (
            {"missing": listed[pair] - counts[pair].deals, **counts[pair].figures(level)}
            if pair in counts
            else {"other_cards": reasons[pair]}
        )
        for pair in pairs
    ]
    tested = [row for row in rows if "mcnemar_p" in row]
    for row, p in zip(tested, holm([row["mcnemar_p"] for row in tested]), strict=True):
        row["holm_p"] = p
    return pl.DataFrame(rows, schema=FIGURES)


def _players(found: Tracks) -> list[Player]:
    return list(dict.fromkeys(track.player for several in found.values() for track in several))


def _pairs(players: Sequence[Player], by: str, a: str | None, b: str | None) -> list[Pair]:
    """The pairs to compare. Players of one level of `by` are paired, others only if both are named in full."""
    if a is None and b is not None:
        raise OptionError(f"--b {b} without --a: expected both, or --a alone to compare it with every other")
    for name in (a, b):
        if name is not None and not any(_is(player, name, by) for player in players):
            known = dict.fromkeys([*(_varying(player, by) for player in players), *map(str, players)])
            raise OptionError(f"unknown name {name!r}: expected one of {', '.join(known)}")
    full = {str(player) for player in players}
    if a is None:
        pairs = [(p, q) for p, q in combinations(players, 2) if _level(p, by) == _level(q, by)]
    else:
        pairs = [
            (p, q)
            for p in players
            for q in players
            if p != q and _is(p, a, by) and (b is None or _is(q, b, by))
            if _level(p, by) == _level(q, by) or {a, b} <= full
        ]
    if not pairs:
        other = "strategies under the same rules" if by == "rules" else "rules played by the same strategy"
        raise OptionError(
            f"nothing to compare by {by}: expected two {other}; there are {', '.join(map(str, players))}"
        )
    return pairs


def _level(player: Player, by: str) -> str:
    return player.rules if by == "rules" else player.strategy


def _varying(player: Player, by: str) -> str:
    return player.strategy if by == "rules" else player.rules


def _is(player: Player, name: str, by: str) -> bool:
    return name in (_varying(player, by), str(player))


def _names(p: Player, q: Player) -> dict[str, str | None]:
    if p.rules == q.rules:
        return {"rules": p.rules, "strategy": None, "a": p.strategy, "b": q.strategy}
    if p.strategy == q.strategy:
        return {"rules": None, "strategy": p.strategy, "a": p.rules, "b": q.rules}
    return {"rules": None, "strategy": None, "a": str(p), "b": str(q)}


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


def _other_cards(pair: Pair, options: Mapping[str, Mapping[str, Any]], alike: Alike | None) -> str | None:
    one, other = (player.rules for player in pair)
    return alike(options[one], options[other]) if alike is not None and one != other else None


def _refuse_other_cards(reasons: Mapping[Pair, str | None]) -> None:
    for (one, other), reason in reasons.items():
        if reason is not None:
            raise DatasetError(
                f"rules {one.rules} and {other.rules} deal other cards ({reason}): expected rules that share their "
                f"deals; see their win rates in the table"
            )


def _count(found: Tracks, pairs: Sequence[Pair]) -> dict[Pair, PairCounts]:
    counts = {pair: PairCounts.none() for pair in pairs}
    wanted = {player for pair in pairs for player in pair}
    for several in found.values():
        used = [track for track in several if track.player in wanted]
        for length, values in _outcomes(used):
            for pair in pairs:
                one, other = values.get(pair[0]), values.get(pair[1])
                if one is not None and other is not None:
                    counts[pair].add(one[0], other[0], one[1], other[1])
                elif one is not None or other is not None:
                    counts[pair].unpaired += length
    return counts


def _outcomes(used: Sequence[Track]) -> Iterator[tuple[int, dict[Player, tuple[Any, Any]]]]:
    """Outcomes and strokes of those who played each stretch of deals."""
    for stretch in stretches(used, [("won", "strokes")] * len(used)):
        yield (
            stretch.count,
            {
                track.player: (won(rows), strokes(rows))
                for track, rows in zip(used, stretch.rows, strict=True)
                if rows is not None
            },
        )
