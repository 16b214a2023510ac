"""How many pairs of lines and planes are parallel, perpendicular, skew, or at some angle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from typing import Any, TypeAlias

from geoengine.solid.errors import SolidError
from geoengine.solid.plane_figures import Polygon
from geoengine.solid.roots import is_zero
from geoengine.solid.space import Line, Plane, Segment, Vector
from geoengine.solid.trigonometry import cosd

__all__ = [
    "FUNCTIONS",
    "angle_pairs",
    "intersecting_pairs",
    "parallel_pairs",
    "perpendicular_pairs",
    "skew_pairs",
]

Straight: TypeAlias = Line | Segment
Flat: TypeAlias = Plane | Polygon


def parallel_pairs(
    things: Iterable[Straight | Flat], others: Iterable[Straight | Flat] | None = None
) -> int:
    """Return the number of pairs of parallel lines or planes.

    A line is not parallel to itself, and not to a plane that contains it.

    Parameters
    ----------
    things : iterable of Line, Segment, Plane or Polygon
        A segment stands for its line, a polygon for its plane.
    others : iterable, optional
        If given, a pair has one thing of the first list and one of the second.

    Raises
    ------
    SolidError
        If a thing is neither a line nor a plane.

    Examples
    --------
    >>> from geoengine.solid.body_parts import edges, faces
    >>> from geoengine.solid.polyhedron import hull
    >>> cube = hull(*[Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> parallel_pairs(edges(cube)), parallel_pairs(faces(cube))
    (18, 3)
    >>> parallel_pairs(edges(cube), faces(cube))
    24
    """
    return sum(_is_parallel(X, Y) for X, Y in _pairs(things, others))


def perpendicular_pairs(
    things: Iterable[Straight | Flat], others: Iterable[Straight | Flat] | None = None
) -> int:
    """Return the number of pairs of perpendicular lines or planes.

    Lines need not intersect to be perpendicular. The parameters and errors are those of
    `parallel_pairs`.

    Examples
    --------
    >>> from geoengine.solid.body_parts import edges, faces
    >>> from geoengine.solid.polyhedron import hull
    >>> cube = hull(*[Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> perpendicular_pairs(edges(cube)), perpendicular_pairs(edges(cube), faces(cube))
    (48, 24)
    """
    return sum(_is_perpendicular(X, Y) for X, Y in _pairs(things, others))


def skew_pairs(lines: Iterable[Straight], others: Iterable[Straight] | None = None) -> int:
    """Return the number of pairs of lines that do not lie in one plane.

    The parameters and errors are those of `parallel_pairs`, with lines only.

    Examples
    --------
    >>> from geoengine.solid.body_parts import edges
    >>> from geoengine.solid.polyhedron import hull
    >>> cube = hull(*[Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> skew_pairs(edges(cube))
    24
    """
    return sum(_is_skew(X, Y) for X, Y in _pairs(lines, others))


def intersecting_pairs(lines: Iterable[Straight], others: Iterable[Straight] | None = None) -> int:
    """Return the number of pairs of lines with just one common point.

    A segment stands for its whole line. The parameters and errors are those of `parallel_pairs`,
    with lines only.

    Examples
    --------
    >>> from geoengine.solid.body_parts import edges
    >>> from geoengine.solid.polyhedron import hull
    >>> cube = hull(*[Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> intersecting_pairs(edges(cube))
    24
    """
    return sum(
        not _is_skew(X, Y) and not X.direction.cross(Y.direction).is_zero
        for X, Y in _pairs(lines, others)
    )


def angle_pairs(
    lines: Iterable[Straight], degrees: Any, others: Iterable[Straight] | None = None
) -> int:
    """Return the number of pairs of lines at a given angle, which need not intersect.

    Parameters
    ----------
    lines : iterable of Line or Segment
    degrees : number
        The angle between two lines, from 0 to 90 degrees.
    others : iterable, optional
        If given, a pair has one line of the first list and one of the second.

    Raises
    ------
    SolidError
        If a thing is not a line.
    InexactError
        If the cosine of the angle cannot be written exactly.

    Examples
    --------
    >>> from geoengine.solid.body_parts import face_diagonals
    >>> from geoengine.solid.polyhedron import hull
    >>> cube = hull(*[Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> angle_pairs(face_diagonals(cube), 60), angle_pairs(face_diagonals(cube), 90)
    (48, 12)
    """
    square = cosd(degrees) ** 2
    count = 0
    for X, Y in _pairs(lines, others):
        u, v = _line_direction(X), _line_direction(Y)
        count += is_zero(u.dot(v) ** 2 - square * (u.dot(u) * v.dot(v)))
    return count


def _pairs(things: Iterable[Any], others: Iterable[Any] | None) -> Iterator[tuple[Any, Any]]:
    return iter(combinations(things, 2)) if others is None else product(things, others)


def _line_direction(X: Any) -> Vector:
    if not isinstance(X, Line | Segment):
        raise SolidError(f"expected a line or a segment, found {X!r}")
    return X.direction


def _axis(X: Any) -> tuple[bool, Vector, Vector]:
    """Return whether a thing is a line, a point of it, and its direction or its normal."""
    if isinstance(X, Line | Segment):
        return True, X.point, X.direction
    if isinstance(X, Polygon):
        return False, X.vertices[0], X.normal
    if isinstance(X, Plane):
        return False, X.point, X.normal
    raise SolidError(f"expected a line, a segment, a plane or a polygon, found {X!r}")


def _is_parallel(X: Any, Y: Any) -> bool:
    (x_line, P, u), (y_line, Q, v) = _axis(X), _axis(Y)
    if x_line != y_line:
        return is_zero(u.dot(v)) and not is_zero((Q - P).dot(v if x_line else u))
    if not u.cross(v).is_zero:
        return False
    return not (Q - P).cross(u).is_zero if x_line else not is_zero((Q - P).dot(u))


def _is_perpendicular(X: Any, Y: Any) -> bool:
    (x_line, _, u), (y_line, _, v) = _axis(X), _axis(Y)
    return is_zero(u.dot(v)) if x_line == y_line else u.cross(v).is_zero


def _is_skew(X: Any, Y: Any) -> bool:
    u, v = _line_direction(X), _line_direction(Y)
    return not is_zero(u.cross(v).dot(Y.point - X.point))


_ALL: tuple[Callable[..., int], ...] = (
    parallel_pairs,
    perpendicular_pairs,
    skew_pairs,
    intersecting_pairs,
    angle_pairs,
)
FUNCTIONS = {f.__name__: f for f in _ALL}
