"""Torture golfsim: what nobody would type, what nobody would do to a dataset, at moments nobody would choose.

Fuzzed arguments over all commands; a run killed at random moments and gone on with, compared byte for byte; single
flipped bits through every command that reads datasets; a disk that fills up; two runs into one place. It looks for
tracebacks, internal errors, exit codes other than 0, 1, 2 and 130, control characters sent to the terminal, hangs,
and wrong figures. Findings are printed, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

PATIENCE = 60
"""Seconds after which a command counts as hanging."""

PLUG_INS = """
def good(view):
    return view.plays[-1]

def bad(view):
    raise ValueError("bad\\x1b[31m\\nnews" * 50)

def worse(view):
    raise GeneratorExit

def exits(view):
    raise SystemExit(77)

def odd(view):
    return 99
"""


@dataclass
class Tally:
    """What was done and what was found."""

    done: dict[str, int] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        self.done[what] = self.done.get(what, 0) + number

    def find(self, what: str) -> None:
        self.findings.append(what)
        print(f"FOUND {what}", flush=True)


@dataclass
class Done:
    """What came of a command; code None for one that did not end."""

    code: int | None
    out: bytes
    err: bytes


def forked(arguments: list[bytes], folder: Path, stdin: bytes = b"") -> Done:
    """Run a command in a fork of this process, which has everything imported; a start of its own takes too long."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        child = os.fork()
        if child == 0:
            os.setsid()
            os.chdir(folder)
            for number, stream in ((0, given), (1, out), (2, err)):
                os.dup2(stream.fileno(), number)
            code = 70
            try:
                from golfsim.cli import main

                sys.argv = ["golfsim"]
                main([os.fsdecode(argument) for argument in arguments])
            except SystemExit as left:
                code = left.code if isinstance(left.code, int) else 0 if left.code is None else 71
            except BaseException:
                import traceback

                traceback.print_exc()
            finally:
                with contextlib.suppress(Exception):
                    sys.stdout.flush()
                    sys.stderr.flush()
                os._exit(code)
        until = time.monotonic() + PATIENCE
        status: int | None = None
        while time.monotonic() < until:
            ended, raw = os.waitpid(child, os.WNOHANG)
            if ended:
                status = os.waitstatus_to_exitcode(raw)
                break
            time.sleep(0.002)
        if status is None:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return Done(status, out.read(), err.read())


def judge(tally: Tally, what: str, done: Done) -> bool:
    """Whether a command behaved; says so if not."""
    faults = []
    if done.code is None:
        faults.append("hangs")
    elif done.code not in (0, 1, 2, 130):
        faults.append(f"exit code {done.code}")
    told = done.err + done.out
    faults += [word for word in ("Traceback", "internal error", "panicked") if word.encode() in told]
    control = {byte for byte in done.err if byte < 32 and byte not in (9, 10, 13)}
    if control:
        faults.append(f"control characters {sorted(control)} on standard error")
    if done.code not in (0, None) and not done.err.strip() and b"verify" not in what.encode():
        faults.append("no word on standard error")
    if len(done.err) > 20_000:
        faults.append(f"{len(done.err)} bytes on standard error")
    if faults:
        tally.find(f"{', '.join(faults)}: {what}: {done.err[-300:]!r}")
    return not faults


