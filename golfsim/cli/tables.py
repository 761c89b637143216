"""What every command that prints a table of datasets shares."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from golfsim.cli.options import TABLE_FORMATS, format_option

if TYPE_CHECKING:
    import polars as pl

    from golfsim.results.sheet import Style

F = TypeVar("F", bound=Callable[..., Any])


def datasets_argument(function: F) -> F:
    """One or more DATASET."""
    return click.argument("datasets", nargs=-1, required=True, metavar="DATASET...")(function)


def output_option(function: F) -> F:
    """`-o FILE`."""
    return click.option(
        "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), default=None,
        help="Write to this file instead of standard output.",
    )(function)  # fmt: skip


def where_option(function: F) -> F:
    """`--where CONDITION`."""
    return click.option(
        "--where", default=None, show_default="all deals", metavar="CONDITION",
        help=f"Only deals for which this holds: on {OWN}, cleared_by and grade; on those of another strategy, as "
        f"greedy.won; on the start: {START}. See `golfsim find --help`.",
    )(function)  # fmt: skip


OWN = "won, strokes, cards_left, stock_left, plays, draws, longest_run, deal"
"""A player's own columns, which a condition may name."""

START = (
    "waste, plays_at_start, ranks_exposed, aces_exposed, kings_exposed, kings_in_columns, king_depth, kings_in_stock"
)
"""Columns of the start of a deal; see `golfsim.games.solitaire.starting`."""


def view_options(function: F) -> F:
    """`--columns NAME,...` and `--wide`."""
    function = click.option("--wide", is_flag=True, help="All columns, also where a terminal has no room for them.")(
        function
    )
    return click.option(
        "--columns", default=None, metavar="NAME,...", show_default="all; in a terminal, those that fit",
        help="Which columns to show, by their names in CSV.",
    )(function)  # fmt: skip


def table_options(function: F) -> F:
    """DATASET..., --format, --columns, --wide and -o."""
    return datasets_argument(format_option(*TABLE_FORMATS)(view_options(output_option(function))))


MORE = "--wide shows all, --columns NAME,... some, -o FILE.csv writes all"
"""How to see the columns that a terminal has no room for."""

SUFFIXES = {".csv": "csv", ".json": "json", ".md": "markdown", ".tex": "latex", ".parquet": "parquet"}
"""The format that the name of a file asks for where --format says nothing."""


def put(
    frame: pl.DataFrame,
    style: Style,
    format_: str,
    output: Path | None,
    columns: str | None = None,
    wide: bool = False,
    more: str = MORE,
) -> None:
    """Print a table, or write it to a file.

    Where it is printed to a terminal as a table it has to fit, unless `wide`, or `columns` says what to show. Then
    `more` says how to see the rest.

    Raises:
        OptionError: for unknown names in `columns`, and if there are some and `wide`.
    """
    from golfsim.errors import OptionError
    from golfsim.results.render import render, write
    from golfsim.results.sheet import named

    if wide and columns is not None:
        raise OptionError(f"--wide with --columns {columns}: expected one of them")
    names = None if columns is None else named(columns, frame.columns)
    if output is not None:
        chosen = click.get_current_context().get_parameter_source("format_") != ParameterSource.DEFAULT
        form = format_ if chosen else SUFFIXES.get(output.suffix.lower(), format_)
        write(frame, output, form, style, names)
    else:
        width = None if wide or names else terminal_width()
        click.echo(render(frame, format_, style, names, width, more), nl=False)


def terminal_width() -> int | None:
    """Letters a line of the terminal that standard output is; None if it is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


def put_text(text: str, output: Path | None) -> None:
    """Print text that ends with a newline, or write it to a file."""
    from golfsim.results.render import write_bytes

    if output is not None:
        write_bytes(output, text.encode())
    else:
        click.echo(text, nl=False)
