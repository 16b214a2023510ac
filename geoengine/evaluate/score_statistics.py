"""Statistics: intervals, comparisons and correlations of accuracies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Correlation",
    "Interval",
    "Repeats",
    "adjusted",
    "clustered_error",
    "correlation",
    "difference_interval",
    "mcnemar",
    "mean_interval",
    "repeats",
    "versus_chance",
]

LEVEL = 0.95
_FEW = 6
"""The maximum number of models for which all pairings are enumerated."""

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of a 95 % confidence interval."""

    low: float
    high: float


def mean_interval(
    values: Sequence[float], groups: Sequence[str], *, seed: int, resamples: int
) -> Interval:
    """The percentile bootstrap interval of a mean, drawing whole groups.

    Items about one problem share its difficulty: drawing items one by one would make the interval
    too narrow.

    Parameters
    ----------
    values : sequence of float
    groups : sequence of str
        The problem that each value is about.
    seed, resamples : int

    Examples
    --------
    >>> mean_interval([1, 1, 0, 1], "abcd", seed=0, resamples=1000)
    Interval(low=0.25, high=1.0)
    """
    names, which = np.unique(np.asarray(list(groups)), return_inverse=True)
    total = np.bincount(which, weights=np.asarray(values, dtype=float))
    count = np.bincount(which).astype(float)
    rng = np.random.default_rng(seed)
    means = []
    for begin in range(0, resamples, 500):
        size = min(500, resamples - begin)
        drawn = rng.multinomial(len(names), np.full(len(names), 1 / len(names)), size=size)
        means.append((drawn @ total) / (drawn @ count))
    low, high = np.quantile(np.concatenate(means), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(low), float(high))


def clustered_error(values: Sequence[float], groups: Sequence[str]) -> float | None:
    """The standard error of a mean, where the values of one group depend on each other.

    It is the cluster-robust one, with the factor G/(G - 1) for G groups; if each value has a group
    of its own, it is the usual standard error. None if there are fewer than two groups.

    Source: Miller, Adding Error Bars to Evals (2024), section 2.2.

    Examples
    --------
    >>> round(clustered_error([1, 0, 1, 0.5], "abcd"), 4)
    0.2394
    >>> round(clustered_error([1, 1, 0, 0], "aabb"), 4)
    0.5
    """
    names, which = np.unique(np.asarray(list(groups)), return_inverse=True)
    if len(names) < 2:
        return None
    off = np.asarray(values, dtype=float) - float(np.mean(values))
    sums = np.bincount(which, weights=off)
    factor = len(names) / (len(names) - 1)
    return float(np.sqrt(factor * np.square(sums).sum())) / len(values)


def pass_at(k: int, samples: int, right: int) -> float:
    """Return the unbiased estimate of the chance that one of `k` samples is right.

    It is the share of the sets of `k` of the samples that have a right one. Source: Chen et al.,
    Evaluating Large Language Models Trained on Code, 2021, section 2.1.

    Parameters
    ----------
    k, samples, right : int
        Of `samples`, at least `k`, `right` are right.

    Examples
    --------
    >>> pass_at(1, 4, 1), pass_at(2, 4, 1), pass_at(4, 4, 1), pass_at(2, 4, 0)
    (0.25, 0.5, 1.0, 0.0)
    """
    if not 1 <= k <= samples or not 0 <= right <= samples:
        raise ValueError(f"expected k from 1 to {samples} samples, found {k}, with {right} right")
    return 1 - math.comb(samples - right, k) / math.comb(samples, k)


def difference_interval(
    one: Sequence[bool], other: Sequence[bool], groups: Sequence[str], *, seed: int, resamples: int
) -> Interval:
    """The paired bootstrap interval of the accuracy of `one` minus that of `other`."""
    apart = [float(a) - float(b) for a, b in zip(one, other, strict=True)]
    return mean_interval(apart, groups, seed=seed, resamples=resamples)


def mcnemar(one: Sequence[bool], other: Sequence[bool]) -> float:
    """Return the two-sided p-value of McNemar's exact test: whether one is right more often.

    It is 1 if both are right on the same items.

    Examples
    --------
    >>> mcnemar([True] * 6, [False] * 6)
    0.03125
    """
    from scipy.stats import binomtest

    first = sum(a and not b for a, b in zip(one, other, strict=True))
    second = sum(b and not a for a, b in zip(one, other, strict=True))
    return float(binomtest(first, first + second).pvalue) if first + second else 1.0


