"""Adds to a collection how often guessers that are trained on some of its items find keys."""

from __future__ import annotations

from dataclasses import replace

from geoengine.adversary import FEWEST_QUESTIONS, FEWEST_SCENES, QuestionText, attack
from geoengine.report.collection import Collection

__all__ = ["attacked"]


def attacked(collection: Collection) -> Collection:
    """Return the collection with the attacks of learned guessers on its multiple-choice items.

    Where no task has enough items to learn from, a line of its account says so.

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
    attacks = tuple(attack(texts))
    if attacks:
        return replace(collection, attacks=attacks)
    why = (
        f"no learned guesses, which need {FEWEST_QUESTIONS} items of a task from"
        f" {FEWEST_SCENES} scenes"
    )
    return replace(collection, account=(*collection.account, why))
