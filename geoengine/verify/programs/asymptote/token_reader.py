"""Going through the tokens of Asymptote code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from geoengine.verify.programs.asymptote.tokens import Token
from geoengine.verify.programs.faults import FaultKind, ProgramError

__all__ = ["TokenReader"]

_DEEPEST = 80
"""How deep statements and expressions may be nested."""


class TokenReader:
    """A place among tokens, and what is expected there.

    Parameters
    ----------
    tokens : list of Token
        The last one is the end.
    """

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at, self.depth = tokens, 0, 0

    @contextmanager
    def deeper(self, what: str) -> Iterator[None]:
        """Count a level of nesting, of which there may be `_DEEPEST`."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ProgramError(FaultKind.LIMIT, f"too many {what}", self.token.place)
        try:
            yield
        finally:
            self.depth -= 1

    @property
    def token(self) -> Token:
        """The token that is next."""
        return self.tokens[self.at]

    def ahead(self, count: int = 1) -> Token:
        """Return a token after the next one."""
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def next(self) -> Token:
        """Return the next token, and go on."""
        token = self.token
        if token.kind != "end":
            self.at += 1
        return token

    def has(self, *texts: str) -> bool:
        """Return whether the next token is one of some signs or words."""
        return self.token.kind in {"sign", "name"} and self.token.text in texts

    def skip(self, text: str) -> bool:
        """Go on if the next token is a sign or word; return whether it is."""
        if self.has(text):
            self.at += 1
            return True
        return False

    def fault(self, wanted: str) -> ProgramError:
        """Return the error that something else was expected here."""
        found = "the end" if self.token.kind == "end" else repr(self.token.text)
        return ProgramError(FaultKind.SYNTAX, f"expected {wanted}, found {found}", self.token.place)

    def expect(self, text: str) -> Token:
        """Go on after a sign or word, which must be next."""
        if not self.has(text):
            raise self.fault(repr(text))
        return self.next()

    def name(self) -> str:
        """Go on after a name, which must be next."""
        if self.token.kind != "name":
            raise self.fault("a name")
        return self.next().text
