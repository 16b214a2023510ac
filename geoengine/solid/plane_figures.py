"""Polygons and discs in space."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from geoengine.solid.errors import SolidError
from geoengine.solid.roots import Real, sign_of
from geoengine.solid.space import Plane, Vector, dot_sign

__all__ = ["Disc", "Polygon"]


@dataclass(frozen=True)
class Polygon:
    """A flat polygon without crossings, given by its vertices in order.

    Raises
    ------
    SolidError
        If there are fewer than three vertices, or they are not in one plane.

    Examples
    --------
    >>> print(Polygon((Vector(0, 0, 0), Vector(1, 0, 0), Vector(1, 1, 0), Vector(0, 1, 0))).normal)
    (0, 0, 2)
    """

    vertices: tuple[Vector, ...]

    def __post_init__(self) -> None:
        if len(self.vertices) < 3:
            raise SolidError(f"expected three vertices or more, found {len(self.vertices)}")
        normal, first = self.normal, self.vertices[0]
        if normal.is_zero:
            raise SolidError("expected a polygon with an area, found vertices on one line")
        for vertex in self.vertices[3:]:
            if dot_sign(vertex - first, normal):
                raise SolidError("expected a polygon in one plane, found vertices outside of it")

    @property
    def normal(self) -> Vector:
        """Twice the vector area: it points to where the vertices run counter-clockwise."""
        first, *rest = self.vertices
        spokes = [vertex - first for vertex in rest]
        total = spokes[0].cross(spokes[1])
        for u, v in itertools.pairwise(spokes[1:]):
            total = total + u.cross(v)
        return total

    @property
    def plane(self) -> Plane:
        """The plane of the polygon."""
        return Plane(self.vertices[0], self.normal, through=self.vertices)


@dataclass(frozen=True)
class Disc:
    """A circle with its inside.

    Parameters
    ----------
    center : Vector
    normal : Vector
        Any vector perpendicular to its plane.
    radius : Exact, NestedRoot or float
        In the unit of length of the figure.

    Raises
    ------
    SolidError
        If the radius is not positive.

    Examples
    --------
    >>> from geoengine.solid import as_real
    >>> print(Disc(Vector(0, 0, 0), Vector(0, 0, 1), as_real(2)).plane.normal)
    (0, 0, 1)
    """

    center: Vector
    normal: Vector
    radius: Real

    def __post_init__(self) -> None:
        if sign_of(self.radius) <= 0:
            raise SolidError(f"expected a positive radius, found {self.radius}")

    @property
    def plane(self) -> Plane:
        """The plane of the circle."""
        return Plane(self.center, self.normal)
