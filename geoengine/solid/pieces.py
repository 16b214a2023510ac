"""Into how many pieces planes cut space or a convex body."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from geoengine.solid.errors import SolidError
from geoengine.solid.plane_figures import Polygon
from geoengine.solid.polyhedron import Polyhedron
from geoengine.solid.roots import is_zero, sign_of
from geoengine.solid.round_bodies import Sphere
from geoengine.solid.space import Plane, Vector, dot_sign, same_point

__all__ = ["FUNCTIONS", "pieces"]

#: A point that is so far from a line, according to floats, is not on it.
_SURELY_NOT_ZERO = 1e-6

#: A point and a direction: a line in which two planes meet.
Track: TypeAlias = tuple[Vector, Vector]


def pieces(whole: Polyhedron | Sphere | str, planes: Iterable[Plane | Polygon]) -> int:
    """Return the number of pieces into which planes cut a convex body, or space.

    The pieces are counted by Zaslavsky's theorem for convex regions (*Facing up to arrangements*,
    Memoirs AMS 154 (1975)): 1, plus 1 for each plane that meets the inside, plus m - 1 for each
    line in which m of the planes meet inside, plus, for each point in which planes and such lines
    meet inside, 1 - (number of planes) + (sum of m - 1 over the lines).

    Parameters
    ----------
    whole : Polyhedron, Sphere or "space"
        A polyhedron must be convex.
    planes : iterable of Plane or Polygon
        Repeated planes count once; a polygon stands for its plane.

    Raises
    ------
    SolidError
        If `whole` is something else.

    Examples
    --------
    >>> from geoengine.solid.body_parts import face_planes
    >>> from geoengine.solid.polyhedron import hull
    >>> cube = hull(*[Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> pieces("space", face_planes(cube))
    27
    >>> middle = Vector("1/2", "1/2", "1/2")
    >>> pieces(cube, [Plane(middle, Vector(1, 0, 0)), Plane(middle, Vector(1, 1, 0))])
    4
    """
    if not isinstance(whole, Polyhedron | Sphere) and whole != "space":
        raise SolidError(f"expected a polyhedron, a sphere or 'space', found {whole!r}")
    cutting: list[Plane] = []
    for thing in planes:
        plane = thing.plane if isinstance(thing, Polygon) else thing
        if not any(_same(plane, other) for other in cutting) and _cuts(whole, plane):
            cutting.append(plane)
    total = 1 + len(cutting)
    lines: list[tuple[Track, int]] = []
    for first, second in combinations(cutting, 2):
        track = _meet(first, second)
        if track and not any(_same_track(track, known) for known, _ in lines):
            inside = _line_cuts(whole, track)
            m = sum(_contains(plane, track) for plane in cutting)
            lines.append((track, m if inside else 0))
    lines = [(track, m) for track, m in lines if m]
    total += sum(m - 1 for _, m in lines)
    points: list[Vector] = []
    for (P, u), _ in lines:
        for plane in cutting:
            slope = u.dot(plane.normal)
            if is_zero(slope):
                continue
            X = P + u * ((plane.point - P).dot(plane.normal) / slope)
            if any(same_point(X, known) for known in points) or not _is_inside(whole, X):
                continue
            points.append(X)
            total += 1 - sum(not dot_sign(X - other.point, other.normal) for other in cutting)
            total += sum(m - 1 for track, m in lines if _is_on(track, X))
    return total


def _same(a: Plane, b: Plane) -> bool:
    return a.normal.cross(b.normal).is_zero and is_zero(a.side(b.point))


def _meet(a: Plane, b: Plane) -> Track | None:
    u = a.normal.cross(b.normal)
    if u.is_zero:
        return None
    # The point of both planes that is nearest to a.point: a step along the first plane.
    step = u.cross(a.normal)
    return a.point + step * ((b.point - a.point).dot(b.normal) / step.dot(b.normal)), u


def _same_track(a: Track, b: Track) -> bool:
    return _is_on(a, b[0]) and a[1].cross(b[1]).is_zero


def _is_on(track: Track, X: Vector) -> bool:
    (P, u), (x, y, z) = track, X.floats
    (a, b, c), (i, j, k) = P.floats, u.floats
    # Floats tell most points apart from the line; the others are tested exactly.
    off = max(
        abs((y - b) * k - (z - c) * j),
        abs((z - c) * i - (x - a) * k),
        abs((x - a) * j - (y - b) * i),
    )
    if off > _SURELY_NOT_ZERO * (abs(i) + abs(j) + abs(k)):
        return False
    return (X - P).cross(u).is_zero


def _contains(plane: Plane, track: Track) -> bool:
    return not dot_sign(track[0] - plane.point, plane.normal) and not dot_sign(
        plane.normal, track[1]
    )


def _cuts(whole: Polyhedron | Sphere | str, plane: Plane) -> bool:
    if isinstance(whole, Sphere):
        offset = plane.side(whole.center)
        reach = whole.radius * whole.radius * plane.normal.dot(plane.normal)
        return sign_of(offset * offset - reach) < 0
    if isinstance(whole, Polyhedron):
        return {-1, 1} <= {sign_of(plane.side(vertex)) for vertex in whole.vertices}
    return True


def _line_cuts(whole: Polyhedron | Sphere | str, track: Track) -> bool:
    P, u = track
    if isinstance(whole, Sphere):
        off = (whole.center - P).cross(u)
        return sign_of(off.dot(off) - whole.radius * whole.radius * u.dot(u)) < 0
    if isinstance(whole, Polyhedron):
        return _clip(whole.face_planes, P, u)
    return True


def _clip(walls: Sequence[Plane], P: Vector, u: Vector) -> bool:
    """Tell whether a line passes through the inside of the body between walls."""
    low: Any = None
    high: Any = None
    for wall in walls:
        side, slope = wall.side(P), u.dot(wall.normal)
        sign = sign_of(slope)
        if sign == 0:
            if sign_of(side) >= 0:
                return False
            continue
        t = -side / slope
        if sign > 0:
            high = t if high is None or t < high else high
        else:
            low = t if low is None or t > low else low
    return low is not None and high is not None and sign_of(high - low) > 0


def _is_inside(whole: Polyhedron | Sphere | str, X: Vector) -> bool:
    if isinstance(whole, Sphere):
        gap = X - whole.center
        return sign_of(gap.dot(gap) - whole.radius * whole.radius) < 0
    if isinstance(whole, Polyhedron):
        return all(sign_of(wall.side(X)) < 0 for wall in whole.face_planes)
    return True


FUNCTIONS = {"pieces": pieces}
