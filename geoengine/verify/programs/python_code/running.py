"""Running Python code in an interpreter of the judge's own; nothing of it is executed."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import numpy as np

from geoengine.verify.programs.evaluated import Evaluated, Opaque
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.jumps import Break, Continue, Jump, Returned
from geoengine.verify.programs.python_code.calling import Caller
from geoengine.verify.programs.python_code.canvas import Axes, Figure
from geoengine.verify.programs.python_code.library import iterated
from geoengine.verify.programs.python_code.modules import MODULES
from geoengine.verify.programs.python_code.scopes import Function, Scope
from geoengine.verify.programs.python_code.values import Known, Module, as_measured

__all__ = ["run_python"]


def run_python(code: str) -> Evaluated:
    r"""Run Python code by walking its syntax tree, with limits on steps, depth and sizes.

    Only a part of Python, numpy and matplotlib is known. Runs of points along a circle are read as
    the arc that they stand for.

    Examples
    --------
    >>> run = run_python("import numpy as np\nA = np.array([3, 4])\nr = np.linalg.norm(A)")
    >>> run.names
    {'A': (3+4j), 'r': 5.0}
    >>> print(run_python("open('a')").fault)
    1:1: unknown name: no name open
    """
    found = Evaluated()
    runner = _Runner(found)
    try:
        if len(code) > 200_000:
            raise ProgramError(FaultKind.LIMIT, "a long program")
        body = ast.parse(code).body
        try:
            with np.errstate(all="ignore"):
                for statement in body:
                    runner.line = statement.lineno
                    runner.do(statement, runner.top)
        finally:
            found.names = runner.measured()
            found.marks = runner.canvas.marks
    except ProgramError as fault:
        found.fault = fault
    except SyntaxError as error:
        place = (error.lineno or 1, error.offset or 1)
        found.fault = ProgramError(FaultKind.SYNTAX, error.msg, place)
    except (RecursionError, MemoryError):
        found.fault = ProgramError(FaultKind.LIMIT, "too many levels")
    except (OverflowError, ZeroDivisionError, np.linalg.LinAlgError) as error:
        found.fault = ProgramError(FaultKind.VALUE, str(error), (runner.line, 1))
    except Jump:
        found.fault = ProgramError(FaultKind.SYNTAX, "a jump outside of a loop or function")
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        found.fault = ProgramError(FaultKind.TYPE, str(error)[:200], (runner.line, 1))
    return found


class _Runner(Caller):
    """Runs statements."""

    def measured(self) -> dict[str, Any]:
        """The values of names at the end, as measuring knows them."""
        return {
            name: as_measured(value, in_space=self.canvas.in_space)
            for name, value in self.top.values.items()
            if not isinstance(value, Function | Known | Module | Axes | Figure | Opaque)
        }

    def do(self, node: ast.stmt, scope: Scope) -> None:
        self.spent.step()
        try:
            self._do(node, scope)
        except ProgramError as fault:
            raise fault.at((node.lineno, node.col_offset + 1)) from None

    def _do(self, node: ast.stmt, scope: Scope) -> None:
        match node:
            case ast.Expr():
                self.value(node.value, scope)
            case ast.Assign():
                value = self.value(node.value, scope)
                for target in node.targets:
                    self.bind(target, value, scope)
            case ast.AnnAssign():
                if node.value is not None:
                    self.bind(node.target, self.value(node.value, scope), scope)
            case ast.AugAssign():
                read = ast.parse(ast.unparse(node.target), mode="eval").body
                value = self._operated(node.op, self.value(read, scope), node.value, scope)
                self.bind(node.target, value, scope)
            case ast.If():
                for part in node.body if self._test(node.test, scope) else node.orelse:
                    self.do(part, scope)
            case ast.For():
                for value in iterated(self.value(node.iter, scope)):
                    self.bind(node.target, value, scope)
                    if self._body(node.body, scope):
                        break
                else:
                    self._body(node.orelse, scope)
            case ast.While():
                while self._test(node.test, scope):
                    if self._body(node.body, scope):
                        break
            case ast.FunctionDef():
                scope.values[node.name] = self._function(node.args, node.body, scope)
            case ast.Return():
                raise Returned(None if node.value is None else self.value(node.value, scope))
            case ast.Break():
                raise Break
            case ast.Continue():
                raise Continue
            case ast.Pass():
                pass
            case ast.Global() | ast.Nonlocal():
                scope.shared.update(node.names)
            case ast.Import() | ast.ImportFrom():
                self._import(node, scope)
            case ast.Assert():
                if not self._test(node.test, scope):
                    raise ProgramError(FaultKind.VALUE, "an assertion fails")
            case _:
                raise ProgramError(FaultKind.UNSUPPORTED, type(node).__name__.lower())

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                module = self._module(alias.name)
                if alias.asname is None and "." in alias.name:
                    scope.values[alias.name.partition(".")[0]] = MODULES["matplotlib"]
                else:
                    scope.values[alias.asname or alias.name] = module
            return
        module = self._module(node.module or "")
        for alias in node.names:
            if alias.name == "*":
                scope.values.update(module.members)
                continue
            path = f"{node.module}.{alias.name}"
            value = MODULES[path] if path in MODULES else self._attribute(module, alias.name)
            scope.values[alias.asname or alias.name] = value

    def _module(self, name: str) -> Module:
        self.found.modules += (name,)
        if name not in MODULES:
            raise ProgramError(FaultKind.UNSUPPORTED, f"the module {name}")
        return MODULES[name]

    def _body(self, body: Sequence[ast.stmt], scope: Scope) -> bool:
        self.spent.step()
        try:
            for part in body:
                self.do(part, scope)
        except Break:
            return True
        except Continue:
            return False
        return False
