"""The symmetries of a polyhedron, as permutations of its vertices."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from geoengine.solid.polyhedron import Polyhedron
    from geoengine.solid.space import Vector

__all__ = ["moved_parts", "symmetries"]

Permutation = tuple[int, ...]

#: Squares of lengths that differ by less are equal.
_TOLERANCE = 1e-9


@lru_cache(maxsize=256)
def symmetries(body: Polyhedron, reflections: bool = False) -> tuple[Permutation, ...]:
    """Return the rotations that map a polyhedron onto itself.

    A convex body is the hull of its vertices: the isometries that map it onto itself are the
    permutations of the vertices that keep all distances. Four vertices that are not in one plane
    determine the images of the others; the permutations that keep the sign of their volume are
    rotations.

    Parameters
    ----------
    body : Polyhedron
        A convex polyhedron.
    reflections : bool
        Whether reflections, rotary reflections and the point reflection are included.

    Returns
    -------
    tuple of tuple of int
        Permutations p of the indices of the vertices: vertex i goes to vertex p[i]. Sorted, so that
        the identity is the first.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> len(symmetries(hull(*corners))), len(symmetries(hull(*corners), True))
    (24, 48)
    """
    distances = _distances(body.vertices)
    everything = range(len(body.vertices))
    base = _frame(body)
    order = [*base, *(v for v in everything if v not in base)]
    partial: list[Permutation] = [()]
    for count, vertex in enumerate(order):
        partial = [
            (*images, image)
            for images in partial
            for image in everything
            if image not in images
            and all(
                distances[vertex][order[i]] == distances[image][images[i]] for i in range(count)
            )
        ]
    found = []
    for images in partial:
        moved = dict(zip(order, images, strict=True))
        permutation = tuple(moved[vertex] for vertex in everything)
        if reflections or _same_side(body.vertices, base, permutation):
            found.append(permutation)
    return tuple(sorted(found))


def moved_parts(body: Polyhedron, parts: str, permutation: Permutation) -> dict[Any, Any]:
    """Return where a symmetry moves the vertices, edges or faces of a polyhedron.

    Parameters
    ----------
    body : Polyhedron
    parts : str
        "vertices", "edges" (pairs of indices of vertices, sorted) or "faces" (their indices).
    permutation : tuple of int
        A symmetry, as `symmetries` gives it.

    Returns
    -------
    dict
        The image of every part.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corner = [Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1)]
    >>> moved_parts(hull(*corner), "edges", (0, 2, 3, 1))[0, 1]
    (0, 2)
    """
    if parts == "vertices":
        return dict(enumerate(permutation))
    if parts == "edges":
        return {
            (min(a, b), max(a, b)): tuple(sorted((permutation[a], permutation[b])))
            for a, b in body.edges
        }
    number = {frozenset(face): i for i, face in enumerate(body.faces)}
    return {i: number[frozenset(permutation[v] for v in face)] for i, face in enumerate(body.faces)}


def _distances(vertices: tuple[Vector, ...]) -> list[list[int]]:
    """Return a number for each distance between two vertices; equal distances, equal numbers."""
    squares: list[float] = []

    def number(square: float) -> int:
        for i, known in enumerate(squares):
            if abs(square - known) < _TOLERANCE:
                return i
        squares.append(square)
        return len(squares) - 1

    return [[number(float((a - b).dot(a - b))) for b in vertices] for a in vertices]


def _frame(body: Polyhedron) -> list[int]:
    """Return four vertices that are not in one plane."""
    first = body.faces[0][:3]
    rest = (v for v in range(len(body.vertices)) if v not in body.faces[0])
    return [*first, next(rest)]


def _volume(vertices: tuple[Vector, ...], frame: list[int]) -> float:
    A, B, C, D = (vertices[i] for i in frame)
    return float((B - A).cross(C - A).dot(D - A))


def _same_side(vertices: tuple[Vector, ...], frame: list[int], permutation: Permutation) -> bool:
    image = [permutation[i] for i in frame]
    return (_volume(vertices, frame) > 0) == (_volume(vertices, image) > 0)
