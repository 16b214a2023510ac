"""Exact figures of drafts, and what is true in them."""

from __future__ import annotations

from cmath import phase
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import tan
from random import Random

from flint import fmpq

from geoengine.draft.draft import Draft, Statement
from geoengine.draft.evaluating import Evaluator
from geoengine.draft.exact.degrees import degree_bits
from geoengine.draft.exact.errors import NotExactError
from geoengine.draft.exact.evaluating import ExactEvaluator
from geoengine.draft.exact.likeness import closest_shape
from geoengine.draft.exact.relations import vanishing
from geoengine.draft.exact.shapes import ExactCircle, ExactPolygon, ExactShape, Place, Straight
from geoengine.draft.exact.tower import Tower
from geoengine.draft.exact.turns import FinerTurnError, Turns, drawn_close
from geoengine.draft.executor import carry_out
from geoengine.draft.expressions import Call
from geoengine.draft.figure import Figure, FigureObject
from geoengine.draft.limits import Limits
from geoengine.draft.reader import read_expression
from geoengine.draft.vocabulary import STYLES

__all__ = ["ExactTruth", "ExactTruths", "exact_truths"]

_REFINEMENTS = 6


@dataclass(frozen=True, slots=True)
class ExactTruth:
    """What is known of a condition in an exact figure.

    Attributes
    ----------
    holds : bool or None
        Whether the equations that it states are true. Nothing is said of its order: which of two
        numbers is greater, on which side of a point another one is. None if that cannot be told.
    equations : int
        How many there are.
    reason : str
        Why it cannot be told.
    """

    holds: bool | None
    equations: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ExactTruths:
    """What is true in an exact figure.

    Attributes
    ----------
    truths : tuple of ExactTruth
        Of each condition.
    roots : int
        How many independent square roots the coordinates are made with.
    degree_bits : int
        As functions of what is given, the numbers that must be 0 have norms: rational functions
        whose degree has at most so many bits.
    figure : Figure
        The same figure in floats.
    """

    truths: tuple[ExactTruth, ...]
    roots: int
    degree_bits: int
    figure: Figure


def exact_truths(
    draft: Draft, conditions: Iterable[str], *, noise: int = 0, bits: int = 40
) -> ExactTruths:
    r"""Carry out a draft exactly, and tell which conditions are true in its figure.

    Coordinates are numbers made of rational ones by square roots, so what is found equal is equal.
    Points on paths are placed at random, and angles whose cosines take more than square roots are
    taken as arbitrary, close to those that are written.

    Parameters
    ----------
    draft : Draft
    conditions : iterable of str
    noise : int
        What chooses the places and angles.
    bits : int
        How many bits of each are drawn.

    Raises
    ------
    NotExactError
        If the draft takes other numbers.

    Examples
    --------
    >>> from geoengine.draft import read_draft
    >>> draft = read_draft("A = (0, 0)\nB = (4, 1)\nC = Intersect(Circle(A, B), Circle(B, A), 1)")
    >>> found = exact_truths(draft, ["Distance(A, C) == Distance(B, C)", "AreCollinear(A, B, C)"])
    >>> [truth.holds for truth in found.truths], found.roots
    ([True, False], 1)
    """
    wanted = tuple(conditions)
    start = carry_out(draft)
    places = dict(_places(draft, start, Random(noise)))
    figure = carry_out(draft, places=places, like=start)
    allowed: list[fmpq] = []
    for _ in range(_REFINEMENTS):
        try:
            return _truths(draft, wanted, figure, allowed, Random(noise), bits)
        except FinerTurnError as error:
            allowed.append(error.degrees)
    raise NotExactError("expected angles with a common measure")


def _is_slider(statement: Statement) -> bool:
    return isinstance(statement.value, Call) and statement.value.name == "Slider"


def _places(draft: Draft, figure: Figure, draw: Random) -> Iterator[tuple[str, complex | float]]:
    """Yield places for points on paths and values of sliders, away from where they are."""
    points = list(figure.points().values())
    size = max([1.0, *(abs(place - points[0]) for place in points)])
    for one in figure.free():
        if one.is_on_path and isinstance(one.shape, complex):
            aside = complex(draw.uniform(-1, 1), draw.uniform(-1, 1))
            yield one.name, one.shape + 0.3 * size * aside
        if _is_slider(draft.statements[one.statement]) and isinstance(one.shape, float):
            yield one.name, one.shape + draw.uniform(0.1, 0.9)


