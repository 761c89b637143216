"""Where compiled kernels are kept."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from golfsim.compiled import jit
from golfsim.games.solitaire import kernels

PACKAGE = Path(jit.__file__).parent.parent


def test_the_cache_of_others_is_left_alone():
    theirs = numba.config.CACHE_DIR

    @jit.kernel
    def next_one(number):
        return number + 1

    assert theirs == numba.config.CACHE_DIR
    assert next_one.__name__ == "next_one"


def test_core_kernels_call_nothing_in_subfolders():
    # Their cache is keyed by the files of their own folder.
    place = Path(kernels.__file__).parent
    for source in place.glob("*.py"):
        for folder in place.iterdir():
            if folder.is_dir() and not folder.name.startswith("__"):
                inner = f"golfsim.games.solitaire.kernels.{folder.name}"
                assert not any(module.startswith(inner) for module, _ in imports(source))


@pytest.mark.slow
def test_kernels_are_found_again(tmp_path):
    script = (
        "import numpy as np; from golfsim.compiled.philox import shuffle_decks as s; d = np.empty((1, 52), np.uint8);"
        "s(np.uint64(1), np.uint64(2), np.arange(52, dtype=np.uint8), d); print(sum(s.stats.cache_hits.values()))"
    )
    environment = {**os.environ, "GOLFSIM_CACHE_DIR": str(tmp_path)}
    hits = [
        subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        ).stdout.strip()
        for _ in range(2)
    ]
    assert hits == ["0", "1"]


def test_helpers_work_without_compilation():
    @jit.helper
    def twice(number):
        return 2 * number

    assert twice(21) == 42
    assert hasattr(twice, "py_func") != bool(numba.config.DISABLE_JIT)


def imports(source):
    """Modules of golfsim that a file imports from, with the names; for its code, not only for its types."""
    tree = ast.parse(source.read_text())
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("golfsim"):
            for alias in node.names:
                yield node.module, alias.name


@pytest.mark.parametrize("folder", sorted({path.parent for path in PACKAGE.rglob("kernels/**/*.py")}), ids=str)
def test_the_key_of_the_cache_covers_all_that_kernels_freeze(folder):
    sources = set(jit._sources(folder))
    assert set(folder.glob("*.py")) <= sources
    for source in sources:
        for module, name in imports(source):
            path = PACKAGE.parent / (module.replace(".", "/") + ".py")
            if not path.exists():
                path = path.with_suffix("") / "__init__.py"
            # Kernels call what they import; of what they rest on they freeze the constants.
            if source.parent.name == "compiled" or "kernels" in source.parts or name.isupper():
                assert path in sources, f"{source} imports {name} of {module}"


def test_changed_rules_are_another_cache(monkeypatch, tmp_path):
    copy = tmp_path / "golfsim"
    shutil.copytree(PACKAGE, copy)
    monkeypatch.setattr(jit, "__file__", str(copy / "compiled" / "jit.py"))
    folder = copy / "games" / "solitaire" / "kernels"

    def key():
        jit._cache_directory.cache_clear()
        return jit._cache_directory(folder)

    try:
        before = key()
        assert key() == before
        for name in ("games/solitaire/rules.py", "games/solitaire/outcome.py", "cards.py", "compiled/bits.py"):
            with (copy / name).open("a") as file:
                file.write("\n# changed\n")
            assert key() != before
            before = key()
        (copy / "games/solitaire/game.py").write_text("")
        assert key() == before
    finally:
        jit._cache_directory.cache_clear()
