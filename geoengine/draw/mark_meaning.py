"""The meaning of marks: the statements that a reader takes from marks and lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from geoengine.draw.drawn_parts import DrawnParts
from geoengine.draw.marks import Marks
from geoengine.draw.sketch import Sketch
from geoengine.errors import StatementError
from geoengine.language import Statement, Surd, parse_angle

__all__ = ["incidences", "marked_statements"]


def marked_statements(marks: Marks) -> set[Statement]:
    """Return the statements that marks make, each about the points by which they are drawn.

    An angle has a size but no orientation, so that of a printed angle or of equal angles is stated
    in both.

    Examples
    --------
    >>> marks = Marks({("A", "B"): "5"}, ticks=[[("A", "B"), ("A", "C")]])
    >>> sorted(map(str, marked_statements(marks)))
    ['cong A B A C', 'lconst A B 5']
    """
    return set(_stated(_told(marks)))


def incidences(sketch: Sketch) -> set[Statement]:
    """Return which points lie on one drawn line.

    Examples
    --------
    >>> sketch = Sketch({"A": (0, 0), "M": (1, 0), "B": (2, 0)}, [("A", "B")])
    >>> sorted(map(str, incidences(sketch)))
    ['coll A B M']
    """
    found: list[_Parts] = []
    for line in DrawnParts(sketch).named_lines():
        found += [("coll", three, None) for three in combinations(line, 3)]
    return set(_stated(found))


_Parts = tuple[str, Sequence[str], Fraction | Surd | None]


def _told(marks: Marks) -> Iterator[_Parts]:
    for pair, text in marks.lengths.items():
        yield "lconst", pair, Surd.parse(text)
    for one, other in combinations(marks.lengths, 2):
        if marks.lengths[one] == marks.lengths[other]:
            yield "cong", (*one, *other), None
    for (a, v, b), text in marks.angles.items():
        yield "aconst", (v, a, v, b), parse_angle(text)
        yield "aconst", (v, b, v, a), parse_angle(text)
    for side, across in marks.right_angles:
        yield "perp", (*side, *across), None
    for group in marks.ticks:
        yield from (("cong", (*one, *other), None) for one, other in combinations(group, 2))
    for wedges in marks.arcs:
        # The arms of all are listed in the same order of rotation.
        for (a, v, b), (c, w, d) in combinations(wedges, 2):
            yield "eqangle", (v, a, v, b, w, c, w, d), None
    for lines in marks.arrows:
        yield from (("para", (*one, *other), None) for one, other in combinations(lines, 2))


def _stated(found: Iterator[_Parts] | Sequence[_Parts]) -> Iterator[Statement]:
    for predicate, points, value in found:
        try:
            yield Statement(predicate, tuple(points), value)
        except StatementError:
            # Such as two names of one line, or an angle of two sides of one line.
            continue
