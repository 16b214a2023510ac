"""Lines and circles in the complex plane: sampling points on them and intersecting them."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from enum import Enum

__all__ = ["Circle", "Curve", "Line", "NoSolution", "Part", "meet"]

_PARALLEL = 1e-9
"""Lines count as parallel up to this sine, circles as concentric up to this part of their radii."""

_TANGENT = 1e-12
"""A discriminant of at most this size counts as zero."""


class NoSolution(Exception):  # noqa: N818 - control flow of the search, not an error
    """A step has no solution for the choices made so far; the message says why."""


class Part(Enum):
    """The part of a line on which a free point is placed.

    An intersection must lie on the part only for `WITHIN` and `BEYOND`; otherwise it may lie
    anywhere on the line.
    """

    SEGMENT = "between the ends, or not far beyond"
    WITHIN = "only between the ends"
    RAY = "on the ray"
    BEYOND = "only beyond the end"
    BOTH = "on either side"


@dataclass(frozen=True, slots=True)
class Line:
    """The points ``start + t·along``; t is 0 and 1 at the ends of a segment."""

    start: complex
    along: complex
    part: Part = Part.BOTH

    def at(self, t: float) -> complex:
        """Return the point with parameter t."""
        return self.start + t * self.along

    def parameter(self, z: complex) -> float:
        """Return the parameter of that point on the line which is nearest to z."""
        return ((z - self.start) / self.along).real

    def distance(self, z: complex) -> float:
        """Return the distance of z from the line."""
        return abs(((z - self.start) / self.along).imag) * abs(self.along)

    def sample(self, u: float) -> float:
        """Return the parameter of a free point on the part, chosen by a number u in [0, 1)."""
        if self.part in {Part.RAY, Part.BEYOND}:
            return 0.35 + 1.1 * u
        if self.part is Part.BOTH:
            t = 0.3 + 1.8 * abs(u - 0.5)
            return t if u > 0.5 else -t
        if self.part is Part.WITHIN:
            return 0.15 + 0.7 * u
        if u < 0.7:
            return 0.15 + u
        return 1.25 + 2.5 * (u - 0.7) if u < 0.85 else -0.25 - 2.5 * (u - 0.85)

    def holds(self, z: complex) -> bool:
        """Whether a point of the line may be an intersection."""
        if self.part is Part.WITHIN:
            return 0 < self.parameter(z) < 1
        return self.part is not Part.BEYOND or self.parameter(z) > 0

    def moved(self, t: float, by: float) -> float:
        """Return t changed by the fraction `by`; the point stays on its side of the ends."""
        if self.part in {Part.SEGMENT, Part.WITHIN}:
            return t + by * min(abs(t), abs(1 - t), 1.0)
        return t * (1 + by)


@dataclass(frozen=True, slots=True)
class Circle:
    """The points ``center + e^(it)·start``."""

    center: complex
    start: complex

    @property
    def radius(self) -> float:
        """The radius."""
        return abs(self.start)

    def at(self, t: float) -> complex:
        """Return the point with parameter t, the angle from the starting point."""
        return self.center + self.start * cmath.exp(1j * t)

    def parameter(self, z: complex) -> float:
        """Return the parameter of that point on the circle which is nearest to z."""
        return cmath.phase((z - self.center) / self.start)

    def distance(self, z: complex) -> float:
        """Return the distance of z from the circle."""
        return abs(abs(z - self.center) - abs(self.start))

    def holds(self, z: complex) -> bool:
        """Whether a point of the circle may be an intersection: always."""
        return True

    def sample(self, u: float) -> float:
        """Return the parameter of a free point, chosen by a number u in [0, 1)."""
        return (0.1 + 0.8 * u) * math.tau

    def moved(self, t: float, by: float) -> float:
        """Return t increased by the angle `by`, in radians."""
        return t + by


Curve = Line | Circle


def meet(first: Curve, second: Curve) -> list[complex]:
    """Find the intersections of two curves.

    Two solutions come in an order that depends continuously on the curves (a line has a
    direction, and so has a pair of circles), so the first solution in one draw corresponds to the
    first in another. The solution nearest to it need not.

    Raises
    ------
    NoSolution
        If the curves do not meet, or are almost parallel lines or concentric circles.
    """
    if isinstance(first, Line):
        if isinstance(second, Line):
            return [_meet_lines(first, second)]
        return _meet_line_circle(first, second)
    if isinstance(second, Line):
        return _meet_line_circle(second, first)
    return _meet_circles(first, second)


def _meet_lines(first: Line, second: Line) -> complex:
    turn = second.along.conjugate()
    cross = (turn * first.along).imag
    if abs(cross) <= _PARALLEL * abs(first.along) * abs(second.along):
        raise NoSolution("two lines that have to meet are parallel")
    return first.start + first.along * ((turn * (second.start - first.start)).imag / cross)


def _root(square: float, otherwise: str) -> float:
    """Return the root of a discriminant; `otherwise` is the error message for a negative one."""
    if square < -_TANGENT:
        raise NoSolution(otherwise)
    # For tangent curves rounding leaves a value slightly above or below zero.
    return math.sqrt(square) if square > _TANGENT else 0.0


def _meet_line_circle(line: Line, circle: Circle) -> list[complex]:
    center = (circle.center - line.start) / line.along
    radius = abs(circle.start) / abs(line.along)
    half = radius * _root(
        1 - (center.imag / radius) ** 2, "a line misses the circle that it has to meet"
    )
    return [line.at(center.real - half), line.at(center.real + half)]


def _meet_circles(first: Circle, second: Circle) -> list[complex]:
    between = second.center - first.center
    distance = abs(between)
    r, s = abs(first.start), abs(second.start)
    if distance <= _PARALLEL * (r + s):
        raise NoSolution("two circles that have to meet have one center")
    along = (distance**2 + r**2 - s**2) / (2 * distance)
    across = r * _root(
        1 - (along / r) ** 2,
        "two circles that have to meet are too far apart, or one lies inside the other",
    )
    unit = between / distance
    return [
        first.center + unit * complex(along, -across),
        first.center + unit * complex(along, across),
    ]
