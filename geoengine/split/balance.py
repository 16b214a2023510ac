"""Balance: the choice of items such that no feature of an option reveals the key."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from geoengine.items import UNIT, Choice, Item, rank_chances

__all__ = ["Balance", "Traits", "max_per_answer"]

_BOUND = 1.96
"""The number of standard deviations within which 95 % of random guesses lie."""

_SHARE = 0.5
"""The part of those 95 % bounds within which the excess of a rank is kept."""

_TOKEN_BOUND = 2.0
_TOKEN_BOUND_GROWTH = 0.05
"""The bound on the excess of a token, and its growth with each option that has it."""

_SAME_ANSWER = 0.1
"""The share of items that may have the same open answer."""


_FREQUENCIES = ("kind", "text")
"""The features that rank options by how often their kinds, or texts, occur in the items so far."""

_Change = tuple[tuple[str, int], int]
"""A feature with a rank, and by how much an item changes its excess, in units of 1/UNIT."""


def max_per_answer(quota: int) -> int:
    """Return how many of `quota` items of a task with open answers may have the same answer.

    Examples
    --------
    >>> max_per_answer(5), max_per_answer(200)
    (2, 20)
    """
    return max(2, math.ceil(_SAME_ANSWER * quota))


class Traits:
    """The features of an item by which its answer could be guessed without geometry.

    Parameters
    ----------
    item : Item

    Attributes
    ----------
    key : int
        The number of the correct option, from 1; 0 for open answers.
    texts : tuple of str
        The texts of the options; of an open answer, the answer alone.
    tokens : list of frozenset of str
        The tokens of each option (names of theorems, kinds of statements); empty for open answers.
    chances : dict of str to list of int
        For each feature, the probability that the key has each rank, in units of 1/UNIT.
    changes : list of ((str, int), int)
        The features and ranks that the key has more or less often than by chance, and by how much.
    guesses : dict of str to (int, int)
        For an open answer, kinds of guesses that the builder recorded, such as a number written in
        the code: how many of them are right, and how many there are.
    quoted : tuple of str
        The options as tokens; empty for open answers.
    shares : tuple of (str, int, bool)
        Each token or text of an option, the number of options that have it, and whether the key
        does; tokens once for all items, and once for those of the same form. Tokens that all
        options have are left out.
    """

    def __init__(self, item: Item) -> None:
        answer = item.answer
        features = item.meta.get("features", {"marks": {}, "tokens": []})
        self.key = 0
        self.texts: tuple[str, ...] = (answer.expected,)
        self.tokens: list[frozenset[str]] = []
        self.chances: dict[str, list[int]] = {}
        self.changes: list[_Change] = []
        self.guesses: dict[str, tuple[int, int]] = item.meta.get("guesses", {})
        self.quoted: tuple[str, ...] = ()
        self.shares: tuple[tuple[str, int, bool], ...] = ()
        if not isinstance(answer, Choice):
            return
        self.key, self.texts = answer.key, answer.options
        self.tokens = [frozenset(own) for own in features["tokens"]]
        self.tokens = self.tokens or [frozenset[str]()] * len(answer.options)
        self.chances = {
            name: rank_chances(marks, answer.key) for name, marks in features["marks"].items()
        }
        for name, chances in self.chances.items():
            self.changes += _nonzero(name, chances)
        right = self.tokens[answer.key - 1]
        counts = Counter(token for option in self.tokens for token in option)
        # Who reads the question knows its form, and may learn what the keys of each form are.
        form = item.meta.get("form", "")
        prefixes = ("", f"{form}: ") if form else ("",)
        self.shares = tuple(
            (prefix + token, count, token in right)
            for token, count in sorted(counts.items())
            if count < len(self.tokens)
            for prefix in prefixes
        )
        self.quoted = tuple(map(_quoted, answer.options))
        self.shares += tuple(
            (quoted, 1, text == answer.right)
            for quoted, text in zip(self.quoted, answer.options, strict=True)
        )


class Balance:
    """Counts how well features and tokens of the options predict the key in the items of a task.

    For each feature and rank the excess is counted: how often the key had that rank, minus the
    number that chance would give. The same is done for each token of options (the name of a
    theorem, a kind of statement) and for each whole text of an option: how often it was in the
    key, minus the number that chance would give. An item that would move an excess out of its
    bounds is refused. The bounds for a rank are half the 95 % bounds of chance; those for a token
    or a text grow with the number of options that have it. The number of items with the same open
    answer is limited too, by `max_per_answer`.

    Within the bounds, what counts is the sum of the products of what two items add to the same
    excess. If it is positive, who learns from some items finds the keys of others more often than
    by chance; if it is negative, by choosing the opposite.

    Parameters
    ----------
    quota : int
        The number of items that the task will have.
    """

    def __init__(self, quota: int) -> None:
        self._quota = quota
        self._excess: Counter[tuple[str, int]] = Counter()
        self._in_options: Counter[str] = Counter()
        self._in_keys: Counter[str] = Counter()
        self._answers: Counter[str] = Counter()
        # The places of the options by how often they occur were others when later items came.
        self._added: dict[Traits, list[_Change]] = {}
        self._products = 0.0

    def cost(self, traits: Traits) -> float | None:
        """Compute what an item would cost, without counting it.

        Returns
        -------
        float or None
            By how much the sum of products moves away from zero; for an open answer, the increase
            of the squared number of items with this answer. None if the item is refused.
        """
        if not traits.key:
            count = self._answers[traits.texts[0]]
            return None if count >= max_per_answer(self._quota) else 2.0 * count + 1
        options = len(traits.texts)
        for token, holding, in_key in traits.shares:
            offered = self._in_options[token]
            excess = options * self._in_keys[token] - offered
            bound = options * (_TOKEN_BOUND + _TOKEN_BOUND_GROWTH * (offered + holding))
            if abs(excess + options * in_key - holding) > max(bound, abs(excess)):
                return None
        most = UNIT * max(1.0, _SHARE * _BOUND * math.sqrt(self._quota * (options - 1)) / options)
        changes = list(self._changes(traits))
        for place, change in changes:
            excess = self._excess[place]
            if abs(excess + change) > max(most, abs(excess)):
                return None
        return abs(self._products + self._product(traits, changes)) - abs(self._products)

    def add(self, traits: Traits) -> None:
        """Count an accepted item."""
        if not traits.key:
            self._answers[traits.texts[0]] += 1
            return
        changes = self._added[traits] = list(self._changes(traits))
        self._products += self._product(traits, changes)
        for place, change in changes:
            self._excess[place] += change
        for token, holding, in_key in traits.shares:
            self._in_options[token] += holding
            self._in_keys[token] += in_key

    def remove(self, traits: Traits) -> None:
        """Discount an item that was counted."""
        if not traits.key:
            self._answers[traits.texts[0]] -= 1
            return
        changes = self._added.pop(traits)
        for place, change in changes:
            self._excess[place] -= change
        for token, holding, in_key in traits.shares:
            self._in_options[token] -= holding
            self._in_keys[token] -= in_key
        self._products -= self._product(traits, changes)

    def forget_frequencies(self) -> None:
        """Count the ranks of frequent kinds and texts anew, from the next item on.

        Those counted were the ranks when each item came. They say little about items that have been
        exchanged since, and might bar every further one.
        """
        for traits, changes in self._added.items():
            self._products += (
                sum(c**2 for (name, _), c in changes if name in _FREQUENCIES) / UNIT**2
            )
            self._added[traits] = [own for own in changes if own[0][0] not in _FREQUENCIES]
        for place in [place for place in self._excess if place[0] in _FREQUENCIES]:
            self._products -= self._excess.pop(place) ** 2 / UNIT**2

    def _product(self, traits: Traits, changes: Iterable[_Change]) -> float:
        """The sum of the products of what an item adds with what is counted, twice."""
        options = len(traits.texts)
        of_ranks = sum(self._excess[place] * change for place, change in changes)
        of_tokens = sum(
            (options * self._in_keys[token] - self._in_options[token])
            * (options * in_key - holding)
            for token, holding, in_key in traits.shares
        )
        return 2 * (of_ranks / UNIT**2 + of_tokens / options**2)

    def _changes(self, traits: Traits) -> Iterator[_Change]:
        """Yield the features and ranks whose excess an item changes, and by how much."""
        yield from traits.changes
        known = [sum(self._in_options[token] for token in option) for option in traits.tokens]
        texts = [self._in_options[text] for text in traits.quoted]
        for name, marks in zip(_FREQUENCIES, (known, texts), strict=True):
            yield from _nonzero(name, rank_chances(marks, traits.key))


def _nonzero(name: str, chances: Sequence[int]) -> Iterator[_Change]:
    """Yield the ranks of a feature that the key has more or less often than by chance."""
    share = UNIT // len(chances)
    for rank, chance in enumerate(chances):
        if chance != share:
            yield (name, rank), chance - share


def _quoted(text: str) -> str:
    """Return a text in quotation marks, which distinguish it from a token."""
    return f"“{text}”"
