"""Reading of drafts."""

from __future__ import annotations

import re

from geoengine.draft.draft import Draft, Statement
from geoengine.draft.errors import DraftError
from geoengine.draft.expression_reader import ExpressionReader
from geoengine.draft.expressions import Equation, Expression, Items, Name
from geoengine.draft.tokens import Token, tokenize
from geoengine.draft.vocabulary import FOREIGN, RESERVED, VARIABLES, WORDS
from geoengine.spelling import did_you_mean

__all__ = ["read_draft", "read_expression"]

_MOST = 2_000
"""The maximum number of statements of a draft."""

_AUTOMATIC = re.compile(r"[^\W\d]{1,2}'*(_\w+)?'*|[a-z]+\d+")
"""Names that the engine may have given to an object by itself."""


def read_draft(text: str) -> Draft:
    r"""Read a draft: one command or definition in each line.

    Parameters
    ----------
    text : str
        Arguments stand in round or square brackets; within brackets a line may be broken. Empty
        lines and comments (from ``#`` or ``//`` to the end of a line) are skipped.

    Raises
    ------
    DraftError
        At the first mistake, with its line and column.

    Examples
    --------
    >>> draft = read_draft("A = (0, 0)\nc = Circle[A, 2]\nf: y = 2x + 1")
    >>> [statement.name for statement in draft.statements]
    ['A', 'c', 'f']
    """
    return Draft(tuple(_Reader(tokenize(text)).statements()))


def read_expression(text: str) -> Expression:
    """Read a single expression.

    Raises
    ------
    DraftError
        At the first mistake.

    Examples
    --------
    >>> read_expression("Midpoint(A, B)").name
    'Midpoint'
    """
    reader = _Reader(tokenize(text))
    found = reader.expression()
    if reader.token.kind != "end":
        raise reader.error(f"expected the end, found {reader.token.shown}")
    return found


class _Reader(ExpressionReader):
    def __init__(self, tokens: tuple[Token, ...]) -> None:
        super().__init__(tokens)
        self._named: set[str] = set()

    def statements(self) -> list[Statement]:
        found: list[Statement] = []
        while self.token.kind != "end":
            if self.token.kind == "newline":
                self.take()
                continue
            if len(found) == _MOST:
                raise self.error(f"expected at most {_MOST} lines")
            found.append(self._statement())
            if self.token.kind not in ("newline", "end"):
                hint = "write each command on a line of its own" if self.at(";") else None
                raise self.error(f"expected the end of the line, found {self.token.shown}", hint)
        return found

    def _statement(self) -> Statement:
        place = self.token.place
        name = self._name()
        value = self.expression()
        if name is not None:
            self._named.add(name)
        return Statement(value, name, place=place)

    def _name(self) -> str | None:
        """Read the name of what is made, and the sign after it, if there is one."""
        token, after = self.token, self.ahead()
        if self.at("{"):
            self._refuse_several()
        if token.kind != "name" or after.kind != "sign":
            return None
        if after.text == "(":
            self._refuse_function()
        if after.text == "," and after.kind == "sign":
            raise DraftError.found_at(after.place, "expected '=' after the name, found ','", _ONE)
        if after.text not in ("=", ":") or (after.text == "=" and token.text in VARIABLES):
            return None
        if token.text in RESERVED:
            raise self.error(f"expected a name, found {token.text!r}, which has a meaning already")
        self.position += 2
        return token.text

    def _refuse_several(self) -> None:
        """Raise an error for ``{P, Q} = …``, which the engine does not accept either."""
        start = self.position
        read = self.expression()
        if isinstance(read, Equation) and isinstance(read.left, Items):
            names = all(isinstance(item, Name) for item in read.left.elements)
            raise DraftError.found_at(
                read.place, "expected a name before '=', found a list", _ONE if names else None
            )
        self.position = start

    def _refuse_function(self) -> None:
        """Raise an error for ``f(x) = …``."""
        signs = [self.ahead(count).text for count in (1, 3, 4)]
        if signs == ["(", ")", "="] and self.ahead(2).kind == "name":
            raise DraftError.found_at(
                self.ahead(4).place,
                "expected the end of the line, found '=' after a function",
                "functions are no objects of drafts; a line or conic is an equation: f: y = 2x + 1",
            )

    def check_call(self, token: Token) -> None:
        """Raise an error if a name before brackets is neither a command nor has been given."""
        word = token.text
        if word in WORDS or word in self._named or _AUTOMATIC.fullmatch(word):
            return
        hint = FOREIGN.get(word) or did_you_mean(
            word, [*WORDS, *self._named], "docs/drafting.md lists the commands"
        )
        raise DraftError.found_at(token.place, f"expected a command, found {word!r}", hint)


_ONE = "name them one by one: P = Intersect(f, c, 1), Q = Intersect(f, c, 2)"
