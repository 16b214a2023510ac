"""Thinning: refusing candidates so that learned guessers find the keys of the others by chance."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import compress

from geoengine.adversary import FEWEST_QUESTIONS, KeyModel, QuestionText, can_be_attacked

__all__ = ["Thinning", "thinned"]

_GROWTH = 2
"""The model is learnt anew when there are this many times as many candidates."""

_LEAST_GAIN = 5.0
"""What a model has to explain (natural logarithm): less may be noise. Of options without a leak,
one model in a hundred or so explains as much."""

_LEAST_EVEN = 0.1
"""If less of the candidates would be admitted, all are: the adversary at the end then says why."""

_MOST = 4000
"""The number of candidates to learn from; more would take more time."""


class Thinning:
    """Refuses candidates of a task by a model of keys, learnt from the candidates themselves.

    A candidate is admitted with the probability of its least likely option, divided by that of its
    key. As far as the model is right, each option of those admitted is the key equally often. (This
    is rejection sampling.) Chance is a hash of the candidate, so that a candidate is judged alike
    each time, but for what the model has learnt since. If hardly any would be admitted, all are:
    then the way in which options are made gives the key away, and no choice of items mends that.

    Examples
    --------
    >>> thinning = Thinning()
    >>> text = QuestionText("?", ("AB = CD", "AB ∥ CD"), 1, "demo", "square")
    >>> thinning.admitted([text]), thinning.learn([text])
    ([True], False)
    """

    def __init__(self) -> None:
        self._known: list[QuestionText] = []
        self._learnt = 0
        self._model: KeyModel | None = None

    def admitted(self, texts: Sequence[QuestionText]) -> list[bool]:
        """Whether each candidate may become an item; all may before anything is learnt."""
        if self._model is None:
            return [True] * len(texts)
        return [
            bool(_uniform(text) * chances[text.key] <= chances.min())
            for text, chances in zip(texts, self._model.chances(texts), strict=True)
        ]

    def learn(self, texts: Sequence[QuestionText]) -> bool:
        """Learn from candidates, admitted or not; return whether that changed the model."""
        self._known += texts[: _MOST - len(self._known)]
        due = max(FEWEST_QUESTIONS, min(_MOST, _GROWTH * self._learnt))
        if len(self._known) < due or len(self._known) == self._learnt:
            return False
        if not can_be_attacked(self._known):
            return False
        model = KeyModel(self._known)
        self._learnt = len(self._known)
        is_used = model.gain >= _LEAST_GAIN and model.evenness >= _LEAST_EVEN
        self._model = model if is_used else None
        return True


def thinned(texts: Iterable[QuestionText]) -> list[QuestionText]:
    """Return the candidates of each task that are admitted by what is learnt from all of them.

    Examples
    --------
    >>> thinned([QuestionText("?", ("AB = CD", "AB ∥ CD"), 1, "demo", "square")])[0].task
    'demo'
    """
    by_task: dict[str, list[QuestionText]] = {}
    for text in texts:
        by_task.setdefault(text.task, []).append(text)
    found: list[QuestionText] = []
    for own in by_task.values():
        thinning = Thinning()
        thinning.learn(own)
        found += compress(own, thinning.admitted(own))
    return found


def _uniform(text: QuestionText) -> float:
    """A number from 0 to 1 that depends on the question and its options, in any order."""
    content = "\n".join([text.question, *sorted(text.options)])
    digest = hashlib.blake2b(content.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64
