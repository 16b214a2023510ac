"""Numeric measures of the predicates, vectorized over draws and instances.

Every function takes points as complex numbers ``z`` of shape ``(..., k)``. For a relation it
returns its offsets: scale-free arrays of shape ``(...)``, signed or complex, which are all zero
where the relation holds, and smooth near there; the residual is the `largest` of them. For a side
condition it returns a signed margin, positive where the condition holds. Each docstring states the
predicate, with the arguments numbered from 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Complex = NDArray[np.complex128]
Real = NDArray[np.float64]
Offsets = tuple[Real | Complex, ...]

__all__ = ["CONDITION_MARGIN", "RELATION_TOLERANCE", "Complex", "Offsets", "Real", "largest"]

RELATION_TOLERANCE = 1e-7
"""Largest residual at which a relation counts as true (radians, or a relative length)."""

CONDITION_MARGIN = 1e-4
"""Smallest margin at which a side condition counts as true.

A measure between the two constants is undecided: neither ``coll`` nor ``ncoll`` holds there.
"""

_TINY = 1e-300
"""Added to lengths, so that nothing is divided by zero and no logarithm of zero is taken."""


def largest(offsets: Offsets) -> Real:
    """Return the largest absolute value of the offsets of a relation: its residual.

    Examples
    --------
    >>> largest((np.array([-0.5, 0.1]), np.array([0.2, 0.3j]))).tolist()
    [0.5, 0.3]
    """
    first, *others = map(np.abs, offsets)
    for other in others:
        first = np.maximum(first, other)
    return np.asarray(first)


def _side(z: Complex, i: int, j: int) -> Complex:
    return np.asarray(z[..., j] - z[..., i])


def _segments(z: Complex) -> Complex:
    """Return the vectors 01, 23 and so on, shape (..., k / 2)."""
    # Measuring all of them together takes fewer calls of numpy.
    return np.asarray(z[..., 1::2] - z[..., ::2])


def _log_lengths(segments: Complex) -> Real:
    return np.asarray(np.log(np.abs(segments) + _TINY))


def _sine(u: Complex, v: Complex) -> Real:
    """Return the sine of the angle from u to v."""
    return np.asarray((u.conj() * v).imag / (np.abs(u) * np.abs(v) + _TINY))


def _cosine(u: Complex, v: Complex) -> Real:
    return np.asarray((u.conj() * v).real / (np.abs(u) * np.abs(v) + _TINY))


def flatness(z: Complex) -> Real:
    """Return twice the signed area of the first three points, over their longest side squared.

    It is positive if they are counterclockwise.
    """
    # Slices are several times as fast as an axis of three.
    first, last = z[..., 1] - z[..., 0], z[..., 2] - z[..., 0]
    longest = np.maximum(np.maximum(np.abs(first), np.abs(last)), np.abs(last - first))
    return np.asarray((first.conj() * last).imag / (longest * longest + _TINY))


def coll(z: Complex) -> Offsets:
    """All points lie on one line; each further one is tested with every pair of the first three."""
    further = [(i, j, k) for k in range(3, z.shape[-1]) for i, j in ((0, 1), (0, 2), (1, 2))]
    return (flatness(z), *[flatness(z.take(triple, axis=-1)) for triple in further])


def para(z: Complex) -> Offsets:
    """Lines 01 and 23 have the same direction."""
    own = _segments(z)
    return (_sine(own[..., 0], own[..., 1]),)


def perp(z: Complex) -> Offsets:
    """Lines 01 and 23 are perpendicular."""
    own = _segments(z)
    return (_cosine(own[..., 0], own[..., 1]),)


def cong(z: Complex) -> Offsets:
    """Segments 01 and 23 have the same length."""
    logs = _log_lengths(_segments(z))
    return (logs[..., 0] - logs[..., 1],)


def _turn_from_line(turn: Complex) -> Real:
    """Return the sine of the argument of a complex number: 0 if the number is real."""
    return np.asarray(turn.imag / (np.abs(turn) + _TINY))


def eqangle(z: Complex) -> Offsets:
    """The directed angle from line 01 to line 23 equals that from 45 to 67, modulo pi."""
    own = _segments(z)
    turn = own[..., 0].conj() * own[..., 1] * own[..., 2] * own[..., 3].conj()
    return (_turn_from_line(turn),)


def aconst(z: Complex, value: float) -> Offsets:
    """The directed angle from line 01 to line 23 is `value` multiples of pi, modulo pi."""
    turn = _side(z, 0, 1).conj() * _side(z, 2, 3) * np.exp(-1j * np.pi * value)
    return (_turn_from_line(turn),)


def eqratio(z: Complex) -> Offsets:
    """01 : 23 = 45 : 67."""
    logs = _log_lengths(_segments(z))
    return (logs[..., 0] - logs[..., 1] - logs[..., 2] + logs[..., 3],)


def eqprod(z: Complex) -> Offsets:
    """01 * 23 * 45 = 67 * 89 * (10)(11)."""
    logs = _log_lengths(_segments(z))
    first, second = (logs[..., k] + logs[..., k + 1] + logs[..., k + 2] for k in (0, 3))
    return (np.asarray(first - second),)


def rconst(z: Complex, value: float) -> Offsets:
    """01 : 23 = value."""
    return (np.asarray(cong(z)[0] - np.log(value)),)


def lconst(z: Complex, value: float) -> Offsets:
    """01 = value."""
    return (np.asarray(_log_lengths(_side(z, 0, 1)) - np.log(value)),)


def midp(z: Complex) -> Offsets:
    """0 is the midpoint of 12."""
    off = 2 * z[..., 0] - z[..., 1] - z[..., 2]
    return (np.asarray(off / (np.abs(_side(z, 1, 2)) + _TINY)),)


def _unless_flat(offsets: Offsets, triangles: Complex) -> Offsets:
    """Return the offsets, with 1 where a triangle is too flat for the relation to make sense.

    The triangles have shape (..., triangles, 3).
    """
    clear = (np.abs(flatness(triangles)) > CONDITION_MARGIN).all(axis=-1)
    return tuple([np.where(clear, offset, 1.0) for offset in offsets])


def _two_triangles(z: Complex) -> Complex:
    """Return the triangles 012 and 345, shape (..., 2, 3)."""
    return z.reshape(*z.shape[:-1], 2, 3)


def cyclic(z: Complex) -> Offsets:
    """All points lie on the circle through the first three, which are not collinear."""
    offsets = []
    for k in range(3, z.shape[-1]):
        cross_ratio = (
            (z[..., 0] - z[..., 2])
            * (z[..., 1] - z[..., k])
            * ((z[..., 1] - z[..., 2]) * (z[..., 0] - z[..., k])).conj()
        )
        offsets.append(_turn_from_line(cross_ratio))
    return _unless_flat(tuple(offsets), z[..., None, :3])


def circle(z: Complex) -> Offsets:
    """Point 0 is equidistant from all the others."""
    logs = _log_lengths(z[..., 1:] - z[..., :1])
    return tuple([logs[..., k] - logs[..., 0] for k in range(1, logs.shape[-1])])


def simtri(z: Complex) -> Offsets:
    """Triangles 012 and 345 are similar and equally oriented."""
    triangles = _two_triangles(z)
    sides = triangles[..., 1:] - triangles[..., :1]
    shapes = sides[..., 1] / (sides[..., 0] + _TINY)
    off = (shapes[..., 0] - shapes[..., 1]) / (np.abs(shapes[..., 0]) + _TINY)
    return _unless_flat((np.asarray(off),), triangles)


def simtrir(z: Complex) -> Offsets:
    """Triangles 012 and 345 are similar and oppositely oriented."""
    mirrored = np.concatenate([z[..., :3], z[..., 3:].conj()], axis=-1)
    return simtri(mirrored)


_FIRST_SIDES = np.array([0, 1, 3, 4])


def contri(z: Complex) -> Offsets:
    """Triangles 012 and 345 are congruent and equally oriented."""
    return (*simtri(z), *cong(z.take(_FIRST_SIDES, axis=-1)))


def contrir(z: Complex) -> Offsets:
    """Triangles 012 and 345 are congruent and oppositely oriented."""
    return (*simtrir(z), *cong(z.take(_FIRST_SIDES, axis=-1)))


def diff(z: Complex) -> Real:
    """Points 0 and 1 differ, by more than a tiny part of their distance from the origin."""
    scale = np.maximum(np.abs(z[..., 0]), np.abs(z[..., 1])) + _TINY
    return np.asarray(np.abs(_side(z, 0, 1)) / scale)


def ncoll(z: Complex) -> Real:
    """The points are not on one line."""
    return largest(coll(z))


def npara(z: Complex) -> Real:
    """Lines 01 and 23 differ in direction."""
    return largest(para(z))


def nperp(z: Complex) -> Real:
    """Lines 01 and 23 are not perpendicular."""
    return largest(perp(z))


def sameclock(z: Complex) -> Real:
    """Triangles 012 and 345 have the same orientation."""
    signed = flatness(_two_triangles(z))
    first, second = signed[..., 0], signed[..., 1]
    return np.sign(first * second) * np.minimum(np.abs(first), np.abs(second))


def sameside(z: Complex) -> Real:
    """Angles 102 and 435 are both acute or both obtuse."""
    first = _cosine(_side(z, 0, 1), _side(z, 0, 2))
    second = _cosine(_side(z, 3, 4), _side(z, 3, 5))
    return np.sign(first * second) * np.minimum(np.abs(first), np.abs(second))


def nsameside(z: Complex) -> Real:
    """One of the angles 102 and 435 is acute, the other obtuse."""
    return -sameside(z)


def between(z: Complex) -> Real:
    """0 lies on the open segment 12."""
    inside = -_cosine(_side(z, 0, 1), _side(z, 0, 2))
    return np.where(largest(coll(z)) < RELATION_TOLERANCE, inside, -1.0)


def acute(z: Complex) -> Real:
    """The angle 012 (vertex 1) is less than a right angle."""
    return _cosine(_side(z, 1, 0), _side(z, 1, 2))


def obtuse(z: Complex) -> Real:
    """The angle 012 (vertex 1) is more than a right angle."""
    return -acute(z)
