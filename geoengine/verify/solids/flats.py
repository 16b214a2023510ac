"""Distances, angles and relations of points, lines and planes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from geoengine.verify.solids.shapes import CLOSE, Line, Plane, Polygon, UndefinedError, Vec, unit

__all__ = ["FUNCTIONS", "as_flat", "dist", "gap", "is_point", "line", "plane", "relation"]


def is_point(X: Any) -> bool:
    """Whether a value is a point or vector."""
    return isinstance(X, np.ndarray) and X.shape == (3,)


def as_flat(X: Any) -> tuple[Vec, Vec]:
    """Return a point of a point, line or plane, and a basis of its directions in columns."""
    if is_point(X):
        return X, np.zeros((3, 0))
    if isinstance(X, Polygon):
        X = X.plane
    if isinstance(X, Line | Plane):
        return X.point, X.spread
    raise TypeError(f"expected a point, line or plane, found {type(X).__name__}")


def gap(X: Any, Y: Any) -> Vec:
    """Return the shortest vector from X to Y, by least squares."""
    P, u = as_flat(X)
    Q, v = as_flat(Y)
    spread = np.hstack([u, v])
    between: Vec = Q - P
    if spread.shape[1] == 0:
        return between
    left, sizes, _ = np.linalg.svd(spread, full_matrices=False)
    basis = left[:, sizes > CLOSE]
    return between - basis @ (basis.T @ between)


def dist(X: Any, Y: Any) -> float:
    """Return the distance of two points, lines or planes.

    Examples
    --------
    >>> O, X, Y, Z = np.vstack([np.zeros(3), np.eye(3)])
    >>> round(dist(O, plane(X, Y, Z)), 6), dist(line(O, X), line(Y, Y + Z))
    (0.57735, 1.0)
    """
    return float(np.linalg.norm(gap(X, Y)))


def line(A: Vec, B: Vec) -> Line:
    """Return the line through two points; its ends are kept."""
    return Line(A, unit(B - A), (A, B))


def plane(A: Vec, B: Vec, C: Vec) -> Plane:
    """Return the plane through three points."""
    return Plane(A, unit(np.cross(unit(B - A), unit(C - A))))


def _linear(X: Any) -> tuple[bool, Vec]:
    """Return whether something is a line, and its direction or normal."""
    if isinstance(X, Polygon):
        X = X.plane
    if isinstance(X, Line):
        return True, X.direction
    if isinstance(X, Plane):
        return False, X.normal
    raise TypeError(f"expected a line or plane, found {type(X).__name__}")


def _sine_cosine(X: Any, Y: Any) -> tuple[float, float]:
    (first, u), (second, v) = _linear(X), _linear(Y)
    across, along = float(np.linalg.norm(np.cross(u, v))), abs(float(u @ v))
    return (across, along) if first == second else (along, across)


def _turn_at(u: Vec, v: Vec) -> tuple[float, float]:
    u, v = unit(u), unit(v)
    return float(np.linalg.norm(np.cross(u, v))), float(u @ v)


def _folded(P: Vec, A: Vec, B: Vec, Q: Vec) -> tuple[float, float]:
    along = unit(B - A)
    u, v = P - A, Q - A
    return _turn_at(u - along * (u @ along), v - along * (v @ along))


def _corner(A: Vec, B: Vec, C: Vec) -> tuple[float, float]:
    return _turn_at(A - B, C - B)


def _angles(stem: str, of: Callable[..., tuple[float, float]]) -> dict[str, Callable[..., float]]:
    """Return the functions that give an angle, its cosine, sine and tangent."""

    def tangent(*of_what: Any) -> float:
        s, c = of(*of_what)
        if abs(c) < CLOSE:
            raise UndefinedError("a right angle has no tangent")
        return s / c

    whole = {"at": "angle_at", "between": "angle_between"}.get(stem, stem)
    return {
        whole: lambda *of_what: math.degrees(math.atan2(*of(*of_what))),
        f"cos_{stem}": lambda *of_what: of(*of_what)[1],
        f"sin_{stem}": lambda *of_what: of(*of_what)[0],
        f"tan_{stem}": tangent,
    }


def relation(X: Any, Y: Any) -> str:
    """Return how two lines, a line and a plane, or two planes lie to each other.

    Examples
    --------
    >>> O, X, Y, Z = np.vstack([np.zeros(3), np.eye(3)])
    >>> relation(line(O, X), line(Y, Z)), relation(line(O, X), plane(O, X, Y))
    ('skew', 'contained')
    """
    (first, _), (second, _) = _linear(X), _linear(Y)
    sine, cosine = _sine_cosine(X, Y)
    apart = dist(X, Y) > CLOSE
    if first and second:
        if sine < CLOSE:
            return "parallel" if apart else "same"
        return "skew" if apart else "intersecting"
    if first or second:
        if sine < CLOSE:
            return "parallel" if apart else "contained"
        return "perpendicular" if cosine < CLOSE else "oblique"
    if sine < CLOSE:
        return "parallel" if apart else "same"
    return "perpendicular" if cosine < CLOSE else "oblique"


def _perpendicular(X: Any, Y: Any) -> bool:
    return _sine_cosine(X, Y)[1] < CLOSE


def _intersect(X: Any, Y: Any) -> bool:
    return relation(X, Y) in {"intersecting", "perpendicular", "oblique"}


def _same(X: Any, Y: Any) -> bool:
    return dist(X, Y) < CLOSE if is_point(X) else relation(X, Y) == "same"


def _foot(P: Vec, on: Any) -> Vec:
    return P + gap(P, on)


def _reflect(P: Vec, over: Any) -> Vec:
    return P + 2 * gap(P, over)


def _meet(X: Any, Y: Any, Z: Any = None) -> Any:
    """Return the common points of lines and planes, as the solutions of linear equations."""
    rows, values = [], []
    for thing in (X, Y) if Z is None else (X, Y, Z):
        P, spread = as_flat(thing)
        left, _, _ = np.linalg.svd(spread, full_matrices=True)
        for n in left[:, spread.shape[1] :].T:
            rows.append(n)
            values.append(n @ P)
    found, _, rank, _ = np.linalg.lstsq(np.array(rows), np.array(values), rcond=CLOSE)
    if float(np.max(np.abs(np.array(rows) @ found - values))) > 1e-7:
        raise UndefinedError("they do not meet")
    if rank == 3:
        return found
    if rank == 2:
        _, _, right = np.linalg.svd(np.array(rows))
        return Line(found, right[2])
    raise UndefinedError("they are the same")


def _turn(P: Vec, axis: Line, c: float, s: float) -> Vec:
    out = P - axis.point
    along = axis.direction * (out @ axis.direction)
    across = out - along
    turned: Vec = axis.point + along + across * c + np.cross(axis.direction, across) * s
    return turned


def _rotate(P: Vec, axis: Line, degrees: float) -> Vec:
    return _turn(P, axis, math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "dist": dist,
    "line": line,
    "segment": line,
    "plane": plane,
    "normal_plane": lambda P, to: Plane(P, _linear(to)[1]),
    "parallel_plane": lambda P, to: Plane(P, _linear(to)[1]),
    "parallel_line": lambda P, to: Line(P, _linear(to)[1]),
    "normal_line": lambda P, to: Line(P, _linear(to)[1]),
    "relation": relation,
    "parallel": lambda X, Y: relation(X, Y) == "parallel",
    "perpendicular": _perpendicular,
    "skew": lambda X, Y: relation(X, Y) == "skew",
    "intersect": _intersect,
    "same": _same,
    "foot": _foot,
    "projection": _foot,
    "reflect": _reflect,
    "meet": _meet,
    "turn": _turn,
    "rotate": _rotate,
    **_angles("angle", _sine_cosine),
    **_angles("at", _corner),
    **_angles("between", _turn_at),
    **_angles("dihedral", _folded),
}
"""The functions that a record may use, by name."""
