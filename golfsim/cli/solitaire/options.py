"""Options that several commands of Golf solitaire share, and the types of their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from golfsim.games.solitaire.rules import CHOICES, PRESETS, Rules
from golfsim.strategies.facts import once_each, parse_option

F = TypeVar("F", bound=Callable[..., Any])


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


def deals_argument(function: F) -> F:
    """One or more DEAL, as `golfsim.games.solitaire.deals.naming.named_deals` reads them."""
    return click.argument("deals", nargs=-1, required=True, metavar="DEAL...")(function)


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


def overridden(rules: Rules, overrides: tuple[tuple[str, str], ...]) -> Rules:
    """The rules with the values of `--rule` in their places."""
    return rules.with_options(once_each(overrides, "rule option"))
