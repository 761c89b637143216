"""`golfsim table`: the win-rate table of datasets."""

from __future__ import annotations

from pathlib import Path

import click

from golfsim.cli.tables import put, table_options, where_option


@click.command()
@table_options
@click.option(
    "--by", default=None, show_default="rules,strategy", metavar="NAME,...",
    help="What a row stands for: rules, strategy, sees_stock, source, seed, dataset, a rule option as kings, or a "
    "column of the start of the deal as waste.",
)  # fmt: skip
@where_option
def table(
    datasets: tuple[str, ...],
    by: str | None,
    where: str | None,
    format_: str,
    output: Path | None,
    columns: str | None,
    wide: bool,
) -> None:
    """Show win rates with 95% Wilson intervals, strokes and nine-hole totals.

    \b
    Example:
      golfsim table results/first --format markdown
      golfsim table results/first results/second --by strategy --format csv -o both.csv
      golfsim table results/first --by strategy,waste
      golfsim table results/first --where "greedy.won == false and kings_exposed == 0"
    """
    from golfsim.games import face
    from golfsim.results.dataset import open_all
    from golfsim.results.table import win_table
    from golfsim.results.win_style import win_style

    opened = open_all(datasets)
    names = None if by is None else [name.strip() for name in by.split(",") if name.strip()]
    starts = face(opened[0].game).starts()
    put(
        win_table(opened, names, where=where, starts=starts),
        win_style(opened[0].about),
        format_,
        output,
        columns,
        wide,
    )
