"""Other constructions of a point that a figure has already."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from geoengine.auxiliary.curve_sets import CurveSet, curve_sets, lies_on
from geoengine.auxiliary.placements import curve_constructions
from geoengine.auxiliary.pool import size_of
from geoengine.language import as_complex
from geoengine.scene import Call, ConstructionStep, Problem

__all__ = ["other_constructions"]


def other_constructions(
    problem: Problem, xy: NDArray[np.float64], point: str
) -> list[ConstructionStep]:
    """Find pairs of curves that meet in a point of a figure.

    They are lines and circles defined by points that are not constructed from this one. A circle
    has a further common point with the other curve, so that only one intersection is left.

    Parameters
    ----------
    problem : Problem
    xy : ndarray, shape (draws, points, 2)
        Draws of the problem. The curves meet in the point in all of them; if there are few, that
        may be by accident.
    point : str

    Returns
    -------
    list of ConstructionStep
        Different from the step of the problem that places the point.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("a b c = triangle; d = foot a b c; e = foot b a c")
    >>> for step in other_constructions(problem, place(problem).xy, "e")[:2]:
    ...     print(step)
    e = on_line e a c, on_tline e b a c
    e = on_line e a c, on_dia e a b
    """
    start = [k for k, name in enumerate(problem.points) if point not in problem.origins[name]]
    names = [problem.points[k] for k in start]
    z = as_complex(xy)
    others, own = np.ascontiguousarray(z[:, start]), z[:, [problem.points.index(point)]]
    size = size_of(z)
    with np.errstate(all="ignore"):
        lines, circles, rows = curve_sets(others, range(len(start)), size)
        lines, circles = (
            curves[lies_on(curves.curves, own, size)[:, 0]] for curves in (lines, circles)
        )
    constructions = curve_constructions()

    def call(made: NDArray[np.int64]) -> Call:
        which, row = made.tolist()
        taken = (names[k] for k in rows[which][row].tolist())
        return Call(constructions[which].name, (point, *taken))

    found = [
        ConstructionStep((point,), (call(one), call(other)))
        for ones, others_of in ((lines, lines), (lines, circles), (circles, circles))
        for one, other in _pairs(ones, others_of)
    ]
    return [step for step in found if step not in problem.steps]


def _pairs(
    ones: CurveSet, others: CurveSet
) -> Iterable[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield what made the curves of each pair with one intersection besides their common points."""
    common = ones.through.astype(np.int64) @ others.through.T.astype(np.int64)
    both_straight = ones.curves.straight and others.curves.straight
    fitting = common == (0 if both_straight else 1)
    if ones is others:
        fitting = np.triu(fitting, 1)
    for i, j in np.argwhere(fitting).tolist():
        yield ones.made[i], others.made[j]
