"""Proofs as they are written to JSON, read back as plain statements and steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeGuard

from geoengine.errors import ProblemError, StatementError
from geoengine.language import Statement, parse_statement

__all__ = ["ProofRecord", "StepRecord", "is_proof", "read_proof"]

_MOST = 20_000
_LARGEST_FACTOR = 10**9


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A step: antecedents and conclusion.

    Attributes
    ----------
    number : int
        The number of the step, from 1.
    rule : str
        Id of a rule or an engine step.
    antecedents : tuple of Statement
    conclusion : Statement
    conditions : tuple of Statement
        Side conditions that the step names.
    mapping : mapping of str to str
        Points by the letters of the rule.
    coefficients : tuple of tuple of Fraction
        For a step that adds up equations: a row for each equation of the conclusion, with the
        factor of each equation of the antecedents.
    modulus : int
        For a sum of directions: into how many equal parts the sum divides a half turn. It
        determines the angle only up to multiples of such a part; 1 otherwise.
    """

    number: int
    rule: str
    antecedents: tuple[Statement, ...]
    conclusion: Statement
    conditions: tuple[Statement, ...]
    mapping: Mapping[str, str]
    coefficients: tuple[tuple[Fraction, ...], ...]
    modulus: int


@dataclass(frozen=True, slots=True)
class ProofRecord:
    """A proof: premises, steps, goal.

    Attributes
    ----------
    goal : Statement
    premises : tuple of Statement
    steps : tuple of StepRecord
    """

    goal: Statement
    premises: tuple[Statement, ...]
    steps: tuple[StepRecord, ...]

    @property
    def points(self) -> tuple[str, ...]:
        """All points, in order of appearance."""
        statements = [*self.premises, *(step.conclusion for step in self.steps), self.goal]
        return tuple(dict.fromkeys(point for statement in statements for point in statement.points))


def is_proof(data: Any) -> bool:
    """Whether data looks like a proof, right or wrong."""
    if not isinstance(data, dict):
        return False
    if str(data.get("schema", "")).endswith("/proof"):
        return True
    return {"goal", "statements", "steps"} <= data.keys()


def read_proof(data: Any) -> ProofRecord:
    """Read a proof as `geoengine prove --format json` writes it.

    Raises
    ------
    InputError
        When it is malformed; the message names the key or the step at fault.

    Examples
    --------
    >>> proof = read_proof({
    ...     "goal": "midp M A B", "statements": ["cong M A M B", "coll A B M", "midp M A B"],
    ...     "premises": 2, "steps": [{"rule": "midpoint_from_parts", "antecedents": [0, 1],
    ...     "conclusion": 2, "mapping": {"M": "M", "A": "A", "B": "B"}}],
    ... })
    >>> str(proof.steps[0].conclusion), len(proof.premises)
    ('midp M A B', 2)
    """
    if not isinstance(data, dict):
        raise ProblemError(f"expected a proof as a mapping, found {type(data).__name__}")
    texts = _list(data, "statements")
    statements = [_statement(text, f"statement {k}") for k, text in enumerate(texts)]
    count = data.get("premises")
    if not _is_int(count) or not 0 <= count <= len(statements):
        raise ProblemError(
            f"expected premises: how many of the {len(statements)} statements are given,"
            f" found {_shown(count)}"
        )
    steps = tuple(
        _step(number, record, statements)
        for number, record in enumerate(_list(data, "steps"), start=1)
    )
    goal = _statement(data.get("goal"), "the goal")
    return ProofRecord(goal, tuple(statements[:count]), steps)


def _step(number: int, record: Any, statements: list[Statement]) -> StepRecord:
    where = f"step {number}"
    if not isinstance(record, dict):
        raise ProblemError(f"expected {where} as a mapping, found {_shown(record)}")
    rule = record.get("rule")
    if not isinstance(rule, str):
        raise ProblemError(f"expected the rule of {where}, found {_shown(rule)}")
    mapping = record.get("mapping", {})
    if not isinstance(mapping, dict) or not all(
        isinstance(word, str) for pair in mapping.items() for word in pair
    ):
        raise ProblemError(f"expected letters and points as the mapping of {where}")
    modulus = record.get("modulus", 1)
    if not _is_int(modulus) or not 1 <= modulus <= _LARGEST_FACTOR:
        raise ProblemError(f"expected the modulus of {where}, found {_shown(modulus)}")

    def at(place: Any) -> Statement:
        if not _is_int(place) or not 0 <= place < len(statements):
            raise ProblemError(
                f"expected the number of a statement in {where}, from 0 to"
                f" {len(statements) - 1}, found {_shown(place)}"
            )
        return statements[place]

    conditions = [
        _statement(text, f"a condition of {where}") for text in _list(record, "conditions", ())
    ]
    return StepRecord(
        number,
        rule,
        tuple(at(place) for place in _list(record, "antecedents", ())),
        at(record.get("conclusion")),
        tuple(conditions),
        dict(mapping),
        tuple(_rows(record, where)),
        modulus,
    )


def _rows(record: Mapping[str, Any], where: str) -> list[tuple[Fraction, ...]]:
    rows = []
    for row in _list(record, "coefficients", ()):
        if not isinstance(row, list) or len(row) > _MOST:
            raise ProblemError(f"expected rows of coefficients in {where}, found {_shown(row)}")
        rows.append(tuple(_fraction(text, where) for text in row))
    return rows


def _fraction(text: Any, where: str) -> Fraction:
    plain = str(text) if _is_int(text) or isinstance(text, str) else ""
    try:
        if len(plain) > 40 or "e" in plain.lower():
            raise ValueError
        return Fraction(plain)
    except (ValueError, ZeroDivisionError):
        raise ProblemError(
            f"expected a coefficient such as 1/2 in {where}, found {_shown(text)}"
        ) from None


def _list(data: Mapping[str, Any], key: str, default: Any = None) -> list[Any]:
    found = data.get(key, default)
    if not isinstance(found, list | tuple):
        raise ProblemError(f"expected a list as {key}, found {_shown(found)}")
    if len(found) > _MOST:
        raise ProblemError(f"expected at most {_MOST:,} {key}, found {len(found):,}")
    return list(found)


def _statement(text: Any, what: str) -> Statement:
    if not isinstance(text, str):
        raise ProblemError(f"expected {what} as text, found {_shown(text)}")
    return read_named(lambda: parse_statement(text), what)


def read_named(read: Callable[[], Statement], what: str) -> Statement:
    """Call `read`; if it raises, `what` is put before the error message."""
    try:
        return read()
    except StatementError as error:
        raise type(error)(f"{what}: {error.message}", hint=error.hint) from None


def _is_int(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    text = repr(value) if isinstance(value, str | int | float) else type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}…"
