"""Running a syntax tree of Asymptote code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from geoengine.verify.programs.asymptote import syntax as tree
from geoengine.verify.programs.asymptote.calling import Caller
from geoengine.verify.programs.asymptote.parsing import parse_asymptote
from geoengine.verify.programs.asymptote.scopes import Function, Scope
from geoengine.verify.programs.asymptote.values import cast, empty
from geoengine.verify.programs.evaluated import Evaluated, Opaque, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.jumps import Break, Continue, Jump, Returned

__all__ = ["run_asymptote"]

_SPACE_CONSTANTS: dict[str, Any] = {
    "O": Triple(0.0, 0.0, 0.0), "X": Triple(1.0, 0.0, 0.0), "Y": Triple(0.0, 1.0, 0.0),
    "Z": Triple(0.0, 0.0, 1.0), "unitcube": Opaque("surface"), "unitsphere": Opaque("surface"),
    "unitcylinder": Opaque("surface"), "unitcone": Opaque("surface"),
    "unitcircle3": Opaque("path3"), "unitsquare3": Opaque("path3"), "nolight": Opaque("light"),
}  # fmt: skip


def run_asymptote(code: str, packages: Sequence[str] = ()) -> Evaluated:
    """Run Asymptote code with an interpreter that shares nothing with the maker.

    Circles are true circles. Nothing of the code leaves the interpreter; its steps, its depth and
    the sizes of its values are limited.

    Parameters
    ----------
    code : str
    packages : sequence of {"olympiad", "cse5"}
        Whose functions to know, besides those of stock Asymptote.

    Examples
    --------
    >>> run = run_asymptote("pair A=(0,0), B=2*dir(60); draw(A--B);")
    >>> round(abs(run.names["B"]), 9), [mark.kind for mark in run.marks]
    (2.0, ['draw'])
    >>> print(run_asymptote("pair A = foot((1,2), (0,0), (3,0));").fault)
    1:14: needs olympiad.asy: foot
    """
    found = Evaluated()
    try:
        body = parse_asymptote(code)
        runner = _Runner(found, packages)
        try:
            for statement in body.body:
                runner.line = statement.place[0]
                runner.do(statement, runner.top)
        finally:
            names = {
                name: value
                for name, value in runner.top.values.items()
                if not isinstance(value, Function)
            }
            found.names = names
    except ProgramError as fault:
        found.fault = fault
    except RecursionError:
        found.fault = ProgramError(FaultKind.LIMIT, "too many levels")
    except (OverflowError, ZeroDivisionError) as error:
        found.fault = ProgramError(FaultKind.VALUE, str(error))
    except Jump:
        found.fault = ProgramError(FaultKind.SYNTAX, "a jump outside of a loop or function")
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        found.fault = ProgramError(FaultKind.TYPE, f"wrong arguments: {error}")
    return found


class _Runner(Caller):
    """Runs statements."""

    def do(self, node: tree.Node, scope: Scope) -> None:
        self.spent.step()
        try:
            self._do(node, scope)
        except ProgramError as fault:
            raise fault.at(node.place) from None

    def _do(self, node: tree.Node, scope: Scope) -> None:
        match node:
            case tree.Block():
                inner = Scope(scope)
                for statement in node.body:
                    self.do(statement, inner)
            case tree.Declare():
                self._declare(node, scope)
            case tree.Define():
                made = Function(node.type, node.parameters, node.body, scope)
                known = scope.functions.setdefault(node.name, [])
                shape = [p.type for p in node.parameters]
                known[:] = [f for f in known if [p.type for p in f.parameters] != shape]
                known.insert(0, made)
            case tree.If():
                if self._test(node.test, scope):
                    self.do(node.yes, Scope(scope))
                elif node.no is not None:
                    self.do(node.no, Scope(scope))
            case tree.For():
                self._for(node, scope)
            case tree.Each():
                for value in list(self._array(self.value(node.over, scope))):
                    inner = Scope(scope)
                    inner.values[node.name] = value
                    if self._body(node.body, inner):
                        break
            case tree.While():
                while self._test(node.test, scope):
                    if self._body(node.body, scope):
                        break
            case tree.Do():
                while not self._body(node.body, scope) and self._test(node.test, scope):
                    pass
            case tree.Return():
                raise Returned(None if node.value is None else self.value(node.value, scope))
            case tree.Jump():
                raise Break if node.word == "break" else Continue
            case tree.Load():
                self.found.modules += node.modules
                if "three" in node.modules:
                    self.constants.update(_SPACE_CONSTANTS)
            case _:
                self.value(node, scope)

    def _declare(self, node: tree.Declare, scope: Scope) -> None:
        for name, depth, value in node.variables:
            kind = node.type + "[]" * depth
            if isinstance(value, tree.Row):
                made: Any = self._row(value, kind, scope)
            elif value is None:
                made = empty(kind)
            else:
                given = self.value(value, scope)
                if given is None:
                    raise ProgramError(FaultKind.TYPE, f"{name} is given no value")
                made = given if kind == "var" else cast(kind, given)
            scope.values[name], scope.types[name] = made, kind

    def _body(self, node: tree.Node, scope: Scope) -> bool:
        """Run the body of a loop once; return whether the loop is broken off."""
        self.spent.step()
        try:
            self.do(node, Scope(scope))
        except Break:
            return True
        except Continue:
            return False
        return False

    def _for(self, node: tree.For, scope: Scope) -> None:
        inner = Scope(scope)
        if node.first is not None:
            for part in node.first.body if isinstance(node.first, tree.Block) else [node.first]:
                self.do(part, inner)
        while node.test is None or self._test(node.test, inner):
            if self._body(node.body, inner):
                break
            for step in node.steps:
                self.value(step, inner)
