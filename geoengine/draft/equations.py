"""Equations in x and y as lines and conics."""

from __future__ import annotations

from collections.abc import Mapping

from geoengine.draft.conics import shape_of
from geoengine.draft.shapes import Conic, Line, Value

__all__ = ["Polynomial", "curve_of"]

Polynomial = Mapping[tuple[int, int], float]
"""Coefficients by the powers of x and y."""


def curve_of(polynomial: Polynomial) -> Value:
    """Return the line or conic on which a polynomial of degree 2 at most is 0.

    A line ``a x + b y + c = 0`` runs in the direction (b, -a).

    Examples
    --------
    >>> curve_of({(1, 0): 1.0, (0, 0): -3.0}).shape
    Line(point=(3+0j), direction=-1j)
    """
    xx, yy, xy, x, y, one = (
        polynomial.get(powers, 0.0) for powers in ((2, 0), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0))
    )
    if not (xx or yy or xy):
        normal = complex(x, y)
        if not normal:
            return Value("line", None)
        return Value("line", Line(-normal * one / abs(normal) ** 2, complex(y, -x)))
    shape = shape_of(Conic(xx, yy, xy / 2, x / 2, y / 2, one))
    if shape is None or isinstance(shape, Conic):
        return Value("circle" if xx == yy and not xy else "conic", shape)
    return Value("circle", shape)
