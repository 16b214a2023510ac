"""Near coincidences: properties that a figure seems to have but does not have."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from geoengine.scene.figure import Figure

__all__ = ["find_near_coincidence"]

_TRUE = 1e-6
"""A smaller deviation counts as none: the figure has the property."""

_ANGLE = np.radians(2.0)
"""Angles that differ by less than this look equal."""

_LENGTH = 0.02
"""Lengths whose ratio differs from 1 by less than this look equal."""

_TANGENCY = 0.03
"""A segment that misses tangency by less than this fraction of the radius looks tangent."""


def find_near_coincidence(figure: Figure) -> str | None:
    """Find a property that a figure's first draw seems to have but does not have.

    The checks are: drawn lines that are almost parallel, or almost perpendicular with a point in
    common; drawn segments from one point that are almost equal; drawn lines almost tangent to drawn
    circles.

    Parameters
    ----------
    figure : Figure

    Returns
    -------
    str or None
        The first such property found, in words.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> def seen(text):
    ...     problem = load_problem(text)
    ...     return find_near_coincidence(Figure.of(problem, place(problem)))
    >>> seen("A B C = triangle_sss A B C 5 4 3"), seen("A B C = triangle_sas A B C 5 4 89")
    (None, 'two lines are almost perpendicular')
    """
    z = figure.z[0]
    lines = [[figure.index[name] for name in line] for line in figure.lines]
    if not lines:
        return None
    ends = np.array([[line[0], line[-1]] for line in lines])
    direction = np.angle(z[ends[:, 1]] - z[ends[:, 0]])
    for one, other in combinations(range(len(lines)), 2):
        turn = abs(direction[one] - direction[other]) % np.pi
        if _near(min(turn, np.pi - turn), _ANGLE):
            return "two lines are almost parallel"
        if _near(abs(turn - np.pi / 2), _ANGLE) and set(lines[one]) & set(lines[other]):
            return "two lines are almost perpendicular"
    if _almost_equal(figure, z):
        return "two segments are almost equal"
    if _almost_tangent(figure, z, ends):
        return "a line almost touches a circle"
    return None


def _near(value: float, tolerance: float) -> bool:
    return bool(_TRUE < value < tolerance)


def _almost_equal(figure: Figure, z: NDArray[np.complex128]) -> bool:
    pairs = [(figure.index[a], figure.index[b]) for a, b in figure.segments]
    length = [float(np.log(abs(z[a] - z[b]))) for a, b in pairs]
    return any(
        _near(abs(length[one] - length[other]), _LENGTH)
        for one, other in combinations(range(len(pairs)), 2)
        if set(pairs[one]) & set(pairs[other])
    )


def _almost_tangent(figure: Figure, z: NDArray[np.complex128], ends: NDArray[np.intp]) -> bool:
    start, end = z[ends[:, 0]], z[ends[:, 1]]
    for circle in figure.circles:
        foot = (circle.middle - start) / (end - start)
        away = np.abs(foot.imag) * np.abs(end - start) / circle.radius
        within = (foot.real > 0) & (foot.real < 1)
        if any(_near(abs(gap - 1), _TANGENCY) for gap in away[within]):
            return True
    return False
