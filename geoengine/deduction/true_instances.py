"""The truth of an atom's instances in a frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.compiled_rule import Atom
from geoengine.deduction.distinct_arguments import distinct_arguments
from geoengine.deduction.frame import Floats, Frame, Ints
from geoengine.deduction.simpler_statements import simpler_statements
from geoengine.language import CONDITION_MARGIN, PREDICATES, RELATION_TOLERANCE, Value

__all__ = ["true_rows"]

Mask = NDArray[np.bool_]


def true_rows(frame: Frame, atom: Atom, points: Ints | Sequence[Ints]) -> Mask:
    """Return which points make an atom true in every draw; a segment of length 0 makes it false.

    Parameters
    ----------
    atom : Atom
        Only its predicate and constant are used.
    points : ndarray, shape (arguments, m)
    """
    points = np.asarray(points)
    parts = simpler_statements(atom.predicate, range(len(points)))
    if parts is None:
        return _true(frame, atom.predicate, points, atom.value)
    true = np.ones(points.shape[1], dtype=bool)
    for name, places in parts:
        left = true.nonzero()[0]
        true[left] = _true(frame, name, points[list(places)][:, left], None)
    return true


def _true(frame: Frame, name: str, points: Ints, value: Value | None) -> Mask:
    if name == "different":
        return np.asarray(points[0] != points[1])
    if name == "ncoll":
        return np.asarray(frame.triangle[points[0], points[1], points[2]])
    if name == "coll":
        return np.asarray(frame.collinear[points[0], points[1], points[2]])
    if name == "sameclock":
        first = frame.orientation[:, points[0], points[1], points[2]]
        second = frame.orientation[:, points[3], points[4], points[5]]
        return np.asarray((first * second > 0).all(axis=0))
    if name in _OF_SIDES:
        sides = frame.pair[points[0::2], points[1::2]]
        return np.asarray(_OF_SIDES[name](frame, sides, value) & (sides > 0).all(axis=0))
    if name in _CONDITIONS:
        true = (_CONDITIONS[name](frame, points) > CONDITION_MARGIN).all(axis=0)
    else:
        definition = PREDICATES[name]
        true = definition.decide(definition.measure(frame.z[:, points.T])).all(axis=0)
    for i, j in distinct_arguments(name, len(points)):
        true &= points[i] != points[j]
    return np.asarray(true)


def _para(frame: Frame, sides: Ints, value: Value | None) -> Mask:
    return frame.parallel(sides[0], sides[1])


def _perp(frame: Frame, sides: Ints, value: Value | None) -> Mask:
    return np.asarray(frame.right_angle_to[frame.direction[sides[0]]] == frame.direction[sides[1]])


def _cong(frame: Frame, sides: Ints, value: Value | None) -> Mask:
    return np.asarray(frame.length[sides[0]] == frame.length[sides[1]])


def _turns(*signs: int) -> Callable[[Frame, Ints, Value | None], Mask]:
    def decide(frame: Frame, sides: Ints, value: Value | None) -> Mask:
        # The value is the directed angle from the first side to the second.
        shift = 0.0 if value is None else float(value)

        def near(angle: Floats, sides: Ints) -> Mask:
            off = _total(angle, sides, signs) + shift
            off -= np.round(off)
            return np.asarray(np.abs(off) * np.pi < RELATION_TOLERANCE)

        return _in_all_draws(near, frame.angle, sides)

    return decide


def _ratios(*signs: int) -> Callable[[Frame, Ints, Value | None], Mask]:
    def decide(frame: Frame, sides: Ints, value: Value | None) -> Mask:
        shift = 0.0 if value is None else float(np.log(float(value)))

        def near(log_length: Floats, sides: Ints) -> Mask:
            return np.asarray(np.abs(_total(log_length, sides, signs) - shift) < RELATION_TOLERANCE)

        return _in_all_draws(near, frame.log_length, sides)

    return decide


def _in_all_draws(near: Callable[[Floats, Ints], Mask], quantity: Floats, sides: Ints) -> Mask:
    """Test one draw after the other, skipping instances that failed before."""
    true = near(quantity[0], sides)
    for draw in quantity[1:]:
        left = np.flatnonzero(true)
        true[left] = near(draw, sides[:, left])
    return true


def _total(quantity: Floats, sides: Ints, signs: Sequence[int]) -> Floats:
    total = quantity[sides[0]]
    for side, sign in zip(sides[1:], signs[1:], strict=True):
        if sign > 0:
            total += quantity[side]
        else:
            total -= quantity[side]
    return np.asarray(total)


_OF_SIDES: dict[str, Callable[[Frame, Ints, Value | None], Mask]] = {
    "para": _para,
    "perp": _perp,
    "cong": _cong,
    "aconst": _turns(1, -1),
    "eqangle": _turns(1, -1, -1, 1),
    "lconst": _ratios(1),
    "rconst": _ratios(1, -1),
    "eqratio": _ratios(1, -1, -1, 1),
    "eqprod": _ratios(1, 1, 1, -1, -1, -1),
}
"""The predicates about segments or lines, with the functions that decide them."""

_TINY = 1e-300
"""Added to products of distances, so that nothing is divided by zero."""


def _cosine(frame: Frame, a: Ints, b: Ints, c: Ints, d: Ints) -> Floats:
    """Return the cosine of the angle from ab to cd, shape (draws, m).

    This and the sine take the same steps as the kernel, so that the results are the same.
    """
    x, y, u, v, size = _sides(frame, a, b, c, d)
    return np.asarray((x * u + y * v) / size)


def _sine(frame: Frame, a: Ints, b: Ints, c: Ints, d: Ints) -> Floats:
    x, y, u, v, size = _sides(frame, a, b, c, d)
    return np.asarray((x * v - y * u) / size)


def _sides(frame: Frame, a: Ints, b: Ints, c: Ints, d: Ints) -> tuple[Floats, ...]:
    """Return the coordinates of ab and cd, and the product of their lengths."""
    x, y, distance, pair = frame.x, frame.y, frame.distance, frame.pair
    size = distance[:, pair[a, b]] * distance[:, pair[c, d]] + _TINY
    return x[:, b] - x[:, a], y[:, b] - y[:, a], x[:, d] - x[:, c], y[:, d] - y[:, c], size


def _sameside(frame: Frame, points: Ints) -> Floats:
    a, b, c, d, e, f = points
    first, second = _cosine(frame, a, b, a, c), _cosine(frame, d, e, d, f)
    least = np.minimum(np.abs(first), np.abs(second))
    return np.asarray(np.where((first > 0) == (second > 0), least, -least))


_CONDITIONS: dict[str, Callable[[Frame, Ints], Floats]] = {
    "acute": lambda frame, p: _cosine(frame, p[1], p[0], p[1], p[2]),
    "obtuse": lambda frame, p: -_cosine(frame, p[1], p[0], p[1], p[2]),
    "sameside": _sameside,
    "nsameside": lambda frame, points: -_sameside(frame, points),
    "npara": lambda frame, p: np.abs(_sine(frame, *p)),
    "nperp": lambda frame, p: np.abs(_cosine(frame, *p)),
}
"""The side conditions about angles, with the functions that return their margins."""
