"""`golfsim run`: simulate, write a dataset, print its table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from golfsim.cli.exits import INTERRUPTED, leave
from golfsim.cli.options import Count
from golfsim.cli.solitaire.options import RuleOverride, RulesName, StrategyName, overridden
from golfsim.cli.tables import put
from golfsim.games.solitaire.rules import Rules

if TYPE_CHECKING:
    from golfsim.simulate import Plan


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
    "--source", default="seeded", show_default=True, metavar="seeded|pysol|pysol-ms|FILE|-",
    help="Where the deals come from: golfsim's generator, PySolFC deal numbers (pysol-ms: those it writes ms1, ms2, "
    "...), or a file, or - for standard input, of boards or of names of deals as `golfsim find` prints them.",
)  # fmt: skip
@click.option(
    "--seed",
    type=Count(),
    default=0,
    show_default=True,
    help="Seed of the deals and of random choices, 0 to 2**64 - 1.",
)
@click.option(
    "--first",
    type=Count(),
    default=None,
    show_default="0, or 1 for pysol and pysol-ms",
    help="Number of the first deal.",
)
@click.option(
    "--deals", type=Count(), default=None, show_default="100000, or all of a file",
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
@click.option(
    "--overwrite", is_flag=True,
    help="Play anew what is there of a strategy that is another by now, as a plug-in that was edited.",
)  # fmt: skip
@click.option(
    "--estimate", "estimated", is_flag=True,
    help="Play a few deals, say what the whole run would take, and write nothing.",
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
    overwrite: bool,
    estimated: bool,
    quiet: bool,
) -> None:
    """Play the same deals with every strategy under all rules; write one row a deal; print the table.

    \b
    Example:
      golfsim run --rules classic --strategy greedy --strategy longest-chain --deals 1e6 --seed 7 --out results/first

    The same command again goes on where an interrupted run stopped, and ends with the same files. Other strategies,
    rules or more deals of the same source and seed are added to what is there.
    """
    from os import cpu_count

    from golfsim.compiled.remarks import listen
    from golfsim.errors import StrategyError
    from golfsim.games.solitaire.deals.naming import parse_source
    from golfsim.games.solitaire.planning import join_errors, make_plan, part_broken
    from golfsim.results.dataset import Dataset
    from golfsim.results.table import win_table
    from golfsim.results.win_style import win_style
    from golfsim.simulate import run_plan
    from golfsim.simulate.bar import Bar

    bar = Bar(quiet)
    listen(bar.say)
    working, failures = part_broken(strategies)
    plan = make_plan(
        [overridden(one, overrides) for one in rules], working, parse_source(source, seed), deals, first, out
    )
    if estimated:
        click.echo(_foretold(plan, jobs or cpu_count() or 1), nl=False)
        if failures:
            raise join_errors(failures)
        return
    with bar:
        bar.say(f"writing to {plan.out}")
        try:
            run_plan(plan, jobs=jobs or cpu_count() or 1, resume=resume, overwrite=overwrite, progress=bar)
        except StrategyError as error:
            failures.append(error)
        except KeyboardInterrupt:
            bar.close()
            leave(
                INTERRUPTED,
                f"interrupted; whole shards are kept in {plan.out}, and the same command goes on from there",
            )
    dataset = Dataset.open(plan.out)
    put(
        win_table(dataset), win_style(dataset.about), "table", None, more=f"golfsim table {plan.out} --wide shows all"
    )
    if failures:
        raise join_errors(failures)


def _foretold(plan: Plan, jobs: int) -> str:
    """A table of what each group and all of them will take."""
    import polars as pl

    from golfsim.results.render import render
    from golfsim.results.sheet import Column, Sheet, Style
    from golfsim.simulate.estimate import estimate

    found = estimate(plan)
    total = sum(one.seconds for one in found)
    names = [[dict(one.keys)[key] for one in found] for key in plan.about.keys]
    columns = [
        *(
            Column(key, [*values, "all" if place == 0 else ""], False)
            for place, (key, values) in enumerate(zip(plan.about.keys, names, strict=True))
        ),
        Column("deals", [*(f"{one.deals:,}" for one in found), f"{sum(one.deals for one in found):,}"]),
        Column("ms a deal", [*(f"{one.seconds / one.deals * 1e3:.4g}" for one in found), ""]),
        Column("CPU hours", [f"{seconds / 3600:.4g}" for seconds in (*(one.seconds for one in found), total)]),
        Column(
            f"minutes, {jobs} jobs",
            [f"{seconds / jobs / 60:.3g}" for seconds in (*(one.seconds for one in found), total)],
        ),
        Column(
            "megabytes",
            [f"{size / 1e6:.3g}" for size in (*(one.size for one in found), sum(one.size for one in found))],
        ),
    ]
    few = min(one.sample for one in found)
    notes = [f"foretold from {few:,} deals or more of each, the first of the run; nothing was written"]
    return render(pl.DataFrame(), "table", Style(lambda _: Sheet(columns, notes)))
