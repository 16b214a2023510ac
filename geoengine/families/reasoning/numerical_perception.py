"""Numerical perception: which of four lengths follows from what the picture states."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np
from numpy.random import Generator

from geoengine.families.reasoning.common_lengths import commonness
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.glance import GLARING, withstands_glance
from geoengine.families.reasoning.item_assembly import OPTIONS, CertifiedOption, compose
from geoengine.families.reasoning.key_odds import item_that_hides_key
from geoengine.families.reasoning.looks_at_lengths import looks_at_lengths
from geoengine.families.reasoning.marked_lengths import Reading, known_lengths, marked_lengths
from geoengine.families.reasoning.segments import Segment
from geoengine.families.reasoning.similar_numbers import (
    form_of,
    is_rationalized,
    similar_numbers,
)
from geoengine.families.reasoning.truth import Verdict, judge
from geoengine.families.reasoning.worth import worth_of
from geoengine.items import Item, pick
from geoengine.language import Statement, Surd

__all__ = ["alternatives", "asked_lengths", "build_numerical_perception"]

_TASK = "numerical_perception"
_CLEARLY_FALSE = 0.02

Readings = Mapping[Segment, Reading]
"""How the lengths of segments follow from what the picture states."""

_PER_KEY = 24
"""How often each key is tried."""

_CLOSE = 2
"""How many distractors at least withstand a glance at the picture."""

_WIDTH = 1.5 * GLARING["lconst"]
"""How far the logarithms of numbers are apart at most."""

_APART = 0.03
"""How far the logarithms of any two numbers are apart."""

_SURPLUS = 2
"""How many more segments than needed are considered, so that the choice is random."""

_DESIGNS = (("grid", 1, 1), ("all_different", 3, 3), ("one_segment", 0, 3))
"""The numbers of other segments and of other values in each design."""


def build_numerical_perception(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a length that follows from what the picture states.

    The length is printed nowhere. It follows from printed ones, from marks such as ticks on equal
    segments and squares at right angles, and from points on drawn lines and circles.

    There are three designs: two segments with the same two numbers each, four segments with four
    different numbers, or one segment with four numbers. In each of them all segments occur equally
    often, and so do all numbers. As far as there are enough, numbers and segments are taken from
    other lengths that follow, so that a reader must find out which belong together.
    """
    readings, asked = asked_lengths(context)
    items: list[Item] = []
    for segment in _repeated(rng, list(asked)):
        if len(items) == most:
            break
        item = _make(context, rng, readings, segment, asked)
        if item and not any(set(item.choice.options) == set(o.choice.options) for o in items):
            items.append(item)
    return items


def asked_lengths(context: Context) -> tuple[Readings, dict[Segment, int]]:
    """How lengths follow from what the picture states, and what it is worth to ask for some."""
    looks = looks_at_lengths(context)
    known = known_lengths(context)
    easy = {
        segment
        for segment in looks.keys() & known
        if not looks[segment] or worth_of(context, _TASK, {"looks": looks[segment]}) is None
    }
    if len(easy) == len(known):
        # So it is in half of the scenes, and no length needs to be proved.
        return {}, {}
    readings = marked_lengths(context)
    asked = {}
    for segment, reading in readings.items():
        if reading.steps and segment not in easy and not _is_counted(reading):
            steps = reading.steps + len(reading.marks)
            worth = worth_of(context, _TASK, {"looks": looks.get(segment, steps)})
            if worth is not None:
                asked[segment] = worth
    return readings, asked


def _is_counted(reading: Reading) -> bool:
    """Whether a length is so many parts of the only printed one that it follows from, by ticks."""
    kinds = Counter(mark.predicate for mark in reading.marks)
    return kinds["lconst"] == 1 and kinds.keys() <= {"lconst", "cong", "coll"}


def _repeated(rng: Generator, keys: Sequence[Segment]) -> Iterator[Segment]:
    for _ in range(_PER_KEY):
        yield from pick(rng, keys)


