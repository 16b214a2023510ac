"""Notations of statements, to write and to read: symbols, LaTeX, English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Literal

from geoengine.errors import StatementError
from geoengine.language.exact import Surd, parse_angle
from geoengine.language.names import join_latex, join_points, split_latex, split_points
from geoengine.language.predicate import Predicate
from geoengine.language.predicate_table import PREDICATES
from geoengine.language.statement import Statement, format_value, parse_statement

__all__ = ["Style", "read", "write"]

Style = Literal["formal", "plain", "latex", "english", "chinese", "plain_zh"]

_SLOT = re.compile(r"<([0-9ab]+|\*|v)>")


@dataclass(frozen=True, slots=True)
class _Spelling:
    """How one style writes points, lists and constants.

    `join` writes points side by side, and `split` splits them again; `run` is a regular expression
    for what `join` writes; `value` writes a constant; `comma` separates the points of a list.
    """

    join: Callable[[Sequence[str]], str]
    split: Callable[[str, int], list[str]]
    run: str
    value: Callable[[Fraction | Surd], str]
    comma: str = ", "


def _latex_value(value: Fraction | Surd) -> str:
    return (
        format_value(value).replace("°", r"^\circ") if isinstance(value, Fraction) else value.latex
    )


_WORDS = _Spelling(join_points, split_points, r"[A-Za-z][A-Za-z0-9_'-]*", format_value)
_CHINESE = replace(_WORDS, comma="、")
_LATEX = _Spelling(join_latex, split_latex, r"[A-Za-z\\][\w'{}\\]*", _latex_value)
_SPELLINGS = {
    "plain": _WORDS,
    "latex": _LATEX,
    "english": _WORDS,
    "chinese": _CHINESE,
    "plain_zh": _CHINESE,
}


def _template(predicate: Predicate, style: Style) -> str:
    return str(getattr(predicate, style) or predicate.plain)


def write(statement: Statement, style: Style = "plain") -> str:
    r"""Write a statement.

    Parameters
    ----------
    statement : Statement
    style : {"formal", "plain", "latex", "english", "chinese", "plain_zh"}
        ``formal`` is ``cong A B C D``; ``plain`` is ``AB = CD``; ``latex`` has no delimiters;
        ``english`` and ``chinese`` are clauses; ``plain_zh`` is ``plain`` with Chinese words.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> write(parse_statement("perp A H B C")), write(parse_statement("aconst A B A C 60o"))
    ('AH ⟂ BC', '∠(AB,AC) = 60°')
    >>> write(parse_statement("coll A B C")), write(parse_statement("coll A B C"), "plain_zh")
    ('A, B, C are collinear', 'A、B、C共线')
    """
    return str(statement) if style == "formal" else _written(statement, style)


@lru_cache(maxsize=4096)
def _written(statement: Statement, style: Style) -> str:
    spelling = _SPELLINGS[style]

    def fill(match: re.Match[str]) -> str:
        slot = match[1]
        if slot == "v":
            assert statement.value is not None
            return spelling.value(statement.value)
        if slot == "*":
            listed = statement.points[statement.definition.tail or 0 :]
            return spelling.comma.join(spelling.join([point]) for point in listed)
        return spelling.join([statement.points[int(digit, 16)] for digit in slot])

    return _SLOT.sub(fill, _template(statement.definition, style))


@cache
def _pattern(predicate: Predicate, style: Style) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return the regular expression that matches a wording, and the slots of its groups."""
    spelling, slots, parts, at = _SPELLINGS[style], [], [], 0
    template = _template(predicate, style)
    for match in _SLOT.finditer(template):
        parts.append(re.escape(template[at : match.start()]))
        slots.append(match[1])
        run = spelling.run
        parts.append(
            {"v": "(.+)", "*": f"({run}(?:{spelling.comma}{run})*)"}.get(match[1], f"({run})")
        )
        at = match.end()
    parts.append(re.escape(template[at:]))
    return re.compile("".join(parts)), tuple(slots)


def _match(predicate: Predicate, style: Style, text: str) -> Statement | None:
    """Read a text as a statement with this predicate; None if it is not one."""
    pattern, slots = _pattern(predicate, style)
    match = pattern.fullmatch(text)
    if match is None:
        return None
    spelling = _SPELLINGS[style]
    points: dict[int, str] = {}
    value: Fraction | Surd | None = None
    try:
        for slot, found in zip(slots, match.groups(), strict=True):
            if slot == "v":
                value = parse_angle(found) if predicate.constant == "angle" else Surd.parse(found)
            elif slot == "*":
                for k, name in enumerate(found.split(spelling.comma)):
                    points[(predicate.tail or 0) + k] = spelling.split(name, 1)[0]
            else:
                for digit, name in zip(slot, spelling.split(found, len(slot)), strict=True):
                    points[int(digit, 16)] = name
        return Statement(predicate.name, tuple(points[k] for k in sorted(points)), value)
    except StatementError:
        return None


def read(text: str, style: Style = "plain") -> Statement:
    """Read a statement that `write` wrote.

    Raises
    ------
    StatementError
        If the text matches the wording of no predicate.

    Examples
    --------
    >>> print(read("AB:CD = √2"))
    rconst A B C D √2
    """
    if style == "formal":
        return parse_statement(text)
    cleaned = " ".join(text.split())
    for predicate in PREDICATES.values():
        statement = _match(predicate, style, cleaned)
        if statement is not None:
            return statement
    raise StatementError(f"expected a statement in {style} notation, found {text!r}")
