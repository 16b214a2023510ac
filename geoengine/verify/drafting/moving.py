"""Figures of a draft with what is free moved: drawn for the judge, from the record alone."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence

from geoengine.draft import Call, Coordinates, Expression, Number, Statement, Unary
from geoengine.verify.drafting.evaluation import holds, value_of
from geoengine.verify.drafting.figure import Figure, carry_out
from geoengine.verify.drafting.measures import number_of
from geoengine.verify.drafting.reals import Real, Vec, real
from geoengine.verify.drafting.shapes import Conic, Line, Ray, Segment, Thing

__all__ = ["free_names", "moved_givens", "placed_anew"]

_TRIES = 60
"""For each figure, how many are drawn until one satisfies the conditions."""

_ASIDE = 0.12
"""How far each point is moved by itself, in parts of the figure's size."""


def free_names(givens: Sequence[Statement]) -> set[str]:
    """Return the names of the givens that commands place by numbers alone."""
    return {one.name for one in givens if one.name is not None and _is_literal(one.value)}


def _is_literal(value: Expression) -> bool:
    match value:
        case Number():
            return True
        case Unary(operator="-", operand=operand):
            return _is_literal(operand)
        case Coordinates(first=first, second=second):
            return _is_literal(first) and _is_literal(second)
    return False


def moved_givens(
    givens: Sequence[Statement],
    free: Sequence[str],
    where: Sequence[Expression],
    *,
    upright: bool,
    count: int,
    rng: random.Random,
) -> Iterator[Figure]:
    """Yield figures of the givens, moved so that conditions hold; fewer if that is rare.

    The figure is scaled, turned and perhaps reflected, and then each point is moved by itself; an
    upright figure is neither turned nor reflected. Numbers change by up to a sixth.
    """
    drawn = carry_out(givens).objects
    found = 0
    for _ in range(_TRIES * count):
        if found == count:
            return
        places = _places(drawn, free, upright, rng)
        figure = carry_out(givens, choose=lambda one, _, places=places: places.get(one.name or ""))  # type: ignore[misc]
        if all(thing.shape is not None for thing in figure.objects.values()) and all(
            holds(condition, figure.objects) for condition in where
        ):
            found += 1
            yield figure


def _places(
    drawn: Mapping[str, Thing], free: Sequence[str], upright: bool, rng: random.Random
) -> dict[str, Thing]:
    points = {
        name: complex(float(drawn[name].shape.x.mid()), float(drawn[name].shape.y.mid()))
        for name in free
        if drawn[name].kind == "point"
    }
    middle = sum(points.values()) / len(points) if points else 0j
    size = max((abs(place - middle) for place in points.values()), default=0.0) or 2.0
    turn = rng.uniform(0.7, 1.4) * (1 if upright else _direction(rng))
    flips = not upright and rng.random() < 0.5
    found = {}
    for name, place in points.items():
        aside = 2 * size * _ASIDE * math.sqrt(rng.random()) * _direction(rng)
        away = place - middle + aside
        moved = turn * (away.conjugate() if flips else away) + (middle if upright else 0)
        found[name] = Thing("point", Vec(_decimal(moved.real), _decimal(moved.imag)))
    for name in free:
        if drawn[name].kind in ("number", "angle"):
            factor = _decimal(rng.uniform(0.85, 1.15))
            found[name] = Thing(drawn[name].kind, drawn[name].shape * factor)
    return found


def _direction(rng: random.Random) -> complex:
    angle = rng.uniform(0, math.tau)
    return complex(math.cos(angle), math.sin(angle))


def _decimal(number: float) -> Real:
    return real(f"{number:.12f}")


def placed_anew(
    statement: Statement, objects: Mapping[str, Thing], rng: random.Random
) -> Thing | None:
    """Return a point at random for ``Point(c)``, a number for a slider; None for other commands."""
    match statement.value:
        case Call(name="Point", arguments=(path,)):
            return _point_of(value_of(path, objects).shape, rng)
        case Call(name="Slider", arguments=(low, high, *_)):
            ends = [number_of(value_of(end, objects)) for end in (low, high)]
            if ends[0] is None or ends[1] is None:
                return None
            return Thing("number", ends[0] + (ends[1] - ends[0]) * _decimal(rng.random()))
    return None


def _point_of(shape: object, rng: random.Random) -> Thing | None:
    part = _decimal(rng.random())
    match shape:
        case Segment(start=start, end=end):
            return Thing("point", start.plus(end.minus(start).times(part)))
        case Ray(start=start, direction=direction):
            return Thing("point", start.plus(direction.times(3 * part)))
        case Line():
            whole = shape.a * shape.a + shape.b * shape.b
            foot = Vec(-shape.a * shape.c / whole, -shape.b * shape.c / whole)
            return Thing("point", foot.plus(shape.direction.times(2 * part - 1)))
        case Conic():
            center, angle = shape.center(), rng.uniform(0, math.tau)
            if center is None:
                return None
            # A rational point of the unit circle, so that the place is exact.
            t = _decimal(math.tan(angle / 2))
            whole = 1 + t * t
            away = Vec((1 - t * t) / whole, 2 * t / whole)
            return Thing("point", center.plus(away.times(shape.radius())))
    return None
