"""Shortest ways on the surface of a convex polyhedron, found by unfolding its faces."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from geoengine.solid.errors import InexactError, SolidError
from geoengine.solid.roots import is_zero, root
from geoengine.solid.unfolding import unfold

if TYPE_CHECKING:
    from geoengine.solid.polyhedron import Polyhedron
    from geoengine.solid.space import Vector

__all__ = ["polyhedron_path"]

Flat = tuple[float, float]

#: By so much a way may miss an edge that it crosses, and one way be longer than another, in units
#: of the size of the body.
_SLACK = 1e-9


def polyhedron_path(body: Polyhedron, P: Vector, Q: Vector) -> Any:
    """Return the length of the shortest way on the surface of a convex polyhedron.

    A shortest way is straight after unfolding, passes no vertex and enters no face twice (M. Sharir
    and A. Schorr, *On shortest paths in polyhedral spaces*, SIAM J. Computing 15 (1986), section
    3). All sequences of faces are tried; of the straight ways that stay within their faces the
    shortest one is measured exactly.

    Parameters
    ----------
    body : Polyhedron
    P, Q : Vector
        Points of its surface.

    Returns
    -------
    Exact, NestedRoot or float
        The length; a float if it cannot be written exactly.

    Raises
    ------
    SolidError
        If P or Q is not a point of the surface.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 2) for z in (0, 3)]
    >>> print(polyhedron_path(hull(*corners), corners[0], corners[-1]))
    3√2
    """
    size = max(_distance(A, B) for A in body.vertices for B in body.vertices)
    starts, ends = _faces_at(body, P), _faces_at(body, Q)
    if starts & ends:
        gap = Q - P
        return root(gap.dot(gap))
    best, over = math.inf, None
    for face in sorted(starts):
        for length, crossed in _ways(body, P, Q, face, ends, _SLACK * size):
            if length < best - _SLACK * size:
                best, over = length, crossed
    if over is None:
        raise SolidError("expected a convex body, found a surface without a straight way")
    pairs = [(body.vertices[a], body.vertices[b]) for a, b in over]
    try:
        gap = unfold(P, pairs, Q) - P
        return root(gap.dot(gap))
    except InexactError:
        return best


def _faces_at(body: Polyhedron, P: Vector) -> set[int]:
    """Return the faces that contain a point."""
    found = set()
    for number, face in enumerate(body.faces):
        corners = [body.vertices[i] for i in face]
        normal = (corners[1] - corners[0]).cross(corners[2] - corners[0])
        sides = [
            float((B - A).cross(P - A).dot(normal))
            for A, B in zip(corners, (*corners[1:], corners[0]), strict=True)
        ]
        if is_zero((P - corners[0]).dot(normal)) and (min(sides) > -_SLACK or max(sides) < _SLACK):
            found.add(number)
    if not found:
        raise SolidError(f"expected a point of the surface, found {P}")
    return found


def _ways(
    body: Polyhedron, P: Vector, Q: Vector, start: int, ends: set[int], slack: float
) -> Iterator[tuple[float, list[tuple[int, int]]]]:
    """Yield the length of each straight way, and the edges that it crosses.

    The faces are laid into a plane one after the other, P at the origin. What can be seen of a face
    from P through the edges crossed so far is a sector between two directions.
    """
    face = body.faces[start]
    a, b = face[0], face[1]
    flat = _lay_first(body, P, a, b)

    def visit(
        number: int,
        before: Flat | None,
        pair: tuple[int, int],
        at: tuple[Flat, Flat],
        sector: tuple[Flat, Flat] | None,
        passed: list[tuple[int, int]],
        faces: frozenset[int],
    ) -> Iterator[tuple[float, list[tuple[int, int]]]]:
        corners = body.faces[number]
        places = {
            v: _lay(body.vertices[v], body, pair, at, before) for v in corners if v not in pair
        }
        places |= dict(zip(pair, at, strict=True))
        if number in ends and passed:
            target = _lay(Q, body, pair, at, before)
            if sector is None or _within(target, sector, slack):
                yield math.hypot(*target), passed
            return
        inside = _center(list(places.values()))
        for c, d in zip(corners, (*corners[1:], corners[0]), strict=True):
            edge = (min(c, d), max(c, d))
            if passed and edge == passed[-1]:
                continue
            following = next(
                i for i, other in enumerate(body.faces) if i != number and {c, d} <= set(other)
            )
            if following in faces:
                continue
            left, right = places[c], places[d]
            if _turn(left, right) < 0:
                left, right = right, left
            if _turn(left, right) <= slack:  # P lies on the edge or its line
                continue
            narrowed = _narrow(sector, left, right)
            if narrowed is None:
                continue
            yield from visit(
                following,
                inside,
                (c, d),
                (places[c], places[d]),
                narrowed,
                [*passed, edge],
                faces | {following},
            )

    yield from visit(start, None, (a, b), flat, None, [], frozenset({start}))


def _lay_first(body: Polyhedron, P: Vector, a: int, b: int) -> tuple[Flat, Flat]:
    """Return places in the plane for two vertices, where P is the origin."""
    A, B = body.vertices[a], body.vertices[b]
    base = _distance(A, B)
    along = float((P - A).dot(B - A)) / base
    cross = (B - A).cross(P - A)
    off = math.sqrt(float(cross.dot(cross))) / base
    return (-along, -off), (base - along, -off)


def _lay(
    X: Vector,
    body: Polyhedron,
    pair: tuple[int, int],
    at: tuple[Flat, Flat],
    before: Flat | None,
) -> Flat:
    """Return the place of a point of a face that is laid at an edge, away from the face before.

    In the first face (`before` is None) all points are on the side of the origin.
    """
    A, B = (body.vertices[i] for i in pair)
    base = _distance(A, B)
    along = float((X - A).dot(B - A)) / base
    cross = (B - A).cross(X - A)
    off = math.sqrt(max(float(cross.dot(cross)), 0.0)) / base
    (ax, ay), (bx, by) = at
    ux, uy = (bx - ax) / base, (by - ay) / base
    side = 1.0
    if before is not None:
        side = -1.0 if ux * (before[1] - ay) - uy * (before[0] - ax) > 0 else 1.0
    return ax + along * ux - side * off * uy, ay + along * uy + side * off * ux


def _within(target: Flat, sector: tuple[Flat, Flat], slack: float) -> bool:
    right, left = sector[0], sector[1]
    reach = math.hypot(*target)
    return _turn(right, target) >= -slack * max(reach, 1) and _turn(target, left) >= -slack * max(
        reach, 1
    )


def _narrow(
    sector: tuple[Flat, Flat] | None, first: Flat, second: Flat
) -> tuple[Flat, Flat] | None:
    """Return the part of a sector between two directions, or None if it is empty."""
    if sector is None:
        return first, second
    low = first if _turn(sector[0], first) > 0 else sector[0]
    high = second if _turn(second, sector[1]) > 0 else sector[1]
    return (low, high) if _turn(low, high) > 0 else None


def _turn(u: Flat, v: Flat) -> float:
    """Return the cross product: positive if v lies counterclockwise of u."""
    return u[0] * v[1] - u[1] * v[0]


def _center(places: list[Flat]) -> Flat:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _distance(A: Vector, B: Vector) -> float:
    return math.sqrt(float((A - B).dot(A - B)))
