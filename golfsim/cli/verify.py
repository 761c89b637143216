"""`golfsim verify`: is a dataset what its manifest says?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from golfsim.cli.exits import remark
from golfsim.cli.options import Count
from golfsim.errors import DatasetError, GolfsimError
from golfsim.text import as_line, printable

if TYPE_CHECKING:
    from golfsim.results.verifying import Report


@click.command()
@click.argument("datasets", nargs=-1, required=True, metavar="DATASET...", type=click.Path(path_type=Path))
@click.option(
    "--replay", type=Count(least=0), default=1000, show_default=True,
    help="Play so many randomly chosen deals again, and compare whole rows.",
)  # fmt: skip
@click.option("--repair", is_flag=True, help="Play broken and missing parts again.")
@click.option("--rebuild", is_flag=True, help="Make a lost or damaged manifest again from what the parts say.")
@click.option(
    "--manifest", "show", is_flag=True, help="Print what the dataset says of itself, as JSON, and verify nothing."
)
@click.option(
    "--source", type=click.Path(path_type=Path, exists=True, dir_okay=False), default=None,
    help="The file of boards that was played, if it was one.",
)  # fmt: skip
@click.option(
    "--strategy", "plug_ins", multiple=True, metavar="path/to/file.py:NAME",
    help="Where a plug-in is that played; may be repeated.",
)  # fmt: skip
def verify(
    datasets: tuple[Path, ...],
    replay: int,
    repair: bool,
    rebuild: bool,
    show: bool,
    source: Path | None,
    plug_ins: tuple[str, ...],
) -> None:
    """Hold every part of datasets against its checksum and the manifest, and some rows against deals played again.

    \b
    Example:
      golfsim verify results/first
      golfsim verify results/first --replay 0 --repair
      golfsim verify results/first --manifest

    One line a fault on standard output, and exit code 1 if there is any that was not repaired.
    """
    faults = 0
    for dataset in datasets:
        if show:
            _show(dataset)
            continue
        try:
            faults += _verify(dataset, replay, repair, rebuild, source, plug_ins)
        except DatasetError as error:
            click.echo(as_line(str(error)))
            faults += 1
    sys.exit(1 if faults else 0)


def _show(dataset: Path) -> None:
    import json

    from golfsim.datasets.manifest import load_manifest, read_manifest

    click.echo(json.dumps(load_manifest(read_manifest(dataset)[0]), indent=2, ensure_ascii=False))


def _verify(
    dataset: Path, replay: int, repair: bool, rebuild: bool, source: Path | None, plug_ins: tuple[str, ...]
) -> int:
    """Print the faults of one dataset; how many are left."""
    from golfsim.datasets.manifest import read_manifest
    from golfsim.results.verifying import verify as check
    from golfsim.simulate.rebuilding import rebuild_manifest

    if rebuild:
        try:
            read_manifest(dataset)
        except DatasetError as error:
            remark(f"{error}")
            remark(f"{rebuild_manifest(dataset)} made again from the parts")
    report = check(dataset)
    for line in report.faults:
        click.echo(printable(line))
    left = len(report.faults)
    if repair and any(part.fault is not None for part in report.parts):
        left = _repair(report, source, plug_ins)
        report = check(dataset)
    played, differing = _replay(report, replay, source, plug_ins)
    rows = sum(part.fault is None for part in report.parts)
    remark(f"{dataset}: {rows:,} of {len(report.parts):,} parts whole, {played}")
    return left + differing


def _repair(report: Report, source: Path | None, plug_ins: tuple[str, ...]) -> int:
    """Play what is broken again; how many faults are left."""
    from os import cpu_count

    from golfsim.games import face
    from golfsim.results.verifying import verify as check
    from golfsim.simulate import run_plan

    game = face(report.about.game)
    broken = sorted({part.group for part in report.parts if part.fault is not None})
    for part in report.parts:
        if part.fault is not None and not part.repairable:
            raise DatasetError(f"{part.path}: cannot be repaired while it is there: move it away")
    plan = game.plan_again(report.manifest, report.root, broken, source, plug_ins)
    run_plan(plan, jobs=cpu_count() or 1)
    after = check(report.root)
    remark(f"{report.root}: {len(report.faults) - len(after.faults)} faults repaired")
    return len(after.faults)


def _replay(report: Report, deals: int, source: Path | None, plug_ins: tuple[str, ...]) -> tuple[str, int]:
    """Compare some rows with deals played again; what was done in words, and how many values differ."""
    from golfsim.games import face
    from golfsim.results.verifying import differences

    if deals == 0:
        return "nothing played again", 0
    game = face(report.about.game)
    plays, able = {}, []
    for index, entry in enumerate(report.manifest["groups"]):
        try:
            plays[index] = game.plan_again(report.manifest, report.root, [index], source, plug_ins).groups[0].play
            able.append(index)
        except GolfsimError as error:
            remark(f"{entry['path']} is not played again: {error}")
    found = list(differences(report, lambda group, first, count: plays[group](first, count), deals, able))
    for line in found:
        click.echo(printable(line))
    return f"up to {deals:,} deals played again, {len(found)} values differ", len(found)
