"""The vertices, edges, diagonals and faces of a polyhedron, as lists."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from geoengine.solid.plane_figures import Polygon
from geoengine.solid.space import Plane, Segment, Vector

if TYPE_CHECKING:
    from geoengine.solid.polyhedron import Polyhedron

__all__ = [
    "FUNCTIONS",
    "diagonals",
    "edges",
    "face_diagonals",
    "face_planes",
    "faces",
    "space_diagonals",
    "vertices",
]


def vertices(body: Polyhedron) -> list[Vector]:
    """Return the vertices of a polyhedron.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(vertices(hull(*corners)))
    8
    """
    return list(body.vertices)


def edges(body: Polyhedron) -> list[Segment]:
    """Return the edges of a polyhedron.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(edges(hull(*corners)))
    12
    """
    return list(body.edge_segments)


def faces(body: Polyhedron) -> list[Polygon]:
    """Return the faces of a polyhedron.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(faces(hull(*corners)))
    6
    """
    return list(body.face_polygons)


def face_planes(body: Polyhedron) -> list[Plane]:
    """Return the planes of the faces of a polyhedron.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(face_planes(hull(*corners)))
    6
    """
    return list(body.face_planes)


def face_diagonals(body: Polyhedron) -> list[Segment]:
    """Return the segments that join two vertices of a face and are no edges.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(face_diagonals(hull(*corners)))
    12
    """
    return _joining(body, lambda pair: any(pair <= set(face) for face in body.faces))


def space_diagonals(body: Polyhedron) -> list[Segment]:
    """Return the segments that join two vertices without a common face.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(space_diagonals(hull(*corners)))
    4
    """
    return _joining(body, lambda pair: not any(pair <= set(face) for face in body.faces))


def diagonals(body: Polyhedron) -> list[Segment]:
    """Return the segments that join two vertices and are no edges.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(diagonals(hull(*corners)))
    16
    """
    return face_diagonals(body) + space_diagonals(body)


def _joining(body: Polyhedron, wanted: Callable[[set[int]], bool]) -> list[Segment]:
    return [
        Segment(body.vertices[a], body.vertices[b])
        for a, b in combinations(range(len(body.vertices)), 2)
        if (a, b) not in body.edges and wanted({a, b})
    ]


_ALL: tuple[Callable[..., list[Any]], ...] = (
    vertices,
    edges,
    faces,
    face_planes,
    face_diagonals,
    space_diagonals,
    diagonals,
)
FUNCTIONS: dict[str, Callable[..., object]] = {"len": len, **{f.__name__: f for f in _ALL}}