NUMBERS = [
    "0",
    "1",
    "2",
    "9",
    "50",
    "-1",
    "1e1",
    "1_0",
    "1.5",
    "1e400",
    "nan",
    "inf",
    "",
    " ",
    "x",
    "18446744073709551616",
    "9" * 400,
    "0x10",
    "٣",
    "1e-5",
    "--",
    "2**64",
]
TEXTS = [
    "",
    " ",
    "a",
    "\x1b[31mred",
    "line\nbreak",
    "tab\t",
    "'",
    '"',
    "*",
    "[1]",
    "{x}",
    "%s",
    "💥",
    "x" * 300,
    "\\",
    "$(id)",
    "=1+1",
    "-",
    "--",
    "../..",
    "/",
    ".",
    "~",
    "\x00".replace("\x00", "nul"),
    "é",
    "a/b",
    "a:b",
    "é" * 200,
]
RULES = [
    "classic",
    "putt-putt",
    "relaxed",
    "jokers",
    "empty-start",
    "clasic",
    "classic+kings=wrap",
    "classic+kings=",
    "+",
    "classic+columns=0",
    "classic+columns=99",
    "classic+depth=3+columns=2",
    "black-hole+kings=dead",
    "classic+jokers=1",
]
STRATEGIES = [
    "greedy",
    "first",
    "random",
    "guide",
    "greedy:x=1",
    "gready",
    "mine.py:good",
    "mine.py:bad",
    "mine.py:worse",
    "mine.py:exits",
    "mine.py:odd",
    "mine.py:absent",
    "mine.py",
    "none.py:x",
    "greedy,guide",
    "solver:max-states=50",
    "solver:objective=points",
    ":",
    "greedy:",
]
DEALS = [
    "7:123",
    "1:0",
    "pysol:1",
    "pysol:2",
    "pysol:0",
    "pysol:ms5",
    "-1:0",
    "1:-1",
    "1:99999999999999999999999",
    "boards.txt",
    "boards.txt#1",
    "boards.txt#9",
    "broken.txt",
    "empty.txt",
    "binary",
    "-",
    "good",
    "nowhere",
    "7:1:2",
    "x",
    "ids.txt",
]
WHERE = [
    "won",
    "won and strokes <= -3",
    "won = true",
    "grade == easy",
    'grade == "easy"',
    "AND",
    "(" * 300,
    "-" * 990 + "1",
    "not " * 500 + "won",
    "won or " * 300 + "won",
    "deal < 1e400",
    "strokes in (1, 2)",
    "strokes in ()",
    "1 < 2 < 3",
    "won ==",
    "__import__('os')",
    "lambda: 1",
    "cleared_by > 99999999999999999999999",
    "strokes == null",
    '"x" == "x"',
    "deal / 0 == 1",
    "greedy.won == false",
    "waste == 'A'",
    "x" * 3000,
    "\x1b",
    "",
]
PLACES = [
    "good",
    "two",
    "old",
    "flipped",
    "cut",
    "foreign",
    "empty",
    "nowhere",
    "boards.txt",
    "res[1]",
    "good/..",
    ".",
    "/dev/null",
    "good/rules=classic",
    "unfinished",
]
FILES = [
    "x.csv",
    "x.json",
    "x.md",
    "x.tex",
    "x.parquet",
    "x.html",
    "x.xlsx",
    "x",
    "-",
    "nofolder/x.csv",
    "good",
    "/dev/null",
    "/dev/full",
    "x.png",
    "x.svg",
    "link.csv",
    "readonly.csv",
    "y" * 260 + ".csv",
]


def value_for(name: str, random: Random) -> str:
    """A value for an option or argument of this name, mostly of the right kind."""
    pools = {
        "datasets": PLACES,
        "dataset": PLACES,
        "deal": DEALS,
        "deals_": DEALS,
        "source": ["seeded", "pysol", "boards.txt", "-", "good", "ids.txt", *TEXTS],
        "rules": RULES,
        "strategy": STRATEGIES,
        "strategies": STRATEGIES,
        "plug_ins": STRATEGIES,
        "where": WHERE,
        "output": FILES,
        "out": ["out", "good", "res[1]", "boards.txt", "deep/er/out", "empty", *TEXTS],
        "overrides": ["kings=wrap", "kings=", "x=1", "jokers=2", "="],
        "format_": ["table", "csv", "json", "markdown", "latex", "parquet", "text", "board", "ids", "boards", "xml"],
        "deals": ["5", "20", "0", "-3", "1e1", "1e30", "x"],
        "jobs": ["1", "2", "0", "x"],
        "samples": ["1", "2", "0", "x"],
        "replay": ["0", "3", "-1"],
        "by": ["rules", "strategy", "rules,strategy", "kings", "seed", "x", "", ",", "waste"],
        "moves": ["draw", "draw draw", "QH", "1", "x", "draw " * 40],
        "kind": ["wins", "strokes", "rounds", "x"],
        "objective": ["win", "strokes", "x"],
        "columns": ["won", "deals", "x", ""],
        "a": ["greedy", "first", "x", "classic/greedy"],
        "b": ["greedy", "first", "x"],
    }
    roll = random.random()
    if name in pools and roll < 0.85:
        return random.choice(pools[name])
    return random.choice(NUMBERS if roll < 0.93 else TEXTS)


