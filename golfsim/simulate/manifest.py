"""What a dataset says about itself, and whether what is on disk belongs to this plan."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from golfsim.datasets.checking import Fault, read_part, rows_wanted
from golfsim.datasets.differing import Difference, first_difference
from golfsim.datasets.format import FORMAT, IDS, LOCK, PROVENANCE, SCHEMA_VERSION, part_number, parts
from golfsim.datasets.manifest import encode_manifest, find_manifest, load_manifest, manifest_path
from golfsim.errors import DatasetError
from golfsim.simulate.plan import Plan, Shard
from golfsim.simulate.storage import disk_errors, make_directory, remove_leftovers, write_whole
from golfsim.text import encodable

Json = dict[str, Any]

EXTENDED = ""
"""Why a part is made again that is no longer long enough: nothing to tell anybody of."""


def manifest(plan: Plan) -> Json:
    """The manifest of a plan, as JSON values."""
    groups = [_group_entry(plan, index) for index in range(len(plan.groups))]
    return _plain(
        {
            **_common(plan),
            **plan.config,
            **({} if plan.ids is None else {IDS: plan.ids}),
            "first": plan.first,
            "deals": plan.deals,
            **plan.about.as_json(),
            "groups": groups,
        }
    )


def provenance(plan: Plan, shard: Shard) -> Mapping[str, str]:
    """Where the rows of a shard come from: metadata of its file."""
    return {PROVENANCE: encodable(json.dumps(_provenance(plan, shard), ensure_ascii=False))}


class Settled(NamedTuple):
    """A dataset that a plan may write to."""

    manifest: Path
    """Where its manifest lies."""
    notes: tuple[str, ...]
    """What whoever waits should know about groups that are there and not part of the plan."""


def settle(plan: Plan, *, rewrite: bool, overwrite: bool) -> Settled:
    """Leave a manifest in its place that holds the plan; DatasetError if the place belongs to something else.

    What is there must be of the same configuration. A plan may go on with it, ask for more deals, and bring further
    groups; groups that are there already stay. A group whose entry differs, as that of an edited plug-in, is refused
    or, with `overwrite`, thrown away. A manifest that agrees is left as it is, unless `rewrite`.
    """
    here = manifest(plan)
    place = manifest_path(plan.out, plan.about.keys)
    if place.parent.is_dir():
        remove_leftovers(place.parent)
    path = find_manifest(plan.out)
    if path is None:
        refuse_foreign(plan.out)
        whole, stale, notes = here, list[str](), list[str]()
    else:
        found = _load(path)
        whole, stale = _joined(here, found, path, overwrite)
        notes = list(_left_behind(here, found))
        # Where the deals lie now is where they are found again.
        rewrite = rewrite or found.get(IDS) != here.get(IDS)
    _refuse_strays(plan, whole)
    for folder in stale:
        for part in parts(plan.out / folder):
            with disk_errors(part, "remove"):
                part.unlink()
    if path is None or rewrite or first_difference(_comparable(whole), _comparable(found)):
        path = place
        make_directory(path.parent)
        write_whole(path, encode_manifest(plan.about, whole))
    return Settled(path, tuple(notes))


def _load(path: Path) -> Json:
    try:
        return load_manifest(path)
    except DatasetError as error:
        raise DatasetError(f"{error}; choose another place, or see `golfsim verify --help`") from error


def _joined(here: Json, found: Json, path: Path, overwrite: bool) -> tuple[Json, list[str]]:
    """The manifest of what is there and of a plan together, and the folders of groups to be thrown away."""
    mine, theirs = ({**document, "groups": [], "deals": 0} for document in (here, found))
    if difference := first_difference(_comparable(mine), _comparable(theirs)):
        _refuse(difference, path)
    if here["deals"] < found["deals"]:
        _refuse(Difference("deals", str(here["deals"]), str(found["deals"])), path, "ask for as many or more")
    groups = {entry["path"]: entry for entry in found["groups"]}
    stale = []
    for entry in here["groups"]:
        there = groups.get(entry["path"])
        if there is not None and (difference := first_difference(entry, there)):
            if not overwrite:
                name = f"groups[{list(groups).index(entry['path'])}].{difference.name}"
                _refuse(difference._replace(name=name), path, "play it anew with --overwrite")
            stale.append(entry["path"])
        groups[entry["path"]] = entry
    return {**here, "groups": list(groups.values())}, stale


def _refuse(difference: Difference, path: Path, advice: str = "go on with the same") -> NoReturn:
    name, mine, theirs = difference
    raise DatasetError(f"{name}: {mine} here, {theirs} in {path}; {advice}, or choose another place")


def _left_behind(here: Json, found: Json) -> Iterator[str]:
    """Groups that are there and do not get the further deals that a plan asks for."""
    if here["deals"] == found["deals"]:
        return
    asked = {entry["path"] for entry in here["groups"]}
    for entry in found["groups"]:
        if entry["path"] not in asked:
            yield f"{entry['path']} stays at {found['deals']} deals: name it as well to have {here['deals']}"


def refuse_foreign(out: Path) -> None:
    """DatasetError if `out` holds files but no manifest."""
    with disk_errors(out, "read"):
        if not out.is_dir() or find_manifest(out) is not None:
            return
        names = sorted(other.name for other in out.iterdir())
    for name in names:
        # A run that was killed at its very beginning leaves the lock and the empty place of the manifest.
        if name != LOCK and not name.endswith("=_"):
            raise DatasetError(f"{out} holds {name} but no manifest; choose an empty place for a dataset")


def damage(plan: Plan, shard: Shard, data: bytes) -> str | None:
    """Why the file of a shard, whose bytes on disk are `data`, has to be made again; None if it is whole.

    DatasetError if it is whole but comes from elsewhere.
    """
    path = plan.out / shard.name
    read = read_part(data)
    if isinstance(read, Fault):
        if read.foreign:
            raise DatasetError(f"{path}: {read.reason}: move it away, or choose another place")
        return read.reason
    footer, found = read
    here = _provenance(plan, shard)
    if difference := first_difference(_comparable({**here, "count": 0}), _comparable({**found, "count": 0})):
        name, mine, theirs = difference
        raise DatasetError(f"{path} is from another run: {name} is {theirs} there, {mine} here; move it away")
    if footer.rows == shard.count:
        return None
    # The last part of a run that is asked for more deals is whole, and only too short.
    return EXTENDED if footer.rows == found["count"] else f"it has {footer.rows} rows of {shard.count}"


def _group_entry(plan: Plan, index: int) -> Json:
    group = plan.groups[index]
    return {**group.entry, "path": group.path, "shard_size": group.shard_size}


def _provenance(plan: Plan, shard: Shard) -> Json:
    return _plain(
        {
            **_common(plan),
            "config": dict(plan.config),
            **plan.about.as_json(),
            "group": _group_entry(plan, shard.group),
            "first": shard.first,
            "count": shard.count,
        }
    )


def _common(plan: Plan) -> Json:
    versions = dict(sorted(plan.versions.items()))
    return {"format": FORMAT, "schema_version": SCHEMA_VERSION, "versions": versions}


def _plain(value: Json) -> Json:
    """As it will be read back: tuples become lists."""
    plain: Json = json.loads(json.dumps(value))
    return plain


def _refuse_strays(plan: Plan, whole: Json) -> None:
    """A data file of no shard would be read as part of the dataset."""
    manifest_name = manifest_path(plan.out, plan.about.keys).relative_to(plan.out).as_posix()
    entries = {entry["path"]: entry for entry in whole["groups"]}
    for path in sorted(plan.out.rglob("*.parquet")):
        place = path.relative_to(plan.out)
        entry, number = entries.get(place.parent.as_posix()), part_number(path.name)
        known = entry is not None and number is not None and rows_wanted(whole, entry, number) > 0
        if not known and place.as_posix() != manifest_name:
            raise DatasetError(f"{path} is no part of this run but would be read with it; move it away")


def _comparable(document: object) -> object:
    if not isinstance(document, dict):
        return document
    versions = document.get("versions")
    golfsim = versions.get("golfsim") if isinstance(versions, dict) else None
    compared = {name: value for name, value in document.items() if name != IDS}
    return {**compared, "versions": {"golfsim": golfsim}}
