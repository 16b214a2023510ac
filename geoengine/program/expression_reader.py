"""Reading of expressions, by recursive descent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from geoengine.program.errors import ProgramError
from geoengine.program.expressions import (
    Argument,
    ArrayOf,
    Binary,
    Boolean,
    Call,
    Conditional,
    Expression,
    Field,
    Index,
    Join,
    MethodCall,
    Name,
    NewArray,
    Number,
    Scaled,
    String,
    Tuple,
    Unary,
)
from geoengine.program.tokens import Token
from geoengine.program.type_names import ELEMENT_TYPES

__all__ = ["RESERVED", "ExpressionReader"]

RESERVED = frozenset(
    [
        "and",
        "break",
        "continue",
        "controls",
        "cycle",
        "else",
        "false",
        "for",
        "if",
        "import",
        "new",
        "null",
        "return",
        "static",
        "struct",
        "true",
        "typedef",
        "var",
        "while",
    ]
)
"""Words that cannot be names."""

_DEEPEST = 60
"""How deep expressions and statements may be nested."""

# From the loosest to the tightest; those between paths stand between the two tables.
_LOOSE = (("||",), ("&&",), ("==", "!="), ("<", "<=", ">", ">="), ("^^",))
_TIGHT = (("+", "-"), ("*", "/", "%", "#"))


class ExpressionReader:
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
        """Whether the next token is one of some signs or words."""
        return self.token.kind in ("sign", "name") and self.token.text in signs

    def skip(self, sign: str) -> bool:
        """Go past a sign if it is next."""
        if self.at(sign):
            self.position += 1
            return True
        return False

    def expect(self, sign: str, where: str) -> Token:
        """Go past a sign that has to come next."""
        if not self.at(sign):
            raise self.error(f"expected {sign!r} {where}, found {self.token.shown}")
        return self.take()

    def error(self, message: str, hint: str | None = None) -> ProgramError:
        """Return an error at the next token."""
        return ProgramError.found_at(self.token.place, message, hint)

    @contextmanager
    def nested(self) -> Iterator[None]:
        """Count a level of nesting."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.error(f"expected at most {_DEEPEST} levels of nesting")
        try:
            yield
        finally:
            self._depth -= 1

    def name(self, what: str) -> str:
        """Read a name that the program gives to something."""
        token = self.token
        if token.kind != "name" or token.text in RESERVED | ELEMENT_TYPES:
            raise self.error(f"expected {what}, found {token.shown}")
        return self.take().text

    def expression(self) -> Expression:
        """Read an expression."""
        with self.nested():
            place = self.token.place
            test = self._binary(0)
            if not self.skip("?"):
                return test
            yes = self.expression()
            self.expect(":", "between the two values of a condition")
            return Conditional(test, yes, self.expression(), place=place)

    def _binary(self, level: int) -> Expression:
        if level == len(_LOOSE):
            return self._join()
        place = self.token.place
        left = self._binary(level + 1)
        while self.at(*_LOOSE[level]):
            operator = self.take().text
            left = Binary(operator, left, self._binary(level + 1), place=place)
        return left

    def _join(self) -> Expression:
        place = self.token.place
        parts, closed = [self._sum(0)], False
        while not closed and self.at("--"):
            self.take()
            if self.skip("cycle"):
                closed = True
            else:
                parts.append(self._sum(0))
        if self.at("..", "&"):
            raise self.error(
                f"expected '--' between points, found {self.token.shown}",
                "curves are drawn with circle(center, radius) and arc(center, radius, from, to)",
            )
        if len(parts) == 1 and not closed:
            return parts[0]
        return Join(tuple(parts), closed, place=place)

    def _sum(self, level: int) -> Expression:
        if level == len(_TIGHT):
            return self._unary()
        place = self.token.place
        left = self._sum(level + 1)
        while self.at(*_TIGHT[level]):
            operator = self.take().text
            left = Binary(operator, left, self._sum(level + 1), place=place)
        return left

    def _unary(self) -> Expression:
        place = self.token.place
        if self.at("-", "+", "!"):
            with self.nested():
                return Unary(self.take().text, self._unary(), place=place)
        after = self.ahead()
        scaling = after.kind == "name" or (after.text == "(" and after.joined)
        if self.token.kind == "number" and scaling:
            factor = Number(self.take().text, place=place)
            return Scaled(factor, self._power(), place=place)
        return self._power()

    def _power(self) -> Expression:
        place = self.token.place
        base = self.operand()
        if not self.at("^"):
            return base
        self.take()
        with self.nested():
            exponent_place = self.token.place
            if self.at("-", "+"):
                sign = self.take().text
                exponent: Expression = Unary(sign, self._power(), place=exponent_place)
            else:
                exponent = self._power()
        return Binary("^", base, exponent, place=place)

    def operand(self) -> Expression:
        """Read a value with its indices, parts and arguments, without operators."""
        place = self.token.place
        value = self._primary()
        while self.at(".", "["):
            if self.skip("["):
                index = self.expression()
                self.expect("]", "after the index")
                value = Index(value, index, place=place)
                continue
            self.take()
            part = self.name("the name of a part, such as x or length")
            if self.at("("):
                value = MethodCall(value, part, self._arguments(), place=place)
            else:
                value = Field(value, part, place=place)
        return value

    def _primary(self) -> Expression:
        token = self.token
        match token.kind:
            case "number":
                return Number(self.take().text, place=token.place)
            case "string":
                return String(self.take().text, place=token.place)
            case "name":
                return self._word()
        if self.at("("):
            return self._parenthesis()
        if self.at("{"):
            return ArrayOf(None, self._items(), place=token.place)
        raise self.error(f"expected an expression, found {token.shown}")

    def _word(self) -> Expression:
        token = self.token
        if token.text in ("true", "false"):
            self.take()
            return Boolean(token.text == "true", place=token.place)
        if token.text == "new":
            return self._new()
        called = self.ahead().text == "(" and self.ahead().kind == "sign"
        if token.text in RESERVED or (token.text in ELEMENT_TYPES and not called):
            raise self.error(f"expected an expression, found {token.shown}")
        self.take()
        if called:
            return Call(token.text, self._arguments(), place=token.place)
        return Name(token.text, place=token.place)

    def _new(self) -> Expression:
        place = self.take().place
        if self.token.text not in ELEMENT_TYPES:
            raise self.error(f"expected a type after 'new', found {self.token.shown}")
        type_name = self.take().text
        self.expect("[", "after the type of the elements")
        if not self.at("]"):
            size = self.expression()
            self.expect("]", "after the number of elements")
            return NewArray(type_name, size, place=place)
        self.take()
        if self.at("[") and self.ahead().text == "]":
            self.position += 2
            type_name += "[]"
        if not self.at("{"):
            raise self.error(f"expected the elements in braces, found {self.token.shown}")
        return ArrayOf(type_name, self._items(), place=place)

    def _items(self) -> tuple[Expression, ...]:
        self.expect("{", "before the elements")
        items = []
        while not self.at("}"):
            items.append(self.expression())
            if not self.skip(","):
                break
        self.expect("}", "after the elements")
        return tuple(items)

    def _parenthesis(self) -> Expression:
        place = self.take().place
        parts = [self.expression()]
        while self.skip(","):
            parts.append(self.expression())
        self.expect(")", "after the expression")
        if len(parts) > 3:
            message = f"expected two or three coordinates, found {len(parts)}"
            raise ProgramError.found_at(place, message)
        return parts[0] if len(parts) == 1 else Tuple(tuple(parts), place=place)

    def _arguments(self) -> tuple[Argument, ...]:
        self.expect("(", "before the arguments")
        arguments: list[Argument] = []
        while not self.at(")"):
            place, name = self.token.place, None
            if self.token.kind == "name" and self.ahead().text == "=":
                name = self.name("the name of an argument")
                self.take()
            arguments.append(Argument(self.expression(), name, place=place))
            if not self.skip(","):
                break
        self.expect(")", "after the arguments")
        return tuple(arguments)
