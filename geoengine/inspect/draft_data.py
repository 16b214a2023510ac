"""Constructions as data for pages, on which they are followed and what is given is moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from geoengine.draft import (
    STYLES,
    Binary,
    Boolean,
    Call,
    Coordinates,
    Equation,
    Expression,
    Figure,
    FigureObject,
    Incidences,
    Items,
    Name,
    Number,
    Polygon,
    Ray,
    Segment,
    Shape,
    Statement,
    Unary,
    carry_out,
    read_draft,
    read_expression,
)
from geoengine.draw.drafts import window_of
from geoengine.items import Draft

__all__ = ["construction_record"]

_PICTURE = (720, 540)
"""The size of the pictures of items, whose part of the plane the page shows."""

_SIGNS = {"-": "negative", "!": "not", "°": "degrees"}


def construction_record(answer: Draft) -> dict[str, Any]:
    """Return a construction as data.

    Returns
    -------
    dict
        Plain data for JSON. ``statements`` are those of the givens and of all steps: each has the
        ``names`` and the ``kind`` of what it makes; ``parts``, what it makes beside these, as the
        vertices and sides of a polygon; its ``step``, 0 for the givens; and its ``value``. ``free``
        are the names of what can be moved, ``window`` the left, lower, right and upper bound of
        the picture. Conditions have their ``text`` and ``value``.

        A value is a number, a name, true or false, or a list of an operator and values. Of a call,
        these are the name of the command, its arguments, the point that both its curves have by
        their commands, or None, and whether they met in the other order before.

    Examples
    --------
    >>> from geoengine.items import DraftStep
    >>> step = DraftStep(method="", principle="", commands=("M = Midpoint(A, B)",))
    >>> givens = ("A = (0, 0)", "B = (4, 2)")
    >>> draft = Draft(
    ...     givens=givens, free=("A", "B"), upright=False, where=(), wanted={"M": "point"},
    ...     goals=("M == Midpoint(A, B)",), made=(), tools="full", steps=(step,),
    ... )
    >>> construction_record(draft)["statements"][2]["value"]
    ['call', 'Midpoint', ['A', 'B'], None, False]
    """
    groups = [answer.givens, *(step.commands for step in answer.steps)]
    draft = read_draft("\n".join(command for group in groups for command in group))
    steps = [number for number, group in enumerate(groups) for _ in group]
    figure = carry_out(draft)
    writer = _Writer(figure)
    return {
        "statements": [
            {**writer.statement(index, statement), "step": step}
            for index, (statement, step) in enumerate(zip(draft.statements, steps, strict=True))
            if not (isinstance(statement.value, Call) and statement.value.name in STYLES)
        ],
        "free": list(answer.free),
        "window": list(window_of(figure, _PICTURE).bounds),
        "where": _conditions(answer.where),
        "goals": _conditions((*answer.goals, *answer.made)),
    }


class _Writer:
    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        known = {name: one.value for name, one in figure.objects.items()}
        self._incidences = Incidences(known)

    def statement(self, index: int, statement: Statement) -> dict[str, Any]:
        made = [one for one in self._figure.objects.values() if one.statement == index]
        main = [one for one in made if not one.is_companion]
        written = {
            "names": [one.name for one in main],
            "kind": main[0].kind if main else "",
            "parts": [_part(one, main[0].shape) for one in made if one.is_companion],
            "value": _value(statement.value, self._incidences),
        }
        self._incidences.add([one.name for one in main], statement.value)
        for one in made:
            if one.is_companion and one.kind == "segment":
                self._incidences.add_side(one.name, one.corners)
        return written


def _part(made: FigureObject, whole: Shape | None) -> list[Any]:
    """Return the name of a vertex, end or side, and its number among those of the whole."""
    places: Sequence[complex] = ()
    sides: Sequence[Segment] = ()
    match whole:
        case Polygon(vertices=places):
            sides = whole.sides
        case Segment(start=start, end=end):
            places = (start, end)
        case Ray(point=point, direction=direction):
            places = (point, point + direction)
    if isinstance(made.shape, Segment):
        return [
            made.name,
            "side",
            _nearest([abs(_middle(side) - _middle(made.shape)) for side in sides]),
        ]
    place = made.shape if isinstance(made.shape, complex) else 0j
    return [made.name, "vertex", _nearest([abs(one - place) for one in places])]


def _middle(segment: Segment) -> complex:
    return (segment.start + segment.end) / 2


def _nearest(gaps: Sequence[float]) -> int:
    return min(range(len(gaps)), key=lambda k: gaps[k], default=0)


def _conditions(texts: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"text": text, "value": _value(read_expression(text), Incidences({}))} for text in texts
    ]


def _value(expression: Expression, incidences: Incidences) -> Any:
    def values(*parts: Expression) -> list[Any]:
        return [_value(part, incidences) for part in parts]

    match expression:
        case Number(value=value) | Boolean(value=value):
            return value
        case Name(text=text):
            return text
        case Coordinates(first=first, second=second, is_polar=is_polar):
            return ["polar" if is_polar else "point", *values(first, second)]
        case Items(elements=elements):
            return ["list", *values(*elements)]
        case Unary(operator=operator, operand=operand):
            return [_SIGNS[operator], *values(operand)]
        case Binary(operator=operator, left=left, right=right):
            return [operator, *values(left, right)]
        case Equation(left=left, right=right):
            return ["equation", *values(left, right)]
        case Call(name=name, arguments=arguments):
            known: list[Any] = [None, False]
            if name == "Intersect":
                known = [incidences.common(expression), incidences.is_turned(expression)]
            return ["call", name, values(*arguments), *known]
    return ["text"]
