"""Whether the bytes of a part are what the manifest of its dataset says: whole, unaltered, and in their place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from golfsim.datasets.about import About
from golfsim.datasets.differing import Difference, first_difference
from golfsim.datasets.format import DEAL, FORMAT, IDS, PROVENANCE, part_number
from golfsim.datasets.part import Footer, read_footer

NOT_CONFIG = {
    *("format", "schema_version", "versions", "first", "deals", "game", "keys", "columns", "facts", "groups", IDS),
}
"""The entries of a manifest that are no part of the configuration of the run."""


class Fault(NamedTuple):
    """What is wrong with a part."""

    reason: str
    foreign: bool
    """Whether it is whole, but of another run or another program."""


def read_part(data: bytes) -> tuple[Footer, dict[str, Any]] | Fault:
    """The footer and the provenance of a part that is whole, or what is wrong with it."""
    try:
        footer = read_footer(data)
    except ValueError as error:
        return Fault(str(error), foreign=False)
    if not footer.sealed:
        # A damaged part still says what run it is of; what says neither is somebody's own file.
        foreign = PROVENANCE not in footer.metadata
        return Fault("it has no checksum, so it is damaged or was written by another program", foreign)
    if not footer.intact:
        return Fault("its checksum does not agree", foreign=False)
    try:
        found = json.loads(footer.metadata[PROVENANCE])
    except (KeyError, ValueError):
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        return Fault("it does not say what run it is of", foreign=True)
    return footer, found


def part_fault(
    data: bytes, name: str, manifest: Mapping[str, Any], entry: Mapping[str, Any], about: About
) -> Fault | None:
    """What is wrong with a part of a group; None if it is whole and in its place.

    Args:
        data: the bytes of its file.
        name: the name of its file.
        manifest, about: of the dataset, as `read_manifest` gives them.
        entry: the group's record in the manifest.
    """
    read = read_part(data)
    if isinstance(read, Fault):
        return read
    footer, found = read
    if (difference := _misplaced(found, manifest, entry, name)) is not None:
        text = f"it is from another run: {difference.name} is {difference.there} there, {difference.here} here"
        return Fault(text, foreign=True)
    columns = [(DEAL, "u64"), *((column.name, column.dtype) for column in about.columns)]
    if footer.columns != tuple(columns):
        return Fault(f"it has other columns: {', '.join(column for column, _ in footer.columns)}", foreign=True)
    if footer.rows != found.get("count"):
        return Fault(f"it has {footer.rows} rows of {found.get('count')}", foreign=False)
    return None


def rows_wanted(manifest: Mapping[str, Any], entry: Mapping[str, Any], number: int) -> int:
    """How many rows the part of a number has once its run is finished; 0 or less if there is no such part."""
    return int(min(entry["shard_size"], manifest["deals"] - number * entry["shard_size"]))


def _misplaced(
    found: Mapping[str, Any], manifest: Mapping[str, Any], entry: Mapping[str, Any], name: str
) -> Difference | None:
    number = part_number(name)
    if number is None or rows_wanted(manifest, entry, number) < 1:
        return Difference("file name", "no such part", json.dumps(name))
    config = {key: value for key, value in manifest.items() if key not in NOT_CONFIG}
    theirs = found.get("config")
    theirs = dict(theirs) if isinstance(theirs, dict) else {}
    # Version 1 had the game among the configuration, by another name, and entries that said less.
    theirs.pop("game", None)
    if manifest.get("seed") is None:
        theirs.setdefault("seed", None)
    group = found.get("group")
    said = group if isinstance(group, dict) else {}
    here = {
        "golfsim": _golfsim(manifest),
        "config": config,
        "group": {key: entry.get(key) for key in said} or {"path": entry["path"]},
        "first": manifest["first"] + number * entry["shard_size"],
    }
    there = {"golfsim": _golfsim(found), "config": theirs, "group": said, "first": found.get("first")}
    count = found.get("count")
    if (difference := first_difference(here, there)) is not None:
        return difference
    if not isinstance(count, int) or not 0 < count <= rows_wanted(manifest, entry, number):
        return Difference("count", str(rows_wanted(manifest, entry, number)), json.dumps(count))
    return None


def _golfsim(document: Mapping[str, Any]) -> object:
    versions = document.get("versions")
    return versions.get("golfsim") if isinstance(versions, dict) else None
