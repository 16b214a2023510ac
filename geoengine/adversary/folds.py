"""Folds: guessers learn from some scenes, and score the options of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.guessers import Guesser, Options, load_sklearn
from geoengine.adversary.question_text import QuestionText

__all__ = ["FEWEST_SCENES", "fold_of_scenes", "learnt_scores", "one_thread"]

FEWEST_SCENES = 5
"""The number of folds of a task's questions; each fold has scenes of its own."""


def learnt_scores(
    guessers: Mapping[str, Guesser], texts: Sequence[QuestionText], options: Options
) -> dict[str, NDArray[np.float64]]:
    """Score every option by guessers that were trained without the fold of its question.

    The questions are divided into folds, so that all questions of a scene are in the same fold.

    Parameters
    ----------
    guessers : mapping of str to Guesser
        The guessers by name.
    texts : sequence of QuestionText
        The questions.
    options : Options
        Options of these questions; some may be left out or occur twice.

    Returns
    -------
    dict of str to ndarray, shape (options,)
        For each guesser, the score of each option; higher means more likely to be the key.
    """
    folds = fold_of_scenes(texts)
    fold_of = np.array([folds[text.scene] for text in texts])[options.question]
    scores = {name: np.empty(len(options.right)) for name in guessers}
    with one_thread():
        for fold in range(FEWEST_SCENES):
            is_asked = fold_of == fold
            known = options.rows(np.flatnonzero(~is_asked))
            asked = options.rows(np.flatnonzero(is_asked))
            for name, guesser in guessers.items():
                scores[name][is_asked] = guesser(known)(asked)
    return scores


@contextmanager
def one_thread() -> Iterator[None]:
    """Let scikit-learn use one thread.

    Matrices are small: several threads take more time, and sum in another order.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
    """
    # Only what is loaded already can be limited, and a new process has not loaded it yet.
    load_sklearn()
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        yield


def fold_of_scenes(texts: Sequence[QuestionText]) -> dict[str, int]:
    """The fold of each scene: scenes go, the largest first, to the fold that is smallest."""
    sizes: dict[str, int] = {}
    for text in texts:
        sizes[text.scene] = sizes.get(text.scene, 0) + 1
    filled = [0] * FEWEST_SCENES
    fold: dict[str, int] = {}
    for scene in sorted(sizes, key=lambda name: (-sizes[name], name)):
        fold[scene] = filled.index(min(filled))
        filled[fold[scene]] += sizes[scene]
    return fold