def _truths(
    draft: Draft,
    conditions: tuple[str, ...],
    figure: Figure,
    allowed: list[fmpq],
    draw: Random,
    bits: int,
) -> ExactTruths:
    tower = Tower()
    turns = Turns(tower, draw, bits)
    for degrees in allowed:
        turns.allow(degrees)
    floats = Evaluator(Limits())
    floats.known.update((name, one.value) for name, one in figure.objects.items())
    evaluator = ExactEvaluator(tower, turns, floats)
    by_statement: dict[int, list[FigureObject]] = {}
    for one in figure.objects.values():
        if one.is_defined:
            by_statement.setdefault(one.statement, []).append(one)
    for index, statement in enumerate(draft.statements):
        objects = by_statement.get(index, [])
        evaluator.known.update(
            _made(statement, objects, evaluator, lambda near: drawn_close(near, draw, bits))
        )
    found = []
    for condition in conditions:
        try:
            numbers = vanishing(read_expression(condition), evaluator)
            holds = all(number.is_zero for number in numbers)
            if not holds and turns.are_arbitrary:
                raise NotExactError("it is false of arbitrary angles in place of those written")
            found.append(ExactTruth(holds, len(numbers)))
        except FinerTurnError:
            raise
        except NotExactError as error:
            found.append(ExactTruth(None, reason=str(error)))
    bits_of_degree = degree_bits(draft, figure, conditions) + tower.asked
    return ExactTruths(tuple(found), len(tower), bits_of_degree, figure)


def _made(
    statement: Statement,
    objects: list[FigureObject],
    evaluator: ExactEvaluator,
    drawn: Callable[[float], fmpq],
) -> Mapping[str, ExactShape]:
    """Return the exact shapes of what a statement makes."""
    value = statement.value
    if not objects or (isinstance(value, Call) and value.name in STYLES):
        return {}
    main = [one for one in objects if not one.is_companion]
    if isinstance(value, Call) and value.name == "Slider":
        shape = main[0].shape
        if not isinstance(shape, int | float) or main[0].kind != "number":
            raise NotExactError("expected a slider whose values are numbers")
        return {main[0].name: evaluator.number(drawn(shape))}
    if main and main[0].is_on_path and isinstance(value, Call):
        path = evaluator.value(value.arguments[0])
        return {main[0].name: _on_path(path, main[0].shape, evaluator, drawn)}
    shapes = evaluator.candidates(value)
    found = {one.name: closest_shape(shapes, one.shape) for one in main}
    parts = [part for shape in found.values() for part in _parts(shape)]
    for one in objects:
        if one.is_companion:
            found[one.name] = closest_shape(parts, one.shape)
    return found


def _parts(shape: ExactShape) -> Iterator[ExactShape]:
    """Yield the vertices and sides of a polygon, or the ends of a line."""
    match shape:
        case ExactPolygon():
            yield from shape.vertices
            yield from shape.sides
        case Straight():
            yield shape.point
            yield shape.end


def _on_path(
    path: ExactShape, place: object, evaluator: ExactEvaluator, drawn: Callable[[float], fmpq]
) -> Place:
    """Return a point of a path close to a place, at a rational part of it."""
    if not isinstance(place, complex):
        raise NotExactError("expected a point")
    match path:
        case Straight(point=point, direction=direction):
            part = ((place - complex(point)) / complex(direction)).real
            return point + direction * evaluator.number(drawn(part))
        case ExactCircle(center=center, square=square, on=on):
            if on is None:
                radius = evaluator.tower.root(square)
                on = center + Place(radius, 0 * radius)
            turn = (place - complex(center)) / (complex(on) - complex(center))
            half = evaluator.number(drawn(tan(phase(turn) / 2)))
            whole = 1 + half * half
            factor = Place((1 - half * half) / whole, 2 * half / whole)
            return center + factor.times(on - center)
    raise NotExactError("expected a point on a line or circle")
