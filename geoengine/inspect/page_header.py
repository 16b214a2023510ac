"""The title of a page, and the fields that every page has."""

from __future__ import annotations

from typing import Any

import geoengine
from geoengine.language import write
from geoengine.scene import Problem, describe
from geoengine.verify import ProofRecord

__all__ = ["header", "problem_title", "proof_title"]

_UNNAMED = "problem"
"""The name of a problem that was given as text."""

_PROOF = "proof"
"""The title of a proof that has no name, such as the proof of ``proof.json``."""


def problem_title(problem: Problem) -> str:
    """Return the name of a problem, or what it asks for where it has none of its own."""
    if problem.name != _UNNAMED:
        return problem.name
    if problem.goal is not None:
        return f"Show that {write(problem.goal, 'english')}"
    if problem.questions:
        return f"Find {problem.questions[0].quantity}"
    return f"What follows for {', '.join(problem.points)}"


def proof_title(record: ProofRecord, name: str) -> str:
    """Return the name of a proof, or what it proves where it has none of its own."""
    return f"Proof that {write(record.goal, 'english')}" if name == _PROOF else name


def header(kind: str, title: str, problem: Problem | None) -> dict[str, Any]:
    """Return the fields that every page has; text and JGEX are None without a problem."""
    return {
        "kind": kind,
        "title": title,
        "engine": geoengine.__version__,
        "text": None if problem is None else describe(problem),
        "jgex": None if problem is None else str(problem),
    }
