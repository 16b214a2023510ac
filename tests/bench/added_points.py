"""Times a point that is added to a closed figure, beside the same figure from the start.

Prints a table in Markdown: CPU time, the least of some runs, of listing instances and closing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from growth import SIZES, inscribed

from geoengine.graph import ReasoningGraph, deduce
from geoengine.scene import Diagram, Problem, add_points, load_steps

CLAUSES = ("x = midpoint p0 c1", "x = on_circle o c0")
RUNS = 5


def least(work: Callable[[], object]) -> float:
    """Return the least CPU time of some runs, in milliseconds."""
    found = []
    for _ in range(RUNS):
        started = time.process_time()
        work()
        found.append(1000 * (time.process_time() - started))
    return min(found)


def measure(graph: ReasoningGraph, longer: Problem, diagram: Diagram) -> tuple[float, float]:
    """Return the times with the point added, and from the start."""
    known = set(graph.problem.relations)
    further = [premise for premise in longer.relations if premise not in known]

    def added() -> object:
        return graph.deduction.with_points(longer.points, diagram.xy, further).closure

    def anew() -> object:
        return deduce(longer, diagram=diagram).deduction.closure

    return least(added), least(anew)


def main() -> None:
    """Print a row for each size and kind of point."""
    print("| points before | added point | added, ms | from the start, ms | ratio |")
    print("| ---: | --- | ---: | ---: | ---: |")
    for size in SIZES:
        problem = inscribed(size)
        graph = deduce(problem)
        for clause in CLAUSES:
            longer, diagram = add_points(problem, graph.draws, load_steps(clause, problem))
            added, anew = measure(graph, longer, diagram)
            print(f"| {size} | `{clause}` | {added:.1f} | {anew:.1f} | {added / anew:.2f} |")


if __name__ == "__main__":
    main()
