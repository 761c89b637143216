"""The `golfsim` command, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

from golfsim.cli.compare import compare
from golfsim.cli.exits import INTERRUPTED, leave
from golfsim.cli.find import find
from golfsim.cli.play import play
from golfsim.cli.plot import plot
from golfsim.cli.rounds import rounds
from golfsim.cli.rules import rules
from golfsim.cli.run import run
from golfsim.cli.show import show
from golfsim.cli.solve import solve
from golfsim.cli.strategies import strategies
from golfsim.cli.table import table
from golfsim.cli.tournament import tournament
from golfsim.errors import GolfsimError

TRACEBACK = "GOLFSIM_TRACEBACK"
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=SETTINGS)
@click.version_option(None, "-V", "--version", package_name="golfsim")
def golfsim() -> None:
    """Simulate and solve Golf solitaire.

    \b
    Example:
      golfsim run --strategy greedy --strategy guide --deals 1e6 --seed 7 --out results/first
      golfsim table results/first --format markdown

    Tables go to standard output, everything else to standard error. Every option can also be set in the
    environment: --seed of `run` is GOLFSIM_RUN_SEED.
    """


def _add(command: click.Command) -> None:
    """Add a command; its options have the names in the environment that they have on the command line."""
    for option in command.params:
        if isinstance(option, click.Option):
            spelling = next(text for text in option.opts if text.startswith("--"))
            option.envvar = f"GOLFSIM_{command.name}_{spelling[2:]}".replace("-", "_").upper()
    golfsim.add_command(command)


for _command in (run, table, compare, rounds, tournament, find, plot, show, play, solve, strategies, rules):
    _add(_command)


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
    try:
        golfsim.main(args, prog_name="golfsim", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        _fail(_usage_message(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        leave(INTERRUPTED)
    except BrokenPipeError:
        # Whoever reads has gone, as `head` does; the interpreter must not try to flush again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except GolfsimError as error:
        _fail(str(error), error.exit_code)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        text = next(iter(str(error).splitlines()), "")
        _fail(f"internal error, {type(error).__name__}: {text} (set {TRACEBACK}=1 to see where)", 1)
    sys.exit(0)


def _usage_message(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    if isinstance(error, click.UsageError) and context is not None:
        return f"{message} (see {context.command_path} --help)"
    return message


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"golfsim: {message}", err=True)
    sys.exit(code)
