"""The words of drafts: commands and what they take and make, functions, constants."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

__all__ = [
    "COMMANDS",
    "CONSTANTS",
    "FOREIGN",
    "FUNCTIONS",
    "KINDS",
    "RESERVED",
    "STYLES",
    "VARIABLES",
    "WORDS",
    "Kind",
    "Signature",
]

Kind: TypeAlias = Literal[
    "number", "angle", "point", "vector", "segment", "line", "ray", "circle", "arc", "sector",
    "conic", "polygon", "list", "boolean", "text", "locus",
]  # fmt: skip
"""What an object is; it stays so if the object is undefined."""

KINDS: dict[str, frozenset[Kind]] = {
    **{kind: frozenset([kind]) for kind in get_args(Kind)},
    "number": frozenset(["number", "angle", "segment", "polygon", "arc"]),
    "straight": frozenset(["line", "segment", "ray"]),
    "directed": frozenset(["line", "segment", "ray", "vector"]),
    "conic": frozenset(["circle", "conic"]),
    "curve": frozenset(["circle", "conic", "arc"]),
    "round": frozenset(["circle", "arc"]),
    "path": frozenset(["line", "segment", "ray", "circle", "conic", "arc", "polygon"]),
    "figure": frozenset(get_args(Kind)) - {"number", "angle", "boolean", "text", "locus"},
    "object": frozenset(get_args(Kind)),
}
"""The words of the tables below, and the kinds that they allow. A segment or polygon can stand for
its length or area."""

_COMMANDS = """
Point(path) -> point
Point(point, vector) -> point
Segment(point, point) -> segment
Segment(point, number) -> segment
Line(point, point) -> line
Line(point, directed) -> line
Ray(point, point) -> ray
Ray(point, vector) -> ray
Vector(point, point) -> vector
Vector(point) -> vector
Circle(point, point) -> circle
Circle(point, number) -> circle
Circle(point, point, point) -> circle
Incircle(point, point, point) -> circle
Semicircle(point, point) -> arc
CircularArc(point, point, point) -> arc
CircularSector(point, point, point) -> sector
CircumcircularArc(point, point, point) -> arc
CircumcircularSector(point, point, point) -> sector
Intersect(straight, straight) -> point
Intersect(straight, curve) -> points
Intersect(curve, straight) -> points
Intersect(round, round) -> points
Intersect(straight, curve, number) -> point
Intersect(curve, straight, number) -> point
Intersect(round, round, number) -> point
Midpoint(point, point) -> point
Midpoint(segment) -> point
Midpoint(conic) -> point
PerpendicularLine(point, directed) -> line
PerpendicularBisector(point, point) -> line
PerpendicularBisector(segment) -> line
AngleBisector(point, point, point) -> line
AngleBisector(straight, straight) -> lines
Tangent(point, conic) -> lines
Tangent(straight, conic) -> lines
Tangent(circle, circle) -> lines
Polygon(point, point, point ...) -> polygon
Polygon(point, point, number) -> polygon
Polygon(list) -> polygon
Ellipse(point, point, point) -> conic
Ellipse(point, point, number) -> conic
Hyperbola(point, point, point) -> conic
Hyperbola(point, point, number) -> conic
Parabola(point, straight) -> conic
Rotate(figure, number) -> same
Rotate(figure, number, point) -> same
Reflect(figure, point) -> same
Reflect(figure, straight) -> same
Reflect(point, circle) -> point
Translate(figure, vector) -> same
Translate(figure, point) -> same
Dilate(figure, number) -> same
Dilate(figure, number, point) -> same
Angle(point, point, point) -> angle
Angle(straight, straight) -> angle
Angle(vector, vector) -> angle
Distance(point, point) -> number
Distance(point, path) -> number
Distance(straight, straight) -> number
Area(polygon) -> number
Area(conic) -> number
Area(sector) -> number
Area(point, point, point ...) -> number
Perimeter(polygon) -> number
Perimeter(conic) -> number
Circumference(conic) -> number
Length(segment) -> number
Length(vector) -> number
Length(arc) -> number
Length(list) -> number
Radius(circle) -> number
Radius(arc) -> number
Center(conic) -> point
Center(arc) -> point
Centroid(polygon) -> point
Slope(straight) -> number
Vertex(polygon, number) -> point
ClosestPoint(path, point) -> point
Direction(straight) -> vector
UnitVector(directed) -> vector
PerpendicularVector(directed) -> vector
UnitPerpendicularVector(directed) -> vector
Locus(point, point) -> locus
Slider(number, number) -> number
Slider(number, number, number) -> number
Sequence(number) -> list
Sequence(number, number) -> list
Sequence(object, variable, number, number) -> list
Sequence(object, variable, number, number, number) -> list
Element(list, number) -> element
First(list) -> list
Last(list) -> list
If(boolean, object, object) -> choice
AreCollinear(point, point, point) -> boolean
AreConcyclic(point, point, point, point) -> boolean
AreConcurrent(straight, straight, straight) -> boolean
AreParallel(directed, directed) -> boolean
ArePerpendicular(directed, directed) -> boolean
AreEqual(object, object) -> boolean
AreCongruent(object, object) -> boolean
IsTangent(straight, conic) -> boolean
IsInRegion(point, polygon) -> boolean
IsInRegion(point, circle) -> boolean
"""

_STYLES = """
SetColor(object, text)
SetColor(object, number, number, number)
SetBackgroundColor(object, text)
SetLineThickness(object, number)
SetLineStyle(object, number)
SetPointSize(object, number)
SetPointStyle(object, number)
SetFilling(object, number)
SetVisibleInView(object, number, boolean)
SetConditionToShowObject(object, boolean)
SetCaption(object, text)
SetLabelMode(object, number)
SetDecoration(object, number)
SetFixed(object, boolean)
SetFixed(object, boolean, boolean)
SetLayer(object, number)
SetTrace(object, boolean)
ShowLabel(object, boolean)
ShowAxes()
ShowAxes(boolean)
ShowAxes(number, boolean)
ShowGrid()
ShowGrid(boolean)
ShowGrid(number, boolean)
ZoomIn(number)
ZoomIn(number, point)
ZoomIn(number, number, number, number)
ZoomOut(number)
ZoomOut(number, point)
CenterView(point)
SetAxesRatio(number, number)
SetActiveView(number)
SetPerspective(text)
"""

FUNCTIONS: dict[str, int] = {
    "sqrt": 1, "cbrt": 1, "abs": 1, "sgn": 1, "floor": 1, "ceil": 1, "round": 1, "exp": 1, "ln": 1,
    "lg": 1, "ld": 1, "sin": 1, "cos": 1, "tan": 1, "cot": 1, "sec": 1, "csc": 1, "asin": 1,
    "acos": 1, "atan": 1, "atan2": 2, "asind": 1, "acosd": 1, "atand": 1, "sinh": 1, "cosh": 1,
    "tanh": 1, "x": 1, "y": 1,
}  # fmt: skip
"""The functions, and how many values each takes; ``x`` and ``y`` take a point or vector."""

CONSTANTS: dict[str, float] = {"pi": 3.141592653589793, "π": 3.141592653589793}
"""The numbers that have names."""

VARIABLES = frozenset(["x", "y"])
"""The coordinates, in equations."""


RESERVED = frozenset([*VARIABLES, *CONSTANTS, "z", "true", "false", "xAxis", "yAxis"])
"""Words that cannot be names of objects."""


@dataclass(frozen=True, slots=True)
class Signature:
    """One way to call a command.

    Attributes
    ----------
    takes : tuple of str
        Keys of `KINDS`, or ``variable``.
    repeats : bool
        Whether the last argument may occur any number of times.
    makes : str
        A `Kind`; ``points`` or ``lines``, if there are several; ``same``, ``element`` or
        ``choice``, if it depends on the arguments; empty for commands that make nothing.
    """

    takes: tuple[str, ...]
    repeats: bool
    makes: str

    def shown(self, command: str) -> str:
        """Return how it is written: ``Circle(point, number)``."""
        return f"{command}({', '.join(self.takes)}{', …' if self.repeats else ''})"


def _signatures(table: str) -> dict[str, tuple[Signature, ...]]:
    found: dict[str, tuple[Signature, ...]] = {}
    for line in table.split("\n"):
        if match := re.fullmatch(r"(\w+)\((.*?)( \.\.\.)?\)(?: -> (\w+))?", line):
            command, takes, repeats, makes = match.groups()
            signature = Signature(
                tuple(takes.split(", ")) if takes else (), repeats is not None, makes or ""
            )
            found[command] = (*found.get(command, ()), signature)
    return found


COMMANDS = _signatures(_COMMANDS)
"""The commands that make objects."""

STYLES = _signatures(_STYLES)
"""The commands that change how the figure looks; each is a line of its own."""

WORDS = frozenset([*COMMANDS, *STYLES, *FUNCTIONS])
"""All that may stand before brackets."""

FOREIGN = {
    "Circumcircle": "the circle through three points is Circle(A, B, C)",
    "Circumcenter": "it is Center(Circle(A, B, C))",
    "Foot": "it is Intersect(PerpendicularLine(P, f), f)",
    "Parallel": "the parallel to f through A is Line(A, f)",
    "ParallelLine": "the parallel to f through A is Line(A, f)",
    "Perpendicular": "did you mean PerpendicularLine?",
    "Intersection": "did you mean Intersect?",
    "Intersects": "did you mean Intersect?",
    "Bisector": "did you mean AngleBisector or PerpendicularBisector?",
    "Triangle": "a triangle is Polygon(A, B, C)",
    "RegularPolygon": "a regular polygon with n vertices is Polygon(A, B, n)",
    "Square": "a square on the side AB is Polygon(A, B, 4)",
    "Rectangle": "a rectangle is Polygon(A, B, C, D)",
    "Arc": "did you mean CircularArc(center, from, to)?",
    "Translation": "did you mean Translate?",
    "Rotation": "did you mean Rotate?",
    "Reflection": "did you mean Reflect?",
    "Mirror": "did you mean Reflect?",
    "Homothety": "did you mean Dilate?",
    "Scale": "did you mean Dilate?",
    "Label": "did you mean ShowLabel or SetCaption?",
    "degrees": "an angle in degrees is written 30°",
}
"""Words that the engine does not know either, and what to write instead."""
