"""The command line: one file a command, each of which parses, calls the library and prints."""

from __future__ import annotations

from typing import NoReturn

from golfsim.cli.exits import INTERRUPTED, leave


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
    try:
        # Imported here, so that an interrupt at any moment is one line.
        from golfsim.cli.commands import run_command

        run_command(args)
    except KeyboardInterrupt:
        leave(INTERRUPTED, "interrupted")


__all__ = ["main"]
