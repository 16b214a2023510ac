"""The frame of a diagram: pairs of points, classified by direction, line and length."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.constants import Constants
from geoengine.deduction.corners import Corners
from geoengine.deduction.kept_property import kept_property
from geoengine.kernel import compiled
from geoengine.language import CONDITION_MARGIN, RELATION_TOLERANCE, Surd

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

__all__ = ["Floats", "Frame", "Ints", "classify", "projections", "weighted_sums"]


@cache
def projections(count: int) -> Floats:
    """Return two rows of random weights."""
    return np.random.default_rng(20).uniform(0.5, 1.5, size=(2, count))


def classify(features: Floats, within: Ints | None = None) -> Ints:
    """Group equal rows into classes.

    Parameters
    ----------
    features : ndarray, shape (m, k)
        Rows that are equal within the tolerance of relations in every column, or clearly different.
    within : ndarray of int, shape (m,), optional
        Labels; rows with different labels are in different classes.

    Returns
    -------
    ndarray, shape (m,)
        Class numbers 0, 1, ...
    """
    m, k = features.shape
    labels = np.zeros(m, dtype=np.int64) if within is None else within
    if m == 0:
        return labels
    tolerance = 2 * k * RELATION_TOLERANCE
    # Different rows that coincide in one random projection are separated by the other.
    kernel = compiled("classes")
    if kernel is not None:
        found: Ints = kernel.classify(features, within, projections(k), tolerance)
        return found
    for weights in projections(k):
        projected = weighted_sums(features, weights)
        order = np.lexsort((projected, labels))
        jump = np.diff(projected[order]) > tolerance
        jump |= np.diff(labels[order]) != 0
        labels = np.empty(m, dtype=np.int64)
        labels[order] = np.concatenate([[0], np.cumsum(jump)])
    return labels


def weighted_sums(features: Floats, weights: Floats) -> Floats:
    """Return the weighted sums of rows, added in the same order as in the kernel."""
    total = features[:, 0] * weights[0]
    for column, weight in zip(features.T[1:], weights[1:], strict=True):
        total += column * weight
    return np.asarray(total)


@cache
def _random_numbers(count: int) -> Ints:
    return np.random.default_rng(3).integers(1, 2**40, size=count)


@cache
def numbered_pairs(n: int) -> tuple[Ints, Ints, Ints]:
    """Return `pair`, `first` and `second` of frames with `n` points."""
    first, second = np.triu_indices(n, 1)
    pair: Ints = np.zeros((n, n), dtype=np.int64)
    pair[first, second] = pair[second, first] = np.arange(1, len(first) + 1)
    found = pair, np.concatenate([[0], first]), np.concatenate([[0], second])
    for numbers in found:
        numbers.flags.writeable = False
    return found


class Frame:
    """Points as numbers ``0..n-1``, with the properties of all pairs of points.

    Parameters
    ----------
    xy : ndarray, shape (draws, n, 2)
    loose : bool
        Whether a line counts as parallel to itself, and a segment is listed as equal to itself.
        Proofs do not use that, but a reader may apply a theorem there.

    Attributes
    ----------
    z : ndarray of complex, shape (draws, n)
        The points as complex numbers.
    pairs : int
        The number of unordered pairs of points.
    pair : ndarray of int, shape (n, n)
        The number of the unordered pair, from 1; 0 on the diagonal.
    first, second : ndarray of int, shape (pairs + 1,)
        The points of each pair, the lower number first; 0 for pair 0.
    constants : Constants
        The constants with which the tables of every closure start: those of the rules, and of
        earlier closures.
    guessed_ratios : dict of (int, int) to Surd or None
        A cache of `Values`: the simple values near the measured ratios of two pairs' distances.
    pair_hash : ndarray of int, shape (pairs + 1,)
        A random number for each pair; sums of a few are equal only if the pairs are the same.
    """

    def __init__(self, xy: Floats, loose: bool = False) -> None:
        self.loose = loose
        self.z = np.ascontiguousarray(xy).view(np.complex128)[..., 0]
        self.n = self.z.shape[1]
        self.pair, self.first, self.second = numbered_pairs(self.n)
        self.pairs = len(self.first) - 1
        self.constants = Constants(self.pairs + 1)
        self.guessed_ratios: dict[tuple[int, int], Surd | None] = {}
        self.pair_hash: Ints = _random_numbers(self.pairs + 1)
        self._sides = self.z.take(self.second, axis=1) - self.z.take(self.first, axis=1)

    @kept_property
    def angle(self) -> Floats:
        """Direction from the first to the second point of each pair, shape (draws, pairs + 1).

        In multiples of pi, from -1 to 1; 0 for pair 0.
        """
        return np.asarray(np.arctan2(self._sides.imag, self._sides.real) / np.pi)

    @kept_property
    def distance(self) -> Floats:
        """Every distance, shape (draws, pairs + 1); 0 for pair 0."""
        return np.abs(self._sides)

    @kept_property
    def log_length(self) -> Floats:
        """Natural logarithm of every distance, shape (draws, pairs + 1); 0 for pair 0."""
        return np.asarray(np.log(self._divisor))

    @kept_property
    def _divisor(self) -> Floats:
        """Every distance, but 1 for pair 0."""
        found = self.distance.copy()
        found[:, 0] = 1
        return found

    @kept_property
    def x(self) -> Floats:
        """The first coordinate of every point, shape (draws, n)."""
        return np.ascontiguousarray(self.z.real)

    @kept_property
    def y(self) -> Floats:
        """The second coordinate of every point, shape (draws, n)."""
        return np.ascontiguousarray(self.z.imag)

    @kept_property
    def doubled(self) -> tuple[Floats, Floats]:
        """The direction of every pair's line: cosine and sine of twice its angle.

        They are divided by the square root of 2, so that the product of two, which is the cosine
        or sine of twice the angle between the lines, differs by as much as that angle, in radians.
        Each has shape (draws, pairs + 1); pair 0 is arbitrary.
        """
        doubled = np.exp(2j * np.pi * self.angle) / np.sqrt(2)
        return np.ascontiguousarray(doubled.real), np.ascontiguousarray(doubled.imag)

    @kept_property
    def arrows(self) -> tuple[Floats, Floats]:
        """Cosine and sine of the direction from each pair's first point to its second.

        Each has shape (draws, pairs + 1); 0 for pair 0.
        """
        unit = self._sides / self._divisor
        return np.ascontiguousarray(unit.real), np.ascontiguousarray(unit.imag)

    @kept_property
    def _of_pairs(self) -> tuple[Ints, Ints, Ints]:
        """What is known of all pairs: `direction`, `length` and `right_angle_to`."""
        kernel, draws = compiled("classes"), len(self.z)
        if kernel is not None:
            found: tuple[Ints, Ints, Ints] = kernel.of_pairs(
                *self.doubled, self.log_length, projections(2 * draws), projections(draws),
                RELATION_TOLERANCE,
            )  # fmt: skip
            return found
        features = np.concatenate(self.doubled)[:, 1:].T / np.sqrt(2)
        direction = classify(features)
        count = int(direction.max(initial=-1)) + 1
        representative = np.zeros(count, dtype=np.int64)
        representative[direction] = np.arange(self.pairs)
        chosen = features[representative]
        labels = classify(np.concatenate([chosen, -chosen]))
        home = np.full(int(labels.max(initial=-1)) + 1, -2, dtype=np.int64)
        home[labels[:count]] = np.arange(count)
        return (
            np.concatenate([[-1], direction]),
            np.concatenate([[-1], classify(self.log_length[:, 1:].T)]),
            home[labels[count:]],
        )

    @kept_property
    def direction(self) -> Ints:
        """Direction class of every pair, shape (pairs + 1,); -1 for pair 0."""
        return self._of_pairs[0]

    @kept_property
    def length(self) -> Ints:
        """Length class of every pair, shape (pairs + 1,); -1 for pair 0."""
        return self._of_pairs[1]

    @kept_property
    def right_angle_to(self) -> Ints:
        """For every direction class, the class perpendicular to it; -2 if there is none."""
        return self._of_pairs[2]

    @kept_property
    def proportion(self) -> Ints:
        """Labels of pairs, equal where the ratio of lengths is the same in all draws.

        Shape (pairs + 1,); pair 0 has the label of the lengths that are the same in all draws.
        """
        return classify((self.log_length - self.log_length[0]).T)

    @kept_property
    def turning(self) -> Ints:
        """Labels of pairs, equal where the angle of the lines is the same in all draws.

        Shape (pairs + 1,); the label of pair 0 is arbitrary.
        """
        doubled = np.exp(2j * np.pi * (self.angle - self.angle[0]))
        return classify(np.concatenate([doubled.real, doubled.imag]).T / 2)

    def middle(self, rows: Ints) -> Ints:
        """Return the position, 0 to 2, of each triple's middle point; -1 if it varies by draw.

        Parameters
        ----------
        rows : ndarray, shape (m, 3)
            Collinear triples.

        Returns
        -------
        ndarray, shape (m,)
        """
        opposite = [self.pair[rows[:, i], rows[:, j]] for i, j in ((1, 2), (0, 2), (0, 1))]
        longest = self.log_length[:, np.stack(opposite)].argmax(axis=1)
        return np.where((longest == longest[0]).all(axis=0), longest[0], -1)

    def parallel(self, first: Ints, second: Ints) -> NDArray[np.bool_]:
        """Return whether the lines of two pairs, given by number, are parallel, element by element.

        A line counts as parallel to itself only in a loose frame.
        """
        same = self.direction[first] == self.direction[second]
        return np.asarray(same if self.loose else same & (self.line[first] != self.line[second]))

    @kept_property
    def line(self) -> Ints:
        """The number of the line through every pair, shape (pairs + 1,); -1 for pair 0."""
        kernel = compiled("triples")
        if kernel is not None:
            found: Ints = kernel.lines(self.direction, self.pair, self.first, self.second)
            return found
        first, second = self.first[1:], self.second[1:]
        own = self.direction[1:, None]
        on_line = self.direction[self.pair[first]] == own
        on_line &= self.direction[self.pair[second]] == own
        rows = np.arange(self.pairs)
        on_line[rows, first] = on_line[rows, second] = True
        # A line is identified by its direction and its first point.
        return np.concatenate([[-1], self.direction[1:] * self.n + on_line.argmax(axis=1)])

    @kept_property
    def flatness(self) -> Floats:
        """Signed flatness of every triple, shape (draws, n, n, n); see `measures.flatness`."""
        # The kernel takes the same steps.
        x, y = (own[:, None, :] - own[:, :, None] for own in (self.x, self.y))
        area = x[:, :, :, None] * y[:, :, None, :] - y[:, :, :, None] * x[:, :, None, :]
        square = x * x + y * y
        longest = np.maximum(square[:, :, :, None], square[:, :, None, :])
        longest = np.maximum(longest, square[:, None, :, :])
        return np.asarray(area / np.where(longest == 0, 1, longest))

    @kept_property
    def _triples(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int8]]:
        """What is known of all triples: `collinear`, `triangle` and `orientation`."""
        kernel = compiled("triples")
        if kernel is not None:
            found: tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int8]] = kernel.triples(
                self.x, self.y, self.pair, self.line, CONDITION_MARGIN
            )
            return found
        line = self.line[self.pair]
        collinear = (line[:, :, None] == line[:, None, :]) & (line[:, :, None] == line[None, :, :])
        collinear &= (line[:, :, None] >= 0) & (line[None, :, :] >= 0) & (line[:, None, :] >= 0)
        clear = np.abs(self.flatness) > CONDITION_MARGIN
        orientation = np.where(clear, np.sign(self.flatness), 0).astype(np.int8)
        return collinear, clear.all(axis=0) & ~collinear, orientation

    @property
    def orientation(self) -> NDArray[np.int8]:
        """The orientation of every triple in each draw, shape (draws, n, n, n).

        1 is counterclockwise, -1 clockwise, 0 flat. It may differ between the draws of a figure.
        """
        return self._triples[2]

    @property
    def collinear(self) -> NDArray[np.bool_]:
        """Whether triples of different points are collinear, shape (n, n, n)."""
        return self._triples[0]

    @property
    def triangle(self) -> NDArray[np.bool_]:
        """Whether triples are clearly not collinear in any draw, shape (n, n, n)."""
        return self._triples[1]

    @kept_property
    def corners(self) -> Corners:
        """The angles of all triangles."""
        return Corners(self)

    @kept_property
    def corner_sums(self) -> tuple[Floats, Floats]:
        """Random sums over all draws of the cosines of `corners`, and of the sines; shapes (2, m).

        An angle is told by the sum of both.
        """
        cosines, sines = np.split(projections(2 * len(self.z)), 2, axis=1)
        return cosines @ self.corners.cosines.T, sines @ self.corners.sines.T

    @kept_property
    def corner_sines(self) -> Ints:
        """Labels of `corners`, equal where the sine is the same in all draws."""
        corners = self.corners
        return classify(np.concatenate([corners.cosines, np.abs(corners.sines)], axis=1))

    @kept_property
    def figure(self) -> Any:
        """What the kernel looks up to check statements."""
        join = compiled("join")
        assert join is not None
        return join.Figure(self, RELATION_TOLERANCE, CONDITION_MARGIN)

    @kept_property
    def measured(self) -> Any:
        """What the kernel looks up to measure rows of points."""
        classes = compiled("classes")
        assert classes is not None
        return classes.Measured(self)
