"""`golfsim compare`: strategies or rules in pairs, on the same deals."""

from __future__ import annotations

from pathlib import Path

import click

from golfsim.cli.tables import put, table_options, where_option


@click.command()
@table_options
@where_option
@click.option(
    "--by", type=click.Choice(("rules", "strategy")), default="rules", show_default=True,
    help="rules: compare strategies under each set of rules; strategy: compare rules under each strategy.",
)  # fmt: skip
@click.option("--a", metavar="NAME", help="A strategy (a rule set with --by strategy), or RULES/STRATEGY.")
@click.option("--b", metavar="NAME", help="What a is compared with; by default with every other.")
def compare(
    datasets: tuple[str, ...],
    format_: str,
    output: Path | None,
    columns: str | None,
    wide: bool,
    where: str | None,
    by: str,
    a: str | None,
    b: str | None,
) -> None:
    """Compare in pairs on the deals both played: win rate and strokes, with 95% intervals.

    \b
    Example:
      golfsim compare results/first --a longest-chain --b greedy
      golfsim compare results/kings --by strategy --format csv -o rules.csv
      golfsim compare results/kings --a classic/guide --b putt-putt/greedy
      golfsim compare results/first --where 'grade == "unwinnable"'

    Without --a, all pairs are compared and p-values are corrected for their number (Holm).
    """
    from golfsim.games import face
    from golfsim.results.compare import compare_table
    from golfsim.results.compare_style import compare_style
    from golfsim.results.dataset import open_all

    opened = open_all(datasets)
    game = face(opened[0].game)
    a, b = (None if name is None else game.as_stored(name) for name in (a, b))
    frame = compare_table(opened, by, a, b, where=where, starts=game.starts())
    put(frame, compare_style(opened[0].about), format_, output, columns, wide)
