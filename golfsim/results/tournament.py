"""Tournaments: everyone plays the same rounds, and ties for the lowest total are played off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from golfsim.datasets.about import About
from golfsim.errors import DatasetError, OptionError
from golfsim.results.aligned import NO_SCORE, Origin, Track, scores, stretches, tracks
from golfsim.results.dataset import Paths, open_all
from golfsim.results.rounds import Rounds, check_holes

SHARE_FOR_ROUNDS = 10
"""Unless told otherwise, one deal in so many is kept for play-offs."""

Scores = npt.NDArray[np.int32]

COUNTS: dict[str, type[pl.DataType]] = {
    "holes": pl.Int64,
    "rounds": pl.Int64,
    "won": pl.Int64,
    "won_share": pl.Float64,
    "playoffs": pl.Int64,
    "playoffs_won": pl.Int64,
    "undecided": pl.Int64,
    "average_place": pl.Float64,
    "mean_total": pl.Float64,
    "playoff_deals": pl.Int64,
    "unknown_rounds": pl.Int64,
    "unused": pl.Int64,
}


def figures(about: About) -> dict[str, type[pl.DataType]]:
    """The columns before the head-to-head matrix, in this order."""
    return {**dict.fromkeys(about.keys, pl.String), about.peeks: pl.Boolean, **COUNTS}


BEATS = "beats "
"""What the columns of the head-to-head matrix begin with; the name of who plays follows."""


@dataclass
class Result:
    """A tournament of `players` players; arrays are indexed by player.

    Attributes:
        rounds: rounds played.
        won: rounds won, with play-offs; int64, shape (players,).
        playoffs, playoffs_won: play-offs taken part in, and won; int64, (players,).
        undecided: ties for the lowest total that were left when the deals had run out; int64, (players,).
        place_sum: sum of the places; float64, (players,).
        total_sum: scores of all rounds; int64, (players,).
        beats: rounds in which the player of the row had a lower total than that of the column; int64, (p, p).
        playoff_deals: extra deals that were played.
    """

    rounds: int
    won: npt.NDArray[np.int64]
    playoffs: npt.NDArray[np.int64]
    playoffs_won: npt.NDArray[np.int64]
    undecided: npt.NDArray[np.int64]
    place_sum: npt.NDArray[np.float64]
    total_sum: npt.NDArray[np.int64]
    beats: npt.NDArray[np.int64]
    playoff_deals: int


def play(totals: npt.NDArray[np.int64], extra: Scores) -> Result:
    """Decide a tournament.

    The lowest total takes a round; where high scores are better, give them with their signs turned. Those tied for it
    play one extra deal at a time, the same for all of them; whoever has the lowest score stays, until one is left.
    Each extra deal is used once, in order, round after round.

    A place is 1 plus the number of players with a lower total, the mean of the places they fill for players with the
    same total; a play-off settles the first place alone, and those it throws out share the places after it.

    Args:
        totals: of each round, int64, shape (rounds, players).
        extra: scores of the deals for play-offs, int32, shape (deals, players).
    """
    rounds, players = totals.shape
    lowest = totals == totals.min(axis=1, keepdims=True, initial=np.iinfo(np.int64).max)
    tied = lowest.sum(axis=1) > 1
    won = lowest[~tied].sum(axis=0)
    playoffs, playoffs_won, undecided = (np.zeros(players, np.int64) for _ in range(3))
    beats = np.array([[(totals[:, a] < totals[:, b]).sum() for b in range(players)] for a in range(players)])
    level = rounds - beats - beats.T
    np.fill_diagonal(level, 0)
    place_sum = rounds + beats.sum(axis=0) + level.sum(axis=0) / 2
    at = 0
    for several in lowest[tied]:
        left = np.flatnonzero(several)
        playoffs[left] += 1
        while len(left) > 1 and at < len(extra):
            deal = extra[at, left]
            left = left[deal == deal.min()]
            at += 1
        if len(left) > 1:
            undecided[left] += 1
            continue
        won[left] += 1
        playoffs_won[left] += 1
        # The winner goes from the mean of places 1 to k to place 1; the k - 1 others share what it gives up.
        place_sum[several] += 0.5
        place_sum[left] -= several.sum() / 2
    return Result(rounds, won, playoffs, playoffs_won, undecided, place_sum, totals.sum(axis=0), beats, at)


def tournament_table(
    paths: Paths, holes: int | None = None, rounds: int | None = None, strategies: Sequence[str] = ()
) -> pl.DataFrame:
    """One tournament for each set of rules, one row a strategy, in manifest order. See `play` for the rules of it.

    The names are those of Golf; another game has its own keys.

    The deals all entrants played form the rounds, in order of their numbers; the deals after the last round are for
    play-offs.

    Args:
        holes: deals a round; by default those of the game.
        rounds: how many; by default as many as nine tenths of the deals make, so that deals are left for play-offs.
        strategies: who enters; by default all.

    Columns, in this order:
        rules, strategy (String), sees_stock (Boolean): whether the strategy reads the order of the stock
        holes (Int64): deals a round; rounds (Int64): rounds played by all
        won (Int64), won_share (Float64, 0 to 1): rounds won, by a lower total or in a play-off
        playoffs, playoffs_won (Int64): play-offs the strategy took part in, and won
        undecided (Int64): ties for the lowest total it was left in when the deals had run out; nobody won those
        average_place (Float64, 1 is best), mean_total (Float64, strokes a round)
        playoff_deals (Int64): extra deals played in this tournament
        unknown_rounds (Int64): rounds left out, as the strokes of an entrant are null
        unused (Int64): deals after the last round that no play-off needed, or in which strokes are unknown
        beats S for each strategy S (Int64): rounds in which this one had a lower total than S; null against itself
            and where S did not enter

    Raises:
        OptionError: for no path, a strategy that is not there, fewer than two entrants, holes below 1, or more rounds
            than there are deals for.
        DatasetError: for a path that is no readable dataset, a game without scores, the same deals twice, deals of
            several sources or seeds, entrants without a deal in common, or a strategy without strokes.
    """
    datasets = open_all(paths)
    about = datasets[0].about
    holes = about.holes if holes is None else holes
    check_holes(holes)
    if rounds is not None and rounds < 1:
        raise OptionError(f"rounds {rounds}: expected at least 1")
    found = tracks(datasets)
    if len(found) > 1:
        raise DatasetError(f"deals of {' and of '.join(map(str, found))}: expected one source and seed")
    entrants = _entrants(found, about, strategies)
    rows = [row for several in entrants.values() for row in _tournament(several, holes, rounds)]
    names = dict.fromkeys(track.player.who for several in entrants.values() for track in several)
    return pl.DataFrame(rows, schema={**figures(about), **{BEATS + name: pl.Int64 for name in names}})


def _entrants(
    found: dict[Origin, list[Track]], about: About, names: Sequence[str]
) -> dict[tuple[str, ...], list[Track]]:
    """Who plays, by what they play under."""
    every = [track for several in found.values() for track in several]
    known = list(dict.fromkeys(track.player.who for track in every))
    for name in names:
        if name not in known:
            raise OptionError(f"unknown {about.keys[-1]} {name!r}: expected some of {', '.join(known)}")
    tournaments: dict[tuple[str, ...], list[Track]] = {}
    for track in every:
        if not names or track.player.who in names:
            tournaments.setdefault(track.player.under, []).append(track)
    for several in tournaments.values():
        if len(several) < 2:
            raise OptionError(
                f"{_under(several[0])}: only {several[0].player.who} enters: expected at least 2 {about.several_who}"
            )
    return tournaments


def _under(track: Track) -> str:
    pairs = zip(track.about.keys, track.player.under, strict=False)
    return ", ".join(f"{key} {value}" for key, value in pairs)


def _tournament(entrants: Sequence[Track], holes: int, rounds: int | None) -> Iterator[dict[str, Any]]:
    about, under = entrants[0].about, _under(entrants[0])
    deals = sum(stretch.count for stretch in stretches(entrants, [()] * len(entrants)) if stretch.whole)
    if not deals:
        raise DatasetError(f"{under}: no deal that all entrants played: {', '.join(map(_on_disk, entrants))}")
    possible = deals // holes
    if rounds is None:
        rounds = max(1, (deals - deals // SHARE_FOR_ROUNDS) // holes)
    if rounds > possible:
        raise OptionError(f"rounds {rounds} of {holes} holes: the {deals} deals that all played make {possible}")
    totals, extra, unknown = _collect(entrants, holes, rounds)
    sign = 1 if about.low_is_better else -1
    result = play(sign * totals, np.int32(sign) * extra)
    for index, track in enumerate(entrants):
        yield {
            **dict(zip(about.keys, track.player, strict=True)),
            about.peeks: track.peeks,
            "holes": holes,
            "rounds": result.rounds,
            "won": result.won[index],
            "won_share": result.won[index] / result.rounds if result.rounds else None,
            "playoffs": result.playoffs[index],
            "playoffs_won": result.playoffs_won[index],
            "undecided": result.undecided[index],
            "average_place": result.place_sum[index] / result.rounds if result.rounds else None,
            "mean_total": sign * result.total_sum[index] / result.rounds if result.rounds else None,
            "playoff_deals": result.playoff_deals,
            "unknown_rounds": unknown,
            "unused": deals - rounds * holes - result.playoff_deals,
        } | {
            BEATS + other.player.who: result.beats[index, column]
            for column, other in enumerate(entrants)
            if column != index
        }


def _on_disk(track: Track) -> str:
    missing = f" ({track.missing} missing: repeat the run to complete it)" if track.missing else ""
    return f"{track.player.who} {track.present}{missing}"


def _collect(entrants: Sequence[Track], holes: int, rounds: int) -> tuple[npt.NDArray[np.int64], Scores, int]:
    """Totals of the rounds all entrants know their scores of, scores of the deals after them, unknown rounds."""
    cutter = Rounds(holes)
    totals: list[npt.NDArray[np.int64]] = []
    extra: list[Scores] = []
    some_known = np.zeros(len(entrants), np.bool_)
    unknown, left = 0, rounds * holes
    for stretch in stretches(entrants, [(track.score,) for track in entrants]):
        if not stretch.whole:
            continue
        values = np.stack(
            [scores(track, rows) for track, rows in zip(entrants, stretch.present, strict=True)], axis=1
        )
        some_known |= (values != NO_SCORE).any(axis=0)
        cut = cutter.cut(values[:left])
        known = ~(cut == NO_SCORE).any(axis=(1, 2))
        unknown += int((~known).sum())
        totals.append(cut[known].sum(axis=1, dtype=np.int64))
        after = values[left:]
        extra.append(after[~(after == NO_SCORE).any(axis=1)])
        left = max(0, left - len(values))
    if not some_known.all():
        name = entrants[int(np.argmin(some_known))].player.who
        about = entrants[0].about
        raise DatasetError(
            f"{about.keys[-1]} {name}: has no {about.units[1]} in this dataset: name the others as entrants"
        )
    return np.concatenate(totals), np.concatenate(extra), unknown
