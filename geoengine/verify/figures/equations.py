"""Relations as equations between directions and between lengths.

A side from a point p to a point q is the complex number s = q - p; the imaginary part of its
logarithm is its direction, the real part the logarithm of its length. In these logarithms every
relation is linear, and near a degenerate figure they grow without bound: a solver that follows
them is not drawn towards the figure in which all points coincide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from geoengine.language import Statement

__all__ = ["Equation", "equations_of"]

Side = tuple[int, int]

_LINES = math.pi
_RAYS = 2 * math.pi


@dataclass(frozen=True, slots=True)
class Equation:
    """A sum of directions, or of logarithms of lengths, that must equal a constant.

    Parameters
    ----------
    terms : tuple of (int, int, int)
        The indices of each side's ends, and its coefficient.
    constant : float
        An angle in radians, or the logarithm of a product of lengths.
    period : float
        The modulus of directions: pi for lines, 2 pi for rays; 0 for lengths.
    """

    terms: tuple[tuple[int, int, int], ...]
    constant: float = 0.0
    period: float = 0.0


def _ratio(over: list[Side], under: list[Side], value: float = 1.0) -> Equation:
    """The product of the lengths `over` is `value` times the product of those `under`."""
    return Equation(_terms(under, over), math.log(value))


def _turn(*pairs: tuple[Side, Side], by: float = 0.0, period: float = _LINES) -> Equation:
    """The turns from the first to the second side of each pair add up to `by`, in radians."""
    return Equation(_terms([a for a, _ in pairs], [b for _, b in pairs]), by, period)


def _terms(minus: list[Side], plus: list[Side]) -> tuple[tuple[int, int, int], ...]:
    return (*((i, j, -1) for i, j in minus), *((i, j, 1) for i, j in plus))


def _coll(count: int, _: float) -> list[Equation]:
    # Seen from a point that runs off to infinity, all others seem collinear. The first point by
    # name is often an intersection, which may do that; so directions are taken from the second.
    return [_turn(((1, 2), (1, k))) for k in range(count) if k not in {1, 2}]


def _cyclic(count: int, _: float) -> list[Equation]:
    return [_turn(((2, 0), (2, 1)), ((k, 1), (k, 0))) for k in range(3, count)]


def _circle(count: int, _: float) -> list[Equation]:
    return [_ratio([(0, k)], [(0, 1)]) for k in range(2, count)]


def _similar(mirrored: bool, congruent: bool) -> Callable[[int, float], list[Equation]]:
    other = ((3, 5), (3, 4)) if not mirrored else ((3, 4), (3, 5))
    found = [
        _ratio([(0, 2), (3, 4)], [(0, 1), (3, 5)]),
        _turn(((0, 1), (0, 2)), other, period=_RAYS),
    ]
    if congruent:
        found.append(_ratio([(0, 1)], [(3, 4)]))
    return lambda count, value: found


_EQUATIONS: dict[str, Callable[[int, float], list[Equation]]] = {
    "coll": _coll,
    "para": lambda *_: [_turn(((0, 1), (2, 3)))],
    "perp": lambda *_: [_turn(((0, 1), (2, 3)), by=math.pi / 2)],
    "cong": lambda *_: [_ratio([(0, 1)], [(2, 3)])],
    "eqangle": lambda *_: [_turn(((0, 1), (2, 3)), ((6, 7), (4, 5)))],
    "eqratio": lambda *_: [_ratio([(0, 1), (6, 7)], [(2, 3), (4, 5)])],
    "eqprod": lambda *_: [_ratio([(0, 1), (2, 3), (4, 5)], [(6, 7), (8, 9), (10, 11)])],
    "midp": lambda *_: [
        _ratio([(1, 0)], [(0, 2)]),
        _turn(((1, 0), (0, 2)), period=_RAYS),
    ],
    "cyclic": _cyclic,
    "circle": _circle,
    "simtri": _similar(mirrored=False, congruent=False),
    "simtrir": _similar(mirrored=True, congruent=False),
    "contri": _similar(mirrored=False, congruent=True),
    "contrir": _similar(mirrored=True, congruent=True),
    "aconst": lambda _, value: [_turn(((0, 1), (2, 3)), by=math.pi * value)],
    "lconst": lambda _, value: [_ratio([(0, 1)], [], value)],
    "rconst": lambda _, value: [_ratio([(0, 1)], [(2, 3)], value)],
}


def equations_of(statement: Statement) -> list[Equation]:
    """The equations of a relation, over the indices of its points.

    Parameters
    ----------
    statement : Statement
        A relation; conditions have no equations.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> for equation in equations_of(parse_statement("circle O A B C")):
    ...     print(equation.terms, equation.period)
    ((0, 1, -1), (0, 2, 1)) 0.0
    ((0, 1, -1), (0, 3, 1)) 0.0
    """
    value = 1.0 if statement.value is None else float(statement.value)
    return _EQUATIONS[statement.predicate](len(statement.points), value)
