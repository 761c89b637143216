"""`golfsim strategies`: who can play."""

from __future__ import annotations

import json

import click

from golfsim.cli.exits import remark
from golfsim.cli.options import format_option
from golfsim.cli.solitaire.options import StrategyName


@click.command()
@click.argument("name", type=StrategyName(), required=False, default=None)
@format_option("table", "json")
def strategies(name: str | None, format_: str) -> None:
    """List the strategies, or show the one of NAME: what it sees, whether it uses random numbers, and its options.

    \b
    Example:
      golfsim strategies
      golfsim strategies pimc
      golfsim strategies path/to/mine.py:NAME --format json
    """
    from golfsim.errors import GolfsimError
    from golfsim.games.solitaire.strategies.registry import load, load_all

    records = []
    found = load_all() if name is None else [(one.name, one) for one in [load(name)]]
    for name, strategy in found:
        if isinstance(strategy, GolfsimError):
            remark(str(strategy))
            continue
        facts = strategy.facts
        records.append(
            {
                "strategy": name,
                "sees_stock": facts.sees_stock,
                "stochastic": facts.stochastic,
                "summary": strategy.summary,
                "options": [
                    {"name": o.name, "default": o.default, "choices": list(o.choices), "help": o.help}
                    for o in facts.options
                ],
            }
        )
    if format_ == "json":
        click.echo(json.dumps(records, indent=2))
        return
    width = max(len(str(record["strategy"])) for record in records)
    click.echo(f"{'strategy':<{width}}  sees stock  random  plays")
    for record in records:
        sees, draws = ("yes" if record[fact] else "no" for fact in ("sees_stock", "stochastic"))
        click.echo(f"{record['strategy']:<{width}}  {sees:<10}  {draws:<6}  {record['summary']}")
        for option in record["options"]:  # type: ignore[attr-defined]
            choices = f" ({' or '.join(map(str, option['choices']))})" if option["choices"] else ""
            click.echo(f"{'':<{width}}    :{option['name']}={option['default']}  {option['help']}{choices}")
