"""Attacks: how often learned guessers find the key without doing geometry."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary.guessers import GUESSERS, Options, rule_hits
from geoengine.adversary.option_numbers import number_table
from geoengine.adversary.option_tokens import tokens_of
from geoengine.adversary.question_text import QuestionText

__all__ = ["FEWEST_QUESTIONS", "FEWEST_SCENES", "LEVEL", "Attack", "attack"]

LEVEL = 0.01
"""The significance level, after the correction for the number of attacks."""

FEWEST_SCENES = 5
"""The questions of a task are divided into so many folds, each with scenes of its own."""

FEWEST_QUESTIONS = 40
"""With fewer questions of a task nothing is learnt from them."""
_TELLING = 3


@dataclass(frozen=True, slots=True)
class Attack:
    """The success of one guesser on the questions of one task.

    Attributes
    ----------
    task, guesser : str
    questions, hits : int
    chance : float
        The expected share of hits of a blind guess.
    ranking : float
        The mean share of wrong options that score less than the key: 0.5 for a blind guess. It is
        the area under the ROC curve of telling keys from options drawn at random.
    p : float
        The probability that blind guesses hit as often, corrected by Holm's method for all the
        attacks that were made together.
    telling : tuple of str
        The numbers whose extremes alone hit most often, with their share of hits.
    """

    task: str
    guesser: str
    questions: int
    hits: int
    chance: float
    ranking: float
    p: float
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
        """Whether it is significantly better than chance."""
        return self.p < LEVEL

    def record(self) -> dict[str, Any]:
        """The attack as a part of a manifest."""
        low, high = self.interval
        return {
            "questions": self.questions,
            "accuracy": f"{self.accuracy:.3f}",
            "interval": [f"{low:.3f}", f"{high:.3f}"],
            "ranking": f"{self.ranking:.3f}",
            "p": f"{self.p:.2g}",
            "succeeds": self.succeeds,
            "telling": list(self.telling),
        }


def attack(questions: Iterable[QuestionText]) -> list[Attack]:
    """Let every guesser learn from some scenes and answer the questions of the others.

    The questions of a task are divided into folds by scene, so that nothing is learnt of the scene
    that is asked about. Guessers see what is printed, without the picture.

    Parameters
    ----------
    questions : iterable of QuestionText
        Tasks with fewer than 40 of them, or with fewer than 5 scenes, are left out.

    Returns
    -------
    list of Attack
        By task and guesser.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
    """
    by_task: dict[str, list[QuestionText]] = {}
    for question in questions:
        by_task.setdefault(question.task, []).append(question)
    found = [
        one
        for task, texts in by_task.items()
        if len(texts) >= FEWEST_QUESTIONS and len({text.scene for text in texts}) >= FEWEST_SCENES
        for one in _attack_task(task, texts)
    ]
    return _corrected(found)


def options_of(texts: Sequence[QuestionText]) -> Options:
    """Tabulate the options of some questions."""
    table, columns = number_table(texts)
    sizes = [len(text.options) for text in texts]
    return Options(
        table, columns, [grams for text in texts for grams in tokens_of(text)],
        np.repeat(np.arange(len(texts)), sizes),
        np.array([k == text.key for text in texts for k in range(len(text.options))]),
    )  # fmt: skip


def _attack_task(task: str, texts: Sequence[QuestionText]) -> list[Attack]:
    options = options_of(texts)
    folds = _folds(texts)
    scores = {name: np.empty(len(options.right)) for name in GUESSERS}
    for fold in range(FEWEST_SCENES):
        known = options.of(np.flatnonzero(folds != fold))
        asked = np.isin(options.question, np.flatnonzero(folds == fold))
        tested = options.of(np.flatnonzero(folds == fold))
        for name, guesser in GUESSERS.items():
            scores[name][asked] = guesser(known, tested)
    telling = _telling(options)
    return [_outcome(task, name, options, found, telling) for name, found in scores.items()]


def _folds(texts: Sequence[QuestionText]) -> NDArray[np.int64]:
    """The fold of each question: scenes go, the largest first, to the fold that is smallest."""
    sizes: dict[str, int] = {}
    for text in texts:
        sizes[text.scene] = sizes.get(text.scene, 0) + 1
    filled = [0] * FEWEST_SCENES
    fold: dict[str, int] = {}
    for scene in sorted(sizes, key=lambda name: (-sizes[name], name)):
        fold[scene] = filled.index(min(filled))
        filled[fold[scene]] += sizes[scene]
    return np.array([fold[text.scene] for text in texts])


def _outcome(
    task: str,
    guesser: str,
    options: Options,
    scores: NDArray[np.float64],
    telling: tuple[str, ...],
) -> Attack:
    from scipy.stats import poisson_binom

    hits, ranks, chances = 0, [], []
    rng = np.random.default_rng(zlib.crc32(f"{task}/{guesser}".encode()))
    for question in range(int(options.question[-1]) + 1):
        own = np.flatnonzero(options.question == question)
        right = scores[own][options.right[own]][0]
        wrong = scores[own][~options.right[own]]
        ranks.append(float(((wrong < right) + (wrong == right) / 2).mean()))
        best = np.flatnonzero(scores[own] == scores[own].max())
        hits += bool(options.right[own][rng.choice(best)])
        chances.append(1 / len(own))
    p = float(poisson_binom.sf(hits - 1, chances))
    return Attack(
        task, guesser, len(chances), hits, float(np.mean(chances)), float(np.mean(ranks)), p,
        telling,
    )  # fmt: skip


def _telling(options: Options) -> tuple[str, ...]:
    hits = rule_hits(options) / (options.question[-1] + 1)
    found: dict[str, float] = {}
    for k in np.argsort(-hits, kind="stable"):
        number, _, column = options.columns[k // 2].partition(":")
        if column == "value":
            end = "lowest" if k % 2 else "highest"
            found[f"{end} {number}"] = float(hits[k])
        if len(found) == _TELLING:
            break
    return tuple(f"{name} {100 * share:.0f} %" for name, share in found.items())


def _corrected(attacks: Sequence[Attack]) -> list[Attack]:
    """The attacks with their p corrected by Holm's step-down method."""
    order = np.argsort([one.p for one in attacks], kind="stable")
    steps = [attacks[k].p * (len(attacks) - rank) for rank, k in enumerate(order)]
    highest = np.minimum(np.maximum.accumulate(steps), 1.0)
    corrected = dict(zip(order.tolist(), highest.tolist(), strict=True))
    return [replace(one, p=corrected[k]) for k, one in enumerate(attacks)]
