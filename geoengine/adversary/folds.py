"""Folds: guessers learn from some scenes, and score the options of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.guessers import Guesser, Options, Scorer, load_sklearn
from geoengine.adversary.question_text import QuestionText

__all__ = ["FEWEST_SCENES", "FoldedGuessers", "learnt_scores"]

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
    return FoldedGuessers(guessers, texts, options).own_scores


class FoldedGuessers:
    """Guessers that are trained once for each fold of questions, without that fold.

    Parameters
    ----------
    guessers, texts, options
        As for `learnt_scores`.

    Attributes
    ----------
    own_scores : dict of str to ndarray, shape (options,)
        What `learnt_scores` returns.
    """

    def __init__(
        self, guessers: Mapping[str, Guesser], texts: Sequence[QuestionText], options: Options
    ) -> None:
        self._fold = _fold_of_scenes(texts)
        self._scorers: list[dict[str, Scorer]] = []
        self.own_scores = {name: np.empty(len(options.right)) for name in guessers}
        folds = self._folds(texts, options)
        with _one_thread():
            for fold in range(FEWEST_SCENES):
                known = options.rows(np.flatnonzero(folds != fold))
                self._scorers.append({name: learn(known) for name, learn in guessers.items()})
                self._score(fold, np.flatnonzero(folds == fold), options, self.own_scores)

    def scores(
        self, texts: Sequence[QuestionText], options: Options
    ) -> dict[str, NDArray[np.float64]]:
        """Score the options of any questions, those of known scenes as in `own_scores`."""
        found = {name: np.empty(len(options.right)) for name in self.own_scores}
        folds = self._folds(texts, options)
        with _one_thread():
            for fold in {*folds.tolist()}:
                self._score(fold, np.flatnonzero(folds == fold), options, found)
        return found

    def _folds(self, texts: Sequence[QuestionText], options: Options) -> NDArray[np.int64]:
        """The fold of each option; the first one for unknown scenes."""
        return np.array([self._fold.get(text.scene, 0) for text in texts])[options.question]

    def _score(
        self,
        fold: int,
        rows: NDArray[np.int64],
        options: Options,
        into: Mapping[str, NDArray[np.float64]],
    ) -> None:
        asked = options.rows(rows)
        for name, score in self._scorers[fold].items():
            into[name][rows] = score(asked)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Let scikit-learn use one thread.

    Matrices are small: several threads take more time, and sum in another order.
    """
    # Only what is loaded already can be limited, and a new process has not loaded it yet.
    load_sklearn()
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        yield


def _fold_of_scenes(texts: Sequence[QuestionText]) -> dict[str, int]:
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
