"""Attacks: how often learned guessers find the key without doing geometry."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.folds import learnt_scores
from geoengine.adversary.guessers import GUESSERS, Options, load_sklearn
from geoengine.adversary.hand_made import HAND_MADE
from geoengine.adversary.question_text import QuestionText
from geoengine.adversary.questions import TaskRun, questions_by_task
from geoengine.adversary.telling import telling_grams, telling_numbers, telling_options

__all__ = ["LEVEL", "Attack", "attack"]

LEVEL = 0.01
"""The significance level, after the correction for the number of attacks."""

_FEWEST_GUESSED = 10
"""A guess made by hand that distinguishes the options of fewer questions is left out."""

_DIGITS = 6
"""Scores are rounded to this many digits: sums depend a little on the processor."""


@dataclass(frozen=True, slots=True)
class Attack:
    """The success of one guesser on the questions of one task.

    Attributes
    ----------
    task, guesser : str
    questions, hits : int
        For a guess made by hand, only the questions whose options it distinguishes.
    chance : float
        The expected share of hits of a blind guess.
    ranking : float
        The mean share of wrong options that score less than the key: 0.5 for a blind guess. It is
        the area under the ROC curve for distinguishing keys from options drawn at random.
    p : float
        The probability that blind guesses hit as often, corrected by Holm's method for all the
        attacks that were made together.
    guessed : tuple of int
        The numbers, among the questions of the task, of those answered right, the surest first.
    telling : tuple of str
        What says most about the key, where `p` is low: numbers whose extremes alone hit most often,
        with their share of hits; or texts, with how often they were right.
    """

    task: str
    guesser: str
    questions: int
    hits: int
    chance: float
    ranking: float
    p: float
    guessed: tuple[int, ...] = ()
    telling: tuple[str, ...] = ()

    @property
    def accuracy(self) -> float:
        """The share of hits."""
        return self.hits / self.questions

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the accuracy (Wilson)."""
        from scipy.stats import binomtest

        found = binomtest(self.hits, self.questions).proportion_ci(0.95, method="wilson")
        return float(found.low), float(found.high)

    @property
    def succeeds(self) -> bool:
        """Whether the guesser is significantly better than chance."""
        return self.p < LEVEL

    def record(self) -> dict[str, Any]:
        """The attack as a part of a manifest."""
        low, high = self.interval
        return {
            "questions": self.questions,
            "accuracy": f"{self.accuracy:.3f}",
            "chance": f"{self.chance:.3f}",
            "interval": [f"{low:.3f}", f"{high:.3f}"],
            "ranking": f"{self.ranking:.3f}",
            "p": f"{self.p:.2g}",
            "succeeds": self.succeeds,
            "telling": list(self.telling) if self.succeeds else [],
        }


def attack(questions: Iterable[QuestionText], *, run: TaskRun = map) -> list[Attack]:
    """Let every guesser answer questions, and count how often it is right.

    Most guessers learn. The questions of a task are divided into folds by scene, so that nothing
    is learnt of the scene that is asked about. Guessers see what is printed, without the picture.

    Parameters
    ----------
    questions : iterable of QuestionText
        Tasks with fewer than 40 of them, or with fewer than 5 scenes, are left out.
    run : callable, optional
        Called as `map` is, with a function and the questions of each task; it may use several
        processes. The attacks do not depend on it.

    Returns
    -------
    list of Attack
        The attacks by task, then by guesser.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
    """
    load_sklearn()
    tasks = iter(questions_by_task(questions))
    return _corrected([one for found in run(_attack_task, tasks) for one in found])


def _attack_task(texts: Sequence[QuestionText]) -> list[Attack]:
    """Attack the questions of one task; p is not corrected yet."""
    task, options = texts[0].task, Options.of_texts(texts)
    everything = np.arange(len(texts))
    found = [
        _outcome(task, name, options, scores, everything)
        for name, scores in learnt_scores(GUESSERS, texts, options).items()
    ]
    for name, guess in HAND_MADE.items():
        scores = guess(texts, options)
        decided = np.array([q for q in everything if np.ptp(scores[options.question == q]) > 0])
        if len(decided) >= _FEWEST_GUESSED:
            found.append(_outcome(task, name, options, scores, decided))
    return [_explained(one, texts, options) for one in found]


def _explained(one: Attack, texts: Sequence[QuestionText], options: Options) -> Attack:
    """Add to the attack what gives the key away, if the attack may be significant."""
    if one.p >= LEVEL or one.guesser in HAND_MADE:
        return one
    if one.guesser == "known options":
        return replace(one, telling=telling_options(options))
    if "n-grams" in one.guesser:
        return replace(one, telling=telling_grams(texts, options))
    return replace(one, telling=telling_numbers(options))


def _outcome(
    task: str,
    guesser: str,
    options: Options,
    scores: NDArray[np.float64],
    questions: NDArray[np.int64],
) -> Attack:
    """Count the hits in some questions; ties are broken at random."""
    scores = np.round(scores, _DIGITS)
    margins: dict[int, float] = {}
    ranks, chances = [], []
    rng = np.random.default_rng(zlib.crc32(f"{task}/{guesser}".encode()))
    starts = np.searchsorted(options.question, [questions, questions + 1]).T.tolist()
    for number, (start, end) in zip(questions.tolist(), starts, strict=True):
        own, is_right = scores[start:end], options.right[start:end]
        right, wrong = own[is_right][0], own[~is_right]
        ranks.append(float(((wrong < right) + (wrong == right) / 2).mean()))
        if is_right[rng.choice(np.flatnonzero(own == own.max()))]:
            margins[number] = float(right - wrong.max())
        chances.append(1 / len(own))
    return Attack(
        task, guesser, len(chances), len(margins), float(np.mean(chances)), float(np.mean(ranks)),
        _tail(chances, len(margins)), tuple(sorted(margins, key=lambda k: -margins[k])),
    )  # fmt: skip


def _tail(chances: Sequence[float], hits: int) -> float:
    """The probability of at least this many hits; `scipy.stats.poisson_binom` rounds small ones."""
    counts = np.zeros(len(chances) + 1)
    counts[0] = 1
    for chance in chances:
        counts[1:] = counts[1:] * (1 - chance) + counts[:-1] * chance
        counts[0] *= 1 - chance
    return float(counts[hits:].sum())


def _corrected(attacks: Sequence[Attack]) -> list[Attack]:
    """The attacks with their p corrected by Holm's step-down method."""
    order = np.argsort([one.p for one in attacks], kind="stable")
    steps = [attacks[k].p * (len(attacks) - rank) for rank, k in enumerate(order)]
    highest = np.minimum(np.maximum.accumulate(steps), 1.0)
    corrected = dict(zip(order.tolist(), highest.tolist(), strict=True))
    return [replace(one, p=corrected[k]) for k, one in enumerate(attacks)]
