"""Marked lengths: those that a picture states by numbers, ticks, and points on drawn lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.visible import drawn_lines
from geoengine.language import Statement, Surd, SurdSum

__all__ = ["Reading", "Segment", "marked_lengths", "segment_of"]

Segment = tuple[str, str]
"""The ends of a segment, in alphabetical order."""

_HALF = Fraction(1, 2)

_EQUALITY, _CALCULATION = 1, 2
"""How much work it is to take a length over, and to calculate one from others."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a length can be read off a picture.

    Attributes
    ----------
    value : Surd
    steps : int
        How much work it is: 1 for each equality, 2 for each sum, difference, half, double, and use
        of the theorem of Pythagoras; 0 for a printed length.
    marks : tuple of Statement
        What it rests on: printed lengths, equal segments, points on one drawn line, and right
        angles.
    """

    value: Surd
    steps: int
    marks: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class _Relation:
    """How the length of a segment follows from others, and the marks that say so."""

    segment: Segment
    others: tuple[Segment, ...]
    value: Callable[..., SurdSum | None]
    marks: tuple[Statement, ...]
    steps: int


def marked_lengths(context: Context) -> dict[Segment, Reading]:
    """The lengths that the marks of a picture state, each with its shortest reading.

    A point counts as on a line if it is drawn on it, which may be an accident of the picture: the
    truth of a reading is for others to judge.

    Parameters
    ----------
    context : Context

    Returns
    -------
    dict of Segment to Reading
        The printed lengths too; segments that are not drawn may be among them.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle_sss A B C 6 7 5; M = midpoint M A B")
    >>> found = marked_lengths(make_context(problem, scene="median", seed=1))
    >>> str(found["A", "M"].value), found["A", "M"].steps
    ('5/2', 2)
    >>> [str(mark) for mark in found["A", "M"].marks]
    ['lconst A B 5', 'coll A B M', 'cong A M B M']
    """
    marks = context.markings().marks
    found: dict[Segment, Reading] = {}
    for (a, b), text in marks.lengths.items():
        label = Statement("lconst", (a, b), Surd.parse(text))
        found[segment_of(a, b)] = Reading(Surd.parse(text), 0, (label,))
    relations = list(_relations(context))
    improved = True
    while improved:
        improved = False
        for relation in relations:
            reading = _read(relation, found)
            known = found.get(relation.segment)
            if reading is not None and (known is None or reading.steps < known.steps):
                found[relation.segment] = reading
                improved = True
    return found


def _read(relation: _Relation, found: dict[Segment, Reading]) -> Reading | None:
    """The reading that a relation gives; None if it needs what has none, or is no single root."""
    if not all(other in found for other in relation.others):
        return None
    known = [found[other] for other in relation.others]
    result = relation.value(*(SurdSum.of(reading.value) for reading in known))
    value = None if result is None else result.surd
    if value is None:
        return None
    marks = [mark for reading in known for mark in reading.marks]
    steps = relation.steps + sum(reading.steps for reading in known)
    return Reading(value, steps, tuple(dict.fromkeys([*marks, *relation.marks])))


def _relations(context: Context) -> Iterator[_Relation]:
    ticks = context.markings().marks.ticks
    equal = [[segment_of(*pair) for pair in group] for group in ticks]
    for group in equal:
        for one, other in permutations(group, 2):
            same = (Statement("cong", (*one, *other)),)
            yield _Relation(one, (other,), lambda x: x, same, _EQUALITY)
    for line in drawn_lines(context):
        for a, b, c in combinations(line, 3):
            first, second, whole = segment_of(a, b), segment_of(b, c), segment_of(a, c)
            on = Statement("coll", (a, b, c))
            yield _Relation(whole, (first, second), lambda x, y: x + y, (on,), _CALCULATION)
            yield _Relation(first, (whole, second), lambda x, y: x - y, (on,), _CALCULATION)
            yield _Relation(second, (whole, first), lambda x, y: x - y, (on,), _CALCULATION)
            if any(first in group and second in group for group in equal):
                halved = (on, Statement("cong", (*first, *second)))
                for part in (first, second):
                    yield _Relation(part, (whole,), lambda x: x.times(_HALF), halved, _CALCULATION)
                    yield _Relation(whole, (part,), lambda x: x + x, halved, _CALCULATION)
    yield from _right_triangles(context)


def _right_triangles(context: Context) -> Iterator[_Relation]:
    """The theorem of Pythagoras, in triangles whose right angle is marked."""
    lines = drawn_lines(context)
    for pair in context.markings().marks.right_angles:
        ends = [next((line for line in lines if {*side} <= {*line}), side) for side in pair]
        for vertex in sorted({*ends[0]} & {*ends[1]}):
            for first, second in product(*([p for p in line if p != vertex] for line in ends)):
                one, other = segment_of(vertex, first), segment_of(vertex, second)
                whole = segment_of(first, second)
                marks = (
                    Statement("perp", (*pair[0], *pair[1])),
                    *_on_line(pair[0], vertex, first),
                    *_on_line(pair[1], vertex, second),
                )
                yield _Relation(whole, (one, other), _hypotenuse, marks, _CALCULATION)
                yield _Relation(one, (whole, other), _leg, marks, _CALCULATION)
                yield _Relation(other, (whole, one), _leg, marks, _CALCULATION)


def _on_line(side: Segment, *points: str) -> Iterator[Statement]:
    """That points lie on the line of a marked side, unless they are its ends."""
    yield from (Statement("coll", (*side, point)) for point in points if point not in side)


def _hypotenuse(one: SurdSum, other: SurdSum) -> SurdSum | None:
    return _root(one, other, 1)


def _leg(hypotenuse: SurdSum, other: SurdSum) -> SurdSum | None:
    return _root(hypotenuse, other, -1)


def _root(one: SurdSum, other: SurdSum, sign: int) -> SurdSum | None:
    """The root of the sum or the difference of two squares; None if there is none."""
    first, second = one.surd, other.surd
    if first is None or second is None:
        return None
    square = first.square + sign * second.square
    return SurdSum.of(Surd(square)) if square > 0 else None


def segment_of(a: str, b: str) -> Segment:
    """The segment between two points.

    Examples
    --------
    >>> segment_of("B", "A")
    ('A', 'B')
    """
    return (a, b) if a < b else (b, a)
