"""Idle citations: cited lengths that have no part in a claim, as letters show."""

from __future__ import annotations

from collections import Counter

from geoengine.families.reasoning.premise_numbers import named_segments
from geoengine.graph import ProofStep
from geoengine.language import Statement

__all__ = ["leaves_one_idle"]

_LENGTHS = frozenset({"cong", "eqprod", "eqratio", "lconst", "rconst"})


def leaves_one_idle(step: ProofStep, claim: Statement) -> int:
    """Whether a calculation cannot use all that is cited if it leads to a claim, as 1 or 0.

    So it is if a segment occurs in a single cited statement, and not in the claim: its length
    cancels with nothing.

    Parameters
    ----------
    step : ProofStep
        A step that adds equations up, with its true conclusion.
    claim : Statement
        What is claimed in place of the conclusion.

    Examples
    --------
    >>> from geoengine.graph import trace
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> text = "A B C = iso_triangle; D = on_circle D A B; E = on_circle E A C"
    >>> context = make_context(load_problem(text), scene="radii", seed=1)
    >>> step = trace(context.graph, parse_statement("cong A D A E")).steps[-1]
    >>> claims = map(parse_statement, ("cong A D A E", "cong A D D E"))
    >>> [leaves_one_idle(step, claim) for claim in claims]
    [0, 1]
    """
    counts = Counter(one for used in step.derivation.antecedents for one in _segments(used))
    claimed = _segments(claim)
    return int(any(count == 1 and one not in claimed for one, count in counts.items()))


def _segments(statement: Statement) -> set[frozenset[str]]:
    """The segments whose lengths a statement compares."""
    return named_segments(statement) if statement.predicate in _LENGTHS else set()
