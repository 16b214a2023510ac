"""Measure the search for auxiliary points on files of problems.

Prints tables in Markdown, with a line for each file and configuration: how many problems are proved
within so many seconds, and attempts. Seconds are CPU time of one process; every proof is judged.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import geoengine as ge
from geoengine.auxiliary import Ranking, SearchBudget
from geoengine.errors import GeoengineError
from geoengine.graph import proof_to_json
from geoengine.scene import Problem, list_problems
from geoengine.verify import Budget, Level, judge_unit, list_units
from geoengine.worker_pool import ordered

LIMITS = {
    "seconds": (1, 2, 5, 10, 20, 50, 100),
    "attempts": (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
}
"""The CPU seconds and attempts within which the problems proved are counted."""


Key = tuple[str, str, int]
"""A file, a ranking, a seed."""


@dataclass(frozen=True)
class Job:
    """A problem to search, with the configuration."""

    file: str
    problem: Problem
    ranking: Ranking
    seed: int
    seconds: float | None
    attempts: int | None
    at_once: int


def measure(job: Job) -> dict[str, Any]:
    """Search for auxiliary points, and judge the proofs."""
    record: dict[str, Any] = {
        "file": job.file, "name": job.problem.name, "ranking": job.ranking.value, "seed": job.seed,
    }  # fmt: skip
    budget = SearchBudget(
        seconds=job.seconds,
        attempts=job.attempts,
        seed=job.seed,
        ranking=job.ranking,
        at_once=job.at_once,
        clock=time.process_time,
    )
    try:
        found = ge.search(job.problem, budget)
    except GeoengineError as error:
        return record | {"stop": "error", "error": str(error), "seconds": 0.0, "attempts": 0}
    return record | {
        "stop": found.stop.value,
        "seconds": round(found.seconds, 2),
        "attempts": found.progress.attempts,
        "points_tried": found.progress.points_tried,
        "added": [str(step) for step in found.added],
        "steps": sum(len(proof.steps) for proof in found.proofs),
        "judged": [judged(proof_to_json(proof)) for proof in found.proofs if proof.added],
    }


def judged(record: dict[str, Any]) -> str:
    """Return the level of the judge's report on a proof."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        file = Path(folder) / "proof.json"
        file.write_text(json.dumps(record), encoding="utf-8")
        (unit,) = list_units(file)
        return judge_unit(unit, Budget(seconds=60)).level.value


def jobs(options: argparse.Namespace) -> Iterator[Job]:
    """Yield the searches asked for."""
    chosen = set(options.names.split(",")) if options.names else None
    for file, ranking, seed in product(options.files, options.rankings, options.seeds):
        for entry in list_problems(file):
            problem = entry.content
            if isinstance(problem, Problem) and (chosen is None or problem.name in chosen):
                yield Job(
                    file.stem, problem, Ranking(ranking), seed,
                    None if options.attempts else options.seconds, options.attempts,
                    options.at_once,
                )  # fmt: skip


def table(found: Mapping[Key, Sequence[dict[str, Any]]], by: str) -> str:
    """Return a table in Markdown: how many problems are proved within so many seconds or attempts.

    Its other columns are the problems, those proved without points, and the proofs that the judge
    refuses.
    """
    limits = LIMITS[by]
    heads = " | ".join(f"{limit}" for limit in limits)
    lines = [
        f"| file, ranking, seed | problems | without points | {heads} {by} | refused |",
        f"| --- |{' ---: |' * (3 + len(limits))}",
    ]
    for key, records in found.items():
        proved = [record for record in records if record["stop"] == "proved"]
        refused = sum(level != Level.GOOD.value for one in proved for level in one["judged"])
        counts = (
            len(records),
            sum(not record["added"] for record in proved),
            *(sum(record[by] <= limit for record in proved) for limit in limits),
            refused,
        )
        lines.append(f"| {', '.join(map(str, key))} | {' | '.join(map(str, counts))} |")
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--names", default="", help="only these problems, separated by commas")
    parser.add_argument("--seconds", type=float, default=100.0)
    parser.add_argument("--attempts", type=int, help="end by attempts, not by seconds")
    parser.add_argument("--at-once", type=int, default=SearchBudget().at_once)
    parser.add_argument("--rankings", nargs="+", default=["both"])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0])
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", type=Path, help="append the records to this file")
    options = parser.parse_args(words)
    found: dict[Key, list[dict[str, Any]]] = {}
    for record in ordered(measure, jobs(options), workers=options.workers):
        key = record["file"], record["ranking"], record["seed"]
        found.setdefault(key, []).append(record)
        if options.json:
            with options.json.open("a", encoding="utf-8") as out:
                out.write(json.dumps(record) + "\n")
    for by in LIMITS:
        print(table(found, by), end="\n\n")


if __name__ == "__main__":
    main()
