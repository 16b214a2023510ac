"""Statements about directed angles in terms of ordinary angles, where the figure allows it.

The directed angle from line AB to line BC is, modulo 180°, that from ray BA to ray BC: the ordinary
angle ABC or its supplement. The draws of a figure decide which; a statement about ordinary angles
is made only if it is true in every draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from geoengine.language import (
    CONDITION_MARGIN,
    RELATION_TOLERANCE,
    Statement,
    Style,
    format_angle,
    join_latex,
    join_points,
)
from geoengine.scene import Diagram

__all__ = ["Angle", "OrdinaryAngles", "ordinary_angles"]

Angle = tuple[str, str, str]
"""The angle between two rays; the second point is its vertex."""

_PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)))
"""The two ways of pairing the four lines of an equality of directed angles; both are equivalent."""


class OrdinaryAngles:
    """An equality of two angles, or of an angle and a number of degrees.

    Parameters
    ----------
    first : Angle
    second : Angle or Fraction
        Another angle, or its size as a fraction of 180°.
    """

    def __init__(self, first: Angle, second: Angle | Fraction) -> None:
        self.first, self.second = first, second

    def written(self, style: Style = "plain") -> str:
        """Write the equality, as ∠ABC = ∠DEF or ∠ABC = 60°."""
        return f"{_written(self.first, style)} = {_written(self.second, style)}"


def _written(side: Angle | Fraction, style: Style) -> str:
    if isinstance(side, Fraction):
        text = format_angle(side)
        return text.replace("°", r"^\circ") if style == "latex" else text
    return rf"\angle {join_latex(side)}" if style == "latex" else f"∠{join_points(side)}"


def ordinary_angles(statement: Statement, diagram: Diagram) -> OrdinaryAngles | None:
    """Translate a true statement about directed angles; None if the draws do not allow it.

    Parameters
    ----------
    statement : Statement
        An `eqangle` or `aconst`; others have no translation.
    diagram : Diagram

    Examples
    --------
    >>> import geoengine as ge
    >>> from geoengine.scene import place
    >>> diagram = place(ge.load_problem("a b c = iso_triangle"))
    >>> ordinary_angles(ge.parse_statement("eqangle b a b c c b c a"), diagram).written()
    '∠abc = ∠acb'
    """
    sides = [statement.points[k : k + 2] for k in range(0, len(statement.points), 2)]
    if statement.predicate == "aconst":
        angle = _between(sides[0], sides[1])
        return None if angle is None else _of_size(angle, statement, diagram)
    if statement.predicate != "eqangle":
        return None
    for pairing in _PAIRINGS:
        first, second = (_between(sides[i], sides[j]) for i, j in pairing)
        if first is None or second is None or _in_order(first) == _in_order(second):
            continue
        turns = [_turns(angle, diagram) for angle in (first, second)]
        off = np.abs(np.abs(turns[0]) - np.abs(turns[1]))
        if _clear(turns) and bool((off < RELATION_TOLERANCE).all()):
            return OrdinaryAngles(_in_order(first), _in_order(second))
    return None


def _of_size(angle: Angle, statement: Statement, diagram: Diagram) -> OrdinaryAngles | None:
    value = statement.value
    assert isinstance(value, Fraction)
    turns = _turns(angle, diagram)
    for size in (value, 1 - value):
        off = np.abs(np.abs(turns) - np.pi * float(size))
        if _clear([turns]) and bool((off < RELATION_TOLERANCE).all()):
            return OrdinaryAngles(_in_order(angle), size)
    return None


def _between(first: tuple[str, ...], second: tuple[str, ...]) -> Angle | None:
    """Return the angle of two lines at a point that both are named by; None if there is none."""
    for vertex in first:
        if vertex in second:
            (one,) = (point for point in first if point != vertex)
            (other,) = (point for point in second if point != vertex)
            return None if one == other else (one, vertex, other)
    return None


def _in_order(angle: Angle) -> Angle:
    one, vertex, other = angle
    return (*min((one, vertex, other), (other, vertex, one)),)


def _turns(angle: Angle, diagram: Diagram) -> NDArray[np.float64]:
    """Return the directed angle from the first ray to the second in each draw, in (-π, π]."""
    one, vertex, other = (
        diagram.xy[:, diagram.index[point]] @ np.array([1, 1j]) for point in angle
    )
    return np.asarray(np.angle((other - vertex) / (one - vertex)))


def _clear(turns: Iterable[NDArray[np.float64]]) -> bool:
    """Tell whether no angle is close to 0° or 180°."""
    return all(bool((np.abs(np.sin(turn)) > CONDITION_MARGIN).all()) for turn in turns)
