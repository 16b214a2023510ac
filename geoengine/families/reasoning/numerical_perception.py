"""Numerical perception: which of four measurements the picture states."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from numpy.random import Generator

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.item_assembly import CertifiedOption, compose
from geoengine.families.reasoning.truth import judge
from geoengine.families.reasoning.visible import drawn_segments
from geoengine.families.reasoning.worth import worth_of
from geoengine.items import Item, pick
from geoengine.language import Statement, Surd

__all__ = ["build_numerical_perception"]

_TASK = "numerical_perception"
_CLEARLY_FALSE = 0.02
_PER_LABEL = 3
_SURPLUS = 2
"""How many more segments than needed are considered, so that the choice is random."""

_DESIGNS = (("grid", 1, 1), ("all_different", 3, 3), ("one_segment", 0, 3))
"""The numbers of other segments and of other values in each design."""

_FEW = 2
"""With no more numbers in the picture than this, there is only the first design."""

_DIFFERENCES = (-4, -3, -2, -1, 1, 2, 3, 4)
_FACTORS = (Fraction(1, 2), Fraction(3, 2), Fraction(2), Fraction(3))

Pair = tuple[str, str]


def build_numerical_perception(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a given length, as the picture states it.

    There are three designs: two segments with the same two numbers each, four segments with four
    different numbers, or one segment with four numbers. In each of them all segments occur equally
    often, and so do all numbers. Numbers are taken from other labels as far as there are enough,
    so that a reader must find out which segment each label belongs to.
    """
    labels = [p for p in context.premises if p.predicate == "lconst"]
    printed = list(dict.fromkeys(p.value for p in labels if isinstance(p.value, Surd)))
    designs = _DESIGNS if len(printed) > _FEW else _DESIGNS[:1]
    pairs = drawn_segments(context)
    items: list[Item] = []
    for key in pick(rng, labels * _PER_LABEL):
        if len(items) == most:
            break
        design, segment_count, number_count = designs[int(rng.integers(len(designs)))]
        segments = _segments(context, rng, key, pairs, segment_count)
        numbers = _numbers(rng, key, printed, number_count)
        if design == "all_different":
            others = list(zip(segments, numbers, strict=False))[1:]
        else:
            others = [(segment, number) for segment in segments for number in numbers][1:]
        choices = [_distractor(context, segment, number) for segment, number in others]
        distractors = [choice for choice in choices if choice is not None]
        if len(distractors) < 3:
            context.rejections[f"{_TASK}: a distractor is not clearly false"] += 1
            continue
        values = [key.value, *(number for _, number in others)]
        worth = worth_of(context, _TASK, {"labels": sum(v in printed for v in values)})
        if worth is None:
            continue
        right = judge(context, key)
        if right is None:
            context.rejections[f"{_TASK}: the given length does not hold in every draw"] += 1
            continue
        item = compose(
            context,
            _TASK,
            rng,
            key=CertifiedOption.of(context, right),
            distractors=distractors,
            certificate={"design": design},
            worth=worth,
        )
        if not any(set(item.choice.options) == set(other.choice.options) for other in items):
            items.append(item)
    return items


def _segments(
    context: Context, rng: Generator, key: Statement, pairs: Sequence[Pair], count: int
) -> list[Pair]:
    """The key's segment and up to `count` other drawn ones."""
    own = (key.points[0], key.points[1])
    # Given lengths are those of points constructed early, whose letters come early. So take
    # segments whose letters are near those of the key.
    apart = {pair: abs(_letters(pair) - _letters(own)) for pair in pairs if pair != own}
    nearest = sorted(pick(rng, list(apart)), key=apart.__getitem__)
    return [own, *pick(rng, nearest[: count + _SURPLUS], count)]


def _letters(pair: Pair) -> int:
    return sum(ord(point[0]) for point in pair)


def _numbers(rng: Generator, key: Statement, printed: Sequence[Surd], count: int) -> list[Surd]:
    """The key's number and up to `count` others: those of other labels, then altered ones."""
    assert isinstance(key.value, Surd)
    given = [value for value in pick(rng, printed) if value != key.value]
    altered = [value for value in _altered(key.value) if value not in given]
    pool = [*given, *pick(rng, altered)]
    if count == 1:
        return [key.value, *pool[:1]]
    lower = int(rng.integers(count + 1))
    below = [value for value in pool if value < key.value][:lower]
    above = [value for value in pool if key.value < value][: count - lower]
    return [key.value, *pick(rng, below + above)]


def _altered(value: Surd) -> list[Surd]:
    """Numbers of the same form and similar size."""
    whole = value.rational
    if whole is None:
        return [value * Surd(factor**2) for factor in _FACTORS]
    step = Fraction(1, whole.denominator)
    return [Surd.of(whole + step * k) for k in _DIFFERENCES if whole + step * k > 0]


def _distractor(context: Context, segment: Pair, number: Surd) -> CertifiedOption | None:
    """Make a distractor; None if it is not clearly false."""
    verdict = judge(context, Statement("lconst", segment, number))
    if verdict is None or verdict.true or verdict.residual < _CLEARLY_FALSE:
        return None
    return CertifiedOption.of(context, verdict)
