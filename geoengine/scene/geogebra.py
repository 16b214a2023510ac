"""Problems as GeoGebra constructions: a list of commands, without coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from geoengine.catalogue import (
    GEOGEBRA_ANGLES,
    GEOGEBRA_OBJECTS,
    GEOGEBRA_PATHS,
    Construction,
    GeogebraExpression,
    GeogebraNumber,
    GeogebraOperation,
    Location,
    load_constructions,
    parse_geogebra,
)
from geoengine.scene.geogebra_command import (
    GeogebraCommand,
    Value,
    combined,
    number_of,
    written,
)
from geoengine.scene.geogebra_objects import GeogebraObjects
from geoengine.scene.problem import Call, ConstructionStep, Problem

__all__ = ["geogebra_commands"]

_POINTS = "abcdefg"
"""The letters of a word's points, in their order."""


class _NoCommand(Exception):  # noqa: N818 - the points are given by their coordinates instead
    """There are no commands for a construction."""


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
                writer.objects.add((point,), "Point", ())
    return tuple(writer.objects.commands)


@dataclass
class _Writer:
    """Writes the steps of a problem as commands."""

    objects: GeogebraObjects = field(default_factory=GeogebraObjects)

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
            self.objects.intersect(step.points, *map(str, curves[:2]))
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
            return self.objects.intersect(makes, str(first_curve), str(second_curve))
        if not makes:
            raise _NoCommand("a helper would be free")
        if first.signature.kind == "free":
            return self.objects.add(makes, "Point", ())
        path = self.located(first, known, words=GEOGEBRA_OBJECTS | GEOGEBRA_PATHS)
        return self.objects.add(makes, "Point", (str(path),))

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
                return combined(expression.sign, left, right)
        found = [self.evaluate(argument, known) for argument in expression.arguments]
        if expression.command == "Intersect":
            return self.objects.intersect(makes, *map(str, found))
        return self.objects.add(makes, expression.command, tuple(map(written, found)))


def _arguments(call: Call, construction: Construction) -> dict[str, Value]:
    """Return the points that a construction starts from and its numbers, by letter."""
    count = len(construction.places)
    known: dict[str, Value] = dict(zip(construction.takes, call.arguments[count:], strict=True))
    for letter, number in zip(construction.numbers, call.numbers, strict=True):
        known[letter] = number_of(number)
    return known