def versus_chance(right: int, count: int, chance: float) -> float:
    """The two-sided p-value of `right` of `count` by the exact binomial test against `chance`."""
    from scipy.stats import binomtest

    return float(binomtest(right, count, chance).pvalue)


def adjusted(pvalues: Sequence[float]) -> list[float]:
    """p-values of several comparisons, adjusted by Benjamini and Hochberg's procedure."""
    from scipy.stats import false_discovery_control

    return [float(p) for p in false_discovery_control(pvalues)] if len(pvalues) else []


@dataclass(frozen=True, slots=True)
class Repeats:
    """Several runs of one model.

    Attributes
    ----------
    mean : float
        The mean of the accuracies, from 0 to 1.
    half : float
        Half the width of the 95 % interval of the mean, by Student's t.
    score : float
        One minus the coefficient of variation: 1 where all runs agree.
    """

    mean: float
    half: float
    score: float


def repeats(accuracies: Sequence[float]) -> Repeats | None:
    """Mean, interval and confidence score of several runs; None if there are fewer than two.

    The intervals and scores that GeoBench publishes (Tables 12 and 13) are these, of three runs.

    Examples
    --------
    >>> found = repeats([0.54, 0.55, 0.57])
    >>> round(found.mean, 3), round(found.half, 3), round(found.score, 2)
    (0.553, 0.038, 0.97)
    """
    from scipy.stats import t

    count = len(accuracies)
    if count < 2:
        return None
    mean = float(np.mean(accuracies))
    deviation = float(np.std(accuracies, ddof=1))
    half = float(t.ppf((1 + LEVEL) / 2, count - 1)) * deviation / math.sqrt(count)
    score = 1 - deviation / mean if mean else (1.0 if deviation == 0 else 0.0)
    return Repeats(mean, half, score)


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rank correlation over models.

    Attributes
    ----------
    models : int
    rho, p : float or None
        None if there are fewer than three models, or all have one value. With up to six models p
        is exact: the share of all pairings with a correlation at least as strong.
    interval : Interval or None
        By Fisher's transformation with the variance of Bonett and Wright; None if there are fewer
        than four models, or `rho` is 1 or -1.
    """

    models: int
    rho: float | None
    p: float | None
    interval: Interval | None


def correlation(one: Sequence[float], other: Sequence[float]) -> Correlation:
    """Spearman's rank correlation, as scipy computes it, with an interval.

    Examples
    --------
    >>> found = correlation([1, 2, 3, 4, 5], [2, 1, 3, 5, 4])
    >>> round(found.rho, 2), round(found.interval.low, 2), round(found.interval.high, 2)
    (0.8, -0.46, 0.99)
    """
    from scipy.stats import norm, spearmanr

    count = len(one)
    if count < 3 or len(set(one)) < 2 or len(set(other)) < 2:
        return Correlation(count, None, None, None)
    found = spearmanr(one, other)
    rho = float(found.statistic)
    p = _exact_p(one, other) if count <= _FEW else float(found.pvalue)
    interval = None
    # Ranks that agree entirely give one only up to rounding.
    if count > 3 and abs(rho) < 1 - 1e-12:
        middle = math.atanh(rho)
        width = float(norm.ppf((1 + LEVEL) / 2)) * math.sqrt((1 + rho**2 / 2) / (count - 3))
        interval = Interval(math.tanh(middle - width), math.tanh(middle + width))
    return Correlation(count, rho, p, interval)


def _exact_p(one: Sequence[float], other: Sequence[float]) -> float:
    """The share of all pairings of the ranks that are correlated at least as strongly."""
    from scipy.stats import permutation_test, rankdata

    first, second = rankdata(one), rankdata(other)
    first, second = first - first.mean(), second - second.mean()

    # Multiples of one quarter, so that equally strong pairings are equal to the last bit. Two-sided
    # p-values of scipy double the smaller tail; this counts both tails.
    def strength(ranks: Reals, axis: int) -> Reals:
        strengths: Reals = np.abs((ranks * second).sum(axis=axis))
        return strengths

    found = permutation_test(
        (first,), strength, permutation_type="pairings", alternative="greater",
        vectorized=True, n_resamples=math.inf,
    )  # fmt: skip
    return float(found.pvalue)
