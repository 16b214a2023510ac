"""Compare the processor time of proofs with that of another version, problem by problem in turns.

The other version is a checkout, for example made by ``git worktree add ../before COMMIT``. It runs
in the environment of this one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import report
from run import FILES, HERE, PROBLEMS, ROOT, WARM_UP, read
from worker import Worker

PHASES = ("ground", "close", "certify")


def row(file: str, before: Worker, now: Worker) -> list[str]:
    """Return a row of the table: over the problems that both prove, what is left of the time."""
    seconds: list[list[dict[str, float]]] = []
    problems = read(PROBLEMS / f"{file}.txt")
    for _, text in problems:
        answers = [worker.ask(text=text) for worker in (before, now)]
        if all(answer["placed"] and answer["proved"] for answer in answers):
            seconds.append([answer["seconds"] for answer in answers])
    totals = [
        {phase: sum(both[which][phase] for both in seconds) for phase in PHASES} for which in (0, 1)
    ]
    parts = [f"{totals[1][phase] / totals[0][phase]:.2f}" for phase in PHASES]
    first, second = (sum(total.values()) for total in totals)
    counted = f"{len(seconds)} of {len(problems)}"
    return [file, counted, f"{first:.2f}", f"{second:.2f}", *parts, f"{second / first:.2f}"]


def main(words: Sequence[str] | None = None) -> int:
    """Print a table with a row for each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path, help="the folder of the other version")
    parser.add_argument("--files", nargs="+", choices=FILES, default=FILES[:-1], metavar="NAME")
    asked = parser.parse_args(words)
    if not (asked.checkout / "geoengine").is_dir():
        print(f"expected a checkout of geoengine, found {asked.checkout}", file=sys.stderr)
        return 2
    python, script = Path(sys.executable), HERE / "ours_processor.py"
    headings = ["file", "both prove", "before, s", "now, s", *PHASES, "all"]
    with (
        Worker(python, script, asked.checkout.resolve()) as before,
        Worker(python, script, ROOT) as now,
    ):
        for worker in (before, now):
            worker.ask(text=WARM_UP[1])
        print(report.table(headings, (row(file, before, now) for file in asked.files)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
