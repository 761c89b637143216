"""Where two JSON documents differ, for messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple


class Difference(NamedTuple):
    """One value of two documents, as text: its name in both, and what it is in each."""

    name: str
    here: str
    there: str


def first_difference(here: object, there: object) -> Difference | None:
    """The first place where two documents differ."""
    return next(_differences(here, there, ""), None)


def _differences(here: object, there: object, name: str) -> Iterator[Difference]:
    if isinstance(here, dict) and isinstance(there, dict):
        for key in [*here, *(key for key in there if key not in here)]:
            inner = f"{name}.{key}" if name else str(key)
            if key not in here:
                yield Difference(inner, "nothing", short(there[key]))
            elif key not in there:
                yield Difference(inner, short(here[key]), "nothing")
            else:
                yield from _differences(here[key], there[key], inner)
    elif isinstance(here, list) and isinstance(there, list):
        for index, (mine, theirs) in enumerate(zip(here, there, strict=False)):
            yield from _differences(mine, theirs, f"{name}[{index}]")
        if len(here) != len(there):
            yield Difference(name, f"{len(here)} entries", str(len(there)))
    # True == 1 in Python, but not in JSON.
    elif type(here) is not type(there) or here != there:
        yield Difference(name, short(here), short(there))


def short(value: object) -> str:
    """A JSON value as text of 80 characters at most."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "..."
