"""`golfsim rounds`: totals of nine or eighteen deals in a row."""

from __future__ import annotations

from pathlib import Path

import click

from golfsim.cli.options import Count
from golfsim.cli.tables import put, table_options, where_option


@click.command()
@table_options
@where_option
@click.option("--holes", type=Count(), default=9, show_default=True, help="Deals a round, as 9 or 18.")
@click.option("--par", type=float, default=5, show_default=True, help="Strokes a hole; expert par is always 4.")
def rounds(
    datasets: tuple[str, ...],
    format_: str,
    output: Path | None,
    columns: str | None,
    wide: bool,
    where: str | None,
    holes: int,
    par: float,
) -> None:
    """Show how the totals of rounds spread, and how often they are under par and expert par.

    \b
    Example:
      golfsim rounds results/first
      golfsim rounds results/first --holes 18 --format latex -o rounds.tex
      golfsim rounds results/first --where "kings_exposed == 0"

    Deals in order of their numbers form rounds; those left over at the end are counted and not dropped in silence.
    With --where, the deals that match do.
    """
    from golfsim.games import face
    from golfsim.results.dataset import open_all
    from golfsim.results.rounds import rounds_table
    from golfsim.results.rounds_style import rounds_style

    opened = open_all(datasets)
    frame = rounds_table(opened, holes, par, where=where, starts=face(opened[0].game).starts())
    put(frame, rounds_style(opened[0].about), format_, output, columns, wide)
