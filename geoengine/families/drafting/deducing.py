"""Proofs by theorems that a construction reaches its goals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from geoengine.draft import Draft, Figure
from geoengine.families.drafting.premises import Premises
from geoengine.graph import NotDerivedError, Proof, deduce, trace
from geoengine.language import Statement
from geoengine.scene import Diagram, Problem

__all__ = ["deduce_goals"]

_APART = 1e-6
_MOST_POINTS = 16


def deduce_goals(
    draft: Draft, figures: Sequence[Figure], goals: Sequence[str]
) -> Mapping[str, tuple[Proof, ...]]:
    r"""Derive goals from what the commands of a draft make true.

    Points that coincide with earlier ones are left out, with all that is said of them.

    Parameters
    ----------
    draft : Draft
    figures : sequence of Figure
        Figures of the draft with its givens at several places; at least three.
    goals : sequence of str

    Returns
    -------
    dict of str to tuple of Proof
        By goal, one proof for each statement that it makes; goals that are not derived are missing.

    Examples
    --------
    >>> from geoengine.draft import carry_out, read_draft
    >>> draft = read_draft(
    ...     "A = (0, 0)\nB = (4, 1)\nc = Circle(A, B)\nd = Circle(B, A)\n"
    ...     "C = Intersect(c, d, 1)\nD = Intersect(c, d, 2)"
    ... )
    >>> figures = [carry_out(draft, places={"B": 4 + k * 1j}) for k in range(3)]
    >>> goal = "ArePerpendicular(Line(A, B), Line(C, D))"
    >>> proofs = deduce_goals(draft, figures, [goal])
    >>> print(proofs[goal][0].goal)
    perp A B C D
    """
    known = Premises(draft)
    points = _apart(known.points, figures)
    xy = np.array([[_place(figure, name) for name in points] for figure in figures])
    diagram = Diagram(tuple(points), xy)

    def is_usable(statement: Statement) -> bool:
        return set(statement.points) <= set(points) and diagram.holds(statement)

    premises = tuple(filter(is_usable, known.statements))
    wanted = {goal: known.stated(goal) for goal in goals}
    wanted = {goal: own for goal, own in wanted.items() if own and all(map(is_usable, own))}
    if not wanted or len(points) > _MOST_POINTS:
        return {}
    every = tuple(statement for own in wanted.values() for statement in own)
    problem = Problem("draft", (), premises, every)
    graph = deduce(problem, diagram=diagram, goals=every, further_draws=xy)
    found: dict[str, tuple[Proof, ...]] = {}
    for goal, own in wanted.items():
        try:
            found[goal] = tuple(trace(graph, statement) for statement in own)
        except NotDerivedError:
            continue
    return found


def _apart(names: Sequence[str], figures: Sequence[Figure]) -> list[str]:
    """Return the points that exist in all figures and coincide with no earlier one in any."""
    found: list[str] = []
    for name in names:
        if all(figure.point(name) is not None for figure in figures) and not any(
            np.hypot(*np.subtract(_place(figure, name), _place(figure, other))) < _APART
            for figure in figures
            for other in found
        ):
            found.append(name)
    return found


def _place(figure: Figure, name: str) -> tuple[float, float]:
    place = figure.point(name)
    assert place is not None
    return place.real, place.imag
