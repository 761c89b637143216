"""`golfsim find`: deals by their outcome."""

from __future__ import annotations

from pathlib import Path

import click

from golfsim.cli.exits import remark
from golfsim.cli.options import TABLE_FORMATS, Count, format_option
from golfsim.cli.tables import datasets_argument, output_option, put, put_text, view_options
from golfsim.text import printable


@click.command()
@datasets_argument
@click.option(
    "--where", default="true", show_default="every deal", metavar="CONDITION",
    help="On won, strokes, cards_left, stock_left, plays, draws, longest_run, deal, cleared_by and grade.",
)  # fmt: skip
@click.option("--rules", metavar="NAME", help="The rules of the deals, if the datasets hold several.")
@click.option("--strategy", metavar="NAME", help="Whose outcomes won, strokes, ... are, if there are several.")
@click.option("--limit", type=Count(), default=None, show_default="all", help="At most so many deals.")
@click.option(
    "--source", type=click.Path(path_type=Path, exists=True, dir_okay=False), default=None,
    help="The file of boards that was played, for --format boards, if it is no longer where it was.",
)  # fmt: skip
@format_option("ids", "boards", *TABLE_FORMATS)
@view_options
@output_option
def find(
    datasets: tuple[str, ...],
    where: str,
    rules: str | None,
    strategy: str | None,
    limit: int | None,
    source: Path | None,
    format_: str,
    columns: str | None,
    wide: bool,
    output: Path | None,
) -> None:
    """Find deals by their outcome: their ids as other commands take them, a table, or their boards.

    \b
    Example:
      golfsim find results/first --strategy greedy --where "won and strokes <= -3" --limit 10
      golfsim find results/first --where 'grade == "hard"' --format csv -o hard.csv
      golfsim find results/first --where 'grade == "easy"' --limit 3 --format boards > boards.txt

    A condition joins comparisons by and, or, not and parentheses. Grades are easy, medium, hard, expert, unwinnable:
    more than half, several, one or none of the blind strategies clear the deal; a solver tells the last two apart.
    """
    from golfsim.errors import OptionError
    from golfsim.games import face
    from golfsim.results.dataset import open_all
    from golfsim.results.find import find_deals
    from golfsim.results.sheet import PLAIN_STYLE

    if columns is not None and format_ not in TABLE_FORMATS:
        raise OptionError(f"--columns {columns} with --format {format_}: expected a format of tables, as csv")
    opened = open_all(datasets)
    game = face(opened[0].game)
    rules = None if rules is None else game.as_stored(rules)
    for text in game.changed_files(opened):
        remark(text)
    frame = find_deals(opened, where, rules, strategy, limit)
    if format_ == "ids":
        put_text("".join(f"{printable(name)}\n" for name in frame["id"]), output)
    elif format_ == "boards":
        put_text("".join(game.boards(frame["id"], opened, rules, source)), output)
    else:
        put(frame, PLAIN_STYLE, format_, output, columns, wide)
