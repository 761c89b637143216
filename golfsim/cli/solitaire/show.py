"""`golfsim show`: one deal, drawn as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from golfsim.cli.options import format_option, wants_color
from golfsim.cli.solitaire.options import deals_argument, overridden, rules_option
from golfsim.games.solitaire.rules import Rules
from golfsim.text import printable

if TYPE_CHECKING:
    from golfsim.cards import Card
    from golfsim.games.solitaire.deals.deal import Deal


@click.command()
@deals_argument
@rules_option
@format_option("text", "board")
def show(deals: tuple[str, ...], rules: Rules, overrides: tuple[tuple[str, str], ...], format_: str) -> None:
    """Draw each DEAL: SEED:INDEX, pysol:N, pysol:msN, a file of boards or of such names, FILE#N, or -.

    \b
    Example:
      golfsim show 7:123
      golfsim show pysol:1 7:5 --format board > boards.txt
      golfsim find results/first --where won | golfsim show -

    A file, or - for standard input, holds boards, or names of deals one a line; FILE#N is deal N, from 0, of a file.
    The stock is shown in drawing order; players see it face down.
    """
    from golfsim.games.solitaire.deals.boards import SEPARATOR, format_board
    from golfsim.games.solitaire.deals.naming import named_deals

    rules = overridden(rules, overrides)
    for index, found in enumerate(named_deals(deals, rules)):
        if format_ == "board":
            click.echo((f"{SEPARATOR}\n" if index else "") + format_board(found.deal), nl=False)
        else:
            click.echo(("\n" if index else "") + draw(found.deal, rules), color=wants_color())


def draw(deal: Deal, rules: Rules) -> str:
    """The deal as it lies on a table, exposed cards in the lowest row."""
    deepest = max(len(column) for column in deal.columns)
    lines = [f"deal {printable(deal.name)}, rules {rules.name}", ""]
    lines.append(" ".join(f"{number:>3}" for number in range(1, len(deal.columns) + 1)))
    for level in range(deepest):
        cells = [_cell(column[level]) if level < len(column) else "   " for column in deal.columns]
        lines.append(" ".join(cells))
    lines.append("")
    lines.append("waste " + (_cell(deal.waste) if deal.waste is not None else "empty"))
    stock = " ".join(_face(card) for card in deal.stock) or "empty"
    lines.append(f"stock  {stock}" + (f"  ({len(deal.stock)} cards, next first)" if deal.stock else ""))
    return "\n".join(lines)


def _cell(card: Card) -> str:
    return " " * (3 - len(str(card))) + _face(card)


def _face(card: Card) -> str:
    return click.style(str(card), fg="red") if card.suit in ("H", "D") else str(card)
