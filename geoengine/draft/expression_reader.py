"""Reading of expressions, by recursive descent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from geoengine.draft.errors import DraftError
from geoengine.draft.expressions import (
    Binary,
    Boolean,
    Call,
    Coordinates,
    Equation,
    Expression,
    Items,
    Name,
    Number,
    Text,
    Unary,
)
from geoengine.draft.place import Place
from geoengine.draft.tokens import Token

__all__ = ["ExpressionReader"]

_DEEPEST = 60
"""How deep expressions may be nested."""

_LEVELS = (("||",), ("&&",), ("==", "!="), ("<", "<=", ">", ">=", "∈"), ("+", "-"))
"""The operators between two values, from the loosest; products and powers are tighter."""

_CLOSING = {"(": ")", "[": "]"}

_POWERS = {"²": "2", "³": "3"}


class ExpressionReader(ABC):
    """Reads expressions from tokens, one after another.

    Parameters
    ----------
    tokens : sequence of Token
        The last of them of the kind ``end``.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self.position = 0
        self._depth = 0

    @abstractmethod
    def check_call(self, token: Token) -> None:
        """Raise an error if nothing has the name before brackets that a token is."""

    @property
    def token(self) -> Token:
        """The next token."""
        return self._tokens[self.position]

    def ahead(self, count: int = 1) -> Token:
        """Return a token after the next one."""
        return self._tokens[min(self.position + count, len(self._tokens) - 1)]

    def take(self) -> Token:
        """Return the next token and go past it."""
        token = self.token
        if token.kind != "end":
            self.position += 1
        return token

    def at(self, *signs: str) -> bool:
        """Whether the next token is one of some signs."""
        return self.token.kind == "sign" and self.token.text in signs

    def skip(self, sign: str) -> bool:
        """Go past a sign if it is next."""
        if self.at(sign):
            self.position += 1
            return True
        return False

    def expect(self, sign: str, where: str) -> None:
        """Go past a sign that has to come next."""
        if not self.skip(sign):
            raise self.error(f"expected {sign!r} {where}, found {self.token.shown}")

    def error(self, message: str, hint: str | None = None) -> DraftError:
        """Return an error at the next token."""
        return DraftError.found_at(self.token.place, message, hint)

    @contextmanager
    def _nested(self) -> Iterator[None]:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.error(f"expected at most {_DEEPEST} levels of nesting")
        try:
            yield
        finally:
            self._depth -= 1

    def expression(self) -> Expression:
        """Read an expression or an equation."""
        with self._nested():
            place = self.token.place
            left = self._binary(0)
            if self.skip("="):
                return Equation(left, self._binary(0), place=place)
            return left

    def _binary(self, level: int) -> Expression:
        if level == len(_LEVELS):
            return self._product()
        place = self.token.place
        left = self._binary(level + 1)
        while self.at(*_LEVELS[level]):
            operator = self.take().text
            left = Binary(operator, left, self._binary(level + 1), place=place)
        return left

    def _product(self) -> Expression:
        place = self.token.place
        left = self._signed()
        while True:
            if self.at("*", "/"):
                operator = self.take().text
                left = Binary(operator, left, self._signed(), place=place)
            elif self._begins_a_factor():
                left = Binary("*", left, self._power(), place=place)
            else:
                return left

    def _begins_a_factor(self) -> bool:
        """Whether a value follows without an operator: ``2x``, ``3 A``, ``2(1 + k)``."""
        return self.token.kind in ("name", "number") or self.at("(")

    def _signed(self) -> Expression:
        place = self.token.place
        if self.at("-", "!"):
            with self._nested():
                return Unary(self.take().text, self._signed(), place=place)
        if self.at("+"):
            with self._nested():
                self.take()
                return self._signed()
        return self._power()

    def _power(self) -> Expression:
        place = self.token.place
        base = self._postfixed()
        if self.token.kind == "sign" and self.token.text in _POWERS:
            exponent_place = self.token.place
            exponent: Expression = Number(_POWERS[self.take().text], place=exponent_place)
            base = Binary("^", base, exponent, place=place)
        if not self.skip("^"):
            return base
        with self._nested():
            exponent_place = self.token.place
            if self.skip("-"):
                exponent = Unary("-", self._power(), place=exponent_place)
            else:
                exponent = self._power()
        return Binary("^", base, exponent, place=place)

    def _postfixed(self) -> Expression:
        place = self.token.place
        value = self._primary()
        while self.skip("°"):
            value = Unary("°", value, place=place)
        return value

    def _primary(self) -> Expression:
        token = self.token
        match token.kind:
            case "number":
                return Number(self.take().text, place=token.place)
            case "text":
                return Text(self.take().text, place=token.place)
            case "name":
                return self._word()
        if self.at("("):
            return self._parenthesis()
        if self.at("{"):
            self.take()
            return Items(self._until("}"), place=token.place)
        raise self.error(f"expected a value or a command, found {token.shown}")

    def _word(self) -> Expression:
        token = self.take()
        if token.text in ("true", "false"):
            return Boolean(token.text == "true", place=token.place)
        if self.at("(", "[") and self.token.joined:
            self.check_call(token)
            closing = _CLOSING[self.take().text]
            return Call(token.text, self._until(closing), place=token.place)
        return Name(token.text, place=token.place)

    def _until(self, closing: str) -> tuple[Expression, ...]:
        """Read what stands between commas, up to a closing bracket and past it."""
        found: list[Expression] = []
        while not self.at(closing):
            if found:
                self._expect_comma(closing)
            found.append(self.expression())
        self.take()
        return tuple(found)

    def _expect_comma(self, closing: str) -> None:
        if not self.skip(","):
            raise self.error(f"expected ',' or {closing!r}, found {self.token.shown}")

    def _parenthesis(self) -> Expression:
        place: Place = self.take().place
        first = self.expression()
        if self.at(",", ";"):
            is_polar = self.take().text == ";"
            second = self.expression()
            if self.at(","):
                raise self.error(
                    "expected two coordinates, found a third",
                    "drafts are in the plane",
                )
            self.expect(")", "after the coordinates")
            return Coordinates(first, second, is_polar, place=place)
        self.expect(")", "after the expression")
        return first
