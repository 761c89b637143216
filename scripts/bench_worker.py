"""Times runs of whichever golfsim is on the path, one a line of standard input; see `scripts/bench --before`.

A line is `rules strategy deals`; the answer is the CPU time in seconds of the second of two such runs, of which the
first only compiles. It uses nothing but `golfsim.run`, so that any version of golfsim can be timed.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time

import golfsim


def timed(rules: str, strategy: str, deals: int) -> float:
    """CPU time of one run with one job, in seconds."""
    place = tempfile.mkdtemp(prefix="golfsim-bench-")
    try:
        start = time.process_time()
        golfsim.run(rules, strategy, deals, seed=1, out=f"{place}/data", jobs=1)
        return time.process_time() - start
    finally:
        shutil.rmtree(place)


def main() -> None:
    """Answer each line."""
    warm: set[tuple[str, str]] = set()
    for line in sys.stdin:
        rules, strategy, deals = line.split()
        if (rules, strategy) not in warm:
            warm.add((rules, strategy))
            timed(rules, strategy, min(int(deals), 3))
        print(timed(rules, strategy, int(deals)), flush=True)


if __name__ == "__main__":
    main()
