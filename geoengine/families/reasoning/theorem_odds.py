"""Odds of theorems: how often each is the correct option where it is offered."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

from geoengine.catalogue import load_rules

__all__ = ["EVENED", "chance_to_keep", "odds_of"]

EVENED = 0.5
"""The part of the logarithms of odds that is evened out by keeping few candidates.

The rest is left to the split, which has more candidates to choose from.
"""


def odds_of(form: str, rule: str) -> float:
    """The logarithm of the odds that a theorem is the key of items of a form that offer it.

    Examples
    --------
    >>> odds_of("no form", "ceva")
    0.0
    """
    return load_rules()[rule].odds.get(form, 0.0)


def chance_to_keep(form: str, key: str, distractors: Iterable[str]) -> float:
    """The probability with which to keep a choice of theorems among the candidates of a form.

    Some theorems are hardly ever the correct option: who knows that would know the key. If each
    choice were kept with the least odds of its four theorems, divided by those of its key, then
    each of the four would be the key equally often, as far as the odds are right; but few choices
    would be kept. With the square root of that, the odds of those kept are the square roots of what
    they were, and a split that balances its items finds enough to choose from.

    Examples
    --------
    >>> chance_to_keep("no form", "ceva", ["menelaus"])
    1.0
    """
    least = min(odds_of(form, rule) for rule in (key, *distractors))
    return exp(EVENED * (least - odds_of(form, key)))
