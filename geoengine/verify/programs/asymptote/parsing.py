"""Reading Asymptote code as a syntax tree."""

from __future__ import annotations

from geoengine.verify.programs.asymptote import syntax as tree
from geoengine.verify.programs.asymptote.expression_parsing import ExpressionReader
from geoengine.verify.programs.asymptote.tokens import split_tokens
from geoengine.verify.programs.faults import FaultKind, ProgramError

__all__ = ["parse_asymptote"]


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


class _Reader(ExpressionReader):
    """Reads statements."""

    def statement(self) -> tree.Node:
        with self.deeper("levels of braces"):
            return self._statement()

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

    def is_declaration(self) -> bool:
        if self.token.kind != "name" or self.token.text in {"new", "cycle"}:
            return False
        at = 1
        while self.ahead(at).text == "[" and self.ahead(at + 1).text == "]":
            at += 2
        return self.ahead(at).kind == "name" and self.ahead(at).text not in {"and", "controls"}

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
