"""Collections with what learned guessers get on them."""

from __future__ import annotations

from dataclasses import replace

from geoengine.adversary import QuestionText, attack
from geoengine.report.collection import Collection

__all__ = ["attacked"]


def attacked(collection: Collection) -> Collection:
    """The collection with the success of learned guessers on its multiple-choice items.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
    """
    texts = [
        QuestionText(q.question, q.options, q.key - 1, q.task, q.scene, q.form or "")
        for q in collection.questions
        if q.options and q.key is not None
    ]
    return replace(collection, attacks=tuple(attack(texts)))
