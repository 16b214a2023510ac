"""Adds to a collection what the adversary finds out about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from geoengine.adversary import (
    FEWEST_QUESTIONS,
    FEWEST_SCENES,
    Attack,
    QuestionText,
    attack,
    tell_permuted,
)
from geoengine.items import Choice, Item
from geoengine.report.collection import Collection
from geoengine.split import in_processes, thinned

__all__ = ["attacked", "attacked_together", "with_pool"]


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
    texts = _texts(collection)
    attacks = tuple(attack(texts, run=in_processes(workers)))
    if attacks:
        permuted = tuple(tell_permuted(texts, run=in_processes(workers)))
        return replace(collection, attacks=attacks, permuted=permuted)
    return replace(collection, account=(*collection.account, f"no learned guesses, {_NEED}"))


def attacked_together(collections: Sequence[Collection], *, workers: int = 1) -> list[Collection]:
    """Add the attacks of guessers on the items of all splits together, to the first collection.

    Guessers that learn from several splits find smaller leaks than those that learn from one.

    Parameters
    ----------
    collections : sequence of Collection
        Published files among them are left out.
    workers : int
        The number of processes, which does not change the result.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
    """
    splits = [one for one in collections if one.manifest is not None]
    if len(splits) < 2:
        return list(collections)
    texts = [text for one in splits for text in _texts(one)]
    attacks = tuple(attack(texts, run=in_processes(workers)))
    return [replace(collections[0], joint_attacks=attacks), *collections[1:]]


def _texts(collection: Collection) -> list[QuestionText]:
    return [
        QuestionText(q.question, q.options, q.key - 1, q.task, q.scene, q.form or "")
        for q in collection.questions
        if q.options and q.key is not None
    ]


def with_pool(collection: Collection, pool: Iterable[Item], *, workers: int = 1) -> Collection:
    """Add to a collection the attacks of guessers on a pool of candidates from the split's plan.

    If the adversary was asked for when the split was made, those that it would admit are attacked
    by themselves, too.

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
        of_admitted: tuple[Attack, ...] = ()
        if collection.manifest is not None and collection.manifest.adversary:
            of_admitted = tuple(attack(thinned(texts), run=in_processes(workers)))
        return replace(collection, pool_attacks=attacks, admitted_attacks=of_admitted)
    why = f"no learned guesses at the pool of {len(texts)} candidates, {_NEED}"
    return replace(collection, account=(*collection.account, why))


_NEED = f"which need {FEWEST_QUESTIONS} items of a task from {FEWEST_SCENES} scenes"
