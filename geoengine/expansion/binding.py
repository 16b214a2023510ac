"""What is made so far, and what the names of an expansion stand for in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from geoengine.draft import (
    Call,
    Expression,
    Name,
    Number,
    Statement,
    Unary,
    parts,
    print_expression,
    with_parts,
)
from geoengine.expansion.expansion import Expansion

__all__ = ["STRAIGHT", "Made", "bound", "centered"]

STRAIGHT = ("Line", "Segment", "Ray", "Vector")
"""The commands of what is known by two points."""


@dataclass(frozen=True, slots=True)
class Made:
    """What is made so far, and what is known of it.

    Attributes
    ----------
    statements : tuple of Statement
        Lines included, also where only the compass is used.
    ends : dict of str to tuple of Name
        Two points of each line, ray, segment and vector.
    centers : dict of str to Name
        The centers of circles.
    through : dict of str to Name
        A point of each circle of which one has a name.
    angles : dict of str to Call
        Angles of three points.
    reserved : frozenset of str
        Names that are kept for objects still to be made.
    """

    statements: tuple[Statement, ...] = ()
    ends: Mapping[str, tuple[Name, Name]] = field(default_factory=dict)
    centers: Mapping[str, Name] = field(default_factory=dict)
    through: Mapping[str, Name] = field(default_factory=dict)
    angles: Mapping[str, Call] = field(default_factory=dict)
    reserved: frozenset[str] = frozenset()

    def then(self, name: str, call: Call) -> Made:
        """Return what is made with one more command."""
        made = self
        match call:
            case Call(name="Angle"):
                made = replace(self, angles={**self.angles, name: call})
            case Call(name=word, arguments=(Name() as one, Name() as two)) if word in STRAIGHT:
                made = replace(self, ends={**self.ends, name: (one, two)})
            case Call(name="Circle", arguments=(Name() as center, radius)):
                made = replace(self, centers={**self.centers, name: center})
                if isinstance(radius, Name) and radius.text in self.ends:
                    radius = Call("Distance", self.ends[radius.text])
                    call = replace(call, arguments=(center, radius))
                end = self._end_of(radius, center)
                if end is not None:
                    made = replace(made, through={**self.through, name: end})
        return replace(made, statements=(*self.statements, Statement(call, name)))

    def _end_of(self, radius: Expression, center: Name) -> Name | None:
        """Return a point of a circle, if its radius is a point or begins at its center."""
        if isinstance(radius, Name):
            value = next((one.value for one in self.statements if one.name == radius.text), None)
            is_length = isinstance(value, Number | Unary) or (
                isinstance(value, Call) and value.name == "Distance"
            )
            return None if is_length else radius
        ends = [one for one in parts(radius) if isinstance(one, Name)]
        return ends[1 - ends.index(center)] if len(ends) == 2 and center in ends else None


def bound(expansion: Expansion, call: Call, made: Made) -> dict[str, Expression] | None:
    """Return what the names of an expansion's command stand for in a call; None for another one."""
    for arguments in _orders(expansion, call):
        names: dict[str, Expression] = {}
        pairs = zip(expansion.call.arguments, arguments, strict=True)
        if all(_binds(pattern, argument, names, made) for pattern, argument in pairs):
            return names
    return None


def _orders(expansion: Expansion, call: Call) -> Iterator[tuple[Expression, ...]]:
    count = len(expansion.call.arguments)
    if call.name != expansion.call.name:
        return
    if call.name == "Intersect":
        # Which of the points is meant is seen in the figure.
        yield call.arguments[:2]
        yield call.arguments[1::-1]
    elif len(call.arguments) == count:
        yield call.arguments


def _binds(
    pattern: Expression, argument: Expression, names: dict[str, Expression], made: Made
) -> bool:
    """Whether an argument has the form of a pattern; its names are added."""
    match pattern, argument:
        case Name(text=text), Name(text=given):
            names[text] = argument
            return text[0].islower() == (given in made.centers) and given not in made.ends
        case Call(name="Line", arguments=ends), Name(text=given) if given in made.ends:
            names.update(zip(_texts(ends), made.ends[given], strict=True))
            return True
        case Call(name="Vector", arguments=ends), Name(text=given) if given in made.ends:
            names.update(zip(_texts(ends), made.ends[given], strict=True))
            return True
        case Call(name="Angle"), Name(text=given) if given in made.angles:
            return _binds(pattern, made.angles[given], names, made)
        case Call(name=word, arguments=inner), Call(name=other, arguments=given_parts):
            return (
                word == other
                and len(inner) == len(given_parts)
                and all(map(lambda one, two: _binds(one, two, names, made), inner, given_parts))
            )
    return print_expression(pattern) == print_expression(argument)


def _texts(ends: tuple[Expression, ...]) -> list[str]:
    return [end.text for end in ends if isinstance(end, Name)]


def centered(expression: Expression, made: Made) -> Expression:
    """Return an expression with the centers of circles, and points on them, by their names."""
    match expression:
        case Call(name="Center", arguments=(Name(text=text),)) if text in made.centers:
            return made.centers[text]
        case Call(name="Point", arguments=(Name(text=text),)) if text in made.through:
            return made.through[text]
    match expression:
        case Call(arguments=arguments):
            return with_parts(expression, [centered(one, made) for one in arguments])
    return expression
