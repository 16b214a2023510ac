"""Problems as GeoGebra constructions: a list of commands, without coordinates."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from geoengine.catalogue import (
    GEOGEBRA_ANGLES,
    GEOGEBRA_OBJECTS,
    GEOGEBRA_PATHS,
    GEOGEBRA_SIGNATURES,
    Construction,
    GeogebraExpression,
    GeogebraKind,
    GeogebraNumber,
    GeogebraOperation,
    Location,
    load_constructions,
    parse_geogebra,
)
from geoengine.language import Surd
from geoengine.scene.problem import Call, ConstructionStep, Problem

__all__ = ["Constant", "GeogebraCommand", "geogebra_commands"]

_POINTS = "abcdefg"
"""The letters of a word's points, in their order."""

_ROOT = re.compile(r"√(\d+)")
"""A square root in the text of a number."""


class _NoCommand(Exception):  # noqa: N818 - the points are given by their coordinates instead
    """There are no commands for a construction."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number in a command.

    Attributes
    ----------
    text : str
        As GeoGebra reads it: ``60°``, ``3 / 4``, ``2sqrt(3)``.
    value : float
        Angles are in radians.
    """

    text: str
    value: float


@dataclass(frozen=True, slots=True)
class GeogebraCommand:
    """One command of GeoGebra.

    Attributes
    ----------
    makes : tuple of str
        What it makes: points of the problem, or one helper object, whose name begins with ``_``.
    name : str
        The command. ``Point`` without arguments is a point given by its coordinates.
    takes : tuple of str or Constant
        Points, helper objects and numbers. ``Intersect`` may have two solutions: the one in the
        figure is meant, and either, if it makes a helper object.
    """

    makes: tuple[str, ...]
    name: str
    takes: tuple[str | Constant, ...] = ()

    def __str__(self) -> str:
        takes = ", ".join(take if isinstance(take, str) else take.text for take in self.takes)
        return f"{' '.join(self.makes)} = {self.name}({takes})"


def geogebra_commands(problem: Problem) -> tuple[GeogebraCommand, ...]:
    """Return the commands that construct the figure of a problem in GeoGebra.

    Points come in the order of the problem. A construction for which GeoGebra has no commands gives
    its points by their coordinates.

    Parameters
    ----------
    problem : Problem

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> for command in geogebra_commands(load_problem("A B C = triangle; D = foot A B C")):
    ...     print(command)
    A = Point()
    B = Point()
    C = Point()
    _1 = Line(B, C)
    _2 = PerpendicularLine(A, _1)
    D = Intersect(_2, _1)
    """
    writer = _Writer()
    for step in problem.steps:
        attempt = deepcopy(writer)
        try:
            attempt.step(step)
            writer = attempt
        except (_NoCommand, ZeroDivisionError):
            for point in step.points:
                writer.add((point,), "Point", ())
    return tuple(writer.commands)


Value = str | GeogebraNumber | Constant
"""An object by its name, an exact number, or a number that is not rational."""


