"""The words and signs of a draft's text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from geoengine.draft.errors import DraftError
from geoengine.draft.place import Place

__all__ = ["Token", "tokenize"]

_LONGEST = 100_000
"""The maximum number of characters of a draft."""

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\u00a0]+)
    | (?P<comment>(?:\#|//)[^\n]*)
    | (?P<newline>\n)
    | (?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:E[+-]?[0-9]+)?)
    | (?P<name>[^\W\d_²³][^\W_²³]*'*(?:_(?:\{[^\W_²³]+\}|[^\W_²³]+)'*)?)
    | (?P<text>"[^"\n]*")
    | (?P<sign>==|!=|<=|>=|:=|&&|\|\||[-+*/^=∈≟≠<>≤≥!¬∧∨°²³:;,.(){}\[\]·×−])
    """,
    re.VERBOSE,
)

_SAME = {"≟": "==", "≠": "!=", "≤": "<=", "≥": ">=", "¬": "!", "∧": "&&", "∨": "||", "·": "*",
         "×": "*", "−": "-", ":=": "="}  # fmt: skip
"""Signs that mean the same as others."""

_OPENING = {")": "(", "]": "[", "}": "{"}


class Token(NamedTuple):
    """A word, number, text or sign, and where it stands.

    Attributes
    ----------
    kind : {"number", "name", "text", "sign", "newline", "end"}
    text : str
        Of a text, what is between the quotes; of a sign, its usual form: ``==`` for ``≟``.
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
        names = {"end": "the end of the draft", "newline": "the end of the line"}
        return names.get(self.kind, repr(self.text))


def tokenize(text: str) -> tuple[Token, ...]:
    """Cut a draft's text into tokens.

    The end of a line inside brackets counts as a space. Comments begin with ``#`` or ``//``.

    Raises
    ------
    DraftError
        At a character that begins no token, at a bracket without its counterpart, or if the text is
        very long.

    Examples
    --------
    >>> [token.text for token in tokenize("A_{1} = (2,3) # a point")]
    ['A_1', '=', '(', '2', ',', '3', ')', '']
    """
    if len(text) > _LONGEST:
        raise DraftError(f"expected at most {_LONGEST} characters, found {len(text)}")
    tokens: list[Token] = []
    opened: list[Token] = []
    end, last = 0, Place(1, 1)
    for kind, piece, start, place in _pieces(text):
        last = Place(place.line, place.column + len(piece))
        if kind in ("space", "comment"):
            continue
        if kind == "newline":
            last = Place(place.line + 1, 1)
            if not opened:
                tokens.append(Token(kind, "", place, joined=False))
            continue
        token = Token(kind, _content(kind, piece), place, joined=start == end and start > 0)
        end = start + len(piece)
        tokens.append(token)
        _match_brackets(token, opened)
    if opened:
        message = f"expected a closing bracket for {opened[-1].text!r}, found the end of the draft"
        raise DraftError.found_at(opened[-1].place, message)
    tokens.append(Token("end", "", last, joined=False))
    return tuple(tokens)


def _content(kind: str, piece: str) -> str:
    match kind:
        case "text":
            return piece[1:-1]
        case "name":
            return piece.replace("{", "").replace("}", "")
        case "sign":
            return _SAME.get(piece, piece)
    return piece


def _match_brackets(token: Token, opened: list[Token]) -> None:
    """Note a bracket that opens, and take away the one that closes."""
    if token.kind != "sign":
        return
    if token.text in _OPENING.values():
        opened.append(token)
    elif token.text in _OPENING:
        if not opened:
            raise DraftError.found_at(
                token.place,
                f"expected no {token.text!r} without {_OPENING[token.text]!r} before it",
            )
        begun = opened.pop()
        if begun.text != _OPENING[token.text]:
            closing = next(close for close, begin in _OPENING.items() if begin == begun.text)
            raise DraftError.found_at(
                token.place,
                f"expected {closing!r} for the {begun.text!r} in line {begun.place.line},"
                f" column {begun.place.column}, found {token.text!r}",
            )


def _pieces(text: str) -> Iterator[tuple[str, str, int, Place]]:
    position, line, begin = 0, 1, 0
    while position < len(text):
        place = Place(line, position - begin + 1)
        found = _TOKEN.match(text, position)
        if found is None or found.lastgroup is None:
            raise DraftError.found_at(place, *_unreadable(text[position:]))
        yield found.lastgroup, found[0], position, place
        position = found.end()
        if found.lastgroup == "newline":
            line, begin = line + 1, position


def _unreadable(rest: str) -> tuple[str, str | None]:
    """Return what is wrong with a text that begins with no token, and a hint."""
    if rest[0] == '"':
        return "expected the end of a text on its line", 'close it with "'
    hint = None
    if rest[0] in "“”'":
        hint = 'texts stand between straight double quotes: "red"'
    return f"expected a word, a number or a sign, found {rest[0]!r}", hint
