"""Quantities of an evaluated program: what ``asked`` and ``given`` speak of.

Every quantity has a dimension, the power of a length: 1 for lengths, 2 for areas, 3 for volumes,
0 for angles, numbers and ratios.
"""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geoengine.verify.programs.curves import Curve
from geoengine.verify.programs.evaluated import Evaluated, Opaque, SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.painting import painted_area, painted_perimeter
from geoengine.verify.programs.pens import Colour, colour_word
from geoengine.verify.programs.sampled_curves import drawn_curve

__all__ = ["QUANTITIES", "Quantity", "Shaded", "hull_volume"]


@dataclass(frozen=True)
class Quantity:
    """A number and its dimension."""

    value: float
    dimension: float = 0.0


@dataclass(frozen=True)
class Shaded:
    """What is visibly filled at the end, in any colour but white, or in one colour."""

    colour: str = ""

    def seen(self, colour: Colour) -> bool:
        """Whether a colour counts."""
        if not self.colour:
            return not colour.white
        if colour.name == self.colour:
            return True
        return colour_word(colour) == colour_word(Colour(self.colour)) and not colour.white


def _fault(text: str) -> ProgramError:
    return ProgramError(FaultKind.TYPE, text)


def _vector(value: Any) -> np.ndarray:
    if isinstance(value, complex):
        return np.array([value.real, value.imag, 0.0])
    if isinstance(value, Triple):
        return np.array(value, dtype=float)
    if isinstance(value, Opaque):
        raise ProgramError(FaultKind.UNSUPPORTED, f"the value of a {value.what}")
    raise _fault("expected a point")


def _vectors(values: Sequence[Any]) -> list[np.ndarray]:
    flat: list[Any] = []
    for value in values:
        flat += value if isinstance(value, list) else [value]
    return [_vector(value) for value in flat]


def _outline(value: Any, *, closed: bool = True) -> Curve:
    """The curve that a value is; an array of points is a closed chain, or an open one."""
    if isinstance(value, Curve):
        if value.rough:
            raise ProgramError(FaultKind.UNSUPPORTED, "a curve that is not round")
        return value
    if isinstance(value, list) and value and all(isinstance(part, complex) for part in value):
        return drawn_curve(value, closed=closed)
    if isinstance(value, Opaque):
        raise ProgramError(FaultKind.UNSUPPORTED, f"the value of a {value.what}")
    raise _fault("expected a path")


def _length(run: Evaluated, *values: Any) -> Quantity:
    del run
    if len(values) == 1:
        return Quantity(_outline(values[0], closed=False).length, 1)
    a, b = _vectors(values)
    return Quantity(float(np.linalg.norm(a - b)), 1)


def _between(u: np.ndarray, v: np.ndarray) -> float:
    """The angle of two vectors in degrees, also where it is close to 0 or 180."""
    if not (np.linalg.norm(u) and np.linalg.norm(v)):
        raise ProgramError(FaultKind.VALUE, "an angle with a side of no length")
    return math.degrees(math.atan2(float(np.linalg.norm(np.cross(u, v))), float(u @ v)))


def _angle(run: Evaluated, *values: Any) -> Quantity:
    del run
    a, b, c = _vectors(values)
    return Quantity(_between(a - b, c - b))


def _area(run: Evaluated, *values: Any) -> Quantity:
    if len(values) == 1 and isinstance(values[0], Shaded):
        return Quantity(painted_area(run.paints, values[0].seen), 2)
    if len(values) == 1:
        return Quantity(_outline(values[0]).area, 2)
    points = _vectors(values)
    total = sum(
        (np.cross(p - points[0], q - points[0]) for p, q in itertools.pairwise(points)),
        np.zeros(3),
    )
    return Quantity(float(np.linalg.norm(total)) / 2, 2)


def _perimeter(run: Evaluated, *values: Any) -> Quantity:
    if len(values) == 1 and isinstance(values[0], Shaded):
        return Quantity(painted_perimeter(run.paints, values[0].seen), 1)
    if len(values) == 1:
        outline = _outline(values[0])
        gap = abs(outline.end - outline.start) if outline.pieces and not outline.closed else 0.0
        return Quantity(outline.length + gap, 1)
    points = _vectors(values)
    around = zip(points, [*points[1:], points[0]], strict=True)
    return Quantity(math.fsum(float(np.linalg.norm(p - q)) for p, q in around), 1)


def _radius(run: Evaluated, value: Any) -> Quantity:
    del run
    if isinstance(value, int | float):
        return Quantity(float(value), 1)
    found = _outline(value).circle
    if found is None:
        raise _fault("expected a circle or an arc of one")
    return Quantity(found[1], 1)


