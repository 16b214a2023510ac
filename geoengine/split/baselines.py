"""Blind baselines: the accuracy of guessing from the options alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from geoengine.items import UNIT, Item, rank_chances, rank_names
from geoengine.split.balance import Traits, max_per_answer

__all__ = ["Baseline", "blind_baselines", "chance_bounds", "imbalance"]

_CONFIDENCE = 0.95

_RECORDED, _FEWEST = 0.03, 2
"""The share of open answers that recorded guesses may hit, and the number that they always may."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """A guessing strategy, and how often it was right in the items of one task.

    Attributes
    ----------
    task, name : str
        The names of the task and of the strategy.
    items : int
        The number of items it was tried on.
    hits : Fraction
        The expected number of right guesses, with ties broken at random.
    least, most : int
        The least and greatest number of hits that count as chance: the 95 % bounds of random
        guessing; for open answers, 0 and `max_per_answer`, or 3 % of the items for guesses that
        their builder recorded.
    """

    task: str
    name: str
    items: int
    hits: Fraction
    least: int
    most: int

    @property
    def excess(self) -> Fraction:
        """The number of hits above the bounds, or below them (then negative); 0 within them."""
        return max(self.hits - self.most, Fraction(0)) - max(self.least - self.hits, Fraction(0))

    @property
    def passes(self) -> bool:
        """Whether the number of hits is within the bounds of chance."""
        return not self.excess

    def record(self) -> dict[str, Any]:
        """Return the entry of the manifest: accuracy and bounds as shares of the items."""
        return {
            "items": self.items,
            "accuracy": f"{float(self.hits / self.items):.3f}",
            "bounds": [f"{self.least / self.items:.3f}", f"{self.most / self.items:.3f}"],
            "passes": self.passes,
        }


def blind_baselines(items: Iterable[Item]) -> list[Baseline]:
    """Guess the answers of all items without geometry, by several strategies.

    Some rank the options of an item by a feature that its builder recorded, such as their length,
    words shared with other options, the place of their letters in the alphabet, the number in
    them, or the points they share with the goal. Others use all
    items of the task: they take the option whose text, or whose theorem or kind of statement,
    occurs most or least often among the options (``commonest``, ``rarest``), or was the key most
    often in the other half of the items (``learnt``). Open questions are answered by the commonest
    answer, and by what their builder recorded, such as a number written in the code: a random one
    of these (``literal``), or the right one wherever it is among them (``some_literal``), which is
    what a guesser could reach who always picks well.

    Parameters
    ----------
    items : iterable of Item

    Returns
    -------
    list of Baseline
        Grouped by task, in the order of the tasks' first items.
    """
    by_task: dict[str, list[Traits]] = {}
    for item in items:
        by_task.setdefault(item.task, []).append(Traits(item))
    return [
        found
        for task, own in by_task.items()
        for found in (
            [one for one, _ in _baselines(task, own)]
            if own[0].key
            else [_commonest(task, own), *_recorded(task, own)]
        )
    ]


def _commonest(task: str, items: Sequence[Traits]) -> Baseline:
    """Make the baseline that gives the commonest answer to every open question of a task."""
    counts = Counter(item.texts[0] for item in items)
    most = max_per_answer(len(items))
    return Baseline(task, "commonest_answer", len(items), Fraction(max(counts.values())), 0, most)


def _recorded(task: str, items: Sequence[Traits]) -> Iterator[Baseline]:
    """Yield the baselines of guesses that the builder of open questions recorded."""
    for name in dict.fromkeys(name for item in items for name in item.guesses):
        counts = [item.guesses[name] for item in items if name in item.guesses]
        chances = [Fraction(right, max(1, count)) for right, count in counts]
        most = max(_FEWEST, math.ceil(_RECORDED * len(counts)))
        some = Fraction(sum(chance > 0 for chance in chances))
        yield Baseline(task, name, len(counts), sum(chances, Fraction(0)), 0, most)
        yield Baseline(task, f"some_{name}", len(counts), some, 0, most)


def imbalance(
    items: Sequence[Traits], spares: Sequence[Traits] = ()
) -> tuple[Fraction, list[int], list[int]]:
    """Measure how far blind guesses at a task's items are out of bounds, and which items cause it.

    Parameters
    ----------
    items : sequence of Traits
        The accepted items of one task.
    spares : sequence of Traits
        Candidates that might replace some of them.

    Returns
    -------
    Fraction
        The number of hits out of bounds, summed over all baselines; 0 if every one passes, and
        always 0 for open answers.
    list of int
        The indices of all items, those that contribute most first; empty if the total is 0.
    list of int
        The indices of all spares, those that would help most first; empty if the total is 0. This
        order is an estimate, since the frequencies of texts are counted without the spares.
    """
    weights = [Fraction(0)] * (len(items) + len(spares))
    total = Fraction(0)
    if not items or not items[0].key:
        # The balance already limits the number of items with the same open answer.
        return total, [], []
    share = UNIT // len(items[0].texts)
    for baseline, chances in _baselines("", items, spares):
        if not baseline.passes:
            total += abs(baseline.excess)
            for place, chance in chances.items():
                weights[place] += baseline.excess * (chance - share)
    if not total:
        return total, [], []
    own, others = weights[: len(items)], weights[len(items) :]
    return (
        total,
        sorted(range(len(own)), key=lambda place: -own[place]),
        sorted(range(len(others)), key=others.__getitem__),
    )


def _baselines(
    task: str, items: Sequence[Traits], spares: Sequence[Traits] = ()
) -> Iterator[tuple[Baseline, dict[int, int]]]:
    """Yield each baseline, with its chance (in units of 1/UNIT) of being right, by index.

    The indices count the items, then the spares.
    """
    bounds: dict[int, tuple[int, int]] = {}
    for name, chances in _chances(items, spares).items():
        # Not every item has every feature.
        own = [chance for place, chance in chances.items() if place < len(items)]
        count, hits = len(own), Fraction(sum(own), UNIT)
        if count not in bounds:
            bounds[count] = chance_bounds(count, 1 / len(items[0].texts))
        yield Baseline(task, name, count, hits, *bounds[count]), chances


def chance_bounds(count: int, chance: float) -> tuple[int, int]:
    """Return the 95 % bounds of the number of items that random guessing gets right.

    Parameters
    ----------
    count : int
        The number of items.
    chance : float
        The probability of getting one item right.

    Examples
    --------
    >>> chance_bounds(100, 0.25)
    (17, 34)
    """
    # As the interval of scipy's binomial distribution, which takes most of a second to import.
    probabilities = np.ones(1)
    for _ in range(count):
        probabilities = np.convolve(probabilities, [1 - chance, chance])
    tail = (1 - _CONFIDENCE) / 2
    least, most = np.searchsorted(probabilities.cumsum(), [tail, 1 - tail]).tolist()
    return least, most


def _chances(items: Sequence[Traits], spares: Sequence[Traits] = ()) -> dict[str, dict[int, int]]:
    """Return the probability of being right, in units of 1/UNIT, by strategy and index.

    The indices count the items, then the spares; frequencies are counted in the items alone. A
    strategy is left out where no item has its feature.
    """
    found: dict[str, dict[int, int]] = {}
    everything = [*items, *spares]
    for place, item in enumerate(everything):
        for name, chances in item.chances.items():
            for rank, chance in zip(rank_names(len(chances)), chances, strict=True):
                found.setdefault(f"{rank}_{name}", {})[place] = chance
    texts = [[frozenset([text]) for text in item.texts] for item in everything]
    kinds = [item.tokens for item in everything]
    keys = [item.key for item in everything]
    for name, tokens in (("text", texts), ("kind", kinds)):
        offered = tokens[: len(items)]
        counts = Counter(token for options in offered for option in options for token in option)
        rows = [
            rank_chances([sum(counts[token] for token in option) for option in options], key)
            for options, key in zip(tokens, keys, strict=True)
        ]
        found[f"rarest_{name}"] = {place: row[0] for place, row in enumerate(rows)}
        found[f"commonest_{name}"] = {place: row[-1] for place, row in enumerate(rows)}
        found[f"learnt_{name}"] = dict(enumerate(_learnt(offered, keys[: len(items)])))
    return {name: chances for name, chances in found.items() if min(chances) < len(items)}


def _learnt(tokens: Sequence[Sequence[frozenset[str]]], keys: Sequence[int]) -> list[int]:
    """Return, for each item, the chance that the guess learnt from the other half is right.

    The halves are the items with even and with odd index. The guess is the option whose tokens
    were in the key most often, relative to how often they were offered.
    """
    chances = [0] * len(keys)
    for half in (0, 1):
        offered: Counter[str] = Counter()
        right: Counter[str] = Counter()
        for options, key in list(zip(tokens, keys, strict=True))[1 - half :: 2]:
            for number, option in enumerate(options, start=1):
                offered.update(option)
                right.update(option if number == key else ())
        for place in range(half, len(keys), 2):
            marks = [
                # Additive smoothing: one more item in which each option has the token.
                sum((right[t] + 1) / (offered[t] + len(tokens[place])) for t in option)
                / max(1, len(option))
                for option in tokens[place]
            ]
            chances[place] = rank_chances(marks, keys[place])[-1]
    return chances
