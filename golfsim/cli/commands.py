"""The `golfsim` command, and what becomes of errors."""

from __future__ import annotations

import os
import sys
import traceback
from typing import NoReturn

import click

from golfsim.cli.compare import compare
from golfsim.cli.drop import drop
from golfsim.cli.exits import fail, remark
from golfsim.cli.find import find
from golfsim.cli.interrupts import over, was_interrupted
from golfsim.cli.parsing import make_strict, spelling
from golfsim.cli.plot import plot
from golfsim.cli.rounds import rounds
from golfsim.cli.solitaire.hint import hint
from golfsim.cli.solitaire.play import play
from golfsim.cli.solitaire.rules import rules
from golfsim.cli.solitaire.run import run
from golfsim.cli.solitaire.show import show
from golfsim.cli.solitaire.solve import solve
from golfsim.cli.solitaire.strategies import strategies
from golfsim.cli.streams import drop_output, explain
from golfsim.cli.table import table
from golfsim.cli.tournament import tournament
from golfsim.cli.verify import verify
from golfsim.compiled.remarks import listen
from golfsim.errors import GolfsimError, StrategyError

TRACEBACK = "GOLFSIM_TRACEBACK"
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _EndOfFile(Exception):
    """A file that ended too soon, which click would take for somebody who leaves at a prompt; there is none here."""


class _Group(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except EOFError as error:
            raise _EndOfFile from error
        except KeyboardInterrupt:
            # Before click says something of its own.
            raise click.Abort from None


@click.group(cls=_Group, context_settings=SETTINGS)
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
            option.envvar = f"GOLFSIM_{command.name}_{spelling(option)[2:]}".replace("-", "_").upper()
    make_strict(command)
    golfsim.add_command(command)


for _command in (
    run,
    table,
    compare,
    rounds,
    tournament,
    find,
    plot,
    verify,
    drop,
    show,
    play,
    hint,
    solve,
    strategies,
    rules,
):
    _add(_command)


def run_command(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit; see `golfsim.cli.main`.

    Raises:
        KeyboardInterrupt: if it was interrupted.
    """
    listen(remark)
    try:
        code, message = _outcome(args)
    except BaseException as error:
        # Some libraries make another error of an interrupt.
        if was_interrupted() and not isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise
    if was_interrupted():
        raise KeyboardInterrupt
    over()
    if message is not None:
        fail(message, code)
    sys.exit(code)


def _outcome(args: list[str] | None) -> tuple[int, str | None]:
    """Run the command line: the code to exit with, and what there is to say."""
    try:
        golfsim.main(args, prog_name="golfsim", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code, None
    except click.ClickException as error:
        return error.exit_code, _usage_message(error)
    except click.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        drop_output()
        return 1, None
    except GolfsimError as error:
        if os.environ.get(TRACEBACK) and isinstance(error, StrategyError):
            # The code is the user's own, and so is where it failed.
            traceback.print_exception(error)
        return error.exit_code, str(error)
    except OSError as error:
        return 1, explain(error)
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        if os.environ.get(TRACEBACK):
            raise
        cause = error.__cause__ if isinstance(error, _EndOfFile) else error
        return 1, f"internal error, {type(cause).__name__}: {cause} (set {TRACEBACK}=1 to see where)"
    return 0, None


def _usage_message(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    if isinstance(error, click.UsageError) and context is not None:
        return f"{error.format_message()} (see {context.command_path} --help)"
    return error.format_message()
