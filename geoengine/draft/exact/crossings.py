"""Where exact lines, circles and conics meet; the caller chooses among the points."""

from __future__ import annotations

from geoengine.draft.exact.errors import NotExactError
from geoengine.draft.exact.shapes import ExactCircle, ExactConic, ExactShape, Place, Straight
from geoengine.draft.exact.tower import Surd

__all__ = ["crossings", "foot"]


def crossings(one: ExactShape, other: ExactShape) -> list[Place]:
    """Return the points that the wholes of two lines, circles or conics share."""
    match one, other:
        case Straight(), Straight():
            return _of_lines(one, other)
        case Straight(), ExactCircle() | ExactConic():
            return _on_line(one, other)
        case ExactCircle() | ExactConic(), Straight():
            return _on_line(other, one)
        case ExactCircle(), ExactCircle():
            return _of_circles(one, other)
    raise NotExactError("expected lines, circles or conics to intersect")


def foot(line: Straight, place: Place) -> Place:
    """Return the foot of the perpendicular from a point to a line."""
    part = line.direction.dot(place - line.point) / line.direction.square
    return line.point + line.direction * part


def _of_lines(one: Straight, other: Straight) -> list[Place]:
    across = one.direction.cross(other.direction)
    if across.is_zero:
        return []
    return [one.point + one.direction * ((other.point - one.point).cross(other.direction) / across)]


def _on_line(line: Straight, curve: ExactCircle | ExactConic) -> list[Place]:
    start, way = line.point, line.direction
    if isinstance(curve, ExactCircle):
        leg = start - curve.center
        u, v, w = way.square, way.dot(leg), leg.square - curve.square
    else:
        u = curve.xx * way.x * way.x + curve.yy * way.y * way.y + 2 * curve.xy * way.x * way.y
        v = (
            (curve.xx * start.x + curve.xy * start.y + curve.x) * way.x
            + (curve.xy * start.x + curve.yy * start.y + curve.y) * way.y
        )  # fmt: skip
        w = curve.at(start)
    if u.is_zero:
        return [] if v.is_zero else [start - way * (w / (2 * v))]
    middle = -v / u
    half = _half(middle * middle - w / u)
    if half is None:
        return []
    return [start + way * (middle - half), start + way * (middle + half)]


def _of_circles(one: ExactCircle, other: ExactCircle) -> list[Place]:
    between = other.center - one.center
    if between.is_zero:
        return []
    along = ((one.square - other.square) / between.square + 1) / 2
    half = _half(one.square / between.square - along * along)
    if half is None:
        return []
    middle, aside = one.center + between * along, between.left * half
    return [middle + aside, middle - aside]


def _half(square: Surd) -> Surd | None:
    return None if square.sign() < 0 else square.tower.root(square)
