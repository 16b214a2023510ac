"""The shapes that commands of GeoGebra make, to find out which of two intersections is meant."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from typing import Literal

__all__ = ["Circle", "Line", "Shape", "Vector", "corners", "intersections", "made"]

_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Line:
    """A line, ray or segment.

    Attributes
    ----------
    at : complex
        A point on it; of a ray or segment, the first end.
    along : complex
        The direction that GeoGebra gives it; of a segment, the way to its other end.
    part : {"line", "ray", "segment"}
    """

    at: complex
    along: complex
    part: Literal["line", "ray", "segment"] = "line"


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    center: complex
    radius: float


@dataclass(frozen=True, slots=True)
class Vector:
    """A vector."""

    along: complex


Shape = complex | Line | Circle | Vector | float
"""A point is a complex number; a float is a length, a ratio, or an angle in radians."""


def made(name: str, *takes: Shape) -> Shape | None:
    """Return what a command with one result makes; None if there is no such shape.

    Examples
    --------
    >>> made("Midpoint", 0j, 2 + 2j)
    (1+1j)
    >>> made("Circle", 0j, 1 + 0j, -1 + 0j) is None
    True
    """
    try:
        found = _from_points(name, *takes)
        return _from_shapes(name, *takes) if found is None else found
    except ZeroDivisionError:
        return None


def _from_points(name: str, *takes: Shape) -> Shape | None:
    match name, *takes:
        case "Line", complex() as a, complex() as b:
            return Line(a, b - a)
        case "Segment", complex() as a, complex() as b:
            return Line(a, b - a, "segment")
        case "Ray", complex() as a, complex() as b:
            return Line(a, b - a, "ray")
        case "Vector", complex() as a, complex() as b:
            return Vector(b - a)
        case "PerpendicularBisector", complex() as a, complex() as b:
            return Line((a + b) / 2, 1j * (b - a))
        case "Midpoint", complex() as a, complex() as b:
            return (a + b) / 2
        case "Reflect", complex() as a, complex() as b:
            return 2 * b - a
        case "Circle", complex() as a, complex() as b:
            return Circle(a, abs(b - a))
        case "Circle", complex() as a, complex() as b, complex() as c:
            return _circumcircle(a, b, c)
        case "AngleBisector", complex() as a, complex() as b, complex() as c:
            return Line(b, (a - b) / abs(a - b) + (c - b) / abs(c - b))
        case "Angle", complex() as a, complex() as b, complex() as c:
            return cmath.phase((c - b) / (a - b)) % math.tau
    return None


def _from_shapes(name: str, *takes: Shape) -> Shape | None:
    match name, *takes:
        case "Center", Circle(center):
            return center
        case "Circle", complex() as a, float() as radius:
            return Circle(a, radius)
        case "Circle", complex() as a, Line(along=along):
            return Circle(a, abs(along))
        case "Line", complex() as a, Line(along=along) | Vector(along):
            return Line(a, along)
        case "Ray", complex() as a, Vector(along):
            return Line(a, along, "ray")
        case "PerpendicularLine", complex() as a, Line(along=along):
            return Line(a, 1j * along)
        case "Reflect", complex() as a, Line(at, along):
            return at + along * ((a - at) / along).conjugate()
        case "Reflect", complex() as a, Circle(center, radius):
            return center + radius**2 / (a - center).conjugate()
        case "Translate", complex() as a, Vector(along):
            return a + along
        case "Dilate", complex() as a, float() as ratio, complex() as about:
            return about + ratio * (a - about)
        case "Rotate", complex() as a, float() as angle, complex() as about:
            return about + (a - about) * cmath.exp(1j * angle)
        case "Rotate", Line(at, along, part), float() as angle, complex() as about:
            turn = cmath.exp(1j * angle)
            return Line(about + (at - about) * turn, along * turn, part)
    return None


def _circumcircle(a: complex, b: complex, c: complex) -> Circle | None:
    u, v = b - a, c - a
    turn = (u.conjugate() * v).imag
    if abs(turn) < _TINY * abs(u) * abs(v):
        return None
    away = 1j * (v * abs(u) ** 2 - u * abs(v) ** 2) / (2 * turn)
    return Circle(a - away, abs(away))


def corners(a: complex, b: complex, count: int) -> list[complex]:
    """Return the other corners of a regular polygon, counterclockwise after `a` and `b`.

    Examples
    --------
    >>> [complex(round(z.real, 9), round(z.imag, 9)) for z in corners(0j, 1 + 0j, 4)]
    [(1+1j), 1j]
    """
    found = [a, b]
    while len(found) < count:
        found.append(found[-1] + (found[-1] - found[-2]) * cmath.exp(1j * math.tau / count))
    return found[2:]


def intersections(one: Shape, other: Shape) -> list[complex | None]:
    """Return the intersections of two lines or circles, in the order in which GeoGebra counts them.

    Those on the line of a ray or segment but not on itself are None. The order is that along the
    line; of two circles, that on the left of the way from the first center to the second is first.

    Examples
    --------
    >>> intersections(Line(0j, 1 + 0j), Circle(0j, 2.0))
    [(-2+0j), (2+0j)]
    """
    match one, other:
        case Line(at, along), Line(there, way):
            turn = (along.conjugate() * way).imag
            return [at + along * ((there - at).conjugate() * way).imag / turn] if turn else []
        case (Line() as line, Circle() as circle) | (Circle() as circle, Line() as line):
            return _on_line(line, circle)
        case Circle(center, radius), Circle(there, size):
            between = there - center
            square = abs(between) ** 2
            if not square:
                return []
            share = (square + radius**2 - size**2) / (2 * square)
            return _on_line(Line(center + share * between, -1j * between), one)
    return []


def _on_line(line: Line, circle: Circle) -> list[complex | None]:
    unit = line.along / abs(line.along)
    foot = ((circle.center - line.at) / unit).real
    square = circle.radius**2 - abs(line.at + foot * unit - circle.center) ** 2
    if square < -_TINY * circle.radius**2:
        return []
    half = math.sqrt(max(0.0, square))
    end = {"line": math.inf, "ray": math.inf, "segment": abs(line.along)}[line.part]
    start = -math.inf if line.part == "line" else 0.0
    return [
        line.at + t * unit if start - _TINY < t < end + _TINY else None
        for t in (foot - half, foot + half)
    ]
