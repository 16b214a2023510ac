"""Growth of closure time with the number of points; run as a process to measure its memory."""

from __future__ import annotations

import json
import resource

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
    deduce(inscribed(SIZES[0]))
    for size in SIZES:
        graph = deduce(inscribed(size))
        found = {
            "points": size,
            "ground": graph.seconds["ground"],
            "close": graph.seconds["close"],
            "instances": sum(rule.instances for rule in graph.report),
            "stop_reason": graph.stop_reason.value,
            "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
