"""Values of Python programs, and what they are for measuring."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geoengine.verify.programs.curves import Arc, Curve, Piece, Segment, polyline
from geoengine.verify.programs.evaluated import Opaque, SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError, Spent
from geoengine.verify.programs.pens import Colour

__all__ = ["Known", "Module", "Patch", "as_measured", "drawn_curve", "is_number", "plain", "sized"]

_FEWEST, _WIDEST = 12, math.radians(8)
"""Steps along one circle that stand for the circle: how many at least, and how wide at most."""


@dataclass(frozen=True)
class Known:
    """A function of a library that programs may call."""

    name: str
    function: Callable[..., Any]


@dataclass(frozen=True)
class Module:
    """A module and its members; a lax one has others, which do not bear on measures."""

    name: str
    members: dict[str, Any]
    lax: bool = False


@dataclass(frozen=True)
class Patch:
    """A patch of matplotlib."""

    curve: Curve | SpaceCurve
    colour: Colour | None
    zorder: float = 1.0


def is_number(value: Any) -> bool:
    """Whether a value is a real number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def plain(value: Any) -> Any:
    """A scalar of numpy as one of Python; other values as they are, if they are not too large."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "biufc":
            raise ProgramError(FaultKind.UNSUPPORTED, f"an array of type {value.dtype}")
        if value.ndim == 0:
            return value.item()
        sized(value.size)
    return value


def sized(count: int) -> None:
    """Check the size of something that is made.

    Raises
    ------
    ProgramError
        If it is too large.
    """
    if count > Spent.MAX_SIZE:
        raise ProgramError(FaultKind.LIMIT, f"more than {Spent.MAX_SIZE} elements")


def as_measured(value: Any, *, in_space: bool = False, depth: int = 0) -> Any:
    """A value in the form that measuring knows.

    Examples
    --------
    >>> as_measured(np.array([1.0, 2.0])), as_measured([(0, 0), (1, 2)])
    ((1+2j), [0j, (1+2j)])
    """
    if depth > 6:
        return Opaque("deep list")
    if isinstance(value, Patch):
        return value.curve
    if isinstance(value, bool | int | float | complex | str):
        return value
    if isinstance(value, np.ndarray):
        value = value.tolist()
        in_space = in_space or (len(value) == 3 and all(map(is_number, value)))
    if isinstance(value, list | tuple):
        if all(map(is_number, value)):
            if len(value) == 2:
                return complex(*value)
            if len(value) == 3 and in_space:
                return Triple(*map(float, value))
        inner = in_space or all(isinstance(v, np.ndarray) for v in value)
        return [as_measured(v, in_space=inner, depth=depth + 1) for v in value[:5000]]
    return Opaque(type(value).__name__)


def drawn_curve(points: Sequence[complex], *, closed: bool = False) -> Curve:
    """The curve that a list of points draws; runs along a circle are read as its arc.

    Examples
    --------
    >>> import numpy as np
    >>> half = drawn_curve(3 * np.exp(1j * np.linspace(0, np.pi, 91)), closed=True)
    >>> len(half.pieces), round(half.area, 6)
    (2, 14.137167)
    """
    z = [complex(p) for p in points]
    if not all(map(cmath.isfinite, z)):
        raise ProgramError(FaultKind.VALUE, "a path is not finite")
    if len(z) > 1 and abs(z[0] - z[-1]) <= 1e-12 * (1 + abs(z[0])):
        closed, z = True, [*z[:-1], z[0]]
    elif closed and z:
        z.append(z[0])
    if len(z) <= _FEWEST:
        return polyline(z[:-1] if closed else z, closed=closed)
    pieces: list[Piece] = []
    at = 0
    while at < len(z) - 1:
        end, found = _run_of_arc(z, at)
        if found is not None:
            pieces.append(found)
            at = end
        else:
            if z[at] != z[at + 1]:
                pieces.append(Segment(z[at], z[at + 1]))
            at += 1
    return Curve(tuple(pieces), closed, z[0])


def _run_of_arc(z: Sequence[complex], at: int) -> tuple[int, Arc | None]:
    """The longest run of equal steps along a circle, from a place; None if it is short."""
    if at + _FEWEST >= len(z):
        return at, None
    u, v = z[at + 1] - z[at], z[at + 2] - z[at + 1]
    if not u or not v:
        return at, None
    turn = v / u
    if abs(abs(turn) - 1) > 1e-6 or not 1e-6 < abs(cmath.phase(turn)) < _WIDEST:
        return at, None
    end, step = at + 2, v
    while end + 1 < len(z):
        following = z[end + 1] - z[end]
        if not following or abs(following / step - turn) > 1e-6 * (1 + abs(turn)):
            break
        end, step = end + 1, following
    if end - at < _FEWEST:
        return at, None
    angle = cmath.phase(turn)
    count = end - at
    # The center is the fixed point of the turn that takes each point to the next.
    whole = cmath.exp(1j * angle)
    center = (z[at + 1] - whole * z[at]) / (1 - whole)
    radius = abs(z[at] - center)
    first = cmath.phase(z[at] - center)
    return end, Arc(center, complex(radius), radius * 1j, first, first + count * angle)
