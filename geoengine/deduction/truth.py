"""Which instances of an atom are true in a frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.compiled import Atom
from geoengine.deduction.frame import Floats, Frame, Ints
from geoengine.language import PREDICATES
from geoengine.language.measures import RELATION_TOLERANCE

__all__ = ["true_rows"]

Mask = NDArray[np.bool_]


def _turn_is(turn: Floats, value: float) -> Mask:
    off = turn - value
    near = np.abs(off - np.round(off)) * np.pi < RELATION_TOLERANCE
    return np.asarray(near.all(axis=0))


def true_rows(frame: Frame, atom: Atom, points: Sequence[Ints]) -> Mask:
    """Which rows of points (one array an argument) make an atom true in every draw."""
    name, value = atom.predicate, atom.value
    pair = frame.pair
    if name == "coll":
        return frame.collinear[points[0], points[1], points[2]]
    if name in {"para", "perp", "cong", "eqangle", "eqratio", "aconst", "rconst", "lconst"}:
        sides = [pair[points[k], points[k + 1]] for k in range(0, len(points), 2)]
        if name == "para":
            same = frame.direction[sides[0]] == frame.direction[sides[1]]
            return np.asarray(same & (frame.line[sides[0]] != frame.line[sides[1]]))
        if name == "perp":
            return np.asarray(
                frame.right_angle_to[frame.direction[sides[0]]] == frame.direction[sides[1]]
            )
        if name == "cong":
            return np.asarray(frame.length[sides[0]] == frame.length[sides[1]])
        if name in {"eqangle", "aconst"}:
            turn = frame.angle[:, sides[1]] - frame.angle[:, sides[0]]
            if name == "eqangle":
                turn = turn - frame.angle[:, sides[3]] + frame.angle[:, sides[2]]
            return _turn_is(turn, 0.0 if value is None else float(value))
        ratio = frame.log_length[:, sides[0]]
        if name != "lconst":
            ratio = ratio - frame.log_length[:, sides[1]]
        if name == "eqratio":
            ratio = ratio - frame.log_length[:, sides[2]] + frame.log_length[:, sides[3]]
        target = 0.0 if value is None else float(np.log(float(value)))
        return np.asarray((np.abs(ratio - target) < RELATION_TOLERANCE).all(axis=0))
    if name == "ncoll":
        return frame.triangle[points[0], points[1], points[2]]
    if name == "sameclock":
        first = frame.orientation[:, points[0], points[1], points[2]]
        second = frame.orientation[:, points[3], points[4], points[5]]
        return np.asarray((first * second > 0).all(axis=0))
    definition = PREDICATES[name]
    z = frame.z[:, np.stack(points, axis=-1)]
    return np.asarray(definition.decide(definition.measure(z)).all(axis=0))
