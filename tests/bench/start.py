"""How long commands take to start, here and in another checkout, run in turn.

The libraries are measured alone too: below what they take to load, no command can come.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[2]
PROBLEM = "a b c = iso_triangle ? eqangle b a b c c b c a"
LIBRARIES = "import numpy.random, typer; from pydantic import BaseModel, TypeAdapter"
CASES = {
    "python": (["-c", "pass"], None),
    "numpy, typer, pydantic": (["-c", LIBRARIES], None),
    "--help": (["-m", "geoengine", "--help"], "warm"),
    "prove, first run": (["-m", "geoengine", "prove", PROBLEM], "cold"),
    "prove": (["-m", "geoengine", "prove", PROBLEM], "warm"),
}
"""What is run, and whether the cache is filled before."""


def timed(arguments: Sequence[str], checkout: Path, cache: str) -> float:
    """Return the processor time of a new process, in milliseconds."""
    environment = os.environ | {"PYTHONPATH": str(checkout), "GEOENGINE_CACHE": cache}
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd="/", env=environment, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"expected exit code 0, found {process.returncode}: {arguments}")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def measure(name: str, checkouts: Sequence[Path], runs: int) -> list[list[float]]:
    """Time a case in each checkout, in turn, after one run that fills the caches."""
    arguments, cache = CASES[name]
    found: list[list[float]] = [[] for _ in checkouts]
    with tempfile.TemporaryDirectory() as kept:
        for turn in range(runs + 1):
            for times, checkout in zip(found, checkouts, strict=True):
                with tempfile.TemporaryDirectory() as empty:
                    seconds = timed(arguments, checkout, empty if cache == "cold" else kept)
                if turn:
                    times.append(seconds)
    return found


def main() -> None:
    """Print the medians, and the median of the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15, help="how often (default: 15)")
    parser.add_argument("--against", type=Path, help="another checkout of geoengine")
    asked = parser.parse_args()
    checkouts = [HERE] if asked.against is None else [HERE, asked.against.resolve()]
    print(f"{'processor time (ms)':24}{'here':>8}", end="")
    print(f"{'there':>8}{'ratio':>8}" if len(checkouts) > 1 else "")
    for name in CASES:
        ours, *others = measure(name, checkouts, asked.runs)
        print(f"{name:24}{median(ours):8.0f}", end="")
        for theirs in others:
            ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
            print(f"{median(theirs):8.0f}{ratio:8.2f}", end="")
        print()


if __name__ == "__main__":
    main()
