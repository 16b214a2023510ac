"""Growth of closure time with the number of points; run as a process to measure its memory."""

from __future__ import annotations

import argparse
import json
import resource
import time
from typing import Any

from geoengine.graph import deduce
from geoengine.scene import Problem, load_problem

SIZES = (10, 15, 20, 30, 40)


def inscribed(points: int) -> Problem:
    """Points on the circumcircle of a triangle, each with its feet on two sides."""
    clauses = ["c0 c1 c2 = triangle", "o = circumcenter c0 c1 c2"]
    clauses += [
        f"p{k} = on_circle o c0; f{k} = foot p{k} c0 c1; g{k} = foot p{k} c1 c2"
        for k in range((points - 4) // 3)
    ]
    clauses += [f"q{k} = on_circle o c0" for k in range((points - 4) % 3)]
    return load_problem("; ".join(clauses))


def main() -> None:
    """Print one JSON object for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processor", action="store_true", help="take processor time")
    parser.add_argument("--runs", type=int, default=1, help="take the shortest of so many runs")
    asked = parser.parse_args()
    if asked.processor:
        time.perf_counter = time.process_time
    deduce(inscribed(SIZES[0]))
    for size in SIZES:
        runs = [measured(inscribed(size)) for _ in range(asked.runs)]
        found = min(runs, key=lambda one: float(one["ground"] + one["close"]))
        print(json.dumps({**found, "runs": asked.runs}), flush=True)


def measured(problem: Problem) -> dict[str, Any]:
    """Run one figure; its graph is freed before the next run."""
    graph = deduce(problem)
    return {
        "points": len(problem.points),
        "ground": graph.seconds["ground"],
        "close": graph.seconds["close"],
        "instances": sum(rule.instances for rule in graph.report),
        "stop_reason": graph.stop_reason.value,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


if __name__ == "__main__":
    main()
