"""What the commands of a construction make true, and what its goals state, as statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from geoengine.draft import Binary, Call, Coordinates, Draft, Expression, Name, read_expression
from geoengine.errors import StatementError
from geoengine.language import Statement

__all__ = ["Premises"]


class _UntranslatedError(Exception):
    """An expression for which there is no statement about points."""


@dataclass(frozen=True, slots=True)
class _Curve:
    """A line or circle by points: those of `points`, in the order that its kind asks for.

    - ``line``: through both points.
    - ``parallel``, ``perpendicular``: through the first point, to the line of the other two.
    - ``bisector``: the perpendicular bisector of both points.
    - ``angle``: the bisector of the angle of the first and third point at the second.
    - ``circle``: about the first point, with the distance of the other two as its radius.
    - ``three``: the circle through three points.
    """

    kind: Literal["line", "parallel", "perpendicular", "bisector", "angle", "circle", "three"]
    points: tuple[str, ...]


class Premises:
    r"""The statements about points that the commands of a draft make true.

    Commands that are not known here add nothing.

    Parameters
    ----------
    draft : Draft

    Attributes
    ----------
    points : list of str
    statements : list of Statement

    Examples
    --------
    >>> from geoengine.draft import read_draft
    >>> known = Premises(
    ...     read_draft("A = (0, 0)\nB = (4, 1)\nC = Intersect(Circle(A, B), Circle(B, A), 1)")
    ... )
    >>> print(*known.statements, sep=", ")
    cong A B A C, cong A B B C
    >>> print(*known.stated("Distance(A, C) == Distance(B, C)"))
    cong A C B C
    """

    def __init__(self, draft: Draft) -> None:
        self.points: list[str] = []
        self.statements: list[Statement] = []
        self._curves: dict[str, _Curve] = {}
        for one in draft.statements:
            if one.name is not None:
                try:
                    self._read(one.name, one.value)
                except _UntranslatedError:
                    continue

    def stated(self, goal: str) -> tuple[Statement, ...]:
        """Return the statements of a goal; none if there are no such statements."""
        try:
            return tuple(_statement(*one) for one in self._goal(read_expression(goal)))
        except (_UntranslatedError, StatementError):
            return ()

    def _add(self, predicate: str, *points: str) -> None:
        try:
            statement = _statement(predicate, *points)
        except StatementError:
            return
        if statement not in self.statements:
            self.statements.append(statement)

    def _read(self, name: str, value: Expression) -> None:
        match value:
            case Coordinates():
                self.points.append(name)
            case Call(name="Intersect", arguments=(one, other, *_)):
                curves = self._curve(one), self._curve(other)
                self.points.append(name)
                for curve in curves:
                    for statement in _on(name, curve):
                        self._add(*statement)
            case Call(name="Midpoint", arguments=(one, other)):
                ends = self._point(one), self._point(other)
                self.points.append(name)
                self._add("midp", name, *ends)
            case Call(name="Reflect", arguments=(Name(text=text), mirror)) if text in self.points:
                self._reflect(name, text, mirror)
            case Call():
                self._curves[name] = self._curve(value)

    def _reflect(self, name: str, source: str, mirror: Expression) -> None:
        if isinstance(mirror, Name) and mirror.text in self.points:
            self.points.append(name)
            self._add("midp", mirror.text, source, name)
            return
        curve = self._curve(mirror)
        if curve.kind != "line":
            raise _UntranslatedError
        self.points.append(name)
        for point in curve.points:
            self._add("cong", point, source, point, name)
        self._add("perp", source, name, *curve.points)

    def _point(self, expression: Expression) -> str:
        if isinstance(expression, Name) and expression.text in self.points:
            return expression.text
        raise _UntranslatedError

    def _curve(self, expression: Expression) -> _Curve:
        if isinstance(expression, Name) and expression.text in self._curves:
            return self._curves[expression.text]
        if not isinstance(expression, Call):
            raise _UntranslatedError
        first, *rest = expression.arguments
        match expression.name, len(rest):
            case "Line" | "PerpendicularLine", 1 if not self._is_point(rest[0]):
                kinds: dict[str, Literal["parallel", "perpendicular"]] = {
                    "Line": "parallel",
                    "PerpendicularLine": "perpendicular",
                }
                return _Curve(kinds[expression.name], (self._point(first), *self._line(rest[0])))
            case "Line" | "Segment" | "Ray", 1:
                return _Curve("line", (self._point(first), self._point(rest[0])))
            case "PerpendicularBisector", 1:
                return _Curve("bisector", (self._point(first), self._point(rest[0])))
            case "AngleBisector", 2:
                return _Curve("angle", tuple(map(self._point, expression.arguments)))
            case "Circle", 1:
                return _Curve("circle", (self._point(first), *self._radius(first, rest[0])))
            case "Circle", 2:
                return _Curve("three", tuple(map(self._point, expression.arguments)))
        raise _UntranslatedError

    def _is_point(self, expression: Expression) -> bool:
        return isinstance(expression, Name) and expression.text in self.points

    def _line(self, expression: Expression) -> tuple[str, ...]:
        curve = self._curve(expression)
        if curve.kind != "line":
            raise _UntranslatedError
        return curve.points

    def _radius(self, center: Expression, radius: Expression) -> tuple[str, ...]:
        if self._is_point(radius):
            return self._point(center), self._point(radius)
        return self._distance(radius) or self._line(radius)

    def _distance(self, expression: Expression) -> tuple[str, ...]:
        """Return two points whose distance an expression is; none if it is no such expression."""
        match expression:
            case Call(name="Distance", arguments=(one, other)):
                return self._point(one), self._point(other)
        return ()

    def _goal(self, goal: Expression) -> Sequence[tuple[str, ...]]:
        match goal:
            case Call(name="AreCollinear", arguments=points):
                return [("coll", *map(self._point, points))]
            case Call(name="AreConcyclic", arguments=points):
                return [("cyclic", *map(self._point, points))]
            case Call(name="AreParallel", arguments=(one, other)):
                return [("para", *self._line(one), *self._line(other))]
            case Call(name="ArePerpendicular", arguments=(one, other)):
                return [("perp", *self._line(one), *self._line(other))]
            case Binary(operator="∈", left=point, right=curve):
                # On a ray or segment, this leaves out the order of the points.
                return _on(self._point(point), self._curve(curve))
            case Binary(operator="==", left=one, right=Call(name="Midpoint", arguments=(a, b))):
                return [("midp", self._point(one), self._point(a), self._point(b))]
            case Binary(operator="==", left=one, right=other):
                pairs = self._distance(one), self._distance(other)
                if all(pairs):
                    return [("cong", *pairs[0], *pairs[1])]
        raise _UntranslatedError


def _statement(predicate: str, *points: str) -> Statement:
    return Statement(predicate, points)


def _on(point: str, curve: _Curve) -> list[tuple[str, ...]]:
    """Return what makes a point one of a curve; nothing where it is one by which it is given."""
    own = curve.points
    match curve.kind:
        case "line":
            return [] if point in own else [("coll", point, *own)]
        case "parallel":
            return [] if point == own[0] else [("para", point, *own)]
        case "perpendicular":
            return [] if point == own[0] else [("perp", point, *own)]
        case "bisector":
            return [("cong", point, own[0], point, own[1])]
        case "angle":
            one, vertex, other = own
            if point == vertex:
                return []
            return [("eqangle", vertex, one, vertex, point, vertex, point, vertex, other)]
        case "circle":
            return [("cong", own[0], point, *own[1:])]
        case "three":
            return [] if point in own else [("cyclic", point, *own)]
