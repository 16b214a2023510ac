"""Numerical perception: which of four measurements the picture states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from numpy.random import Generator

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.item_assembly import CertifiedOption, compose
from geoengine.families.reasoning.marked_lengths import (
    Reading,
    Segment,
    marked_lengths,
    segment_of,
)
from geoengine.families.reasoning.truth import judge
from geoengine.families.reasoning.visible import drawn_segments
from geoengine.families.reasoning.worth import worth_of
from geoengine.items import Item, pick
from geoengine.language import Statement, Surd

__all__ = ["build_numerical_perception"]

_TASK = "numerical_perception"
_CLEARLY_FALSE = 0.02
_PER_KEY = 3
"""How often each key is tried."""

_MARKED = 0.85
"""How likely the next item asks for a length that is not printed, if the picture states any."""

_TRIES = 4
"""How many sets of distractors are tried for a key, each time that it is tried."""

_SURPLUS = 2
"""How many more segments than needed are considered, so that the choice is random."""

_DESIGNS = (("grid", 1, 1), ("all_different", 3, 3), ("one_segment", 0, 3))
"""The numbers of other segments and of other values in each design."""

_FEW = 2
"""With no more numbers in the picture than this, there is only the first design."""

_DIFFERENCES = (-4, -3, -2, -1, 1, 2, 3, 4)
_APART = 8
"""By what part of it the square of a root is altered, once to four times."""


@dataclass(frozen=True, eq=False)
class _Form:
    """What the options of a form are about.

    Attributes
    ----------
    name : str
    keys : list of Statement
        The lengths that can be keys.
    segments : list of Segment
        What distractors can be about.
    numbers : list of Surd
        What the picture states, or what a hasty reader takes from it.
    readings : mapping of Segment to Reading
        How the lengths of the segments are read off the picture, if they are not printed.
    printed : frozenset of Segment
        The segments with printed lengths.
    """

    name: str
    keys: list[Statement]
    segments: list[Segment]
    numbers: list[Surd]
    readings: Mapping[Segment, Reading] = field(default_factory=dict)
    printed: frozenset[Segment] = frozenset()

    @cached_property
    def near(self) -> list[Surd]:
        """Altered numbers, apart from those of the picture, ascending.

        They are near all numbers alike: near the key alone, they would tell which it is.
        """
        altered = {value for stated in self.numbers for value in _altered(stated)}
        return sorted(altered.difference(self.numbers))


def build_numerical_perception(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a length that the picture states.

    In the form ``plain`` the length is printed. In the form ``marked`` no segment of the options
    has a printed length, and that of the key follows from other printed ones, from ticks on equal
    segments, and from points on drawn lines.

    There are three designs: two segments with the same two numbers each, four segments with four
    different numbers, or one segment with four numbers. In each of them all segments occur equally
    often, and so do all numbers. As far as there are enough, numbers and segments are taken from
    other lengths that the picture states, so that a reader must find out which belong together.
    """
    drawn = [segment_of(*pair) for pair in drawn_segments(context)]
    forms = [form for form in (_marked(context, drawn), _plain(context, drawn)) if form.keys]
    queues = {form.name: _repeated(rng, form.keys) for form in forms}
    items: list[Item] = []
    while forms and len(items) < most:
        form = forms[0] if rng.random() < _MARKED else forms[-1]
        key = next(queues[form.name], None)
        if key is None:
            forms.remove(form)
            continue
        made = (_make(context, rng, form, key) for _ in range(_TRIES))
        item = next((one for one in made if one), None)
        if item and not any(set(item.choice.options) == set(o.choice.options) for o in items):
            items.append(item)
            if form.name == "plain":
                # One is enough: such an item takes a look.
                forms.remove(form)
    return items


def _plain(context: Context, drawn: list[Segment]) -> _Form:
    labels = [p for p in context.premises if p.predicate == "lconst"]
    numbers = list(dict.fromkeys(p.value for p in labels if isinstance(p.value, Surd)))
    printed = frozenset(segment_of(*label.points) for label in labels)
    return _Form("plain", labels, drawn, numbers, printed=printed)


def _marked(context: Context, drawn: list[Segment]) -> _Form:
    readings = marked_lengths(context)
    read = {pair: reading for pair, reading in readings.items() if reading.steps and pair in drawn}
    keys = [Statement("lconst", pair, reading.value) for pair, reading in read.items()]
    stated = [reading.value for reading in readings.values()]
    halves = [reading.value / Surd.of(2) for reading in readings.values() if not reading.steps]
    numbers = list(dict.fromkeys([*stated, *halves]))
    return _Form("marked", keys, list(read), numbers, read)