@dataclass
class _Writer:
    """The commands so far, and what is known of the objects that they make."""

    commands: list[GeogebraCommand] = field(default_factory=list)
    made: dict[tuple[str, tuple[str | Constant, ...]], str] = field(default_factory=dict)
    kinds: dict[str, GeogebraKind] = field(default_factory=dict)
    on: dict[str, set[str]] = field(default_factory=dict)
    """For each line and circle, the points known to lie on it."""
    centers: dict[str, str] = field(default_factory=dict)
    parts: set[str] = field(default_factory=set)
    """The rays and segments, which meet a circle around their end only once."""

    def step(self, step: ConstructionStep) -> None:
        """Add the commands of a step, or raise `_NoCommand`."""
        constructions = load_constructions()
        calls = [(call, constructions[call.construction]) for call in step.calls]
        if len(calls) > 1:
            curves = [
                self.located(location, _arguments(call, construction))
                for call, construction in calls
                for location in construction.locations[construction.places[0]]
            ]
            self.intersect(step.points, *map(str, curves[:2]))
            return
        call, construction = calls[0]
        names = dict(zip(construction.letters, call.arguments, strict=True))
        known = _arguments(call, construction)
        for line in construction.commands:
            makes = tuple(names[letter] for letter in line.makes if letter in names)
            made = self.evaluate(line.value, known, makes)
            known |= {letter: names.get(letter, made) for letter in line.makes}
        if construction.geogebra:
            return
        for letter, locations in construction.locations.items():
            makes = (names[letter],) if letter in names else ()
            known[letter] = self.place(makes, locations, known)

    def place(
        self, makes: tuple[str, ...], locations: Sequence[Location], known: Mapping[str, Value]
    ) -> Value:
        """Place a point where the locations say; it is a helper if `makes` is empty."""
        first = locations[0]
        if first.signature.kind == "point":
            return self.located(first, known, makes)
        if len(locations) > 1:
            first_curve, second_curve = (self.located(place, known) for place in locations[:2])
            return self.intersect(makes, str(first_curve), str(second_curve))
        if not makes:
            raise _NoCommand("a helper would be free")
        if first.signature.kind == "free":
            return self.add(makes, "Point", ())
        path = self.located(first, known, words=GEOGEBRA_OBJECTS | GEOGEBRA_PATHS)
        return self.add(makes, "Point", (str(path),))

    def located(
        self,
        location: Location,
        known: Mapping[str, Value],
        makes: tuple[str, ...] = (),
        words: Mapping[str, str] = GEOGEBRA_OBJECTS,
    ) -> Value:
        """Make the line, circle or point that a location describes."""
        if location.word not in words:
            raise _NoCommand(f"there is no command for {location.word}")
        bound = {letter: known[name] for letter, name in zip(_POINTS, location.letters)}  # noqa: B905
        for number in location.numbers:
            is_angle = location.word in GEOGEBRA_ANGLES
            bound["n"] = (
                known[number] if isinstance(number, str) else GeogebraNumber(number, is_angle)
            )
        return self.evaluate(parse_geogebra(words[location.word]), bound, makes)

    def evaluate(
        self,
        expression: GeogebraExpression,
        known: Mapping[str, Value],
        makes: tuple[str, ...] = (),
    ) -> Value:
        """Make what an expression describes, and return its name or number."""
        match expression:
            case str():
                return known[expression]
            case GeogebraNumber():
                return expression
            case GeogebraOperation():
                left, right = (self.evaluate(e, known) for e in (expression.left, expression.right))
                return _combine(expression.sign, left, right)
        found = [self.evaluate(argument, known) for argument in expression.arguments]
        if expression.command == "Intersect":
            return self.intersect(makes, *map(str, found))
        return self.add(makes, expression.command, tuple(map(_written, found)))

    def intersect(self, makes: tuple[str, ...], first: str, second: str) -> str:
        """Intersect two curves; with a known common point, its mirror image is the other one."""
        common = self.on[first] & self.on[second]
        kinds = self.kinds[first], self.kinds[second]
        is_made = not makes and ("Intersect", (first, second)) in self.made
        if is_made or "circle" not in kinds or len(common) != 1 or {first, second} & self.parts:
            return self.add(makes, "Intersect", (first, second))
        if kinds == ("circle", "circle"):
            axis = self.add((), "Line", (self.center(first), self.center(second)))
        else:
            line, circle = (first, second) if kinds[1] == "circle" else (second, first)
            axis = self.add((), "PerpendicularLine", (self.center(circle), line))
        found = self.add(makes, "Reflect", (*common, axis))
        self.on[first].add(found)
        self.on[second].add(found)
        return found

    def center(self, circle: str) -> str:
        """Return the center of a circle."""
        return self.centers.get(circle) or self.add((), "Center", (circle,))

    def add(self, makes: tuple[str, ...], name: str, takes: tuple[str | Constant, ...]) -> str:
        """Add a command, unless it would make a helper that exists; return what it makes."""
        kinds: tuple[GeogebraKind, ...] = tuple(
            self.kinds[take] if isinstance(take, str) else "number" for take in takes
        )
        result = GEOGEBRA_SIGNATURES[name][kinds]
        if not makes and (name, takes) in self.made:
            return self.made[name, takes]
        # A helper may be either intersection with a circle, but a point of the figure only one.
        may_be_other = name == "Intersect" and "circle" in kinds and not {*takes} & self.parts
        is_known = name != "Point" and not (may_be_other and makes)
        if not makes:
            makes = (f"_{1 + sum(command.makes[0][0] == '_' for command in self.commands)}",)
        self.commands.append(GeogebraCommand(makes, name, takes))
        if is_known:
            self.made.setdefault((name, takes), makes[0])
        self.kinds |= dict.fromkeys(makes, "point" if result == "points" else result)
        if name in {"Ray", "Segment"}:
            self.parts.add(makes[0])
        points = {str(t) for t, kind in zip(takes, kinds, strict=True) if kind == "point"}
        if name in {"Point", "Intersect"}:
            for curve in takes:
                self.on[str(curve)].update(makes)
        self.on[makes[0]] = points if name in {"Line", "PerpendicularLine"} else set()
        if name == "AngleBisector":
            self.on[makes[0]] = {str(takes[1])}
        elif result == "circle":
            if len(takes) == 2:
                self.centers[makes[0]] = str(takes[0])
            self.on[makes[0]] = points - {self.centers.get(makes[0], "")}
        return makes[0]


def _arguments(call: Call, construction: Construction) -> dict[str, Value]:
    """Return the points that a construction starts from and its numbers, by letter."""
    count = len(construction.places)
    known: dict[str, Value] = dict(zip(construction.takes, call.arguments[count:], strict=True))
    for letter, number in zip(construction.numbers, call.numbers, strict=True):
        known[letter] = _number(number)
    return known


def _number(number: Fraction | Surd) -> GeogebraNumber | Constant:
    """Return a number of a problem: an angle as a fraction of pi, or another number."""
    if isinstance(number, Fraction):
        return GeogebraNumber(180 * number, is_angle=True)
    if number.rational is not None:
        return GeogebraNumber(number.rational)
    return Constant(_ROOT.sub(r"sqrt(\1)", str(number)), float(number))


def _written(value: Value) -> str | Constant:
    """Return an argument as it is written in a command."""
    if not isinstance(value, GeogebraNumber):
        return value
    number = value.value
    text = str(number.numerator) if number.denominator == 1 else f"({number})"
    size = float(number)
    return Constant(f"{text}°", math.radians(size)) if value.is_angle else Constant(text, size)


def _combine(sign: str, left: Value, right: Value) -> Value:
    """Add, subtract, multiply or divide two numbers."""
    if isinstance(left, GeogebraNumber) and isinstance(right, GeogebraNumber):
        is_angle = left.is_angle or right.is_angle
        return GeogebraNumber(_OPERATIONS[sign](left.value, right.value), is_angle)
    pair = _written(left), _written(right)
    assert isinstance(pair[0], Constant)
    assert isinstance(pair[1], Constant)
    value = _OPERATIONS[sign](pair[0].value, pair[1].value)
    return Constant(f"({pair[0].text}) {sign} ({pair[1].text})", value)


_OPERATIONS: dict[str, Any] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip
