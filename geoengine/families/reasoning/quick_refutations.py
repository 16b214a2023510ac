"""Quick refutations: false claims that fall at a glance at the figure."""

from __future__ import annotations

import math

from geoengine.families.reasoning.context import Context
from geoengine.language import Statement

__all__ = ["is_quickly_refuted"]

_SPECIAL = math.radians(15)
"""Angles that are multiples of this are read off one by one in a figure of 30°, 45° and 60°."""

_EXACT = 1e-6
"""The difference in radians up to which an angle is such a multiple."""

_LONGER = math.log(6 / 5)
"""The logarithm of a ratio from which the eye tells which of two segments is longer."""


def is_quickly_refuted(context: Context, claim: Statement) -> bool:
    """Whether a glance at the figure refutes a false claim about angles or ratios.

    That is so if both angles are multiples of 15° in the picture, or if of two ratios said to be
    equal one is clearly above 1, and the other clearly below.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle_sss A B C 4 5 6; D = midpoint D B C")
    >>> context = make_context(problem, scene="cevian", seed=1)
    >>> ratios = ("eqratio A B A C A C B C", "eqratio A B B C B C A C")
    >>> [is_quickly_refuted(context, parse_statement(one)) for one in ratios]
    [False, True]
    >>> problem = load_problem("A B C D = square_of A B C D 2")
    >>> context = make_context(problem, scene="square", seed=1)
    >>> is_quickly_refuted(context, parse_statement("eqangle A B A C C D B D"))
    True
    """
    if claim.predicate not in {"eqangle", "eqratio"}:
        return False
    diagram = context.diagram
    ends = claim.coordinates(diagram.xy[:1], diagram.index).reshape(4, 2, 2)
    sides = [complex(*(end - start)) for start, end in ends]
    if claim.predicate == "eqangle":
        return all(_is_special(sides[k + 1] / sides[k]) for k in (0, 2))
    first, second, third, fourth = (math.log(abs(side)) for side in sides)
    orders = ((first - second, third - fourth), (first - third, second - fourth))
    return any(min(order) < -_LONGER and max(order) > _LONGER for order in orders)


def _is_special(turn: complex) -> bool:
    angle = math.atan2(turn.imag, turn.real)
    return abs(math.remainder(angle, _SPECIAL)) < _EXACT
