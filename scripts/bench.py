"""Measure golfsim against its own parts, side by side in one run; a table on stdout, or JSON.

Every figure is a ratio or a time that holds within this run only: two things are timed in turn, several times,
and the median of their ratios counts. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from golfsim.games.solitaire.deals.sources import PysolSource, SeededSource
from golfsim.games.solitaire.planning import make_plan
from golfsim.games.solitaire.rules import Rules
from golfsim.games.solitaire.strategies.base import Batch
from golfsim.games.solitaire.strategies.registry import load
from golfsim.simulate import run_plan

Task = Callable[[], object]


@dataclass
class Figure:
    """One measured figure, what it should be, and whether it is."""

    name: str
    value: float
    unit: str
    wanted: str
    holds: bool
    detail: str = ""


def seconds(task: Task) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def paired(a: Task, b: Task, rounds: int) -> tuple[float, float, float]:
    """Medians of a, of b, and of a / b, timed in turn after one warm-up each."""
    a()
    b()
    pairs = [(seconds(a), seconds(b)) for _ in range(rounds)]
    return (
        statistics.median(x for x, _ in pairs),
        statistics.median(y for _, y in pairs),
        statistics.median(x / y for x, y in pairs),
    )


def simulation(deals: int, jobs: int, strategy: str = "greedy") -> Task:
    def task() -> None:
        place = Path(tempfile.mkdtemp(prefix="golfsim-bench-"))
        try:
            run_plan(make_plan([Rules()], [strategy], SeededSource(1), deals, out=place / "data"), jobs=jobs)
        finally:
            shutil.rmtree(place)

    return task


def dealing(deals: int) -> Task:
    source, rules, chunk = SeededSource(1), Rules(), 8192

    def task() -> None:
        for first in range(0, deals, chunk):
            source.decks(first, min(chunk, deals - first), rules)

    return task


def bench_simulation(deals: int, rounds: int) -> Iterator[Figure]:
    run_s, deal_s, ratio = paired(simulation(deals, 1), dealing(deals), rounds)
    yield Figure(
        "greedy with Parquet on disk / dealing alone", ratio, "x", "at most 6", ratio <= 6,
        f"{run_s / deals * 1e9:.0f} ns and {deal_s / deals * 1e9:.0f} ns a deal, one thread",
    )  # fmt: skip
    one_s, two_s, gain = paired(simulation(4 * deals, 1), simulation(4 * deals, 2), rounds)
    yield Figure(
        "--jobs 2 against --jobs 1, greedy", gain, "x", "at least 1.8", gain >= 1.8,
        f"{4 * deals / one_s:,.0f} and {4 * deals / two_s:,.0f} deals a second",
    )  # fmt: skip


def bench_strategies(deals: int) -> Iterator[Figure]:
    decks = SeededSource(1).decks(0, deals, Rules())
    for name in ("first", "random", "greedy", "guide", "longest-chain"):
        strategy = load(name)
        batch = Batch(decks, Rules(), 1, 0)
        strategy.play(batch)
        cost = statistics.median(seconds(lambda: strategy.play(batch)) for _ in range(3)) / deals  # noqa: B023
        yield Figure(f"{name}, classic", cost * 1e9, "ns a deal", "", True, "playing only, one core")


SOLVER_WORK = (
    ("solver:objective=win", "classic", 1.2, 0.23),
    ("solver:objective=win", "putt-putt", 0.5, 0.15),
    ("solver:objective=win", "relaxed", 1.6, 0.4),
    ("solver", "classic", 5.0, 1.2),
    ("solver", "putt-putt", 5.0, 1.2),
    ("solver", "relaxed", 5.0, 1.5),
    ("solver:objective=win", "black-hole", 40.0, 15.0),
    ("solver:objective=win", "all-in-a-row", 15.0, 5.0),
)
"""Strategy, rules, and the milliseconds a deal and core that must not be passed and that are aimed at."""


def bench_solver(deals: int, rounds: int) -> Iterator[Figure]:
    for spec, preset, floor, aim in SOLVER_WORK:
        rules, strategy = Rules.parse(preset), load(spec)
        batch = Batch(PysolSource().decks(1, deals, rules), rules, 0, 1)
        strategy.play(batch)
        cost = statistics.median(seconds(lambda: strategy.play(batch)) for _ in range(rounds)) / deals * 1e3  # noqa: B023
        won = int((strategy.play(batch).out[0] == 1).sum())
        yield Figure(
            f"{spec}, {preset}", cost, "ms a deal", f"at most {floor} (aim {aim})", cost <= floor,
            f"PySolFC deals 1 to {deals}, {won} won, one core; aim {'reached' if cost <= aim else 'missed'}",
        )  # fmt: skip


BLIND_WORK = (
    ("pimc", "classic", "at most 300 (aim 100)", 300.0),
    ("pimc", "putt-putt", "", 0.0),
    ("pimc:objective=strokes", "classic", "", 0.0),
    ("expectimax", "classic", "at most 1000", 1000.0),
    ("expectimax", "putt-putt", "", 0.0),
    ("expectimax:objective=strokes", "classic", "", 0.0),
)
"""Strategy, rules, and the milliseconds a deal and core that must not be passed."""


def bench_blind(deals: int) -> Iterator[Figure]:
    for spec, preset, wanted, most in BLIND_WORK:
        rules, strategy = Rules.parse(preset), load(spec)
        # Deals far apart, as those at the beginning are kinder than most.
        batches = [Batch(SeededSource(1).decks(k, 1, rules), rules, 1, k) for k in range(0, 5000, 5000 // deals)]
        strategy.play(batches[0])
        start = time.process_time()
        for batch in batches:
            strategy.play(batch)
        cost = (time.process_time() - start) / len(batches) * 1e3
        yield Figure(
            f"{spec}, {preset}", cost, "ms a deal", wanted, not wanted or cost <= most,
            f"{len(batches)} of the first 5,000 deals of seed 1, CPU time of one core",
        )  # fmt: skip


def bench_start() -> Iterator[Figure]:
    def task() -> None:
        with tempfile.TemporaryDirectory(prefix="golfsim-bench-") as place:
            command = [sys.executable, "-m", "golfsim", "run", "--deals", "1000", "--quiet", "--out", f"{place}/data"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    task()
    cost = statistics.median(seconds(task) for _ in range(5))
    yield Figure("second start: 1,000 greedy deals, whole process", cost, "s", "at most 1.5", cost <= 1.5)
    help_cost = statistics.median(
        seconds(lambda: subprocess.run([sys.executable, "-m", "golfsim", "--help"], stdout=subprocess.DEVNULL))
        for _ in range(5)
    )
    yield Figure("golfsim --help, whole process", help_cost, "s", "at most 0.2", help_cost <= 0.2)


def bench_memory(deals: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="golfsim-bench-") as place:
        script = (
            "import resource, sys, golfsim;"
            f"golfsim.run('classic', 'greedy', {deals}, seed=1, out=sys.argv[1]);"
            # On Linux a process inherits the peak of the one that started it, in all places but this one.
            "status = open('/proc/self/status').read() if sys.platform == 'linux' else '';"
            "peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss;"
            "print(status.split('VmHWM:')[1].split()[0] if status else peak)"
        )
        command = [sys.executable, "-c", script, f"{place}/data"]
        kilobytes = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        size = sum(file.stat().st_size for file in Path(place).rglob("*.parquet"))
    megabytes = kilobytes / 1000 if sys.platform != "darwin" else kilobytes / 1e6
    yield Figure(f"peak memory of {deals:,} greedy deals", megabytes, "MB", "under 600", megabytes < 600, "resident")
    yield Figure("size on disk, greedy", size / deals, "bytes a deal", "at most 3", size / deals <= 3)


BEFORE_WORK = (
    ("classic", "greedy", 1_000_000),
    ("classic", "first", 1_000_000),
    ("classic", "random", 200_000),
    ("classic", "guide", 200_000),
    ("classic", "longest-chain", 30_000),
    ("classic", "solver:objective=win", 1500),
    ("putt-putt", "solver:objective=win", 1500),
    ("when-stuck", "solver:objective=win", 1500),
    ("classic", "solver", 500),
    ("black-hole", "solver:objective=win,max-states=100000", 60),
    ("classic", "pimc", 10),
    ("putt-putt", "pimc", 6),
    ("classic", "pimc:objective=strokes", 3),
    ("classic", "expectimax", 5),
    ("when-stuck", "expectimax", 5),
    ("classic", "expectimax:objective=strokes", 4),
)
"""Rules, strategy and deals of the runs that are compared with an older golfsim."""


def bench_before(folder: Path, rounds: int) -> Iterator[Figure]:
    """Runs of this golfsim and of the one in `folder`, in turn, each in a process of its own that stays."""
    script = Path(__file__).parent / "bench_worker.py"
    workers = []
    for tree in (Path(__file__).parent.parent, folder):
        command, environment = [sys.executable, str(script)], {**os.environ, "PYTHONPATH": str(tree.resolve())}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        workers.append(subprocess.Popen(command, env=environment, cwd=tree, **pipes))  # type: ignore[call-overload]

    def ask(worker: subprocess.Popen[str], work: tuple[str, str, int]) -> float:
        assert worker.stdin is not None
        assert worker.stdout is not None
        print(*work, file=worker.stdin, flush=True)
        return float(worker.stdout.readline())

    try:
        for work in BEFORE_WORK:
            pairs = [(ask(workers[0], work), ask(workers[1], work)) for _ in range(rounds)]
            ratio = statistics.median(now / then for now, then in pairs)
            now, then = (statistics.median(times) for times in zip(*pairs, strict=True))
            yield Figure(
                f"{work[1]}, {work[0]}: now / before", ratio, "x", "at most 1.03", ratio <= 1.03,
                f"{now / work[2] * 1e6:,.1f} and {then / work[2] * 1e6:,.1f} microseconds a deal, CPU time",
            )  # fmt: skip
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


def machine() -> dict[str, object]:
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    return {"cpu": model, "cores": os.cpu_count(), "python": platform.python_version(), "numpy": np.__version__}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", choices=("simulation", "strategies", "solver", "blind", "start", "memory"), action="append"
    )
    parser.add_argument("--deals", type=int, default=1_000_000, help="deals of the simulation figures")
    parser.add_argument("--solver-deals", type=int, default=500, help="PySolFC deals of the solver figures")
    parser.add_argument("--blind-deals", type=int, default=60, help="deals of the figures of blind players")
    parser.add_argument("--memory-deals", type=int, default=50_000_000, help="deals of the memory figure")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--before", type=Path, help="only compare runs with those of the golfsim in this folder")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()

    parts: dict[str, Callable[[], Iterator[Figure]]] = {
        "simulation": lambda: bench_simulation(options.deals, options.rounds),
        "strategies": lambda: bench_strategies(min(options.deals, 100_000)),
        "solver": lambda: bench_solver(options.solver_deals, min(options.rounds, 3)),
        "blind": lambda: bench_blind(options.blind_deals),
        "start": bench_start,
        "memory": lambda: bench_memory(options.memory_deals),
    }
    if options.before:
        parts = {"before": lambda: bench_before(options.before, options.rounds)}
    figures: list[Figure] = []
    about = machine()
    print(", ".join(f"{key} {value}" for key, value in about.items()))
    for name, part in parts.items():
        if options.only and name not in options.only:
            continue
        for figure in part():
            figures.append(figure)
            verdict = "" if not figure.wanted else ("holds" if figure.holds else "MISSED")
            print(
                f"{figure.name:<48} {figure.value:>10.3f} {figure.unit:<12} {figure.wanted:<24} {verdict:<7}"
                f" {figure.detail}",
                flush=True,
            )
    if options.json:
        options.json.write_text(json.dumps({"machine": about, "figures": [asdict(f) for f in figures]}, indent=2))


if __name__ == "__main__":
    main()
