"""What click would let pass, or say less of: options given twice, lists in one value, stray arguments; completion."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click
from click.shell_completion import CompletionItem

NAMES = ("--strategy", "--rules")
"""Options whose values are names, of which none holds a comma outside its own options."""

PATHS = ("dataset", "datasets", "deal", "deals", "deals_", "source")
"""Parameters of plain text that are often the path of a file."""


class PathText(click.ParamType[str]):
    """Any text, often a path, which shells then complete."""

    name = "text"

    def __init__(self, words: tuple[str, ...] = ()) -> None:
        self.words = words

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        words = [CompletionItem(word) for word in self.words if incomplete and word.startswith(incomplete)]
        return words or [CompletionItem(incomplete, type="file")]


def make_strict(command: click.Command) -> None:
    """Have a command refuse what it would otherwise pass over, and complete paths."""
    for param in command.params:
        if param.type is click.STRING and param.name in PATHS:
            param.type = PathText(("seeded", "pysol", "pysol-ms", "-") if param.name == "source" else ())
    make_parser = command.make_parser

    def strict_parser(ctx: click.Context) -> Any:
        parser = make_parser(ctx)
        parse_args = parser.parse_args

        def strict(args: list[str]) -> tuple[dict[str, Any], list[str], list[click.Parameter]]:
            values, rest, order = parse_args(args)
            # --help and --version answer whatever else is there.
            if not ctx.resilient_parsing and all(param.expose_value for param in order):
                _refuse_repeated(ctx, order)
                _refuse_lists(ctx, values)
                if rest and not ctx.allow_extra_args:
                    _refuse_stray(ctx, rest)
            return values, rest, order

        parser.parse_args = strict  # type: ignore[method-assign]
        return parser

    command.make_parser = strict_parser  # type: ignore[method-assign]


def spelling(option: click.Option) -> str:
    """The long form of an option: --output."""
    return next(text for text in option.opts if text.startswith("--"))


def _refuse_repeated(ctx: click.Context, order: list[click.Parameter]) -> None:
    """Of two values the last would win in silence; a flag that is given twice says the same again."""
    for param, times in Counter(order).items():
        if not isinstance(param, click.Option) or param.multiple or param.count or times == 1:
            continue
        if param.is_flag and not param.secondary_opts:
            continue
        name = "/".join([spelling(param), *param.secondary_opts])
        raise click.UsageError(f"{name} is given {times} times: expected once", ctx)


def _refuse_lists(ctx: click.Context, values: dict[str, Any]) -> None:
    for param in ctx.command.params:
        if not isinstance(param, click.Option) or spelling(param) not in NAMES:
            continue
        given = values.get(param.name or "", ())
        for value in (given,) if isinstance(given, str) else given:
            names = [name.strip() for name in str(value).split(",")]
            # Options of a strategy follow a colon, and hold commas of their own; so may the path of a file.
            if len(names) == 1 or ":" in names[0] or ".py:" in value or not all(names):
                continue
            name = spelling(param)
            several = f"{name} once for each, as {name} {names[0]} {name} {names[1]}"
            raise click.UsageError(f"{name} {value}: expected {several if param.multiple else 'one name'}", ctx)


def _refuse_stray(ctx: click.Context, rest: list[str]) -> None:
    """An argument too many, and the option it may be meant for: those whose types complete it know it."""
    word = str(rest[0])
    for param in ctx.command.params:
        if not isinstance(param, click.Option):
            continue
        head = word.partition(":")[0].partition("+")[0]
        known = [item.value for item in param.type.shell_complete(ctx, param, head) if item.type == "plain"]
        if head in known and not isinstance(param.type, click.Choice):
            raise click.UsageError(f"unexpected argument {word!r}: say {spelling(param)} {word}", ctx)
    taken = [param.make_metavar(ctx) for param in ctx.command.params if isinstance(param, click.Argument)]
    expected = f"{' '.join(taken)} and options" if taken else "options only, as --NAME VALUE"
    raise click.UsageError(f"unexpected argument {word!r}: expected {expected}", ctx)
