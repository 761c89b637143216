"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from golfsim.numbers import FORMS, whole_number

F = TypeVar("F", bound=Callable[..., Any])

TABLE_FORMATS = ("table", "csv", "json", "markdown", "latex", "parquet")


class Count(click.ParamType[int]):
    """A whole number that may be written 1000000, 1_000_000 or 1e6."""

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least = least
        self.most = most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value).strip()
        try:
            number = whole_number(text)
        except ValueError:
            self.fail(f"{text!r}: expected a whole number, as {FORMS}", param, ctx)
        if self.least is not None and number < self.least:
            self.fail(f"{text!r}: expected at least {self.least}", param, ctx)
        if self.most is not None and number > self.most:
            self.fail(f"{text!r}: expected at most {self.most}", param, ctx)
        return number


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, by default the first of `formats`."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="Form of the output.",
        # Known before --output, whose ending decides where this says nothing.
        is_eager=True,
    )


def wants_color() -> bool | None:
    """What to tell `click.echo`: never where NO_COLOR is set, else as it sees fit."""
    return False if os.environ.get("NO_COLOR") else None
