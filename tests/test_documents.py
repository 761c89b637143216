"""Every command and every program that README and the documents show is run, and what they say is held to the code.

README's steps come first, in order, in one folder; then each document's, in a copy of that folder. Blocks of `sh` and
`python` are run, others are not: what a command prints, a part of a file. Of `sh`, lines that install something or
start with `scripts/` are left out, as they have no place in a test. A block of `python` is a file whose name stands
above it.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCUMENTS = sorted(ROOT.glob("docs/*.md"))
PAGES = [README, ROOT / "CONTRIBUTING.md", *DOCUMENTS]
BLOCKS = re.compile(r"^(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<language>\S*)\n(?P<text>.*?)^```$", re.DOTALL | re.M)
LEFT_OUT = ("scripts/", "pip ")


def steps(page: Path) -> list[tuple[str, str, str]]:
    """(language, file, text) of every block in order."""
    return [(block["language"], block["file"] or "", block["text"]) for block in BLOCKS.finditer(page.read_text())]


def commands(page: Path) -> list[str]:
    """The lines of all blocks of `sh` that are run."""
    lines = [line for language, _, text in steps(page) if language == "sh" for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith(LEFT_OUT)]


def run_steps(page: Path, folder: Path) -> dict[str, str]:
    """Do all that a page shows in a folder; what each command printed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    said = {}
    for language, file, text in steps(page):
        if language == "python":
            (folder / file).write_text(text)
            lines = [f"{shlex.quote(sys.executable)} {file}"]
        elif language == "sh":
            lines = [line for line in text.splitlines() if line and not line.startswith(LEFT_OUT)]
        else:
            continue
        for line in lines:
            done = subprocess.run(line, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
            assert done.returncode == 0, f"{page.name}: {line}\n{done.stdout}\n{done.stderr}"
            said[line] = done.stdout
    return said


@pytest.fixture(scope="module")
def after_readme(tmp_path_factory):
    """The folder in which README's steps were done, and what they printed."""
    folder = tmp_path_factory.mktemp("readme")
    return folder, run_steps(README, folder)


@pytest.mark.slow
def test_everything_readme_shows_runs(after_readme):
    assert len(after_readme[1]) >= 15


@pytest.mark.slow
def test_the_first_table_in_readme_is_what_its_command_prints(after_readme):
    text = README.read_text()
    shown = text[text.index("| rules   | strategy") :].split("\n\n")[0]
    assert after_readme[1]["golfsim table results/first --format markdown"].strip() == shown.strip()


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in DOCUMENTS if commands(page)], ids=lambda page: page.name)
def test_everything_a_document_shows_runs(page, after_readme, tmp_path):
    shutil.copytree(after_readme[0], tmp_path, dirs_exist_ok=True)
    run_steps(page, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_are_told_apart(page):
    """No block is passed over for want of a language that says what it is, and every program has a file."""
    assert len(steps(page)) == len(re.findall(r"^```", page.read_text(), re.M)) / 2
    assert {language for language, _, _ in steps(page)} <= {"sh", "python", "text", "toml"}
    assert [text for language, file, text in steps(page) if (language == "python") != bool(file)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page):
    text = page.read_text()
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        assert (page.parent / link).exists(), link
    for name in re.findall(r"`((?:golfsim|tests|docs|\.ci)/[\w./]+)`", text):
        if "NAME" not in name:
            assert (ROOT / name).exists(), name
    for name in re.findall(r"scripts/[a-z]+", text):
        assert os.access(ROOT / name, os.X_OK), name


def test_readme_links_every_document():
    linked = set(re.findall(r"\]\((docs/[^)#]+)", README.read_text()))
    assert {(ROOT / link).name for link in linked} == {page.name for page in DOCUMENTS}


def test_every_command_and_every_option_of_run_is_told_of():
    from golfsim.cli.commands import golfsim as group

    text = (ROOT / "docs" / "commands.md").read_text()
    assert set(re.findall(r"^\| `([a-z-]+)` \|", text.split("\n## ")[0], re.M)) == set(group.commands)
    shown = {shlex.split(line.partition("golfsim ")[2])[0] for line in commands(ROOT / "docs" / "commands.md")}
    assert shown == set(group.commands)
    for option in group.commands["run"].params:
        assert isinstance(option, click.Option)
        for spelling in (*option.opts, *option.secondary_opts):
            assert f"`{spelling}" in text, spelling


def test_floors_and_aims_of_the_solver_are_those_of_the_benchmark():
    spec = importlib.util.spec_from_file_location("bench", ROOT / "scripts" / "bench.py")
    assert spec is not None
    assert spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    sys.modules["bench"] = bench
    spec.loader.exec_module(bench)
    text = (ROOT / "docs" / "speed.md").read_text()
    for strategy, rules, floor, aim in bench.SOLVER_WORK:
        row = next(line for line in text.splitlines() if line.startswith(f"| `{strategy}`, {rules} |"))
        measured, *limits = [float(cell.split()[0]) for cell in row.split("|")[2:5]]
        assert limits == [floor, aim]
        assert aim < measured < floor
