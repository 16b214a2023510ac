"""Whether the keys of questions can be told from options marked at random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.folds import learnt_scores
from geoengine.adversary.guessers import GUESSERS, Options, load_sklearn
from geoengine.adversary.question_text import QuestionText
from geoengine.adversary.questions import TaskRun, questions_by_task

__all__ = ["Permuted", "tell_permuted"]

_RESAMPLES = 1000
_DIGITS = 6
_MODELS = ("n-grams, linear", "numbers, linear", "numbers, trees")


@dataclass(frozen=True, slots=True)
class Permuted:
    """How well the questions of a task are distinguished from the same ones with permuted keys.

    Attributes
    ----------
    task : str
    questions : int
    auc : float
        The area under the ROC curve: the probability that the option marked as the key scores
        higher in one of the real questions than in one of the others; 0.5 if they cannot be told
        apart. As a mark may happen to be at the key, the maximum is 1 - 1/(2n) with n options.
    interval : tuple of float
        The 95 % interval of `auc`, from resampled scenes.
    """

    task: str
    questions: int
    auc: float
    interval: tuple[float, float]

    @property
    def told(self) -> bool:
        """Whether the interval lies above 0.5."""
        return self.interval[0] > 0.5


def tell_permuted(questions: Iterable[QuestionText], *, run: TaskRun = map) -> list[Permuted]:
    """Try to tell the keys of questions from keys that are permuted at random.

    In a copy of the questions, the mark of the key is moved to an option drawn at random, which
    may be the key, with equal chances for all. Models are trained to distinguish marked options of
    real questions from those of the copy, and tested on other scenes. If the key and the wrong
    options come from one distribution, the two cannot be told apart. Instead of a single copy, all
    of them are used, each option of a question with equal weight, so nothing depends on a draw.

    Parameters
    ----------
    questions : iterable of QuestionText
        Tasks with fewer than 40 of them, or with fewer than 5 scenes, are left out.
    run : callable, optional
        Called as `map` is, with a function and the questions of each task.

    Returns
    -------
    list of Permuted
        One for each task.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
    """
    load_sklearn()
    return list(run(_tell_task, iter(questions_by_task(questions))))


def _tell_task(texts: Sequence[QuestionText]) -> Permuted:
    from scipy.stats import rankdata

    options = Options.of_texts(texts)
    # In a fraction of the copies the key is marked too, which changes no ranking of the models.
    guessers = {name: GUESSERS[name] for name in _MODELS}
    found = learnt_scores(guessers, texts, options)
    # Scores of different models are comparable by their ranks.
    scores = sum(rankdata(np.round(own, _DIGITS)) for own in found.values())
    keys = scores[options.right]
    above = (keys[:, None] > scores) + (keys[:, None] == scores) / 2
    shares = np.add.reduceat(above, options.starts, axis=1) / options.counts
    scenes = np.unique([text.scene for text in texts], return_inverse=True)[1]
    return Permuted(texts[0].task, len(texts), float(shares.mean()), _interval(shares, scenes))


def _interval(shares: NDArray[np.float64], scenes: NDArray[np.int64]) -> tuple[float, float]:
    """The 95 % interval of a mean over pairs of questions, by resampling whole scenes."""
    rng = np.random.default_rng(0)
    count = int(scenes.max()) + 1
    drawn = rng.multinomial(count, np.full(count, 1 / count), size=_RESAMPLES)
    weights = drawn[:, scenes].astype(np.float64)
    means = ((weights @ shares) * weights).sum(axis=1) / weights.sum(axis=1) ** 2
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)
