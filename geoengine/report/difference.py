"""Distances between the distributions of two collections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from geoengine.report.measures import Value

__all__ = ["Difference", "Histogram", "compare", "histogram"]

_BINS = 30
"""The maximum number of bins for numbers."""
_RESAMPLES = 1000
"""The number of pairs of samples drawn to find the variation by chance."""

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Histogram:
    """Values of several collections, counted in the same bins.

    Attributes
    ----------
    labels : tuple of str
        The value of each bin, or its least and greatest, as in ``5–8``.
    counts : ndarray of int, shape (collections, bins)
        The number of values in each bin.
    """

    labels: tuple[str, ...]
    counts: Counts

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """The share of each bin, shape (collections, bins); 0 for a collection without values."""
        totals: Counts = np.maximum(self.counts.sum(axis=1, keepdims=True), 1)
        return np.divide(self.counts, totals)


def histogram(values: Sequence[Sequence[Value]], *, measured: bool) -> Histogram:
    """Count values: names one by one, the commonest first; numbers in at most 30 bins.

    Parameters
    ----------
    values : sequence of sequence of int or str
        The values of each collection.
    measured : bool
        Whether the values are whole numbers rather than names. Their bins have equal integer
        widths, and include both ends.

    Examples
    --------
    >>> found = histogram([[3, 5, 5], [4]], measured=True)
    >>> found.labels, found.counts.tolist()
    (('3', '4', '5'), [[1, 0, 2], [0, 1, 0]])
    >>> histogram([range(1, 101)], measured=True).labels[:2]
    ('1–4', '5–8')
    """
    counted = [Counter(own) for own in values]
    if not measured:
        total = sum(counted, Counter[Value]())
        names = sorted(total, key=lambda name: (-total[name], str(name)))
        rows = [[own[name] for name in names] for own in counted]
        shape = (len(values), len(names))
        return Histogram(tuple(map(str, names)), np.array(rows, dtype=np.int64).reshape(shape))
    numbers = sorted({int(value) for own in counted for value in own})
    if not numbers:
        return Histogram((), np.zeros((len(values), 0), dtype=np.int64))
    least, most = numbers[0], numbers[-1]
    width = -(-(most - least + 1) // _BINS)
    starts = range(least, most + 1, width)
    counts = np.zeros((len(values), len(starts)), dtype=np.int64)
    for row, own in enumerate(counted):
        for value, count in own.items():
            counts[row, (int(value) - least) // width] += count
    labels = [str(a) if width == 1 else f"{a}–{a + width - 1}" for a in starts]
    return Histogram(tuple(labels), counts)


@dataclass(frozen=True, slots=True)
class Difference:
    """The distance between two distributions, as two measures.

    Attributes
    ----------
    variation : float
        Total variation: half the sum of the differences of the shares, from 0 to 1.
    jensen_shannon : float
        The Jensen-Shannon distance to base 2, from 0 to 1.
    chance : float
        The 95th percentile of the variation between samples of these sizes that are both drawn
        from the pooled data.
    most : int
        The index of the bin in which the shares differ most.
    """

    variation: float
    jensen_shannon: float
    chance: float
    most: int


def compare(one: Counts, other: Counts) -> Difference | None:
    """Return the distance between two rows of a histogram; None if one has no values.

    Parameters
    ----------
    one, other : ndarray of int, shape (bins,)
        The counts of two collections in the same bins.

    Examples
    --------
    >>> found = compare(np.array([8, 0]), np.array([0, 5]))
    >>> found.variation, found.jensen_shannon
    (1.0, 1.0)
    """
    from scipy.spatial.distance import jensenshannon

    if not one.sum() or not other.sum():
        return None
    shares, others = one / one.sum(), other / other.sum()
    off = np.abs(shares - others)
    together = one + other
    draws = np.random.default_rng(0).multivariate_hypergeometric(
        together, int(one.sum()), size=_RESAMPLES, method="marginals"
    )
    drawn = np.abs(draws / one.sum() - (together - draws) / other.sum()).sum(axis=1) / 2
    return Difference(
        float(off.sum() / 2),
        # Rounding can make the argument of a square root slightly negative.
        float(np.nan_to_num(jensenshannon(shares, others, base=2))),
        float(np.percentile(drawn, 95)),
        int(off.argmax()),
    )
