"""Blind strategies: how well fixed rules without geometry score."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from geoengine.audit.geobench.finding_kinds import found
from geoengine.audit.geobench.published_item import Option, PublishedItem
from geoengine.audit.geobench.templates import form_of
from geoengine.audit.geobench.theorem_names import rule_name
from geoengine.verify import Finding

__all__ = ["Shortcut", "blind_scores", "crowding"]

_MOST_OF_A_SCENE = 6

Score = Callable[[Option, PublishedItem, Sequence[PublishedItem]], float]


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A fixed strategy that does no geometry: it takes the option with the highest score.

    Attributes
    ----------
    form : str
        The kind of options that it is for; ``tasks.yaml`` gives that of each task.
    name : str
    score : callable
        Returns the score of an option, given its item and all items of the task.
    """

    form: str
    name: str
    score: Score


def _agreeing(option: Option, item: PublishedItem, _items: Sequence[PublishedItem]) -> float:
    """How many other options share the option's segment, plus how many share its number."""
    return sum(
        (set(a.points) == set(b.points)) + (a.number == b.number)
        for a in option.parts
        for other in item.options
        if other is not option
        for b in other.parts
    )


def _second_smallest(option: Option, item: PublishedItem, _items: Sequence[PublishedItem]) -> float:
    steps = sorted(other.step for other in item.options if other.step is not None)
    return float(len(steps) > 1 and option.step == steps[1])


def _rarest(option: Option, _item: PublishedItem, items: Sequence[PublishedItem]) -> float:
    counts = Counter(rule_name(other) for one in items for other in one.options)
    return -counts[rule_name(option)]


def _known_letters(option: Option, item: PublishedItem, _items: Sequence[PublishedItem]) -> float:
    """Minus the number of the option's points that the text does not introduce."""
    known = set(item.introduced)
    return -sum(point not in known for part in option.parts for point in part.points)


def _affirmed_orientation(
    option: Option, _item: PublishedItem, _items: Sequence[PublishedItem]
) -> float:
    kinds = [
        -1.0 if part.negative else 1.0
        for part in option.parts
        if part.statement is not None and part.statement.predicate == "sameclock"
    ]
    return kinds[0] if kinds else 0.0


_SHORTCUTS = (
    Shortcut("lengths", "the option that shares most with the others", _agreeing),
    Shortcut(
        "relations",
        "an affirmed orientation, never a denied one",
        _affirmed_orientation,
    ),
    Shortcut("subgoals", "the option without foreign letters", _known_letters),
    Shortcut("theorems", "the rule that is rarest among the options", _rarest),
    Shortcut("steps", "the second smallest step number", _second_smallest),
)


def blind_scores(items: Sequence[PublishedItem]) -> list[Finding]:
    """Report how often each blind strategy finds the key, for tasks with several items.

    If several options of an item share the highest score, one of them is taken to be chosen at
    random: the item counts as the probability that this is the key. Items without a key are left
    out.
    """
    by_task: dict[str, list[PublishedItem]] = defaultdict(list)
    for item in items:
        if item.key_option is not None:
            by_task[item.task].append(item)
    findings = []
    for shortcut in _SHORTCUTS:
        task = next((task for task in by_task if form_of(task) == shortcut.form), "")
        asked = by_task.get(task, [])
        if len(asked) < 2:
            continue
        points = Fraction(0)
        for item in asked:
            scores = {o.number: shortcut.score(o, item, asked) for o in item.options}
            best = [number for number, score in scores.items() if score == max(scores.values())]
            points += Fraction(int(item.key in best), len(best))
        guessed = 100 * sum(1 / len(item.options) for item in asked) / len(asked)
        odds = _by_chance(int(points), asked)
        findings.append(
            found(
                "blind",
                f"{task}: {shortcut.name}: {float(points):.4g} of {len(asked)} right"
                f" ({100 * float(points) / len(asked):.1f} %, by chance {guessed:.3g} %;"
                f" probability by chance: {odds:.2g})",
                {
                    "task": task, "strategy": shortcut.name, "right": float(points),
                    "items": len(asked), "by_chance": odds,
                },
            )
        )  # fmt: skip
    return findings


def _by_chance(right: int, items: Sequence[PublishedItem]) -> float:
    """The probability of at least this many right answers by guessing among the options of each."""
    from scipy.stats import binom

    odds = np.ones(1)
    for options, count in Counter(len(item.options) for item in items).items():
        odds = np.convolve(odds, binom.pmf(np.arange(count + 1), count, 1 / options))
    return float(odds[right:].sum())


def crowding(items: Sequence[PublishedItem]) -> list[Finding]:
    """Report scenes with more than six items of one task, and duplicate items."""
    findings = []
    scenes = Counter((item.task, item.scene) for item in items)
    for (task, scene), count in sorted(scenes.items()):
        if count > _MOST_OF_A_SCENE:
            findings.append(
                found(
                    "crowded_scene", f"{task}: {count} items are of scene {scene}",
                    {"task": task, "scene": scene, "items": count},
                )
            )  # fmt: skip
    asked: dict[object, PublishedItem] = {}
    for item in items:
        options = frozenset(option.text for option in item.options)
        same = (item.task, item.scene, item.goal.text if item.goal else "", options)
        if same in asked:
            findings.append(
                found("twice", f"{item.task}: {asked[same].name} and {item.name} are duplicates")
            )
        asked.setdefault(same, item)
    return findings
