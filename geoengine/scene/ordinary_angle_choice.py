"""Directed angles between lines, written as ordinary angles where the figure allows it.

The turn from line AB to line BC is, modulo 180°, the turn from ray BA to ray BC: either the
ordinary angle ABC or its supplement. Two directed angles that are equal are therefore equal as
ordinary angles in exactly those figures in which both turn the same way (or are right angles).
Questions and proofs both use `ordinary_angles`, so that they agree if given the same draws.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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
from geoengine.scene.diagram import Diagram
from geoengine.scene.placement import scatter
from geoengine.scene.problem import Problem

__all__ = ["Angle", "OrdinaryAngles", "counterclockwise", "ordinary_angles", "turns", "varied"]

Angle = tuple[str, str, str]
"""An ordinary angle: a point on one ray, the vertex, and a point on the other ray."""

_PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)))
"""The two equivalent ways to pair the four lines of an equality of angles."""


@dataclass(frozen=True, slots=True)
class OrdinaryAngles:
    """An equality of two ordinary angles, or of an ordinary angle and its size.

    Attributes
    ----------
    first : Angle
    second : Angle or Fraction
        Another angle, or the size as a fraction of 180°.
    """

    first: Angle
    second: Angle | Fraction

    def written(self, style: Style = "plain") -> str:
        """Return the equality, as ∠ABC = ∠DEF or ∠ABC = 60°; every style but latex writes it so."""
        return f"{_written(self.first, style)} = {_written(self.second, style)}"


def _written(side: Angle | Fraction, style: Style) -> str:
    if isinstance(side, Fraction):
        text = format_angle(side)
        return text.replace("°", r"^\circ") if style == "latex" else text
    return rf"\angle {join_latex(side)}" if style == "latex" else f"∠{join_points(side)}"


def ordinary_angles(statement: Statement, diagram: Diagram) -> OrdinaryAngles | None:
    """Write a true statement about directed angles with ordinary angles.

    Parameters
    ----------
    statement : Statement
    diagram : Diagram

    Returns
    -------
    OrdinaryAngles or None
        None unless the statement is an `eqangle` or `aconst` about angles at a named vertex, and
        the ordinary angles are equal, or have the given size, in every draw.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem, place
    >>> diagram = place(load_problem("a b c = iso_triangle"))
    >>> ordinary_angles(parse_statement("eqangle b a b c c b c a"), diagram).written()
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
        one, other = turns(first, diagram), turns(second, diagram)
        if not (_is_clear(one) and _is_clear(other)):
            continue
        if _equal(np.abs(one), np.pi / 2) and _equal(np.abs(other), np.pi / 2):
            # Right angles are equal whichever way they turn. The order of the rays keeps the two
            # statements about them apart.
            return OrdinaryAngles(_in_order(first), _reversed_as(first, second))
        if _equal(one, other):
            return OrdinaryAngles(_in_order(first), _in_order(second))
    return None


def counterclockwise(lines: tuple[str, ...], diagram: Diagram) -> Angle | None:
    """Return the ordinary angle that is the counterclockwise turn between lines in every draw.

    Parameters
    ----------
    lines : tuple of str
        Two points of the first line, then two of the second.
    diagram : Diagram

    Returns
    -------
    Angle or None
        None if the lines have no named point in common, or if the turn from ray to ray is
        clockwise or nearly flat in some draw.
    """
    angle = _between(lines[:2], lines[2:])
    if angle is None:
        return None
    turn = turns(angle, diagram)
    return angle if _is_clear(turn) and bool((turn > 0).all()) else None


def turns(angle: Angle, diagram: Diagram) -> NDArray[np.float64]:
    """Return the turn from the first ray to the second in each draw: radians in (-π, π]."""
    one, vertex, other = (
        diagram.xy[:, diagram.index[point]] @ np.array([1, 1j]) for point in angle
    )
    return np.asarray(np.angle((other - vertex) / (one - vertex)))


def varied(problem: Problem, diagram: Diagram) -> Diagram:
    """Add many independent draws to a diagram.

    Ordinary angles may differ between figures in which all relations hold: a point that is free on
    a circle may be on either arc. Statements for readers who do not see the figure should be true
    in these draws. Draws in which a goal fails that holds in the diagram are left out, since they
    show another configuration, such as an excenter instead of the incenter.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram
        A figure of the problem.

    Returns
    -------
    Diagram
        The draws of `diagram`, then the new ones; segments and circles stay.
    """
    draws = scatter(problem)
    for goal in filter(diagram.holds, problem.goals):
        draws = draws[goal.holds(draws, diagram.index)]
    return replace(diagram, xy=np.concatenate([diagram.xy, draws]))


def _of_size(angle: Angle, statement: Statement, diagram: Diagram) -> OrdinaryAngles | None:
    value = statement.value
    assert isinstance(value, Fraction)
    turn = turns(angle, diagram)
    if not (_is_clear(turn) and _equal(turn % np.pi, np.pi * float(value))):
        return None
    for size, applies in ((value, turn > 0), (1 - value, turn < 0)):
        if applies.all():
            return OrdinaryAngles(_in_order(angle), size)
    return None


def _between(first: tuple[str, ...], second: tuple[str, ...]) -> Angle | None:
    """Return the angle of two lines at a point by which both are named; None if there is none."""
    for vertex in first:
        if vertex in second:
            (one,) = (point for point in first if point != vertex)
            (other,) = (point for point in second if point != vertex)
            return None if one == other else (one, vertex, other)
    return None


def _in_order(angle: Angle) -> Angle:
    one, vertex, other = angle
    return (*min((one, vertex, other), (other, vertex, one)),)


def _reversed_as(first: Angle, second: Angle) -> Angle:
    """Return the second angle, its rays swapped if `_in_order` swaps those of the first."""
    return second if _in_order(first) == first else (second[2], second[1], second[0])


def _is_clear(turn: NDArray[np.float64]) -> bool:
    """Whether the angle is clearly different from 0° and 180° in every draw."""
    return bool((np.abs(np.sin(turn)) > CONDITION_MARGIN).all())


def _equal(one: NDArray[np.float64], other: NDArray[np.float64] | float) -> bool:
    return bool((np.abs(one - other) < RELATION_TOLERANCE).all())
