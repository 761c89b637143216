"""`golfsim drop`: take groups out of a dataset."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from golfsim.cli.exits import remark
from golfsim.errors import OptionError


@click.command()
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option("--rules", multiple=True, metavar="NAME", help="Rules whose rows go; may be repeated. By default any.")
@click.option(
    "--strategy", "strategies", multiple=True, metavar="NAME",
    help="Strategies whose rows go; may be repeated. By default any.",
)  # fmt: skip
def drop(dataset: Path, rules: tuple[str, ...], strategies: tuple[str, ...]) -> None:
    """Take rules or strategies out of a dataset, with their rows.

    \b
    Example:
      golfsim drop results/first --strategy longest-chain
      golfsim drop results/kings --rules relaxed --strategy guide

    With both, what is played by one of the strategies under one of the rules goes.
    """
    from golfsim.datasets.manifest import read_manifest
    from golfsim.games import face
    from golfsim.simulate.dropping import drop_groups

    if not rules and not strategies:
        raise OptionError("nothing to drop: expected --rules NAME or --strategy NAME")
    game = face(read_manifest(dataset)[2].game)
    under = [game.as_stored(name) for name in rules]

    def wanted(keys: Sequence[str]) -> bool:
        return (not under or "/".join(keys[:-1]) in under) and (not strategies or keys[-1] in strategies)

    for folder in drop_groups(dataset, wanted):
        remark(f"dropped {folder}")
