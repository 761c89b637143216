"""`golfsim rules`: what can be played."""

from __future__ import annotations

import json

import click

from golfsim.cli.options import format_option
from golfsim.cli.solitaire.options import RulesName
from golfsim.games.solitaire.rules import CHOICES, OPTION_HELP, PRESET_HELP, PRESETS, PYSOL_NAMES, Rules


@click.command()
@click.argument("name", type=RulesName(), required=False, default=None)
@format_option("table", "json")
def rules(name: Rules | None, format_: str) -> None:
    """List the presets, and the options that can be overridden with --rule key=value; or spell out those of NAME.

    \b
    Example:
      golfsim rules
      golfsim rules putt-putt
      golfsim rules relaxed+draw=when-stuck --format json

    What PySolFC calls a game is said beside it: its names do not mean the rules that have these names here.
    """
    shown = PRESETS if name is None else {name.name: name}
    if format_ == "json":
        click.echo(json.dumps({key: one.spelled_out() for key, one in shown.items()}, indent=2))
        return
    if name is not None:
        click.echo("\n".join(_one(name.name, name)))
        return
    width = max(map(len, PRESETS))
    click.echo("Presets (--rules NAME):")
    for preset, one in PRESETS.items():
        options = " ".join(f"{key}={value}" for key, value in one.spelled_out().items())
        click.echo(f"  {preset:<{width}}  {_summary(preset)}\n  {'':<{width}}    {options}")
    click.echo("\nOptions (--rule key=value, or joined to a name as classic+kings=wrap):")
    for option, text in OPTION_HELP.items():
        values = f" ({', '.join(CHOICES[option])})" if option in CHOICES else ""
        click.echo(f"  {option}{values}: {text}")


def _summary(name: str) -> str:
    """What rules are in words, as far as they are a preset."""
    pysol = f"; PySolFC's {PYSOL_NAMES[name]}" if name in PYSOL_NAMES else ""
    return f"{PRESET_HELP[name]}{pysol}" if name in PRESET_HELP else ""


def _one(name: str, rules: Rules) -> list[str]:
    lines = [f"{name}: {_summary(name)}" if _summary(name) else name]
    spelled = {f"{option}={value}": _meaning(option, value) for option, value in rules.spelled_out().items()}
    width = max(map(len, spelled))
    lines += [f"  {text:<{width}}  {meaning}" for text, meaning in spelled.items()]
    waste = "a card on the waste" if rules.starts else "an empty waste"
    lines.append(f"  {rules.cards} cards: {rules.tableau} in the columns, {waste}, {rules.stock} in the stock")
    return lines


def _meaning(option: str, value: str | int) -> str:
    """What an option is, or where its help tells its values apart, what this value is."""
    told = dict(part.split(": ", 1) for part in OPTION_HELP[option].split("; ") if ": " in part)
    return told.get(str(value), OPTION_HELP[option])
