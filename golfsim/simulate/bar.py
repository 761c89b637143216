"""Progress as a bar."""

from __future__ import annotations

import sys
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Never

from golfsim.text import as_line

if TYPE_CHECKING:
    from tqdm import tqdm


class Bar:
    """A tqdm bar on standard error, or in a notebook; see `golfsim.simulate.Progress`."""

    def __init__(self, quiet: bool = False) -> None:
        self._quiet = quiet
        self._bar: tqdm[Never] | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def start(self, total: int, done: int) -> None:
        """Show the bar, with what is on disk already."""
        # A bar of widgets where a notebook can show one.
        module = import_module("tqdm.auto" if "ipykernel" in sys.modules else "tqdm")
        self._bar = module.tqdm(
            total=total,
            initial=done,
            unit=" deals",
            unit_scale=True,
            disable=self._quiet,
            dynamic_ncols=True,
            # In a log every state of the bar is a line that stays.
            mininterval=0.1 if sys.stderr.isatty() else 10,
        )

    def advance(self, rows: int) -> None:
        """So many deals more have been played."""
        if self._bar is not None:
            self._bar.update(rows)

    def note(self, text: str) -> None:
        """A remark above the bar."""
        self.say(text)

    def say(self, text: str) -> None:
        """One line on standard error, unless quiet."""
        if self._quiet:
            return
        line = f"golfsim: {as_line(text)}"
        if self._bar is None:
            sys.stderr.write(f"{line}\n")
        else:
            self._bar.write(line, file=sys.stderr)

    def close(self) -> None:
        """Leave the bar as it is."""
        if self._bar is not None:
            self._bar.close()
