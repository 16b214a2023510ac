"""What the predicates mean, written a second time, for tests: over isotropic numbers.

A line through the points a and b of the complex plane has the number (b - a) / conj(b - a), on the
unit circle. Lines are parallel if their numbers are equal, perpendicular if they are opposite, and
the quotient of two of them is the directed angle modulo 180°. Lengths are logarithms of norms.
The package's own measures are sines, cosines and cross-ratios; nothing of them is used here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.complex128]
"""Shape (..., k): the arguments of a predicate in any number of figures."""

TOLERANCE = 1e-6


def number(value) -> float:
    """The constant of a statement: an angle in half turns, or the root of its square."""
    return float(value) if isinstance(value, Fraction) else sqrt(value.square)


def line(z: Points, i: int, j: int) -> Points:
    side = z[..., j] - z[..., i]
    return side / side.conj()


def turn(z: Points, i: int, j: int, k: int, m: int) -> Points:
    """Twice the directed angle from line ij to line km, on the unit circle."""
    return line(z, k, m) / line(z, i, j)


def bend(one: Points, other: Points) -> NDArray[np.float64]:
    """Twice the angle between lines, or the difference of two turns, from their numbers."""
    return np.angle(one / other)


def size(z: Points, i: int, j: int) -> NDArray[np.float64]:
    """The logarithm of a length."""
    side = z[..., j] - z[..., i]
    return np.log((side * side.conj()).real) / 2


def shape(z: Points, i: int, j: int, k: int) -> Points:
    """A triangle up to similarity of equal orientation."""
    return (z[..., k] - z[..., i]) / (z[..., j] - z[..., i])


def _coll(z, _):
    return [bend(line(z, 0, 1), line(z, 0, k)) for k in range(2, z.shape[-1])]


def _cyclic(z, _):
    # The same angle over the chord of the first two points, from every further point.
    seen = turn(z, 2, 0, 2, 1)
    return [bend(turn(z, k, 0, k, 1), seen) for k in range(3, z.shape[-1])]


def _circle(z, _):
    return [size(z, 0, k) - size(z, 0, 1) for k in range(2, z.shape[-1])]


def _similar(mirrored, same_size):
    def gaps(z, _):
        one, other = shape(z, 0, 1, 2), shape(z, 3, 4, 5)
        found = [one - (other.conj() if mirrored else other)]
        return [*found, size(z, 0, 1) - size(z, 3, 4)] if same_size else found

    return gaps


RELATIONS: dict[str, Callable] = {
    "coll": _coll,
    "para": lambda z, _: [bend(line(z, 0, 1), line(z, 2, 3))],
    "perp": lambda z, _: [bend(line(z, 0, 1), -line(z, 2, 3))],
    "eqangle": lambda z, _: [bend(turn(z, 0, 1, 2, 3), turn(z, 4, 5, 6, 7))],
    "aconst": lambda z, v: [bend(turn(z, 0, 1, 2, 3), np.exp(2j * np.pi * v))],
    "cong": lambda z, _: [size(z, 0, 1) - size(z, 2, 3)],
    "lconst": lambda z, v: [size(z, 0, 1) - np.log(v)],
    "rconst": lambda z, v: [size(z, 0, 1) - size(z, 2, 3) - np.log(v)],
    "eqratio": lambda z, _: [(size(z, 0, 1) + size(z, 6, 7)) - (size(z, 2, 3) + size(z, 4, 5))],
    "eqprod": lambda z, _: [
        sum(size(z, k, k + 1) for k in (0, 2, 4)) - sum(size(z, k, k + 1) for k in (6, 8, 10))
    ],
    "midp": lambda z, _: [(z[..., 0] - z[..., 1]) / (z[..., 2] - z[..., 0]) - 1],
    "cyclic": _cyclic,
    "circle": _circle,
    "simtri": _similar(mirrored=False, same_size=False),
    "simtrir": _similar(mirrored=True, same_size=False),
    "contri": _similar(mirrored=False, same_size=True),
    "contrir": _similar(mirrored=True, same_size=True),
}
"""Gaps that are zero where the relation holds, real or complex."""


def _upright(z, i, j, k):
    """The shape of a triangle, of absolute value 1: its imaginary part tells the orientation."""
    w = shape(z, i, j, k)
    return w / np.abs(w)


def _apart(z, _):
    return np.abs(z[..., 1] - z[..., 0]) / (np.abs(z[..., 1]) + np.abs(z[..., 0]))


def _between(z, _):
    w = _upright(z, 0, 1, 2)
    return np.where(np.abs(w.imag) < TOLERANCE, -w.real, -1.0)


def _sameclock(z, _):
    return _upright(z, 0, 1, 2).imag * _upright(z, 3, 4, 5).imag


def _sameside(z, _):
    return _upright(z, 0, 1, 2).real * _upright(z, 3, 4, 5).real


CONDITIONS: dict[str, Callable] = {
    "diff": _apart,
    "ncoll": lambda z, _: np.max([np.abs(gap) for gap in _coll(z, None)], axis=0),
    "npara": lambda z, _: np.abs(bend(line(z, 0, 1), line(z, 2, 3))),
    "nperp": lambda z, _: np.abs(bend(line(z, 0, 1), -line(z, 2, 3))),
    "between": _between,
    "sameclock": _sameclock,
    "sameside": _sameside,
    "nsameside": lambda z, _: -_sameside(z, None),
    "acute": lambda z, _: _upright(z, 1, 0, 2).real,
    "obtuse": lambda z, _: -_upright(z, 1, 0, 2).real,
}
"""Margins that are positive where the condition holds."""


_BOTH = ([0, 1, 2], [3, 4, 5])
TRIANGLES = {
    "cyclic": ([0, 1, 2],),
    **dict.fromkeys(("simtri", "simtrir", "contri", "contrir"), _BOTH),
}
"""Three points that are not on one line, where the relation holds."""


def gaps(predicate: str, z: Points, value=None) -> NDArray[np.float64]:
    """By how much a relation fails; shape (..., gaps)."""
    with np.errstate(all="ignore"):
        found = RELATIONS[predicate](z, None if value is None else number(value))
    parts = [part for gap in found for part in (gap.real, gap.imag)[: 1 + np.iscomplexobj(gap)]]
    return np.stack(parts, axis=-1)


def true(predicate: str, z: Points, value=None) -> NDArray[np.bool_]:
    """Where a relation or a condition holds; nowhere that it has no meaning."""
    if predicate in RELATIONS:
        close = np.all(np.abs(gaps(predicate, z, value)) < TOLERANCE, axis=-1)
        for triangle in TRIANGLES.get(predicate, ()):
            close = close & (CONDITIONS["ncoll"](z[..., triangle], None) > TOLERANCE)
        return close
    with np.errstate(all="ignore"):
        return np.asarray(CONDITIONS[predicate](z, None) > TOLERANCE)


def holds(statement, at: dict[str, Points]) -> bool:
    """Whether a statement is true in every figure."""
    return bool(true(statement.predicate, placed(statement.points, at), statement.value).all())


def placed(points: Sequence[str], at: dict[str, Points]) -> Points:
    return np.stack([at[point] for point in points], axis=-1)
