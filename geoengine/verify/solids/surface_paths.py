"""Shortest ways on surfaces, and folding."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from geoengine.verify.solids.bodies import on
from geoengine.verify.solids.flats import dist
from geoengine.verify.solids.shapes import (
    CLOSE,
    Frustum,
    Line,
    Polyhedron,
    UndefinedError,
    Vec,
    unit,
)

__all__ = ["FUNCTIONS"]

_MOST_WAYS = 400
"""How many sequences of edges are tried."""


def _shortest_path(body: Any, P: Vec, Q: Vec, turns: int = 0) -> float:
    if isinstance(body, Polyhedron):
        return _over_edges(body, P, Q)
    if isinstance(body, Frustum):
        return _around(body, P, Q, turns)
    raise TypeError("expected a polyhedron, a cone or a cylinder")


def _over_edges(body: Polyhedron, P: Vec, Q: Vec) -> float:
    """Minimise, for each sequence of faces, over the points in which a way crosses the edges."""
    first = {i for i, face in enumerate(body.faces) if on(P, body.polygon(face))}
    last = {i for i, face in enumerate(body.faces) if on(Q, body.polygon(face))}
    if not first or not last:
        raise UndefinedError("a point is not on the surface")
    if first & last:
        return dist(P, Q)
    across: dict[int, list[tuple[int, tuple[Vec, Vec]]]] = {i: [] for i in range(len(body.faces))}
    for a, b in body.edges:
        one, other = (i for i, face in enumerate(body.faces) if a in face and b in face)
        edge = (body.vertices[a], body.vertices[b])
        across[one].append((other, edge))
        across[other].append((one, edge))
    ways: list[list[tuple[Vec, Vec]]] = []
    waiting: list[tuple[list[int], list[tuple[Vec, Vec]]]] = [([i], []) for i in sorted(first)]
    while waiting:
        faces, edges = waiting.pop(0)
        for face, edge in across[faces[-1]]:
            if face in faces or face in first:
                continue
            if face in last:
                ways.append([*edges, edge])
            elif len(faces) < 5:
                waiting.append(([*faces, face], [*edges, edge]))
        if len(ways) > _MOST_WAYS:
            raise NotImplementedError("so many ways on the surface")
    return min(_least_length(P, edges, Q) for edges in ways)


def _least_length(P: Vec, edges: Sequence[tuple[Vec, Vec]], Q: Vec) -> float:
    """Return the least length of a way over given edges; it is a convex function of its points."""
    from scipy.optimize import minimize

    starts = np.array([a for a, _ in edges])
    steps = np.array([b - a for a, b in edges])

    def length(parts: Vec) -> tuple[float, Vec]:
        way = np.vstack([P, starts + parts[:, None] * steps, Q])
        sides = np.diff(way, axis=0)
        sizes = np.maximum(np.linalg.norm(sides, axis=1), 1e-300)
        units = sides / sizes[:, None]
        return float(sizes.sum()), ((units[:-1] - units[1:]) * steps).sum(axis=1)

    found = minimize(
        length, np.full(len(edges), 0.5), jac=True, method="L-BFGS-B",
        bounds=[(0, 1)] * len(edges), options={"ftol": 1e-16, "gtol": 1e-11},
    )  # fmt: skip
    return float(found.fun)


def _around(body: Frustum, P: Vec, Q: Vec, turns: int) -> float:
    axis = unit(body.top - body.bottom)
    if not (on(P, body) and on(Q, body)):
        raise UndefinedError("a point is not on the surface")
    u, v = (X - body.bottom - axis * ((X - body.bottom) @ axis) for X in (P, Q))
    angle = 0.0
    if min(float(np.linalg.norm(u)), float(np.linalg.norm(v))) > CLOSE:
        angle = math.atan2(float(np.linalg.norm(np.cross(u, v))), float(u @ v))
    angle += math.tau * turns
    if abs(body.radius - body.top_radius) < CLOSE:
        return math.hypot(body.radius * angle, float((Q - P) @ axis))
    if min(body.radius, body.top_radius) > CLOSE:
        raise NotImplementedError("ways on a frustum")
    apex, radius = (
        (body.top, body.radius) if body.top_radius < CLOSE else (body.bottom, body.top_radius)
    )
    p, q = dist(P, apex), dist(Q, apex)
    spread = angle * radius / body.slant
    if spread >= math.pi:
        return p + q
    return abs(complex(p) - q * complex(math.cos(spread), math.sin(spread)))


def _unfolded_distance(P: Vec, Q: Vec, *edges: Line) -> float:
    """Lay the faces side by side in the plane, keeping the distances from each edge."""
    if not edges:
        return dist(P, Q)
    ends = [edge.ends for edge in edges]
    if any(pair is None for pair in ends):
        raise UndefinedError("an edge has no ends")
    A, B = ends[0] or (P, Q)
    known: list[tuple[Vec, complex]] = [(A, 0j), (B, complex(dist(A, B)))]
    start = _laid(P, known, side=-1)
    for pair in ends[1:]:
        C, D = pair or (P, Q)
        sides = [_laid(X, known, side=1) for X in (C, D)]
        known = [(C, sides[0]), (D, sides[1])]
        # Keep the way from left to right: the next face is on the far side of the edge.
        middle = _laid_middle(start, known)
        if middle > 0:
            known.reverse()
    return abs(_laid(Q, known, side=1) - start)


def _laid(X: Vec, known: Sequence[tuple[Vec, complex]], side: int) -> complex:
    """Return where a point comes to lie on one side of an edge that has its place."""
    (A, a), (B, b) = known
    along = (b - a) / abs(b - a)
    forward = float((X - A) @ unit(B - A))
    return a + along * complex(forward, side * dist(X, Line(A, unit(B - A))))


def _laid_middle(start: complex, known: Sequence[tuple[Vec, complex]]) -> float:
    (_, a), (_, b) = known
    return ((start - a) * (b - a).conjugate()).imag


def _fold(P: Vec, crease: Line, dihedral: float) -> Vec:
    base = crease.point + crease.direction * ((P - crease.point) @ crease.direction)
    arm = P - base
    turn = math.radians(180 - dihedral)
    size = float(np.linalg.norm(arm))
    folded: Vec = base + arm * math.cos(turn) + np.array([0, 0, size * math.sin(turn)])
    return folded


def _fold_to(P: Vec, crease: Line, Q: Vec, distance: float) -> Vec:
    from scipy.optimize import brentq

    def gap(dihedral: float) -> float:
        return dist(_fold(P, crease, dihedral), Q) - distance

    if gap(0) * gap(180) > 0:
        raise UndefinedError("no dihedral angle gives this distance")
    return _fold(P, crease, float(brentq(gap, 0, 180, xtol=1e-13)))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "shortest_path": _shortest_path,
    "unfolded_distance": _unfolded_distance,
    "fold": _fold,
    "fold_to": _fold_to,
}
"""The functions that a record may use, by name."""
