"""What a dataset says about itself, and whether what is on disk belongs to this plan."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from golfsim.datasets.format import FORMAT, IDS, LOCK, PROVENANCE, SCHEMA_VERSION
from golfsim.datasets.manifest import encode_manifest, find_manifest, load_manifest, manifest_path
from golfsim.datasets.part import read_footer
from golfsim.errors import DatasetError
from golfsim.simulate.plan import Plan, Shard, shards
from golfsim.simulate.storage import disk_errors, make_directory, remove_leftovers, write_whole

Json = dict[str, object]


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
    return {PROVENANCE: json.dumps(_provenance(plan, shard), ensure_ascii=False)}


def settle(plan: Plan, *, rewrite: bool) -> Path:
    """Leave the manifest of this plan in its place; DatasetError if the place belongs to something else.

    A manifest that agrees is left as it is, unless `rewrite`. Returns where it lies.
    """
    path = find_manifest(plan.out)
    here = manifest(plan)
    place = manifest_path(plan.out, plan.about.keys)
    if place.parent.is_dir():
        remove_leftovers(place.parent)
    if path is None:
        refuse_foreign(plan.out)
    else:
        try:
            found = load_manifest(path)
        except DatasetError as error:
            raise DatasetError(f"{error}; choose another place") from error
        if difference := _difference(here, found):
            name, mine, theirs = difference
            raise DatasetError(
                f"{name}: {mine} here, {theirs} in {path}; go on with the same, or choose another place"
            )
        # Where the deals lie now is where they are found again.
        rewrite = rewrite or found.get(IDS) != here.get(IDS)
    _refuse_strays(plan)
    if path is None or rewrite:
        path = place
        make_directory(path.parent)
        write_whole(path, encode_manifest(plan.about, here))
    return path


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
    try:
        file = read_footer(data)
    except ValueError as error:
        return str(error)
    if not file.intact:
        return "its checksum does not agree"
    try:
        found = json.loads(file.metadata[PROVENANCE])
    except (KeyError, ValueError):
        raise DatasetError(f"{path} was not written by golfsim; move it away, or choose another place") from None
    if difference := _difference(_provenance(plan, shard), found):
        name, mine, theirs = difference
        raise DatasetError(f"{path} is from another run: {name} is {theirs} there, {mine} here; move it away")
    if file.rows != shard.count:
        return f"it has {file.rows} rows of {shard.count}"
    return None


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


def _refuse_strays(plan: Plan) -> None:
    """A data file of no shard would be read as part of the dataset."""
    names = {shard.name for shard in shards(plan)}
    names.add(manifest_path(plan.out, plan.about.keys).relative_to(plan.out).as_posix())
    for path in sorted(plan.out.rglob("*.parquet")):
        if path.relative_to(plan.out).as_posix() not in names:
            raise DatasetError(f"{path} is no part of this run but would be read with it; move it away")


def _difference(here: Json, there: object) -> tuple[str, str, str] | None:
    """The first place where two documents differ: its name, and both values; versions count only for golfsim."""
    return next(_differences(_comparable(here), _comparable(there), ""), None)


def _comparable(document: object) -> object:
    if not isinstance(document, dict):
        return document
    versions = document.get("versions")
    golfsim = versions.get("golfsim") if isinstance(versions, dict) else None
    compared = {name: value for name, value in document.items() if name != IDS}
    return {**compared, "versions": {"golfsim": golfsim}}


def _differences(here: object, there: object, name: str) -> Iterator[tuple[str, str, str]]:
    if isinstance(here, dict) and isinstance(there, dict):
        for key in [*here, *(key for key in there if key not in here)]:
            inner = f"{name}.{key}" if name else str(key)
            if key not in here:
                yield inner, "nothing", _short(there[key])
            elif key not in there:
                yield inner, _short(here[key]), "nothing"
            else:
                yield from _differences(here[key], there[key], inner)
    elif isinstance(here, list) and isinstance(there, list):
        for index, (mine, theirs) in enumerate(zip(here, there, strict=False)):
            yield from _differences(mine, theirs, f"{name}[{index}]")
        if len(here) != len(there):
            yield name, f"{len(here)} entries", str(len(there))
    # True == 1 in Python, but not in JSON.
    elif type(here) is not type(there) or here != there:
        yield name, _short(here), _short(there)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "..."
