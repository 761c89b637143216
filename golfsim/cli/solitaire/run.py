"""`golfsim run`: simulate, write a dataset, print its table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Never

import click

from golfsim.cli.exits import INTERRUPTED, leave, one_line, remark
from golfsim.cli.options import Count
from golfsim.cli.solitaire.options import RuleOverride, RulesName, StrategyName, overridden
from golfsim.games.solitaire.rules import Rules

if TYPE_CHECKING:
    from tqdm import tqdm


@click.command()
@click.option(
    "--rules", type=RulesName(), multiple=True, default=["classic"], show_default="classic",
    help="Rules to play by; may be repeated. `golfsim rules` lists them.",
)  # fmt: skip
@click.option(
    "--rule", "overrides", type=RuleOverride(), multiple=True,
    help="Override one option of all the rules, as --rule kings=wrap; may be repeated.",
)  # fmt: skip
@click.option(
    "--strategy", "strategies", type=StrategyName(), multiple=True, default=["greedy"], show_default="greedy",
    metavar="NAME[:key=value,...]",
    help="Who plays; may be repeated. `golfsim strategies` lists them; path/to/file.py:NAME is a plug-in.",
)  # fmt: skip
@click.option(
    "--source", default="seeded", show_default=True, metavar="seeded|pysol|FILE",
    help="Where the deals come from: golfsim's generator, PySolFC deal numbers, or a file of boards.",
)  # fmt: skip
@click.option("--seed", type=Count(), default=0, show_default=True, help="Seed of the deals, 0 to 2**64 - 1.")
@click.option(
    "--first", type=Count(), default=None, show_default="0, or 1 for pysol", help="Number of the first deal."
)
@click.option(
    "--deals", type=Count(), default=None, show_default="100000, or all boards of a file",
    help="How many deals, as 1000000, 1_000_000 or 1e6.",
)  # fmt: skip
@click.option(
    "--jobs", type=Count(least=1), default=None, show_default="all cores",
    help="How many shards are played at a time. Results do not depend on it.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=None, show_default="results/NAME-OF-THE-RUN",
    help="Folder of the dataset.",
)  # fmt: skip
@click.option(
    "--resume/--no-resume", default=True, show_default=True,
    help="Keep the shards that are there, or make each anew and replace it.",
)  # fmt: skip
@click.option("--quiet", "-q", is_flag=True, help="No progress bar and no remarks, only the table.")
def run(
    rules: tuple[Rules, ...],
    overrides: tuple[tuple[str, str], ...],
    strategies: tuple[str, ...],
    source: str,
    seed: int,
    first: int | None,
    deals: int | None,
    jobs: int | None,
    out: Path | None,
    resume: bool,
    quiet: bool,
) -> None:
    """Play the same deals with every strategy under all rules; write one row a deal; print the table.

    \b
    Example:
      golfsim run --rules classic --strategy greedy --strategy longest-chain --deals 1e6 --seed 7 --out results/first

    The same command again goes on where an interrupted run stopped, and ends with the same files.
    """
    from os import cpu_count

    from golfsim.errors import StrategyError
    from golfsim.games.solitaire.deals.naming import parse_source
    from golfsim.games.solitaire.planning import join_errors, make_plan, part_broken
    from golfsim.results.dataset import Dataset
    from golfsim.results.render import render
    from golfsim.results.table import win_table
    from golfsim.results.win_style import win_style
    from golfsim.simulate import run_plan

    working, failures = part_broken(strategies)
    plan = make_plan(
        [overridden(one, overrides) for one in rules], working, parse_source(source, seed), deals, first, out
    )
    with Bar(quiet) as bar:
        bar.say(f"writing to {plan.out}")
        try:
            run_plan(plan, jobs=jobs or cpu_count() or 1, resume=resume, progress=bar)
        except StrategyError as error:
            failures.append(error)
        except KeyboardInterrupt:
            bar.close()
            leave(
                INTERRUPTED,
                f"interrupted; whole shards are kept in {plan.out}, and the same command goes on from there",
            )
    dataset = Dataset.open(plan.out)
    click.echo(render(win_table(dataset), style=win_style(dataset.about)), nl=False)
    if failures:
        raise join_errors(failures)


class Bar:
    """Progress of a run as a tqdm bar on standard error; see `golfsim.simulate.Progress`."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._bar: tqdm[Never] | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self, total: int, done: int) -> None:
        """Show the bar, with what is on disk already."""
        import sys

        from tqdm import tqdm

        self._bar = tqdm(
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
        if self._bar is None:
            remark(text)
        else:
            import sys

            self._bar.write(f"golfsim: {one_line(text)}", file=sys.stderr)

    def close(self) -> None:
        """Leave the bar as it is."""
        if self._bar is not None:
            self._bar.close()
