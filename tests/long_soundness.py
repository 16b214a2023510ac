"""Soundness in a long run: every state in many draws, and proofs replayed by both checkers.

Run from the project's root:

    .venv/bin/python tests/long_soundness.py --scenes 10000 --workers 2
"""

from __future__ import annotations

import argparse
from collections import Counter
from multiprocessing import Pool

import numpy as np
from proof_checker import BadStepError, check_proof
from random_scenes import random_problem
from test_soundness import check_derived

from geoengine.catalogue import load_rules
from geoengine.errors import PlacementError
from geoengine.graph import deduce, proof_to_json, trace
from geoengine.scene import Problem
from geoengine.verify import Setting, read_proof, replay

RULES = load_rules()
PROOFS = 3
"""Proofs that are replayed in each scene."""


def check_proofs(problem: Problem, seed: int) -> Counter:
    """Replay proofs of a few derived states by both checkers, and count them."""
    graph = deduce(problem, seed=seed)
    known = set(graph.premises)
    derived = [state for state in graph.states if state not in known and graph.derived(state)]
    chosen = np.random.default_rng(seed).permutation(len(derived))[:PROOFS]
    setting = Setting(graph.diagram.points, graph.diagram.xy)
    counts: Counter = Counter()
    for number in chosen.tolist():
        proof = trace(graph, derived[number])
        record = read_proof(proof_to_json(proof))
        bad = replay(
            record, given=graph.premises, goal=derived[number], settings=[setting], ask_z3=False
        ).bad
        assert bad is None, f"{problem}\n{derived[number]}: {bad}"
        check_proof(proof, graph.premises, RULES, graph.diagram)
        counts["proofs"] += 1
        counts["steps"] += len(proof.steps)
    return counts


def check(seed: int) -> tuple[Counter, str | None]:
    """Check a random scene; return counts, and what is wrong."""
    problem = random_problem(seed)
    if problem is None:
        return Counter(), None
    try:
        found = check_derived(problem, seed)
        counts = Counter({name: found[name] for name in ("states", "lengths", "values")})
        counts["scenes"] = 1
        return counts + check_proofs(problem, seed), None
    except PlacementError:
        return Counter(), None
    except (AssertionError, BadStepError) as fault:
        return Counter(scenes=1, faults=1), f"seed {seed}: {fault}"


def main() -> None:
    """Check scenes, and print what was counted and every fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=100_000, help="seed of the first scene")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    total: Counter = Counter()
    with Pool(asked.workers) as pool:
        seeds = range(asked.first, asked.first + asked.scenes)
        for done, (counts, fault) in enumerate(pool.imap(check, seeds, chunksize=10), 1):
            total += counts
            if fault is not None:
                print(fault, flush=True)
            if done % 1000 == 0:
                print(done, dict(total), flush=True)
    print(dict(total))
    raise SystemExit(total["faults"] > 0)


if __name__ == "__main__":
    main()
