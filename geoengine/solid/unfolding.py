"""Unfolding the faces of a polyhedron into a plane, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from geoengine.solid.errors import SolidError
from geoengine.solid.roots import is_zero, root
from geoengine.solid.space import Vector

if TYPE_CHECKING:
    from geoengine.solid.space import Segment

__all__ = ["unfold", "unfolded_distance"]


def unfolded_distance(P: Vector, Q: Vector, *edges: Segment) -> Any:
    """Return the distance of two points after the faces between them are unfolded into a plane.

    The first face contains P and the first edge, the next one the first and the second edge, and so
    on; the last one contains the last edge and Q. Whether the straight way stays within the faces
    is not tested.

    Parameters
    ----------
    P, Q : Vector
    *edges : Segment
        The edges between P and Q, in the order in which the way crosses them.

    Returns
    -------
    Exact, NestedRoot or float
        The distance.

    Raises
    ------
    SolidError
        If P lies on the first edge, or two edges that follow each other are not in one plane.
    InexactError
        If the distance cannot be written exactly.

    Examples
    --------
    From a corner of a cuboid 1 x 2 x 3 to the opposite one, over the edge of length 3:

    >>> from geoengine.solid.space import Segment, Vector
    >>> edge = Segment(Vector(1, 0, 0), Vector(1, 0, 3))
    >>> print(unfolded_distance(Vector(0, 0, 0), Vector(1, 2, 3), edge))
    3√2
    """
    ends = [(edge.a, edge.b) for edge in edges]
    for (A, B), (C, D) in pairwise(ends):
        if not is_zero((B - A).cross(C - A).dot(D - A)):
            raise SolidError("expected edges of one face one after the other")
    gap = (unfold(P, ends, Q) if ends else Q) - P
    return root(gap.dot(gap))


def unfold(P: Vector, edges: Sequence[tuple[Vector, Vector]], Q: Vector) -> Vector:
    """Return the place of Q after the faces between it and P are turned into the first face.

    The first face is the one through P and the first edge. The points that follow are laid into its
    plane, on the other side of each edge, with the same distances from its ends.

    Parameters
    ----------
    P, Q : Vector
    edges : sequence of (Vector, Vector)
        The ends of the edges between P and Q, in order; at least one edge.

    Raises
    ------
    SolidError
        If P lies on the first edge.

    Examples
    --------
    >>> edge = (Vector(1, 0, 0), Vector(1, 0, 3))
    >>> print(unfold(Vector(0, 0, 0), [edge], Vector(1, 2, 3)))
    (3, 0, 3)
    """
    A, B = edges[0]
    normal = (B - A).cross(P - A)
    if is_zero(normal.dot(normal)):
        raise SolidError("expected a point that is not on the first edge")
    placed = (A, B)
    behind = P
    for (C, D), after in zip(edges, [*edges[1:], (Q, Q)], strict=True):
        ends = _laid((C, D), placed, after, normal, behind)
        behind = placed[0] if not _on_line(placed[0], *ends) else placed[1]
        placed = ends
    return placed[0]


def _laid(
    edge: tuple[Vector, Vector],
    placed: tuple[Vector, Vector],
    points: tuple[Vector, Vector],
    normal: Vector,
    behind: Vector,
) -> tuple[Vector, Vector]:
    """Return the places of two points of the face beyond an edge whose ends have been placed.

    Parameters
    ----------
    edge : pair of Vector
        The edge on the body.
    placed : pair of Vector
        Its place in the plane.
    points : pair of Vector
        Two points of the next face, on the body.
    normal : Vector
        A normal of the plane.
    behind : Vector
        A point of the plane on the near side of the edge.
    """
    C, D = edge
    A, B = placed
    along = D - C
    length = along.dot(along)
    across = normal.cross(B - A)
    if float(across.dot(behind - A)) > 0:
        across = -across
    results = []
    for X in points:
        cross = along.cross(X - C)
        # |across|² = |normal|² |AB|²: the height of X over the edge is |cross| / |AB|.
        off = root(cross.dot(cross) / normal.dot(normal)) / length
        results.append(A + (B - A) * ((X - C).dot(along) / length) + across * off)
    return results[0], results[1]


def _on_line(P: Vector, A: Vector, B: Vector) -> bool:
    cross = (B - A).cross(P - A)
    return is_zero(cross.dot(cross))
