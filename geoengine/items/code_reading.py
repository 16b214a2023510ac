"""What can be read off code without running it: the functions it calls, its numbers, its length."""

from __future__ import annotations

import re

__all__ = ["code_lines", "functions_called", "literals"]

_TEXT = r"(?P<text>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\\n])*')"
_SKIPPED = {
    "python": re.compile(rf"{_TEXT}|#[^\n]*"),
    "asymptote": re.compile(rf"{_TEXT}|//[^\n]*|/\*.*?\*/", re.DOTALL),
}
_CALL = re.compile(r"(?<![\w])((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*) ?\(")
_NUMBER = re.compile(r"(?<![\w.])(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\d.])")
_WORDS = frozenset(["if", "for", "while", "return", "and", "or", "not", "in", "else", "lambda"])


def _bare(code: str, language: str) -> str:
    """Code without its comments, and with empty texts; of other languages, as it is."""
    skipped = _SKIPPED.get(language)
    return skipped.sub(lambda found: '""' if found["text"] else " ", code) if skipped else code


def functions_called(code: str, language: str) -> frozenset[str]:
    """The names that are called in code; of a method or an attribute, the last name.

    Examples
    --------
    >>> sorted(functions_called('draw(A--2*dir(30)); // dot(A)', "asymptote"))
    ['dir', 'draw']
    >>> sorted(functions_called("ax.plot(*zip(A, B))  # fill()", "python"))
    ['plot', 'zip']
    """
    bare = _bare(code, language)
    names = {found[1].rpartition(".")[2] for found in _CALL.finditer(bare)}
    return frozenset(names - _WORDS)


def literals(code: str, language: str) -> tuple[float, ...]:
    """The different numbers written in code, in the order of first appearance.

    Examples
    --------
    >>> literals('size(150); pair A=(0,2.5); label("$7$", A);', "asymptote")
    (150.0, 0.0, 2.5)
    """
    bare = _bare(code, language)
    return tuple(dict.fromkeys(float(found[0]) for found in _NUMBER.finditer(bare)))


def code_lines(code: str) -> int:
    """The number of lines that are not blank."""
    return sum(bool(line.strip()) for line in code.splitlines())
