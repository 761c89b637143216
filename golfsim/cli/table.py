"""`golfsim table`: the win-rate table of datasets."""

from __future__ import annotations

from pathlib import Path

import click

from golfsim.cli.options import TABLE_FORMATS, format_option


@click.command()
@click.argument("datasets", nargs=-1, required=True, metavar="DATASET...")
@click.option(
    "--by", default="rules,strategy", show_default=True, metavar="NAME,...",
    help="What a row stands for: rules, strategy, sees_stock, source, seed, dataset or a rule option as kings.",
)  # fmt: skip
@format_option(*TABLE_FORMATS)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), default=None,
    help="Write to this file instead of standard output.",
)  # fmt: skip
def table(datasets: tuple[str, ...], by: str, format_: str, output: Path | None) -> None:
    """Show win rates with 95% Wilson intervals, strokes and nine-hole totals.

    \b
    Example:
      golfsim table results/first --format markdown
      golfsim table results/first results/second --by strategy --format csv -o both.csv
    """
    from golfsim.results.render import render, write
    from golfsim.results.table import win_table
    from golfsim.results.win_view import WIN_VIEW

    frame = win_table(datasets, by=[name.strip() for name in by.split(",") if name.strip()])
    if output is not None:
        write(frame, output, format_, view=WIN_VIEW)
    else:
        click.echo(render(frame, format_, view=WIN_VIEW), nl=False)
