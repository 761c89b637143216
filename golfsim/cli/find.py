"""`golfsim find`: deals by their outcome."""

from __future__ import annotations

from pathlib import Path

import click

from golfsim.cli.exits import remark
from golfsim.cli.options import TABLE_FORMATS, Count, format_option
from golfsim.cli.tables import OWN, START, datasets_argument, output_option, put, put_text, view_options
from golfsim.text import printable


@click.command()
@datasets_argument
@click.option(
    "--where", default="true", show_default="every deal", metavar="CONDITION",
    help=f"On {OWN}, cleared_by and grade; on those of others, as greedy.won; on the start: {START}.",
)  # fmt: skip
@click.option("--rules", metavar="NAME", help="The rules of the deals, if the datasets hold several.")
@click.option("--strategy", metavar="NAME", help="Whose outcomes won, strokes, ... are, if there are several.")
@click.option("--limit", type=Count(), default=None, show_default="all", help="At most so many deals.")
@click.option(
    "--source", type=click.Path(path_type=Path, exists=True, dir_okay=False), default=None,
    help="The file of boards that was played, if it is no longer where it was.",
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
      golfsim find results/first --where 'greedy.won and not "longest-chain".won and waste == "K"'

    A condition joins comparisons by and, or, not and parentheses. Grades are easy, medium, hard, expert, unwinnable:
    more than half, several, one or none of the blind strategies clear the deal; a solver tells the last two apart.

    NAME.won is what another strategy made of the deal under the same rules; a NAME that is no single word stands in
    quotes, and what is before its colon is enough: solver.strokes. Of the start: waste is the rank of the first waste
    card, "A" to "K", "empty" or "joker"; plays_at_start how many exposed cards go on it; ranks_exposed how many
    ranks lie open; king_depth how many cards lie on the kings of the columns.
    """
    from golfsim.errors import OptionError
    from golfsim.games import face
    from golfsim.results.dataset import open_all
    from golfsim.results.find import search
    from golfsim.results.find_style import find_style

    if columns is not None and format_ not in TABLE_FORMATS:
        raise OptionError(f"--columns {columns} with --format {format_}: expected a format of tables, as csv")
    opened = open_all(datasets)
    game = face(opened[0].game)
    rules = None if rules is None else game.as_stored(rules)
    for text in game.changed_files(opened):
        remark(text)
    found = search(opened, where, rules, strategy, limit, game.starts(source))
    frame = found.frame
    if format_ == "ids":
        put_text("".join(f"{printable(name)}\n" for name in frame["id"]), output)
    elif format_ == "boards":
        put_text("".join(game.boards(frame["id"], opened, rules, source)), output)
    else:
        put(frame, find_style(opened[0].about, found), format_, output, columns, wide)
