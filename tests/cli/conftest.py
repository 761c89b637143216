"""Running the command line within the test, as its users do: arguments in; exit code, output and errors out."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from golfsim.cli import main
from golfsim.compiled import remarks


class Done(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str


@pytest.fixture
def golfsim(capfd, monkeypatch, tmp_path):
    """`golfsim("run", "--deals", 5)` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    # Whether a test is the first to need a kernel is nothing it should say; see tests/compiled/test_cache.py.
    monkeypatch.setattr(remarks, "PATIENCE", 3600.0)

    def run(*arguments):
        capfd.readouterr()
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return Done(left.value.code or 0, out, err)

    return run
