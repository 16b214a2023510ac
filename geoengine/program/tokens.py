"""The words and signs of a program's text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from geoengine.program.errors import ProgramError
from geoengine.program.place import Place

__all__ = ["Remark", "Token", "Tokens", "tokenize"]

_LONGEST = 100_000
"""The maximum number of characters of a program."""

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
    | (?P<comment>//[^\n]*)
    | (?P<block>/\*.*?\*/)
    | (?P<number>(?:[0-9]+(?:\.(?!\.)[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<sign>\^\^|--|\+\+|\+=|-=|\*=|/=|==|!=|<=|>=|&&|\|\||\.\.|[-+*/%\#^<>=!?:;,.(){}\[\]&])
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A word, number, string or sign, and where it stands.

    Attributes
    ----------
    kind : {"number", "name", "string", "sign", "end"}
    text : str
        As written; of a string, what is between the quotes.
    place : Place
    joined : bool
        Whether nothing stands between it and the token before it.
    """

    kind: str
    text: str
    place: Place
    joined: bool

    @property
    def shown(self) -> str:
        """How error messages name it."""
        return "the end of the program" if self.kind == "end" else repr(self.text)


class Remark(NamedTuple):
    """A comment on a line of its own; `before` is the position of the token that follows it."""

    before: int
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Tokens:
    """A program's text, cut up."""

    tokens: tuple[Token, ...]
    remarks: tuple[Remark, ...]


def tokenize(text: str) -> Tokens:
    """Cut a program's text into tokens.

    Raises
    ------
    ProgramError
        At a character that begins no token, or if the text is very long.

    Examples
    --------
    >>> [token.text for token in tokenize("2A--B; // line").tokens]
    ['2', 'A', '--', 'B', ';', '']
    """
    if len(text) > _LONGEST:
        raise ProgramError(f"expected at most {_LONGEST} characters, found {len(text)}")
    tokens: list[Token] = []
    remarks: list[Remark] = []
    end = 0
    for kind, piece, start, place in _pieces(text):
        if kind == "comment":
            if not text[text.rfind("\n", 0, start) + 1 : start].strip():
                remarks.append(Remark(len(tokens), piece[2:].strip(), place))
        elif kind not in ("space", "block"):
            shown = piece[1:-1] if kind == "string" else piece
            tokens.append(Token(kind, shown, place, joined=start == end and start > 0))
            end = start + len(piece)
    lines = text.count("\n")
    last = Place(lines + 1, len(text) - (text.rfind("\n") + 1) + 1)
    tokens.append(Token("end", "", last, joined=False))
    return Tokens(tuple(tokens), tuple(remarks))


def _pieces(text: str) -> Iterator[tuple[str, str, int, Place]]:
    position, line, begin = 0, 1, 0
    while position < len(text):
        place = Place(line, position - begin + 1)
        found = _TOKEN.match(text, position)
        if found is None or found.lastgroup is None:
            raise ProgramError.found_at(place, *_unreadable(text[position:]))
        piece = found[0]
        yield found.lastgroup, piece, position, place
        position = found.end()
        if breaks := piece.count("\n"):
            line += breaks
            begin = position - (len(piece) - piece.rfind("\n") - 1)


def _unreadable(rest: str) -> tuple[str, str | None]:
    """Return what is wrong with a text that begins with no token, and a hint."""
    if rest[0] in "\"'":
        return "expected the end of a string on its line", f"close it with {rest[0]}"
    if rest.startswith("/*"):
        return "expected the end of a comment", "close it with */"
    return f"expected a word, a number or a sign, found {rest[0]!r}", None
