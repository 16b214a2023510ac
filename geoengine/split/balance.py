"""Balance: items are taken so that no feature of an option tells the key."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from geoengine.families.reasoning import Item
from geoengine.families.reasoning.shortcuts import UNIT, ranks

__all__ = ["Balance", "Traits", "tokens"]

_BOUND = 1.96
_SHARE = 0.5
_SLACK = 1.25
_UNEVEN = 0.1


class Traits:
    """What can be seen of an item's options, as far as it does not depend on other items.

    Parameters
    ----------
    item : Item

    Attributes
    ----------
    key : int
    texts : tuple of str
        Of the options.
    tokens : list of frozenset of str
        What each option is made of.
    chances : dict of str to list of int
        By feature how likely the key has each rank among the options, in twelfths.
    shares : tuple of (str, int, bool)
        Tokens and texts, how many options have them, and whether the key does. A token that all
        have tells nothing.
    """

    def __init__(self, item: Item) -> None:
        self.key = item.key
        self.texts = item.options
        self.tokens = tokens(item)
        self.chances = {
            name: [_twelfths(chance) for chance in found]
            for name, found in item.meta["shortcuts"].items()
        }
        right = self.tokens[item.key - 1]
        counts = Counter(token for option in self.tokens for token in option)
        self.shares = tuple(
            (token, count, token in right)
            for token, count in sorted(counts.items())
            if count < len(self.tokens)
        )
        own = item.options[item.key - 1]
        self.shares += tuple((_quoted(text), 1, text == own) for text in item.options)


class Balance:
    """How far the keys of a task's items are from telling nothing.

    For each feature and each rank the excess is kept: how often the key had that rank, less a
    quarter of the items, in twelfths. So it is for each word that options are made of (the name of
    a theorem, a kind of statement) and for each whole text of an option: how often it was in the
    key, less its share. An item that would drive an excess out of its bounds is not taken; for a
    rank they are half of what chance alone would do in ninety-five of a hundred splits, for a word
    or a text they widen with how often it was offered.

    Parameters
    ----------
    quota : int
        How many items of the task there will be.
    """

    def __init__(self, quota: int) -> None:
        self._most = UNIT * max(1.0, _SHARE * _BOUND * math.sqrt(quota * 3 / 16))
        self._excess: Counter[tuple[str, int]] = Counter()
        self._in_options: Counter[str] = Counter()
        self._in_keys: Counter[str] = Counter()

    def strain(self, traits: Traits) -> float | None:
        """By how much an item would raise the sum of the squares of all excesses.

        Returns
        -------
        float or None
            None where the item may not be taken.
        """
        total = 0.0
        for place, change in self._changes(traits):
            before = self._excess[place]
            after = before + change
            if abs(after) > max(self._most, abs(before)):
                return None
            total += (after**2 - before**2) / UNIT**2
        for token, holding, in_key in traits.shares:
            offered = self._in_options[token]
            before = 4 * self._in_keys[token] - offered
            after = before + 4 * in_key - holding
            if abs(after) > max(4 * (_SLACK + _UNEVEN * (offered + holding)), abs(before)):
                return None
            total += (after**2 - before**2) / 16
        return total

    def add(self, traits: Traits) -> None:
        """Count an item that was taken."""
        for place, change in self._changes(traits):
            self._excess[place] += change
        for token, holding, in_key in traits.shares:
            self._in_options[token] += holding
            self._in_keys[token] += in_key

    def _changes(self, traits: Traits) -> Iterator[tuple[tuple[str, int], int]]:
        """By feature and rank, by how much an item makes the key's chance exceed a quarter."""
        known = [sum(self._in_options[token] for token in option) for option in traits.tokens]
        chances = {
            **traits.chances,
            "kind": ranks(known, traits.key),
            "text": ranks([self._in_options[_quoted(t)] for t in traits.texts], traits.key),
        }
        for name, found in chances.items():
            for rank, chance in enumerate(found):
                yield (name, rank), chance - UNIT // 4


@cache
def _twelfths(chance: str) -> int:
    """An exact fraction as text; there are few."""
    return int(Fraction(chance) * UNIT)


def _quoted(text: str) -> str:
    """A text of an option as it is counted among tokens, none of which has quotation marks."""
    return f"“{text}”"


def tokens(item: Item) -> list[frozenset[str]]:
    """What each option is made of: the name of a theorem, or the kinds of its statements.

    Examples
    --------
    >>> from geoengine.split.produce import Order, produce
    >>> (item, *_) = produce(Order(1, 0, (("structural_perception", 1),))).items[
    ...     "structural_perception"
    ... ]
    >>> {token for option in tokens(item) for token in option} == set(item.certificate["kinds"])
    True
    """
    found = []
    for option in item.certificate["options"]:
        if "rule" in option:
            found.append(frozenset([option["rule"]]))
        elif "statements" in option:
            found.append(frozenset(text.split()[0] for text in option["statements"]))
        elif "step" in option:
            found.append(frozenset[str]())
        else:
            found.append(frozenset([option["statement"].split()[0]]))
    return found
