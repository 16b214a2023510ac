"""Where lines and conics meet, in homogeneous coordinates.

A line and a conic meet in the two points of a degenerate dual conic, which is split into them (the
method of Richter-Gebert, Perspectives on Projective Geometry, section 11.3). Two circles meet on
their radical axis.
"""

from __future__ import annotations

from typing import TypeAlias

from geoengine.verify.drafting.reals import Real, Vec, is_zero, real, root, sign, squared
from geoengine.verify.drafting.shapes import (
    Conic,
    Line,
    Matrix,
    Ray,
    Segment,
    Straight,
    carrier,
)

__all__ = ["carrier_meetings", "chord_points", "is_tangent", "is_within", "meetings"]

Crossing: TypeAlias = Straight | Conic


def meetings(one: Crossing, other: Crossing) -> tuple[Vec, ...]:
    """Return the points that two objects share, in the order of docs/drafting.md.

    Raises
    ------
    NotImplementedError
        For two conics that are not circles.
    """
    found = carrier_meetings(one, other)
    return tuple(p for p in found if is_within(one, p) and is_within(other, p))


def carrier_meetings(one: Crossing, other: Crossing) -> tuple[Vec, ...]:
    """Return the points that two objects share if segments and rays are extended to lines.

    Raises
    ------
    NotImplementedError
        For two conics that are not circles.
    """
    if isinstance(one, Conic) and isinstance(other, Conic):
        return _of_circles(one, other)
    if isinstance(one, Conic):
        one, other = other, one
    assert not isinstance(one, Conic)
    line = carrier(one)
    if line is None:
        return ()
    if isinstance(other, Conic):
        return chord_points(line, other)
    second = carrier(other)
    return () if second is None else _of_lines(line, second)


def _of_lines(one: Line, other: Line) -> tuple[Vec, ...]:
    x, y, w = _crossed(one, other)
    if is_zero(w / (one.norm() * other.norm())):
        return ()
    return (Vec(x / w, y / w),)


def _crossed(one: Line, other: Line) -> tuple[Real, Real, Real]:
    return (
        one.b * other.c - one.c * other.b,
        one.c * other.a - one.a * other.c,
        one.a * other.b - one.b * other.a,
    )


def _of_circles(one: Conic, other: Conic) -> tuple[Vec, ...]:
    (m, _, d), (_, _, e), (_, _, f) = one.matrix
    (n, _, g), (_, _, h), (_, _, k) = other.matrix
    if not all(_is_round(conic) for conic in (one, other)):
        raise NotImplementedError("the common points of two conics")
    # The squares cancel; the axis runs to the right of the way between the centers, so that its
    # first point is the left one.
    axis = Line(2 * (d / m - g / n), 2 * (e / m - h / n), f / m - k / n)
    if is_zero(axis.a) and is_zero(axis.b):
        return ()
    return chord_points(axis, one)


def _is_round(conic: Conic) -> bool:
    (a, b, _), (_, c, _), _ = conic.matrix
    return is_zero(b) and is_zero(a - c)


def _split(line: Line, conic: Conic) -> tuple[Matrix, Real | None]:
    """Return the dual conic of the common points, and the factor that splits it.

    The factor is None if there are no points, and 0 if the line touches.
    """
    norm = line.norm()
    a, b, c = (part / norm for part in line)
    none = real(0)
    skew: Matrix = ((none, c, -b), (-c, none, a), (b, -a, none))
    dual = _times(_transposed(skew), _times(conic.matrix, skew))
    # Of the equal quotients of minors, the one with the largest divisor is the sharpest.
    at = max(range(3), key=lambda index: float(abs((a, b, c)[index]).mid()))
    i, j = (at + 1) % 3, (at + 2) % 3
    minor = dual[i][i] * dual[j][j] - dual[i][j] * dual[j][i]
    factor = root(-minor / squared((a, b, c)[at]))
    if factor is None:
        return dual, None
    rows = zip(dual, skew, strict=True)
    both = tuple(
        tuple(x + factor * y for x, y in zip(row, other, strict=True)) for row, other in rows
    )
    return both, factor


def chord_points(line: Line, conic: Conic) -> tuple[Vec, ...]:
    """Return the points of a conic on a line, along the line.

    Where the conic's equation is negative at the line's point at infinity, as on lines that cross
    both branches of a hyperbola, they come in the opposite order.
    """
    both, factor = _split(line, conic)
    if factor is None:
        return ()
    row, column = max(
        ((i, j) for i in range(3) for j in range(3)),
        key=lambda at: float(abs(both[at[0]][at[1]]).mid()),
    )
    found = []
    points = [both[row], tuple(both[at][column] for at in range(3))]
    for x, y, w in points if sign(factor) else points[:1]:
        size = max((x, y, w), key=lambda entry: float(abs(entry).mid()))
        if not is_zero(w / size):
            found.append(Vec(x / w, y / w))
    if len(found) < 2:
        return tuple(found)
    along = line.direction
    (a, b, _), (_, c, _), _ = conic.matrix
    far = a * squared(along.x) + 2 * b * along.x * along.y + c * squared(along.y)
    is_ahead = sign(found[1].minus(found[0]).dot(along)) > 0
    return tuple(found if is_ahead == (sign(far) > 0) else found[::-1])


def is_tangent(line: Line, conic: Conic) -> bool:
    """Whether a line touches a conic: the two common points are one."""
    _, factor = _split(line, conic)
    return factor is not None and sign(factor) == 0 and len(chord_points(line, conic)) == 1


def is_within(shape: Crossing, point: Vec) -> bool:
    """Whether a point of the line that carries a segment or ray is between its ends."""
    match shape:
        case Segment(start=start, end=end):
            return sign(point.minus(start).dot(point.minus(end))) <= 0
        case Ray(start=start, direction=direction):
            return sign(point.minus(start).dot(direction)) >= 0
    return True


def _transposed(matrix: Matrix) -> Matrix:
    return tuple(zip(*matrix, strict=True))


def _times(one: Matrix, other: Matrix) -> Matrix:
    columns = _transposed(other)
    return tuple(
        (_product(row, columns[0]), _product(row, columns[1]), _product(row, columns[2]))
        for row in one
    )


def _product(row: tuple[Real, ...], column: tuple[Real, ...]) -> Real:
    return row[0] * column[0] + row[1] * column[1] + row[2] * column[2]
