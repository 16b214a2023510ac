"""Parser of clauses such as ``m = midpoint m a b``, and of goals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from geoengine.catalogue import Construction, load_constructions
from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.language import (
    SQUARED,
    Question,
    Statement,
    Surd,
    check_point_name,
    parse_angle,
)
from geoengine.scene.assembly import requirements_of
from geoengine.scene.goal_parser import parse_goal
from geoengine.scene.problem import Call, ConstructionStep
from geoengine.scene.tokens import Token, cut, split
from geoengine.spelling import did_you_mean

__all__ = ["ClauseReader"]

_COORDINATE = r"[-+]?(?:\d{1,20}\.?\d{0,25}|\.\d{1,25})(?:e[-+]?\d{1,3})?"
_GIVEN = re.compile(rf"([^@]*)@({_COORDINATE})_({_COORDINATE})", re.ASCII)


class ClauseReader:
    """Parses clauses in order, keeping track of the points placed so far.

    Parameters
    ----------
    end : Token
        An empty token at the end of the text, which locates errors about missing text.
    steps : sequence of ConstructionStep
        Earlier clauses, whose points are placed already.

    Attributes
    ----------
    steps : list of ConstructionStep
        The clauses parsed so far.
    fixed : list of (str, float, float)
        Points with given coordinates: name, x and y.
    """

    def __init__(self, end: Token, steps: Sequence[ConstructionStep] = ()) -> None:
        self.steps: list[ConstructionStep] = list(steps)
        self.fixed: list[tuple[str, float, float]] = []
        self._placed = {point for step in steps for point in step.points}
        self._auxiliary: set[str] = set()
        self._end = end

    def read_clauses(self, tokens: Sequence[Token], after: Token) -> None:
        """Parse clauses separated by ``;``; `after` is the token that follows them."""
        for part, separator in split(tokens, ";"):
            if not part:
                raise (separator or after).error(
                    "expected a clause, found nothing", hint="write: m = midpoint m a b"
                )
            self._read_clause(part, separator or after)

    def drop_after(self, count: int) -> None:
        """Keep the first `count` steps; the points of the dropped ones are then auxiliary."""
        self._auxiliary = {point for step in self.steps[count:] for point in step.points}
        self.steps = self.steps[:count]
        self._placed = {point for step in self.steps for point in step.points}
        self.fixed = [given for given in self.fixed if given[0] in self._placed]

    def read_goals(
        self, tokens: Sequence[Token], after: Token
    ) -> tuple[list[Statement], list[Question]]:
        """Parse goals and questions separated by ``;``; `after` is the token that follows them."""
        goals: list[Statement] = []
        questions: list[Question] = []
        for part, separator in split(tokens, ";"):
            if not part:
                raise (separator or after).error(
                    "expected a goal, found nothing", hint="write: ? cong a b c d"
                )
            asked = parse_goal(part)
            goals += [one for one in asked if isinstance(one, Statement)]
            questions += [one for one in asked if isinstance(one, Question)]
            points = {point for one in asked for point in one.points}
            for token in part[1:]:
                if token.text in points:
                    self._check_placed(token)
        return goals, questions

    def _read_clause(self, tokens: list[Token], after: Token) -> None:
        left, equals, right = cut(tokens, "=")
        if equals is None:
            raise left[0].error(
                f"expected '=' after the points, found {left[-1].text!r} and no '='",
                hint="write: m = midpoint m a b",
            )
        if not left:
            raise equals.error("expected points before '=', found none")
        points = tuple(self._read_point(token) for token in left)
        calls = []
        for part, comma in split(right, ","):
            if not part:
                raise (comma or after).error(
                    "expected a construction, found nothing", hint="write: m = midpoint m a b"
                )
            for token in part:
                if token.is_separator:
                    raise token.error(f"expected a construction, found {token.text!r}")
            calls.append(self._read_call(part, points, left[0], joint=len(right) > len(part)))
        self._placed.update(points)
        self.steps.append(ConstructionStep(points, tuple(calls)))

    def _read_point(self, token: Token) -> str:
        name = token.text
        if "@" in name:
            match = _GIVEN.fullmatch(name)
            if match is None or not all(abs(float(match[k])) < 1e6 for k in (2, 3)):
                raise token.error(
                    f"expected coordinates after '@', found {name!r}", hint="write: a@0.5_-1.25"
                )
            name = match[1]
            self.fixed.append((name, float(match[2]), float(match[3])))
        try:
            check_point_name(name)
        except StatementError as error:
            raise token.error(error.message) from None
        if name in self._placed:
            raise token.error(
                f"expected a new point, found {name!r} again", hint="give each point one clause"
            )
        self._placed.add(name)
        return name

    def _check_placed(self, token: Token) -> None:
        name = token.text
        if name in self._auxiliary:
            raise token.error(
                f"expected a point of the figure, found {name!r}, which is auxiliary",
                hint=f"{name} is placed after '|': use --aux, or aux=True in Python",
            )
        if name not in self._placed:
            raise token.error(
                f"expected a point placed earlier, found {name!r}",
                hint=did_you_mean(name, sorted(self._placed), f"place {name} in an earlier clause"),
            )

    def _read_call(
        self, tokens: list[Token], points: tuple[str, ...], start: Token, *, joint: bool
    ) -> Call:
        name, *rest = tokens
        squared = name.text in SQUARED
        construction = _find_construction(name, len(points))
        count = len(construction.numbers)
        named, numbers = rest[: max(len(rest) - count, 0)], rest[max(len(rest) - count, 0) :]
        places = len(construction.places)
        if len(points) != places:
            raise start.error(
                f"expected {_count(places, 'point')} before '= {name.text}', found {len(points)}",
                hint=_usage(construction),
            )
        if joint and not construction.combines:
            raise name.error(
                f"expected a construction that can be combined with others, found {name.text!r}",
                hint="give it a clause of its own",
            )
        placed, takes = self._match(construction, name, named, numbers, points)
        for token in takes:
            self._check_taken(token, points)
        values = tuple(
            _read_number(token, kind, squared)
            for token, kind in zip(numbers, construction.numbers.values(), strict=True)
        )
        call = Call(construction.name, placed + tuple(token.text for token in takes), values)
        try:
            requirements_of(call)
        except DegenerateStatementError as error:
            raise name.error(
                f"{name.text} cannot be applied to these points: {error.message}",
                hint=_usage(construction),
            ) from None
        return call

    def _check_taken(self, token: Token, points: tuple[str, ...]) -> None:
        if token.text in points:
            raise token.error(f"expected a point placed earlier, found {token.text!r} itself")
        try:
            check_point_name(token.text)
        except StatementError as error:
            raise token.error(error.message) from None
        self._check_placed(token)

    def _match(
        self,
        construction: Construction,
        name: Token,
        named: list[Token],
        numbers: list[Token],
        points: tuple[str, ...],
    ) -> tuple[tuple[str, ...], list[Token]]:
        """Return the points placed, in the construction's order, and the tokens of those it takes.

        `named` are the points after the construction's name: those that it takes, or all points
        in one of its spellings.
        """
        if len(named) == len(construction.takes):
            return points, named
        if len(named) != len(construction.letters):
            wanted = _count(len(construction.letters), "point")
            if construction.numbers:
                wanted += f" and {_count(len(construction.numbers), 'number')}"
            found = _count(len(named) + len(numbers), "word")
            raise name.error(
                f"expected {wanted} after {name.text}, found {found}",
                hint=_usage(construction),
            )
        for spelling in construction.spellings:
            token = dict(zip(spelling, named, strict=True))
            placed = tuple(token[letter].text for letter in construction.places)
            if sorted(placed) == sorted(points):
                return placed, [token[letter] for letter in construction.takes]
        if not construction.takes and len(points) == 1:
            # The name after `free` says nothing; two published problems have another one there.
            return points, []
        spelling = construction.order or construction.letters
        words = {letter: token.text for letter, token in zip(spelling, named, strict=True)}
        found = " ".join(words[letter] for letter in construction.places)
        words |= dict(zip(construction.places, points, strict=True))
        whole = [name.text, *(words[k] for k in spelling), *(token.text for token in numbers)]
        raise named[0].error(
            f"expected {' '.join(points)} where {name.text} has "
            f"{'the point' if len(points) == 1 else 'the points'} it places, found {found!r}",
            hint=f"write: {' '.join(points)} = {' '.join(whole)}",
        )


@cache
def _constructions_by_name() -> dict[str, tuple[Construction, ...]]:
    """Return the constructions for each name or alias."""
    constructions = load_constructions()
    found: dict[str, tuple[Construction, ...]] = {
        name: (construction,) for name, construction in constructions.items()
    }
    for construction in constructions.values():
        for alias in construction.aliases:
            found[alias] = (*found.get(alias, ()), construction)
    return found


def _find_construction(name: Token, places: int) -> Construction:
    """Return the construction with this name that places `places` points.

    If none with this name does, the first one with it.
    """
    known = _constructions_by_name()
    named = known.get(SQUARED.get(name.text, name.text))
    if named is None:
        raise name.error(
            f"unknown construction {name.text!r}",
            hint=did_you_mean(name.text, known, "see: geoengine constructions list"),
        )
    return next((one for one in named if len(one.places) == places), named[0])


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _usage(construction: Construction) -> str:
    right = [construction.name, *construction.letters, *construction.numbers]
    return f"write: {' '.join(construction.places)} = {' '.join(right)}"


def _read_number(token: Token, kind: str, squared: bool) -> Fraction | Surd:
    """Parse a number; if `squared`, return its square root, a length or ratio."""
    try:
        if kind == "angle":
            return parse_angle(token.text)
        value = Surd.parse(token.text)
        return value.root() if squared else value
    except StatementError as error:
        raise token.error(error.message) from None
