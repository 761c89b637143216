"""`golfsim tournament`: the same rounds for all, ties played off."""

from __future__ import annotations

from pathlib import Path

import click

from golfsim.cli.options import Count
from golfsim.cli.tables import put, table_options


@click.command()
@table_options
@click.option("--holes", type=Count(), default=9, show_default=True, help="Deals a round, as 9 or 18.")
@click.option(
    "--rounds", type=Count(), default=None, show_default="as many as nine tenths of the deals make",
    help="How many rounds; the deals after the last one are for play-offs.",
)  # fmt: skip
@click.option("--strategy", "strategies", multiple=True, metavar="NAME", help="Who enters; by default all.")
def tournament(
    datasets: tuple[str, ...],
    format_: str,
    output: Path | None,
    columns: str | None,
    wide: bool,
    holes: int,
    rounds: int | None,
    strategies: tuple[str, ...],
) -> None:
    """Hold a tournament: all strategies play the same rounds, and the lowest total takes each.

    \b
    Example:
      golfsim tournament results/first
      golfsim tournament results/first --holes 18 --rounds 5000 --format markdown

    Those tied for the lowest total play one more deal at a time, the same for all of them, until one is left.
    """
    from golfsim.results.dataset import open_all
    from golfsim.results.tournament import tournament_table
    from golfsim.results.tournament_style import tournament_style

    opened = open_all(datasets)
    frame = tournament_table(opened, holes, rounds, strategies)
    put(frame, tournament_style(opened[0].about), format_, output, columns, wide)
