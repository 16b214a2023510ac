"""Splitting Asymptote code into tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass

from geoengine.verify.programs.faults import FaultKind, ProgramError

__all__ = ["Token", "split_tokens"]

_PATTERN = re.compile(
    r"""
    (?P<space>[\s\ufeff]+|//[^\n]*|/\*.*?\*/)
  | (?P<number>(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?)
  | (?P<name>[A-Za-z_][A-Za-z_0-9]*)
  | (?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<sign>---|\.\.\.|--|\.\.|::|\^\^|\+\+|\+=|-=|\*=|/=|%=|\^=|==|!=|<=|>=|&&|\|\||\*\*|=>
        |[-+*/^%\#=<>!?:;,.(){}\[\]&|@$])
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Token:
    """A token: kind is name, number, string, sign, or end."""

    kind: str
    text: str
    place: tuple[int, int]
    glued: bool = False
    """Whether no space stands before it."""


def split_tokens(code: str) -> list[Token]:
    """Split code into tokens; the last one is the end.

    Raises
    ------
    ProgramError
        Where no token begins.

    Examples
    --------
    >>> [token.text for token in split_tokens("pair A=2.5*dir(30); // a point")]
    ['pair', 'A', '=', '2.5', '*', 'dir', '(', '30', ')', ';', '']
    """
    found: list[Token] = []
    at, line, start, glued = 0, 1, 0, False
    while at < len(code):
        match = _PATTERN.match(code, at)
        place = (line, at - start + 1)
        if match is None:
            raise ProgramError(FaultKind.SYNTAX, f"unexpected character {code[at]!r}", place)
        kind, text = str(match.lastgroup), match[0]
        # In `1..5` and `4.--B` the dots and dashes are signs, not a part of the number.
        if kind == "number" and text.endswith(".") and code[match.end() : match.end() + 1] == ".":
            text = text[:-1]
        if kind != "space":
            found.append(Token(kind, text, place, glued))
        glued = kind != "space"
        at += len(text)
        if "\n" in text:
            line += text.count("\n")
            start = at - len(text) + text.rindex("\n") + 1
    return [*found, Token("end", "", (line, at - start + 1))]
