"""Odds of options to be the key, by what a reader can count: keys that give themselves away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from geoengine.adversary import QuestionText, number_table
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.item_assembly import task_entry
from geoengine.items import Item

__all__ = ["COLUMNS", "chances_to_keep", "item_that_hides_key", "scores_of"]

COLUMNS = ("rank", "only_highest", "only_lowest")
"""The columns of `number_table` that have a weight each."""


def chances_to_keep(texts: Sequence[QuestionText]) -> NDArray[np.float64]:
    """The probability with which to keep each of some candidates of one task and form.

    Keys may be counted differently from other options, since what is derived differs from what is
    not. The field ``odds`` of a task says how much likelier an option is to be the key for each of
    these numbers (a conditional logit model). If a candidate is kept with the odds of its least
    likely option, divided by those of its key, then each option of those kept is the key equally
    often, as far as the odds are right.

    Examples
    --------
    >>> chances_to_keep([QuestionText("?", ("AB", "CD"), 0, "premise_filtering", "demo", "none")])
    array([1.])
    """
    scores, chances, start = scores_of(texts), np.ones(len(texts)), 0
    for k, text in enumerate(texts):
        own = scores[start : start + len(text.options)]
        chances[k] = np.exp(own.min() - own[text.key])
        start += len(text.options)
    return chances


def scores_of(texts: Sequence[QuestionText]) -> NDArray[np.float64]:
    """The logarithm of the odds of each option of some candidates of one task and form."""
    scores = np.zeros(sum(len(text.options) for text in texts))
    weights = task_entry(texts[0].task).odds.get(texts[0].form) if texts else None
    if weights:
        table, columns = number_table(texts)
        place = {name: k for k, name in enumerate(columns)}
        for number, own in weights.items():
            if f"{number}:value" in place:
                scores += table[:, [place[f"{number}:{column}"] for column in COLUMNS]] @ own
    return scores


def item_that_hides_key(
    context: Context, rng: Generator, make: Callable[[Context, Generator], Item]
) -> Item | None:
    """Make an item, and keep it with the chance of `chances_to_keep`; None if it is not kept.

    Its English text decides in any language, so that a split has the same items in each.
    """
    in_english = context.in_english()
    # The text in English takes the same random numbers.
    again = rng if in_english is context else deepcopy(rng)
    item = make(context, rng)
    read = item if in_english is context else make(in_english, again)
    kept = rng.random() < chances_to_keep([QuestionText.of(read)])[0]
    return item if kept else None
