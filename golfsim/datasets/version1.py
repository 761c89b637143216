"""Datasets of version 1, when there was one game and the manifest did not have to say so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from golfsim.datasets.format import DEAL

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

GAME = {
    "game": "golf-solitaire",
    "keys": ["rules", "strategy"],
    "facts": {
        "holes": 9,
        "round_name": "nine-hole",
        "par": 5,
        "expert_par": 4,
        "units": ["stroke", "strokes"],
        "won": "cleared",
        "peeks": "sees_stock",
        "peeking": "sees the stock",
        "peeked": "read the order of the stock",
        "peek_measures": "winnability",
        "proves": "proves",
        "prover": "solver:objective=win",
        "deal_names": {"seeded": "{seed}:{deal}", "pysol": "pysol:{deal}", "file": "{file}#{deal}"},
    },
}
"""What every dataset of version 1 left unsaid. The name of the game was golf then."""

COLUMNS = {
    "won": {"role": "won", "better": "high"},
    "strokes": {"role": "score", "unit": "strokes", "better": "low"},
    "cards_left": {"unit": "cards", "better": "low"},
    "stock_left": {"unit": "cards"},
    "plays": {"unit": "plays"},
    "draws": {"unit": "draws"},
    "longest_run": {"unit": "cards"},
}


def upgraded(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """A manifest of version 1, whose fields are as above, in the form of version 2."""
    rest = {name: value for name, value in manifest.items() if name != "schema"}
    columns = [
        {"name": name, "dtype": dtype, "nullable": True, **COLUMNS.get(name, {})}
        for name, dtype in manifest["schema"].items()
        if name != DEAL
    ]
    return {**rest, **GAME, "columns": columns, "groups": [_group(entry) for entry in manifest["groups"]]}


def _group(entry: Mapping[str, Any]) -> dict[str, Any]:
    options = entry["rules_options"]
    cards = {name: options.get(name) for name in ("jokers", "columns", "depth")}
    cards["start"] = "ace" if options.get("start") == "ace" else "stock or tableau"
    solves = entry["strategy"].partition(":")[0] == "solver"
    return {"strategy_options": {}, "shard_size": 0, **entry, "proves": solves, "cards": cards}
