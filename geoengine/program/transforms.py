"""Affine transformations of the plane."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Transform"]


@dataclass(frozen=True, slots=True)
class Transform:
    """The map that takes z to ``a + b*z + c*conj(z)``.

    Examples
    --------
    >>> Transform.rotation(90, 1 + 0j)(2 + 0j)
    (1+1j)
    """

    a: complex = 0j
    b: complex = 1 + 0j
    c: complex = 0j

    def __call__(self, z: complex) -> complex:
        """Return the image of a point."""
        return self.a + self.b * z + self.c * z.conjugate()

    def after(self, first: Transform) -> Transform:
        """Return the transformation that applies `first`, then this one."""
        return Transform(
            self(first.a),
            self.b * first.b + self.c * first.c.conjugate(),
            self.b * first.c + self.c * first.b.conjugate(),
        )

    def inverse(self) -> Transform:
        """Return the inverse.

        Raises
        ------
        ZeroDivisionError
            If there is none.
        """
        scale = abs(self.b) ** 2 - abs(self.c) ** 2
        b, c = self.b.conjugate() / scale, -self.c / scale
        return Transform(-(b * self.a + c * self.a.conjugate()), b, c)

    def similarity(self) -> tuple[float, bool]:
        """Return by what factor it changes lengths, and whether it turns the plane over.

        Raises
        ------
        ValueError
            If it changes angles.
        """
        small = 1e-12 * (abs(self.b) + abs(self.c))
        if abs(self.c) <= small < abs(self.b):
            return abs(self.b), False
        if abs(self.b) <= small < abs(self.c):
            return abs(self.c), True
        raise ValueError("expected a transformation that keeps angles")

    @classmethod
    def rotation(cls, degrees: float, center: complex = 0j) -> Transform:
        """Return the rotation about a point."""
        turn = unit_vector(degrees)
        return cls(center - turn * center, turn)

    @classmethod
    def reflection(cls, first: complex, second: complex) -> Transform:
        """Return the reflection in the line through two points."""
        way = second - first
        ratio = way / way.conjugate()
        return cls(first - ratio * first.conjugate(), 0j, ratio)

    @classmethod
    def scaling(cls, x: float, y: float) -> Transform:
        """Return the scaling by x to the right and by y upwards."""
        return cls(0j, complex((x + y) / 2), complex((x - y) / 2))


def unit_vector(degrees: float) -> complex:
    """Return the unit vector at an angle; exact in the four directions of the axes."""
    quarter = degrees / 90
    if quarter == int(quarter):
        return (1 + 0j, 1j, -1 + 0j, -1j)[int(quarter) % 4]
    return complex(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
