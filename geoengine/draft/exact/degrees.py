"""Bounds of the degrees of what drafts compute, as functions of what is given.

A shape has the degree d if its coordinates are fractions with a common denominator, and numerators
and denominator are polynomials of degree d at most in the given coordinates and in square roots,
where the root of a polynomial has half its degree. What a command computes has at most `_FACTOR`
times the sum of the degrees of what it takes: the largest factor is 18, of a line and a circle that
meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from geoengine.draft.draft import Draft
from geoengine.draft.expressions import Binary, Call, Expression, Name, Number, Unary, parts
from geoengine.draft.figure import Figure
from geoengine.draft.reader import read_expression

__all__ = ["degree_bits"]

_FACTOR = 32
_DEGREES = 2_000
"""The degree of an angle in degrees, as a multiple of one that is drawn."""


def degree_bits(draft: Draft, figure: Figure, conditions: Iterable[str]) -> int:
    r"""Return how many bits the degree of the equations of some conditions has at most.

    Parameters
    ----------
    draft : Draft
    figure : Figure
        Its figure, which names what the statements make.
    conditions : iterable of str

    Examples
    --------
    >>> from geoengine.draft import carry_out, read_draft
    >>> draft = read_draft("A = (0, 0)\nB = (4, 1)\nM = Midpoint(A, B)")
    >>> degree_bits(draft, carry_out(draft), ["AreCollinear(A, B, M)"])
    14
    """
    known: dict[str, int] = {}
    names: dict[int, list[str]] = {}
    for one in figure.objects.values():
        names.setdefault(one.statement, []).append(one.name)
    for index, statement in enumerate(draft.statements):
        degree = _degree(statement.value, known)
        known.update(dict.fromkeys(names.get(index, ()), degree))
    found = [_degree(read_expression(condition), known) for condition in conditions]
    return max(found, default=1).bit_length()


def _degree(expression: Expression, known: Mapping[str, int]) -> int:
    match expression:
        case Number():
            # A number may count the vertices of a polygon, or how often an angle is taken.
            return int(min(abs(expression.value), 1e6)) + 1
        case Name(text=text):
            return known.get(text, 1)
        case Unary(operator="°"):
            return _DEGREES
        case Binary(operator="*" | "/" | "^", left=left, right=right):
            return _FACTOR * _degree(left, known) * _degree(right, known)
        case Call() | Binary():
            return _FACTOR * sum(_degree(part, known) for part in parts(expression))
    return sum(_degree(part, known) for part in parts(expression)) or 1
