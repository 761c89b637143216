"""Names of folders: of a group below its dataset, and of a run that names no place."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from golfsim.simulate.plan import Group

RESULTS = Path("results")
"""Where runs go that name no place."""


def slug(name: str) -> str:
    """A name as part of a folder name: `solver:objective=win` becomes `solver+objective-win`."""
    return name.replace("=", "-").replace(":", "+").replace(",", "+").replace("/", "_")


def default_name(config: Mapping[str, object], first: int, deals: int, groups: Sequence[Group]) -> str:
    """A name that says what is run, and ends in a digest of all of it."""
    whole = json.dumps([config, first, deals, [group.entry for group in groups]], sort_keys=True)
    digest = hashlib.sha256(whole.encode()).hexdigest()[:8]
    return f"{config['source']}-seed{config['seed']}-from{first}-{deals}deals-{digest}"
