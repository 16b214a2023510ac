"""The values of programs, and what converts to what."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from geoengine.program.curves import Path, Segment, Triple
from geoengine.program.pens import Pen
from geoengine.program.projection import Projection
from geoengine.program.transforms import Transform
from geoengine.program.type_names import element_of

__all__ = ["Array", "Value", "convert", "finite", "polyline", "type_of"]

Value: TypeAlias = Any
"""int, float (real), complex (pair), Triple, bool, str, Path, Pen, Transform, Array, or None."""


@dataclass(slots=True)
class Array:
    """An array, which its variables share.

    Attributes
    ----------
    type : str
        Of its elements.
    items : list
        None stands for an element without a value.
    cyclic : bool
        Whether indices begin anew after the last element.
    """

    type: str
    items: list[Value] = field(default_factory=list)
    cyclic: bool = False


_TYPES: dict[type, str] = {
    bool: "bool",
    int: "int",
    float: "real",
    complex: "pair",
    Triple: "triple",
    str: "string",
    Path: "path",
    Pen: "pen",
    Transform: "transform",
    Projection: "projection",
}


def type_of(value: Value) -> str:
    """Return the type of a value, as programs name it.

    Examples
    --------
    >>> type_of(1j), type_of(Array("real", [1.0]))
    ('pair', 'real[]')
    """
    if isinstance(value, Array):
        return f"{value.type}[]"
    if isinstance(value, Path) and value.in_space:
        return "path3"
    return _TYPES.get(type(value), "void")


def convert(value: Value, wanted: str) -> Value:
    """Return a value as a type; NotImplemented if that is not possible without being asked.

    Whole numbers are reals, reals are pairs, a pair is a path of one point, and a path an array
    of one path.
    """
    found = type_of(value)
    if found == wanted:
        return value
    match found, wanted:
        case "int", "real":
            return float(value)
        case (("int" | "real"), "pair"):
            return complex(value)
        case ("pair", "path") | ("triple", "path3"):
            return Path((), False, value)
        case (("path" | "pair"), "path[]"):
            return Array("path", [convert(value, "path")])
        case (("path3" | "triple"), "path3[]"):
            return Array("path3", [convert(value, "path3")])
        case "pair[]", "path[]":
            return Array("path", [convert(item, "path") for item in value.items])
        case _ if isinstance(value, Array) and wanted.endswith("[]"):
            inner = element_of(wanted)
            items = [None if item is None else convert(item, inner) for item in value.items]
            if any(item is NotImplemented for item in items):
                return NotImplemented
            return Array(inner, items, value.cyclic)
    return NotImplemented


def finite(value: Value) -> bool:
    """Whether no part of a number is infinite or undefined, or too large for Asymptote."""
    match value:
        case bool():
            return True
        case int():
            return abs(value) < 2**63
        case float():
            return math.isfinite(value)
        case complex():
            return math.isfinite(value.real) and math.isfinite(value.imag)
        case Triple(x, y, z):
            return math.isfinite(x) and math.isfinite(y) and math.isfinite(z)
    return True


def polyline(points: Sequence[complex | Triple], *, closed: bool) -> Path:
    """Return the path of segments through points."""
    ends = [*points[1:], points[0]] if closed else points[1:]
    pieces = tuple(Segment(a, b) for a, b in zip(points, ends, strict=False))
    return Path(pieces, closed, points[0])
