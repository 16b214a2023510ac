"""Planes, lines and points that are found among given points by enumeration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from geoengine.verify.solids.bodies import on
from geoengine.verify.solids.flats import FUNCTIONS as FLATS
from geoengine.verify.solids.flats import dist, line, plane, relation
from geoengine.verify.solids.shapes import CLOSE, Line, Plane, UndefinedError, Vec

__all__ = ["FUNCTIONS", "lines_of", "planes_of"]


def planes_of(points: Sequence[Vec], least: int = 3) -> list[Plane]:
    """Return the planes that contain at least so many of the points, each once."""
    places = np.array(points)
    found: list[Plane] = []
    done: set[frozenset[int]] = set()
    for triple in combinations(range(len(points)), 3):
        if any(set(triple) <= known for known in done):
            continue
        try:
            one = plane(*(points[i] for i in triple))
        except UndefinedError:
            continue
        there = np.flatnonzero(np.abs((places - one.point) @ one.normal) < CLOSE)
        done.add(frozenset(map(int, there)))
        if len(there) >= least:
            found.append(one)
    return found


def lines_of(points: Sequence[Vec], least: int = 2) -> list[Line]:
    """Return the lines that contain at least so many of the points, each once."""
    found: list[Line] = []
    for A, B in combinations(points, 2):
        if dist(A, B) < CLOSE:
            continue
        one = line(A, B)
        if all(relation(one, other) != "same" for other in found):
            found.append(one)
    return [one for one in found if sum(dist(P, one) < CLOSE for P in points) >= least]


def _only(found: Sequence[Any]) -> Any:
    if len(found) != 1:
        raise UndefinedError(f"{len(found)} of the things are as asked, not one")
    return found[0]


def _find_plane(points: Sequence[Vec], how: str, X: Any, through: int = 3) -> Any:
    return _only([p for p in planes_of(points, through) if FLATS[how](p, X)])


def _find_line(points: Sequence[Vec], how: str, X: Any, through: int = 2) -> Any:
    return _only([one for one in lines_of(points, through) if FLATS[how](one, X)])


def _find_point(points: Sequence[Vec], how: str, X: Any) -> Any:
    if how != "on":
        raise UndefinedError(f"points are not {how}")
    return _only([P for P in points if on(P, X)])


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "find_plane": _find_plane,
    "find_line": _find_line,
    "find_point": _find_point,
}
"""The functions that a record may use, by name."""
