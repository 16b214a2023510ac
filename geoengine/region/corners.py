"""The exact coordinates of points at which pieces of boundaries cross."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.region.crossings import Cut
from geoengine.region.pieces import Arc, Piece, Point, Segment, position
from geoengine.solid import InexactError, Real, as_real, root, sign_of

__all__ = ["corner"]


def corner(pieces: Sequence[Piece], index: int, cut: Cut) -> Point:
    """Return the exact coordinates of a cut of the piece with an index.

    Raises
    ------
    InexactError
        When the coordinates of the pieces are floats, or those of the cut are sums of nested
        roots.
    """
    piece = pieces[index]
    if cut.other is None:
        found = piece.end if cut.share else piece.start
    elif cut.touches:
        other = pieces[cut.other]
        found = other.end if cut.touches > 0 else other.start
    else:
        near = piece.at(cut.share)
        points = _crossings(piece, pieces[cut.other])
        found = min(points, key=lambda point: abs(position(point) - near))
    x, y = as_real(found[0]), as_real(found[1])
    if isinstance(x, float) or isinstance(y, float):
        raise InexactError(f"expected exact coordinates, found ({x}, {y})")
    return x, y


def _crossings(a: Piece, b: Piece) -> list[Point]:
    if isinstance(a, Segment) and isinstance(b, Segment):
        u, v, w = _between(a.start, a.end), _between(b.start, b.end), _between(a.start, b.start)
        return [_moved(a.start, u, cross(w, v) / cross(u, v))]
    if isinstance(a, Segment) and isinstance(b, Arc):
        return _line_circle(a.start, _between(a.start, a.end), b)
    if isinstance(a, Arc) and isinstance(b, Segment):
        return _line_circle(b.start, _between(b.start, b.end), a)
    assert isinstance(a, Arc)
    assert isinstance(b, Arc)
    # The points on both circles lie on a line square to that of the centers, their radical axis.
    apart = _between(a.center, b.center)
    square = dot(apart, apart)
    share = (square + square_radius(a) - square_radius(b)) / (2 * square)
    return _line_circle(_moved(a.center, apart, share), (-apart[1], apart[0]), a)


def _line_circle(start: Point, way: Point, arc: Arc) -> list[Point]:
    # The points start + t·way at the distance r from the center: at² + 2bt + c = 0.
    away = _between(arc.center, start)
    a, b, c = dot(way, way), dot(way, away), dot(away, away) - square_radius(arc)
    quarter = b * b - a * c
    half = root(quarter) if sign_of(quarter) > 0 else as_real(0)
    return [_moved(start, way, (sign * half - b) / a) for sign in (-1, 1)]


def square_radius(arc: Arc) -> Real:
    """Return the square of the radius of an arc."""
    away = _between(arc.center, arc.start)
    return dot(away, away)


def dot(u: Point, v: Point) -> Real:
    """Return the scalar product of two vectors."""
    return u[0] * v[0] + u[1] * v[1]


def cross(u: Point, v: Point) -> Real:
    """Return the area of the parallelogram on two vectors, positive if v is left of u."""
    return u[0] * v[1] - u[1] * v[0]


def _between(p: Point, q: Point) -> Point:
    return as_real(q[0]) - p[0], as_real(q[1]) - p[1]


def _moved(p: Point, way: Point, share: Real) -> Point:
    return p[0] + way[0] * share, p[1] + way[1] * share
