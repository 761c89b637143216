"""`golfsim hint`: what each legal move is worth to a player who cannot see the stock."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from golfsim.cli.options import Count, format_option
from golfsim.cli.solitaire.options import deals_argument, overridden, rules_option
from golfsim.errors import IllegalMove
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.objectives import FOR_PLAYERS, OBJECTIVES
from golfsim.text import printable

if TYPE_CHECKING:
    from golfsim.games.solitaire.hinting import Advice


@click.command()
@deals_argument
@click.option("--moves", default="", metavar='"MOVE ..."', help="Moves made so far: draw, a column number or a card.")
@click.option(
    "--samples",
    type=Count(1, 1_000_000),
    default=1000,
    show_default=True,
    help="Orders of the unseen cards to play against.",
)
@click.option(
    "--objective", type=click.Choice(OBJECTIVES), default=FOR_PLAYERS, show_default=True,
    help="What the best move is best for.",
)  # fmt: skip
@click.option("--peek", is_flag=True, help="Also say what the true stock would allow after each move.")
@rules_option
@format_option("table", "json")
def hint(
    deals: tuple[str, ...],
    moves: str,
    samples: int,
    objective: str,
    peek: bool,
    rules: Rules,
    overrides: tuple[tuple[str, str], ...],
    format_: str,
) -> None:
    """Value every legal move at one point of each DEAL (as `golfsim show` takes them).

    \b
    Example:
      golfsim hint pysol:2
      golfsim hint 7:123 --moves "draw draw QD" --peek

    The chance to win and the strokes are those of playing on without seeing the stock, against sampled orders of the
    unseen cards; the standard errors are of the sampling alone. The best move is marked * (where chances are equal,
    fewer strokes decide), and others that the samples cannot tell from it ~.
    """
    from golfsim.games.solitaire.deals.naming import named_deals
    from golfsim.games.solitaire.hinting import hint as advise

    rules = overridden(rules, overrides)
    for index, found in enumerate(named_deals(deals, rules)):
        try:
            advice = advise(
                found.deal,
                rules,
                moves,
                samples=samples,
                objective=objective,
                seed=found.seed,
                number=found.number,
                peek=peek,
            )
        except IllegalMove as error:
            raise IllegalMove(f"{found.deal.name}: {error}") from None
        if format_ == "json":
            click.echo(json.dumps(_record(advice, samples, peek)))
        else:
            click.echo(("\n" if index else "") + _describe(advice, peek), nl=False)


def _record(advice: Advice, samples: int, peek: bool) -> dict[str, object]:
    game = advice.game
    hints = []
    for one in advice.hints:
        record: dict[str, object] = {
            "move": one.text,
            "best": one.best,
            "close": one.close,
            "win_chance": one.win_chance,
            "win_error": one.win_error,
            "certain": one.certain,
            "strokes": one.strokes,
            "strokes_error": one.strokes_error,
        }
        if peek:
            record["winnable"] = None if one.lowest_strokes is None else one.lowest_strokes <= 0
            record["lowest_strokes"] = one.lowest_strokes
        hints.append(record)
    outcome = game.outcome()
    return {
        "deal": game.deal.name,
        "rules": game.rules.name,
        "moves": len(game.moves),
        "waste": str(game.waste[-1]) if game.waste else None,
        "cards_left": game.cards_left,
        "stock_left": game.stock_left,
        "samples": samples,
        "planned": advice.planned,
        "limit": advice.limit,
        "won": None if outcome is None else outcome.won,
        "outcome": None if outcome is None else outcome.reason,
        "hints": hints,
    }


def _describe(advice: Advice, peek: bool) -> str:
    import polars as pl

    from golfsim.results.render import render
    from golfsim.results.sheet import Column, Sheet, Style

    game = advice.game
    waste = f"{game.waste[-1]} on the waste" if game.waste else "an empty waste"
    lines = f"deal {printable(game.deal.name)}, rules {game.rules.name}, after {_moves(len(game.moves))}: {waste}, "
    lines += f"{game.cards_left} in the columns, {game.stock_left} in the stock\n"
    outcome = game.outcome()
    if outcome is not None:
        result = "won" if outcome.won else "lost"
        return f"{lines}{result}, {outcome.reason}: {outcome.strokes} strokes; no move is left\n"
    hints = advice.hints
    columns = [
        Column("", ["*" if one.best else "~" if one.close else "" for one in hints], right=False),
        Column("move", [one.text for one in hints], right=False),
        Column("column", ["" if one.move < 0 else str(one.move + 1) for one in hints]),
        Column("win chance", [f"{100 * one.win_chance:.1f}%" for one in hints]),
        Column("standard error", ["certain" if one.certain else f"{100 * one.win_error:.1f}%" for one in hints]),
        Column("strokes", [f"{one.strokes:.2f}" for one in hints]),
        Column("standard error", ["-" if one.strokes_error is None else f"{one.strokes_error:.2f}" for one in hints]),
    ]
    if peek:
        known = [one.lowest_strokes for one in hints]
        columns += [
            Column(
                "true stock", ["?" if s is None else "winnable" if s <= 0 else "lost" for s in known], right=False
            ),
            Column("lowest strokes", ["?" if s is None else str(s) for s in known]),
        ]
    notes = []
    if all(one.certain and one.strokes_error == 0 for one in hints):
        notes.append("Nothing is left to chance: these are no estimates.")
    elif any(one.certain for one in hints):
        notes.append("certain: the same whatever the order of the unseen cards.")
    if not advice.planned and game.stock_left:
        notes.append("Too many positions to plan: played on by the longest run visible before each draw.")
    if advice.limit is not None:
        notes.append(
            f"There is too much to search: each run is the longest among the first {advice.limit:,} states, so that "
            "better play may be possible."
        )
    return lines + "\n" + render(pl.DataFrame(), "table", Style(lambda _: Sheet(columns, notes)))


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"
