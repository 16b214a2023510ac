"""Marks that show statements: ticks, arcs, squares, arrows and printed values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import networkx as nx

from geoengine.draw.drawn_parts import DrawnParts
from geoengine.draw.marks import KINDS, Marks, Pair, Triple
from geoengine.draw.sketch import Sketch
from geoengine.language import Statement, format_value

__all__ = ["marks_for"]

K = TypeVar("K", bound=Hashable)
Mark = tuple[str, Any]
"""A kind of mark, and a mark of it (for groups, a pair that belongs to one group)."""
_Reader = Callable[[DrawnParts, Statement], Iterator[Mark]]

_SAME_ANGLE = 1e-7
# More groups of each kind could not be distinguished; of arcs, printed angles have the first kind.
_TICKS, _ARCS, _ARROWS = 7, 6, 3
_RIGHT = "90°"


class _Lines:
    """The lines that statements imply, each as a set of points.

    Two marks are merged only if statements imply that they are the same: what merely looks the
    same in the figure may be what has to be proved.
    """

    def __init__(self, statements: Iterable[Statement]) -> None:
        self._lines: list[frozenset[str]] = []
        for statement in statements:
            if statement.predicate in {"coll", "midp"}:
                self._add(frozenset(statement.points))

    def _add(self, line: frozenset[str]) -> None:
        for other in self._lines:
            if len(line & other) > 1:
                self._lines.remove(other)
                self._add(line | other)
                return
        self._lines.append(line)

    def through(self, *pair: str) -> frozenset[str]:
        """Return the points that statements put on the line through two points, and these."""
        return next((line for line in self._lines if line.issuperset(pair)), frozenset(pair))

    def wedge(self, drawn: DrawnParts, wedge: Triple) -> Hashable:
        """Return a key that is the same for all names that statements imply for one angle."""
        one, vertex, other = wedge
        turn = round(drawn.turn(*wedge), 4)
        return vertex, self.through(vertex, one), self.through(vertex, other), turn


def marks_for(statements: Iterable[Statement], sketch: Sketch) -> Marks:
    """Return the marks that show statements, as far as a picture can show them.

    Equal lengths, equal angles and parallels are merged into groups; what printed values already
    imply is not marked again. Undrawn segments and angles get no marks, except printed values
    and the arcs of a bisected angle of which one line is undrawn.

    Parameters
    ----------
    statements : iterable of Statement
        Statements that hold in the figure.
    sketch : Sketch
        The figure without marks.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> sketch = Sketch({"A": (0, 0), "M": (1, 0), "B": (2, 0), "C": (1, 2)},
    ...                 [("A", "B"), ("C", "M")])
    >>> marks = marks_for(map(parse_statement, ["midp M A B", "perp A B C M"]), sketch)
    >>> marks.ticks, marks.right_angles
    (((('A', 'M'), ('B', 'M')),), ((('A', 'B'), ('C', 'M')),))
    """
    statements = list(statements)
    drawn, lines = DrawnParts(sketch), _Lines(statements)
    found: dict[str, list[Any]] = {kind: [] for kind in KINDS}
    _read(_VALUE_READERS, statements, drawn, found)
    marks = Marks(dict(found["lengths"]), dict(found["angles"]))
    # A mark may need an auxiliary line, on which further marks are possible.
    if marks != Marks():
        drawn = DrawnParts(replace(sketch, marks=marks))
    _read(_CORNER_READERS, statements, drawn, found)
    crossings: dict[Hashable, Any] = {}
    for pairs in found["right_angles"]:
        crossings.setdefault(frozenset(lines.through(*pair) for pair in pairs), pairs)
    angles, arcs = _angles_and_arcs(found, set(crossings), drawn, lines)
    marks = replace(
        marks,
        angles=angles,
        right_angles=tuple(crossings.values()),
        arcs=tuple(arcs[: _ARCS - bool(angles)]),
    )
    if any(drawn.missing(*group) for group in marks.arcs):
        drawn = DrawnParts(replace(sketch, marks=marks))
    _read(_LINE_READERS, statements, drawn, found)
    arrows = _groups(found["arrows"], key=lambda pair: lines.through(*pair))
    ticks = _ticks(found["ticks"], marks.lengths, drawn)
    return replace(marks, ticks=tuple(ticks)[:_TICKS], arrows=tuple(arrows[:_ARROWS]))


def _read(
    readers: Mapping[str, _Reader],
    statements: Iterable[Statement],
    drawn: DrawnParts,
    found: Mapping[str, list[Any]],
) -> None:
    """Add to `found`, by kind, the marks that the readers of their predicates give statements."""
    for statement in statements:
        if reader := readers.get(statement.predicate):
            for kind, mark in reader(drawn, statement):
                found[kind].append(mark)


def _ticks(
    pairs: Iterable[tuple[Pair, Pair]], lengths: Mapping[Pair, str], drawn: DrawnParts
) -> Iterator[tuple[Pair, ...]]:
    """Yield the drawn segments of each group of equal ones, unless the picture shows it already.

    Groups are formed first, since two drawn segments may both equal an undrawn one.
    """
    printed = {(min(pair), max(pair)): text for pair, text in lengths.items()}
    alike: dict[str, list[Pair]] = {}
    for pair, text in printed.items():
        alike.setdefault(text, []).append(pair)
    same = (two for equal in alike.values() for two in pairwise(equal))
    for group in _groups([*pairs, *same]):
        visible = [pair for pair in group if drawn.line(pair) is not None]
        seen: Any = nx.utils.UnionFind(visible)
        for pair in visible:
            # The same printed length, or radii of one circle drawn around its center.
            seen.union(pair, *(printed[pair],) if pair in printed else (), *drawn.rings(pair))
        if len({seen[pair] for pair in visible}) > 1:
            yield tuple(visible)


def _angles_and_arcs(
    found: Mapping[str, list[Any]], crossings: set[Hashable], drawn: DrawnParts, lines: _Lines
) -> tuple[dict[Triple, str], list[tuple[Triple, ...]]]:
    """Return the printed angles and the groups of equal angles, no angle twice in either."""
    wedge_of = partial(lines.wedge, drawn)
    angles: dict[Triple, str] = {}
    printed: dict[Hashable, str] = {}
    for wedge, text in found["angles"]:
        # One angle may have several names.
        if (angle := drawn.corner(wedge)) not in printed:
            printed[angle] = angles[wedge] = text

    def visible_value(wedge: Triple) -> Hashable:
        one, vertex, other = wedge
        arms = frozenset((lines.through(vertex, one), lines.through(vertex, other)))
        if arms in crossings and abs(drawn.turn(*wedge) - 90) < 180 * _SAME_ANGLE:
            return _RIGHT
        return printed.get(drawn.corner(wedge), wedge)

    arcs = []
    taken: set[Hashable] = set()
    for group in _groups(found["arcs"], key=wedge_of):
        # An angle of two groups that are not known to be equal is marked in the first only: two
        # marks would look like two angles, and one mark for both groups would equate them.
        free = {drawn.corner(wedge): wedge for wedge in reversed(group)}
        left = [wedge for corner, wedge in reversed(free.items()) if corner not in taken]
        if len({visible_value(wedge) for wedge in left}) > 1:
            taken.update(map(drawn.corner, left))
            arcs.append(tuple(left))
    return angles, arcs


def _groups(
    pairs: Iterable[tuple[K, K]], key: Callable[[K], Hashable] | None = None
) -> list[tuple[K, ...]]:
    """Merge pairs into groups of two or more; of things with one key only the first is kept."""
    first: dict[Hashable, K] = {}
    union: Any = nx.utils.UnionFind()
    for pair in pairs:
        keys = [key(one) if key else one for one in pair]
        for name, one in zip(keys, pair, strict=True):
            first.setdefault(name, one)
        union.union(*keys)
    groups: dict[Hashable, list[K]] = {}
    for name, one in first.items():
        groups.setdefault(union[name], []).append(one)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def _length(drawn: DrawnParts, statement: Statement) -> Iterator[Mark]:
    assert statement.value is not None
    a, b = statement.points
    yield "lengths", ((a, b), format_value(statement.value))


def _angle(drawn: DrawnParts, statement: Statement) -> Iterator[Mark]:
    assert isinstance(statement.value, Fraction)
    a, b, c, d = statement.points
    found = []
    for wedge, turn in drawn.wedges((a, b), (c, d)):
        shown = min(turn, 360 - turn) / 180
        for value in (statement.value, 1 - statement.value):
            if abs(shown - float(value)) < _SAME_ANGLE:
                found += [(not drawn.is_open(wedge), value, wedge)]
    if found:
        _, value, wedge = min(found)
        yield "angles", (wedge, format_value(value))


def _right_angle(drawn: DrawnParts, statement: Statement) -> Iterator[Mark]:
    a, b, c, d = statement.points
    at = drawn.crossing((a, b), (c, d))
    if at is not None and all(
        drawn.is_arm(at, p) or drawn.is_arm(at, q) for p, q in ((a, b), (c, d))
    ):
        yield "right_angles", ((a, b), (c, d))


def _equal(*pairs: Pair) -> Iterator[Mark]:
    """Mark consecutive pairs of equal segments."""
    for first, second in pairwise((min(pair), max(pair)) for pair in pairs):
        yield "ticks", (first, second)


def _congruent_segments(drawn: DrawnParts, statement: Statement) -> Iterator[Mark]:
    a, b, c, d = statement.points
    return _equal((a, b), (c, d))


def _halves(drawn: DrawnParts, statement: Statement) -> Iterator[Mark]:
    m, a, b = statement.points
    return _equal((a, m), (b, m))


def _radii(drawn: DrawnParts, statement: Statement) -> Iterator[Mark]:
    centre, *on = statement.points
    return _equal(*((centre, point) for point in on))


def _congruent_triangles(drawn: DrawnParts, statement: Statement) -> Iterator[Mark]:
    one, other = statement.points[:3], statement.points[3:]
    for i, j in ((0, 1), (1, 2), (2, 0)):
        yield from _equal((one[i], one[j]), (other[i], other[j]))


def _similar_triangles(drawn: DrawnParts, statement: Statement) -> Iterator[Mark]:
    one, other = statement.points[:3], statement.points[3:]
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        wedges = [(names[i], names[j], names[k]) for names in (one, other)]
        if all(map(drawn.is_open, wedges)):
            yield "arcs", tuple(_ordered(drawn, wedge) for wedge in wedges)


def _parallels(drawn: DrawnParts, statement: Statement) -> Iterator[Mark]:
    a, b, c, d = statement.points
    if drawn.line((a, b)) is not None and drawn.line((c, d)) is not None:
        yield "arrows", ((a, b), (c, d))


def _equal_angles(drawn: DrawnParts, statement: Statement) -> Iterator[Mark]:
    """Mark the first equation that a picture can show: ∠(AB,CD) = ∠(EF,GH), ∠(AB,EF) = ∠(CD,GH).

    The two are equivalent.
    """
    a, b, c, d, e, f, g, h = statement.points
    for lines in (((a, b), (c, d), (e, f), (g, h)), ((a, b), (e, f), (c, d), (g, h))):
        found = [
            (min(turn, 360 - turn), one, other)
            for one, turn in drawn.wedges(*lines[:2])
            for other, same in drawn.wedges(*lines[2:])
            if abs((turn - same + 180) % 360 - 180) < 180 * _SAME_ANGLE
        ]
        shown = [(size, one, other) for size, one, other in found if not drawn.missing(one, other)]
        # If one of the three lines of a bisected angle is undrawn, it becomes an auxiliary line.
        shown = shown or [
            (size, one, other)
            for size, one, other in found
            if one[1] == other[1] and len(drawn.missing(one, other)) == 1
        ]
        if shown:
            _, one, other = min(shown)
            yield "arcs", (_ordered(drawn, one), _ordered(drawn, other))
            return


def _ordered(drawn: DrawnParts, wedge: Triple) -> Triple:
    """Return an angle with its arms in counterclockwise order in the picture."""
    return wedge if drawn.turn(*wedge) <= 180 else wedge[::-1]


# Applied in this order: printed values, which may need auxiliary lines; right and equal angles,
# which may need them too; then marks on the lines drawn so far.
_VALUE_READERS: dict[str, _Reader] = {"lconst": _length, "aconst": _angle}
_CORNER_READERS: dict[str, _Reader] = {
    "perp": _right_angle,
    "simtri": _similar_triangles,
    "simtrir": _similar_triangles,
    "eqangle": _equal_angles,
}
_LINE_READERS: dict[str, _Reader] = {
    "cong": _congruent_segments,
    "midp": _halves,
    "circle": _radii,
    "contri": _congruent_triangles,
    "contrir": _congruent_triangles,
    "para": _parallels,
}
