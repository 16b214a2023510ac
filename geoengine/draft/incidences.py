"""Which points are on which curves because of how they were made, and what follows for the engine.

As measured in the engine: where a line and a conic, or two circles, have a point in common by the
commands that made them, this is their first intersection. Only points that have names count. And
two curves that have names keep the order in which they were first given to `Intersect`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from geoengine.draft.expressions import Call, Expression, Name
from geoengine.draft.shapes import Value
from geoengine.draft.vocabulary import KINDS

__all__ = ["Incidences"]

_THROUGH: dict[tuple[str, int], tuple[int, ...]] = {
    ("Line", 2): (0, 1),
    ("Ray", 2): (0, 1),
    ("Segment", 2): (0, 1),
    ("PerpendicularLine", 2): (0,),
    ("AngleBisector", 3): (1,),
    ("Tangent", 2): (0,),
    ("Circle", 2): (1,),
    ("Circle", 3): (0, 1, 2),
    ("Semicircle", 2): (0, 1),
    ("CircumcircularArc", 3): (0, 1, 2),
    ("Ellipse", 3): (2,),
    ("Hyperbola", 3): (2,),
}
"""Which arguments of a command are on what it makes, if they are points."""

_ON_THEM = ("Intersect", "Point", "ClosestPoint")
"""The commands that make points of the curves that they are given."""


class Incidences:
    """The points that are on the curves of a draft.

    Parameters
    ----------
    known : mapping of str to Value
        The objects of the draft, as they are made.

    Examples
    --------
    >>> from geoengine.draft import read_expression
    >>> points = {name: Value("point", place) for name, place in {"A": 0j, "B": 1 + 0j}.items()}
    >>> incidences = Incidences(points)
    >>> incidences.common(read_expression("Intersect(Line(A, B), Circle(A, B), 1)"))
    'B'
    """

    def __init__(self, known: Mapping[str, Value]) -> None:
        self._known = known
        self._on: dict[str, list[str]] = {}
        self._touched: dict[str, Expression] = {}
        self._met: dict[frozenset[str], tuple[str, str | None]] = {}

    def add(self, names: Iterable[str], expression: Expression) -> None:
        """Keep what is known of the objects that an expression has made."""
        for name in names:
            kind = self._known[name].kind
            if kind != "point":
                self._on[name] = self._through(expression)
                if isinstance(expression, Call) and expression.name == "Tangent":
                    self._touched[name] = expression.arguments[1]
            elif isinstance(expression, Call) and expression.name in _ON_THEM:
                for curve in expression.arguments:
                    if isinstance(curve, Name) and curve.text in self._on:
                        self._on[curve.text].append(name)

    def add_side(self, name: str, ends: Iterable[str | None]) -> None:
        """Keep the ends of the side of a polygon."""
        self._on[name] = [end for end in ends if end is not None]

    def is_turned(self, call: Call) -> bool:
        """Whether two curves were given to `Intersect` in the other order before."""
        one = call.arguments[0]
        return isinstance(one, Name) and self._meeting(call)[0] not in ("", one.text)

    def common(self, call: Call) -> str | None:
        """Return the point that two curves had in common when they were first intersected."""
        return self._meeting(call)[1]

    def _meeting(self, call: Call) -> tuple[str, str | None]:
        """Return the first of two curves that have names, and their common point."""
        one, other = call.arguments[:2]
        if not (isinstance(one, Name) and isinstance(other, Name)):
            return "", self._shared(one, other)
        pair = frozenset((one.text, other.text))
        if pair not in self._met:
            self._met[pair] = one.text, self._shared(one, other)
        return self._met[pair]

    def _shared(self, one: Expression, other: Expression) -> str | None:
        """Return the first point of a conic that is on the other curve, too."""
        for line, conic in ((one, other), (other, one)):
            if isinstance(line, Name) and self._touched.get(line.text) == conic:
                return None
        first, second = self._points_of(one), self._points_of(other)
        if self._is_straight(one):
            first, second = second, first
        return next((point for point in first if point in second), None)

    def _is_straight(self, expression: Expression) -> bool:
        if isinstance(expression, Name):
            known = self._known.get(expression.text)
            return known is not None and known.kind in KINDS["straight"]
        return isinstance(expression, Call) and expression.name in _STRAIGHT

    def _points_of(self, expression: Expression) -> list[str]:
        if isinstance(expression, Name):
            return self._on.get(expression.text, [])
        return self._through(expression)

    def _through(self, expression: Expression) -> list[str]:
        if not isinstance(expression, Call):
            return []
        places = _THROUGH.get((expression.name, len(expression.arguments)), ())
        given = [expression.arguments[place] for place in places]
        return [one.text for one in given if isinstance(one, Name) and self._is_point(one)]

    def _is_point(self, name: Name) -> bool:
        known = self._known.get(name.text)
        return known is not None and known.kind == "point"


_STRAIGHT = ("Line", "Ray", "Segment", "PerpendicularLine", "PerpendicularBisector",
             "AngleBisector", "Tangent")  # fmt: skip
