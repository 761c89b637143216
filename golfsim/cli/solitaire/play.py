"""`golfsim play`: one deal played by a strategy, move by move."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from golfsim.cli.options import format_option
from golfsim.cli.solitaire.options import StrategyName, deals_argument, overridden, rules_option
from golfsim.games.solitaire.rules import Rules
from golfsim.text import printable

if TYPE_CHECKING:
    from golfsim.games.solitaire.game import Game


@click.command()
@deals_argument
@click.option(
    "--strategy", type=StrategyName(), default="greedy", show_default=True, metavar="NAME[:key=value,...]",
    help="Who plays; see `golfsim strategies`.",
)  # fmt: skip
@rules_option
@format_option("text", "json")
def play(
    deals: tuple[str, ...], strategy: str, rules: Rules, overrides: tuple[tuple[str, str], ...], format_: str
) -> None:
    """Play each DEAL (as `golfsim show` takes them) and show every move.

    \b
    Example:
      golfsim play 7:123 7:124 --strategy greedy
      golfsim play pysol:2 --strategy solver --rules relaxed

    Every move is replayed by the readable rules of the game before it is shown. Each deal is shown as soon as it is
    played; with --format json, one object a line.
    """
    from golfsim.games.solitaire.deals.naming import named_deals
    from golfsim.games.solitaire.playing import play_found
    from golfsim.games.solitaire.strategies.registry import load

    rules = overridden(rules, overrides)
    player = load(strategy)
    for index, found in enumerate(named_deals(deals, rules)):
        game = play_found(found, player, rules)
        if format_ == "json":
            click.echo(json.dumps(_record(game, player.spec, player.facts.sees_stock)))
        else:
            click.echo(("\n" if index else "") + _transcript(game, player.spec, player.facts.sees_stock))


def _transcript(game: Game, strategy: str, sees_stock: bool) -> str:
    deal = game.deal
    waste = "an empty waste" if deal.waste is None else str(deal.waste)
    peek = " (sees the stock)" if sees_stock else ""
    return "\n".join(
        [
            f"deal {printable(deal.name)}, rules {game.rules.name}, strategy {printable(strategy)}{peek}",
            f"  0. start with {waste}, {len(deal.stock)} in the stock",
            *game.transcript(),
            _ending(game),
        ]
    )


def _ending(game: Game) -> str:
    outcome = game.outcome()
    if outcome is None:
        return "not played to its end"
    result = "won" if outcome.won else "lost"
    return f"{result}, {outcome.reason}: {outcome.strokes} strokes, longest run {outcome.longest_run}"


def _record(game: Game, strategy: str, sees_stock: bool) -> dict[str, object]:
    outcome = game.outcome()
    moves = []
    again = type(game)(game.deal, game.rules)
    for move in game.moves:
        moves.append(again.describe(move))
        again.move(move)
    return {
        "deal": game.deal.name,
        "rules": game.rules.name,
        "strategy": strategy,
        "sees_stock": sees_stock,
        "won": outcome.won if outcome else None,
        "strokes": outcome.strokes if outcome else None,
        "reason": outcome.reason.value if outcome else None,
        "cards_left": game.cards_left,
        "stock_left": game.stock_left,
        "longest_run": game.longest_run,
        "moves": moves,
    }
