"""Verify golfsim against the world outside: published figures, chance itself, and a brute-force search.

Nothing here is a test with a fixed answer in seconds; each check runs as long as its share of the time allows, on a
fixed sequence of deals, and says how far it came. What was solved is kept below results/verify, so that the next run
goes on from there. Exit code 1 if anything disagrees.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from random import Random
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

import golfsim
from golfsim.datasets.manifest import find_manifest
from golfsim.games.solitaire.deals.deal import Deal
from golfsim.games.solitaire.deals.naming import parse_source
from golfsim.games.solitaire.deals.sources import SeededSource
from golfsim.games.solitaire.planning import make_plan
from golfsim.games.solitaire.rules import CHOICES, Rules
from golfsim.results.intervals import standard_error, t_quantile, tango, wilson
from golfsim.simulate import run_plan

ROOT = Path(__file__).parent.parent
PLACE = ROOT / "results" / "verify"
MILLION = 1_000_000
LEAST_STUDIES = 20_000
"""Simulated studies, whatever the time: their share then errs by 0.15 points."""
SURE = 0.999
"""Confidence at which a figure has to agree: one right figure in a thousand is reported as wrong."""


@dataclass(frozen=True)
class Finding:
    """What a check found, and whether it is as it should be."""

    name: str
    found: str
    wanted: str
    holds: bool


@dataclass(frozen=True)
class Published:
    """A published share of winnable deals.

    `low` and `high` are what it allows: half a unit of its last digit either way, a whole one where it says "about".
    Where `wins` is given, it is the exact number among the first million deals of the source.
    """

    preset: str
    source: str
    block: int
    low: float
    high: float
    reference: str
    wins: int | None = None


WOLTER_GOLF = "J. Wolter, Experimental Analysis of Golf Solitaire (2013), politaire.com/article/golf.html"
WOLTER_BLACK_HOLE = (
    "S. Fish, as told by J. Wolter, Experimental Analysis of Black Hole and All-In-A-Row Solitaire (2014), "
    "politaire.com/article/blackhole.html"
)
FISH = "S. Fish, Black Hole Solitaire Solver, as told by en.wikipedia.org/wiki/Black_Hole_(solitaire)"

PUBLISHED = {
    "golf": (
        Published("classic", "seeded", 16_384, 0.25, 0.27, WOLTER_GOLF),
        Published("relaxed", "seeded", 16_384, 0.44, 0.46, WOLTER_GOLF),
        Published("putt-putt", "seeded", 16_384, 0.92, 0.94, WOLTER_GOLF),
    ),
    "no-stock": (
        Published("black-hole", "pysol", 1_000, 0.869413, 0.869413, FISH, wins=869_413),
        Published("all-in-a-row", "pysol", 1_000, 0.6705, 0.6715, WOLTER_BLACK_HOLE),
    ),
}


def winnability(figures: tuple[Published, ...], seconds: float, jobs: int) -> Iterator[Finding]:
    """Solve deals block by block, each a dataset of its own, for as long as there is time; at most a million."""
    for figure in figures:
        until = time.monotonic() + seconds / len(figures)
        start = 1 if figure.source == "pysol" else 0
        done: list[Path] = []
        for first in range(start, MILLION + start, figure.block):
            out = PLACE / f"{figure.preset}-{first:07d}"
            whole = find_manifest(out) is not None
            if not whole and time.monotonic() > until:
                break
            deals = min(figure.block, MILLION + start - first)
            _solve(figure, first, deals, out, jobs)
            done.append(out)
        if done:
            yield _judged(figure, done, start)


def _solve(figure: Published, first: int, deals: int, out: Path, jobs: int) -> None:
    source = parse_source(figure.source, seed=1)
    plan = make_plan([Rules.parse(figure.preset)], ["solver:objective=win"], source, deals, first, out)
    # Small shards, so that a block keeps every job busy.
    groups = tuple(replace(group, shard_size=figure.block // 4) for group in plan.groups)
    run_plan(replace(plan, groups=groups), jobs=jobs)


def _judged(figure: Published, done: list[Path], start: int) -> Finding:
    row = golfsim.win_table(done).row(0, named=True)
    deals, wins = row["deals"], row["wins"]
    low, high = wilson(wins, deals, SURE)
    holds = low <= figure.high and figure.low <= high
    if figure.wins is not None and deals == MILLION:
        holds = wins == figure.wins
    wanted = f"{figure.low:.4%}" if figure.low == figure.high else f"{figure.low:.2%} to {figure.high:.2%}"
    if figure.wins is not None:
        wanted += f", {figure.wins:,} of the first million"
    return Finding(
        f"winnable, {figure.preset}",
        f"{wins:,} of {deals:,} {figure.source} deals from {start}: {wins / deals:.3%}, "
        f"95% interval [{row['win_low']:.3%}, {row['win_high']:.3%}]",
        f"{wanted} ({figure.reference})",
        holds,
    )


def uniformity(seconds: float) -> Iterator[Finding]:
    """Chi-square tests of seeded deals: which card lies where, and which two lie next to each other."""
    for name in ("classic", "jokers", "black-hole"):
        rules = Rules.parse(name)
        cards = rules.cards
        fixed = rules.start == "ace"
        places, followers, deals = np.zeros((cards, cards), np.int64), np.zeros((cards, cards), np.int64), 0
        until = time.monotonic() + seconds / 3
        while time.monotonic() < until and deals < 50 * MILLION:
            decks = SeededSource(20240607).decks(deals, 100_000, rules)
            deals += len(decks)
            decks = np.delete(decks, rules.tableau, axis=1) if fixed else decks
            for place in range(decks.shape[1]):
                places[place] += np.bincount(decks[:, place], minlength=cards)
            # Pairs that share no card, so that they are independent.
            pairs = decks[:, 0].astype(np.int64) * cards + decks[:, 1]
            followers += np.bincount(pairs, minlength=cards * cards).reshape(cards, cards)
        shuffled = cards - fixed
        places = places[:shuffled]
        used = places.sum(axis=0) > 0
        expected = deals / shuffled
        # Rows and columns sum to the number of deals, which leaves (n - 1)^2 degrees of freedom; as the covariance of
        # a random permutation matrix is the projection onto them over n - 1, the usual sum is n / (n - 1) too large.
        chi = ((places[:, used] - expected) ** 2 / expected).sum() * (shuffled - 1) / shuffled
        yield _chi_square(f"cards by place, {name}", float(chi), (shuffled - 1) ** 2, deals)
        apart = followers[np.ix_(used, used)][~np.eye(shuffled, dtype=bool)]
        expected = deals / len(apart)
        yield _chi_square(
            f"first two cards, {name}", float(((apart - expected) ** 2 / expected).sum()), len(apart) - 1, deals
        )


def _chi_square(name: str, value: float, freedom: int, deals: int) -> Finding:
    # E. B. Wilson and M. M. Hilferty, PNAS 17 (1931) 684-688: the cube root is nearly normal.
    spread = 2 / (9 * freedom)
    z = ((value / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5
    p = 1 - NormalDist().cdf(z)
    return Finding(
        name,
        f"chi-square {value:,.1f}, {freedom:,} degrees of freedom, p {p:.4f}, {deals:,} deals",
        "p within 0.0005 to 0.9995",
        0.0005 <= p <= 0.9995,
    )


def brute_force(seconds: float) -> Iterator[Finding]:
    """The solver against a search of every state, on small layouts of whole decks under random rules."""
    sys.path.insert(0, str(ROOT / "tests"))
    from brute_force import TooLarge, lowest_strokes

    random = Random(20240608)
    compared = skipped = 0
    wrong: list[str] = []
    golfsim.solve(Deal.from_deck(range(52), Rules()))  # compiles, which is not to count
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        rules = Rules(
            kings=random.choice(CHOICES["kings"]),
            draw=random.choice(CHOICES["draw"]),
            start=random.choice(("stock", "tableau")),
            jokers=random.choice((0, 2)),
            columns=random.randint(2, 13),
            depth=random.randint(1, 3),
        )
        deck = list(range(rules.cards))
        random.shuffle(deck)
        deal = Deal.from_deck(deck, rules, " ".join(map(str, deck)))
        try:
            expected = lowest_strokes(deal, rules, most_states=30_000)
        except TooLarge:
            skipped += 1
            continue
        compared += 1
        if golfsim.solve(deal, rules).strokes != expected or golfsim.solve(deal, rules, objective="win").won != (
            expected <= 0
        ):
            wrong.append(f"{rules.name} {deal.name}")
    detail = f"; first: {wrong[0]}" if wrong else ""
    yield Finding(
        "solver against brute force",
        f"{compared:,} deals compared, {len(wrong)} differ, {skipped:,} too large to search{detail}",
        "none differ",
        compared > 0 and not wrong,
    )


def coverage(seconds: float) -> Iterator[Finding]:
    """How often 95% intervals hold the truth, in simulated studies."""
    random = np.random.default_rng(20240609)
    share = seconds / 9
    for p in (0.0022, 0.0081, 0.26, 0.93):
        yield _covered(f"win rate {p:.2%}", share, lambda p=p: _wilson_study(random, p))
    for only_a, only_b in ((0.006, 0.0045), (0.0075, 0.0015), (0.12, 0.1)):
        yield _covered(
            f"paired difference, {only_a:.2%} and {only_b:.2%} won by one only", share,
            lambda a=only_a, b=only_b: _tango_study(random, a, b),
        )  # fmt: skip
    for deals in (20, 1_000):
        yield _covered(f"mean strokes of {deals:,} deals", share, lambda n=deals: _mean_study(random, n))


def _covered(name: str, seconds: float, study: Callable[[], npt.NDArray[np.bool_]]) -> Finding:
    until = time.monotonic() + seconds
    hits = tries = 0
    while tries < LEAST_STUDIES or (time.monotonic() < until and tries < 5 * MILLION):
        covered = study()
        hits += int(covered.sum())
        tries += len(covered)
    rate = hits / tries
    return Finding(f"coverage, {name}", f"{rate:.2%} of {tries:,} studies", "94% to 96%", 0.94 <= rate <= 0.96)


def _wilson_study(random: np.random.Generator, p: float) -> npt.NDArray[np.bool_]:
    deals = random.integers(15_000, 25_000, 500)
    wins = random.binomial(deals, p)
    ends = [wilson(w, n) for w, n in zip(wins.tolist(), deals.tolist(), strict=True)]
    return np.array([low <= p <= high for low, high in ends])


def _tango_study(random: np.random.Generator, only_a: float, only_b: float) -> npt.NDArray[np.bool_]:
    deals = random.integers(1_500, 2_500, 200)
    counts = random.multinomial(deals, [only_a, only_b, 1 - only_a - only_b])
    ends = [tango(a, b, n) for (a, b, _), n in zip(counts.tolist(), deals.tolist(), strict=True)]
    return np.array([low <= only_a - only_b <= high for low, high in ends])


def _mean_study(random: np.random.Generator, deals: int) -> npt.NDArray[np.bool_]:
    strokes = np.arange(-16, 36)
    weights = np.where(strokes > 0, np.exp(-(((strokes - 9) / 7.5) ** 2)), 0.002)
    weights /= weights.sum()
    values = random.choice(strokes, size=(200, deals), p=weights)
    reach = np.array([t_quantile(0.95, deals - 1) * standard_error(v, deals) for v in values.var(axis=1, ddof=1)])
    return np.abs(values.mean(axis=1) - weights @ strokes) <= reach


SHARES = {"coverage": 0.1, "uniformity": 0.05, "brute-force": 0.1, "golf": 0.25, "no-stock": 0.5}
"""Of the whole time, by check."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=SHARES, action="append", help="this check alone; may be repeated")
    parser.add_argument("--minutes", type=float, default=10, help="about how long to take (default: 10)")
    parser.add_argument("--all", action="store_true", help="solve all deals of the published figures: hours")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()

    names = [name for name in SHARES if options.only is None or name in options.only]
    scale = 60 * options.minutes / sum(SHARES[name] for name in names)
    wrong = 0
    for name in names:
        seconds = SHARES[name] * scale
        if name in PUBLISHED:
            findings = winnability(PUBLISHED[name], inf if options.all else seconds, options.jobs)
        else:
            findings = {"coverage": coverage, "uniformity": uniformity, "brute-force": brute_force}[name](seconds)
        for finding in findings:
            wrong += not finding.holds
            print(f"{'holds' if finding.holds else 'WRONG'}  {finding.name}: {finding.found}", flush=True)
            print(f"       wanted: {finding.wanted}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("stopped; what was solved is kept", file=sys.stderr)
        sys.exit(130)
