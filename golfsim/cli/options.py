"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import os
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from golfsim.errors import OptionError
from golfsim.games.solitaire.rules import CHOICES, PRESETS, Rules, parse_option

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
            number = Decimal(text)
        except InvalidOperation:
            number = Decimal("NaN")
        # Longer numbers are beyond any use, and written out they would fill the memory.
        if not number.is_finite() or number.adjusted() > 40 or number != int(number):
            self.fail(f"{text!r}: expected a whole number, as 1000000, 1_000_000 or 1e6", param, ctx)
        if self.least is not None and number < self.least:
            self.fail(f"{text!r}: expected at least {self.least}", param, ctx)
        if self.most is not None and number > self.most:
            self.fail(f"{text!r}: expected at most {self.most}", param, ctx)
        return int(number)


class RulesName(click.ParamType[Rules]):
    """The name of a preset, perhaps with overrides."""

    name = "rules"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Rules:
        return value if isinstance(value, Rules) else Rules.parse(str(value))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in PRESETS if name.startswith(incomplete)]


class RuleOverride(click.ParamType[tuple[str, str]]):
    """One `option=value` of the rules."""

    name = "key=value"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        return value if isinstance(value, tuple) else parse_option(str(value), "rule option")

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        every = [f"{option}={choice}" for option, choices in CHOICES.items() for choice in choices]
        return [CompletionItem(text) for text in every if text.startswith(incomplete)]


class StrategyName(click.ParamType[str]):
    """The name of a strategy, perhaps with options; it is looked up by the library."""

    name = "strategy"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from golfsim.games.solitaire.strategies.registry import names

        return [CompletionItem(name) for name in names() if name.startswith(incomplete)]


def rules_option(function: F) -> F:
    """`--rules` and `--rule` of a command that plays under one rule set."""
    function = click.option(
        "--rule",
        "overrides",
        type=RuleOverride(),
        multiple=True,
        help="Override one option of the rules; may be repeated. `golfsim rules` lists them.",
    )(function)
    return click.option(
        "--rules",
        type=RulesName(),
        default="classic",
        show_default=True,
        help="Rules to play by; see `golfsim rules`.",
    )(function)


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, by default the first of `formats`."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="Form of the output.",
    )


def overridden(rules: Rules, overrides: tuple[tuple[str, str], ...]) -> Rules:
    """The rules with the values of `--rule` in their places."""
    return rules.with_options(dict(overrides))


def rules_as_stored(text: str) -> str:
    """RULES, or RULES/STRATEGY, with the rules spelled as a dataset spells them; anything else as it is."""
    rules, slash, strategy = text.partition("/")
    try:
        return Rules.parse(rules).name + slash + strategy
    except OptionError:
        return text


def wants_color() -> bool | None:
    """What to tell `click.echo`: never where NO_COLOR is set, else as it sees fit."""
    return False if os.environ.get("NO_COLOR") else None
