"""A model of keys: how likely each option of a question is to be the key, by its text alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.folds import FoldedGuessers
from geoengine.adversary.guessers import GUESSERS, Options
from geoengine.adversary.question_text import QuestionText

__all__ = ["KeyModel"]

_GUESSERS = ("known options", "n-grams, linear", "numbers, linear", "numbers, trees")
_SHRINKAGE = 0.5
"""The weight of the squares of weights, which keeps them small where little is known."""

_DIGITS = 4
"""Probabilities are rounded to this many digits: sums depend a little on the processor."""


class KeyModel:
    """Learns from questions how likely readers who do no geometry hold each option to be the key.

    Probabilities are proportional to the exponential of a sum of the scores of guessers, weighted
    so that the keys of known questions are as likely as possible. What is said of a question is
    never learnt from questions about the same scene.

    Parameters
    ----------
    texts : sequence of QuestionText
        Questions of one task, from five scenes or more.

    Attributes
    ----------
    evenness : float
        The mean probability of the least likely option, divided by that of the key (1 at most).
    gain : float
        The logarithm of the factor by which the model makes the keys of known questions likelier
        than blind guesses do.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.

    Examples
    --------
    >>> said = "AB = CD", "AB ∥ CD"
    >>> texts = [QuestionText("?", said, k % 2, "demo", f"scene {k % 5}") for k in range(40)]
    >>> KeyModel(texts).chances(texts[:1])[0].tolist()
    [0.5, 0.5]
    """

    def __init__(self, texts: Sequence[QuestionText]) -> None:
        options = Options.of_texts(texts)
        self._guessers = FoldedGuessers(
            {name: GUESSERS[name] for name in _GUESSERS}, texts, options
        )
        scores = _table(self._guessers.own_scores)
        self._weights = _likeliest_weights(scores, options)
        shares = _shares(scores @ self._weights, options)
        evens = np.minimum.reduceat(shares, options.starts) / shares[options.right]
        self.evenness = float(evens.clip(max=1).mean())
        self.gain = float(np.log(shares[options.right] * options.counts).sum())

    def chances(self, texts: Sequence[QuestionText]) -> list[NDArray[np.float64]]:
        """Return the probability of each option to be the key, for each question.

        Parameters
        ----------
        texts : sequence of QuestionText

        Returns
        -------
        list of ndarray, each of shape (options,)
        """
        if not texts:
            return []
        options = Options.of_texts(texts)
        scores = _table(self._guessers.scores(texts, options))
        shares = np.round(_shares(scores @ self._weights, options), _DIGITS)
        return np.split(shares, options.starts[1:])


def _table(scores: Mapping[str, NDArray[np.float64]]) -> NDArray[np.float64]:
    """The scores of options by each guesser, shape (options, guessers)."""
    return np.stack([scores[name] for name in _GUESSERS], axis=1)


def _likeliest_weights(scores: NDArray[np.float64], options: Options) -> NDArray[np.float64]:
    """The weights of guessers, 0 or more, with which the keys are likeliest."""
    from scipy.optimize import minimize

    def cost(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        shares = _shares(scores @ weights, options)
        mean = np.add.reduceat(shares[:, None] * scores, options.starts)
        slope = mean.sum(axis=0) - scores[options.right].sum(axis=0) + _SHRINKAGE * 2 * weights
        return float(-np.log(shares[options.right]).sum() + _SHRINKAGE * weights @ weights), slope

    start = np.zeros(scores.shape[1])
    found = minimize(cost, start, jac=True, method="L-BFGS-B", bounds=[(0, None)] * len(start))
    weights: NDArray[np.float64] = np.round(found.x, _DIGITS)
    return weights


def _shares(scores: NDArray[np.float64], options: Options) -> NDArray[np.float64]:
    """The exponentials of scores, divided by their sum over each question."""
    starts, counts = options.starts, options.counts
    weights = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), counts))
    shares: NDArray[np.float64] = weights / np.repeat(np.add.reduceat(weights, starts), counts)
    return shares
