"""The curves of the location vocabulary, computed from points given as complex numbers.

Arguments are in the order that `geoengine.catalogue.vocabulary` gives for each word; angles are in
degrees. A function raises `NoSolution` where there is no such curve.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable

from geoengine.scene.curves import Circle, Curve, Line, NoSolution, Part

__all__ = ["LOCI"]


def _unit(z: complex) -> complex:
    size = abs(z)
    if size < 1e-12:
        raise NoSolution("two points that have to differ coincide")
    return z / size


def _line(a: complex, b: complex) -> Line:
    return Line(a, b - a, Part.SEGMENT)


def _within(a: complex, b: complex) -> Line:
    return Line(a, b - a, Part.WITHIN)


def _beyond(a: complex, b: complex) -> Line:
    return Line(b, b - a, Part.BEYOND)


def _pline(p: complex, a: complex, b: complex) -> Line:
    return Line(p, b - a)


def _pray(p: complex, a: complex, b: complex) -> Line:
    return Line(p, b - a, Part.RAY)


def _tline(p: complex, a: complex, b: complex) -> Line:
    return Line(p, 1j * (b - a))


def _bline(a: complex, b: complex) -> Line:
    return Line((a + b) / 2, 1j * (b - a))


def _bisector(a: complex, b: complex, c: complex) -> Line:
    size = (abs(a - b) + abs(c - b)) / 2
    return Line(b, _unit(_unit(a - b) + _unit(c - b)) * size, Part.RAY)


def _exbisector(a: complex, b: complex, c: complex) -> Line:
    inner = _bisector(a, b, c)
    return Line(b, 1j * inner.along)


def _trisector(a: complex, b: complex, c: complex) -> Line:
    third = cmath.phase((c - b) / (a - b)) / 3
    return Line(b, (a - b) * cmath.exp(1j * third), Part.RAY)


def _amirror(a: complex, b: complex, c: complex) -> Line:
    return Line(b, _unit(c - b) ** 2 * (a - b).conjugate(), Part.RAY)


def _aline(a: complex, b: complex, c: complex, d: complex, e: complex) -> Line:
    # The directed angle from ax to ab equals that from dc to de.
    return Line(a, (b - a) * _unit(c - d) / _unit(e - d), Part.RAY)


def _turn(
    a: complex, b: complex, c: complex, d: complex, e: complex, f: complex, g: complex
) -> Line:
    return Line(g, (f - e) * _unit(d - c) / _unit(b - a))


def _sangle(a: complex, b: complex, degrees: float) -> Line:
    return Line(b, (a - b) * cmath.exp(1j * math.radians(degrees)), Part.RAY)


def _slant(a: complex, b: complex, c: complex, degrees: float) -> Line:
    return Line(c, (b - a) * cmath.exp(1j * math.radians(degrees)))


def _isogonal(a: complex, b: complex, c: complex, p: complex) -> Line:
    return Line(b, (p - b).conjugate() * _unit(a - b) * _unit(c - b))


def _touching(a: complex, b: complex, c: complex) -> Line:
    return _tline(a, a, _circum(a, b, c).center)


def _power(o: complex, a: complex, w: complex, b: complex) -> Line:
    between = w - o
    if abs(between) < 1e-12:
        raise NoSolution("two circles that have to have a radical axis have one center")
    along = (abs(between) ** 2 + abs(a - o) ** 2 - abs(b - w) ** 2) / (2 * abs(between) ** 2)
    return Line(o + along * between, 1j * between)


def _polar(p: complex, o: complex, a: complex) -> Line:
    foot = o + _inverted(p - o, a - o)
    return Line(foot, 1j * (p - o))


def _inverted(z: complex, radius: complex) -> complex:
    if abs(z) < 1e-12:
        raise NoSolution("the center of a circle has no inverse")
    return abs(radius) ** 2 / z.conjugate()


def _circle(o: complex, a: complex) -> Circle:
    return Circle(o, a - o)


def _compass(o: complex, b: complex, c: complex) -> Circle:
    return Circle(o, c - b)


def _radius(o: complex, length: float) -> Circle:
    return Circle(o, complex(length))


def _ratio(o: complex, b: complex, c: complex, ratio: float) -> Circle:
    return Circle(o, (c - b) / ratio)


def _fourth(
    g: complex, a: complex, b: complex, c: complex, d: complex, e: complex, f: complex
) -> Circle:
    return Circle(g, (f - e) * (abs(d - c) / abs(b - a)))


def _dia(a: complex, b: complex) -> Circle:
    return Circle((a + b) / 2, (a - b) / 2)


def _circum(a: complex, b: complex, c: complex) -> Circle:
    u, v = b - a, c - a
    cross = 2 * (u.conjugate() * v).imag
    if abs(cross) <= 1e-9 * max(abs(u), abs(v), abs(u - v)) ** 2:
        raise NoSolution("three points that have to make a triangle are on one line")
    center = a + 1j * (u * abs(v) ** 2 - v * abs(u) ** 2) / cross
    return Circle(center, a - center)


def _arc(a: complex, b: complex, c: complex, d: complex, e: complex) -> Circle:
    # The central angle is twice the inscribed angle, the directed angle from cd to ce.
    turn = (_unit(e - c) / _unit(d - c)) ** 2
    if abs(1 - turn) < 1e-9:
        raise NoSolution("three points that have to make an angle are on one line")
    center = (b - a * turn) / (1 - turn)
    return Circle(center, a - center)


def _apollonius(a: complex, b: complex, ratio: float) -> Curve:
    if abs(ratio - 1) < 1e-12:
        return _bline(a, b)
    inner, outer = (a + ratio * b) / (1 + ratio), (a - ratio * b) / (1 - ratio)
    return _dia(inner, outer)


def _proportion(a: complex, b: complex, c: complex, d: complex, e: complex, f: complex) -> Curve:
    return _apollonius(a, b, abs(d - c) / abs(f - e))


LOCI: dict[str, Callable[..., Curve]] = {
    "line": _line,
    "within": _within,
    "beyond": _beyond,
    "pline": _pline,
    "pray": _pray,
    "tline": _tline,
    "bline": _bline,
    "bisector": _bisector,
    "exbisector": _exbisector,
    "trisector": _trisector,
    "amirror": _amirror,
    "aline": _aline,
    "turn": _turn,
    "sangle": _sangle,
    "slant": _slant,
    "isogonal": _isogonal,
    "touching": _touching,
    "power": _power,
    "polar": _polar,
    "circle": _circle,
    "compass": _compass,
    "radius": _radius,
    "ratio": _ratio,
    "fourth": _fourth,
    "dia": _dia,
    "circum": _circum,
    "arc": _arc,
    "apollonius": _apollonius,
    "proportion": _proportion,
}
"""The function for each line or circle of the location vocabulary."""
