"""What conditions state about exact figures: numbers that must be 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from geoengine.draft.exact.conics import dual_at
from geoengine.draft.exact.crossings import crossings
from geoengine.draft.exact.errors import NotExactError
from geoengine.draft.exact.evaluating import ExactEvaluator
from geoengine.draft.exact.likeness import gap
from geoengine.draft.exact.numbers import difference, real
from geoengine.draft.exact.shapes import (
    ExactCircle,
    ExactConic,
    ExactPolygon,
    ExactShape,
    Place,
    Straight,
    Turn,
)
from geoengine.draft.exact.tower import Surd
from geoengine.draft.expressions import Binary, Call, Expression, Unary
from geoengine.draft.shapes import Shape

__all__ = ["vanishing"]

_NEAR = 1e-6
_ORDERED = ("IsInRegion",)


def vanishing(condition: Expression, evaluator: ExactEvaluator) -> list[Surd]:
    """Return numbers that are all 0 just if the equations of a condition are true.

    An order (`<`, `!=`, which end of a ray) gives none.

    Raises
    ------
    NotExactError
        If there is no such number, or it takes more than square roots.
    """
    try:
        return _vanishing(condition, evaluator)
    except (ZeroDivisionError, AssertionError) as error:
        raise NotExactError(f"expected what is defined: {error}") from error


def _vanishing(condition: Expression, evaluator: ExactEvaluator) -> list[Surd]:
    match condition:
        case Binary(operator="&&", left=left, right=right):
            return _vanishing(left, evaluator) + _vanishing(right, evaluator)
        case Binary(operator="||", left=left, right=right):
            # The floats say which of the two is meant.
            return _vanishing(left if evaluator.floats.value(left).shape else right, evaluator)
        case Binary(operator="<" | ">" | "<=" | ">=" | "!=") | Unary(operator="!"):
            return []
        case Binary(operator="∈", left=left, right=right):
            place, path = evaluator.value(left), evaluator.value(right)
            if not isinstance(place, Place):
                raise NotExactError("expected a point on a path")
            floats = evaluator.floats.value(left).shape
            return _on(place, path, floats)
        case Binary(operator="==", left=left, right=right):
            return _equal(evaluator.value(left), evaluator.value(right))
        case Call(name=name) if name in _ORDERED:
            return []
        case Call(name=name, arguments=arguments) if name in _RELATIONS:
            shapes = [evaluator.value(argument) for argument in arguments]
            if name == "AreEqual":
                wanted = evaluator.floats.value(arguments[1]).shape
                return _same(shapes[0], shapes[1], wanted)
            return _RELATIONS[name](*shapes)
    raise NotExactError("expected an equation or a relation")


def _equal(one: ExactShape, other: ExactShape) -> list[Surd]:
    match one, other:
        case Place(), Place():
            return [one.x - other.x, one.y - other.y]
        case Turn(), Turn():
            return [one.direction.cross(other.direction)]
    return difference(one, other)


def _on(place: Place, path: ExactShape, floats: Shape | None) -> list[Surd]:
    match path:
        case Straight():
            return [path.direction.cross(place - path.point)]
        case ExactCircle():
            return [(place - path.center).square - path.square]
        case ExactConic():
            return [path.at(place)]
        case ExactPolygon():
            assert isinstance(floats, complex)
            gaps = [(_distance(floats, side), side) for side in path.sides]
            return _on(place, min(gaps, key=lambda pair: pair[0])[1], floats)
    raise NotExactError("expected a line, circle, conic or polygon")


def _distance(place: complex, side: Straight) -> float:
    start, end = complex(side.point), complex(side.end)
    part = ((place - start) / (end - start)).real
    return abs(place - start - min(max(part, 0.0), 1.0) * (end - start))


def _same(one: ExactShape, other: ExactShape, floats: Shape | None) -> list[Surd]:
    match one, other:
        case Straight(kind="segment"), Straight(kind="segment"):
            ends = (one.point, one.end), (one.end, one.point)
            start, end = min(ends, key=lambda pair: _apart(pair[0], other.point))
            return [*_equal(start, other.point), *_equal(end, other.end)]
        case Straight(), Straight():
            parallel = one.direction.cross(other.direction)
            if one.kind == "ray":
                return [parallel, *_equal(one.point, other.point)]
            return [parallel, *_on(one.point, other, None)]
        case ExactCircle(), ExactCircle():
            return [*_equal(one.center, other.center), one.square - other.square]
        case ExactConic(), ExactConic():
            return _proportional(one.coefficients, other.coefficients)
        case ExactPolygon(), ExactPolygon():
            return _same_polygons(one, other, floats)
        case tuple(), tuple() if len(one) == len(other) and isinstance(floats, tuple):
            triples = zip(one, other, floats, strict=True)
            return [number for a, b, c in triples for number in _same(a, b, c.shape)]
    return _equal(one, other)


def _apart(one: Place, other: Place) -> float:
    return abs(complex(one) - complex(other))


def _proportional(some: tuple[Surd, ...], others: tuple[Surd, ...]) -> list[Surd]:
    pairs = list(zip(some, others, strict=True))
    first, second = next((a, b) for a, b in pairs if not a.is_zero)
    if second.is_zero:
        return [first]
    return [first * b - a * second for a, b in pairs]


def _same_polygons(one: ExactPolygon, other: ExactPolygon, floats: Shape | None) -> list[Surd]:
    if len(one.vertices) != len(other.vertices) or floats is None:
        raise NotExactError("expected polygons with as many vertices")
    for corners in (one.vertices, one.vertices[::-1]):
        for start in range(len(corners)):
            way = (*corners[start:], *corners[:start])
            if gap(ExactPolygon(way), floats) < _NEAR:
                pairs = zip(way, other.vertices, strict=True)
                return [number for a, b in pairs for number in _equal(a, b)]
    raise NotExactError("expected polygons that are equal in the figure")


def _collinear(one: Place, two: Place, three: Place) -> list[Surd]:
    return [(two - one).cross(three - one)]


def _concyclic(*places: Place) -> list[Surd]:
    first, *others = places
    a, b, c = (place - first for place in others)
    return [a.square * b.cross(c) + b.square * c.cross(a) + c.square * a.cross(b)]


def _concurrent(*lines: Straight) -> list[Surd]:
    for one, other in pairwise((*lines, lines[0])):
        if met := crossings(one, other):
            return [number for line in lines for number in _on(met[0], line, None)]
    raise NotExactError("expected lines that are not all parallel")


def _way(shape: ExactShape) -> Place:
    match shape:
        case Straight(direction=direction):
            return direction
        case Place():
            return shape
    raise NotExactError("expected a line or vector")


def _tangent(line: Straight, curve: ExactShape) -> list[Surd]:
    match curve:
        case ExactCircle(center=center, square=square):
            across = line.direction.cross(center - line.point)
            return [across * across - square * line.direction.square]
        case ExactConic():
            return [dual_at(curve, line)]
    raise NotExactError("expected a circle or conic")


def _congruent(one: ExactShape, other: ExactShape) -> list[Surd]:
    match one, other:
        case ExactCircle(), ExactCircle():
            return [one.square - other.square]
        case Straight(), Straight():
            return [one.direction.square - other.direction.square]
    return difference(real(one), real(other))


_RELATIONS: Mapping[str, Callable[..., list[Surd]]] = {
    "AreCollinear": _collinear,
    "AreConcyclic": _concyclic,
    "AreConcurrent": _concurrent,
    "AreParallel": lambda one, other: [_way(one).cross(_way(other))],
    "ArePerpendicular": lambda one, other: [_way(one).dot(_way(other))],
    "AreEqual": _same,
    "AreCongruent": _congruent,
    "IsTangent": _tangent,
}
