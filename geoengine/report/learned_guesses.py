"""Adds to a collection what the adversary finds out about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from geoengine.adversary import (
    FEWEST_QUESTIONS,
    FEWEST_SCENES,
    QuestionText,
    attack,
    tell_permuted,
)
from geoengine.items import Choice, Item
from geoengine.report.collection import Collection
from geoengine.split import in_processes

__all__ = ["attacked", "with_pool"]


def attacked(collection: Collection, *, workers: int = 1) -> Collection:
    """Add to a collection the attacks of guessers on its multiple-choice items.

    Where no task has enough items to learn from, a line of its account says so.

    Parameters
    ----------
    collection : Collection
    workers : int
        The number of processes, which does not change the result.

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
    attacks = tuple(attack(texts, run=in_processes(workers)))
    if attacks:
        permuted = tuple(tell_permuted(texts, run=in_processes(workers)))
        return replace(collection, attacks=attacks, permuted=permuted)
    return replace(collection, account=(*collection.account, f"no learned guesses, {_NEED}"))


def with_pool(collection: Collection, pool: Iterable[Item], *, workers: int = 1) -> Collection:
    """Add to a collection the attacks of guessers on a pool of candidates from the split's plan.

    Parameters
    ----------
    collection : Collection
    pool : iterable of Item
        The candidates, as `geoengine.split.candidates` makes them.
    workers : int
        The number of processes, which does not change the result.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
    """
    texts = [QuestionText.of(item) for item in pool if isinstance(item.answer, Choice)]
    attacks = tuple(attack(texts, run=in_processes(workers)))
    if attacks:
        return replace(collection, pool_attacks=attacks)
    why = f"no learned guesses at the pool of {len(texts)} candidates, {_NEED}"
    return replace(collection, account=(*collection.account, why))


_NEED = f"which need {FEWEST_QUESTIONS} items of a task from {FEWEST_SCENES} scenes"
