"""`golfsim solve`: what is the best that can be reached, and how."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING

import click

from golfsim.cli.options import Count, format_option
from golfsim.cli.solitaire.options import deals_argument, overridden, rules_option
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.objectives import FOR_SOLVER, OBJECTIVES
from golfsim.text import printable

if TYPE_CHECKING:
    from golfsim.games.solitaire.solving import Solution


@click.command()
@deals_argument
@rules_option
@click.option(
    "--objective", type=click.Choice(OBJECTIVES), default=FOR_SOLVER, show_default=True,
    help="Prove the lowest strokes, or only whether the deal can be won.",
)  # fmt: skip
@click.option(
    "--max-states", type=Count(least=0), default=0, show_default="0: no bound",
    help="Give a deal up as unknown after so many states.",
)  # fmt: skip
@format_option("text", "json")
def solve(
    deals: tuple[str, ...],
    rules: Rules,
    overrides: tuple[tuple[str, str], ...],
    objective: str,
    max_states: int,
    format_: str,
) -> None:
    """Solve each DEAL (as `golfsim show` takes them) exactly, with every card known.

    \b
    Example:
      golfsim solve pysol:2
      golfsim solve boards.txt --rules putt-putt --format json

    Each result is printed as soon as it is found; with --format json, one object a line.
    """
    from golfsim.games.solitaire.deals.naming import named_deals
    from golfsim.games.solitaire.solving import solve as search

    rules = overridden(rules, overrides)
    for index, found in enumerate(named_deals(deals, rules)):
        solution = search(found.deal, rules, objective=objective, max_states=max_states)
        if format_ == "json":
            click.echo(json.dumps(_record(solution)))
        else:
            click.echo(("\n" if index else "") + _describe(solution, objective))


def _record(solution: Solution) -> dict[str, object]:
    return {
        "deal": solution.game.deal.name,
        "rules": solution.game.rules.name,
        "won": solution.won,
        "strokes": solution.strokes,
        "moves": list(solution.moves),
        "states": solution.states,
    }


def _describe(solution: Solution, objective: str) -> str:
    game = solution.game
    if solution.won is None:
        verdict = "unknown, given up"
    elif objective == "strokes":
        verdict = f"{'can' if solution.won else 'cannot'} be won; lowest strokes {solution.strokes}"
    else:
        verdict = f"{'can' if solution.won else 'cannot'} be won"
    lines = [f"deal {printable(game.deal.name)}, rules {game.rules.name}: {verdict} ({solution.states:,} states)"]
    if solution.moves:
        lines += textwrap.wrap(" ".join(solution.moves), 100, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(lines)
