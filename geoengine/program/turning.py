"""Turns of points, written as products of complex numbers instead of by ``rotate``."""

from __future__ import annotations

from typing import Any

from numpy.random import Generator

from geoengine.program.expressions import (
    Argument,
    Binary,
    Call,
    Expression,
    Index,
    Name,
    Number,
    Scaled,
    Tuple,
    Unary,
)
from geoengine.program.program import Program
from geoengine.program.reader import read_expression
from geoengine.program.statements import Declaration, ForEach, Parameter
from geoengine.program.walking import rebuild, walk

__all__ = ["without_rotations"]

_PLAIN = {
    30: "(sqrt(3)/2,1/2)", 45: "(sqrt(2)/2,sqrt(2)/2)", 60: "(1/2,sqrt(3)/2)", 90: "(0,1)",
    120: "(-1/2,sqrt(3)/2)", 135: "(-sqrt(2)/2,sqrt(2)/2)", 150: "(-sqrt(3)/2,1/2)",
    -30: "(sqrt(3)/2,-1/2)", -45: "(sqrt(2)/2,-sqrt(2)/2)", -60: "(1/2,-sqrt(3)/2)",
    -90: "(0,-1)", -120: "(-1/2,-sqrt(3)/2)",
}  # fmt: skip
"""The complex numbers that turn by some angles in degrees."""

_EXACT = 0.75
"""How often such numbers are written out, where there are any."""

_POINTS = frozenset(
    {"dir", "unit", "midpoint", "foot", "extension", "incenter", "circumcenter", "orthocenter",
     "centroid", "interp", "intersectionpoint", "point", "relpoint", "bisectorpoint", "conj"}
)  # fmt: skip
"""Functions whose value is a point of the plane."""


def without_rotations(program: Program, rng: Generator) -> Program:
    """Return a program that turns points by multiplying them by complex numbers.

    ``rotate(60, A)*B`` becomes ``A + dir(60)*(B - A)``, or with ``(1/2,sqrt(3)/2)`` in place of
    ``dir(60)``. Paths are turned as before.

    Parameters
    ----------
    program : Program
    rng : Generator

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.program import print_asymptote, read_program
    >>> program = read_program("pair A=(0,1), B=(3,0); pair C = rotate(90, A)*B;")
    >>> print_asymptote(without_rotations(program, np.random.default_rng(1))).text.splitlines()[-1]
    'pair C = A+(0,1)*(B-A);'
    """
    points = _points(program)
    plain = bool(rng.random() < _EXACT)

    def change(node: Any) -> Any:
        match node:
            case Binary(operator="*", left=Call(function="rotate", arguments=turn), right=turned):
                if len(turn) <= 2 and _is_point(turned, points):
                    return _product([one.value for one in turn], turned, plain)
        return node

    return rebuild(program, change)


def _product(turn: list[Expression], turned: Expression, plain: bool) -> Expression:
    degrees, *centers = turn
    factor = _factor(degrees, plain)
    if not centers or _is_origin(centers[0]):
        return Binary("*", factor, turned)
    (center,) = centers
    return Binary("+", center, Binary("*", factor, Binary("-", turned, center)))


def _factor(degrees: Expression, plain: bool) -> Expression:
    number: float | None = None
    match degrees:
        case Number(value=value):
            number = value
        case Unary(operator="-", operand=Number(value=value)):
            number = -value
    # Nobody writes dir(90) for (0,1).
    if number in _PLAIN and (plain or abs(number or 0) == 90):
        return read_expression(_PLAIN[int(number or 0)])
    return Call("dir", (Argument(degrees),))


def _is_origin(node: Expression) -> bool:
    match node:
        case Name(name="origin"):
            return True
        case Tuple(parts=(Number(value=0), Number(value=0))):
            return True
    return False


def _points(program: Program) -> frozenset[str]:
    """Return the names that stand for a point of the plane, or an array of them, wherever used."""
    points: set[str] = set()
    others: set[str] = set()
    for node in walk(program):
        match node:
            case Declaration(type=kind, declared=declared):
                (points if kind in ("pair", "pair[]") else others).update(d.name for d in declared)
            case Parameter(type=kind, name=name) | ForEach(type=kind, name=name):
                (points if kind in ("pair", "pair[]") else others).add(name)
    return frozenset(points - others)


def _is_point(node: Any, points: frozenset[str]) -> bool:
    match node:
        case Name(name=name):
            return name in points
        case Index(object=Name(name=name)):
            return name in points
        case Tuple(parts=parts):
            return len(parts) == 2
        case Call(function=function):
            return function in _POINTS
        case Binary(operator="+" | "-" | "/", left=left):
            return _is_point(left, points)
        case Binary(operator="*", left=left, right=right):
            return _is_point(left, points) or _is_point(right, points)
        case Scaled(operand=operand) | Unary(operand=operand):
            return _is_point(operand, points)
    return False
