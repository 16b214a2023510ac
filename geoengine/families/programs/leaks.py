"""Leaks: whether a program tells the answer without any thought about the figure.

An answer leaks if it is a number of the program, or what the points have as they are, without the
size that the question gives: a distance or an area; for an angle, a direction in degrees, or the
difference of two. The figure of an item is drawn anew until nothing leaks.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from geoengine.families.programs.measuring import points_of, polygon_area
from geoengine.families.programs.painting import visible_measure
from geoengine.program import (
    Arc,
    Binary,
    Call,
    Evaluation,
    Execution,
    For,
    Index,
    Number,
    Path,
    Program,
    Scaled,
    Triple,
    Unary,
    in_plane,
    walk,
)

__all__ = ["leak_of"]

_SAME = 1e-6
_SMALL = 4
"""Whole numbers up to this one are no leaks where they multiply, divide, or count."""

_OPTIONS = frozenset(
    {"size", "unitsize", "defaultpen", "linewidth", "fontsize", "gray", "rgb", "label", "dot",
     "linetype", "rightanglemark", "anglemark", "orthographic", "perspective"}
)  # fmt: skip
"""Functions whose numbers are about how a figure looks."""

_TURNS = {"dir": (0,), "rotate": (0,), "arc": (2, 3), "Arc": (2, 3), "Cos": (0,), "Sin": (0,)}
"""At which places functions take degrees."""

_MOST_POINTS = 14


def leak_of(program: Program, done: Execution, answer: float, quantity: str) -> str:
    """Return what tells the answer; empty if nothing does.

    Parameters
    ----------
    program : Program
    done : Execution
        Of the program.
    answer : float
    quantity : str
        ``length``, ``area``, ``volume``, ``angle``, ``ratio`` or ``number``.

    Examples
    --------
    >>> from geoengine.program import execute, read_program
    >>> program = read_program("pair A = (0,0), B = (6,8); draw(A--B);")
    >>> leak_of(program, execute(program), 10, "length")
    'a distance of two points'
    """
    match quantity:
        case "length":
            found = _lengths(done)
        case "area":
            found = _areas(done)
        case "angle":
            found = _angles(program)
        case _:
            found = iter(())
    for what, value in itertools.chain(_literals(program), found):
        if abs(abs(value) - abs(answer)) <= _SAME * max(abs(answer), _SAME):
            return what
    return ""


def _literals(program: Program) -> Iterator[tuple[str, float]]:
    for statement in program.statements:
        for node, counts in _numbers(statement, False):
            value = _constant(node)
            if value is not None and not (counts and value == int(value) and value <= _SMALL):
                yield "a number of the program", value


def _numbers(node: Any, counts: bool) -> Iterator[tuple[Any, bool]]:
    """Yield the expressions of a part of a program, and whether each only multiplies or counts."""
    match node:
        case Evaluation(call=Call(function=function)) if function in _OPTIONS:
            return
        case Call(function=function) if function in _OPTIONS:
            return
        case Binary(operator="*" | "/" | "^" | "**", left=left, right=right):
            yield node, False
            yield from _numbers(left, True)
            yield from _numbers(right, True)
            return
        case Scaled(factor=factor, operand=operand):
            yield node, False
            yield factor, True
            yield from _numbers(operand, True)
            return
        case Index(object=array, index=index):
            yield from _numbers(array, False)
            yield from _numbers(index, True)
            return
        case For(start=start, test=test, step=step, body=body):
            for part in (start, test, step):
                yield from _numbers(part, True)
            yield from _numbers(body, False)
            return
        case tuple():
            for part in node:
                yield from _numbers(part, counts)
            return
    if isinstance(node, Number | Unary | Call):
        yield node, counts
    for part in _parts(node):
        yield from _numbers(part, counts and isinstance(node, Unary | Binary))


def _parts(node: Any) -> Iterator[Any]:
    fields = getattr(node, "__dataclass_fields__", {})
    for name in fields:
        if name != "place":
            yield getattr(node, name)


def _constant(node: Any) -> float | None:
    """Return the value of an expression of numbers alone."""
    match node:
        case Number(value=value):
            return float(value)
        case Unary(operator="-", operand=operand):
            inner = _constant(operand)
            return None if inner is None else -inner
        case Scaled(factor=factor, operand=operand):
            inner = _constant(operand)
            return None if inner is None else factor.value * inner
        case Binary(operator=sign, left=left, right=right):
            x, y = _constant(left), _constant(right)
            if x is None or y is None:
                return None
            try:
                match sign:
                    case "+":
                        return x + y
                    case "-":
                        return x - y
                    case "*":
                        return x * y
                    case "/":
                        return x / y
                    case "^" | "**":
                        return float(x**y)
            except (ArithmeticError, TypeError):
                return None
        case Call(function="sqrt", arguments=(argument,)):
            inner = _constant(argument.value)
            return None if inner is None or inner < 0 else math.sqrt(inner)
    return None


def _lengths(done: Execution) -> Iterator[tuple[str, float]]:
    points = _all_points(done)
    for a, b in itertools.combinations(points, 2):
        yield "a distance of two points", abs(a - b)
        yield "a difference of coordinates", (a - b).real
        yield "a difference of coordinates", (a - b).imag
    for one, other in itertools.combinations(_in_space(done), 2):
        yield "a distance of two points", abs(one - other)
    for path in _paths(done):
        yield "the length of a path", path.length
        for piece in path.pieces:
            if isinstance(piece, Arc):
                yield "a radius", piece.radius


def _areas(done: Execution) -> Iterator[tuple[str, float]]:
    named = list(points_of(done).values())[:_MOST_POINTS]
    for a, b, c in itertools.combinations(named, 3):
        yield "the area of a triangle", polygon_area([a, b, c])
    for a, b, c, d in itertools.combinations(named, 4):
        for order in ((a, b, c, d), (a, c, b, d), (a, b, d, c)):
            yield "the area of a quadrilateral", polygon_area(order)
    for path in _paths(done):
        for piece in path.pieces:
            if isinstance(piece, Arc):
                yield "the area of a disc", math.pi * piece.radius**2
        if path.closed and path.straight:
            yield "the area of a polygon", polygon_area([in_plane(node) for node in path.nodes])
    if any(one.kind == "fill" for one in done.display):
        yield "the shaded area", visible_measure("area", "", done)


def _angles(program: Program) -> Iterator[tuple[str, float]]:
    turns = [
        value
        for node in walk(program.statements)
        if isinstance(node, Call) and node.function in _TURNS
        for at in _TURNS[node.function]
        if at < len(node.arguments) and (value := _constant(node.arguments[at].value)) is not None
    ]
    # A reader may leave out the sign of a clockwise turn.
    sizes = [abs(turn) for turn in turns]
    for turn in (*turns, *sizes):
        yield "a number of degrees", turn
        yield "what a number of degrees lacks of 180", 180 - turn
    for a, b in (*itertools.combinations(turns, 2), *itertools.combinations(sizes, 2)):
        yield "the difference of two directions", a - b
        yield "what the difference of two directions lacks of 180", 180 - abs(a - b)
        yield "the difference of two directions", 360 - abs(a - b)


def _all_points(done: Execution) -> list[complex]:
    found = dict.fromkeys(points_of(done).values())
    for path in _paths(done):
        found.update(dict.fromkeys(in_plane(node) for node in path.nodes))
    return list(found)[:60]


def _in_space(done: Execution) -> list[Triple]:
    """Return the named points of space, and the ends of what is drawn there."""
    found = dict.fromkeys(one for one in done.values.values() if isinstance(one, Triple))
    for drawn in done.display:
        for path in drawn.paths:
            found.update(dict.fromkeys(node for node in path.nodes if isinstance(node, Triple)))
    return list(found)[:60]


def _paths(done: Execution) -> Iterator[Path]:
    for one in done.display:
        if one.kind in ("draw", "fill", "unfill"):
            for path in one.paths:
                if path.pieces and not path.in_space:
                    yield path
