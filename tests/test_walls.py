"""The house: which room may know which. Imports point down, and what serves every game knows none."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "golfsim"
FLOORS = (
    ("cli",),
    ("games",),
    ("report",),
    ("simulate", "results"),
    ("strategies",),
    ("compiled",),
    ("datasets",),
    ("cards", "errors", "numbers", "text"),
)
"""From the top down. Rooms of one floor do not import each other, but for those on the ground."""

FACES = {"golfsim", "golfsim.__main__", "golfsim.testing"}
"""The lazy root and the face of the conformance checks, which show what lies in the rooms."""

OF_A_GAME = ("stroke", "stock", "kings", "tableau", "solitaire", "waste", "joker", "classic")
"""Words that nothing in `simulate`, `results`, `report` and `datasets` may rest on."""


def name_of(path: Path) -> str:
    """`golfsim.cards` of `golfsim/cards.py`."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): ast.parse(path.read_text()) for path in sorted(PACKAGE.rglob("*.py"))}


def imported(tree: ast.AST, *, checked: bool = True) -> set[str]:
    """The modules of golfsim that a module imports anywhere; without `checked`, not those only for its types."""
    found = set()
    for node in ast.walk(tree):
        if not checked and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for inner in ast.walk(node):
                inner.skipped = True  # type: ignore[attr-defined]
        if getattr(node, "skipped", False):
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.split(".")[0] == "golfsim"}
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "golfsim":
            inner_modules = {f"{node.module}.{alias.name}" for alias in node.names} & set(MODULES)
            found |= inner_modules or {str(node.module)}
    return found


def floor(module: str) -> int:
    """How far down a module lies, 0 for the top."""
    room = module.split(".")[1]
    return next(index for index, rooms in enumerate(FLOORS) if room in rooms)


PAIRS = [
    (one, other) for one in sorted(set(MODULES) - FACES) for other in sorted(imported(MODULES[one]) - {"golfsim"})
]


def test_every_room_has_its_floor():
    assert {module.split(".")[1] for module in MODULES if module not in FACES} <= {
        room for rooms in FLOORS for room in rooms
    }


def test_imports_point_down():
    up = [
        (one, other)
        for one, other in PAIRS
        if floor(one) > floor(other)
        or (floor(one) == floor(other) < len(FLOORS) - 1 and one.split(".")[1] != other.split(".")[1])
    ]
    assert up == []


def test_nothing_imports_a_face():
    assert [(one, other) for one, other in PAIRS if other in FACES] == []


def test_outside_games_and_the_command_line_nothing_imports_a_game():
    assert [(one, other) for one, other in PAIRS if other.startswith("golfsim.games") and floor(one) > 1] == []


def test_games_do_not_import_each_other():
    def game(module: str) -> str:
        return ".".join(module.split(".")[:3])

    games = [(one, other) for one, other in PAIRS if one.startswith("golfsim.games.")]
    assert [
        (one, other) for one, other in games if other.startswith("golfsim.games") and game(one) != game(other)
    ] == []


def test_the_list_of_games_is_whole():
    from golfsim.games import GAMES, face

    folders = {path.parent.name for path in PACKAGE.glob("games/*/__init__.py")}
    assert {home.split(".")[2] for home in GAMES.values()} == folders
    for name in GAMES:
        assert callable(face(name).as_stored)
        assert callable(face(name).boards)
        assert callable(face(name).starts)


def test_no_cycle():
    graph = {module: imported(tree, checked=False) - {module, "golfsim"} for module, tree in MODULES.items()}
    del graph["golfsim"]
    assert len(list(TopologicalSorter(graph).static_order())) >= len(graph)


def test_kernels_know_arrays_the_rules_and_the_outcome():
    allowed = ("golfsim.compiled.", "golfsim.cards")
    for one, other in PAIRS:
        if ".kernels" in one:
            game = one.split(".kernels")[0]
            own = (f"{game}.kernels", f"{game}.rules", f"{game}.outcome")
            assert other.startswith((*allowed, *own)), f"{one} imports {other}"
        if one.startswith("golfsim.compiled"):
            assert other.startswith("golfsim.compiled"), f"{one} imports {other}"


@pytest.mark.parametrize("game", [path.parent.name for path in PACKAGE.glob("games/*/game.py")])
def test_the_referee_is_plain_python(game):
    code = f"import sys, golfsim.games.{game}.game; raise SystemExit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def words(tree: ast.Module) -> set[str]:
    """Names and texts in code, without docstrings."""
    documents = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            found.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            found.add(node.value)
    return found


@pytest.mark.parametrize("room", ["simulate", "results", "report", "datasets", "strategies"])
def test_what_serves_every_game_rests_on_the_words_of_none(room):
    for module, tree in MODULES.items():
        # The first version of datasets knew one game, and facts of strategies say what they see.
        if module.split(".")[1:2] != [room] or module == "golfsim.datasets.version1":
            continue
        told = {word for word in words(tree) for own in OF_A_GAME if own in word.lower()}
        assert told - {"sees_stock"} == set(), module
