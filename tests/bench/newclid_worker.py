"""Proves problems with Newclid on request; runs inside Newclid's own environment.

One JSON object a line, in and out.
"""

from __future__ import annotations

import json
import logging
import os
import resource
import sys
import time
from typing import Any

import numpy as np
from newclid.api import GeometricSolverBuilder
from newclid.jgex.problem_builder import JGEXProblemBuilder
from py_yuclid import yuclid_adapter

SEED = 0


def prove(name: str, text: str) -> dict[str, Any]:
    """Time the builder, then a whole default run; also write the C++ program's input."""
    started = time.perf_counter()
    try:
        builder = JGEXProblemBuilder(rng=np.random.default_rng(SEED))
        setup = builder.with_problem_from_txt(text, name).build()
    except Exception as error:
        return {"placed": False, "error": repr(error)}
    build = time.perf_counter() - started
    # Its adapter has no public name for this.
    program_input = "\n".join(yuclid_adapter._write_yuclid_setup(setup))
    started = time.perf_counter()
    try:
        solver = GeometricSolverBuilder(rng=np.random.default_rng(SEED)).build(setup)
        proved, error = bool(solver.run()), None
    except Exception as fault:
        proved, error = False, repr(fault)
    run = time.perf_counter() - started
    return {
        "placed": True,
        "proved": proved,
        "error": error,
        "seconds": {"build": build, "run": run},
        "program_input": program_input,
    }


def main() -> None:
    """Answer requests until the input ends."""
    logging.disable(logging.CRITICAL)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin:
        asked = json.loads(line)
        answer = prove(asked["name"], asked["text"])
        answer["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
