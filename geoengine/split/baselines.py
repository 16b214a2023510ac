"""Blind baselines: how those fare who guess by the options alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from geoengine.items import UNIT, Item, rank_chances, rank_names
from geoengine.split.balance import Traits, max_per_answer

__all__ = ["Baseline", "blind_baselines", "chance_bounds", "suspects"]

_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Baseline:
    """A way to guess, and how often it is right.

    Attributes
    ----------
    task, name : str
    items : int
        How many it was tried on.
    hits : Fraction
        How many it is expected to get, ties broken by chance.
    least, most : int
        The bounds of what chance alone gets, in 95 of 100 splits.
    """

    task: str
    name: str
    items: int
    hits: Fraction
    least: int
    most: int

    @property
    def excess(self) -> Fraction:
        """By how many hits it is out of its bounds; negative where it gets too few."""
        return max(self.hits - self.most, Fraction(0)) - max(self.least - self.hits, Fraction(0))

    @property
    def passes(self) -> bool:
        """Whether it does no better and no worse than chance may."""
        return not self.excess

    def record(self) -> dict[str, Any]:
        """The baseline as a part of a manifest."""
        return {
            "items": self.items,
            "accuracy": f"{float(self.hits / self.items):.3f}",
            "bounds": [f"{self.least / self.items:.3f}", f"{self.most / self.items:.3f}"],
            "passes": self.passes,
        }


def blind_baselines(items: Iterable[Item]) -> list[Baseline]:
    """Guess the answer of every item: the key by each feature of its options.

    Within an item: by rank in length, in words shared with other options, in the place of its
    letters in the alphabet, in its number, in points of the goal. Over the task's items: by how
    often the same text, or the same kind of statement or theorem, is offered in them (the
    ``commonest`` and the ``rarest``), and by how often it was the key in the other half of them
    (``learnt``). Of open answers the commonest is given to every question.

    Parameters
    ----------
    items : iterable of Item

    Returns
    -------
    list of Baseline
        By task, in the order of the tasks' first items.
    """
    by_task: dict[str, list[Traits]] = {}
    for item in items:
        by_task.setdefault(item.task, []).append(Traits(item))
    return [
        found
        for task, own in by_task.items()
        for found in (
            [found for found, _ in _found(task, own)] if own[0].key else [_commonest(task, own)]
        )
    ]


def _commonest(task: str, items: Sequence[Traits]) -> Baseline:
    """Give the same answer to every open question: the one that is right most often."""
    counts = Counter(item.texts[0] for item in items)
    most = max_per_answer(len(items))
    return Baseline(task, "commonest_answer", len(items), Fraction(max(counts.values())), 0, most)


def suspects(
    items: Sequence[Traits], spares: Sequence[Traits] = ()
) -> tuple[Fraction, list[int], list[int]]:
    """By how much the blind guesses at the items of a task are off, and what could mend it.

    Returns
    -------
    Fraction
        By how many hits in all the baselines are out of their bounds; 0 where every one passes.
    list of int
        The places of the items, those first to which that is owed most.
    list of int
        The places of the spares, those first that would do most against it among the items. How
        common texts are is counted without them, so this is an estimate.
    """
    weights = [Fraction(0)] * (len(items) + len(spares))
    off = Fraction(0)
    if not items or not items[0].key:
        # The balance lets no open answer come too often.
        return off, [], []
    share = UNIT // len(items[0].texts)
    for baseline, chances in _found("", items, spares):
        if not baseline.passes:
            off += abs(baseline.excess)
            for place, chance in chances.items():
                weights[place] += baseline.excess * (chance - share)
    if not off:
        return off, [], []
    own, others = weights[: len(items)], weights[len(items) :]
    return (
        off,
        sorted(range(len(own)), key=lambda place: -own[place]),
        sorted(range(len(others)), key=others.__getitem__),
    )


def _found(
    task: str, items: Sequence[Traits], spares: Sequence[Traits] = ()
) -> Iterator[tuple[Baseline, dict[int, int]]]:
    """The baselines, each with its chances by the places of items and, after them, of spares."""
    bounds: dict[int, tuple[int, int]] = {}
    for name, chances in _chances(items, spares).items():
        # Not every item has every feature.
        own = [chance for place, chance in chances.items() if place < len(items)]
        count, hits = len(own), Fraction(sum(own), UNIT)
        if count not in bounds:
            bounds[count] = chance_bounds(count, 1 / len(items[0].texts))
        yield Baseline(task, name, count, hits, *bounds[count]), chances


def chance_bounds(count: int, chance: float) -> tuple[int, int]:
    """How few and how many of some items chance alone gets, in 95 of 100 splits.

    Parameters
    ----------
    count : int
    chance : float
        To get one item right.

    Examples
    --------
    >>> chance_bounds(100, 0.25)
    (17, 34)
    """
    # Loading it takes longer than all else here, and those who make candidates have no use for it.
    from scipy.stats import binom

    least, most = binom.interval(_CONFIDENCE, count, chance)
    return math.floor(least), int(most)


def _chances(items: Sequence[Traits], spares: Sequence[Traits] = ()) -> dict[str, dict[int, int]]:
    """For each way to guess the chances that it is right, by place, in units of 1/UNIT.

    What is offered often is counted, and learnt, among the items.
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
    for name, made in (("text", texts), ("kind", kinds)):
        offered = made[: len(items)]
        counts = Counter(token for options in offered for option in options for token in option)
        rows = [
            rank_chances([sum(counts[token] for token in option) for option in options], key)
            for options, key in zip(made, keys, strict=True)
        ]
        found[f"rarest_{name}"] = {place: row[0] for place, row in enumerate(rows)}
        found[f"commonest_{name}"] = {place: row[-1] for place, row in enumerate(rows)}
        found[f"learnt_{name}"] = dict(enumerate(_learnt(offered, keys[: len(items)])))
    return {name: chances for name, chances in found.items() if min(chances) < len(items)}


def _learnt(made: Sequence[Sequence[frozenset[str]]], keys: Sequence[int]) -> list[int]:
    """The chances of who takes what was the key most often in the other half of the items."""
    chances = [0] * len(keys)
    for half in (0, 1):
        offered: Counter[str] = Counter()
        right: Counter[str] = Counter()
        for options, key in list(zip(made, keys, strict=True))[1 - half :: 2]:
            for number, option in enumerate(options, start=1):
                offered.update(option)
                right.update(option if number == key else ())
        for place in range(half, len(keys), 2):
            marks = [
                # As if each had been offered in one more item, and been right there by chance.
                sum((right[t] + 1) / (offered[t] + len(made[place])) for t in option)
                / max(1, len(option))
                for option in made[place]
            ]
            chances[place] = rank_chances(marks, keys[place])[-1]
    return chances
