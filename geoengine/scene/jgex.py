"""Reading problems in the JGEX text format.

::

    a b c = triangle a b c; m = midpoint m b c; d = on_line d a m, on_circle d m b ? perp b d d c

Clauses are separated by ``;``. Each names the points that it places and one or more constructions,
separated by ``,``; the placed points may be repeated among a construction's points or left out.
Clauses after ``|`` are auxiliary. After ``?`` come the goals. A placed point may be given
coordinates: ``a@0.5_-1.25``.
"""

from __future__ import annotations

import difflib
import math
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from geoengine.catalogue import load_constructions
from geoengine.catalogue.construction import Construction
from geoengine.errors import DegenerateStatementError, ProblemError, StatementError
from geoengine.language import Statement, Surd, check_point_name, parse_angle, parse_statement
from geoengine.scene.assembly import assemble, call_requirements
from geoengine.scene.problem import Call, Problem, Step

__all__ = ["load_problem", "load_problems"]

_WORD = re.compile(r"[;|?=,]|[^\s;|?=,]+")
_SIGNS = frozenset(";|?=,")
_COORDINATE = r"[-+]?(?:\d{1,20}\.?\d{0,25}|\.\d{1,25})(?:e[-+]?\d{1,3})?"
_GIVEN = re.compile(rf"([^@]*)@({_COORDINATE})_({_COORDINATE})", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    line: int
    column: int

    @property
    def is_sign(self) -> bool:
        return self.text in _SIGNS

    def error(self, message: str, *, hint: str | None = None) -> ProblemError:
        return ProblemError(message, line=self.line, column=self.column, hint=hint)


def load_problem(text: str, *, name: str = "problem", aux: bool = False) -> Problem:
    """Read one problem.

    Parameters
    ----------
    text : str
        Constructions, then optionally ``?`` and the goals; without goals it is a bare figure.
    name : str
        A name for lists and messages.
    aux : bool
        Whether to keep the auxiliary points, those after ``|``.

    Returns
    -------
    Problem

    Raises
    ------
    ProblemError
        With the line and column of the word at fault.

    Examples
    --------
    >>> problem = load_problem("a b c = triangle; h = orthocenter a b c ? perp a h b c")
    >>> [str(premise) for premise in problem.premises]
    ['perp a h b c', 'perp a c b h', 'perp a b c h']
    >>> load_problem("a b c = triangel")
    Traceback (most recent call last):
    geoengine.errors.ProblemError: line 1, column 9: unknown construction 'triangel'
      hint: did you mean triangle?
    """
    words = [
        _Word(match[0], line, match.start() + 1)
        for line, content in enumerate(text.split("\n"), start=1)
        for match in _WORD.finditer(content)
    ]
    if not words:
        raise ProblemError(
            "expected a problem, found no text", line=1, column=1,
            hint="write: a b c = triangle; m = midpoint b c ? cong m b m c",
        )  # fmt: skip
    end = _Word("", words[-1].line, words[-1].column + len(words[-1].text))
    construction, question, asked = _cut(words, "?")
    shown, bar, auxiliary = _cut(construction, "|")
    if question is None and any(word.text == "|" for word in auxiliary):
        raise next(w for w in auxiliary if w.text == "|").error("expected one '|', found another")
    reader = _Reader(end)
    reader.read_clauses(shown, bar or question or end)
    visible = len(reader.steps)
    if bar is not None:
        # Auxiliary clauses are checked even where they are left out.
        reader.read_clauses(auxiliary, question or end)
    if not aux:
        reader.drop_after(visible)
    goals = reader.read_goals(asked, end) if question is not None else ()
    return assemble(reader.steps, goals=goals, name=name, fixed=reader.fixed)


def load_problems(path: str | os.PathLike[str], *, aux: bool = False) -> list[Problem]:
    """Read a file of problems, two lines each: the name, then the text.

    Empty lines, and lines that begin with ``#``, are skipped.

    Parameters
    ----------
    path : str or path
        The file.
    aux : bool
        Whether to keep the auxiliary points.

    Returns
    -------
    list of Problem

    Raises
    ------
    ProblemError
        With file, line and column.

    Examples
    --------
    >>> file = getfixture("tmp_path") / "problems.txt"
    >>> _ = file.write_text("bisected\\na b = segment; m = midpoint a b ? cong m a m b\\n")
    >>> [problem.name for problem in load_problems(file)]
    ['bisected']
    """
    source = os.fspath(path)
    try:
        content = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ProblemError("expected text in UTF-8, found other bytes", source=source) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ProblemError(f"expected a file of problems: {why}", source=source) from None
    lines = [
        (number, line)
        for number, line in enumerate(content.split("\n"), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if len(lines) % 2:
        raise ProblemError(
            "expected a problem text on the line after the name, found the end of the file",
            source=source, line=lines[-1][0], column=1,
            hint="write two lines for each problem: its name, then its text",
        )  # fmt: skip
    problems = []
    for (_, name), (number, text) in zip(lines[::2], lines[1::2], strict=True):
        try:
            problems.append(load_problem(text, name=name.strip(), aux=aux))
        except ProblemError as error:
            raise ProblemError(
                error.message, source=source, line=number, column=error.column, hint=error.hint
            ) from None
    return problems


def _cut(words: Sequence[_Word], sign: str) -> tuple[Sequence[_Word], _Word | None, Sequence[_Word]]:
    """What comes before the first such sign, the sign, and what comes after it."""
    for at, word in enumerate(words):
        if word.text == sign:
            return words[:at], word, words[at + 1 :]
    return words, None, ()


def _split(words: Iterable[_Word], sign: str) -> list[tuple[list[_Word], _Word | None]]:
    """The parts between such signs, each with the sign that ends it; a last empty part is none."""
    parts: list[tuple[list[_Word], _Word | None]] = []
    part: list[_Word] = []
    for word in words:
        if word.text == sign:
            parts.append((part, word))
            part = []
        else:
            part.append(word)
    if part or not parts:
        parts.append((part, None))
    return parts


class _Reader:
    def __init__(self, end: _Word) -> None:
        self.steps: list[Step] = []
        self.fixed: list[tuple[str, float, float]] = []
        self._placed: set[str] = set()
        self._end = end
        self._constructions = load_constructions()

    def read_clauses(self, words: Sequence[_Word], after: _Word) -> None:
        for part, sign in _split(words, ";"):
            if not part:
                raise (sign or after).error(
                    "expected a clause, found nothing", hint="write: m = midpoint m a b"
                )
            self._read_clause(part, sign or after)

    def drop_after(self, count: int) -> None:
        self.steps = self.steps[:count]
        self._placed = {point for step in self.steps for point in step.points}
        self.fixed = [given for given in self.fixed if given[0] in self._placed]

    def read_goals(self, words: Sequence[_Word], after: _Word) -> list[Statement]:
        goals = []
        for part, sign in _split(words, ";"):
            if not part:
                raise (sign or after).error(
                    "expected a goal, found nothing", hint="write: ? cong a b c d"
                )
            for word in part:
                if word.is_sign:
                    raise word.error(f"expected a goal, found {word.text!r}")
            try:
                goal = parse_statement(" ".join(word.text for word in part))
            except StatementError as error:
                raise part[0].error(error.message, hint=error.hint) from None
            for word in part[1:]:
                if word.text in goal.points:
                    self._check_placed(word)
            goals.append(goal)
        return goals

    def _read_clause(self, words: list[_Word], after: _Word) -> None:
        left, equals, right = _cut(words, "=")
        if equals is None:
            raise left[0].error(
                f"expected '=' after the points, found {left[-1].text!r} and no '='",
                hint="write: m = midpoint m a b",
            )
        if not left:
            raise equals.error("expected points before '=', found none")
        points = tuple(self._read_point(word) for word in left)
        calls = []
        for part, comma in _split(right, ","):
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

    def _read_point(self, word: _Word) -> str:
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

    def _check_placed(self, word: _Word) -> None:
        if word.text not in self._placed:
            near = difflib.get_close_matches(word.text, sorted(self._placed), n=1)
            raise word.error(
                f"expected a point placed before, found {word.text!r}",
                hint=f"did you mean {near[0]}?" if near else f"place {word.text} in a clause before",
            )

    def _read_call(
        self, words: list[_Word], points: tuple[str, ...], start: _Word, *, joint: bool
    ) -> Call:
        name, *rest = words
        construction = self._constructions.get(name.text)
        if construction is None:
            near = difflib.get_close_matches(name.text, self._constructions, n=1)
            raise name.error(
                f"unknown construction {name.text!r}",
                hint=f"did you mean {near[0]}?" if near else "see: geoengine list constructions",
            )
        count = len(construction.numbers)
        named, numbers = rest[: max(len(rest) - count, 0)], rest[max(len(rest) - count, 0) :]
        places = len(construction.places)
        if len(points) != places:
            raise start.error(
                f"expected {_points(places)} before '= {name.text}', found {len(points)}",
                hint=_usage(construction),
            )
        if joint and (places > 1 or _is_free(construction)):
            raise name.error(
                f"expected a construction that can be combined with others, found {name.text!r}",
                hint="give it a clause of its own",
            )
        placed, takes = self._match(construction, name, named, points, len(rest))
        for word in takes:
            self._check_taken(word, points)
        values = tuple(
            _read_number(word, kind)
            for word, kind in zip(numbers, construction.numbers.values(), strict=True)
        )
        call = Call(name.text, placed + tuple(word.text for word in takes), values)
        try:
            call_requirements(call)
        except DegenerateStatementError as error:
            raise name.error(
                f"{name.text} cannot be applied to these points: {error.message}",
                hint=_usage(construction),
            ) from None
        return call

    def _check_taken(self, word: _Word, points: tuple[str, ...]) -> None:
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
        name: _Word,
        named: list[_Word],
        points: tuple[str, ...],
        found: int,
    ) -> tuple[tuple[str, ...], list[_Word]]:
        """The points placed and the words of those taken, whichever way the call is spelt."""
        if len(named) == len(construction.takes):
            return points, named
        if len(named) != len(construction.letters):
            numbers = f" and {len(construction.numbers)} numbers" if construction.numbers else ""
            raise name.error(
                f"expected {_points(len(construction.letters))}{numbers} after {name.text}, "
                f"found {found} words",
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


def _is_free(construction: Construction) -> bool:
    """Whether it is more than lines and circles on which its one point lies."""
    (locations,) = list(construction.locations.values())[-1:]
    helped = len(construction.locations) > 1
    return helped or any(location.signature.kind != "locus" for location in locations)


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def _usage(construction: Construction) -> str:
    right = [construction.name, *construction.letters, *construction.numbers]
    return f"write: {' '.join(construction.places)} = {' '.join(right)}"


def _read_number(word: _Word, kind: str) -> Fraction | Surd:
    try:
        return parse_angle(word.text) if kind == "angle" else Surd.parse(word.text)
    except StatementError as error:
        raise word.error(error.message) from None
