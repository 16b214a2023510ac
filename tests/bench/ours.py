"""Proves problems with geoengine on request: one JSON object a line, in and out."""

from __future__ import annotations

import json
import resource
import sys
import time
from typing import Any

# Imports that the first certificate would trigger; they are not timed.
import scipy.optimize  # noqa: F401
import sympy  # noqa: F401

from geoengine.catalogue import load_rules
from geoengine.errors import GeoengineError, ProblemError
from geoengine.garbage import collect_steadily
from geoengine.graph import NotDerivedError, Proof, deduce, trace
from geoengine.scene import load_problem


def prove(text: str) -> dict[str, Any]:
    """Time one problem: reading and placing, grounding, closing, certifying."""
    started = time.perf_counter()
    try:
        problem = load_problem(text)
        read = time.perf_counter() - started
        graph = deduce(problem, goals=[*problem.goals, *problem.questions])
    except ProblemError as error:
        return {"placed": False, "error": error.message}
    except GeoengineError as error:
        return {"placed": False, "error": str(error).partition("\n")[0]}
    started = time.perf_counter()
    proofs: list[Proof | None] = []
    for goal in problem.goals:
        try:
            proofs.append(trace(graph, goal))
        except NotDerivedError:
            proofs.append(None)
    certify = time.perf_counter() - started
    return {
        "placed": True,
        "proved": bool(proofs) and all(proof is not None for proof in proofs),
        "steps": sum(len(proof.steps) for proof in proofs if proof is not None),
        "stop_reason": graph.stop_reason.value,
        "seconds": {
            "place": read + graph.seconds["place"],
            "ground": graph.seconds["ground"],
            "close": graph.seconds["close"],
            "certify": certify,
        },
    }


def main() -> None:
    """Answer requests until the input ends."""
    load_rules()
    # As `geoengine prove --all` does.
    collect_steadily()
    for line in sys.stdin:
        try:
            answer = prove(json.loads(line)["text"])
        except Exception as error:
            # An internal error must not end the whole run.
            answer = {"placed": False, "error": f"ended with {error!r}"}
        answer["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
