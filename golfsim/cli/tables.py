"""What every command that prints a table of datasets shares."""

from __future__ import annotations

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


def table_options(function: F) -> F:
    """DATASET..., --format and -o."""
    return datasets_argument(format_option(*TABLE_FORMATS)(output_option(function)))


SUFFIXES = {".csv": "csv", ".json": "json", ".md": "markdown", ".tex": "latex", ".parquet": "parquet"}
"""The format that the name of a file asks for where --format says nothing."""


def put(frame: pl.DataFrame, style: Style, format_: str, output: Path | None) -> None:
    """Print a table, or write it to a file."""
    from golfsim.results.render import render, write

    if output is not None:
        chosen = click.get_current_context().get_parameter_source("format_") != ParameterSource.DEFAULT
        write(frame, output, format_ if chosen else SUFFIXES.get(output.suffix.lower(), format_), style=style)
    else:
        click.echo(render(frame, format_, style=style), nl=False)


def put_text(text: str, output: Path | None) -> None:
    """Print text that ends with a newline, or write it to a file."""
    from golfsim.results.render import write_bytes

    if output is not None:
        write_bytes(output, text.encode())
    else:
        click.echo(text, nl=False)
