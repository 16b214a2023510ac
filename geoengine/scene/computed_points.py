"""The computed points of the location vocabulary: each function returns all solutions.

Arguments are in the order that `geoengine.catalogue.vocabulary` gives for each word; angles are in
degrees. A function without solutions raises `NoSolution`.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable

from geoengine.scene.curves import NoSolution

__all__ = ["COMPUTED_POINTS"]


def _midpoint(a: complex, b: complex) -> list[complex]:
    return [(a + b) / 2]


def _divide(a: complex, b: complex, part: float) -> list[complex]:
    return [a + part * (b - a)]


def _reach(a: complex, b: complex, length: float) -> list[complex]:
    return [a + length * (b - a) / abs(b - a)]


def _mirror(a: complex, b: complex) -> list[complex]:
    return [2 * b - a]


def _reflect(a: complex, b: complex, c: complex) -> list[complex]:
    return [b + (c - b) * ((a - b) / (c - b)).conjugate()]


def _rotate(a: complex, o: complex, degrees: float) -> list[complex]:
    # Right angles are common; this way they are exact.
    quarter = {90.0: 1j, -90.0: -1j}.get(degrees)
    return [o + (a - o) * (quarter or cmath.exp(1j * math.radians(degrees)))]


def _translate(p: complex, a: complex, b: complex) -> list[complex]:
    return [p + (b - a)]


def _rim(o: complex, i: complex, a: complex) -> list[complex]:
    return [o + (i - o) * (abs(a - o) / abs(i - o))]


def _tangent(o: complex, a: complex, w: complex, other: float) -> list[complex]:
    """Find the points where common tangents touch the circle around o through a.

    `other` is the radius of the circle around w; a negative one gives the internal tangents.
    """
    axis, radius = w - o, abs(a - o)
    cosine = (radius - other) / abs(axis)
    if abs(cosine) > 1 - 1e-9:
        raise NoSolution("two circles have no common tangent")
    sine = math.sqrt(1 - cosine**2)
    unit = radius * axis / abs(axis)
    return [o + unit * complex(cosine, -sine), o + unit * complex(cosine, sine)]


def _touch(o: complex, a: complex, w: complex, b: complex) -> list[complex]:
    return _tangent(o, a, w, abs(b - w))


def _itouch(o: complex, a: complex, w: complex, b: complex) -> list[complex]:
    return _tangent(o, a, w, -abs(b - w))


def _kiss(a: complex, b: complex, c: complex, o: complex) -> list[complex]:
    """Find the centers of circles that touch ca, cb and, from inside, the circle around o.

    A center c + s·bisector is at distance s·sine from the sides and R - s·sine from o.
    """
    toward_a, toward_b = (a - c) / abs(a - c), (b - c) / abs(b - c)
    unit = (toward_a + toward_b) / abs(toward_a + toward_b)
    sine = abs((unit.conjugate() * toward_a).imag)
    radius, offset = abs(a - o), c - o
    p = 1 - sine**2
    q = (offset.conjugate() * unit).real + radius * sine
    constant = abs(offset) ** 2 - radius**2
    root = q**2 - p * constant
    if root <= 0 or p < 1e-9:
        raise NoSolution("no circle touches the two lines and the circle")
    # A negative s gives a circle in the opposite angle that touches from outside.
    sizes = [(-q + math.sqrt(root)) / p, (-q - math.sqrt(root)) / p]
    return [c + s * unit for s in sizes if s > 0]


def _section(a: complex, b: complex, ratio: float) -> list[complex]:
    return [(a + ratio * b) / (1 + ratio)]


def _outsection(a: complex, b: complex, ratio: float) -> list[complex]:
    if abs(ratio - 1) < 1e-12:
        raise NoSolution("no point outside a segment divides it in the ratio 1")
    return [(a - ratio * b) / (1 - ratio)]


def _away(a: complex, b: complex, c: complex, degrees: float) -> list[complex]:
    left = ((a - b).conjugate() * (c - b)).imag > 0
    return _rotate(a, b, -degrees if left else degrees)


def _inverse(p: complex, o: complex, a: complex) -> list[complex]:
    return [o + abs(a - o) ** 2 / (p - o).conjugate()]


def _harmonic(a: complex, b: complex, c: complex) -> list[complex]:
    part = ((c - a) / (b - a)).real
    return [a + part / (2 * part - 1) * (b - a)]


def _alike(a: complex, b: complex, c: complex, p: complex, q: complex) -> list[complex]:
    return [p + (c - a) / (b - a) * (q - p)]


def _unlike(a: complex, b: complex, c: complex, p: complex, q: complex) -> list[complex]:
    return [p + ((c - a) / (b - a)).conjugate() * (q - p)]


def _spiral(a: complex, b: complex, c: complex, d: complex) -> list[complex]:
    return [(a * d - b * c) / (a + d - b - c)]


def _outer(o: complex, a: complex, w: complex, b: complex) -> list[complex]:
    r, s = abs(a - o), abs(b - w)
    if abs(r - s) < 1e-9 * (r + s):
        raise NoSolution("two equal circles have no external center of similitude")
    return [(s * o - r * w) / (s - r)]


def _inner(o: complex, a: complex, w: complex, b: complex) -> list[complex]:
    r, s = abs(a - o), abs(b - w)
    return [(s * o + r * w) / (s + r)]


COMPUTED_POINTS: dict[str, Callable[..., list[complex]]] = {
    "midpoint": _midpoint,
    "divide": _divide,
    "reach": _reach,
    "mirror": _mirror,
    "reflect": _reflect,
    "rotate": _rotate,
    "translate": _translate,
    "rim": _rim,
    "touch": _touch,
    "itouch": _itouch,
    "kiss": _kiss,
    "section": _section,
    "outsection": _outsection,
    "away": _away,
    "inverse": _inverse,
    "harmonic": _harmonic,
    "alike": _alike,
    "unlike": _unlike,
    "spiral": _spiral,
    "outer": _outer,
    "inner": _inner,
}
"""The function for each computed point of the location vocabulary."""
