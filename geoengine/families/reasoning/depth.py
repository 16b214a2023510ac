"""Depth: after how many rounds of deduction a statement is known."""

from __future__ import annotations

from geoengine.graph import ReasoningGraph
from geoengine.language import Statement

__all__ = ["SHALLOW", "depth_of", "is_shallow"]

SHALLOW = 2
"""What so many rounds of deduction lead to, readers see without working it out."""

_NEVER = 99
"""The depth of what is not derived."""


def depth_of(graph: ReasoningGraph, statement: Statement) -> int:
    """Return the round of deduction in which a true statement is known, 0 for premises.

    Examples
    --------
    >>> import geoengine as ge
    >>> graph = ge.deduce(ge.load_problem("A B C = r_triangle A B C; M = midpoint M B C"))
    >>> [depth_of(graph, ge.parse_statement(text)) for text in ("midp M B C", "cong A M B M")]
    [1, 2]
    """
    found = graph.deduction.round_of(statement)
    return _NEVER if found is None else found


def is_shallow(graph: ReasoningGraph, statement: Statement) -> bool:
    """Whether a few rounds of deduction lead to a true statement."""
    return depth_of(graph, statement) <= SHALLOW
