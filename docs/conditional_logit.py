"""A conditional logit model: which of several options is chosen, by weighted numbers about each.

The odds of an option are the exponential of the weighted sum of its numbers. `docs/key_odds.py` and
`docs/length_odds.py` fit such models to what builders offer.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

__all__ = ["PER_SCENE", "Choice", "ConditionalLogit", "Fit"]

PER_SCENE = 3.0
"""How much the choices of a scene weigh together at most: they are alike."""

PENALTIES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""The prices of the size of a weight, of which the best is taken; numbers have unit deviation."""

LEAST_DEVIATION = 0.03
"""Numbers that vary less among the options of a choice are passed over."""

LARGEST = 2.0
"""The largest size of a weight, for a number with unit deviation."""

FOLDS = 5


@dataclass(frozen=True, slots=True)
class Choice:
    """Some options, of which one is chosen.

    Attributes
    ----------
    scene : str
        Nothing is learnt from choices about the scene that is asked about.
    numbers : ndarray, shape (options, numbers)
        Those of the chosen option first.
    weight : float
    """

    scene: str
    numbers: NDArray[np.float64]
    weight: float


@dataclass(frozen=True, slots=True)
class Fit:
    """The weights that explain choices best.

    Attributes
    ----------
    gain : float
        By how much the logarithm of the likelihood of what is chosen exceeds that of equal odds, on
        average, in scenes from which nothing was learnt.
    penalty : float
        The price of the size of a weight, with which the gain is largest.
    weights : ndarray, shape (numbers,)
    """

    gain: float
    penalty: float
    weights: NDArray[np.float64]


class ConditionalLogit:
    """Choices as arrays, and the weights of their numbers.

    Parameters
    ----------
    choices : sequence of Choice
        They may have different numbers of options.
    """

    def __init__(self, choices: Sequence[Choice]) -> None:
        most = max(len(one.numbers) for one in choices)
        shape = len(choices), most
        columns = np.zeros((*shape, choices[0].numbers.shape[1]))
        self._there = np.zeros(shape, dtype=bool)
        for k, one in enumerate(choices):
            count = len(one.numbers)
            columns[k, :count] = one.numbers - one.numbers.mean(axis=0)
            self._there[k, :count] = True
        self._scale = columns[self._there].std(axis=0)
        self._told = self._scale > LEAST_DEVIATION
        self._columns = columns[:, :, self._told] / self._scale[self._told]
        self._weight = np.array([one.weight for one in choices])
        self._folds = np.array([zlib.crc32(one.scene.encode()) % FOLDS for one in choices])

    def best(self) -> Fit:
        """Fit with the penalty that explains other scenes best."""
        gains = {penalty: self._gain(penalty) for penalty in PENALTIES}
        penalty = max(gains, key=gains.__getitem__)
        weights = np.zeros(len(self._scale))
        found = self._fitted(np.arange(len(self._weight)), penalty)
        weights[self._told] = found / self._scale[self._told]
        return Fit(gains[penalty], penalty, weights)

    def _fitted(self, rows: NDArray[np.int64], penalty: float) -> NDArray[np.float64]:
        """The weights that some choices suggest (L1)."""
        columns, weight = self._columns[rows], self._weight[rows]
        size = columns.shape[2]

        def loss(both: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            shares = self._shares(rows, both[:size] - both[size:])
            mean = np.einsum("ij,ijk->ik", shares, columns)
            slope = weight @ (mean - columns[:, 0])
            cost = penalty * both.sum() - weight @ np.log(shares[:, 0])
            return float(cost), np.concatenate([slope, -slope]) + penalty

        bounds = [(0, LARGEST)] * (2 * size)
        both = minimize(loss, np.zeros(2 * size), jac=True, method="L-BFGS-B", bounds=bounds).x
        return np.asarray(both[:size] - both[size:])

    def _gain(self, penalty: float) -> float:
        """The mean gain, each fold of scenes by weights that were learnt from the others."""
        total = 0.0
        for fold in range(FOLDS):
            known, asked = np.flatnonzero(self._folds != fold), np.flatnonzero(self._folds == fold)
            shares = self._shares(asked, self._fitted(known, penalty))[:, 0]
            total += self._weight[asked] @ np.log(shares * self._there[asked].sum(axis=1))
        return float(total / self._weight.sum())

    def _shares(self, rows: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """How likely each option is to be chosen."""
        scores = self._columns[rows] @ weights
        scores[~self._there[rows]] = -np.inf
        found = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(found / found.sum(axis=1, keepdims=True))