def hull_volume(points: Sequence[np.ndarray]) -> float:
    """The volume of the convex hull of points in space; 0 where they lie in a plane.

    Examples
    --------
    >>> corners = [np.array([x, y, z]) for x in (0, 1) for y in (0, 2) for z in (0, 3)]
    >>> round(hull_volume(corners), 9)
    6.0
    """
    from scipy.spatial import ConvexHull, QhullError

    try:
        return float(ConvexHull(np.array(points, dtype=float)).volume)
    except (QhullError, ValueError):
        return 0.0


def _volume(run: Evaluated, *values: Any) -> Quantity:
    del run
    return Quantity(hull_volume(_vectors(values)), 3)


def _dihedral(run: Evaluated, *values: Any) -> Quantity:
    """The angle at the edge AB between the half-planes with C and D, in degrees."""
    del run
    a, b, c, d = _vectors(values)
    edge = b - a
    size = float(edge @ edge)
    if not size:
        raise ProgramError(FaultKind.VALUE, "an edge of no length")
    u = (c - a) - edge * float((c - a) @ edge) / size
    v = (d - a) - edge * float((d - a) @ edge) / size
    return Quantity(_between(u, v))


def _distance(run: Evaluated, *values: Any) -> Quantity:
    """The distance of a point from a point, a line or a plane."""
    del run
    p, *others = _vectors(values)
    if len(others) == 1:
        return Quantity(float(np.linalg.norm(p - others[0])), 1)
    a, b, *rest = others
    u = b - a
    if rest:
        normal = np.cross(u, rest[0] - a)
        size = float(np.linalg.norm(normal))
        if not size:
            raise ProgramError(FaultKind.VALUE, "a plane through points on a line")
        return Quantity(abs(float((p - a) @ normal)) / size, 1)
    size = float(np.linalg.norm(u))
    if not size:
        raise ProgramError(FaultKind.VALUE, "a line through one point")
    return Quantity(float(np.linalg.norm(np.cross(u, p - a))) / size, 1)


def _plane_angle(run: Evaluated, *values: Any) -> Quantity:
    """The angle of a line AB and a plane CDE, in degrees, from 0 to 90."""
    del run
    a, b, c, d, e = _vectors(values)
    normal = np.cross(d - c, e - c)
    return Quantity(abs(90 - _between(b - a, normal)))


def _lines_angle(run: Evaluated, *values: Any) -> Quantity:
    """The angle of two lines AB and CD, in degrees, from 0 to 90."""
    del run
    a, b, c, d = _vectors(values)
    found = _between(b - a, d - c)
    return Quantity(min(found, 180 - found))


def _surface(run: Evaluated, *values: Any) -> Quantity:
    """The area of the surface of the convex hull of points in space."""
    del run
    from scipy.spatial import ConvexHull

    return Quantity(float(ConvexHull(np.array(_vectors(values))).area), 2)


def _sqrt(run: Evaluated, value: Any) -> Quantity:
    del run
    if not isinstance(value, Quantity) or value.value < 0:
        raise _fault("expected a number that is not negative")
    return Quantity(math.sqrt(value.value), value.dimension / 2)


def _of_degrees(function: Callable[[float], float]) -> Callable[..., Quantity]:
    def found(run: Evaluated, value: Any) -> Quantity:
        del run
        if not isinstance(value, Quantity) or value.dimension:
            raise _fault("expected a number of degrees")
        return Quantity(function(math.radians(value.value)))

    return found


def _count(run: Evaluated, value: Any) -> Quantity:
    del run
    if isinstance(value, list | str):
        return Quantity(float(len(value)))
    if isinstance(value, SpaceCurve):
        return Quantity(float(len(value.vertices)))
    raise _fault("expected an array")


def _sum_angle(run: Evaluated, *values: Any) -> Quantity:
    """The angle from A to C at B counterclockwise, from 0 to 360 degrees."""
    del run
    a, b, c = values
    if not all(isinstance(z, complex) for z in values) or a == b or b == c:
        raise _fault("expected three points of the plane")
    return Quantity(math.degrees(cmath.phase((c - b) / (a - b))) % 360)


QUANTITIES: dict[str, Callable[..., Quantity]] = {
    "length": _length, "angle": _angle, "area": _area, "perimeter": _perimeter,
    "arclength": _length, "radius": _radius, "volume": _volume, "dihedral": _dihedral,
    "distance": _distance, "plane_angle": _plane_angle, "lines_angle": _lines_angle,
    "surface": _surface, "sqrt": _sqrt, "count": _count, "turn": _sum_angle,
    "sin": _of_degrees(math.sin), "cos": _of_degrees(math.cos), "tan": _of_degrees(math.tan),
}  # fmt: skip
"""The functions of ``asked`` and ``given``; each gets the evaluated program first."""
