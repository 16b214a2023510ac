"""Reading the expressions of Asymptote code."""

from __future__ import annotations

from abc import ABC, abstractmethod

from geoengine.verify.programs.asymptote import syntax as tree
from geoengine.verify.programs.asymptote.token_reader import TokenReader
from geoengine.verify.programs.faults import FaultKind, ProgramError

__all__ = ["ExpressionReader"]

_LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
)


_JOINS = ("--", "..", "---", "::")


_UPDATES = ("+=", "-=", "*=", "/=", "%=", "^=")


class ExpressionReader(TokenReader, ABC):
    """Reads expressions, with the types and parameters of functions in them."""

    @abstractmethod
    def block(self) -> tree.Block:
        """Read statements in braces, the body of a function."""

    def expression(self) -> tree.Node:
        """Read an expression."""
        with self.deeper("parentheses"):
            return self._assignment()

    def _assignment(self) -> tree.Node:
        left = self._choice()
        place = self.token.place
        if self.skip("="):
            return tree.Assign(place, left, self.expression())
        if self.has(*_UPDATES):
            sign = self.next().text[0]
            return tree.Assign(place, left, self.expression(), sign)
        return left

    def _choice(self) -> tree.Node:
        test = self._binary(0)
        place = self.token.place
        if not self.skip("?"):
            return test
        yes = self.expression()
        self.expect(":")
        return tree.Choose(place, test, yes, self.expression())

    def _binary(self, level: int) -> tree.Node:
        if level == len(_LEVELS):
            return self._carets()
        left = self._binary(level + 1)
        while self.has(*_LEVELS[level]):
            token = self.next()
            left = tree.Binary(token.place, token.text, left, self._binary(level + 1))
        return left

    def _carets(self) -> tree.Node:
        left = self._joined()
        while self.has("^^"):
            token = self.next()
            left = tree.Binary(token.place, "^^", left, self._joined())
        return left

    def _joined(self) -> tree.Node:
        first = self._sum()
        self._specifier()
        knots, signs = [first], []
        while self.has(*_JOINS):
            sign = self.next().text
            self._specifier()
            if self.has("controls", "tension"):
                self.next()
                self._sum()
                while self.skip("and"):
                    self._sum()
                self.expect("..")
                sign = "controls"
                self._specifier()
            signs.append(sign)
            knots.append(self._sum())
            if self._specifier():
                signs[-1] = ".."
        return tree.Join(first.place, tuple(knots), tuple(signs)) if signs else first

    def _specifier(self) -> bool:
        """Skip a direction in braces, which makes a path curved."""
        if not self.has("{"):
            return False
        self.next()
        self.skip("curl")
        self.expression()
        if self.skip(","):
            self.expression()
        self.expect("}")
        return True

    def _sum(self) -> tree.Node:
        left = self._product()
        while self.has("+", "-"):
            token = self.next()
            left = tree.Binary(token.place, token.text, left, self._product())
        return left

    def _product(self) -> tree.Node:
        left = self._unary()
        while self.has("*", "/", "%", "#"):
            token = self.next()
            left = tree.Binary(token.place, token.text, left, self._unary())
        return left

    def _unary(self) -> tree.Node:
        token = self.token
        if self.has("-", "+", "!"):
            with self.deeper("signs"):
                self.next()
                return tree.Unary(token.place, token.text, self._unary())
        if self.has("++", "--") and self.ahead().kind == "name":
            self.next()
            by = 1 if token.text == "++" else -1
            return tree.Step(token.place, self._postfix(), by, before=True)
        return self._power()

    def _power(self) -> tree.Node:
        if self.token.kind == "number" and self._scales():
            number = self.next()
            value = tree.Literal(number.place, _number(number.text))
            return tree.Binary(number.place, "*", value, self._power(), implicit=True)
        base = self._postfix()
        token = self.token
        if self.has("^", "**"):
            self.next()
            return tree.Binary(token.place, "^", base, self._unary())
        return base

    def _scales(self) -> bool:
        """Whether the number here is a factor of what follows without a sign."""
        follows = self.ahead()
        return (follows.kind == "name" and follows.text not in {"and", "controls"}) or (
            follows.text == "(" and follows.kind == "sign"
        )

    def _postfix(self) -> tree.Node:
        node = self._primary()
        while True:
            token = self.token
            if self.skip("("):
                node = tree.Call(token.place, node, self._arguments())
            elif self.skip("["):
                node = self._indexed(node, token.place)
            elif self.skip("."):
                node = tree.Member(token.place, node, self.name())
            elif self.has("++") and self.ahead().text in {";", ")", ",", "]"}:
                self.next()
                node = tree.Step(token.place, node, 1, before=False)
            elif self.has("--") and self.ahead().text in {";", ")"}:
                self.next()
                node = tree.Step(token.place, node, -1, before=False)
            else:
                return node

    def _indexed(self, of: tree.Node, place: tree.Place) -> tree.Node:
        low = None if self.has(":") else self.expression()
        if self.skip(":"):
            high = None if self.has("]") else self.expression()
            self.expect("]")
            return tree.Slice(place, of, low, high)
        self.expect("]")
        if low is None:
            raise self.fault("an index")
        return tree.Index(place, of, low)

    def _arguments(self) -> tuple[tuple[str, tree.Node], ...]:
        found: list[tuple[str, tree.Node]] = []
        while not self.has(")"):
            self.skip("...")
            name = ""
            if self.token.kind == "name" and self.ahead().text == "=":
                name = self.next().text
                self.next()
            found.append((name, self.expression()))
            if not self.skip(",") and not self.has(")", "..."):
                raise self.fault("')'")
        self.next()
        return tuple(found)

    def _primary(self) -> tree.Node:
        token = self.token
        if token.kind == "number":
            self.next()
            return tree.Literal(token.place, _number(token.text))
        if token.kind == "string":
            text = ""
            while self.token.kind == "string":
                text += self.next().text[1:-1]
            return tree.Literal(token.place, text)
        if token.kind == "name":
            self.next()
            if token.text == "new":
                return self._new(token.place)
            if token.text in {"true", "false", "null"}:
                return tree.Literal(token.place, {"true": True, "false": False}.get(token.text))
            if token.text == "operator":
                raise ProgramError(FaultKind.UNSUPPORTED, "operator", token.place)
            return tree.Name(token.place, token.text)
        if self.skip("("):
            if self._is_cast():
                kind, _ = self.type()
                self.expect(")")
                call = tree.Name(token.place, f"({kind})")
                return tree.Call(token.place, call, (("", self._unary()),))
            parts = [self.expression()]
            while self.skip(","):
                parts.append(self.expression())
            self.expect(")")
            if len(parts) > 3:
                raise ProgramError(FaultKind.SYNTAX, "more than three coordinates", token.place)
            return parts[0] if len(parts) == 1 else tree.Tuple(token.place, tuple(parts))
        raise self.fault("an expression")

    def _is_cast(self) -> bool:
        if self.token.text not in {"int", "real", "pair", "path", "string", "pen", "guide"}:
            return False
        at = 1
        while self.ahead(at).text == "[" and self.ahead(at + 1).text == "]":
            at += 2
        return self.ahead(at).text == ")" and self.ahead(at + 1).text not in {";", ",", ")"}

    def _new(self, place: tree.Place) -> tree.Node:
        kind = self.name()
        if self.has("("):
            parameters = self.parameters()
            return tree.Lambda(place, kind, parameters, self.block())
        sizes: list[tree.Node] = []
        while self.skip("["):
            kind += "[]"
            if not self.has("]"):
                sizes.append(self.expression())
            self.expect("]")
        if self.has("("):
            parameters = self.parameters()
            return tree.Lambda(place, kind, parameters, self.block())
        return tree.New(place, kind, tuple(sizes), self.row() if self.has("{") else None)

    def type(self) -> tuple[str, int]:
        """Read a type; return it, and how often it is an array of arrays."""
        name, depth = self.name(), 0
        while self.has("[") and self.ahead().text == "]":
            self.next()
            self.next()
            depth += 1
        return name + "[]" * depth, depth

    def parameters(self) -> tuple[tree.Parameter, ...]:
        """Read the parameters of a function, in parentheses."""
        self.expect("(")
        found: list[tree.Parameter] = []
        while not self.has(")"):
            if found:
                self.skip(",")
            place, rest = self.token.place, self.skip("...")
            self.skip("explicit")
            kind, _ = self.type()
            name = self.next().text if self.token.kind == "name" else ""
            while self.skip("["):
                self.expect("]")
                kind += "[]"
            default = self.expression() if self.skip("=") else None
            found.append(tree.Parameter(place, kind, name, default, rest))
            if not self.has(")", ",", "..."):
                raise self.fault("')'")
        self.next()
        return tuple(found)

    def row(self) -> tree.Row:
        """Read the elements of an array, in braces."""
        place = self.expect("{").place
        parts: list[tree.Node] = []
        while not self.has("}"):
            parts.append(self.row() if self.has("{") else self.expression())
            if not self.skip(",") and not self.has("}"):
                raise self.fault("'}'")
        self.next()
        return tree.Row(place, tuple(parts))


def _number(text: str) -> int | float:
    if text.isdigit():
        if len(text) > 18:
            raise ProgramError(FaultKind.LIMIT, "an integer of more than 18 digits")
        return int(text)
    return float(text)
