"""Parser of goals and questions in problem texts."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.errors import ProblemError, StatementError
from geoengine.language import (
    ALIASES,
    EQUATIONS,
    PREDICATES,
    QUESTIONS,
    SQUARED,
    Question,
    Statement,
    parse_equation,
    parse_question,
    parse_statement,
    read,
)
from geoengine.scene.tokens import Token
from geoengine.spelling import did_you_mean

__all__ = ["parse_goal"]

_WORDS = (*PREDICATES, *ALIASES, *SQUARED, *QUESTIONS, *EQUATIONS)


def parse_goal(tokens: Sequence[Token]) -> tuple[Statement | Question, ...]:
    """Parse one goal or question.

    Parameters
    ----------
    tokens : sequence of Token
        The tokens of the goal, at least one.

    Returns
    -------
    tuple of Statement or Question
        A single one, or the statements equivalent to an equation.

    Raises
    ------
    ProblemError
        With line and column; if the goal is in symbols or words, the hint is its formal spelling.

    Examples
    --------
    >>> from geoengine.scene.tokens import tokenize
    >>> parse_goal(tokenize("AB = AC"))
    Traceback (most recent call last):
    geoengine.errors.ProblemError: line 1, column 4: expected a goal, found '='
      hint: write: cong A B A C
    """
    first, text = tokens[0], " ".join(token.text for token in tokens)
    for token in tokens:
        if token.is_separator:
            raise _refused(token, text)
    try:
        if first.text in QUESTIONS:
            return (parse_question(text),)
        if first.text in EQUATIONS:
            return parse_equation(text)
        if first.text in _WORDS:
            return (parse_statement(text),)
    except StatementError as error:
        raise first.error(error.message, hint=error.hint) from None
    listed = f"predicates are: {' '.join(sorted(PREDICATES))}"
    near = did_you_mean(first.text, _WORDS)
    raise first.error(
        f"expected a predicate, found {first.text!r}",
        hint=_formal(text) or (f"{near} The {listed}" if near else f"the {listed}"),
    )


def _refused(token: Token, text: str) -> ProblemError:
    hints = {
        ",": "separate goals by ';'",
        "=": "a goal is a predicate with its points, such as: cong A B A C",
    }
    return token.error(
        f"expected a goal, found {token.text!r}", hint=_formal(text) or hints.get(token.text)
    )


def _formal(text: str) -> str | None:
    """Return a hint with the formal spelling of a goal in symbols or words; None for others."""
    try:
        return f"write: {read(text.replace(' ,', ','))}"
    except StatementError:
        return None
