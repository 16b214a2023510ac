"""Hulls, sections, areas and volumes of bodies."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from geoengine.verify.solids.flats import dist, is_point, line
from geoengine.verify.solids.shapes import (
    CLOSE,
    Disc,
    Frustum,
    Line,
    Pile,
    Plane,
    Polygon,
    Polyhedron,
    Sphere,
    UndefinedError,
    Vec,
    unit,
)

__all__ = ["FUNCTIONS", "area", "chord", "hull", "on", "section"]


def _distinct(points: Sequence[Vec]) -> list[Vec]:
    found: list[Vec] = []
    for P in points:
        if all(float(np.abs(P - Q).max()) > CLOSE for Q in found):
            found.append(P)
    return found


def _in_order(points: Sequence[Vec], normal: Vec) -> list[int]:
    """Return the order of points around their middle, as seen against a normal."""
    middle = np.mean(points, axis=0)
    far = max(points, key=lambda P: float(np.linalg.norm(P - middle)))
    right = unit(far - middle)
    up = np.cross(normal, right)
    turns = [math.atan2(float((P - middle) @ up), float((P - middle) @ right)) for P in points]
    return sorted(range(len(points)), key=turns.__getitem__)


def hull(*points: Vec) -> Polyhedron:
    """Return the convex hull of points, from the supporting planes that scipy finds."""
    from scipy.spatial import ConvexHull, QhullError

    places = _distinct(points)
    try:
        found = ConvexHull(np.array(places))
    except (QhullError, ValueError) as error:
        raise UndefinedError("the points are in one plane") from error
    walls: list[Vec] = []
    for wall in found.equations:
        if all(float(np.abs(wall - other).max()) > 1e-7 for other in walls):
            walls.append(wall)
    circuits = []
    for wall in walls:
        there = [i for i, P in enumerate(places) if abs(float(P @ wall[:3] + wall[3])) < 1e-7]
        flat = ConvexHull(np.array([places[i] for i in there]) @ Plane(places[0], wall[:3]).spread)
        corners = [there[i] for i in flat.vertices]
        order = _in_order([places[i] for i in corners], wall[:3])
        circuits.append(tuple(corners[i] for i in order))
    used = sorted({i for circuit in circuits for i in circuit})
    number = {i: n for n, i in enumerate(used)}
    faces = tuple(tuple(number[i] for i in circuit) for circuit in circuits)
    return Polyhedron(tuple(places[i] for i in used), faces)


def section(body: Any, cut: Plane | Polygon) -> Polygon | Disc:
    """Return the section of a body by a plane."""
    plane = cut.plane if isinstance(cut, Polygon) else cut
    if isinstance(body, Sphere):
        away = plane.side(body.center)
        if abs(away) >= body.radius:
            raise UndefinedError("the plane does not cut the sphere")
        center = body.center - away * plane.normal
        return Disc(center, plane.normal, math.sqrt(body.radius**2 - away**2))
    if isinstance(body, Polyhedron):
        points = [P for P in body.vertices if abs(plane.side(P)) < CLOSE]
        for a, b in body.edges:
            P, Q = body.vertices[a], body.vertices[b]
            s, t = plane.side(P), plane.side(Q)
            if min(abs(s), abs(t)) >= CLOSE and s * t < 0:
                points.append(P + (Q - P) * (s / (s - t)))
        points = _distinct(points)
    elif isinstance(body, Frustum):
        axis = unit(body.top - body.bottom)
        if float(np.linalg.norm(np.cross(axis, plane.normal))) < CLOSE:
            part = -plane.side(body.bottom) / (float(axis @ plane.normal) * body.height)
            if not CLOSE < part < 1 - CLOSE:
                raise UndefinedError("the plane does not cut the body")
            center = body.bottom + (body.top - body.bottom) * part
            return Disc(center, axis, body.radius + (body.top_radius - body.radius) * part)
        points = _distinct([*chord(body.bottom, body.radius, axis, plane),
                            *chord(body.top, body.top_radius, axis, plane)])  # fmt: skip
        if len(points) < 3 or not _is_straight(body, axis, plane):
            raise NotImplementedError("a section with curved sides")
    else:
        raise TypeError(f"expected a body, found {type(body).__name__}")
    if len(points) < 3:
        raise UndefinedError("the plane does not cut the body")
    return Polygon(tuple(points[i] for i in _in_order(points, plane.normal)))


def chord(center: Vec, radius: float, axis: Vec, plane: Plane) -> list[Vec]:
    """Return the ends of the chord in which a plane cuts a circle about an axis, if it does."""
    along = unit(np.cross(axis, plane.normal))
    inward = unit(np.cross(along, axis))
    step = -plane.side(center) / float(inward @ plane.normal)
    if abs(step) > radius + CLOSE:
        return []
    half = math.sqrt(max(0.0, radius**2 - step**2))
    return [center + inward * step + along * half, center + inward * step - along * half]


def _is_straight(body: Frustum, axis: Vec, plane: Plane) -> bool:
    """Whether a plane that is not parallel to the bases meets the side in generators."""
    if abs(body.radius - body.top_radius) < CLOSE:
        return abs(float(axis @ plane.normal)) < CLOSE
    reach = body.height * body.radius / (body.radius - body.top_radius)
    return abs(plane.side(body.bottom + axis * reach)) < CLOSE


def _outline(of: tuple[Any, ...]) -> Polygon | Disc:
    if is_point(of[0]):
        return Polygon(of)
    if len(of) == 1 and isinstance(of[0], Polygon | Disc):
        return of[0]
    raise TypeError("expected points, a polygon or a disc")


def area(*of: Any) -> float:
    """Return the area of a polygon or disc."""
    outline = _outline(of)
    if isinstance(outline, Disc):
        return math.pi * outline.radius**2
    return float(np.linalg.norm(outline.area_vector))


def _perimeter(*of: Any) -> float:
    outline = _outline(of)
    if isinstance(outline, Disc):
        return math.tau * outline.radius
    ring = (*outline.vertices, outline.vertices[0])
    return sum(float(np.linalg.norm(Q - P)) for P, Q in pairwise(ring))


def _volume(*of: Any) -> float:
    if len(of) == 4:
        A, B, C, D = of
        return abs(float(np.linalg.det(np.array([B - A, C - A, D - A])))) / 6
    (body,) = of
    if isinstance(body, Polyhedron):
        # Pyramids over the faces, with their apex inside.
        return sum(
            area(body.polygon(face)) * -wall.side(body.middle) / 3
            for face, wall in zip(body.faces, body.walls, strict=True)
        )
    if isinstance(body, Sphere):
        return 4 * math.pi * body.radius**3 / 3
    if isinstance(body, Frustum):
        r, s = body.radius, body.top_radius
        # Simpson's rule is exact for the area of the section, a quadratic function of the height.
        return math.pi * body.height * (r**2 + (r + s) ** 2 + s**2) / 6
    if isinstance(body, Pile):
        return float(len(body.cells))
    raise TypeError("expected a body")


def _surface(body: Any) -> float:
    if isinstance(body, Polyhedron):
        return sum(area(body.polygon(face)) for face in body.faces)
    if isinstance(body, Sphere):
        return 4 * math.pi * body.radius**2
    if isinstance(body, Frustum):
        return _lateral(body) + math.pi * (body.radius**2 + body.top_radius**2)
    raise TypeError("expected a body")


def _lateral(body: Any, *base: Vec) -> float:
    if isinstance(body, Frustum):
        return math.pi * (body.radius + body.top_radius) * body.slant
    if isinstance(body, Polyhedron):
        normal = unit(np.cross(base[1] - base[0], base[2] - base[0])) if base else np.eye(3)[2]
        return sum(
            area(body.polygon(face))
            for face, wall in zip(body.faces, body.walls, strict=True)
            if float(np.linalg.norm(np.cross(wall.normal, normal))) > CLOSE
        )
    raise TypeError("expected a body with bases")


def _centered(*points: Vec) -> tuple[Vec, float]:
    """Return the centre of the circle or sphere through points, and its radius."""
    base = points[0]
    rows = [P - base for P in points[1:]]
    values = [float(v @ v) / 2 for v in rows]
    center, _, _, _ = np.linalg.lstsq(np.array(rows), np.array(values), rcond=CLOSE)
    radius = float(np.linalg.norm(center))
    if any(abs(dist(base + center, P) - radius) > 1e-7 for P in points):
        raise UndefinedError("no circle or sphere passes through all the points")
    return base + center, radius


def _around(*of: Any) -> tuple[Vec, float]:
    if len(of) > 1:
        return _centered(*of)
    (body,) = of
    if isinstance(body, Polyhedron):
        return _centered(*body.vertices)
    if isinstance(body, Frustum):
        h = body.height
        up = (h**2 + body.top_radius**2 - body.radius**2) / (2 * h)
        center = body.bottom + unit(body.top - body.bottom) * up
        return center, math.hypot(up, body.radius)
    raise TypeError("expected points or a body")


def _inside(*of: Any) -> tuple[Vec, float]:
    """Return the centre and radius of an inscribed circle or sphere."""
    if len(of) == 3:
        A, B, C = of
        a, b, c = dist(B, C), dist(C, A), dist(A, B)
        return (a * A + b * B + c * C) / (a + b + c), 2 * area(A, B, C) / (a + b + c)
    (body,) = of
    if isinstance(body, Polyhedron):
        rows = np.array([[*wall.normal, 1.0] for wall in body.walls])
        values = np.array([float(wall.normal @ wall.point) for wall in body.walls])
        found, _, rank, _ = np.linalg.lstsq(rows, values, rcond=CLOSE)
        if rank < 4 or float(np.abs(rows @ found - values).max()) > 1e-7:
            raise UndefinedError("no sphere touches all faces")
        return found[:3], float(found[3])
    if isinstance(body, Frustum):
        r, s, h = body.radius, body.top_radius, body.height
        # In the axial section the bisector at the lower base gives the radius.
        radius = r * h / (body.slant + r - s)
        if min(r, s) > CLOSE and abs(2 * radius - h) > 1e-7:
            raise UndefinedError("no sphere touches the bases and the side")
        axis = unit(body.top - body.bottom)
        if r < CLOSE:
            raise NotImplementedError("a cone that stands on its apex")
        return body.bottom + axis * radius, radius
    raise TypeError("expected a triangle or a body")


def _cut(body: Polyhedron, plane: Plane, P: Vec) -> Polyhedron:
    sign = math.copysign(1.0, plane.side(P))
    kept = [Q for Q in body.vertices if sign * plane.side(Q) > -CLOSE]
    try:
        face = section(body, plane)
    except UndefinedError:
        return body
    return hull(*kept, *(face.vertices if isinstance(face, Polygon) else ()))


def _common(X: Polyhedron, Y: Polyhedron) -> Polyhedron:
    for wall in Y.walls:
        X = _cut(X, wall, Y.middle)
    return X


def on(P: Vec, X: Any) -> bool:
    """Whether a point is on a line, segment, plane, polygon, disc, or the surface of a body."""
    if isinstance(X, Line):
        inner = X.ends is None or _is_between(P, *X.ends)
        return dist(P, X) < CLOSE and inner
    if isinstance(X, Plane):
        return abs(X.side(P)) < CLOSE
    if isinstance(X, Disc):
        flat = abs(float((P - X.center) @ X.normal)) < CLOSE
        return flat and dist(P, X.center) < X.radius + CLOSE
    if isinstance(X, Polygon):
        ring = (*X.vertices, X.vertices[0])
        parts = sum(area(P, A, B) for A, B in pairwise(ring))
        return abs(X.plane.side(P)) < CLOSE and abs(parts - area(X)) < 1e-7
    if isinstance(X, Sphere):
        return abs(dist(P, X.center) - X.radius) < CLOSE
    if isinstance(X, Polyhedron):
        return any(on(P, X.polygon(face)) for face in X.faces)
    if isinstance(X, Frustum):
        up, out, limit = _cylindrical(P, X)
        flat = min(abs(up), abs(up - X.height)) < CLOSE and out < limit + CLOSE
        side = -CLOSE < up < X.height + CLOSE and abs(out - limit) < CLOSE
        return flat or side
    raise TypeError("expected something that points can be on")


def _is_between(P: Vec, A: Vec, B: Vec) -> bool:
    return dist(P, A) + dist(P, B) < dist(A, B) + CLOSE


def _cylindrical(P: Vec, X: Frustum) -> tuple[float, float, float]:
    """Return the height of a point, its distance from the axis, and the radius at its height."""
    axis = unit(X.top - X.bottom)
    up = float((P - X.bottom) @ axis)
    out = dist(P, Line(X.bottom, axis))
    return up, out, X.radius + (X.top_radius - X.radius) * up / X.height


def _is_within(P: Vec, X: Any) -> bool:
    if isinstance(X, Polyhedron):
        return all(wall.side(P) < -CLOSE for wall in X.walls)
    if isinstance(X, Sphere):
        return dist(P, X.center) < X.radius - CLOSE
    if isinstance(X, Frustum):
        up, out, limit = _cylindrical(P, X)
        return CLOSE < up < X.height - CLOSE and out < limit - CLOSE
    raise TypeError("expected a body")


def _flat_rank(points: Sequence[Vec]) -> int:
    """Return the dimension that points span."""
    sizes = np.linalg.svd(np.array(points) - points[0], compute_uv=False)
    return int((sizes > CLOSE * max(1.0, float(sizes[0]))).sum())


def _is_convex(*points: Vec) -> bool:
    normal = Polygon(points).area_vector
    ring = (*points, *points[:2])
    turns = [
        float(np.cross(Q - P, R - Q) @ normal)
        for P, Q, R in zip(ring, ring[1:], ring[2:], strict=False)
    ]
    return _flat_rank(points) == 2 and min(turns) > CLOSE and _winds_once(points)


def _winds_once(points: Sequence[Vec]) -> bool:
    whole = float(np.linalg.norm(Polygon(tuple(points)).area_vector))
    middle = np.mean(points, axis=0)
    parts = sum(area(middle, A, B) for A, B in pairwise((*points, points[0])))
    return abs(parts - whole) < 1e-7


def _apex_angle(body: Any, S: Vec) -> float:
    if isinstance(body, Frustum):
        return 360 * max(body.radius, body.top_radius) / body.slant
    total = 0.0
    for face in body.faces:
        corners = body.polygon(face).vertices
        for k, Q in enumerate(corners):
            if dist(Q, S) < CLOSE:
                u, v = unit(corners[k - 1] - Q), unit(corners[(k + 1) % len(corners)] - Q)
                turn = math.atan2(float(np.linalg.norm(np.cross(u, v))), float(u @ v))
                total += math.degrees(turn)
    return total


def _diagonals(body: Polyhedron, kind: str) -> list[Line]:
    found = []
    for a, b in combinations(range(len(body.vertices)), 2):
        if (a, b) in body.edges:
            continue
        in_face = any(a in face and b in face for face in body.faces)
        if kind == "all" or (kind == "face") == in_face:
            found.append(line(body.vertices[a], body.vertices[b]))
    return found


def _mean(*points: Vec) -> Vec:
    middle: Vec = np.mean(points, axis=0)
    return middle


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "point": lambda *xyz: np.array(xyz, dtype=float),
    "midpoint": _mean,
    "centroid": _mean,
    "divide": lambda A, B, t: A + (B - A) * t,
    "dot": lambda u, v: float(u @ v),
    "cross": np.cross,
    "length": lambda v: dist(*v.ends) if isinstance(v, Line) and v.ends else dist(v, 0 * v),
    "polygon": lambda *points: Polygon(points),
    "hull": hull,
    "sphere": Sphere,
    "cone": lambda apex, center, r: Frustum(center, apex, r, 0.0),
    "cylinder": lambda bottom, top, r: Frustum(bottom, top, r, r),
    "frustum": Frustum,
    "circumsphere": lambda *of: Sphere(*_around(*of)),
    "circumcenter": lambda *of: _around(*of)[0],
    "circumradius": lambda *of: _around(*of)[1],
    "incenter": lambda *of: _inside(*of)[0],
    "insphere_center": lambda *of: _inside(*of)[0],
    "inradius": lambda *of: _inside(*of)[1],
    "insphere": lambda *of: Sphere(*_inside(*of)),
    "section": section,
    "sides": lambda polygon: len(polygon.vertices),
    "area": area,
    "perimeter": _perimeter,
    "volume": _volume,
    "surface": _surface,
    "lateral": _lateral,
    "cut": _cut,
    "common": _common,
    "on": on,
    "inside": _is_within,
    "coplanar": lambda *points: _flat_rank(points) < 3,
    "collinear": lambda *points: _flat_rank(points) < 2,
    "convex": _is_convex,
    "apex_angle": _apex_angle,
    "vertices": lambda body: list(body.vertices),
    "edges": lambda body: [line(body.vertices[a], body.vertices[b]) for a, b in body.edges],
    "faces": lambda body: [body.polygon(face) for face in body.faces],
    "face_planes": lambda body: list(body.walls),
    "diagonals": lambda body: _diagonals(body, "all"),
    "face_diagonals": lambda body: _diagonals(body, "face"),
    "space_diagonals": lambda body: _diagonals(body, "space"),
}
"""The functions that a record may use, by name."""
