"""Patterns: statements over letters, as in rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from geoengine.errors import StatementError
from geoengine.language import PREDICATES, Kind, Statement, Surd, parse_angle, parse_statement
from geoengine.language import format_value as _format_value
from geoengine.spelling import did_you_mean

__all__ = ["Pattern", "PatternField"]

_LETTER = re.compile(r"[A-Za-z][0-9]*")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A predicate over letters that stand for points.

    A `Statement` is canonical, so it does not keep the order of the points as written. A pattern
    does, because the letters of a rule correspond to each other across its patterns.

    Attributes
    ----------
    predicate : str
        A name in `geoengine.language.PREDICATES`.
    letters : tuple of str
        Single letters, perhaps with a number.
    value : Fraction or Surd or None
        The constant, for the predicates that take one: a fraction of pi for an angle.

    Examples
    --------
    >>> pattern = Pattern.parse("eqangle O A A B B A B O")
    >>> pattern.predicate, "".join(pattern.letters)
    ('eqangle', 'OAABBABO')
    """

    predicate: str
    letters: tuple[str, ...]
    value: Fraction | Surd | None = None

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """Read a pattern such as ``cong O A O B`` or ``aconst A B A C 60``.

        Raises
        ------
        StatementError
            If it is not a statement over letters, or is degenerate, or a simpler predicate says
            the same.

        Examples
        --------
        >>> Pattern.parse("para A B A C")
        Traceback (most recent call last):
        geoengine.errors.StatementError: expected the simplest spelling, found 'para A B A C'
          hint: write: coll A B C
        """
        if not isinstance(text, str):
            raise StatementError(
                "expected a statement such as cong O A O B, found something else",
                hint="put quotes around a statement that YAML takes for something else",
            )
        words = text.split()
        name = words[0] if words else ""
        definition = PREDICATES.get(name)
        if words and definition is None:
            raise StatementError(
                f"expected a predicate, found {name!r}",
                hint=did_you_mean(name, PREDICATES, f"one of: {' '.join(PREDICATES)}"),
            )
        statement = parse_statement(text)
        assert definition is not None
        arity = len(words) - 1 if definition.constant is None else definition.arity
        letters, rest = tuple(words[1 : 1 + arity]), words[1 + arity :]
        for letter in letters:
            if not _LETTER.fullmatch(letter):
                raise StatementError(
                    f"expected a letter, perhaps with a number, found {letter!r} in: {text}"
                )
        if statement.predicate != name:
            raise StatementError(
                f"expected the simplest spelling, found {text!r}", hint=f"write: {statement}"
            )
        value: Fraction | Surd | None = None
        if definition.constant == "angle":
            value = parse_angle("".join(rest)) % 1
        elif definition.constant == "surd":
            value = Surd.parse("/".join(rest))
        return cls(name, letters, value)

    @property
    def is_condition(self) -> bool:
        """Whether it is a side condition, which only a diagram decides."""
        return PREDICATES[self.predicate].kind is Kind.CONDITION

    def statement(self, points: Mapping[str, str] | None = None) -> Statement:
        """Return the statement about these points, or about the letters themselves.

        Raises
        ------
        DegenerateStatementError
            When the statement about these points is trivial or undefined.

        Examples
        --------
        >>> print(Pattern.parse("cong O A O B").statement({"O": "C", "A": "P", "B": "Q"}))
        cong C P C Q
        """
        names = self.letters
        if points is not None:
            names = tuple(points[letter] for letter in names)
        return Statement(self.predicate, names, self.value)

    def __str__(self) -> str:
        words = [self.predicate, *self.letters]
        if self.value is not None:
            words.append(_format_value(self.value))
        return " ".join(words)


PatternField = Annotated[
    Pattern,
    PlainValidator(lambda text: text if isinstance(text, Pattern) else Pattern.parse(text)),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string"}),
]
"""A pattern as a field of an entry: text in the YAML."""
