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


def _check_output(ctx: click.Context, _: click.Parameter, output: Path | None) -> Path | None:
    """Refuse what cannot be written before anything is computed, and have the ending say the format."""
    if output is None or is_standard(output):
        return output
    from golfsim.results.render import check_target, format_of

    if ctx.get_parameter_source("format_") == ParameterSource.DEFAULT:
        ctx.params["format_"] = format_of(output, ctx.params["format_"])
    check_target(output)
    return output


def output_option(function: F) -> F:
    """`-o FILE`."""
    return click.option(
        "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), default=None,
        callback=_check_output,
        help="Write to this file, or - for standard output. Its ending says the format: .txt, .csv, .json, .md, .tex "
        "or .parquet.",
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
    from golfsim.results.render import as_bytes, render, write
    from golfsim.results.sheet import named

    if wide and columns is not None:
        raise OptionError(f"--wide with --columns {columns}: expected one of them")
    names = None if columns is None else named(columns, frame.columns)
    if output is not None and not is_standard(output):
        write(frame, output, format_, style, names)
    elif output is not None and format_ == "parquet":
        _put_bytes(as_bytes(frame, format_, style, names))
    else:
        width = None if wide or names else terminal_width()
        click.echo(render(frame, format_, style, names, width, more), nl=False)


def terminal_width() -> int | None:
    """Letters a line of the terminal that standard output is; None if it is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


def is_standard(output: Path) -> bool:
    """Whether `-o` asks for standard output."""
    return str(output) == "-"


def put_text(text: str, output: Path | None) -> None:
    """Print text that ends with a newline, or write it to a file."""
    from golfsim.results.render import write_bytes

    if output is not None and not is_standard(output):
        write_bytes(output, text.encode(errors="backslashreplace"))
    else:
        click.echo(text, nl=False)


def _put_bytes(data: bytes) -> None:
    from golfsim.errors import OptionError

    if sys.stdout.isatty():
        raise OptionError("format parquet is no text: expected -o FILE, or standard output to go to a file")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
