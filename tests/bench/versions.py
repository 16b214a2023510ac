"""Compare the processor time of proofs with that of another version, in turns.

They take turns problem by problem, or file by file: then each goes through a file alone, as a user
would, and finds the processor's caches as it left them. The other version is a checkout, for
example made by ``git worktree add ../before COMMIT``. It runs in the environment of this one.
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


def row(file: str, before: Worker, now: Worker, by_file: bool) -> list[str]:
    """Return a row of the table: over the problems that both prove, what is left of the time."""
    problems = read(PROBLEMS / f"{file}.txt")
    if by_file:
        alone = [[worker.ask(text=text) for _, text in problems] for worker in (before, now)]
        pairs = list(zip(*alone, strict=True))
    else:
        pairs = [(before.ask(text=text), now.ask(text=text)) for _, text in problems]
    seconds = [
        [answer["seconds"] for answer in answers]
        for answers in pairs
        if all(answer["placed"] and answer["proved"] for answer in answers)
    ]
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
    parser.add_argument("--by-file", action="store_true", help="take turns file by file")
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
        print(
            report.table(headings, [row(file, before, now, asked.by_file) for file in asked.files])
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
