"""The file that says what a dataset holds: where it lies, writing it, and reading it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from golfsim.datasets import version1
from golfsim.datasets.about import About
from golfsim.datasets.format import FORMAT, MANIFEST, MANIFEST_KEY, OLD_MANIFEST, SCHEMA_VERSION
from golfsim.errors import DatasetError, OptionError
from golfsim.text import encodable

Json = dict[str, Any]

FIELDS: dict[str, type] = {
    "game": str,
    "keys": list,
    "columns": list,
    "facts": dict,
    "source": str,
    "first": int,
    "deals": int,
    "groups": list,
}


def manifest_path(root: Path, keys: Sequence[str]) -> Path:
    """Where the manifest of a dataset lies whose groups have these keys."""
    return root.joinpath(*(f"{key}=_" for key in keys), MANIFEST)


def find_manifest(root: Path) -> Path | None:
    """Where the manifest of a dataset lies, also one of version 1; None if there is none."""
    folder: Path | None = root
    while folder is not None and folder.is_dir():
        if (folder / MANIFEST).exists():
            return folder / MANIFEST
        below = sorted(path for path in folder.iterdir() if path.name.endswith("=_"))
        folder = below[0] if below else None
    old = root / OLD_MANIFEST
    return old if old.exists() else None


def encode_manifest(about: About, manifest: Mapping[str, Any]) -> bytes:
    """The bytes of the file that holds a manifest; the same for the same manifest."""
    from golfsim.datasets.part import encode_without_rows

    return encode_without_rows(about.columns, {MANIFEST_KEY: encodable(json.dumps(manifest, ensure_ascii=False))})


def load_manifest(file: Path) -> Json:
    """The JSON object in a manifest, whatever its version.

    Raises:
        DatasetError: if the file cannot be read, is damaged, or of another format.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise DatasetError(f"{file}: cannot be read: {error.strerror}") from None
    text = data if file.name == OLD_MANIFEST else _sealed(file, data)
    try:
        manifest: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{file}: damaged, not JSON ({error}): expected the manifest of a run") from None
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != FORMAT:
        raise DatasetError(f"{file}: foreign, format {found!r}: expected {FORMAT!r}")
    return manifest


def _sealed(file: Path, data: bytes) -> str:
    from golfsim.datasets.part import read_footer

    try:
        footer = read_footer(data)
    except ValueError as error:
        raise DatasetError(f"{file}: damaged, {error}: expected the manifest of a run") from None
    if MANIFEST_KEY not in footer.metadata:
        raise DatasetError(f"{file}: foreign, no {MANIFEST_KEY} in its metadata: expected the manifest of a run")
    if not footer.intact:
        raise DatasetError(f"{file}: damaged, its checksum does not agree: expected the manifest of a run")
    return footer.metadata[MANIFEST_KEY]


def read_manifest(root: Path) -> tuple[Path, Json, About]:
    """The manifest of a dataset, with every field that readers rely on present and of its type.

    Returns:
        Where it lies; the JSON object in the form of the present version, with a `seed`, None for a source without
        one; and what the game says of itself.

    Raises:
        DatasetError: if there is none, or it is damaged, of another format, of a newer version, or lacks a field.
    """
    file = find_manifest(root)
    if file is None:
        raise DatasetError(f"{root}: no manifest here: expected the --out folder of a run")
    manifest = load_manifest(file)
    version: Any = manifest.get("schema_version")
    if not _is(version, int):
        raise DatasetError(f"{file}: damaged, schema_version {version!r}: expected a whole number")
    if version > SCHEMA_VERSION:
        raise DatasetError(
            f"{file}: schema_version {version} is newer than {SCHEMA_VERSION}, the newest read here: upgrade golfsim"
        )
    if (version == 1) != (file.name == OLD_MANIFEST):
        raise DatasetError(f"{file}: damaged, schema_version {version}: no {file.name} has that")
    if version == 1:
        _require(manifest, version1.FIELDS, f"{file}: damaged")
        for index, entry in enumerate(manifest["groups"]):
            _require(entry, version1.GROUP_FIELDS, f"{file}: damaged, group {index}")
        manifest = version1.upgraded(manifest)
    _require(manifest, FIELDS, f"{file}: damaged")
    manifest.setdefault("seed", None)
    if manifest["seed"] is not None and not _is(manifest["seed"], int):
        raise DatasetError(f"{file}: damaged, seed {manifest['seed']!r}: expected a whole number or null")
    try:
        about = About.from_json(manifest)
    except (LookupError, TypeError, ValueError, OptionError) as error:
        raise DatasetError(f"{file}: damaged, what it says of the game cannot be read ({error})") from None
    if not about.keys or not all(_is(key, str) for key in about.keys):
        raise DatasetError(f"{file}: damaged, keys {manifest['keys']!r}: expected names")
    if not manifest["groups"]:
        raise DatasetError(f"{file}: damaged, lists no groups: expected at least one {' and '.join(about.keys)}")
    wanted: dict[str, type] = {
        **dict.fromkeys(about.keys, str),
        **{f"{key}_options": dict for key in about.keys},
        about.peeks: bool,
        about.proves: bool,
        "cards": dict,
        "path": str,
        "shard_size": int,
    }
    for index, entry in enumerate(manifest["groups"]):
        _require(entry, wanted, f"{file}: damaged, group {index}")
    return file, manifest, about


def _require(record: object, fields: Mapping[str, type], where: str) -> None:
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
