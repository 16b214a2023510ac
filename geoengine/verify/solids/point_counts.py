"""Counts of points, lines and planes, by looking at every pair, triple or set of four."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np

from geoengine.verify.solids.flats import FUNCTIONS as FLATS
from geoengine.verify.solids.flats import dist, line, relation
from geoengine.verify.solids.named_things import lines_of, planes_of
from geoengine.verify.solids.shapes import (
    CLOSE,
    Line,
    Plane,
    Polygon,
    Polyhedron,
    Sphere,
    UndefinedError,
    Vec,
    unit,
)

__all__ = ["FUNCTIONS"]


def _rank(points: Sequence[Vec]) -> int:
    sizes = np.linalg.svd(np.array(points) - points[0], compute_uv=False)
    return int((sizes > CLOSE * max(1.0, float(sizes[0]))).sum())


def _tetrahedra(points: Sequence[Vec]) -> int:
    places = np.array(points)
    four = np.array(list(combinations(range(len(points)), 4)))
    sides = places[four[:, 1:]] - places[four[:, :1]]
    return int((np.abs(np.linalg.det(sides)) > CLOSE).sum())


def _coplanar_sets(points: Sequence[Vec], k: int) -> int:
    return sum(_rank(some) < 3 for some in combinations(points, int(k)))


def _triangles(points: Sequence[Vec], accept: Callable[[list[float]], bool]) -> int:
    """Count triangles by the squares of their sides, in increasing order."""
    total = 0
    for some in combinations(points, 3):
        if _rank(some) == 2:
            total += accept(sorted(dist(P, Q) ** 2 for P, Q in combinations(some, 2)))
    return total


def _distances(points: Sequence[Vec]) -> int:
    lengths = sorted(dist(P, Q) for P, Q in combinations(points, 2))
    return 1 + sum(b - a > CLOSE for a, b in pairwise(lengths))


def _pairs(
    accept: Callable[[Any, Any], bool],
) -> Callable[[Sequence[Any], Sequence[Any] | None], int]:
    def count(things: Sequence[Any], others: Sequence[Any] | None = None) -> int:
        pairs = combinations(things, 2) if others is None else product(things, others)
        return sum(bool(accept(X, Y)) for X, Y in pairs)

    return count


def _angle_pairs(lines: Sequence[Any], degrees: float, others: Sequence[Any] | None = None) -> int:
    return _pairs(lambda X, Y: abs(FLATS["angle"](X, Y) - degrees) < 1e-6)(lines, others)


def _inner_points(A: Vec, B: Vec, n: int) -> list[Vec]:
    if not 0 <= n <= 100:
        raise UndefinedError(f"{n} is no number of points")
    return [A + (B - A) * i / (n + 1) for i in range(1, int(n) + 1)]


def _pencil(A: Vec, B: Vec, C: Vec, D: Vec, n: int) -> list[Plane]:
    return [Plane(A, unit(np.cross(B - A, P - A))) for P in _inner_points(C, D, n)]


def _equidistant_planes(*points: Vec) -> int:
    """Count the planes that separate the points into two parts at the same distance."""
    found: list[Plane] = []
    for size in range(1, len(points) // 2 + 1):
        for chosen in combinations(range(len(points)), size):
            signs = np.array([1.0 if i in chosen else -1.0 for i in range(len(points))])
            rows = np.array([[*P, -1.0, -s] for P, s in zip(points, signs, strict=True)])
            _, sizes, right = np.linalg.svd(rows)
            if (sizes > 1e-9).sum() != 4:
                continue
            normal, offset, away = right[-1][:3], right[-1][3], right[-1][4]
            if float(np.linalg.norm(normal)) < CLOSE or abs(away) < CLOSE:
                continue
            length = float(np.linalg.norm(normal))
            one = Plane(normal * offset / length**2, normal / length)
            if all(relation(one, other) != "same" for other in found):
                found.append(one)
    return len(found)


def _interval(whole: Any, track: Line) -> tuple[float, float] | None:
    """Return the part of a line that is inside a convex body, or None."""
    if isinstance(whole, Sphere):
        nearest = float((whole.center - track.point) @ track.direction)
        room = whole.radius**2 - dist(whole.center, track) ** 2
        half = float(np.sqrt(max(0.0, room)))
        return (nearest - half, nearest + half) if half > 1e-6 else None
    low, high = -np.inf, np.inf
    for wall in whole.walls if isinstance(whole, Polyhedron) else ():
        slope, side = float(track.direction @ wall.normal), wall.side(track.point)
        if abs(slope) < CLOSE:
            if side > -CLOSE:
                return None
        elif slope > 0:
            high = min(high, -side / slope)
        else:
            low = max(low, -side / slope)
    return (low, high) if high - low > 1e-7 else None


def _meets_inside(whole: Any, cut: Plane) -> bool:
    if isinstance(whole, Sphere):
        return abs(cut.side(whole.center)) < whole.radius - CLOSE
    if isinstance(whole, Polyhedron):
        sides = [cut.side(P) for P in whole.vertices]
        return min(sides) < -CLOSE and max(sides) > CLOSE
    if whole == "space":
        return True
    raise TypeError("expected a polyhedron, a sphere or 'space'")


def _pieces(whole: Any, planes: Sequence[Any]) -> int:
    """Add the planes one by one.

    A new plane adds as many pieces as the earlier planes make of its own part inside the body; so
    does a new line in that plane, with points.
    """
    total = 1
    placed: list[Plane] = []
    for thing in planes:
        new = thing.plane if isinstance(thing, Polygon) else thing
        if not _meets_inside(whole, new) or any(relation(new, p) == "same" for p in placed):
            continue
        total += _parts_of_plane(whole, new, placed)
        placed.append(new)
    return total


def _parts_of_plane(whole: Any, new: Plane, placed: Sequence[Plane]) -> int:
    parts = 1
    tracks: list[Line] = []
    for other in placed:
        if relation(new, other) == "parallel":
            continue
        track = FLATS["meet"](new, other)
        inside = _interval(whole, track)
        if inside is None or any(relation(track, old) == "same" for old in tracks):
            continue
        places: list[float] = []
        for old in tracks:
            if relation(track, old) != "intersecting":
                continue
            t = float((FLATS["meet"](track, old) - track.point) @ track.direction)
            is_new = all(abs(t - known) > 1e-7 for known in places)
            if inside[0] + 1e-7 < t < inside[1] - 1e-7 and is_new:
                places.append(t)
        parts += 1 + len(places)
        tracks.append(track)
    return parts


def _is_right(s: list[float]) -> bool:
    return abs(s[0] + s[1] - s[2]) < 1e-7


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "tetrahedra": _tetrahedra,
    "coplanar_sets": _coplanar_sets,
    "planes_through": lambda points: len(planes_of(points)),
    "lines_through": lambda points: len(lines_of(points)),
    "triangles": lambda points: _triangles(points, lambda s: True),
    "right_triangles": lambda points: _triangles(points, _is_right),
    "acute_triangles": lambda points: _triangles(points, lambda s: s[0] + s[1] - s[2] > 1e-7),
    "obtuse_triangles": lambda points: _triangles(points, lambda s: s[0] + s[1] - s[2] < -1e-7),
    "equilateral_triangles": lambda points: _triangles(points, lambda s: s[2] - s[0] < 1e-7),
    "isosceles_triangles": lambda points: _triangles(
        points, lambda s: min(s[1] - s[0], s[2] - s[1]) < 1e-7
    ),
    "distinct_distances": _distances,
    "skew_pairs": _pairs(FLATS["skew"]),
    "parallel_pairs": _pairs(FLATS["parallel"]),
    "perpendicular_pairs": _pairs(FLATS["perpendicular"]),
    "intersecting_pairs": _pairs(lambda X, Y: relation(X, Y) == "intersecting"),
    "angle_pairs": _angle_pairs,
    "inner_points": _inner_points,
    "cross_planes": lambda A, B, n: [Plane(P, unit(B - A)) for P in _inner_points(A, B, n)],
    "pencil": _pencil,
    "joins": lambda points, others: [line(P, Q) for P, Q in product(points, others)],
    "equidistant_planes": _equidistant_planes,
    "pieces": _pieces,
}
"""The functions that a record may use, by name."""
