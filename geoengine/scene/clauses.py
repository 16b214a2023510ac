"""Reading clauses: the points that they place, and the constructions that place them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from geoengine.catalogue import load_constructions
from geoengine.catalogue.construction import Construction
from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.language import (
    QUESTIONS,
    SQUARED,
    Question,
    Statement,
    Surd,
    check_point_name,
    parse_angle,
    parse_question,
    parse_statement,
)
from geoengine.scene.assembly import requirements_of
from geoengine.scene.problem import Call, Step
from geoengine.scene.words import Word, cut, split
from geoengine.spelling import did_you_mean

__all__ = ["ClauseReader"]

_COORDINATE = r"[-+]?(?:\d{1,20}\.?\d{0,25}|\.\d{1,25})(?:e[-+]?\d{1,3})?"
_GIVEN = re.compile(rf"([^@]*)@({_COORDINATE})_({_COORDINATE})", re.ASCII)


class ClauseReader:
    """Reads clauses one after the other, knowing which points are there.

    Parameters
    ----------
    end : Word
        An empty word at the end of the text, to point at what is missing.

    Attributes
    ----------
    steps : list of Step
        What was read.
    fixed : list of (str, float, float)
        Coordinates that were given.
    """

    def __init__(self, end: Word) -> None:
        self.steps: list[Step] = []
        self.fixed: list[tuple[str, float, float]] = []
        self._placed: set[str] = set()
        self._end = end
        self._constructions = load_constructions()

    def read_clauses(self, words: Sequence[Word], after: Word) -> None:
        """Read clauses separated by ``;``; `after` is the word that follows them."""
        for part, sign in split(words, ";"):
            if not part:
                raise (sign or after).error(
                    "expected a clause, found nothing", hint="write: m = midpoint m a b"
                )
            self._read_clause(part, sign or after)

    def drop_after(self, count: int) -> None:
        """Forget all but the first steps."""
        self.steps = self.steps[:count]
        self._placed = {point for step in self.steps for point in step.points}
        self.fixed = [given for given in self.fixed if given[0] in self._placed]

    def read_goals(
        self, words: Sequence[Word], after: Word
    ) -> tuple[list[Statement], list[Question]]:
        """Read goals and questions separated by ``;``; `after` is the word that follows them."""
        goals: list[Statement] = []
        questions: list[Question] = []
        for part, sign in split(words, ";"):
            if not part:
                raise (sign or after).error(
                    "expected a goal, found nothing", hint="write: ? cong a b c d"
                )
            for word in part:
                if word.is_sign:
                    hint = "separate goals by ';'" if word.text == "," else None
                    raise word.error(f"expected a goal, found {word.text!r}", hint=hint)
            text = " ".join(word.text for word in part)
            asked: Question | Statement
            try:
                if part[0].text in QUESTIONS:
                    questions.append(asked := parse_question(text))
                else:
                    goals.append(asked := parse_statement(text))
            except StatementError as error:
                raise part[0].error(error.message, hint=error.hint) from None
            for word in part[1:]:
                if word.text in asked.points:
                    self._check_placed(word)
        return goals, questions

    def _read_clause(self, words: list[Word], after: Word) -> None:
        left, equals, right = cut(words, "=")
        if equals is None:
            raise left[0].error(
                f"expected '=' after the points, found {left[-1].text!r} and no '='",
                hint="write: m = midpoint m a b",
            )
        if not left:
            raise equals.error("expected points before '=', found none")
        points = tuple(self._read_point(word) for word in left)
        calls = []
        for part, comma in split(right, ","):
            if not part:
                raise (comma or after).error(
                    "expected a construction, found nothing", hint="write: m = midpoint m a b"
                )
            for word in part:
                if word.is_sign:
                    raise word.error(f"expected a construction, found {word.text!r}")
            calls.append(self._read_call(part, points, left[0], joint=len(right) > len(part)))
        self._placed.update(points)
        self.steps.append(Step(points, tuple(calls)))

    def _read_point(self, word: Word) -> str:
        name = word.text
        if "@" in name:
            match = _GIVEN.fullmatch(name)
            if match is None or not all(abs(float(match[k])) < 1e6 for k in (2, 3)):
                raise word.error(
                    f"expected coordinates after '@', found {name!r}", hint="write: a@0.5_-1.25"
                )
            name = match[1]
            self.fixed.append((name, float(match[2]), float(match[3])))
        try:
            check_point_name(name)
        except StatementError as error:
            raise word.error(error.message) from None
        if name in self._placed:
            raise word.error(
                f"expected a new point, found {name!r} again", hint="give each point one clause"
            )
        self._placed.add(name)
        return name

    def _check_placed(self, word: Word) -> None:
        if word.text not in self._placed:
            raise word.error(
                f"expected a point placed before, found {word.text!r}",
                hint=did_you_mean(
                    word.text, sorted(self._placed), f"place {word.text} in a clause before"
                ),
            )

    def _read_call(
        self, words: list[Word], points: tuple[str, ...], start: Word, *, joint: bool
    ) -> Call:
        name, *rest = words
        squared = name.text in SQUARED
        construction = self._constructions.get(SQUARED.get(name.text, name.text))
        if construction is None:
            raise name.error(
                f"unknown construction {name.text!r}",
                hint=did_you_mean(
                    name.text, self._constructions, "see: geoengine constructions list"
                ),
            )
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
        placed, takes = self._match(construction, name, named, points, len(rest))
        for word in takes:
            self._check_taken(word, points)
        values = tuple(
            _read_number(word, kind, squared)
            for word, kind in zip(numbers, construction.numbers.values(), strict=True)
        )
        call = Call(construction.name, placed + tuple(word.text for word in takes), values)
        try:
            requirements_of(call)
        except DegenerateStatementError as error:
            raise name.error(
                f"{name.text} cannot be applied to these points: {error.message}",
                hint=_usage(construction),
            ) from None
        return call

    def _check_taken(self, word: Word, points: tuple[str, ...]) -> None:
        if word.text in points:
            raise word.error(f"expected a point placed before, found {word.text!r} itself")
        try:
            check_point_name(word.text)
        except StatementError as error:
            raise word.error(error.message) from None
        self._check_placed(word)

    def _match(
        self,
        construction: Construction,
        name: Word,
        named: list[Word],
        points: tuple[str, ...],
        found: int,
    ) -> tuple[tuple[str, ...], list[Word]]:
        """Return the points placed and the words of those taken, however the call is spelt."""
        if len(named) == len(construction.takes):
            return points, named
        if len(named) != len(construction.letters):
            wanted = _count(len(construction.letters), "point")
            if construction.numbers:
                wanted += f" and {_count(len(construction.numbers), 'number')}"
            raise name.error(
                f"expected {wanted} after {name.text}, found {_count(found, 'word')}",
                hint=_usage(construction),
            )
        for spelling in construction.spellings:
            word = dict(zip(spelling, named, strict=True))
            placed = tuple(word[letter].text for letter in construction.places)
            if sorted(placed) == sorted(points):
                return placed, [word[letter] for letter in construction.takes]
        raise named[0].error(
            f"expected {' '.join(points)} among the points of {name.text} where its definition "
            f"has {' '.join(construction.places)}, found {' '.join(w.text for w in named)!r}",
            hint=_usage(construction),
        )


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _usage(construction: Construction) -> str:
    right = [construction.name, *construction.letters, *construction.numbers]
    return f"write: {' '.join(construction.places)} = {' '.join(right)}"


def _read_number(word: Word, kind: str, squared: bool) -> Fraction | Surd:
    """Read a number; the length or ratio whose square it is, where it is written so."""
    try:
        if kind == "angle":
            return parse_angle(word.text)
        value = Surd.parse(word.text)
        return value.root() if squared else value
    except StatementError as error:
        raise word.error(error.message) from None