def _repeated(rng: Generator, keys: Sequence[Statement]) -> Iterator[Statement]:
    for _ in range(_PER_KEY):
        yield from pick(rng, keys)


def _make(context: Context, rng: Generator, form: _Form, key: Statement) -> Item | None:
    """Make an item; None if its distractors, its worth or its key are not good enough."""
    designs = [one for one in _DESIGNS if one[1] < len(form.segments)]
    if len(form.numbers) <= _FEW and not form.readings:
        designs = designs[:1]
    design, segment_count, number_count = designs[int(rng.integers(len(designs)))]
    segments = _segments(rng, key, form, segment_count)
    numbers = _numbers(rng, key, form, number_count)
    if design == "all_different":
        others = list(zip(segments, numbers, strict=False))[1:]
    else:
        others = [(segment, number) for segment in segments for number in numbers][1:]
    choices = [_distractor(context, segment, number) for segment, number in others]
    distractors = [choice for choice in choices if choice is not None]
    if len(distractors) < 3:
        context.rejections[f"{_TASK}: a distractor is not clearly false"] += 1
        return None
    reading = form.readings.get(segments[0])
    values = [key.value, *(number for _, number in others)]
    features = {
        "stated": sum(value in form.numbers for value in values),
        "steps": reading.steps if reading else 0,
        "printed": len(form.printed.intersection([segments[0], *(s for s, _ in others)])),
    }
    worth = worth_of(context, _TASK, features)
    if worth is None:
        return None
    right = judge(context, key)
    if right is None or not right.true:
        context.rejections[f"{_TASK}: the stated length does not hold in every draw"] += 1
        return None
    return compose(
        context,
        _TASK,
        rng,
        key=CertifiedOption.of(context, right),
        distractors=distractors,
        form=form.name,
        # Reading off a printed number is little work, so a split takes few.
        limited=not form.readings,
        certificate={"design": design}
        | ({"read_from": [str(mark) for mark in reading.marks]} if reading else {}),
        worth=worth,
    )


def _segments(rng: Generator, key: Statement, form: _Form, count: int) -> list[Segment]:
    """The key's segment and up to `count` others."""
    own = segment_of(key.points[0], key.points[1])
    # Given lengths are those of points constructed early, whose letters come early. So take
    # segments whose letters are near those of the key.
    apart = {pair: abs(_letters(pair) - _letters(own)) for pair in form.segments if pair != own}
    nearest = sorted(pick(rng, list(apart)), key=apart.__getitem__)
    return [own, *pick(rng, nearest[: count + _SURPLUS], count)]


def _letters(pair: Segment) -> int:
    return sum(ord(point[0]) for point in pair)


def _numbers(rng: Generator, key: Statement, form: _Form, count: int) -> list[Surd]:
    """The key's number and up to `count` others: those of other lengths, then altered ones."""
    own = key.value
    assert isinstance(own, Surd)
    given = [value for value in pick(rng, form.numbers) if value != own]
    pool = [*given, *pick(rng, form.near)]
    if form.readings:
        # An only fraction would be half of a printed number, and so the key.
        pool = [value for value in pool if _look(value) == _look(own)]
    if count == 1 and not form.readings:
        return [own, *pool[:1]]
    lower = int(rng.integers(count + 1))
    below = [value for value in pool if value < own][:lower]
    above = [value for value in pool if own < value][: count - lower]
    return [own, *pick(rng, below + above)]


def _altered(value: Surd) -> list[Surd]:
    """Numbers of the same form and similar size."""
    whole = value.rational
    if whole is None:
        step = max(Fraction(1), Fraction(round(value.square / _APART)))
        squares = (value.square + step * k for k in _DIFFERENCES)
        roots = [Surd(square) for square in squares if 4 * square >= value.square]
        return [root for root in roots if root.rational is None]
    step = Fraction(1, whole.denominator)
    found = (whole + step * k for k in _DIFFERENCES)
    return [Surd.of(number) for number in found if 2 * number >= whole]


def _look(value: Surd) -> tuple[bool, int]:
    """Whether a number has a root, and its denominator."""
    rest = (value / Surd(Fraction(value.radicand))).rational
    assert rest is not None
    return value.radicand != 1, rest.denominator


def _distractor(context: Context, segment: Segment, number: Surd) -> CertifiedOption | None:
    """Make a distractor; None if it is not clearly false."""
    verdict = judge(context, Statement("lconst", segment, number))
    if verdict is None or verdict.true or verdict.residual < _CLEARLY_FALSE:
        return None
    return CertifiedOption.of(context, verdict)
