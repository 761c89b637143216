"""The command line: one file a command, each of which parses, calls the library and prints."""

from __future__ import annotations

from golfsim.cli.exits import INTERRUPTED, leave
from golfsim.cli.interrupts import take_over

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit: 0 done, 1 failed, 2 wrong usage, 130 interrupted.

    Without `args`, those of the process are taken, and its interrupts are seen to as well.
    """
    try:
        if args is None:
            take_over()
        from golfsim.cli.streams import mend

        mend()
        # Imported here, so that an interrupt at any moment is one line.
        from golfsim.cli.commands import run_command

        run_command(args)
    except KeyboardInterrupt:
        leave(INTERRUPTED, "interrupted")


__all__ = ["main"]
