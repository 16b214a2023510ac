"""Bodies that can be drawn: convex polyhedra, spheres, and frusta of circular cones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geoengine.errors import InputError

__all__ = ["Body", "Circle", "Frustum", "Polyhedron", "Sphere", "cone", "cylinder"]

Array = NDArray[np.float64]
Box: TypeAlias = tuple[Array, Array]

# The tolerance of a plane or a radius, as a share of the size of the body.
_TOLERANCE = 1e-6


def _vector(place: ArrayLike) -> Array:
    vector = np.array(place, dtype=float)
    if vector.shape != (3,) or not np.all(np.isfinite(vector)):
        raise InputError(f"expected three finite coordinates, found {place!r}")
    return vector


def _check_radius(radius: float, *, least: float = 0.0) -> None:
    if not (np.isfinite(radius) and radius >= least):
        raise InputError(f"expected a positive radius, found {radius}")


class Circle:
    """A circle in space, or the disc that it bounds.

    Parameters
    ----------
    center, normal : array_like, shape (3,)
        The center, and a vector perpendicular to its plane, of any length.
    radius : float

    Raises
    ------
    InputError
        If the radius is not positive, or the normal is zero.

    Examples
    --------
    >>> Circle((0, 0, 1), (0, 0, 2), 3).places([0.0]).round(6).tolist()
    [[3.0, 0.0, 1.0]]
    """

    def __init__(self, center: ArrayLike, normal: ArrayLike, radius: float) -> None:
        self.center, across = _vector(center), _vector(normal)
        _check_radius(radius, least=1e-300)
        if not np.any(across):
            raise InputError("expected a normal of a circle, found the zero vector")
        self.normal: Array = across / np.linalg.norm(across)
        self.radius = float(radius)
        # Any direction in the plane will do for the start, so long as it is always the same one.
        aside = (
            np.array([0.0, 1.0, 0.0]) if abs(self.normal[1]) < 0.9 else np.array([0.0, 0.0, 1.0])
        )
        first = np.cross(aside, self.normal)
        self.first: Array = first / np.linalg.norm(first)
        self.second: Array = np.cross(self.normal, self.first)

    def __repr__(self) -> str:
        return f"Circle({self.center.tolist()}, {self.normal.tolist()}, {self.radius})"

    def places(self, turns: ArrayLike) -> Array:
        """Return the points at these angles, in radians, shape (angles, 3)."""
        angles = np.asarray(turns, dtype=float)[:, None]
        arms = np.cos(angles) * self.first + np.sin(angles) * self.second
        places: Array = self.center + self.radius * arms
        return places

    def bounds(self) -> Box:
        """Return the least and the greatest coordinates."""
        reach = self.radius * np.sqrt(np.maximum(0, 1 - self.normal**2))
        return self.center - reach, self.center + reach

    def equals(self, other: Circle) -> bool:
        """Whether two circles are the same."""
        near = _TOLERANCE * self.radius
        return bool(
            np.abs(self.center - other.center).max() < near
            and abs(self.radius - other.radius) < near
            and abs(self.normal @ other.normal) > 1 - _TOLERANCE**2
        )


class Polyhedron:
    """A convex polyhedron.

    Parameters
    ----------
    vertices : array_like, shape (n, 3)
    faces : sequence of sequences of int
        The vertices of each face, in order around it.

    Raises
    ------
    InputError
        If it is not convex, a face is not plane, or there are fewer than four faces.

    Examples
    --------
    >>> corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    >>> body = Polyhedron(corners, [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)])
    >>> len(body.edges), body.planes.shape
    (6, (4, 4))
    """

    def __init__(self, vertices: ArrayLike, faces: Sequence[Sequence[int]]) -> None:
        self.vertices: Array = np.array(vertices, dtype=float).reshape(-1, 3)
        self.faces = tuple(tuple(face) for face in faces)
        if len(self.faces) < 4 or any(len(face) < 3 for face in self.faces):
            raise InputError("expected a polyhedron of at least four faces, each a polygon")
        if not np.all(np.isfinite(self.vertices)):
            raise InputError("expected finite coordinates of a polyhedron")

    @classmethod
    def hull(cls, places: Iterable[ArrayLike]) -> Polyhedron:
        """Return the convex hull of points; faces that lie in one plane are merged.

        Raises
        ------
        InputError
            If all points lie in a plane.

        Examples
        --------
        >>> cube = Polyhedron.hull([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
        >>> sorted(map(len, cube.faces)), len(cube.edges)
        ([4, 4, 4, 4, 4, 4], 12)
        """
        from scipy.spatial import ConvexHull, QhullError

        points = np.array([_vector(place) for place in places])
        try:
            hull = ConvexHull(points)
        except (QhullError, ValueError) as error:
            raise InputError("expected points that do not lie in a plane, for a body") from error
        size = float(np.ptp(points, axis=0).max())
        kept: list[Array] = []
        for plane in hull.equations:
            if all(np.abs(plane[:3] - other[:3]).max() > _TOLERANCE for other in kept):
                kept.append(plane)
        corners = sorted(hull.vertices.tolist())
        faces = []
        for plane in kept:
            on = [i for i in corners if abs(plane[:3] @ points[i] + plane[3]) < _TOLERANCE * size]
            circle = Circle(points[on].mean(axis=0), plane[:3], 1.0)
            arms = points[on] - circle.center
            turns = np.arctan2(arms @ circle.second, arms @ circle.first)
            faces.append([corners.index(on[i]) for i in np.argsort(turns, kind="stable")])
        return cls(points[corners], sorted(faces, key=sorted))

    @cached_property
    def edges(self) -> NDArray[np.intp]:
        """The pairs of vertices that an edge joins, shape (edges, 2)."""
        pairs = {
            (min(pair), max(pair))
            for face in self.faces
            for pair in zip(face, face[1:] + face[:1], strict=True)
        }
        return np.array(sorted(pairs), dtype=np.intp)

    @cached_property
    def planes(self) -> Array:
        """The planes of the faces, shape (faces, 4).

        For (a, b, c, d), a point (x, y, z) inside has ax + by + cz + d < 0; (a, b, c) has length 1.
        """
        middle, size = self.vertices.mean(axis=0), float(np.ptp(self.vertices, axis=0).max())
        rows = []
        for face in self.faces:
            corners = self.vertices[list(face)]
            # The sum of the cross products around a polygon is twice its area, along its normal.
            x, y, z = (corners - corners.mean(axis=0)).T
            u, v, w = (np.concatenate((side[1:], side[:1])) for side in (x, y, z))
            normal = np.array([y @ w - z @ v, z @ u - x @ w, x @ v - y @ u])
            length = float(np.linalg.norm(normal))
            if length < _TOLERANCE**2 * size**2:
                raise InputError(f"expected a face with an area, found {face}")
            normal = normal / length
            offset = -float(corners.mean(axis=0) @ normal)
            plane = np.array([*normal, offset])
            rows.append(-plane if middle @ normal + offset > 0 else plane)
        planes: Array = np.array(rows)
        sides = self.vertices @ planes[:, :3].T + planes[:, 3]
        if sides.max() > 1e-5 * size:
            raise InputError("expected a convex polyhedron with plane faces")
        return planes

    def bounds(self) -> Box:
        """Return the least and the greatest coordinates."""
        return self.vertices.min(axis=0), self.vertices.max(axis=0)

    def rims(self) -> tuple[Circle, ...]:
        """Return the circles that are drawn: none."""
        return ()


class Sphere:
    """A sphere.

    Parameters
    ----------
    center : array_like, shape (3,)
    radius : float

    Examples
    --------
    >>> [circle.radius for circle in Sphere((0, 0, 0), 2).rims()]
    [2.0]
    """

    def __init__(self, center: ArrayLike, radius: float) -> None:
        self.center = _vector(center)
        _check_radius(radius, least=1e-300)
        self.radius = float(radius)

    def bounds(self) -> Box:
        """Return the least and the greatest coordinates."""
        return self.center - self.radius, self.center + self.radius

    def rims(self) -> tuple[Circle, ...]:
        """Return the circles that are drawn: the equator."""
        return (Circle(self.center, (0, 0, 1), self.radius),)

    def carries(self, circle: Circle) -> bool:
        """Whether a circle lies on the sphere."""
        gap = np.linalg.norm(circle.places(np.arange(6.0)) - self.center, axis=1) - self.radius
        return bool(np.abs(gap).max() < _TOLERANCE * self.radius)

    def encloses(self, body: Body) -> bool:
        """Whether a body lies in the sphere; it may touch it from inside."""
        match body:
            case Polyhedron():
                reach = np.linalg.norm(body.vertices - self.center, axis=1).max()
            case Sphere():
                reach = np.linalg.norm(body.center - self.center) + body.radius
            case Frustum():
                turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
                places = np.concatenate(
                    [rim.places(turns) for rim in body.rims()] + [np.array([body.bottom, body.top])]
                )
                reach = np.linalg.norm(places - self.center, axis=1).max()
        return bool(reach < self.radius * (1 + _TOLERANCE))


class Frustum:
    """A frustum of a right circular cone; cones and cylinders are frusta too.

    Parameters
    ----------
    bottom, top : array_like, shape (3,)
        The centers of the two bases.
    bottom_radius, top_radius : float
        One of them may be 0.

    Raises
    ------
    InputError
        If the centers coincide, a radius is negative, or both are zero.

    Examples
    --------
    >>> [rim.radius for rim in Frustum((0, 0, 0), (0, 0, 3), 2, 1).rims()]
    [2.0, 1.0]
    """

    def __init__(
        self, bottom: ArrayLike, top: ArrayLike, bottom_radius: float, top_radius: float
    ) -> None:
        self.bottom = _vector(bottom)
        self.top = _vector(top)
        _check_radius(bottom_radius)
        _check_radius(top_radius)
        self.bottom_radius = float(bottom_radius)
        self.top_radius = float(top_radius)
        if not np.any(self.bottom - self.top) or bottom_radius + top_radius == 0:
            raise InputError("expected a frustum with a height and a base, found none")

    @property
    def height(self) -> float:
        """The distance of the bases."""
        return float(np.linalg.norm(self.top - self.bottom))

    @property
    def axis(self) -> Array:
        """The unit vector from the bottom to the top."""
        axis: Array = (self.top - self.bottom) / self.height
        return axis

    def bounds(self) -> Box:
        """Return the least and the greatest coordinates."""
        boxes = [rim.bounds() for rim in self.rims()] + [(self.bottom,) * 2, (self.top,) * 2]
        return np.min([low for low, _ in boxes], axis=0), np.max(
            [high for _, high in boxes], axis=0
        )

    def rims(self) -> tuple[Circle, ...]:
        """Return the circles that bound the bases."""
        ends = ((self.bottom, self.bottom_radius), (self.top, self.top_radius))
        return tuple(Circle(center, self.axis, radius) for center, radius in ends if radius > 0)

    def quadric(self) -> Array:
        """Return the symmetric matrix Q, shape (4, 4), of the curved surface.

        A point (x, y, z) is inside the surface where p Q p < 0, with p = (x, y, z, 1).
        """
        slope = (self.top_radius - self.bottom_radius) / self.height
        # Squared distance from the axis minus squared radius, both in terms of p.
        along = np.array([*self.axis, -self.bottom @ self.axis])
        width = slope * along + np.array([0, 0, 0, self.bottom_radius])
        shift = np.hstack((np.eye(3), -self.bottom[:, None]))
        quadric: Array = shift.T @ shift - np.outer(along, along) - np.outer(width, width)
        return quadric

    def planes(self) -> Array:
        """Return the planes of the bases, shape (2, 4), as for a polyhedron."""
        axis = self.axis
        planes: Array = np.array([[*-axis, self.bottom @ axis], [*axis, -self.top @ axis]])
        return planes


Body: TypeAlias = Polyhedron | Sphere | Frustum
"""A body that can be drawn."""


def cone(apex: ArrayLike, center: ArrayLike, radius: float) -> Frustum:
    """Return a cone.

    Parameters
    ----------
    apex, center : array_like, shape (3,)
        The apex, and the center of the base.
    radius : float
        The radius of the base.

    Examples
    --------
    >>> len(cone((0, 0, 2), (0, 0, 0), 1).rims())
    1
    """
    return Frustum(center, apex, radius, 0.0)


def cylinder(bottom: ArrayLike, top: ArrayLike, radius: float) -> Frustum:
    """Return a cylinder.

    Parameters
    ----------
    bottom, top : array_like, shape (3,)
        The centers of the bases.
    radius : float

    Examples
    --------
    >>> len(cylinder((0, 0, 0), (0, 0, 2), 1).rims())
    2
    """
    return Frustum(bottom, top, radius, radius)
