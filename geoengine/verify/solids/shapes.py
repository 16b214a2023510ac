"""Lines, planes and bodies in floats. A point is an array of shape (3,)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "CLOSE",
    "Body",
    "Disc",
    "Frustum",
    "Line",
    "Pile",
    "Plane",
    "Polygon",
    "Polyhedron",
    "Sphere",
    "UndefinedError",
    "Vec",
    "unit",
]

Vec: TypeAlias = NDArray[np.float64]

CLOSE = 1e-8
"""What is below counts as zero, for lengths of the size of the figures and for unit vectors."""


class UndefinedError(ValueError):
    """What is to be measured does not exist."""


def unit(v: Vec) -> Vec:
    """A vector of length 1 with the direction of another.

    Raises
    ------
    UndefinedError
        If the vector is zero.
    """
    size = float(np.linalg.norm(v))
    if size < 1e-12:
        raise UndefinedError("two points coincide, or three are on a line")
    return v / size


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line through a point with a unit direction; with its ends, a segment."""

    point: Vec
    direction: Vec
    ends: tuple[Vec, Vec] | None = None

    @property
    def spread(self) -> Vec:
        """An orthonormal basis of its directions, in columns."""
        return self.direction.reshape(3, 1)


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A plane through a point with a unit normal."""

    point: Vec
    normal: Vec

    @property
    def spread(self) -> Vec:
        """An orthonormal basis of its directions, in columns."""
        _, _, rows = np.linalg.svd(self.normal.reshape(1, 3))
        basis: Vec = rows[1:].T
        return basis

    def side(self, P: Vec) -> float:
        """The signed distance of a point."""
        return float((P - self.point) @ self.normal)


@dataclass(frozen=True, slots=True, eq=False)
class Polygon:
    """A polygon in space, its vertices in order."""

    vertices: tuple[Vec, ...]

    @property
    def area_vector(self) -> Vec:
        """A normal whose length is the area."""
        base = self.vertices[0]
        total: Vec = np.zeros(3)
        for P, Q in pairwise(self.vertices[1:]):
            total = total + np.cross(P - base, Q - base) / 2
        return total

    @property
    def plane(self) -> Plane:
        """Its plane."""
        return Plane(self.vertices[0], unit(self.area_vector))


@dataclass(frozen=True, slots=True, eq=False)
class Disc:
    """A disc in space."""

    center: Vec
    normal: Vec
    radius: float


@dataclass(frozen=True, slots=True, eq=False)
class Polyhedron:
    """A convex polyhedron: its vertices, and its faces as circuits of them."""

    vertices: tuple[Vec, ...]
    faces: tuple[tuple[int, ...], ...]

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """The edges, each once, as pairs of increasing indices."""
        found = {
            (min(a, b), max(a, b))
            for face in self.faces
            for a, b in zip(face, (*face[1:], face[0]), strict=True)
        }
        return tuple(sorted(found))

    def polygon(self, face: tuple[int, ...]) -> Polygon:
        """A face as a polygon."""
        return Polygon(tuple(self.vertices[i] for i in face))

    @property
    def middle(self) -> Vec:
        """The mean of the vertices, which is inside."""
        center: Vec = np.mean(self.vertices, axis=0)
        return center

    @property
    def walls(self) -> tuple[Plane, ...]:
        """The planes of the faces, their normals outwards."""
        found = []
        for face in self.faces:
            plane = self.polygon(face).plane
            out = -plane.normal if plane.side(self.middle) > 0 else plane.normal
            found.append(Plane(plane.point, out))
        return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class Sphere:
    """A sphere."""

    center: Vec
    radius: float


@dataclass(frozen=True, slots=True, eq=False)
class Frustum:
    """A frustum of a cone; a cone or a cylinder where a radius is 0, or both are equal."""

    bottom: Vec
    top: Vec
    radius: float
    top_radius: float

    @property
    def height(self) -> float:
        """The distance of the bases."""
        return float(np.linalg.norm(self.top - self.bottom))

    @property
    def slant(self) -> float:
        """The length of a generator."""
        return float(np.hypot(self.height, self.radius - self.top_radius))


@dataclass(frozen=True, slots=True)
class Pile:
    """Unit cubes, by the corner of each with the least coordinates."""

    cells: frozenset[tuple[int, int, int]]


Body: TypeAlias = Polyhedron | Sphere | Frustum | Pile