def _make(
    context: Context,
    rng: Generator,
    readings: Readings,
    own: Segment,
    asked: Mapping[Segment, int],
) -> Item | None:
    """Make an item about a segment; None if its distractors or its key are not good enough."""
    designs = [one for one in _DESIGNS if one[1] < len(asked)]
    design, segment_count, number_count = designs[int(rng.integers(len(designs)))]
    # A length that is known at a glance would refute its option.
    segments = _segments(rng, own, list(asked), segment_count)
    numbers = _numbers(rng, readings[own].value, readings, number_count)
    if not numbers:
        context.rejections[f"{_TASK}: the numbers drawn are not different"] += 1
        return None
    if design == "all_different":
        others = list(zip(segments, numbers, strict=False))[1:]
    else:
        others = [(segment, number) for segment in segments for number in numbers][1:]
    choices = [_distractor(context, segment, number) for segment, number in others]
    distractors = [choice for choice in choices if choice is not None]
    if len(distractors) < OPTIONS - 1:
        context.rejections[f"{_TASK}: a distractor is not clearly false"] += 1
        return None
    if sum(withstands_glance(context, [_length(*other)]) for other in others) < _CLOSE:
        context.rejections[f"{_TASK}: the picture shows at a glance which lengths are false"] += 1
        return None
    right = judge(context, _length(own, readings[own].value))
    if right is None or not right.true:
        context.rejections[f"{_TASK}: the length does not hold in every draw"] += 1
        return None

    def make(context: Context, rng: Generator) -> Item:
        return compose(
            context,
            _TASK,
            rng,
            key=CertifiedOption.of(context, right),
            distractors=[CertifiedOption.of(context, verdict) for verdict in distractors],
            form="marked",
            certificate={
                "design": design,
                "read_from": [str(mark) for mark in readings[own].marks],
            },
            worth=asked[own],
        )

    return item_that_hides_key(context, rng, make)


def _length(segment: Segment, number: Surd) -> Statement:
    return Statement("lconst", segment, number)


def _segments(
    rng: Generator, own: Segment, offered: Sequence[Segment], count: int
) -> list[Segment]:
    """The key's segment and up to `count` others."""
    # Given lengths are those of points constructed early, whose letters come early. So take
    # segments whose letters are near those of the key.
    apart = {pair: abs(_letters(pair) - _letters(own)) for pair in offered if pair != own}
    nearest = sorted(pick(rng, list(apart)), key=apart.__getitem__)
    return [own, *pick(rng, nearest[: count + _SURPLUS], count)]


def _letters(pair: Segment) -> int:
    return sum(ord(point[0]) for point in pair)


def alternatives(own: Surd, readings: Readings, *, under_root: bool) -> list[Surd]:
    """Numbers to offer beside that of a key: of its form, about its size, and near the figure's."""
    halves = [reading.value / Surd.of(2) for reading in readings.values() if not reading.steps]
    stated = dict.fromkeys([*(one.value for one in readings.values()), *halves])
    # An only fraction, or an only root, would be the key.
    alike = [number for number in stated if form_of(number) == form_of(own)]
    # Near all numbers alike: near the key alone, they would tell which it is.
    near = (similar_numbers(number, under_root=under_root) for number in alike)
    found = dict.fromkeys([*alike, *chain.from_iterable(near)])
    return [number for number in found if number != own and abs(_size(number, own)) < _WIDTH]


def _size(number: Surd, unit: Surd) -> float:
    """The logarithm of a ratio."""
    return math.log(float(number) / float(unit))


def _numbers(rng: Generator, own: Surd, readings: Readings, count: int) -> list[Surd]:
    """The key's number and `count` others: those of other lengths that follow come first.

    The others are drawn as lengths are, the common ones more often (`commonness`), from an interval
    of sizes that is drawn around the key's. The key's may be drawn again, and then there are none:
    so any of these numbers would have been drawn beside the others as often.
    """
    under_root = bool(rng.integers(2)) and not is_rationalized(own)
    start = -_WIDTH * rng.random()
    others = alternatives(own, readings, under_root=under_root)
    near = [own, *(one for one in others if start <= _size(one, own) < start + _WIDTH)]
    follow = {reading.value for reading in readings.values() if reading.steps}
    found = [own, *pick(rng, [one for one in near[1:] if one in follow], count)]
    odds = np.exp([commonness(number) for number in near])
    drawn = rng.choice(len(near), count + 1 - len(found), p=odds / odds.sum())
    found += [near[k] for k in drawn]
    sizes = np.array([_size(number, own) for number in found])
    apart = np.abs(sizes[:, None] - sizes)
    # Not of the key alone, or it would be the one in the middle.
    close = (apart < GLARING["lconst"]).sum(axis=1) > min(count, _CLOSE)
    different = apart[np.triu_indices(len(found), 1)] > _APART
    return found if close.all() and different.all() else []


def _distractor(context: Context, segment: Segment, number: Surd) -> Verdict | None:
    """The verdict on a distractor; None if it is not clearly false."""
    verdict = judge(context, _length(segment, number))
    if verdict is None or verdict.true or verdict.residual < _CLEARLY_FALSE:
        return None
    return verdict
