"""Quality of a draw: whether points crowd together or are almost collinear, and what holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from geoengine.language import PREDICATES, Complex, Predicate, Statement, as_real
from geoengine.scene.relatedness import triples

__all__ = [
    "ACCURACY",
    "StatementBatch",
    "holding",
    "is_nearly_special",
    "scores",
]

ACCURACY = 1e-9
"""Largest residual of a premise in a draw that is kept."""

_LEAST_GAP = 0.004
"""The least distance of two points, relative to the diameter."""

# A draw loses score if these are smaller, relative to the diameter: the least distance of two
# points, the least height of a triangle, and the median distance of points from their mean.
_GOOD_GAP = 0.06
_GOOD_HEIGHT = 0.025
_GOOD_SPREAD = 0.12

_NEARLY_EQUAL = 0.06
"""Up to this logarithm of their ratio sides look equal, up to this cosine an angle looks right."""


@cache
def _pairs(n: int) -> tuple[NDArray[np.intp], ...]:
    return np.triu_indices(n, 1)


@cache
def _sides_of_triples(n: int) -> NDArray[np.intp]:
    """Return the numbers of the sides of all triples, in the order of `_pairs`; shape (3, m)."""
    number = np.zeros((n, n), dtype=np.intp)
    number[_pairs(n)] = np.arange(n * (n - 1) // 2)
    i, j, k = triples(n)
    return np.stack([number[i, j], number[i, k], number[j, k]])


def scores(z: Complex, flatness: float = 1e-4) -> NDArray[np.float64]:
    """Score how clear draws are and how far from degenerate configurations.

    Parameters
    ----------
    z : ndarray of complex, shape (draws, points)
    flatness : float
        The ratio of height to longest side below which three points that are not collinear count
        as almost collinear.

    Returns
    -------
    ndarray, shape (draws,)
        1 for a clear figure, less for one that is crowded, flat or spread out, and 0 for one that
        must not be used: two points almost coincide, or three are almost collinear.

    Examples
    --------
    >>> scores(np.array([[0, 1, 0.3 + 0.8j], [0, 1, 0.5 + 1e-6j]])).tolist()
    [1.0, 0.0]
    """
    n = z.shape[1]
    if n < 2:
        return np.ones(len(z))
    i, j = _pairs(n)
    with np.errstate(all="ignore"):
        sides = z.take(j, axis=1) - z.take(i, axis=1)
        apart = np.abs(sides)
        diameter = apart.max(axis=1)
        gap = apart.min(axis=1) / diameter
        spread = _medians(np.abs(z - z.mean(axis=1, keepdims=True))) / diameter
        quality = np.minimum(np.minimum(1.0, gap / _GOOD_GAP), spread / _GOOD_SPREAD)
        usable = gap >= _LEAST_GAP
        if n > 2:
            numbers = _sides_of_triples(n)
            u, v = sides.take(numbers[0], axis=1), sides.take(numbers[1], axis=1)
            area = np.abs(u.real * v.imag - u.imag * v.real)
            longest = apart.take(numbers, axis=1).max(axis=1)
            height = area / longest
            off = height > ACCURACY * longest
            usable &= ~(off & (height < flatness * longest)).any(axis=1)
            lowest = np.where(off, height, np.inf).min(axis=1)
            quality = np.minimum(quality, lowest / diameter / _GOOD_HEIGHT)
    return np.where(usable, quality, 0.0)


def _medians(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the medians of rows; ``np.median`` would load masked arrays, and is slow on few."""
    ordered = np.sort(values, axis=1)
    count = values.shape[1]
    return np.asarray((ordered[:, (count - 1) // 2] + ordered[:, count // 2]) / 2)


def is_nearly_special(polygon: Complex) -> bool:
    """Return whether two sides are almost equal or an angle is almost right, but not exactly.

    Parameters
    ----------
    polygon : ndarray of complex, shape (vertices,)

    Examples
    --------
    >>> is_nearly_special(np.array([0, 1, 0.5 + 2j]))  # two equal sides
    False
    >>> is_nearly_special(np.array([0, 1, 0.51 + 2j]))
    True
    """
    # This is much faster than to roll so few numbers.
    sides = np.concatenate((polygon[1:], polygon[:1])) - polygon
    lengths = np.abs(sides)
    if len(polygon) < 3 or lengths.min() == 0:
        return False
    ratios = np.diff(np.sort(np.log(lengths)))
    turns = sides * np.concatenate((sides[-1:], sides[:-1])).conj()
    cosines = np.abs(turns.real) / np.abs(turns)
    near = np.concatenate([ratios, cosines])
    return bool(np.any((near > ACCURACY) & (near < _NEARLY_EQUAL)))


class StatementBatch:
    """Statements measured together: one vectorized call for each predicate.

    Parameters
    ----------
    statements : iterable of Statement
    index : mapping of str to int
        The number of each point.

    Attributes
    ----------
    statements : list of Statement
        The statements in the order of the results, grouped by predicate.
    """

    def __init__(self, statements: Iterable[Statement], index: Mapping[str, int]) -> None:
        self.statements: list[Statement] = []
        groups: dict[tuple[str, int], list[Statement]] = {}
        for statement in statements:
            groups.setdefault((statement.predicate, len(statement.points)), []).append(statement)
        self._groups = []
        for (name, _), members in groups.items():
            rows = np.array([[index[point] for point in s.points] for s in members])
            values = [float(s.value) for s in members if s.value is not None]
            self._groups.append((PREDICATES[name], rows, np.array(values)))
            self.statements += members

    def measure(self, z: Complex) -> NDArray[np.float64]:
        """Return residuals or margins, shape (draws, statements), at z of shape (draws, points).

        The columns are in the order of `statements`.
        """
        if not self._groups:
            return np.zeros((len(z), 0))
        return np.concatenate([found for _, found in self._measured(z)], axis=1)

    def hold(self, z: Complex) -> NDArray[np.bool_]:
        """Return which statements hold in which draws, shape (draws, statements); see `measure`."""
        if not self._groups:
            return np.zeros((len(z), 0), dtype=bool)
        held = [predicate.decide(found) for predicate, found in self._measured(z)]
        return np.concatenate(held, axis=1)

    def _measured(self, z: Complex) -> Iterator[tuple[Predicate, NDArray[np.float64]]]:
        for predicate, rows, values in self._groups:
            own = z[:, rows]
            yield (
                predicate,
                predicate.measure(own, values) if len(values) else predicate.measure(own),
            )

    def worst(self, z: Complex) -> tuple[float, Statement | None]:
        """Return the largest residual of all draws, and its statement; without any, 0 and None."""
        residuals = self.measure(z).max(axis=0, initial=0.0)
        if not residuals.size:
            return 0.0, None
        at = int(residuals.argmax())
        return float(residuals[at]), self.statements[at]


def holding(statements: Sequence[Statement], z: Complex, index: Mapping[str, int]) -> list[bool]:
    """Return, for each statement, whether it holds in every draw of z, shape (draws, points)."""
    xy = as_real(z)
    return [bool(statement.holds(xy, index).all()) for statement in statements]
