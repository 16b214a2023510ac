"""Marks of right angles."""

from __future__ import annotations

import itertools

from numpy.random import Generator

from geoengine.program.expressions import Argument, Call, Join, Name, Number
from geoengine.program.program import Program
from geoengine.program.statements import Evaluation

__all__ = ["right_angle_marks"]

_NEAR = 1e-9
_SIDE = 0.03
"""The side of a mark, as a share of the extent of the points."""


def right_angle_marks(
    program: Program, points: dict[str, complex], rng: Generator
) -> list[Evaluation]:
    """Return a statement that marks a right angle between drawn segments, if there is one.

    Parameters
    ----------
    program : Program
    points : dict of str to complex
        The named points, which never change.
    rng : Generator
        Chooses among the right angles.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.program import print_asymptote, read_program
    >>> program = read_program("pair A=(0,0), B=(9,0), C=(0,9); draw(A--B--C--cycle);")
    >>> marks = right_angle_marks(program, {"A": 0, "B": 9, "C": 9j}, np.random.default_rng(1))
    >>> print(print_asymptote(type(program)(tuple(marks))).text, end="")
    draw(rightanglemark(B, A, C, 0.38));
    """
    edges = _edges(program, points)
    found = []
    for vertex, place in points.items():
        arms = sorted({end for edge in edges for end in _arms(edge, vertex, points)})
        for first, last in itertools.combinations(arms, 2):
            u, v = points[first] - place, points[last] - place
            if abs((u.conjugate() * v).real) < _NEAR * abs(u) * abs(v):
                found.append((first, vertex, last))
    if not found:
        return []
    names = found[int(rng.integers(0, len(found)))]
    extent = max(abs(p - q) for p, q in itertools.combinations(points.values(), 2))
    side = Number(f"{_SIDE * extent:.2g}")
    corner = tuple(Argument(Name(name)) for name in names)
    mark = Call("rightanglemark", (*corner, Argument(side)))
    return [Evaluation(Call("draw", (Argument(mark),)))]


def _edges(program: Program, points: dict[str, complex]) -> list[tuple[str, str]]:
    """Return the segments between named points that are drawn outside loops and functions."""
    found = []
    for statement in program.statements:
        match statement:
            case Evaluation(
                call=Call(
                    function="draw" | "filldraw", arguments=(Argument(value=Join() as path), *_)
                )
            ):
                names = [part.name for part in path.parts if isinstance(part, Name)]
                if len(names) == len(path.parts) and points.keys() >= set(names):
                    ends = [*names[1:], names[0]] if path.closed else names[1:]
                    found += list(zip(names, ends, strict=False))
    return found


def _arms(edge: tuple[str, str], vertex: str, points: dict[str, complex]) -> tuple[str, ...]:
    """Return the ends of an edge that are seen along it from a point on it."""
    place, ends = points[vertex], [points[name] for name in edge]
    if vertex in edge:
        return tuple(name for name in edge if points[name] != place)
    length = abs(ends[1] - ends[0])
    beyond = abs(place - ends[0]) + abs(place - ends[1]) - length
    return edge if beyond < _NEAR * length else ()
