"""`golfsim plot`: a picture of datasets."""

from __future__ import annotations

from pathlib import Path

import click

from golfsim.cli.options import Count
from golfsim.cli.tables import datasets_argument, where_option


def _check_output(_ctx: click.Context, _: click.Parameter, output: Path) -> Path:
    from golfsim.results.plot import form_of
    from golfsim.results.render import check_target

    form_of(output)
    check_target(output)
    return output


@click.command()
@datasets_argument
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, metavar="FILE",
    callback=_check_output,
    help="The picture: a name that ends in .png, .svg or .pdf.",
)  # fmt: skip
@click.option(
    "--kind", type=click.Choice(("wins", "strokes", "cumulative", "rounds")), default="wins", show_default=True,
    help="Win rates with intervals; histograms of strokes a deal; shares of deals with at most so many strokes, all "
    "in one panel; totals of rounds against par.",
)  # fmt: skip
@click.option("--holes", type=Count(), default=9, show_default=True, help="Deals a round, as 9 or 18.")
@click.option("--par", type=float, default=5, show_default=True, help="Strokes a hole; expert par is always 4.")
@click.option("--rules", multiple=True, metavar="NAME", help="Rules to draw, repeatable; by default all.")
@click.option(
    "--strategy", "strategies", multiple=True, metavar="NAME", help="Strategies to draw, repeatable; by default all."
)
@where_option
def plot(
    datasets: tuple[str, ...],
    output: Path,
    kind: str,
    holes: int,
    par: float,
    rules: tuple[str, ...],
    strategies: tuple[str, ...],
    where: str | None,
) -> None:
    """Draw win rates, strokes or totals of rounds. Needs matplotlib: pip install 'golfsim[plot]'.

    \b
    Example:
      golfsim plot results/first -o wins.png
      golfsim plot results/first --kind cumulative --where 'waste != "K"' -o strokes.svg
      golfsim plot results/first --kind rounds --holes 18 -o rounds.svg
      golfsim plot results/grid --rules classic --strategy greedy --strategy guide -o some.png
    """
    from golfsim.games import face
    from golfsim.results.dataset import open_all
    from golfsim.results.plot import plot as draw

    opened = open_all(datasets)
    draw(opened, output, kind, holes, par, rules, strategies, where, face(opened[0].game).starts())
