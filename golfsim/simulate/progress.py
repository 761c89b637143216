"""How a run tells the outside how far it is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called from the thread that called `run_plan`: ten times a second, and when a shard is done."""

    def start(self, total: int, done: int) -> None:
        """Once, before the first shard: rows of the whole plan, and how many of them are already on disk."""

    def advance(self, rows: int) -> None:
        """So many rows more have been played."""

    def note(self, text: str) -> None:
        """One line that whoever waits should see, such as a damaged file that is made again."""


class Silent:
    """Tells nobody."""

    def start(self, total: int, done: int) -> None:
        """Nothing."""

    def advance(self, rows: int) -> None:
        """Nothing."""

    def note(self, text: str) -> None:
        """Nothing."""
