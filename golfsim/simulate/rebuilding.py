"""A lost or damaged manifest, made again from what the parts of a dataset say of themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from golfsim.datasets.about import About
from golfsim.datasets.checking import Fault, read_part
from golfsim.datasets.differing import first_difference
from golfsim.datasets.format import DEAL, FORMAT, MANIFEST, OLD_MANIFEST, part_number
from golfsim.datasets.manifest import encode_manifest, manifest_path
from golfsim.errors import DatasetError
from golfsim.simulate.storage import locked, make_directory, write_whole

Json = dict[str, Any]
COMMON = ("format", "schema_version", "config", "game", "keys", "columns", "facts")
"""What must be the same in all parts, where it is there."""


def rebuild_manifest(out: Path) -> Path:
    """Write the manifest that the whole parts below a folder agree upon; returns where it lies.

    The number of deals is as far as parts reach: what was asked for beyond that is not known any more.

    Raises:
        DatasetError: if there is no whole part, parts disagree, or the place cannot be written.
    """
    if not out.is_dir():
        raise DatasetError(f"{out}: not a folder: expected the --out folder of a run")
    with locked(out):
        found = _provenances(out)
        if not found:
            raise DatasetError(f"{out}: no whole part here: expected the --out folder of a run with rows")
        path, first = next(iter(found.items()))
        starts: dict[int, Path] = {}
        groups: dict[str, Json] = {}
        end = 0
        for other, said in found.items():
            mine, theirs = ({key: one.get(key) for key in COMMON} for one in (first, said))
            if difference := first_difference(mine, theirs):
                raise DatasetError(
                    f"{other}: {difference.name} is {difference.there}, but {difference.here} in {path}: "
                    f"expected parts of one run; move it away"
                )
            entry = said["group"]
            if groups.setdefault(entry["path"], entry) != entry or other.parent != out / entry["path"]:
                raise DatasetError(f"{other}: not where its run put it, or of another run: move it away")
            starts[said["first"] - (part_number(other.name) or 0) * entry["shard_size"]] = other
            end = max(end, said["first"] + said["count"])
        if len(starts) > 1:
            raise DatasetError(
                f"{', '.join(map(str, starts.values()))}: numbered from different deals: move one away"
            )
        (start,) = starts
        head = {key: first[key] for key in ("format", "schema_version", "versions")}
        manifest = {**head, **first["config"], "first": start, "deals": end - start}
        return _write(out, first, manifest, [groups[name] for name in sorted(groups)], path)


def _write(out: Path, first: Json, manifest: Json, groups: list[Json], part: Path) -> Path:
    if first["schema_version"] == 1:
        read = read_part(part.read_bytes())
        columns = () if isinstance(read, Fault) else read[0].columns
        schema = {name: dtype for name, dtype in columns if name != DEAL}
        text = json.dumps({**manifest, "schema": {DEAL: "u64", **schema}, "groups": groups}, indent=2)
        write_whole(out / OLD_MANIFEST, (text + "\n").encode())
        return out / OLD_MANIFEST
    about = About.from_json(first)
    place = manifest_path(out, about.keys)
    make_directory(place.parent)
    write_whole(place, encode_manifest(about, {**manifest, **about.as_json(), "groups": groups}))
    return place


def _provenances(out: Path) -> dict[Path, Json]:
    """What the whole parts below a folder say of themselves."""
    found = {}
    for path in sorted(out.rglob("*.parquet")):
        if path.name == MANIFEST or part_number(path.name) is None:
            continue
        read = read_part(path.read_bytes())
        if not isinstance(read, Fault) and read[1].get("format") == FORMAT:
            found[path] = read[1]
    return found
