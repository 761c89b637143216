"""Reading the file that says what a dataset holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from golfsim.datasets.format import FORMAT, MANIFEST, SCHEMA_VERSION
from golfsim.errors import DatasetError

FIELDS: dict[str, type] = {
    "schema": dict,
    "game": str,
    "source": str,
    "first": int,
    "deals": int,
    "groups": list,
}
GROUP_FIELDS: dict[str, type] = {
    "rules": str,
    "rules_options": dict,
    "strategy": str,
    "sees_stock": bool,
    "path": str,
}


def load_manifest(file: Path) -> dict[str, Any] | None:
    """The JSON object in `file`, whatever its version; None if there is no such file.

    Raises:
        DatasetError: if the file cannot be read, is no JSON, or of another format.
    """
    try:
        manifest: dict[str, Any] = json.loads(file.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DatasetError(f"{file}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{file}: damaged, not JSON ({error}): expected the manifest of a run") from None
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != FORMAT:
        raise DatasetError(f"{file}: foreign, format {found!r}: expected {FORMAT!r}")
    return manifest


def read_manifest(file: Path) -> dict[str, Any]:
    """The manifest in `file`, with every field that results rely on present and of its type.

    Returns:
        the JSON object; `seed` is there too, None for a source without one.

    Raises:
        DatasetError: if the file is missing, no JSON, of another format, of a newer schema or lacks a field.
    """
    manifest = load_manifest(file)
    if manifest is None:
        raise DatasetError(f"{file.parent}: no {MANIFEST} here: expected the --out folder of a run")
    version: Any = manifest.get("schema_version")
    if not _is(version, int):
        raise DatasetError(f"{file}: damaged, schema_version {version!r}: expected a whole number")
    if version > SCHEMA_VERSION:
        raise DatasetError(
            f"{file}: schema_version {version} is newer than {SCHEMA_VERSION}, the newest read here: upgrade golfsim"
        )
    _require(manifest, FIELDS, f"{file}: damaged")
    manifest.setdefault("seed", None)
    if manifest["seed"] is not None and not _is(manifest["seed"], int):
        raise DatasetError(f"{file}: damaged, seed {manifest['seed']!r}: expected a whole number or null")
    if not manifest["groups"]:
        raise DatasetError(f"{file}: damaged, lists no groups: expected at least one rules and strategy")
    for index, entry in enumerate(manifest["groups"]):
        _require(entry, GROUP_FIELDS, f"{file}: damaged, group {index}")
    return manifest


def _require(record: object, fields: dict[str, type], where: str) -> None:
    if not isinstance(record, dict):
        raise DatasetError(f"{where}: {record!r}: expected an object")
    for name, kind in fields.items():
        if name not in record:
            raise DatasetError(f"{where}: no field {name!r}: expected {', '.join(fields)}")
        if not _is(record[name], kind):
            raise DatasetError(f"{where}: field {name!r} is {record[name]!r}: expected {kind.__name__}")


def _is(value: object, kind: type) -> bool:
    """isinstance, but JSON's true is no whole number."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
