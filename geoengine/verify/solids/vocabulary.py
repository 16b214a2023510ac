"""All functions that the expressions of a record may use, apart from those of moving points."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from geoengine.verify.solids import (
    bodies,
    cube_counts,
    curved_parts,
    flats,
    graph_counts,
    named_things,
    point_counts,
    surface_paths,
)
from geoengine.verify.solids.shapes import UndefinedError

__all__ = ["FUNCTIONS"]


def _root(x: float) -> float:
    if x < -1e-12:
        raise UndefinedError("the root of a negative number")
    return math.sqrt(max(0.0, x))


def _arc(value: float) -> float:
    if abs(value) > 1 + 1e-12:
        raise UndefinedError("no angle has this cosine")
    return math.degrees(math.acos(max(-1.0, min(1.0, value))))


def _is_square(x: float) -> bool:
    from fractions import Fraction

    near = Fraction(x).limit_denominator(10**6)
    return near >= 0 and all(math.isqrt(n) ** 2 == n for n in (near.numerator, near.denominator))


_NUMBERS: dict[str, Callable[..., Any]] = {
    "sqrt": _root,
    "abs": abs,
    "min": min,
    "max": max,
    "gcd": math.gcd,
    "cosd": lambda x: math.cos(math.radians(x)),
    "sind": lambda x: math.sin(math.radians(x)),
    "tand": lambda x: math.tan(math.radians(x)),
    "degrees_of_cos": _arc,
    "degrees_of_tan": lambda x: math.degrees(math.atan(x)) % 180,
    "is_square": _is_square,
    "binomial": lambda n, k: math.comb(n, k) if 0 <= k <= n <= 10_000 else 0,
    "factorial": lambda n: math.factorial(min(n, 1000)),
    "len": len,
}

FUNCTIONS: dict[str, Callable[..., Any]] = {
    **_NUMBERS,
    **bodies.FUNCTIONS,
    **curved_parts.FUNCTIONS,
    **flats.FUNCTIONS,
    **named_things.FUNCTIONS,
    **point_counts.FUNCTIONS,
    **cube_counts.FUNCTIONS,
    **graph_counts.FUNCTIONS,
    **surface_paths.FUNCTIONS,
}
"""The functions by name."""
