"""Circles through points, and conics from their foci, by their equations in axes of their own."""

from __future__ import annotations

from geoengine.verify.drafting.maps import Map
from geoengine.verify.drafting.measures import closest, distance
from geoengine.verify.drafting.reals import Real, Vec, is_zero, real, sign, squared, unit
from geoengine.verify.drafting.shapes import (
    Conic,
    Straight,
    carrier,
    circle_about,
    line_between,
)

__all__ = ["by_foci", "circle_through", "conic_of", "incircle", "parabola"]


def circle_through(one: Vec, two: Vec, three: Vec) -> Conic | None:
    """Return the circle through three points, by Cramer's rule; None if they are on a line."""
    rows = [(point.x, point.y, real(1)) for point in (one, two, three)]
    squares = [-point.square() for point in (one, two, three)]
    whole = _determinant(rows)
    if is_zero(whole):
        return None
    d, e, f = (
        _determinant(
            [(*row[:at], square, *row[at + 1 :]) for row, square in zip(rows, squares, strict=True)]
        )
        / whole
        for at in range(3)
    )
    one_, none = real(1), real(0)
    return Conic(((one_, none, d / 2), (none, one_, e / 2), (d / 2, e / 2, f)))


def _determinant(rows: list[tuple[Real, ...]]) -> Real:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def incircle(one: Vec, two: Vec, three: Vec) -> Conic | None:
    """Return the inscribed circle: its center has the lengths of the sides as weights."""
    base = line_between(one, two)
    if base is None or is_zero(base.at(three)):
        return None
    weights = [a.minus(b).length() for a, b in ((two, three), (three, one), (one, two))]
    center = Vec(real(0), real(0))
    for point, weight in zip((one, two, three), weights, strict=True):
        center = center.plus(point.times(weight / sum(weights, real(0))))
    return circle_about(center, squared(distance(center, base)))


def _placed(a: Real, b: Real, d: Real, f: Real, middle: Vec, along: Vec) -> Conic:
    """Return the conic a X² + b Y² + 2 d X + f = 0, X along a unit vector from a point on."""
    none = real(0)
    own = Conic(((a, none, d), (none, b, none), (d, none, f)))
    forth = Map(along.x, -along.y, along.y, along.x, middle.x, middle.y)
    placed: Conic = forth.shape(own)
    return placed


def _middle(one: Vec, other: Vec) -> Vec:
    return one.plus(other).times(real(1) / 2)


def by_foci(one: Vec, other: Vec, half: Real) -> Conic | None:
    """Return the conic with two foci and half of the axis on which they are.

    It is an ellipse or a circle if the foci are nearer to one another than the axis is long, and
    otherwise a hyperbola, whose equation is negative at its foci.
    """
    if is_zero(half):
        return None
    if one.is_at(other):
        return circle_about(one, squared(half))
    rest = squared(half) - other.minus(one).square() / 4
    if is_zero(rest):
        return None
    sense = sign(rest)
    return _placed(
        sense / squared(half), 1 / abs(rest), real(0), real(-sense), _middle(one, other),
        unit(other.minus(one)),
    )  # fmt: skip


def parabola(focus: Vec, directrix: Straight) -> Conic | None:
    """Return the parabola with a focus and a directrix: Y² = 2 p X from its vertex on."""
    line = carrier(directrix)
    if line is None or is_zero(line.at(focus)):
        return None
    foot = closest(line, focus)
    axis = focus.minus(foot)
    return _placed(real(0), real(1), -axis.length(), real(0), _middle(foot, focus), unit(axis))


def conic_of(a: Real, b: Real, c: Real, d: Real, e: Real, f: Real) -> tuple[str, Conic | None]:
    """Return the conic a x² + 2 b xy + c y² + 2 d x + 2 e y + f = 0, and its kind.

    It is None if it is degenerate, or has no points.

    Raises
    ------
    NotImplementedError
        For a circle whose equation has negative squares.
    """
    is_round = is_zero(b) and is_zero(a - c)
    kind = "circle" if is_round else "conic"
    whole = _determinant([(a, b, d), (b, c, e), (d, e, f)])
    if is_zero(whole) or (sign(a * c - b * b) > 0 and sign(whole * (a + c)) > 0):
        return kind, None
    if not is_round:
        return kind, Conic(((a, b, d), (b, c, e), (d, e, f)))
    if sign(a) < 0:
        raise NotImplementedError("a circle whose equation has negative squares")
    one, none = real(1), real(0)
    return kind, Conic(((one, none, d / a), (none, one, e / a), (d / a, e / a, f / a)))
