"""Reading Asymptote code as a syntax tree."""

from __future__ import annotations

from geoengine.verify.programs.asymptote import syntax as tree
from geoengine.verify.programs.asymptote.tokens import Token, split_tokens
from geoengine.verify.programs.faults import FaultKind, ProgramError

__all__ = ["parse_asymptote"]

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
_DEEPEST = 80


def parse_asymptote(code: str) -> tree.Block:
    """Read code.

    Raises
    ------
    ProgramError
        A syntax error, with its line and column.

    Examples
    --------
    >>> parse_asymptote("pair A=(0,0)")
    Traceback (most recent call last):
    ...
    geoengine.verify.programs.faults.ProgramError: 1:13: syntax error: expected ';', found the end
    """
    reader = _Reader(split_tokens(code))
    body = []
    while reader.token.kind != "end":
        body.append(reader.statement())
    return tree.Block((1, 1), tuple(body))


class _Reader:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at, self.depth = tokens, 0, 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def ahead(self, count: int = 1) -> Token:
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def next(self) -> Token:
        token = self.token
        if token.kind != "end":
            self.at += 1
        return token

    def has(self, *texts: str) -> bool:
        return self.token.kind in {"sign", "name"} and self.token.text in texts

    def skip(self, text: str) -> bool:
        if self.has(text):
            self.at += 1
            return True
        return False

    def fault(self, wanted: str) -> ProgramError:
        found = "the end" if self.token.kind == "end" else repr(self.token.text)
        return ProgramError(FaultKind.SYNTAX, f"expected {wanted}, found {found}", self.token.place)

    def expect(self, text: str) -> Token:
        if not self.has(text):
            raise self.fault(repr(text))
        return self.next()

    def name(self) -> str:
        if self.token.kind != "name":
            raise self.fault("a name")
        return self.next().text

    # Statements

    def statement(self) -> tree.Node:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ProgramError(FaultKind.LIMIT, "too many levels of braces", self.token.place)
        try:
            return self._statement()
        finally:
            self.depth -= 1

    def _statement(self) -> tree.Node:
        token = self.token
        place = token.place
        if self.skip(";"):
            return tree.Block(place, ())
        if self.has("{"):
            return self.block()
        if token.kind == "name":
            reader = getattr(self, f"_{token.text}_statement", None)
            if reader is not None:
                self.next()
                found: tree.Node = reader(place)
                return found
            if token.text in {"static", "private", "public", "restricted"}:
                self.next()
                return self._statement()
            if self.is_declaration():
                return self.declaration()
        node = self.expression()
        self.expect(";")
        return node

    def block(self) -> tree.Block:
        place = self.expect("{").place
        body = []
        while not self.has("}"):
            if self.token.kind == "end":
                raise self.fault("'}'")
            body.append(self.statement())
        self.next()
        return tree.Block(place, tuple(body))

    def _import_statement(self, place: tree.Place) -> tree.Node:
        modules = []
        while not self.has(";"):
            if self.token.kind == "end":
                raise self.fault("';'")
            token = self.next()
            if token.kind in {"name", "string"} and token.text not in {"as", "unravel"}:
                modules.append(token.text.strip("\"'"))
        self.expect(";")
        return tree.Load(place, tuple(modules))

    _access_statement = _include_statement = _usepackage_statement = _import_statement
    _from_statement = _import_statement

    def _if_statement(self, place: tree.Place) -> tree.Node:
        self.expect("(")
        test = self.expression()
        self.expect(")")
        yes = self.statement()
        no = self.statement() if self.skip("else") else None
        return tree.If(place, test, yes, no)

    def _while_statement(self, place: tree.Place) -> tree.Node:
        self.expect("(")
        test = self.expression()
        self.expect(")")
        return tree.While(place, test, self.statement())

    def _do_statement(self, place: tree.Place) -> tree.Node:
        body = self.statement()
        self.expect("while")
        self.expect("(")
        test = self.expression()
        self.expect(")")
        self.expect(";")
        return tree.Do(place, body, test)

    def _for_statement(self, place: tree.Place) -> tree.Node:
        self.expect("(")
        if self.is_declaration() and self._is_each():
            kind, _ = self.type()
            name = self.name()
            self.expect(":")
            over = self.expression()
            self.expect(")")
            return tree.Each(place, kind, name, over, self.statement())
        first: tree.Node | None = None
        if not self.skip(";"):
            if self.is_declaration():
                first = self.declaration()
            else:
                first = self.listed(";")
                self.expect(";")
        test = None if self.has(";") else self.expression()
        self.expect(";")
        steps = () if self.has(")") else self.listed(")").body
        self.expect(")")
        return tree.For(place, first, test, steps, self.statement())

    def _is_each(self) -> bool:
        at = self.at + 1
        while self.tokens[at].text in {"[", "]"}:
            at += 1
        return self.tokens[at + 1].text == ":"

    def listed(self, end: str) -> tree.Block:
        place = self.token.place
        found = [self.expression()]
        while self.skip(","):
            found.append(self.expression())
        if not self.has(end):
            raise self.fault(repr(end))
        return tree.Block(place, tuple(found))

    def _return_statement(self, place: tree.Place) -> tree.Node:
        value = None if self.has(";") else self.expression()
        self.expect(";")
        return tree.Return(place, value)

    def _break_statement(self, place: tree.Place) -> tree.Node:
        self.expect(";")
        return tree.Jump(place, "break")

    def _continue_statement(self, place: tree.Place) -> tree.Node:
        self.expect(";")
        return tree.Jump(place, "continue")

    def _struct_statement(self, place: tree.Place) -> tree.Node:
        raise ProgramError(FaultKind.UNSUPPORTED, "struct", place)

    def _typedef_statement(self, place: tree.Place) -> tree.Node:
        raise ProgramError(FaultKind.UNSUPPORTED, "typedef", place)

    # Declarations

    def is_declaration(self) -> bool:
        if self.token.kind != "name" or self.token.text in {"new", "cycle"}:
            return False
        at = 1
        while self.ahead(at).text == "[" and self.ahead(at + 1).text == "]":
            at += 2
        return self.ahead(at).kind == "name" and self.ahead(at).text not in {"and", "controls"}

    def type(self) -> tuple[str, int]:
        name, depth = self.name(), 0
        while self.has("[") and self.ahead().text == "]":
            self.next()
            self.next()
            depth += 1
        return name + "[]" * depth, depth

    def declaration(self) -> tree.Node:
        place = self.token.place
        kind, depth = self.type()
        variables: list[tuple[str, int, tree.Node | None]] = []
        while True:
            name = self.name()
            if self.has("(") and not variables:
                parameters = self.parameters()
                if self.has("{"):
                    return tree.Define(place, kind, name, parameters, self.block())
                raise self.fault("'{'")
            own = depth
            while self.skip("["):
                self.expect("]")
                own += 1
            value = None
            if self.skip("="):
                value = self.row() if self.has("{") else self.expression()
            variables.append((name, own, value))
            if not self.skip(","):
                break
        self.expect(";")
        return tree.Declare(place, kind.replace("[]", ""), tuple(variables))

    def parameters(self) -> tuple[tree.Parameter, ...]:
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
        place = self.expect("{").place
        parts: list[tree.Node] = []
        while not self.has("}"):
            parts.append(self.row() if self.has("{") else self.expression())
            if not self.skip(",") and not self.has("}"):
                raise self.fault("'}'")
        self.next()
        return tree.Row(place, tuple(parts))

    # Expressions

    def expression(self) -> tree.Node:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ProgramError(FaultKind.LIMIT, "too many parentheses", self.token.place)
        try:
            return self._assignment()
        finally:
            self.depth -= 1

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
            self.next()
            self.depth += 1
            if self.depth > _DEEPEST:
                raise ProgramError(FaultKind.LIMIT, "too many signs", token.place)
            try:
                return tree.Unary(token.place, token.text, self._unary())
            finally:
                self.depth -= 1
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


def _number(text: str) -> int | float:
    if text.isdigit():
        if len(text) > 18:
            raise ProgramError(FaultKind.LIMIT, "an integer of more than 18 digits")
        return int(text)
    return float(text)
