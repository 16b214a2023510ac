"""Relations as polynomials in the coordinates that vanish.

The polynomials are written with plain arithmetic alone, so that the coordinates may be floats,
arrays, numbers of fifty digits, fractions or elements of a polynomial ring.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations
from typing import Any

from geoengine.language import Statement, Surd

__all__ = ["polynomials"]

Point = tuple[Any, Any]
"""Two coordinates, of any kind of number."""


def _side(p: Point, q: Point) -> Point:
    return q[0] - p[0], q[1] - p[1]


def _cross(u: Point, v: Point) -> Any:
    return u[0] * v[1] - u[1] * v[0]


def _dot(u: Point, v: Point) -> Any:
    return u[0] * v[0] + u[1] * v[1]


def _square(p: Point, q: Point) -> Any:
    side = _side(p, q)
    return _dot(side, side)


def _turn(first: Point, second: Point) -> Point:
    """The conjugate of the first side times the second: its direction is the turn between them."""
    return _dot(first, second), _cross(first, second)


def _coll(p: Sequence[Point]) -> list[Any]:
    return [_cross(_side(p[0], p[1]), _side(p[0], other)) for other in p[2:]]


def _eqangle(p: Sequence[Point]) -> list[Any]:
    one = _turn(_side(p[0], p[1]), _side(p[2], p[3]))
    other = _turn(_side(p[4], p[5]), _side(p[6], p[7]))
    return [_cross(one, other)]


def _cyclic(p: Sequence[Point]) -> list[Any]:
    found = []
    for other in p[3:]:
        one = _turn(_side(p[2], p[0]), _side(p[2], p[1]))
        two = _turn(_side(other, p[0]), _side(other, p[1]))
        found.append(_cross(one, two))
    return found


def _similar(p: Sequence[Point], mirrored: bool) -> list[Any]:
    """Both parts of (c - a)(e - d) - (b - a)(f - d) for triangles abc and def of complex numbers.

    The second triangle is mirrored first if `mirrored` is set.
    """
    ab, ac, de, df = _side(p[0], p[1]), _side(p[0], p[2]), _side(p[3], p[4]), _side(p[3], p[5])
    if mirrored:
        de, df = (de[0], -de[1]), (df[0], -df[1])
    return [
        ac[0] * de[0] - ac[1] * de[1] - ab[0] * df[0] + ab[1] * df[1],
        ac[0] * de[1] + ac[1] * de[0] - ab[0] * df[1] - ab[1] * df[0],
    ]


def _congruent(p: Sequence[Point], mirrored: bool) -> list[Any]:
    return [*_similar(p, mirrored), _square(p[0], p[1]) - _square(p[3], p[4])]


def _product(p: Sequence[Point], plus: Sequence[int], minus: Sequence[int]) -> list[Any]:
    left, right = (
        reduce(operator.mul, [_square(p[k], p[k + 1]) for k in places]) for places in (plus, minus)
    )
    return [left - right]


_PLAIN: dict[str, Callable[[Sequence[Point]], list[Any]]] = {
    "coll": _coll,
    "para": lambda p: [_cross(_side(p[0], p[1]), _side(p[2], p[3]))],
    "perp": lambda p: [_dot(_side(p[0], p[1]), _side(p[2], p[3]))],
    "cong": lambda p: [_square(p[0], p[1]) - _square(p[2], p[3])],
    "eqangle": _eqangle,
    "eqratio": lambda p: _product(p, (0, 6), (2, 4)),
    "eqprod": lambda p: _product(p, (0, 2, 4), (6, 8, 10)),
    "midp": lambda p: [p[1][k] + p[2][k] - p[0][k] - p[0][k] for k in (0, 1)],
    "cyclic": _cyclic,
    "circle": lambda p: [_square(p[0], p[1]) - _square(p[0], other) for other in p[2:]],
    "simtri": lambda p: _similar(p, mirrored=False),
    "simtrir": lambda p: _similar(p, mirrored=True),
    "contri": lambda p: _congruent(p, mirrored=False),
    "contrir": lambda p: _congruent(p, mirrored=True),
}


def polynomials(
    statement: Statement,
    at: Callable[[str], Point],
    number: Callable[[Fraction], Any],
    tangent: Callable[[Fraction], Any],
) -> list[Any]:
    """The polynomials that vanish where a relation holds.

    Where points coincide they may vanish although the relation is degenerate. Lengths enter as
    squares, so that every constant is rational, except for tangents of angles.

    Parameters
    ----------
    statement : Statement
        A relation.
    at : callable
        Returns the coordinates of a point.
    number : callable
        Converts a rational number to the kind of number that the coordinates are.
    tangent : callable
        Returns the tangent of a fraction of pi, which is never a right angle.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> place = {"A": (0, 0), "B": (3, 0), "C": (0, 4)}.__getitem__
    >>> polynomials(parse_statement("lconst B C 6"), place, Fraction, float)
    [Fraction(-11, 1)]
    """
    p = [at(point) for point in statement.points]
    value = statement.value
    if isinstance(value, Surd):
        square = number(value.square)
        if statement.predicate == "lconst":
            return [_square(p[0], p[1]) - square]
        return [_square(p[0], p[1]) - square * _square(p[2], p[3])]
    if isinstance(value, Fraction):
        one, two = _side(p[0], p[1]), _side(p[2], p[3])
        return [_cross(one, two) - tangent(value) * _dot(one, two)]
    return _PLAIN[statement.predicate](p)


def sides(statement: Statement) -> list[tuple[str, str]]:
    """The pairs of points that must differ for a statement to be meaningful."""
    groups = statement.definition.groups
    if 1 in groups:
        return [(a, b) for a, b in combinations(statement.points, 2) if a != b]
    found, at = [], 0
    for size in groups:
        found += list(combinations(statement.points[at : at + size], 2))
        at += size
    return found