def command_line(random: Random) -> list[str]:
    """Something that might be typed after `golfsim`."""
    import click

    from golfsim.cli.commands import golfsim as group

    if random.random() < 0.01:
        return [random.choice([*TEXTS, "--help", "-h", "--version", "rn", "tabel"])]
    names = sorted(group.commands)
    name = random.choice(names)
    # Those that take long once they get to work are tried less often.
    if name in ("hint", "run", "solve") and random.random() < 0.7:
        name = random.choice(names)
    line = [name]
    for parameter in group.commands[name].params:
        if isinstance(parameter, click.Argument):
            many = random.choice((1, 1, 1, 2, 0)) if parameter.nargs == -1 else random.choice((1, 1, 1, 1, 0))
            line += [value_for(str(parameter.name), random) for _ in range(many)]
        elif random.random() < 0.25:
            for _ in range(random.choice((1, 1, 1, 2))):
                line.append(random.choice(parameter.opts))
                if not getattr(parameter, "is_flag", False):
                    line.append(value_for(str(parameter.name), random))
    if name == "run":
        line += ["--deals", random.choice(("5", "30", "100"))] if "--deals" not in line else []
        line += ["--strategy", "greedy"] if "--strategy" not in line else []
        line += ["--out", f"out{random.randrange(50)}"] if "--out" not in line and "--estimate" not in line else []
        if "--estimate" in line and random.random() < 0.9:
            line.remove("--estimate")
    if name == "hint" and "--samples" not in line:
        line += ["--samples", "2"]
    return line


def playground(root: Path) -> None:
    """Datasets whole and broken, boards and plug-ins to be named."""
    import golfsim

    (root / "mine.py").write_text(PLUG_INS)
    for number, deal in enumerate(("7:1", "7:2", "pysol:3")):
        done = forked([b"show", deal.encode(), b"--format", b"board"], root)
        with (root / "boards.txt").open("ab") as file:
            file.write((b"---\n" if number else b"") + done.out)
    (root / "broken.txt").write_text("Foundations: TH\nTalon: XX\nAS AS\n")
    (root / "empty.txt").write_text("")
    (root / "ids.txt").write_text("7:1\npysol:2\n")
    (root / "binary").write_bytes(bytes(range(256)) * 50)
    (root / "empty").mkdir()
    (root / "readonly.csv").write_text("keep")
    (root / "readonly.csv").chmod(0o444)
    (root / "link.csv").symlink_to("target.csv")
    strategies = ["greedy", "first", "random"]
    golfsim.run("classic", strategies, 400, seed=7, out=root / "good")
    golfsim.run(["classic", "putt-putt"], ["greedy", "guide"], 300, seed=7, out=root / "two")
    golfsim.run("classic", "greedy", 100, seed=3, out=root / "res[1]")
    golfsim.run("classic", strategies, 400, seed=7, out=root / "unfinished")
    next((root / "unfinished").rglob("part-*.parquet")).unlink()
    for name in ("flipped", "cut", "foreign"):
        shutil.copytree(root / "good", root / name)
        part = next((root / name).rglob("part-*.parquet"))
        data = part.read_bytes()
        part.write_bytes(
            {"flipped": data[:50] + bytes([data[50] ^ 4]) + data[51:], "cut": data[:-30], "foreign": b"PAR1 no"}[name]
        )
    shutil.copytree(root / "good", root / "old")


