"""Which commands a draft may use: all, those of straightedge and compass, or compass only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from geoengine.draft.draft import Statement
from geoengine.draft.errors import DraftError
from geoengine.draft.expressions import Call, Expression, Name, Number
from geoengine.draft.vocabulary import COMMANDS, STYLES

__all__ = ["TOOLS", "Tools", "check_tools"]

Tools: TypeAlias = Literal["compass_only", "compass", "full"]
"""What may be used, from the least to the most."""

_COMPASS_ONLY = frozenset(["Point", "Circle", "Intersect"])
_COMPASS = _COMPASS_ONLY | {"Segment", "Line", "Ray", "Polygon"}

TOOLS: dict[Tools, frozenset[str]] = {
    "compass_only": _COMPASS_ONLY,
    "compass": _COMPASS,
    "full": frozenset(COMMANDS),
}
"""The commands that make objects, by what may be used; styles are always allowed."""

_RADII = frozenset(["Segment", "Distance"])
"""What may stand as the radius of a circle: the compass takes it off the figure."""

_AXES = (Name("xAxis"), Name("yAxis"))
"""Lines that nobody has drawn."""


def check_tools(statements: Iterable[Statement], tools: Tools, points: Iterable[str]) -> None:
    """Check that commands need no more than the tools.

    With straightedge and compass, a line, ray or segment is drawn through two points, a polygon
    through all its vertices, and a circle around a point, through a point or with a distance of two
    points as radius, which may be a line of its own before: ``r = Distance(A, B)``. Numbers are
    neither written as a radius nor computed, and points are not placed by coordinates.

    Parameters
    ----------
    statements : iterable of Statement
    tools : {"compass_only", "compass", "full"}
    points : iterable of str
        The names of the points that are there already; or of all, those that are made included.

    Raises
    ------
    DraftError
        At the first command that is not allowed.

    Examples
    --------
    >>> from geoengine.draft import read_draft
    >>> check_tools(read_draft("c = Circle(A, B)").statements, "compass", ["A", "B"])
    >>> check_tools(read_draft("M = Midpoint(A, B)").statements, "compass", ["A", "B"])
    Traceback (most recent call last):
    geoengine.draft.errors.DraftError: line 1, column 5: expected a command of straightedge and \
compass, found Midpoint
      hint: Circle, Intersect, Line, Point, Polygon, Ray, Segment are allowed
    """
    if tools == "full":
        return
    known = set(points)
    for statement in statements:
        value = statement.value
        if isinstance(value, Call) and value.name in STYLES:
            continue
        if not isinstance(value, Call):
            raise DraftError.found_at(
                statement.place,
                f"expected a command of {_WORDS[tools]}, found an expression",
                _hint(tools),
            )
        if value.name == "Distance":
            # The compass keeps the distance of two points.
            _check_points(value, tools, known)
        else:
            _check_call(value, tools, known)
        if statement.name is not None and value.name in ("Point", "Intersect"):
            known.add(statement.name)


_WORDS = {"compass_only": "the compass alone", "compass": "straightedge and compass"}


def _hint(tools: Tools) -> str:
    return f"{', '.join(sorted(TOOLS[tools]))} are allowed"


def _check_call(call: Call, tools: Tools, points: set[str]) -> None:
    if call.name not in TOOLS[tools]:
        raise DraftError.found_at(
            call.place, f"expected a command of {_WORDS[tools]}, found {call.name}", _hint(tools)
        )
    if call.name in ("Segment", "Line", "Ray", "Polygon"):
        _check_points(call, tools, points)
        return
    if call.name == "Circle" and len(call.arguments) != 2:
        raise DraftError.found_at(
            call.place,
            f"expected center and radius of a circle, found {len(call.arguments)} arguments",
            "construct the center of the circle through three points",
        )
    for number, argument in enumerate(call.arguments):
        is_radius = call.name == "Circle" and number == 1
        if is_radius and isinstance(argument, Number):
            raise DraftError.found_at(
                argument.place,
                f"expected a radius from the figure, as with {_WORDS[tools]}, "
                f"found {argument.text}",
                "give a point of the circle, or the distance of two points as its radius",
            )
        if is_radius and isinstance(argument, Call) and argument.name in _RADII:
            _check_points(argument, tools, points)
        else:
            _check_argument(argument, tools, points)


def _check_argument(argument: Expression, tools: Tools, points: set[str]) -> None:
    if isinstance(argument, Call):
        _check_call(argument, tools, points)
    elif not isinstance(argument, Name | Number) or argument in _AXES:
        raise DraftError.found_at(
            argument.place,
            "expected no computation and no coordinates, as with straightedge and compass",
        )


def _check_points(call: Call, tools: Tools, points: set[str]) -> None:
    for argument in call.arguments:
        if not _is_point(argument, points):
            raise DraftError.found_at(
                argument.place,
                f"expected a point in {call.name}, as with straightedge and compass",
                "construct the parallel, the perpendicular or the regular polygon point by point",
            )
        _check_argument(argument, tools, points)


def _is_point(argument: Expression, points: set[str]) -> bool:
    if isinstance(argument, Name):
        return argument.text in points
    return isinstance(argument, Call) and argument.name in ("Intersect", "Point")
