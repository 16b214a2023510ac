"""Exact conics."""

from __future__ import annotations

from geoengine.draft.exact.shapes import ExactConic, Place, Straight
from geoengine.draft.exact.tower import Surd

__all__ = ["conic_by_foci", "conic_through", "dual_at", "parabola"]


def conic_by_foci(first: Place, second: Place, whole: Surd) -> ExactConic:
    """Return an ellipse or hyperbola; `whole` is the square of its longer, or its real, axis."""
    between, middle = second - first, (first + second) / 2
    xx = 4 * (whole - between.x * between.x)
    yy = 4 * (whole - between.y * between.y)
    xy = -4 * between.x * between.y
    along = Place(xx * middle.x + xy * middle.y, xy * middle.x + yy * middle.y)
    one = along.dot(middle) - whole * (whole - between.square)
    return ExactConic(xx, yy, xy, -along.x, -along.y, one)


def conic_through(first: Place, second: Place, point: Place, sign: int) -> ExactConic:
    """Return the ellipse, if the sign is 1, or hyperbola with given foci through a point."""
    squares = (point - first).square, (point - second).square
    product = squares[0].tower.root(squares[0] * squares[1])
    return conic_by_foci(first, second, squares[0] + squares[1] + 2 * sign * product)


def parabola(focus: Place, directrix: Straight) -> ExactConic:
    """Return the parabola with a focus and a directrix."""
    way, scale = directrix.direction, directrix.direction.square
    rest = way.cross(directrix.point)
    return ExactConic(
        scale - way.y * way.y,
        scale - way.x * way.x,
        way.x * way.y,
        -focus.x * scale - way.y * rest,
        -focus.y * scale + way.x * rest,
        focus.square * scale - rest * rest,
    )


def dual_at(conic: ExactConic, line: Straight) -> Surd:
    """Return a number that is 0 just if a line touches a conic that is not degenerate."""
    normal = line.direction.left
    a, b, c = normal.x, normal.y, -normal.dot(line.point)
    xx, yy, xy, x, y, one = conic.coefficients
    return (
        a * a * (yy * one - y * y) + b * b * (xx * one - x * x) + c * c * (xx * yy - xy * xy)
        + 2 * (a * b * (x * y - xy * one) + a * c * (xy * y - yy * x) + b * c * (xy * x - xx * y))
    )  # fmt: skip
