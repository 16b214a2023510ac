"""GeoGebra commands over the letters of a construction: read, and checked for their arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from geoengine.catalogue.entry import EntryError
from geoengine.spelling import did_you_mean

__all__ = [
    "GEOGEBRA_SIGNATURES",
    "Apply",
    "Assignment",
    "GeogebraExpression",
    "GeogebraKind",
    "GeogebraNumber",
    "GeogebraOperation",
    "check_commands",
    "parse_geogebra",
]

GeogebraKind = Literal["point", "line", "circle", "vector", "number", "points"]

GEOGEBRA_SIGNATURES: dict[str, dict[tuple[GeogebraKind, ...], GeogebraKind]] = {
    "Point": {(): "point", ("line",): "point", ("circle",): "point"},
    "Line": dict.fromkeys([("point", "point"), ("point", "line"), ("point", "vector")], "line"),
    "Segment": {("point", "point"): "line"},
    "Ray": dict.fromkeys([("point", "point"), ("point", "vector")], "line"),
    "Vector": {("point", "point"): "vector"},
    "PerpendicularLine": {("point", "line"): "line"},
    "PerpendicularBisector": {("point", "point"): "line"},
    "AngleBisector": {("point", "point", "point"): "line"},
    "Circle": dict.fromkeys(
        [("point", "point"), ("point", "number"), ("point", "line"), ("point", "point", "point")],
        "circle",
    ),
    "Center": {("circle",): "point"},
    "Midpoint": {("point", "point"): "point"},
    "Intersect": dict.fromkeys(
        [("line", "line"), ("line", "circle"), ("circle", "line"), ("circle", "circle")], "point"
    ),
    "Reflect": {("point", kind): "point" for kind in ("point", "line", "circle")},
    "Rotate": {("point", "number", "point"): "point", ("line", "number", "point"): "line"},
    "Translate": {("point", "vector"): "point"},
    "Dilate": {("point", "number", "point"): "point"},
    "Angle": {("point", "point", "point"): "number"},
    "Polygon": {("point", "point", "number"): "points"},
}
"""For each command, the kinds of its arguments and of its result.

