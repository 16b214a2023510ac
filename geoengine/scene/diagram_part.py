"""Diagrams of parts of a problem, taken from the diagram of the whole."""

from __future__ import annotations

from dataclasses import replace

from geoengine.language import as_complex
from geoengine.scene.diagram import Diagram
from geoengine.scene.problem import Problem
from geoengine.scene.strokes import dashed_lines, strokes

__all__ = ["diagram_of_part"]


def diagram_of_part(diagram: Diagram, part: Problem) -> Diagram:
    """Return the diagram of some points of a problem, at the places that they have in the whole.

    Parameters
    ----------
    diagram : Diagram
        A diagram of the problem.
    part : Problem
        The part, from `Problem.part`.

    Returns
    -------
    Diagram
        With the segments and circles that the constructions of the part draw.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("A B C = triangle; D = circumcenter A B C; E = foot A B C")
    >>> diagram = place(problem)
    >>> smaller = diagram_of_part(diagram, problem.part("E"))
    >>> smaller.points, smaller.circles, bool((smaller.xy[:, 3] == diagram.xy[:, 4]).all())
    (('A', 'B', 'C', 'E'), (), True)
    """
    xy = diagram.xy[:, [diagram.index[point] for point in part.points]]
    z = as_complex(xy)[0]
    segments, circles = strokes(part, z)
    return replace(
        diagram, points=part.points, xy=xy, segments=segments, circles=circles,
        dashed=dashed_lines(part, z),
    )  # fmt: skip
