"""The loci and computed points of the location vocabulary, for many arguments at once.

`geoengine.scene` has the same functions for single points; a test compares the two. Arguments are
arrays of complex numbers of one shape, in the order of `geoengine.catalogue.vocabulary`. Where
there is no such curve or point, the result is not finite.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from geoengine.language import Complex

__all__ = ["CURVES", "POINTS", "Curves", "crossing", "other_crossing"]


@dataclass(frozen=True, slots=True)
class Curves:
    """Lines, or circles, in arrays of one shape.

    Attributes
    ----------
    at : ndarray of complex
        A point of each line, or the center of each circle.
    along : ndarray of complex
        The direction of each line; for circles, a vector from the center to a point on it.
    straight : bool
        Whether they are lines.
    """

    at: Complex
    along: Complex
    straight: bool

    def __getitem__(self, chosen: Any) -> Curves:
        return Curves(self.at[chosen], self.along[chosen], self.straight)


def _unit(z: Complex) -> Complex:
    return np.asarray(z / np.abs(z))


def _square(z: Complex) -> Any:
    return (z * z.conj()).real


def _line(a: Complex, b: Complex) -> Curves:
    return Curves(a, b - a, True)


def _pline(p: Complex, a: Complex, b: Complex) -> Curves:
    return Curves(p, b - a, True)


def _tline(p: Complex, a: Complex, b: Complex) -> Curves:
    return Curves(p, 1j * (b - a), True)


def _bline(a: Complex, b: Complex) -> Curves:
    return Curves((a + b) / 2, 1j * (b - a), True)


def _bisector(a: Complex, b: Complex, c: Complex) -> Curves:
    return Curves(b, _unit(a - b) + _unit(c - b), True)


def _exbisector(a: Complex, b: Complex, c: Complex) -> Curves:
    return Curves(b, _unit(a - b) - _unit(c - b), True)


def _amirror(a: Complex, b: Complex, c: Complex) -> Curves:
    return Curves(b, _unit(c - b) ** 2 * (a - b).conj(), True)


def _isogonal(a: Complex, b: Complex, c: Complex, p: Complex) -> Curves:
    return Curves(b, (p - b).conj() * _unit(a - b) * _unit(c - b), True)


def _touching(a: Complex, b: Complex, c: Complex) -> Curves:
    return Curves(a, 1j * (_circum(a, b, c).at - a), True)


def _power(o: Complex, a: Complex, w: Complex, b: Complex) -> Curves:
    between = w - o
    along = (_square(between) + _square(a - o) - _square(b - w)) / (2 * _square(between))
    return Curves(o + along * between, 1j * between, True)


def _polar(p: Complex, o: Complex, a: Complex) -> Curves:
    return Curves(_inverse(p, o, a), 1j * (p - o), True)


def _circle(o: Complex, a: Complex) -> Curves:
    return Curves(o, a - o, False)


def _compass(o: Complex, b: Complex, c: Complex) -> Curves:
    return Curves(o, c - b, False)


def _dia(a: Complex, b: Complex) -> Curves:
    return Curves((a + b) / 2, (a - b) / 2, False)


def _circum(a: Complex, b: Complex, c: Complex) -> Curves:
    u, v = b - a, c - a
    cross = 2 * (u.conj() * v).imag
    center = a + 1j * (u * _square(v) - v * _square(u)) / cross
    return Curves(center, a - center, False)


CURVES: dict[str, Callable[..., Curves]] = {
    "line": _line,
    "pline": _pline,
    "tline": _tline,
    "bline": _bline,
    "bisector": _bisector,
    "exbisector": _exbisector,
    "amirror": _amirror,
    "isogonal": _isogonal,
    "touching": _touching,
    "power": _power,
    "polar": _polar,
    "circle": _circle,
    "compass": _compass,
    "dia": _dia,
    "circum": _circum,
}
"""The function for each word that locates a new point on a curve."""


def _inverse(p: Complex, o: Complex, a: Complex) -> Complex:
    return np.asarray(o + _square(a - o) / (p - o).conj())


def _harmonic(a: Complex, b: Complex, c: Complex) -> Complex:
    part = ((c - a) / (b - a)).real
    return np.asarray(a + part / (2 * part - 1) * (b - a))


POINTS: dict[str, Callable[..., Complex]] = {
    "midpoint": lambda a, b: (a + b) / 2,
    "mirror": lambda a, b: 2 * b - a,
    "reflect": lambda a, b, c: b + (c - b) * ((a - b) / (c - b)).conj(),
    "translate": lambda p, a, b: p + b - a,
    "inverse": _inverse,
    "harmonic": _harmonic,
    "alike": lambda a, b, c, p, q: p + (c - a) / (b - a) * (q - p),
    "unlike": lambda a, b, c, p, q: p + ((c - a) / (b - a)).conj() * (q - p),
    "spiral": lambda a, b, c, d: (a * d - b * c) / (a + d - b - c),
}
"""The function for each word that computes a new point."""


def crossing(one: Curves, other: Curves) -> Complex:
    """Return where lines meet lines; not finite where they are parallel."""
    # The directions may be long or short; parallel is what deviates by a small angle.
    turn = (one.along.conj() * other.along).imag
    flat = np.abs(turn) < 1e-6 * np.abs(one.along) * np.abs(other.along)
    reach = ((other.at - one.at).conj() * other.along).imag / np.where(flat, np.nan, turn)
    return np.asarray(one.at + reach * one.along)


def other_crossing(one: Curves, other: Curves, common: Complex) -> Complex:
    """Return where curves, one of which is a circle, meet apart from a common point.

    Parameters
    ----------
    one, other : Curves
    common : ndarray of complex
        A point on both curves.
    """
    if one.straight or other.straight:
        line, circle = (one, other) if one.straight else (other, one)
        foot = line.along * ((circle.at - common) / line.along).real
        return np.asarray(common + 2 * foot)
    axis = other.at - one.at
    return np.asarray(one.at + axis * ((common - one.at) / axis).conj())
