"""The truth of an atom's instances in a frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.compiled_rule import Atom, distinct_arguments
from geoengine.deduction.frame import Floats, Frame, Ints
from geoengine.language import PREDICATES, RELATION_TOLERANCE, Value

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
    name = atom.predicate
    points = np.asarray(points)
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
        return np.asarray(_OF_SIDES[name](frame, sides, atom.value) & (sides > 0).all(axis=0))
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