def fuzz(tally: Tally, random: Random, goes_on: Callable[[], bool], number: int, root: Path) -> None:
    """Run fuzzed commands, on every core."""
    cores = os.cpu_count() or 1
    children = []
    for core in range(cores):
        told = root / f"told{core}"
        child = os.fork()
        if child == 0:
            own = Tally()
            (root / str(core)).mkdir()
            code = 1
            try:
                fuzz_here(own, Random(f"{random.random()} {core}"), goes_on, number // cores, root / str(core))
                code = 0
            finally:
                told.write_text(json.dumps([own.done, own.findings]))
                os._exit(code)
        children.append((child, told))
    for child, told in children:
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            tally.findings.append("fuzzing itself failed")
        done, findings = json.loads(told.read_text())
        for what, count in done.items():
            tally.count(what, count)
        tally.findings += findings


def fuzz_here(tally: Tally, random: Random, goes_on: Callable[[], bool], number: int, root: Path) -> None:
    """Run fuzzed commands, one after another."""
    playground(root)
    before = digest(root / "good")
    for _ in range(number):
        if not goes_on():
            return
        line = command_line(random)
        stdin = random.choice((b"", b"", (root / "boards.txt").read_bytes(), b"\xff\xfe", b"7:1\n"))
        raw = [argument.encode("utf-8", "surrogatepass").replace(b"\x00", b"") for argument in line]
        if random.random() < 0.03:
            raw.append(b"\xff\xfe")
        done = forked(raw, root, stdin)
        judge(tally, " ".join(map(repr, raw)), done)
        tally.count("fuzzed inputs")
        if not (root / "good").is_dir() or digest(root / "good") != before:
            # A run or a repair may go on with it; what was there must have stayed.
            shutil.rmtree(root / "good", ignore_errors=True)
            shutil.copytree(root / "old", root / "good")
            before = digest(root / "good")


def digest(root: Path) -> dict[str, bytes]:
    """The files of a dataset by name, without the lock."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def started(arguments: list[str], folder: Path, **more: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "golfsim", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=folder, start_new_session=True, **pipes, **more)  # type: ignore[call-overload]


def ended(process: subprocess.Popen[bytes]) -> Done:
    try:
        out, err = process.communicate(timeout=4 * PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Done(None, b"", b"")
    return Done(process.returncode, out, err)


RUN = ["run", "--strategy", "greedy", "--strategy", "mine.py:good", "--deals", "20000", "--seed", "5", "--quiet"]


def kills(tally: Tally, random: Random, goes_on: Callable[[], bool], number: int, root: Path) -> None:
    """Kill a run at random moments, go on with it, and compare with one that was never stopped."""
    (root / "mine.py").write_text(PLUG_INS)
    began = time.monotonic()
    if ended(started([*RUN, "--out", "right"], root)).code != 0:
        tally.find("a plain run failed")
        return
    longest = time.monotonic() - began
    right = digest(root / "right")
    while tally.done.get("kills", 0) < number and goes_on():
        for _ in range(random.randint(1, 4)):
            process = started([*RUN, "--out", "killed"], root)
            time.sleep(random.uniform(0.2, 0.9 * longest))
            kind = random.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGINT))
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, kind)
            done = ended(process)
            if kind == signal.SIGINT:
                judge(tally, "interrupted run", done)
                tally.count("interrupts")
            else:
                tally.count("kills")
            if (root / "killed").is_dir():
                table = forked([b"table", b"killed"], root)
                judge(tally, "table of a killed run", table)
        done = ended(started([*RUN, "--out", "killed"], root))
        judge(tally, "going on with a killed run", done)
        if done.code != 0 or digest(root / "killed") != right:
            tally.find(f"a killed run gone on with differs: {done.err[-300:]!r}")
        shutil.rmtree(root / "killed", ignore_errors=True)


def flips(tally: Tally, random: Random, goes_on: Callable[[], bool], number: int, root: Path) -> None:
    """Flip single bits of datasets: every reader refuses them, or prints what it would have printed."""
    import golfsim

    golfsim.run("classic", ["greedy", "first"], 300, seed=7, out=root / "data")
    readers = [
        ["table", "data"],
        ["compare", "data"],
        ["rounds", "data"],
        ["tournament", "data"],
        ["find", "data", "--strategy", "greedy", "--where", "won", "--format", "csv"],
        ["table", "data", "--format", "csv"],
        ["verify", "data", "--replay", "0"],
    ]
    right = [forked([word.encode() for word in reader], root) for reader in readers]
    files = sorted(path for path in (root / "data").rglob("*.parquet"))
    for _ in range(number):
        if not goes_on():
            return
        file = random.choice(files)
        data = file.read_bytes()
        at = random.randrange(8 * len(data))
        file.write_bytes(data[: at // 8] + bytes([data[at // 8] ^ (1 << at % 8)]) + data[at // 8 + 1 :])
        which = random.randrange(len(readers))
        done = forked([word.encode() for word in readers[which]], root)
        what = f"bit {at} of {file.relative_to(root)} flipped, {' '.join(readers[which])}"
        judge(tally, what, done)
        if done.code == 0:
            tally.find(f"{'wrong figure' if done.out != right[which].out else 'damage unnoticed'}: {what}")
        file.write_bytes(data)
        tally.count("flipped bits")


def full_disk(tally: Tally, random: Random, goes_on: Callable[[], bool], number: int, root: Path) -> None:
    """Let the disk fill up at every size of files, and standard output be full; then go on."""
    (root / "mine.py").write_text(PLUG_INS)
    ended(started([*RUN, "--out", "right"], root))
    right = digest(root / "right")

    def small() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    for _ in range(number):
        if not goes_on():
            return
        limit = random.choice((0, 1, 1000, 5000, 20_000, random.randrange(60_000)))
        done = ended(started([*RUN, "--out", "full"], root, preexec_fn=small))
        judge(tally, f"run with files of {limit} bytes at most", done)
        with open("/dev/full", "wb") as full:
            command = [sys.executable, "-m", "golfsim", "table", "right"]
            process = subprocess.Popen(command, cwd=root, stdout=full, stderr=subprocess.PIPE)
            _, err = process.communicate(timeout=PATIENCE)
        judge(tally, "table to a full disk", Done(process.returncode, b"", err))
        tally.count("full disks", 2)
    done = ended(started([*RUN, "--out", "full"], root))
    if done.code != 0 or digest(root / "full") != right:
        tally.find(f"a run gone on with after a full disk differs: {done.err[-300:]!r}")


def two_writers(tally: Tally, random: Random, goes_on: Callable[[], bool], number: int, root: Path) -> None:
    """Start two runs into one place at about the same moment."""
    (root / "mine.py").write_text(PLUG_INS)
    ended(started([*RUN, "--out", "right"], root))
    right = digest(root / "right")
    for _ in range(number):
        if not goes_on():
            return
        processes = []
        for _ in range(2):
            processes.append(started([*RUN, "--out", "both"], root))
            time.sleep(random.choice((0, 0.01, 0.3, 1)))
        both = [ended(process) for process in processes]
        for done in both:
            judge(tally, "one of two writers", done)
        ended(started([*RUN, "--out", "both"], root))
        if all(done.code != 0 for done in both) or digest(root / "both") != right:
            tally.find(f"two writers: {[done.code for done in both]}, {[done.err[-200:] for done in both]}")
        shutil.rmtree(root / "both", ignore_errors=True)
        tally.count("pairs of writers")


PARTS = {
    "fuzz": (fuzz, 10_000, 0.5),
    "flips": (flips, 1000, 0.15),
    "kills": (kills, 100, 0.25),
    "full": (full_disk, 10, 0.05),
    "writers": (two_writers, 10, 0.05),
}
"""What is done how often, and its share of the time."""


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="golfsim-torture-") as name:
        yield Path(name)


def clock(until: float, whole: bool) -> Callable[[], bool]:
    """Whether there is time left."""
    return lambda: whole or time.monotonic() < until


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--minutes", type=float, default=15, help="for all parts together (default: 15)")
    parser.add_argument("--whole", action="store_true", help="do everything as often as meant, however long it takes")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random (default: 1)")
    options = parser.parse_args()
    # Everything that a command may need, once; each input is then a fork.
    import numba  # noqa: F401
    import polars  # noqa: F401
    import pyarrow.parquet  # noqa: F401

    import golfsim
    import golfsim.cli.commands

    golfsim.scan  # noqa: B018
    tally = Tally()
    chosen = {name: part for name, part in PARTS.items() if not options.only or name in options.only}
    whole = sum(share for _, _, share in chosen.values())
    start = time.monotonic()
    for name, (part, number, share) in chosen.items():
        until = time.monotonic() + 60 * options.minutes * share / whole
        with folder() as root:
            part(tally, Random(f"{options.seed} {name}"), clock(until, options.whole), number, root)
        print(f"{name}: {', '.join(f'{count:,} {what}' for what, count in tally.done.items())}", flush=True)
    print(f"{len(tally.findings)} findings in {(time.monotonic() - start) / 60:.1f} minutes")
    sys.exit(1 if tally.findings else 0)


if __name__ == "__main__":
    main()
