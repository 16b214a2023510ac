"""Marked lengths: those that a picture states by numbers, ticks, and points on drawn lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.visible import drawn_lines
from geoengine.language import Statement, Surd, SurdSum

__all__ = ["Reading", "Segment", "marked_lengths", "segment_of"]

Segment = tuple[str, str]
"""The ends of a segment, in alphabetical order."""

_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a length can be read off a picture.

    Attributes
    ----------
    value : Surd
    steps : int
        How often an equality, a sum, a difference, a half or a double is taken; 0 for a printed
        length.
    marks : tuple of Statement
        What it rests on: printed lengths, equal segments, and points on one drawn line.
    """

    value: Surd
    steps: int
    marks: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class _Relation:
    """How the length of a segment follows from others, and the marks that say so."""

    segment: Segment
    others: tuple[Segment, ...]
    value: Callable[..., SurdSum]
    marks: tuple[Statement, ...]


def marked_lengths(context: Context) -> dict[Segment, Reading]:
    """The lengths that the numbers and ticks of a picture state, each with its shortest reading.

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
    ('5/2', 1)
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
    value = relation.value(*(SurdSum.of(reading.value) for reading in known)).surd
    if value is None:
        return None
    marks = [mark for reading in known for mark in reading.marks]
    steps = 1 + sum(reading.steps for reading in known)
    return Reading(value, steps, tuple(dict.fromkeys([*marks, *relation.marks])))


def _relations(context: Context) -> Iterator[_Relation]:
    ticks = context.markings().marks.ticks
    equal = [[segment_of(*pair) for pair in group] for group in ticks]
    for group in equal:
        for one, other in permutations(group, 2):
            yield _Relation(one, (other,), lambda x: x, (Statement("cong", (*one, *other)),))
    for line in drawn_lines(context):
        for a, b, c in combinations(line, 3):
            first, second, whole = segment_of(a, b), segment_of(b, c), segment_of(a, c)
            on = Statement("coll", (a, b, c))
            yield _Relation(whole, (first, second), lambda x, y: x + y, (on,))
            yield _Relation(first, (whole, second), lambda x, y: x - y, (on,))
            yield _Relation(second, (whole, first), lambda x, y: x - y, (on,))
            if any(first in group and second in group for group in equal):
                halved = (on, Statement("cong", (*first, *second)))
                for part in (first, second):
                    yield _Relation(part, (whole,), lambda x: x.times(_HALF), halved)
                    yield _Relation(whole, (part,), lambda x: x + x, halved)


def segment_of(a: str, b: str) -> Segment:
    """The segment between two points.

    Examples
    --------
    >>> segment_of("B", "A")
    ('A', 'B')
    """
    return (a, b) if a < b else (b, a)
