"""Lines and circles of the location vocabulary as people write them in programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["CircleCode", "LineCode", "Pair", "circles_meet"]

Pair = tuple[Any, Any]
"""The exact coordinates of a point."""


@dataclass(frozen=True, slots=True)
class LineCode:
    """A line through two points.

    Attributes
    ----------
    first, second : str
        The code of two points on it.
    through : frozenset of str
        The named points through which it always passes.
    """

    first: str
    second: str
    through: frozenset[str]


@dataclass(frozen=True, slots=True)
class CircleCode:
    """A circle by its center and its radius.

    Attributes
    ----------
    center : str
        The name of a point.
    radius : str
        Its code.
    through : frozenset of str
        The named points through which it always passes.
    exact : (Pair, number) or None
        The exact center, and the square of the exact radius, where they are known.
    """

    center: str
    radius: str
    through: frozenset[str]
    exact: tuple[Pair, Any] | None = None


def circles_meet(one: tuple[Pair, Any], other: tuple[Pair, Any]) -> list[Pair]:
    """Return where two circles meet, exactly; the circles have centers and squares of radii.

    Examples
    --------
    >>> from fractions import Fraction
    >>> circle = ((Fraction(0), Fraction(0)), 169)
    >>> [tuple(map(str, place)) for place in circles_meet(circle, ((Fraction(14), 0), 225))]
    [('5', '12'), ('5', '-12')]
    """
    from geoengine.solid import root

    ((x, y), square), ((u, v), other_square) = one, other
    dx, dy = u - x, v - y
    apart = dx * dx + dy * dy
    along = (square + apart - other_square) / (2 * apart)
    rest = square / apart - along * along
    if not float(rest) > 0:
        return []
    across = root(rest)
    return [
        (x + along * dx - side * across * dy, y + along * dy + side * across * dx)
        for side in (1, -1)
    ]
