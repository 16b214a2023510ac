"""The signs and words that numbers are written with, in plain notation and in LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from geoengine.errors import StatementError

__all__ = ["FUNCTIONS", "INVERSES", "fail", "tokens"]

_SIGNS = str.maketrans(
    {"−": "-", "–": "-", "‒": "-", "⁄": "/", "∕": "/", "÷": "/", "×": "*", "·": "*", "⋅": "*",
     "∙": "*", "•": "*", "º": "°", "˚": "°", "{": "(", "}": ")", "[": "(", "]": ")", "~": " "}
    | {sign: f"^{k}" for k, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
)  # fmt: skip
_COMMANDS = {
    "frac": "frac", "dfrac": "frac", "tfrac": "frac", "cfrac": "frac", "sqrt": "sqrt",
    "surd": "√", "pi": "π", "cdot": "*", "times": "*", "ast": "*", "div": "/", "over": "over",
    "circ": "°", "degree": "°", "degrees": "°", "prime": "'", "cbrt": "∛",
}  # fmt: skip
"""The commands of LaTeX, and the bare words, that stand in numbers, and what they mean."""

_SKIPPED = frozenset(
    ["left", "right", "big", "Big", "bigl", "bigr", "displaystyle", "textstyle", "limits",
     "mathrm", "text", "mathbf", "textbf", "operatorname", "mathit", "rm"]
)  # fmt: skip
FUNCTIONS = frozenset(["sin", "cos", "tan", "cot", "sec", "csc"])
INVERSES = {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "asin": "asin", "acos": "acos",
    "atan": "atan",
}  # fmt: skip
_GROUPED = r"\d{1,3}(?:(?:\(,\)|,\\!|,)\d{3})+(?!\d)"
_TOKEN = re.compile(
    rf"""\s*(?:
    (?P<dms>\d+(?:\.\d+)?°\ ?\d+(?:\.\d+)?['′](?:\ ?\d+(?:\.\d+)?(?:["″]|''))?)
    | (?P<repeating>\d*\.\d*\\overline\ ?\(\d{{1,9}}\))
    | (?P<mixed>\d+\ \d+/\d+(?![\d.])
        | \d+\s*\\[dtc]?frac\s*(?:\(\d+\)|\d)\s*(?:\(\d+\)|\d))
    | ⟨(?P<index>\d{{1,2}})⟩
    | (?P<number>{_GROUPED}(?:\.\d+)?|\d{{1,3}}(?:\ \d{{3}})+(?![\d/])|\d+(?:\.\d+)?|\.\d+)
    | \\(?P<command>[a-zA-Z]+) | \\(?P<sign>%) | \\(?P<space>[ ,;:!])
    | (?P<word>[a-z]+)
    | (?P<symbol>\*\*|[-+*/^()°%√∛∜π'′])
    )""",
    re.VERBOSE,
)
_DEGREES = re.compile(r"\^\s*\{?\s*(?:\\circ|\\degree|°)\s*\}?")
_INDEX = re.compile(r"\\sqrt\s*\[\s*(\d{1,2})\s*\]")
_WORD = re.compile("|".join(sorted({*_COMMANDS, *FUNCTIONS, *INVERSES}, key=len, reverse=True)))


def fail(expected: str, found: str) -> NoReturn:
    """Raise a StatementError that says what was expected in place of a text."""
    raise StatementError(f"expected {expected}, found {found[:60]!r}")


def tokens(text: str) -> Iterator[tuple[str, str]]:
    """The tokens of a text: the kind and the text of each."""
    text = _INDEX.sub(r"\\sqrt⟨\1⟩", _DEGREES.sub("°", text)).translate(_SIGNS)
    at = 0
    end = len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if not found:
            fail("a number", text)
        at = found.end()
        kind, token = str(found.lastgroup), found[str(found.lastgroup)]
        if kind == "space" or (kind == "command" and token in _SKIPPED):
            continue
        if kind == "symbol" and token == "′":
            fail("minutes after degrees", text)
        if kind in {"command", "word"}:
            names = [token] if kind == "command" else _split_words(token, text)
            for name in names:
                if name in FUNCTIONS or name in INVERSES:
                    yield "function", name
                elif name in _COMMANDS:
                    yield "sign", _COMMANDS[name]
                else:
                    fail("a number", text)
        else:
            yield ("sign" if kind in {"symbol", "sign"} else kind), token


def _split_words(letters: str, text: str) -> list[str]:
    """Split letters such as ``pisqrt`` into the words that they are made of."""
    words = _WORD.findall(letters)
    if "".join(words) != letters:
        fail("a number", text)
    return words
