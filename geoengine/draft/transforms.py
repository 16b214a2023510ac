"""Rotations, reflections, translations and dilations."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

import numpy as np

from geoengine.draft.conics import conic_of, matrix_of
from geoengine.draft.shapes import (
    Arc,
    Circle,
    Conic,
    Line,
    Polygon,
    Ray,
    Segment,
    Shape,
    Straight,
    Value,
    carrier,
)

__all__ = ["Similarity", "dilation", "inverted", "reflection_at", "rotation", "translation"]


@dataclass(frozen=True, slots=True)
class Similarity:
    """The map from z to ``factor z + shift``, or to ``factor conj(z) + shift`` if it flips.

    Examples
    --------
    >>> reflection_at(Line(0j, 1 + 1j)).point(3 + 0j)
    3j
    """

    factor: complex
    shift: complex
    flips: bool = False

    def point(self, place: complex) -> complex:
        """Return the image of a point."""
        return self.vector(place) + self.shift

    def vector(self, vector: complex) -> complex:
        """Return the image of a vector."""
        return self.factor * (vector.conjugate() if self.flips else vector)

    def value(self, value: Value) -> Value:
        """Return the image of an object, or of the elements of a list."""
        shape = value.shape
        if shape is None:
            return value
        if value.kind == "vector" and isinstance(shape, complex):
            return Value("vector", self.vector(shape))
        if isinstance(shape, tuple):
            return Value("list", tuple(map(self.value, shape)))
        return Value(value.kind, self._image(shape))

    def _image(self, shape: Shape) -> Shape | None:
        match shape:
            case complex():
                return self.point(shape)
            case Line(point=point, direction=direction):
                return Line(self.point(point), self.vector(direction)) if self.factor else None
            case Ray(point=point, direction=direction):
                return Ray(self.point(point), self.vector(direction)) if self.factor else None
            case Segment(start=start, end=end):
                return Segment(self.point(start), self.point(end))
            case Polygon(vertices=vertices):
                return Polygon(tuple(map(self.point, vertices)))
        return self._round_image(shape) if self.factor else None

    def _round_image(self, shape: Shape) -> Shape:
        match shape:
            case Circle(center=center, radius=radius, sign=sign):
                return Circle(self.point(center), radius * abs(self.factor), sign)
            case Arc(center=center, radius=radius, start=start, sweep=sweep):
                begin = -start - sweep if self.flips else start
                turned = begin + cmath.phase(self.factor)
                return Arc(self.point(center), radius * abs(self.factor), turned, sweep)
            case Conic():
                # The inverse of the map, applied to both sides of the matrix.
                a, b = self.factor.real, self.factor.imag
                columns = [[a, b], [b, -a]] if self.flips else [[a, -b], [b, a]]
                forth = np.eye(3)
                forth[:2, :2] = columns
                forth[:2, 2] = self.shift.real, self.shift.imag
                back = np.linalg.inv(forth)
                return conic_of(back.T @ matrix_of(shape) @ back)
        return shape


def translation(vector: complex) -> Similarity:
    """Return a translation."""
    return Similarity(1, vector)


def rotation(angle: float, center: complex = 0) -> Similarity:
    """Return a rotation, counterclockwise by an angle in radians."""
    factor = cmath.exp(1j * angle)
    return Similarity(factor, center - factor * center)


def dilation(factor: float, center: complex = 0) -> Similarity:
    """Return a dilation."""
    return Similarity(factor, center - factor * center)


def reflection_at(mirror: Straight) -> Similarity | None:
    """Return the reflection at a line; None if it has no direction."""
    line = carrier(mirror)
    if not line.direction:
        return None
    factor = line.direction / line.direction.conjugate()
    return Similarity(factor, line.point - factor * line.point.conjugate(), flips=True)


def inverted(point: complex, circle: Circle) -> complex | None:
    """Return the inverse of a point in a circle; its center has none."""
    if point == circle.center:
        return None
    away = point - circle.center
    scaled = circle.radius**2 / math.hypot(away.real, away.imag) ** 2
    return circle.center + scaled * away
