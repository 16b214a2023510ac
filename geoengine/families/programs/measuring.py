"""Measures of executed programs, in floating-point numbers."""

from __future__ import annotations

import ast
import cmath
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from geoengine.errors import GeoengineError
from geoengine.families.programs.measure import Measure
from geoengine.families.programs.painting import visible_measure
from geoengine.program import Arc, Array, Execution, Path, Triple, in_plane

__all__ = ["MeasureError", "measure", "points_of", "polygon_area"]


class MeasureError(GeoengineError):
    """Something that is given or asked cannot be measured in the figure of a program."""


def measure(asked: Measure, done: Execution) -> float:
    """Return the value of a measure in the figure as the program draws it.

    Parameters
    ----------
    asked : Measure
    done : Execution

    Raises
    ------
    MeasureError
        If it speaks of something that the program does not have, or that has no such measure.

    Examples
    --------
    >>> from geoengine.families.programs.measure import read_measure
    >>> from geoengine.program import execute, read_program
    >>> done = execute(read_program("pair A = (0,0), B = (3,0), C = (0,4);"))
    >>> measure(read_measure("length(B,C) * length(A,C)"), done)
    20.0
    """
    try:
        return _value(asked.tree, done)
    except (ArithmeticError, ValueError, TypeError) as error:
        raise MeasureError(f"cannot measure {asked.text}: {error}") from error


def points_of(done: Execution) -> dict[str, complex]:
    """Return the named points of the plane, with the elements of arrays as ``P[3]``."""
    found: dict[str, complex] = {}
    for name, value in done.values.items():
        match value:
            case complex():
                found[name] = value
            case Array(items=items):
                found.update(
                    (f"{name}[{at}]", item)
                    for at, item in enumerate(items)
                    if isinstance(item, complex)
                )
    return found


def _value(node: ast.expr, done: Execution) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name():
            return math.pi
        case ast.UnaryOp(op=op, operand=operand):
            inner = _value(operand, done)
            return -inner if isinstance(op, ast.USub) else inner
        case ast.BinOp(left=left, op=op, right=right):
            x, y = _value(left, done), _value(right, done)
            match op:
                case ast.Add():
                    return x + y
                case ast.Sub():
                    return x - y
                case ast.Mult():
                    return x * y
                case ast.Div():
                    return x / y
            return float(x**y)
        case ast.Call(func=ast.Name(id="sqrt"), args=[argument]):
            return math.sqrt(_value(argument, done))
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=shaded)]) if shaded.startswith(
            "shaded"
        ):
            return visible_measure(name, shaded.removeprefix("shaded").strip("_"), done)
        case ast.Call(func=ast.Name(id=name), args=args):
            return _measured(name, [_object(argument, done) for argument in args])
    raise ValueError(f"expected a measure, found {ast.unparse(node)}")


def _object(node: ast.expr, done: Execution) -> complex | Triple | Path | float:
    match node:
        case ast.Name(id=name):
            value = done.values.get(name)
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int(at))):
            array = done.values.get(name)
            value = array.items[at] if isinstance(array, Array) and at < len(array.items) else None
        case _:
            value = None
    if isinstance(value, complex | Triple | Path | float | int):
        return value
    raise ValueError(f"the program has no point or path {ast.unparse(node)}")


def _measured(name: str, objects: Sequence[complex | Triple | Path | float]) -> float:
    if len(objects) == 1:
        return _of_one(name, objects[0])
    plane = [one for one in objects if isinstance(one, complex)]
    if len(plane) == len(objects):
        return _in_plane(name, plane)
    space = [one for one in objects if isinstance(one, Triple)]
    if len(space) == len(objects):
        return _in_space(name, space)
    raise ValueError(f"expected points in {name}(…)")


def _of_one(name: str, path: complex | Triple | Path | float) -> float:
    if name == "radius" and isinstance(path, int | float):
        return float(path)
    if not isinstance(path, Path):
        raise ValueError(f"expected a path in {name}(…)")
    match name:
        case "arclength" | "perimeter" | "length":
            return path.length
        case "radius":
            radii = {round(piece.radius, 12) for piece in path.pieces if isinstance(piece, Arc)}
            if len(radii) == 1:
                return float(radii.pop())
            raise ValueError("expected a circle or an arc in radius(…)")
        case "area":
            return abs(_enclosed(path))
    raise ValueError(f"expected points in {name}(…)")


def _enclosed(path: Path) -> float:
    total = 0.0
    for piece in path.pieces:
        start, end = in_plane(piece.start), in_plane(piece.end)
        total += (start.conjugate() * end).imag / 2
        if isinstance(piece, Arc):
            total += piece.radius**2 * (piece.sweep - math.sin(piece.sweep)) / 2
    return total


def _in_plane(name: str, points: list[complex]) -> float:
    match name, points:
        case (("length" | "distance"), [a, b]):
            return abs(a - b)
        case "distance", [p, a, b]:
            return abs(((b - a).conjugate() * (p - a)).imag) / abs(b - a)
        case "angle", [a, b, c]:
            return abs(math.degrees(cmath.phase((c - b) / (a - b))))
        case "perimeter", [_, _, _, *_]:
            return sum(abs(b - a) for a, b in _sides(points))
        case "area", [_, _, _, *_]:
            return polygon_area(points)
    raise ValueError(f"expected other points in {name}(…), found {len(points)}")


def polygon_area(points: Sequence[complex]) -> float:
    """Return the area of a polygon that does not cross itself (the shoelace formula).

    Examples
    --------
    >>> polygon_area([0j, 4 + 0j, 4 + 3j])
    6.0
    """
    return abs(sum((a.conjugate() * b).imag for a, b in _sides(points))) / 2


def _sides(points: Sequence[complex]) -> Iterator[tuple[complex, complex]]:
    return zip(points, [*points[1:], points[0]], strict=True)


def _in_space(name: str, points: list[Triple]) -> float:
    import numpy as np

    rows = [np.array([p.x, p.y, p.z]) for p in points]
    match name, rows:
        case (("length" | "distance"), [a, b]):
            return float(np.linalg.norm(a - b))
        case "distance", [p, a, b]:
            return float(np.linalg.norm(np.cross(p - a, b - a)) / np.linalg.norm(b - a))
        case "distance", [p, a, b, c]:
            normal = np.cross(b - a, c - a)
            return float(abs(normal @ (p - a)) / np.linalg.norm(normal))
        case "angle", [a, b, c]:
            return _between(a - b, c - b)
        case "dihedral", [a, b, c, d]:
            edge = (b - a) / np.linalg.norm(b - a)
            return _between(*(x - a - ((x - a) @ edge) * edge for x in (c, d)))
        case "area", [first, _, _, *_]:
            fans = pairwise(rows[1:])
            return float(np.linalg.norm(sum(np.cross(p - first, q - first) for p, q in fans))) / 2
        case "perimeter", [_, _, _, *_]:
            pairs = zip(rows, [*rows[1:], rows[0]], strict=True)
            return sum(float(np.linalg.norm(b - a)) for a, b in pairs)
        case "volume", [_, _, _, _, *_]:
            from scipy.spatial import ConvexHull

            return float(ConvexHull(np.array(rows)).volume)
    raise ValueError(f"expected other points in {name}(…), found {len(points)}")


def _between(u: Any, v: Any) -> float:
    """Return the angle of two arrays in degrees, exact also near 0 and 180 (Kahan's formula)."""
    one, other = u * math.sqrt(v @ v), v * math.sqrt(u @ u)
    half = math.atan2(math.dist(one, other), math.hypot(*(one + other)))
    return 2 * math.degrees(half)
