"""Time geoengine and Newclid on the same problems, alternately, on one core.

Imports and a first problem are not counted for either Python program. The C++ program is started
for each problem, as Newclid does, and its start is counted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import report
import searches
from newclid_setup import SHIPPED, NoPeerError, Peer, run_program, set_up
from worker import Worker

from geoengine.errors import GeoengineError
from geoengine.scene import list_problems

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROBLEMS = ROOT / ".cache" / "problems"
FILES = (
    "jgex_ag_231", "imo", "examples", "large_examples", "testing_minimal_rules", "imo_sl",
    "imo_102_requires_aux",
)  # fmt: skip
WARM_UP = ("warm up", "a b c = triangle a b c; m = midpoint m a b ? cong a m b m")
GROWTH_RUNS = 8
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def read(path: Path) -> list[tuple[str, str]]:
    """Return the names and texts of the problems of a file, including unreadable ones."""
    lines = path.read_text(encoding="utf-8-sig").split("\n")
    return [(entry.name, lines[entry.line - 1].strip()) for entry in list_problems(path)]


def one_core() -> str:
    """Pin this process to one core if the system can; return the number of cores."""
    if not hasattr(os, "sched_setaffinity"):
        return f"{os.cpu_count()} cores, not kept to one"
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    return f"{len(cores)} cores, kept to one"


class Bench:
    """The programs that are compared, started and ready.

    Parameters
    ----------
    peer : Peer or None
        None to run geoengine alone.
    """

    def __init__(self, peer: Peer | None) -> None:
        self._peer = peer
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        python = Path(sys.executable)
        self._launcher = self._stack.enter_context(Worker(python, HERE / "launch.py"))
        self._ours = self._stack.enter_context(Worker(python, HERE / "ours.py"))
        if self._peer is not None:
            theirs = Worker(self._peer.python, HERE / "newclid_worker.py")
            self._theirs = self._stack.enter_context(theirs)
        self.run_problem(*WARM_UP)
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def run_problem(self, name: str, text: str) -> report.Run:
        """Let every program prove a problem, one after another."""
        run: report.Run = {"name": name, "ours": self._ours.ask(text=text)}
        if self._peer is not None:
            run["newclid"] = self._theirs.ask(name=name, text=text)
            if run["newclid"]["placed"]:
                program_input = run["newclid"].pop("program_input")
                for who, flags in (("shipped", SHIPPED), ("all_tables", ())):
                    run[who] = run_program(self._peer, self._launcher, program_input, flags)
        return run

    def run_file(self, file: str, problems: Sequence[tuple[str, str]]) -> list[report.Run]:
        """Run all problems of a file."""
        runs = []
        for number, (name, text) in enumerate(problems, start=1):
            if sys.stderr.isatty():
                print(f"\r{file} {number}/{len(problems)} ", end="", file=sys.stderr)
            runs.append(self.run_problem(name, text))
        return runs

    def run_growth(self) -> list[dict[str, Any]]:
        """Run the family of growing figures in a separate process, each size several times."""
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "growth.jsonl"
            command = [
                sys.executable, str(HERE / "growth.py"), "--processor", "--runs", str(GROWTH_RUNS),
            ]  # fmt: skip
            self._launcher.ask(command=command, output=str(output))
            return [json.loads(line) for line in output.read_text().splitlines()]


def write_up(
    measured: Sequence[tuple[str, Sequence[report.Run]]],
    growth: Sequence[dict[str, Any]],
    machine: str,
    missing: str | None,
) -> str:
    """Return all tables, with a line about the machine."""
    everyone = list(report.TITLES) if missing is None else ["ours"]
    parts = [machine]
    if missing is not None:
        parts.append(f"Newclid was not run: {missing}.")
    for name, runs in measured:
        parts += [f"### {name}", report.compare(runs, everyone)]
    parts += ["### geoengine, by phase", report.split(measured)]
    if missing is None:
        parts += ["### Length of proofs", report.lengths(measured)]
    parts += ["### Growth", report.growth(growth)]
    parts += ["### Peak memory", report.memory(measured, everyone)]
    parts += ["### Not read or placed", report.unplaced(measured, everyone)]
    return "\n\n".join(parts) + "\n"


def put(text: str, page: Path) -> None:
    """Replace the text between the markers of a page."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"expected {BEGIN} and {END} in {page}")
    page.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}", encoding="utf-8")


def main(words: Sequence[str] | None = None) -> int:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--files", nargs="+", type=Path, metavar="FILE",
        default=[PROBLEMS / f"{name}.txt" for name in FILES],
        help="files of problems, two lines each: name, text",
    )  # fmt: skip
    parser.add_argument("--no-peer", action="store_true", help="run geoengine alone")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables into this page")
    parser.add_argument(
        "--search", type=float, metavar="SECONDS", nargs="?", const=100.0,
        help="measure the search for auxiliary points instead, with so much CPU time a problem",
    )  # fmt: skip
    asked = parser.parse_args(words)
    absent = [str(file) for file in asked.files if not file.is_file()]
    if absent:
        print(f"expected files of problems, not there: {', '.join(absent)}", file=sys.stderr)
        print("  hint: run make problems, or name others with --files", file=sys.stderr)
        return 2
    if asked.search is not None:
        searches.main([*map(str, asked.files), "--seconds", str(asked.search)])
        return 0
    peer, missing = None, "--no-peer was given" if asked.no_peer else None
    if missing is None:
        try:
            peer = set_up(ROOT / ".bench-venv")
        except NoPeerError as error:
            missing = f"it could not be installed ({error})"
    try:
        problems = {file.stem: read(file) for file in asked.files}
    except (GeoengineError, OSError, UnicodeDecodeError) as error:
        print(f"cannot read the files of problems: {error}", file=sys.stderr)
        return 2
    load = os.getloadavg()[0]
    machine = (
        f"Python {platform.python_version()}, {platform.system()} on {platform.machine()},"
        f" {one_core()}; load average before the run {load:.2f}."
    )
    with Bench(peer) as bench:
        measured = [(name, bench.run_file(name, texts)) for name, texts in problems.items()]
        growth = bench.run_growth()
    text = write_up(measured, growth, machine, missing)
    print(text)
    if asked.write is not None:
        put(text, asked.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