``Point()`` is a free point. The line in ``Circle(point, line)`` is a segment as long as the radius.
``Polygon(a, b, n)`` makes the other corners of a regular polygon.
"""

_TOKEN = re.compile(r"\s*(?:([A-Za-z_][A-Za-z0-9_]*)|(\d+(?:\.\d+)?)|([-+*/(),=°]))")


@dataclass(frozen=True, slots=True)
class GeogebraNumber:
    """A number, or an angle in degrees."""

    value: Fraction
    is_angle: bool = False


@dataclass(frozen=True, slots=True)
class GeogebraOperation:
    """A sum, difference, product or quotient; ``0 - x`` for a negative number."""

    sign: str
    left: GeogebraExpression
    right: GeogebraExpression


@dataclass(frozen=True, slots=True)
class Apply:
    """A command with its arguments."""

    command: str
    arguments: tuple[GeogebraExpression, ...]


GeogebraExpression = str | GeogebraNumber | GeogebraOperation | Apply
"""What an argument can be; a string is the letter of an object or of a number."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """One line of commands: the letters of what it makes, and how.

    Examples
    --------
    >>> Assignment.parse("x = Reflect(a, Line(b, c))").value.command
    'Reflect'
    >>> Assignment.parse("c d = Polygon(a, b, 4)").makes
    ('c', 'd')
    """

    makes: tuple[str, ...]
    value: GeogebraExpression

    @classmethod
    @cache
    def parse(cls, text: str) -> Assignment:
        """Read ``letters = expression``.

        Raises
        ------
        EntryError
            If the text is not of this form.
        """
        left, equals, right = text.partition("=")
        makes = tuple(left.split())
        if not equals or not makes or not all(re.fullmatch(r"_?[a-z][a-z0-9]*", m) for m in makes):
            raise EntryError(
                f"expected a letter, = and a command, found {text!r}",
                hint="write: x = Midpoint(a, b)",
            )
        return cls(makes, parse_geogebra(right))


@cache
def parse_geogebra(text: str) -> GeogebraExpression:
    """Read a command with arguments, a letter, or arithmetic with numbers.

    Raises
    ------
    EntryError
        If the text is none of these.
    """
    reader = _Reader(text)
    found = reader.sum()
    if reader.rest:
        raise reader.error("the end")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.rest: list[str] = []
        at = 0
        while at < len(self.text):
            match = _TOKEN.match(self.text, at)
            if match is None:
                raise EntryError(f"expected a command, found {self.text[at:]!r}")
            self.rest.append(match[0].strip())
            at = match.end()

    def error(self, expected: str) -> EntryError:
        if self.rest:
            return EntryError(f"expected {expected}, found {self.rest[0]!r} in {self.text!r}")
        return EntryError(
            f"expected {expected}, found the end of {self.text!r}",
            hint="in a list in brackets, commands with commas need quotation marks",
        )

    def accept(self, *tokens: str) -> str | None:
        return self.rest.pop(0) if self.rest and self.rest[0] in tokens else None

    def expect(self, token: str) -> None:
        if self.accept(token) is None:
            raise self.error(repr(token))

    def sum(self) -> GeogebraExpression:
        found = self.product()
        while sign := self.accept("+", "-"):
            found = GeogebraOperation(sign, found, self.product())
        return found

    def product(self) -> GeogebraExpression:
        found = self.atom()
        while sign := self.accept("*", "/"):
            found = GeogebraOperation(sign, found, self.atom())
        return found

    def atom(self) -> GeogebraExpression:
        if self.accept("-"):
            return GeogebraOperation("-", GeogebraNumber(Fraction(0)), self.atom())
        if self.accept("("):
            inner = self.sum()
            self.expect(")")
            return inner
        if not self.rest or not re.match(r"\w", self.rest[0]):
            raise self.error("a letter, a number or a command")
        word = self.rest.pop(0)
        if word[0].isdigit():
            return GeogebraNumber(Fraction(word), is_angle=self.accept("°") is not None)
        if self.accept("(") is None:
            return word
        arguments: list[GeogebraExpression] = []
        while self.accept(")") is None:
            if arguments:
                self.expect(",")
            arguments.append(self.sum())
        return Apply(word, tuple(arguments))


def check_commands(
    lines: Iterable[str], takes: Iterable[str], places: Iterable[str], numbers: Iterable[str]
) -> None:
    """Check the commands of a construction.

    Parameters
    ----------
    lines : iterable of str
    takes, places, numbers : iterable of str
        The letters of the points it starts from and places, and of its numbers.

    Raises
    ------
    EntryError
        For the first mistake, with the number of its line.

    Examples
    --------
    >>> check_commands(["x = Midpont(a, b)"], ["a", "b"], ["x"], [])
    Traceback (most recent call last):
    ...
    geoengine.catalogue.entry.EntryError: expected a command, found 'Midpont'
      hint: did you mean Midpoint?
    """
    kinds: dict[str, GeogebraKind] = dict.fromkeys(takes, "point")
    kinds |= dict.fromkeys(numbers, "number")
    places = tuple(places)
    for at, text in enumerate(lines):
        try:
            _check_line(text, kinds, places)
        except EntryError as error:
            raise EntryError(error.message, hint=error.hint, within=(at,)) from None
    if missing := [letter for letter in places if letter not in kinds]:
        raise EntryError(f"expected a command for {missing[0]}, found none")


def _check_line(text: str, kinds: dict[str, GeogebraKind], places: tuple[str, ...]) -> None:
    line = Assignment.parse(text)
    kind = _kind(line.value, kinds)
    if (kind == "points") != (len(line.makes) > 1):
        wanted = "several letters" if kind == "points" else "one letter"
        raise EntryError(f"expected {wanted} before =, found {' '.join(line.makes)!r}")
    if kind == "points" and isinstance(line.value, Apply):
        corners = line.value.arguments[2]
        if not isinstance(corners, GeogebraNumber) or corners.value != len(line.makes) + 2:
            raise EntryError(f"expected a polygon with {len(line.makes) + 2} corners")
    for letter in line.makes:
        if letter in kinds:
            raise EntryError(f"expected a new letter, found {letter!r} again")
        is_helper = letter.startswith("_")
        if not is_helper and letter not in places:
            raise EntryError(
                f"expected a letter that is placed, found {letter!r}",
                hint=f"the letters of other objects begin with _, such as _{letter}",
            )
        if not is_helper and kind not in {"point", "points"}:
            raise EntryError(f"expected a point {letter}, found a {kind}")
        if is_helper and isinstance(line.value, Apply) and line.value.command == "Point":
            raise EntryError(f"expected an object that is determined, found {letter} = Point(…)")
        kinds[letter] = "point" if kind == "points" else kind


def _kind(expression: GeogebraExpression, kinds: Mapping[str, GeogebraKind]) -> GeogebraKind:
    """Return the kind of object that an expression makes."""
    match expression:
        case str():
            if expression not in kinds:
                raise EntryError(
                    f"expected one of the letters {' '.join(sorted(kinds))}, found {expression!r}"
                )
            return kinds[expression]
        case GeogebraNumber():
            return "number"
        case GeogebraOperation():
            for part in (expression.left, expression.right):
                if (found := _kind(part, kinds)) != "number" or isinstance(part, Apply):
                    raise EntryError(f"expected numbers beside {expression.sign}, found a {found}")
            return "number"
    signatures = GEOGEBRA_SIGNATURES.get(expression.command)
    if signatures is None:
        raise EntryError(
            f"expected a command, found {expression.command!r}",
            hint=did_you_mean(
                expression.command,
                GEOGEBRA_SIGNATURES,
                f"the commands are: {', '.join(GEOGEBRA_SIGNATURES)}",
            ),
        )
    arguments = tuple(_kind(argument, kinds) for argument in expression.arguments)
    if arguments not in signatures:
        ways = " or ".join(f"{expression.command}({', '.join(way)})" for way in signatures)
        raise EntryError(f"expected {ways}, found {expression.command}({', '.join(arguments)})")
    return signatures[arguments]
