"""Time the public problem files: placing, grounding, closing, certifying, and growth with size."""

from __future__ import annotations

import resource
import statistics
import sys
import time
from pathlib import Path

import numpy as np

from geoengine.catalogue import load_rules
from geoengine.errors import PlacementError
from geoengine.graph import NotDerivedError, deduce, trace
from geoengine.scene import Problem, load_problem, load_problems

PHASES = ("place", "ground", "close", "certify")
DATA = Path(__file__).parents[3] / "shared" / "data" / "jgex"


def time_problem(problem: Problem) -> tuple[bool, dict[str, float]] | None:
    """Whether every goal was proved, and the seconds of each phase; None if it has no figure."""
    try:
        graph = deduce(problem)
    except PlacementError:
        return None
    started = time.perf_counter()
    proved = True
    for goal in problem.goals:
        try:
            trace(graph, goal)
        except NotDerivedError:
            proved = False
    return proved, {**graph.seconds, "certify": time.perf_counter() - started}


def bench_file(path: Path) -> None:
    """Print one row of the table for a file."""
    results = [result for p in load_problems(path) if (result := time_problem(p)) is not None]
    totals = {phase: sum(seconds[phase] for _, seconds in results) for phase in PHASES}
    whole = [sum(seconds.values()) for _, seconds in results]
    columns = "".join(f"{totals[phase]:10.3f}" for phase in PHASES)
    print(
        f"{path.stem:14}{sum(proved for proved, _ in results):4d}/{len(results):<5d}{columns}"
        f"{sum(whole):10.3f}{1000 * statistics.median(whole):12.1f}"
    )


def inscribed(points: int) -> Problem:
    """Points on the circumcircle of a triangle, each with its feet on two sides."""
    clauses = ["c0 c1 c2 = triangle", "o = circumcenter c0 c1 c2"]
    clauses += [
        f"p{k} = on_circle o c0; f{k} = foot p{k} c0 c1; g{k} = foot p{k} c1 c2"
        for k in range((points - 4) // 3)
    ]
    clauses += [f"q{k} = on_circle o c0" for k in range((points - 4) % 3)]
    return load_problem("; ".join(clauses))


def bench_growth() -> None:
    """Print the time to ground and close one family of scenes as it grows."""
    sizes, times = (10, 15, 20, 30, 40), []
    print("\npoints    ground+close (s)    stop reason    (points on a circumcircle, their feet)")
    for size in sizes:
        graph = deduce(inscribed(size))
        times.append(graph.seconds["ground"] + graph.seconds["close"])
        print(f"{size:6d}{times[-1]:20.3f}    {graph.stop_reason.value}")
    exponent = np.polyfit(np.log(sizes), np.log(times), 1)[0]
    print(f"fitted exponent: {exponent:.2f}")


def main() -> int:
    """Print all tables."""
    if not DATA.is_dir():
        print(f"no problem files at {DATA.name}: nothing to time", file=sys.stderr)
        return 1
    load_rules()
    # The first certificate loads scipy; users pay for that once.
    trace(deduce(load_problem("a b c = triangle; m = midpoint a b ? cong a m b m")))
    print(
        f"{'file':14}{'proved':>9}"
        + "".join(f"{p + ' s':>10}" for p in (*PHASES, "all"))
        + f"{'median ms':>12}"
    )
    for name in ("jgex_ag_231", "imo_34"):
        bench_file(DATA / f"{name}.txt")
    bench_growth()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory: {peak:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
