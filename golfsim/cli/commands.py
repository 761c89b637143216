"""The `golfsim` command, and what becomes of errors."""

from __future__ import annotations

import os
import sys
import traceback
from typing import NoReturn

import click

from golfsim.cli.compare import compare
from golfsim.cli.exits import fail
from golfsim.cli.find import find
from golfsim.cli.plot import plot
from golfsim.cli.rounds import rounds
from golfsim.cli.solitaire.hint import hint
from golfsim.cli.solitaire.play import play
from golfsim.cli.solitaire.rules import rules
from golfsim.cli.solitaire.run import run
from golfsim.cli.solitaire.show import show
from golfsim.cli.solitaire.solve import solve
from golfsim.cli.solitaire.strategies import strategies
from golfsim.cli.table import table
from golfsim.cli.tournament import tournament
from golfsim.compiled.remarks import listen
from golfsim.errors import GolfsimError, StrategyError

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


for _command in (run, table, compare, rounds, tournament, find, plot, show, play, hint, solve, strategies, rules):
    _add(_command)


def run_command(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit; see `golfsim.cli.main`.

    Raises:
        KeyboardInterrupt: if it was interrupted.
    """
    listen(lambda text: click.echo(f"golfsim: {text}", err=True))
    try:
        golfsim.main(args, prog_name="golfsim", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.ClickException as error:
        fail(_usage_message(error), error.exit_code)
    except click.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        _drop_output()
        sys.exit(1)
    except GolfsimError as error:
        if os.environ.get(TRACEBACK) and isinstance(error, StrategyError):
            # The code is the user's own, and so is where it failed.
            traceback.print_exception(error)
        fail(str(error), error.exit_code)
    except OSError as error:
        _drop_output()
        fail(f"cannot write {error.filename or 'standard output'}: {error.strerror or error}", 1)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        fail(f"internal error, {type(error).__name__}: {error} (set {TRACEBACK}=1 to see where)", 1)
    sys.exit(0)


def _drop_output() -> None:
    """Whoever reads has gone, as `head` does, or the disk is full: the interpreter must not try to flush again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage_message(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    if isinstance(error, click.UsageError) and context is not None:
        return f"{error.format_message()} (see {context.command_path} --help)"
    return error.format_message()
