"""Further points in a figure whose other points stay where they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.errors import PlacementError
from geoengine.language import as_complex, as_real
from geoengine.scene.diagram import Diagram
from geoengine.scene.figure import Figure
from geoengine.scene.problem import ConstructionStep, Problem
from geoengine.scene.strokes import dashed_lines, strokes

__all__ = ["add_points"]


def add_points(
    problem: Problem,
    xy: NDArray[np.float64],
    steps: Sequence[ConstructionStep],
    *,
    choice: float = 0.5,
) -> tuple[Problem, Diagram]:
    """Place the points of further steps in draws of a problem.

    Parameters
    ----------
    problem : Problem
    xy : ndarray, shape (draws, points, 2)
        Draws of the problem.
    steps : sequence of ConstructionStep
    choice : float
        A number in [0, 1) that selects one of several solutions, or a point on a curve.

    Returns
    -------
    Problem
        The problem with the steps and their premises.
    Diagram
        Its draws, with the coordinates of the present points unchanged.

    Raises
    ------
    PlacementError
        If a step has no solution in one of the draws, or only one that is a point already.

    Examples
    --------
    >>> from geoengine.scene import load_problem, load_steps, place
    >>> problem = load_problem("a b c = triangle")
    >>> xy = place(problem).xy
    >>> longer, diagram = add_points(problem, xy, load_steps("m = midpoint b c", problem))
    >>> longer.points, bool((2 * diagram.xy[:, 3] == xy[:, 1] + xy[:, 2]).all())
    (('a', 'b', 'c', 'm'), True)
    """
    figure = Figure(problem, as_complex(xy))
    for step in steps:
        longer = figure.with_step(step, choice)
        if longer is None:
            raise PlacementError(
                f"{problem.name}: no place was found for {', '.join(step.points)} in this figure"
            )
        figure = longer
    whole, z = figure.problem, figure.z
    segments, circles = strokes(whole, z[0])
    diagram = Diagram(whole.points, as_real(z), segments, circles, dashed_lines(whole, z[0]))
    return whole, diagram
