"""`golfsim rules`: what can be played."""

from __future__ import annotations

import json

import click

from golfsim.cli.options import format_option
from golfsim.games.solitaire.rules import CHOICES, OPTION_HELP, PRESET_HELP, PRESETS


@click.command()
@format_option("table", "json")
def rules(format_: str) -> None:
    """List the presets, and the options that can be overridden with --rule key=value.

    \b
    Example:
      golfsim rules
      golfsim rules --format json
    """
    if format_ == "json":
        click.echo(json.dumps({name: preset.spelled_out() for name, preset in PRESETS.items()}, indent=2))
        return
    width = max(map(len, PRESETS))
    click.echo("Presets (--rules NAME):")
    for name, preset in PRESETS.items():
        options = " ".join(f"{key}={value}" for key, value in preset.spelled_out().items())
        click.echo(f"  {name:<{width}}  {PRESET_HELP[name]}\n  {'':<{width}}    {options}")
    click.echo("\nOptions (--rule key=value, or joined to a name as classic+kings=wrap):")
    for option, text in OPTION_HELP.items():
        values = f" ({', '.join(CHOICES[option])})" if option in CHOICES else ""
        click.echo(f"  {option}{values}: {text}")
