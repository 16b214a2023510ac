"""The angles of all triangles of a figure, classed by what is known of directions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from geoengine.deduction.distinct import first_places
from geoengine.deduction.exact_values import Values
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.linear_table import LinearTable
from geoengine.deduction.residues import PRIME
from geoengine.deduction.signatures import Signatures
from geoengine.deduction.triangles import SINE_SQUARES
from geoengine.kernel import compiled
from geoengine.language import RELATION_TOLERANCE

__all__ = ["Angles", "find_angles"]


@dataclass(frozen=True)
class Angles:
    """The angles of all triangles; those that are known to have one sine are in one class.

    Attributes
    ----------
    corners : ndarray, shape (m, 3)
        The vertex and one point on each leg. The three angles of a triangle follow each other.
    signs : ndarray, shape (m,)
        1 or -1; two angles of a class are equal if they have the same sign, otherwise opposite.
    classes : ndarray, shape (m,)
    values : dict of int to Fraction
        For each class whose sine is known, the value of its angles with sign 1, as a fraction of a
        half turn.
    """

    corners: Ints
    signs: Ints
    classes: Ints
    values: dict[int, Fraction]

    def fact(self, one: int, other: int, sign: int) -> Fact:
        """Return the fact that two angles are equal, or with a negative sign, opposite."""
        v, p, q = self.corners[one].tolist()
        w, r, s = self.corners[other].tolist()
        ends = (r, s) if sign > 0 else (s, r)
        return Fact("eqangle", (v, p, v, q, w, ends[0], w, ends[1]))

    def equality(self, one: int, other: int) -> Fact:
        """Return the fact that two angles of one class are equal, or opposite."""
        return self.fact(one, other, int(self.signs[one] * self.signs[other]))

    def value_fact(self, corner: int, value: Fraction | None = None) -> Fact:
        """Return the fact that an angle has a value, by default the known one of its class."""
        v, p, q = self.corners[corner].tolist()
        if value is None:
            value = self.values[int(self.classes[corner])] * int(self.signs[corner]) % 1
        return Fact("aconst", (v, p, v, q), value)


def find_angles(frame: Frame, direction: LinearTable, values: Values) -> Angles:
    """Class the angles of all triangles of a frame by what is known of directions."""
    drawn = frame.corners
    corners, legs = drawn.points, drawn.legs
    signs, classes, firsts, variables, coefficients = _classed(frame, direction)
    unsure = ~direction.vanish_at(np.arange(len(variables)), variables, coefficients)
    # The draws agree, but the table does not: each of these is a class of its own.
    classes[unsure] = len(firsts) + np.arange(int(unsure.sum()))
    firsts = np.concatenate([firsts, np.flatnonzero(unsure)])
    free = direction.free_part
    constant = firsts[(free[legs[firsts, 0]] == free[legs[firsts, 1]]).all(axis=1)]
    known: dict[int, Fraction] = {}
    for k in constant.tolist():
        value = values.angle(*legs[k].tolist())
        if value in SINE_SQUARES:
            known[int(classes[k])] = value * int(signs[k]) % 1
    return Angles(corners, signs, classes, known)


def _classed(frame: Frame, direction: LinearTable) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Class angles by what free parameters say of them, and by the draws.

    Returns
    -------
    signs, classes : ndarray, shape (m,)
    firsts : ndarray, shape (classes,)
        The first angle of each class.
    variables, coefficients : ndarray, shape (m, 4)
        Of the equation that an angle is equal, or opposite, to the first of its class.
    """
    drawn, legs, count = frame.corners, frame.corners.legs, 2 * len(frame.z)
    kernel = compiled("forest")
    if kernel is not None:
        found: tuple[Ints, Ints, Ints, Ints, Ints] = kernel.angle_classes(
            direction.free_part, legs, drawn.sines, *frame.corner_sums,
            2 * count * RELATION_TOLERANCE,
        )  # fmt: skip
        return found
    free = (direction.free_part[legs[:, 1]] - direction.free_part[legs[:, 0]]) % PRIME
    # Where two angles are opposite, so are these residues; constant angles have none.
    other = -free % PRIME
    codes, opposites = free[:, 0] * PRIME + free[:, 1], other[:, 0] * PRIME + other[:, 1]
    turned = np.where(codes == opposites, drawn.sines[:, 0] < 0, codes > opposites)
    signs = np.where(turned, -1, 1)
    labels = np.minimum(codes, opposites)
    cosines, sines = frame.corner_sums
    classes = Signatures(cosines + sines * signs, count).classes(labels)
    firsts = first_places(classes)
    first = firsts[classes]
    variables = np.concatenate([legs, legs[first]], axis=1)
    coefficients = np.stack([-signs, signs, signs[first], -signs[first]], axis=1)
    return signs, classes, firsts, variables, coefficients
