"""Questions: the lengths, ratios and angles that a problem asks for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from geoengine.errors import StatementError
from geoengine.language.exact import Surd
from geoengine.language.names import check_point_name, join_points
from geoengine.language.statement import Statement

__all__ = ["QUESTIONS", "Question", "parse_question"]

QUESTIONS: dict[str, str] = {"acompute": "aconst", "lcompute": "lconst", "rcompute": "rconst"}
"""The JGEX names of questions, and the predicate whose constant each asks for."""

_ASKING = {predicate: name for name, predicate in QUESTIONS.items()}
_POINTS = {"acompute": 4, "lcompute": 2, "rcompute": 4}


@dataclass(frozen=True, slots=True)
class Question:
    """A quantity whose exact value is asked for.

    Parameters
    ----------
    name : {"acompute", "lcompute", "rcompute"}
        The directed angle from one line to another, the length of a segment, or the ratio of two
        lengths.
    points : tuple of str
        Four points, or two for a length.

    Raises
    ------
    StatementError
        Unknown name, wrong number of points, a segment whose ends are one point, or one segment
        given twice.

    Examples
    --------
    >>> question = parse_question("lcompute B C")
    >>> print(question, "|", question.quantity)
    lcompute B C | BC
    >>> print(question.answered(Surd.parse("√13")))
    lconst B C √13
    """

    name: str
    points: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.name not in QUESTIONS:
            raise StatementError(
                f"expected a question, found {self.name!r}",
                hint=f"the questions are: {' '.join(QUESTIONS)}",
            )
        if len(self.points) != _POINTS[self.name]:
            raise StatementError(
                f"expected {_POINTS[self.name]} points after {self.name}, found {len(self.points)}"
            )
        for point in self.points:
            check_point_name(point)
        sides = [frozenset(self.points[k : k + 2]) for k in range(0, len(self.points), 2)]
        if any(len(side) < 2 for side in sides):
            raise StatementError(
                f"expected different points, found a repeated one in: {self}",
            )
        if len(set(sides)) < len(sides):
            raise StatementError(f"expected two different lines or segments, found one in: {self}")

    @classmethod
    def of(cls, statement: Statement) -> Question:
        """Return the question whose answer is the constant of a statement.

        The statement must be ``aconst``, ``lconst`` or ``rconst``.

        Examples
        --------
        >>> from geoengine.language import parse_statement
        >>> print(Question.of(parse_statement("rconst A B C D 2")))
        rcompute A B C D
        """
        return cls(_ASKING[statement.predicate], statement.points)

    @property
    def quantity(self) -> str:
        """The quantity asked for, in symbols."""
        first, rest = join_points(self.points[:2]), self.points[2:]
        if not rest:
            return first
        second = join_points(rest)
        return f"∠({first},{second})" if self.name == "acompute" else f"{first}:{second}"

    def answered(self, value: Fraction | Surd) -> Statement:
        """Return the statement that the quantity has this value; an angle is a fraction of pi."""
        return Statement(QUESTIONS[self.name], self.points, value)

    def __str__(self) -> str:
        return " ".join([self.name, *self.points])


def parse_question(text: str) -> Question:
    """Read a question such as ``acompute A B B C``.

    Raises
    ------
    StatementError
        If the text is not a question; see `Question`.
    """
    name, *points = text.split() or [""]
    return Question(name, tuple(points))
