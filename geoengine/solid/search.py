"""The one plane, line or point of a figure that has a given relation."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TypeVar

from geoengine.solid.errors import SolidError
from geoengine.solid.incidences import line_sets, plane_sets
from geoengine.solid.plane_figures import Disc, Polygon
from geoengine.solid.relations import on, parallel, perpendicular, skew
from geoengine.solid.space import Line, Plane, Vector
from geoengine.solid.things import Body, Linear, unexpected

__all__ = ["FUNCTIONS", "find_line", "find_plane", "find_point", "lines_of", "planes_of"]

Found = TypeVar("Found", Line, Plane, Vector)

_RELATIONS: dict[str, Callable[..., bool]] = {
    "parallel": parallel,
    "perpendicular": perpendicular,
    "skew": skew,
}


def planes_of(points: Sequence[Vector]) -> list[Plane]:
    """Return the planes through three or more of the points, each once.

    Examples
    --------
    >>> cube = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(planes_of(cube))
    20
    """
    planes = []
    for indices in plane_sets(points):
        there = [points[i] for i in sorted(indices)]
        A, B, *others = there
        # The first two may be in one place, or more on one line.
        normals = ((Q - A).cross(R - A) for Q, R in itertools.combinations((B, *others), 2))
        n = next(normal for normal in normals if not normal.is_zero)
        planes.append(Plane(A, n, through=tuple(there)))
    return planes


def lines_of(points: Sequence[Vector]) -> list[Line]:
    """Return the lines through two or more of the points, each once.

    Examples
    --------
    >>> cube = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(lines_of(cube))
    28
    """
    lines = []
    for indices in line_sets(points):
        there = [points[i] for i in sorted(indices)]
        A = there[0]
        d = next(step for step in (B - A for B in there[1:]) if not step.is_zero)
        lines.append(Line(A, d, through=tuple(there)))
    return lines


def _only(found: list[Found], what: str) -> Found:
    if len(found) != 1:
        raise SolidError(f"expected exactly one {what}, found {len(found)}")
    return found[0]


def _related(how: str, allowed: tuple[str, ...]) -> Callable[..., bool]:
    if how not in allowed:
        raise SolidError(f"expected one of the words {', '.join(allowed)}, found {how!r}")
    return _RELATIONS[how]


def find_plane(points: Sequence[Vector], how: str, X: Linear | Plane, *, through: int = 3) -> Plane:
    """Return the only plane through listed points that is parallel or perpendicular to X.

    Parameters
    ----------
    points : sequence of Vector
    how : str
        "parallel" or "perpendicular".
    X : Line, Segment or Plane
        A plane that contains the line X, and the plane X itself, do not count as parallel.
    through : int, optional
        How many of the points the plane must contain at least.

    Returns
    -------
    Plane
        With all listed points that it contains as its attribute `through`.

    Raises
    ------
    SolidError
        If no plane or several planes have the relation, or the word is another.

    Examples
    --------
    >>> from geoengine.solid import Segment
    >>> cube = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> plane = find_plane(cube, "perpendicular", Segment(cube[0], cube[6]), through=4)
    >>> [str(P) for P in plane.through]
    ['(0, 1, 0)', '(0, 1, 1)', '(1, 0, 0)', '(1, 0, 1)']
    """
    related = _related(how, ("parallel", "perpendicular"))
    planes = [p for p in planes_of(points) if len(p.through) >= through]
    return _only(
        [p for p in planes if related(p, X)],
        f"plane that is {how} to the given one",
    )


def find_line(points: Sequence[Vector], how: str, X: Linear | Plane, *, through: int = 2) -> Line:
    """Return the only line through listed points that is parallel, perpendicular or skew to X.

    Parameters
    ----------
    points : sequence of Vector
    how : str
        "parallel", "perpendicular", or, for a line X, "skew".
    X : Line, Segment or Plane
        Lines in the plane X, and the line X itself, do not count as parallel.
    through : int, optional
        How many of the points the line must contain at least.

    Returns
    -------
    Line
        With all listed points that it contains as its attribute `through`.

    Raises
    ------
    SolidError
        If no line or several lines have the relation, or the word is another.

    Examples
    --------
    >>> from geoengine.solid import Segment
    >>> O, X, Y, Z = (Vector(*xyz) for xyz in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    >>> [str(P) for P in find_line([O, X, Y, Z], "skew", Segment(O, X)).through]
    ['(0, 1, 0)', '(0, 0, 1)']
    """
    related = _related(how, ("parallel", "perpendicular", "skew"))
    if how == "skew" and isinstance(X, Plane):
        raise unexpected("a line to be skew to", X)
    lines = [one for one in lines_of(points) if len(one.through) >= through]
    return _only([one for one in lines if related(one, X)], f"line that is {how} to the given one")


def find_point(
    points: Sequence[Vector], how: str, X: Linear | Plane | Polygon | Disc | Body
) -> Vector:
    """Return the only one of the points that is on X.

    Parameters
    ----------
    points : sequence of Vector
    how : str
        "on".
    X : Line, Segment, Plane, Polygon, Disc or body
        See `on`.

    Raises
    ------
    SolidError
        If none or several of the points are on X, or the word is another.

    Examples
    --------
    >>> base = Plane(Vector(0, 0, 0), Vector(0, 0, 1))
    >>> print(find_point([Vector(1, 2, 0), Vector(1, 2, 3)], "on", base))
    (1, 2, 0)
    """
    if how != "on":
        raise SolidError(f"expected the word on, found {how!r}")
    return _only([P for P in points if on(P, X)], "point that is on the given thing")


FUNCTIONS: dict[str, Callable[..., object]] = {
    "find_line": find_line,
    "find_plane": find_plane,
    "find_point": find_point,
}
"""The functions of the seed language that this module defines."""
