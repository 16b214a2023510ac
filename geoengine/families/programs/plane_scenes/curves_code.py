"""Lines and circles of the location vocabulary as people write them in programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.catalogue import Location
from geoengine.solid import root

__all__ = [
    "LINES",
    "POINTS",
    "CircleCode",
    "LineCode",
    "Pair",
    "circles_meet",
    "crossing",
    "difference",
    "named_center",
]

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


def named_center(locations: Sequence[Location], names: Mapping[str, str]) -> str | None:
    """Return code for a point that has a name in programs."""
    if len(locations) != 2:
        return None
    one, other = (
        (location.word, *(names[letter] for letter in location.letters)) for location in locations
    )
    match one, other:
        case ("tline", p, a, b), ("line", c, d) if {a, b} == {c, d}:
            return f"foot({p}, {a}, {b})"
        case ("bline", a, b), ("bline", c, d) if len({a, b} & {c, d}) == 1:
            (common,) = {a, b} & {c, d}
            rest = [name for name in (a, b, c, d) if name != common]
            return f"circumcenter({common}, {', '.join(rest)})"
        case ("tline", a, b, c), ("tline", d, e, f) if {a, b, c} == {d, e, f}:
            return f"orthocenter({a}, {b}, {c})"
        case ("bisector", a, b, c), ("bisector", d, e, f) if {a, b, c} == {d, e, f}:
            return f"incenter({b}, {a}, {c})"
    return None


def crossing(one: LineCode, other: LineCode) -> str:
    """Return code for where two lines meet."""
    return f"extension({one.first}, {one.second}, {other.first}, {other.second})"


def difference(second: str, first: str) -> str:
    """Return the code of a difference, shorter where the first point is the start of a sum."""
    if second.startswith(f"{first} + "):
        return second.removeprefix(f"{first} + ")
    return f"{second} - {first}" if second.isidentifier() else f"({second}) - {first}"


POINTS: dict[str, Callable[..., list[str]]] = {
    "midpoint": lambda a, b: [f"midpoint({a}--{b})"],
    "divide": lambda a, b, part: [f"interp({a}, {b}, {part})"],
    "reach": lambda a, b, length: [f"{a} + @[{length}]*unit({b} - {a})"],
    "mirror": lambda a, b: [f"2*{b} - {a}"],
    "reflect": lambda a, b, c: [f"reflect({b}, {c})*{a}"],
    "rotate": lambda a, o, degrees: [f"rotate({degrees}, {o})*{a}"],
    "translate": lambda p, a, b: [f"{p} + {b} - {a}"],
    "rim": lambda o, i, a: [f"{o} + abs({a} - {o})*unit({i} - {o})"],
    "section": lambda a, b, ratio: [f"({a} + {ratio}*{b})/(1 + {ratio})"],
    "away": lambda a, b, c, degrees: [f"rotate({sign}{degrees}, {b})*{a}" for sign in ("", "-")],
    "alike": lambda a, b, c, p, q: [f"{p} + ({c} - {a})/({b} - {a})*({q} - {p})"],
}
"""Code for computed points; where there are several, the nearest is meant."""

LINES: dict[str, Callable[..., tuple[str, str]]] = {
    "line": lambda a, b: (a, b),
    "within": lambda a, b: (a, b),
    "beyond": lambda a, b: (a, b),
    "pline": lambda p, a, b: (p, f"{p} + {b} - {a}"),
    "pray": lambda p, a, b: (p, f"{p} + {b} - {a}"),
    "tline": lambda p, a, b: (p, f"{p} + rotate(90)*({b} - {a})"),
    "bline": lambda a, b: (f"midpoint({a}--{b})", f"midpoint({a}--{b}) + rotate(90)*({b} - {a})"),
    "bisector": lambda a, b, c: (b, f"bisectorpoint({a}, {b}, {c})"),
    "exbisector": lambda a, b, c: (b, f"{b} + unit({a} - {b}) - unit({c} - {b})"),
    "touching": lambda a, b, c: (a, f"{a} + rotate(90)*(circumcenter({a}, {b}, {c}) - {a})"),
    "slant": lambda a, b, c, degrees: (c, f"{c} + rotate({degrees})*({b} - {a})"),
    "sangle": lambda a, b, degrees: (b, f"{b} + rotate({degrees})*({a} - {b})"),
}
"""Code for two points on each line."""
