"""Other ways of writing what a program says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from numpy.random import Generator

from geoengine.program.errors import ProgramError
from geoengine.program.execution import execute
from geoengine.program.expressions import (
    Argument,
    Binary,
    Call,
    Expression,
    Join,
    Name,
    Number,
    Tuple,
)
from geoengine.program.intersections import intersections
from geoengine.program.program import Program
from geoengine.program.right_angles import right_angle_marks
from geoengine.program.statements import Assignment, Declaration, Evaluation, Statement
from geoengine.program.values import polyline
from geoengine.program.walking import rebuild, walk

__all__ = ["restyle"]

_MIDPOINTS, _CROSSINGS, _POLAR, _RIGHT_ANGLES = 0.25, 0.85, 0.12, 0.2
"""How often midpoints are written as a function, crossings are computed from paths, directions by
sine and cosine, and a right angle is marked, where there is one."""


def restyle(program: Program, rng: Generator) -> Program:
    """Return a program with the same points and lines, written in another way.

    Midpoints are written as a function or as a half of a sum; meets of lines by ``extension`` or,
    where the segments cross, by ``intersectionpoint``; directions by ``dir`` or by sine and
    cosine; polygons begin at another vertex, or are drawn side by side; a right angle that is drawn
    may get its mark.

    Parameters
    ----------
    program : Program
        Without free names.
    rng : Generator
        The only source of chance.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.program import print_asymptote, read_program
    >>> program = read_program("pair A=(0,0), B=(3,0), M=(A+B)/2; draw(A--B--(1,2)--cycle);")
    >>> print_asymptote(restyle(program, np.random.default_rng(3))).text.splitlines()[0]
    'pair A = (0,0), B = (3,0), M = midpoint(A--B);'
    """
    try:
        values = execute(program).values
    except ProgramError:
        return program
    changing = {
        node.target.name
        for node in walk(program)
        if isinstance(node, Assignment) and isinstance(node.target, Name)
    }
    points = {
        name: value
        for name, value in values.items()
        if isinstance(value, complex) and name not in changing
    }
    changes: list[Callable[[Any], Any]] = []
    if rng.random() < _MIDPOINTS:
        changes.append(lambda node: _midpoint(node, points))
    if rng.random() < _CROSSINGS:
        changes.append(lambda node: _meet(node, points))
    if rng.random() < _POLAR:
        changes.append(_polar)
    sides = rng.random() < 0.2
    statements: list[Statement] = []
    for statement in program.statements:
        # In functions and loops, names may mean something else.
        if isinstance(statement, Declaration | Evaluation):
            for change in changes:
                statement = rebuild(statement, change)
            statements += _polygons(statement, sides, rng, points)
        else:
            statements.append(statement)
    if rng.random() < _RIGHT_ANGLES:
        statements += right_angle_marks(program, points, rng)
    return Program(tuple(statements))


Points = dict[str, complex]


def _is_point(node: Expression, points: Points) -> bool:
    """Whether an expression is the name of a point that never changes."""
    return isinstance(node, Name) and node.name in points


def _midpoint(node: Any, points: Points) -> Any:
    match node:
        case Binary(
            operator="/", left=Binary(operator="+", left=a, right=b), right=Number(text="2")
        ) if _is_point(a, points) and _is_point(b, points):
            return Call("midpoint", (Argument(Join((a, b), False)),), place=node.place)
    return node


def _meet(node: Any, points: Points) -> Any:
    """Write the meet of two segments that cross as the meet of paths."""
    match node:
        case Call(function="extension", arguments=(a, b, c, d)):
            ends = [one.value for one in (a, b, c, d)]
        case _:
            return node
    places = [points[end.name] for end in ends if isinstance(end, Name) and end.name in points]
    if len(places) < 4:
        return node
    first, second = places[:2], places[2:]
    try:
        found = intersections(polyline(first, closed=False), polyline(second, closed=False))
    except ValueError:
        return node
    near = 1e-6 * max(abs(p - q) for p in first for q in second)
    # Where a segment ends on the other one, rounding decides whether they meet.
    if len(found) != 1 or any(abs(found[0] - end) < near for end in (*first, *second)):
        return node
    paths = (Argument(Join(tuple(pair), False)) for pair in (ends[:2], ends[2:]))
    return Call("intersectionpoint", tuple(paths), place=node.place)


def _polar(node: Any) -> Any:
    match node:
        case Call(function="dir", arguments=(Argument(value=Number() as turn),)):
            parts = (Call(name, (Argument(turn),)) for name in ("Cos", "Sin"))
            return Tuple(tuple(parts), place=node.place)
    return node


def _polygons(
    statement: Statement, sides: bool, rng: Generator, points: Points
) -> Iterator[Statement]:
    """Yield a statement; one that draws a polygon in another way."""
    match statement:
        case Evaluation(
            call=Call(function="draw", arguments=(Argument(value=Join(closed=True) as path), *pen))
        ) if all(_is_point(part, points) for part in path.parts):
            pass
        case _:
            yield statement
            return
    parts = path.parts
    if sides:
        for a, b in zip(parts, (*parts[1:], parts[0]), strict=True):
            yield _drawn(statement, Join((a, b), False), pen)
        return
    start = int(rng.integers(0, len(parts))) if rng.random() < 0.4 else 0
    turned = (*parts[start:], *parts[:start])
    if rng.random() < 0.2:
        yield _drawn(statement, Join((*turned, turned[0]), False), pen)
    else:
        yield _drawn(statement, Join(turned, True), pen)


def _drawn(statement: Evaluation, path: Join, pen: list[Argument]) -> Evaluation:
    call = Call("draw", (Argument(path), *pen), place=statement.call.place)
    return replace(statement, call=call)
