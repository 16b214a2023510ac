"""Angles that equal their own reverse, which a statement cannot say."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.language.statement import Statement

__all__ = ["reversed_angle"]


def reversed_angle(predicate: str, points: Sequence[str]) -> tuple[Statement, ...]:
    """Return what it means that an angle equals its own reverse: one of two statements is true.

    ``eqangle A B C D C D A B`` is no `Statement`, since it does not say whether the lines are
    perpendicular or parallel. But it says something, unlike other degenerate statements that are
    true of some points: those are true of all.

    Parameters
    ----------
    predicate : str
    points : sequence of str
        The arguments of the predicate.

    Returns
    -------
    tuple of Statement
        That the lines are perpendicular, and that they are parallel; empty if the points and the
        predicate say something else.

    Examples
    --------
    >>> [str(statement) for statement in reversed_angle("eqangle", "ABCDDCAB")]
    ['perp A B C D', 'para A B C D']
    >>> reversed_angle("eqangle", "ABCDABCD")
    ()
    """
    if predicate != "eqangle":
        return ()
    left, over, right, under = (frozenset(points[k : k + 2]) for k in range(0, 8, 2))
    if left != under or over != right or left == over or min(len(left), len(over)) < 2:
        return ()
    lines = tuple(points[:4])
    return Statement("perp", lines), Statement("para", lines)
