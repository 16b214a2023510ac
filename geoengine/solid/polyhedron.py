"""Polyhedra, and the convex hull of points."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from geoengine.solid.errors import SolidError
from geoengine.solid.plane_figures import Polygon
from geoengine.solid.roots import sign_of
from geoengine.solid.space import Plane, Segment, Vector, same_point

__all__ = ["Polyhedron", "hull"]

Floats = tuple[float, float, float]

DOUBT = 1e-7
"""Signs of float expressions within this relative size of 0 are decided by exact arithmetic."""


@dataclass(frozen=True)
class Polyhedron:
    """A polyhedron, given by its vertices and its faces.

    Parameters
    ----------
    vertices : tuple of Vector
    faces : tuple of tuple of int
        Each face as the indices of its vertices, counter-clockwise when seen from outside.

    Raises
    ------
    SolidError
        If the faces do not close: each edge must belong to two faces, once in each direction.

    Examples
    --------
    >>> points = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> cube = hull(*points)
    >>> len(cube.vertices), len(cube.edges), len(cube.faces)
    (8, 12, 6)
    """

    vertices: tuple[Vector, ...]
    faces: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        directed = [
            edge for face in self.faces for edge in zip(face, (*face[1:], face[0]), strict=True)
        ]
        if len(set(directed)) != len(directed) or {(b, a) for a, b in directed} != set(directed):
            raise SolidError("expected faces that close a body, found an edge without two faces")

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """The edges as pairs of indices of vertices, the smaller first, in increasing order."""
        pairs = (
            edge for face in self.faces for edge in zip(face, (*face[1:], face[0]), strict=True)
        )
        return tuple(sorted(edge for edge in pairs if edge[0] < edge[1]))

    @cached_property
    def edge_segments(self) -> tuple[Segment, ...]:
        """The edges as segments, in the order of `edges`."""
        return tuple(Segment(self.vertices[a], self.vertices[b]) for a, b in self.edges)

    @cached_property
    def face_polygons(self) -> tuple[Polygon, ...]:
        """The faces as polygons, in the order of `faces`."""
        return tuple(Polygon(tuple(self.vertices[i] for i in face)) for face in self.faces)

    @cached_property
    def face_planes(self) -> tuple[Plane, ...]:
        """The planes of the faces, their normals outwards, in the order of `faces`."""
        planes = []
        for face in self.faces:
            A, B, C = (self.vertices[i] for i in face[:3])
            planes.append(Plane(A, (B - A).cross(C - A), through=(A, B, C)))
        return tuple(planes)


def hull(*points: Vector) -> Polyhedron:
    """Return the convex hull of points, its coplanar faces merged.

    A plane through three of the points carries a face if no two points are on different sides of
    it. Floats decide clear cases, exact arithmetic the others. Points that are not vertices of the
    hull are left out; the others keep their order.

    Parameters
    ----------
    points : Vector
        Four or more; repeated ones count once.

    Raises
    ------
    SolidError
        If all points are in one plane.

    Examples
    --------
    >>> pyramid = hull(*[Vector(*xyz) for xyz in [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]],
    ...     Vector(1, 1, 3), Vector(1, 1, 1))
    >>> len(pyramid.vertices), pyramid.faces
    (5, ((0, 3, 2, 1), (0, 1, 4), (0, 4, 3), (1, 2, 4), (2, 3, 4)))
    """
    different: list[Vector] = []
    for P in points:
        if not any(same_point(P, Q) for Q in different):
            different.append(P)
    faces = _hull_faces(different)
    used = sorted({i for face in faces for i in face})
    place = {old: new for new, old in enumerate(used)}
    return Polyhedron(
        tuple(different[i] for i in used),
        tuple(tuple(place[i] for i in face) for face in faces),
    )


def _cross(u: Sequence[float], v: Sequence[float]) -> Floats:
    return (
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    )


def _minus(p: Floats, q: Floats) -> Floats:
    return p[0] - q[0], p[1] - q[1], p[2] - q[2]


def _hull_faces(points: Sequence[Vector]) -> list[tuple[int, ...]]:
    floats = [P.floats for P in points]
    size = max((abs(c) for p in floats for c in _minus(p, floats[0])), default=0.0)
    found: list[tuple[int, ...]] = []
    covered: list[set[int]] = []
    for i, j, k in itertools.combinations(range(len(points)), 3):
        if any(i in face and j in face and k in face for face in covered):
            continue
        a = floats[i]
        n = _cross(_minus(floats[j], a), _minus(floats[k], a))
        if max(map(abs, n)) < DOUBT * size * size and _collinear(*(points[m] for m in (i, j, k))):
            continue
        doubt = DOUBT * size * max(map(abs, n))
        side, near, split = 0, [], False
        for m, p in enumerate(floats):
            height = (p[0] - a[0]) * n[0] + (p[1] - a[1]) * n[1] + (p[2] - a[2]) * n[2]
            if abs(height) <= doubt:
                near.append(m)
            elif side * height < 0:
                split = True
                break
            else:
                side = 1 if height > 0 else -1
        if split:
            continue
        exact = (points[j] - points[i]).cross(points[k] - points[i])
        inside = [i, j, k]
        for m in near:
            if m not in (i, j, k):
                sign = sign_of((points[m] - points[i]).dot(exact))
                if not sign:
                    inside.append(m)
                elif side * sign < 0:
                    split = True
                    break
                else:
                    side = sign
        if split:
            continue
        if not side:
            raise SolidError("expected points that are not all in one plane")
        covered.append(set(inside))
        found.append(_ordered(points, sorted(inside), exact, -side))
    if len(found) < 4:
        raise SolidError("expected four points that are not in one plane")
    return found


def _collinear(A: Vector, B: Vector, C: Vector) -> bool:
    return (B - A).cross(C - A).is_zero


def _ordered(
    points: Sequence[Vector], face: list[int], normal: Vector, outwards: int
) -> tuple[int, ...]:
    """Order the points of a face by Andrew's monotone chain, counter-clockwise from outside."""
    n = normal.floats
    axis = max(range(3), key=lambda c: abs(n[c]))
    u, v = (axis + 1) % 3, (axis + 2) % 3
    positive = (n[axis] > 0) == (outwards > 0)
    floats = {i: points[i].floats for i in face}
    in_order = sorted(face, key=lambda i: (round(floats[i][u], 9), round(floats[i][v], 9)))
    size = max(abs(floats[i][c] - floats[face[0]][c]) for i in face for c in (u, v))

    def turns_left(a: int, b: int, c: int) -> bool:
        p, q, r = floats[a], floats[b], floats[c]
        turn = (q[u] - p[u]) * (r[v] - p[v]) - (q[v] - p[v]) * (r[u] - p[u])
        if abs(turn) > DOUBT * size * size:
            return turn > 0
        A, B, C = (points[i].coordinates for i in (a, b, c))
        return sign_of((B[u] - A[u]) * (C[v] - A[v]) - (B[v] - A[v]) * (C[u] - A[u])) > 0

    def chain(indices: Iterable[int]) -> list[int]:
        kept: list[int] = []
        for i in indices:
            while len(kept) > 1 and not turns_left(kept[-2], kept[-1], i):
                kept.pop()
            kept.append(i)
        return kept[:-1]

    around = chain(in_order) + chain(reversed(in_order))
    if not positive:
        around.reverse()
    start = around.index(min(around))
    return tuple(around[start:] + around[:start])
