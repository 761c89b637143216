"""Every command and every program that README shows is run, in the order it shows them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BLOCKS = re.compile(r"(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<language>sh|python)\n(?P<text>.*?)```", re.DOTALL)


def steps() -> list[tuple[str, str, str]]:
    """(kind, file, text) of every block in order."""
    return [(block["language"], block["file"] or "", block["text"]) for block in BLOCKS.finditer(README)]


@pytest.mark.slow
def test_everything_readme_shows_runs(tmp_path):
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    said = {}
    commands = 0
    for language, file, text in steps():
        if language == "python":
            assert file, f"a program without a file name: {text}"
            (tmp_path / file).write_text(text)
            if file in ("cautious.py", "tallest.py"):
                continue
            lines = [f"{sys.executable} {file}"]
        else:
            lines = [line for line in text.splitlines() if line and not line.startswith("scripts/")]
        for line in lines:
            done = subprocess.run(line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
            assert done.returncode == 0, f"{line}\n{done.stderr}"
            said[line] = done.stdout
            commands += 1
    assert commands >= 15
    assert_table_is_true(said)


def assert_table_is_true(said: dict[str, str]) -> None:
    """The first table in README is what its command prints."""
    shown = README[README.index("| rules   | strategy") :].split("\n\n")[0]
    assert said["golfsim table results/first --format markdown"].strip() == shown.strip()


def test_scripts_that_readme_names_exist():
    for name in re.findall(r"scripts/[a-z]+", README):
        assert os.access(ROOT / name, os.X_OK), name
