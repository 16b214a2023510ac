"""Signatures: rows of points described by measurements, to find those that agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.frame import Floats, Frame, Ints, projections, weighted_sums
from geoengine.kernel import compiled
from geoengine.language import RELATION_TOLERANCE

__all__ = ["Measure", "Signatures", "Term", "measurements", "numbered_terms"]


class Measure(IntEnum):
    """How two segments are compared; the kernel has the same numbers."""

    RATIO = 0
    """The logarithm of the ratio of the first to the second."""
    TURN = 1
    """The directed angle between their lines, from the first to the second, modulo a half turn."""
    TURN_BACK = 2
    """The same from the second to the first."""
    ARROWS = 3
    """The angle between them as arrows, from the first to the second, modulo a full turn."""


Term = tuple[Measure, int, int, int, int]
"""A measure, and the columns of the ends of the two segments."""


@cache
def numbered_terms(terms: tuple[Term, ...]) -> Ints:
    """Return terms as numbers, for the kernel."""
    return np.array(terms, dtype=np.int64)


@cache
def measurements(terms: tuple[Term, ...], draws: int) -> int:
    """Return how many quantities are measured in a row."""
    return sum([draws if term[0] is Measure.RATIO else 2 * draws for term in terms])


@dataclass(frozen=True, slots=True)
class Signatures:
    """Measurements of rows of points in all draws, reduced to two random sums of them.

    Different rows that coincide in one sum are told apart by the other.

    Attributes
    ----------
    sums : ndarray, shape (2, m)
    count : int
        The number of measurements of a row. They are equal within the tolerance of relations, or
        clearly different.
    """

    sums: Floats
    count: int

    @classmethod
    def of(cls, frame: Frame, *parts: tuple[Ints, tuple[Term, ...]]) -> Signatures:
        """Measure rows of points.

        Parameters
        ----------
        frame : Frame
        *parts : (ndarray, tuple of Term)
            Rows, shape (m, letters), in which the ends of each segment are different points, and
            what is measured in them: the same number of quantities in all parts, whose signatures
            follow each other.
        """
        count = measurements(parts[0][1], len(frame.z))
        kernel = compiled("classes")
        if kernel is None:
            found = np.concatenate([_measured(frame, *part) for part in parts])
            return cls(np.stack([weighted_sums(found, row) for row in projections(count)]), count)
        numbered = [(rows, numbered_terms(terms)) for rows, terms in parts]
        return cls(kernel.measure(frame.measured, numbered, projections(count)), count)

    def classes(self, within: Ints | None = None) -> Ints:
        """Return class numbers 0, 1, ..., equal where the measurements are.

        Parameters
        ----------
        within : ndarray of int, shape (m,), optional
            Labels; rows with different labels are in different classes.
        """
        tolerance = 2 * self.count * RELATION_TOLERANCE
        kernel = compiled("classes")
        if kernel is not None:
            found: Ints = kernel.classify_sums(self.sums, within, tolerance)
            return found
        labels = np.zeros(self.sums.shape[1], dtype=np.int64) if within is None else within
        if not len(labels):
            return labels
        for sums in self.sums:
            order = np.lexsort((sums, labels))
            jump = np.diff(sums[order]) > tolerance
            jump |= np.diff(labels[order]) != 0
            labels = np.empty(len(sums), dtype=np.int64)
            labels[order] = np.concatenate([[0], np.cumsum(jump)])
        return labels

    def near(self, marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which rows may be in one class with a marked row; the marked ones are."""
        sums = self.sums[0]
        ordered = np.sort(sums[marked])
        if not len(ordered):
            return marked
        at = np.searchsorted(ordered, sums)
        above = ordered[np.minimum(at, len(ordered) - 1)] - sums
        below = sums - ordered[np.maximum(at - 1, 0)]
        nearest = np.minimum(np.abs(above), np.abs(below))
        return np.asarray(nearest <= 4 * self.count * RELATION_TOLERANCE)

    def kept(self, mask: NDArray[np.bool_]) -> Signatures:
        """Return some of the signatures."""
        return Signatures(np.ascontiguousarray(self.sums[:, mask]), self.count)


def _measured(frame: Frame, rows: Ints, terms: Sequence[Term]) -> Floats:
    """Return the measurements of rows, shape (m, measurements)."""
    columns: list[Floats] = []
    for measure, *ends in terms:
        a, b, c, d = (rows[:, k] for k in ends)
        first, second = frame.pair[a, b], frame.pair[c, d]
        if measure is Measure.RATIO:
            columns.append(frame.log_length[:, first] - frame.log_length[:, second])
            continue
        if measure in (Measure.TURN, Measure.TURN_BACK):
            x, y = frame.doubled
            x, y, u, v = x[:, first], y[:, first], x[:, second], y[:, second]
        else:
            (x, y), forth = frame.arrows, (np.where(a < b, 1, -1), np.where(c < d, 1, -1))
            x, y, u, v = (
                own[:, pair] * sign
                for pair, sign in zip((first, second), forth, strict=True)
                for own in (x, y)
            )
        back = measure is Measure.TURN_BACK
        columns += [u * x + v * y, u * y - v * x if back else v * x - u * y]
    return np.concatenate(columns).T
