"""Taking groups out of a dataset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from golfsim.datasets.format import parts
from golfsim.datasets.manifest import encode_manifest, load_manifest, read_manifest
from golfsim.errors import DatasetError, OptionError
from golfsim.simulate.storage import disk_errors, locked, write_whole


def drop_groups(out: Path, wanted: Callable[[Sequence[str]], bool]) -> list[str]:
    """Take the groups out of a dataset whose keys are wanted; returns their folders.

    A kill in the midst of it leaves a dataset whose group lacks parts, and dropping it again ends the work.

    Raises:
        OptionError: if no group is wanted, or all of them are.
        DatasetError: if there is no dataset that can be read, it is of version 1, or it is being written.
    """
    file, manifest, about = read_manifest(out)
    if load_manifest(file)["schema_version"] == 1:
        raise DatasetError(f"{file}: of version 1, which is read but not changed: run it anew to drop from it")
    with locked(out):
        groups = manifest["groups"]
        dropped = [entry for entry in groups if wanted([entry[key] for key in about.keys])]
        known = ", ".join("/".join(entry[key] for key in about.keys) for entry in groups)
        if not dropped:
            raise OptionError(f"nothing to drop: expected some of {known}")
        if len(dropped) == len(groups):
            raise OptionError(f"all of {known} would go: expected some to stay; delete {out} to be rid of it")
        for entry in dropped:
            folder = out / entry["path"]
            for part in parts(folder) if folder.is_dir() else []:
                with disk_errors(part, "remove"):
                    part.unlink()
        left = [entry for entry in groups if entry not in dropped]
        write_whole(file, encode_manifest(about, {**load_manifest(file), "groups": left}))
        for entry in dropped:
            _remove_empty(out, out / entry["path"])
    return [entry["path"] for entry in dropped]


def _remove_empty(root: Path, folder: Path) -> None:
    """Remove a folder and those above it, below the dataset, as far as they are empty."""
    while folder != root and folder.is_dir() and not any(folder.iterdir()):
        with disk_errors(folder, "remove"):
            folder.rmdir()
        folder = folder.parent
