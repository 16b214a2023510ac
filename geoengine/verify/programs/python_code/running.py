"""Running Python code in an interpreter of the judge's own; nothing of it is executed."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from geoengine.verify.programs.curves import Curve
from geoengine.verify.programs.evaluated import Evaluated, Mark, Opaque
from geoengine.verify.programs.faults import FaultKind, ProgramError, Spent
from geoengine.verify.programs.jumps import Break, Continue, Jump, Returned
from geoengine.verify.programs.python_code.library import (
    BUILTINS,
    CMATH,
    MATH,
    METHODS,
    NUMPY,
    iterated,
)
from geoengine.verify.programs.python_code.plotting import DRAWING, PATCHES
from geoengine.verify.programs.python_code.values import (
    Known,
    Module,
    Patch,
    as_measured,
    plain,
    sized,
)

__all__ = ["run_python"]


@dataclass(frozen=True)
class _Axes:
    """Axes, or pyplot itself."""

    in_space: bool = False


@dataclass(eq=False)
class _Figure:
    pass


@dataclass(eq=False)
class _Function:
    arguments: ast.arguments
    body: Sequence[ast.stmt] | ast.expr
    scope: _Scope
    defaults: list[Any]
    keyword_defaults: list[Any]


@dataclass(eq=False)
class _Scope:
    outer: _Scope | None = None
    values: dict[str, Any] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)

    def find(self, name: str) -> _Scope | None:
        scope: _Scope | None = self
        while scope is not None and name not in scope.values:
            scope = scope.outer
        return scope


@dataclass(frozen=True)
class _Method:
    of: Any
    name: str


_PATCHES = Module("patches", {n: Known(n, f) for n, f in PATCHES.items()}, lax=True)
_PYPLOT = Module("matplotlib.pyplot", dict(_PATCHES.members), lax=True)

_MODULES: dict[str, Module] = {
    "numpy": NUMPY, "numpy.linalg": NUMPY.members["linalg"], "math": MATH, "cmath": CMATH,
    "matplotlib.pyplot": _PYPLOT, "matplotlib.patches": _PATCHES,
    "matplotlib": Module("matplotlib", {"pyplot": _PYPLOT, "patches": _PATCHES}, lax=True),
    "mpl_toolkits": Module("mpl_toolkits", {}, lax=True),
    "mpl_toolkits.mplot3d": Module("mplot3d", dict(_PATCHES.members), lax=True),
    "mpl_toolkits.mplot3d.art3d": Module("art3d", dict(_PATCHES.members), lax=True),
    "matplotlib.lines": Module("lines", {}, lax=True),
}  # fmt: skip


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
            runner.order_fills()
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


class _Runner:
    def __init__(self, found: Evaluated) -> None:
        self.found, self.spent, self.line = found, Spent(), 0
        self.top = _Scope()
        self.orders: list[float] = []
        self.in_space = False

    def measured(self) -> dict[str, Any]:
        """The values of names at the end, as measuring knows them."""
        return {
            name: as_measured(value, in_space=self.in_space)
            for name, value in self.top.values.items()
            if not isinstance(value, _Function | Known | Module | _Axes | _Figure | Opaque)
        }

    def order_fills(self) -> None:
        """Put the marks into the order in which they are painted."""
        order = sorted(range(len(self.orders)), key=lambda k: self.orders[k])
        self.found.marks[:] = [self.found.marks[k] for k in order]

    # Statements

    def do(self, node: ast.stmt, scope: _Scope) -> None:
        self.spent.step()
        try:
            self._do(node, scope)
        except ProgramError as fault:
            raise fault.at((node.lineno, node.col_offset + 1)) from None

    def _do(self, node: ast.stmt, scope: _Scope) -> None:
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

    def _import(self, node: ast.Import | ast.ImportFrom, scope: _Scope) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                module = self._module(alias.name)
                if alias.asname is None and "." in alias.name:
                    scope.values[alias.name.partition(".")[0]] = _MODULES["matplotlib"]
                else:
                    scope.values[alias.asname or alias.name] = module
            return
        module = self._module(node.module or "")
        for alias in node.names:
            if alias.name == "*":
                scope.values.update(module.members)
                continue
            path = f"{node.module}.{alias.name}"
            value = _MODULES[path] if path in _MODULES else self._attribute(module, alias.name)
            scope.values[alias.asname or alias.name] = value

    def _module(self, name: str) -> Module:
        self.found.modules += (name,)
        if name not in _MODULES:
            raise ProgramError(FaultKind.UNSUPPORTED, f"the module {name}")
        return _MODULES[name]

    def _body(self, body: Sequence[ast.stmt], scope: _Scope) -> bool:
        self.spent.step()
        try:
            for part in body:
                self.do(part, scope)
        except Break:
            return True
        except Continue:
            return False
        return False

    def _test(self, node: ast.expr, scope: _Scope) -> bool:
        return bool(self.value(node, scope))

    def bind(self, target: ast.expr, value: Any, scope: _Scope) -> None:
        """Give a value to a name, an element, or several names."""
        match target:
            case ast.Name():
                home = scope
                if target.id in scope.shared:
                    home = scope.outer.find(target.id) or self.top if scope.outer else scope
                home.values[target.id] = value
            case ast.Tuple() | ast.List():
                parts = iterated(value)
                stars = [k for k, t in enumerate(target.elts) if isinstance(t, ast.Starred)]
                if stars:
                    at, after = stars[0], len(target.elts) - stars[0] - 1
                    middle = parts[at : len(parts) - after]
                    parts = [*parts[:at], middle, *parts[len(parts) - after :]]
                for part, one in zip(target.elts, parts, strict=True):
                    self.bind(part.value if isinstance(part, ast.Starred) else part, one, scope)
            case ast.Subscript():
                of = self.value(target.value, scope)
                if not isinstance(of, list | dict | np.ndarray):
                    raise ProgramError(FaultKind.TYPE, "an element that cannot be set")
                of[self._index(target.slice, scope)] = value
            case _:
                raise ProgramError(FaultKind.UNSUPPORTED, "this target of an assignment")

    # Expressions

    def value(self, node: ast.expr, scope: _Scope) -> Any:
        self.spent.step()
        try:
            return plain(self._value(node, scope))
        except ProgramError as fault:
            raise fault.at((node.lineno, node.col_offset + 1)) from None

    def _value(self, node: ast.expr, scope: _Scope) -> Any:
        match node:
            case ast.Constant():
                if isinstance(node.value, int) and abs(node.value) > 10**18:
                    raise ProgramError(FaultKind.LIMIT, "an integer of more than 18 digits")
                return node.value
            case ast.Name():
                return self._named(node.id, scope)
            case ast.Tuple():
                return tuple(self._elements(node.elts, scope))
            case ast.List():
                return self._elements(node.elts, scope)
            case ast.Set():
                return set(self._elements(node.elts, scope))
            case ast.Dict():
                return {
                    self.value(key, scope): self.value(value, scope)
                    for key, value in zip(node.keys, node.values, strict=True)
                    if key is not None
                }
            case ast.BinOp():
                return self._operated(node.op, self.value(node.left, scope), node.right, scope)
            case ast.UnaryOp(op=ast.Not()):
                return not self._test(node.operand, scope)
            case ast.UnaryOp():
                return _UNARY[type(node.op)](_operand(self.value(node.operand, scope)))
            case ast.BoolOp():
                found: Any = None
                for part in node.values:
                    found = self.value(part, scope)
                    if bool(found) == isinstance(node.op, ast.Or):
                        return found
                return found
            case ast.Compare():
                return self._compared(node, scope)
            case ast.IfExp():
                return self.value(node.body if self._test(node.test, scope) else node.orelse, scope)
            case ast.Call():
                return self._called(node, scope)
            case ast.Attribute():
                return self._attribute(self.value(node.value, scope), node.attr)
            case ast.Subscript():
                of = self.value(node.value, scope)
                if isinstance(of, Opaque):
                    return of
                if not isinstance(of, list | tuple | str | dict | np.ndarray | range):
                    raise ProgramError(FaultKind.TYPE, f"{type(of).__name__} has no elements")
                return of[self._index(node.slice, scope)]
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                return self._comprehended(node, scope)
            case ast.DictComp():
                pair = ast.Tuple([node.key, node.value], ast.Load(), lineno=1, col_offset=0)
                listed = ast.ListComp(pair, node.generators, lineno=1, col_offset=0)
                return dict(self._comprehended(listed, scope))
            case ast.Lambda():
                return self._function(node.args, node.body, scope)
            case ast.JoinedStr():
                return "".join(self._formatted(part, scope) for part in node.values)[:10_000]
        raise ProgramError(FaultKind.UNSUPPORTED, type(node).__name__.lower())

    def _named(self, name: str, scope: _Scope) -> Any:
        home = scope.find(name)
        if home is not None:
            return home.values[name]
        if name in BUILTINS:
            return BUILTINS[name]
        if name in {"map", "filter"}:
            return _Method(None, name)
        raise ProgramError(FaultKind.NAME, f"no name {name}")

    def _elements(self, nodes: Sequence[ast.expr], scope: _Scope) -> list[Any]:
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                found += iterated(self.value(node.value, scope))
            else:
                found.append(self.value(node, scope))
            sized(len(found))
        return found

    def _operated(self, op: ast.operator, left: Any, node: ast.expr, scope: _Scope) -> Any:
        right = self.value(node, scope)
        if isinstance(left, Opaque) or isinstance(right, Opaque):
            return Opaque("value")
        return _operate(op, left, right)

    def _compared(self, node: ast.Compare, scope: _Scope) -> Any:
        left = self.value(node.left, scope)
        for op, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part, scope)
            if not np.all(_COMPARISONS[type(op)](left, right)):
                return False
            left = right
        return True

    def _index(self, node: ast.expr, scope: _Scope) -> Any:
        if isinstance(node, ast.Slice):
            ends = (node.lower, node.upper, node.step)
            low, high, step = (None if end is None else self.value(end, scope) for end in ends)
            return slice(low, high, step)
        if isinstance(node, ast.Tuple):
            return tuple(self._index(part, scope) for part in node.elts)
        found = self.value(node, scope)
        return np.asarray(found) if isinstance(found, list) else found

    def _comprehended(
        self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp, scope: _Scope
    ) -> list[Any]:
        made: list[Any] = []

        def run(depth: int, inner: _Scope) -> None:
            if depth == len(node.generators):
                made.append(self.value(node.elt, inner))
                sized(len(made))
                return
            part = node.generators[depth]
            for value in iterated(self.value(part.iter, inner)):
                own = _Scope(inner)
                self.bind(part.target, value, own)
                if all(self._test(test, own) for test in part.ifs):
                    run(depth + 1, own)

        run(0, _Scope(scope))
        return made

    def _formatted(self, node: ast.expr, scope: _Scope) -> str:
        if isinstance(node, ast.FormattedValue):
            value = self.value(node.value, scope)
            spec = "" if node.format_spec is None else str(self.value(node.format_spec, scope))
            if re.search(r"\d{3}", spec):
                raise ProgramError(FaultKind.LIMIT, "a wide format")
            plain_value = isinstance(value, int | float | complex | str)
            return format(value, spec) if plain_value else str(value)[:1000]
        return str(self.value(node, scope))

    def _attribute(self, of: Any, name: str) -> Any:
        if isinstance(of, Module):
            if name in of.members:
                return of.members[name]
            if of.lax:
                return _Method(of, name)
            raise ProgramError(FaultKind.UNSUPPORTED, f"{of.name}.{name}")
        if isinstance(of, Patch) and name in {"center", "radius"}:
            return _circle_part(of, name)
        if isinstance(of, _Axes | _Figure | _Method | Opaque | Patch):
            return _Method(of, name)
        if isinstance(of, int | float | complex | np.ndarray) and name in {"real", "imag"}:
            return getattr(of, name)
        if isinstance(of, np.ndarray) and name in {"T", "shape", "size", "ndim"}:
            return getattr(of, name)
        if name in METHODS.get(type(of), {}):
            return _Method(of, name)
        raise ProgramError(FaultKind.UNSUPPORTED, f"the attribute {name}")

    # Calls

    def _called(self, node: ast.Call, scope: _Scope) -> Any:
        function = self.value(node.func, scope)
        values = self._elements(node.args, scope)
        named: dict[str, Any] = {}
        for keyword in node.keywords:
            value = self.value(keyword.value, scope)
            if keyword.arg is None:
                named.update({str(k): v for k, v in dict(value).items()})
            else:
                named[keyword.arg] = value
        if isinstance(function, _Function):
            return self._applied(function, values, named)
        if isinstance(function, Known):
            if any(isinstance(value, _Function) for value in (*values, *named.values())):
                raise ProgramError(FaultKind.UNSUPPORTED, f"{function.name} of a function")
            return function.function(*values, **named)
        if isinstance(function, _Method):
            return self._method(function, values, named)
        if isinstance(function, Opaque):
            return function
        raise ProgramError(FaultKind.TYPE, f"{type(function).__name__} cannot be called")

    def _method(self, method: _Method, values: list[Any], named: dict[str, Any]) -> Any:
        of, name = method.of, method.name
        if of is None:
            function, rows = values[0], [iterated(v) for v in values[1:]]
            results = [self._call_value(function, row) for row in zip(*rows, strict=False)]
            if name == "map":
                return results
            return [row for row, keep in zip(rows[0], results, strict=True) if keep]
        if isinstance(of, _Axes) or (isinstance(of, Module) and of is _PYPLOT):
            return self._plotted(of, name, values, named)
        if isinstance(of, _Figure):
            if name in {"add_subplot", "add_axes", "gca", "subplots"}:
                return self._axes(named)
            return Opaque(name)
        if isinstance(of, Module | _Method | Opaque | Patch):
            return Opaque(name)
        return METHODS[type(of)][name](of, *values, **named)

    def _call_value(self, function: Any, values: Sequence[Any]) -> Any:
        if isinstance(function, _Function):
            return self._applied(function, list(values), {})
        if isinstance(function, Known):
            return plain(function.function(*values))
        raise ProgramError(FaultKind.TYPE, "expected a function")

    def _axes(self, named: dict[str, Any]) -> _Axes:
        words = {**named, **(named.get("subplot_kw") or {})}
        in_space = words.get("projection") == "3d"
        self.in_space = self.in_space or in_space
        return _Axes(in_space)

    def _plotted(self, of: Any, name: str, values: list[Any], named: dict[str, Any]) -> Any:
        if name == "subplots":
            return (_Figure(), self._axes(named))
        if name in {"figure", "gcf"}:
            return _Figure()
        if name in {"axes", "gca", "subplot"}:
            return self._axes(named)
        in_space = isinstance(of, _Axes) and of.in_space
        if name in {"plot_surface", "plot_wireframe", "plot_trisurf", "bar3d", "voxels"}:
            self.in_space = True
            return Opaque(name)
        if name == "fill_between":
            raise ProgramError(FaultKind.UNSUPPORTED, name)
        if name in DRAWING:
            if len(self.found.marks) >= self.spent.MAX_MARKS:
                raise ProgramError(FaultKind.LIMIT, f"more than {self.spent.MAX_MARKS} marks")
            marks = DRAWING[name](values, named, in_space, self.line)
            order = named.get("zorder")
            if order is None and values and isinstance(values[0], Patch):
                order = values[0].zorder
            self._record(marks, float(order) if order is not None else None)
        return Opaque(name)

    def _record(self, marks: list[Mark], order: float | None) -> None:
        for mark in marks:
            usual = 1.0 if mark.kind == "fill" else 2.0
            self.found.marks.append(mark)
            self.orders.append(usual if order is None else order)

    def _function(
        self, arguments: ast.arguments, body: Sequence[ast.stmt] | ast.expr, scope: _Scope
    ) -> _Function:
        defaults = [self.value(node, scope) for node in arguments.defaults]
        keyword_defaults = [
            None if node is None else self.value(node, scope) for node in arguments.kw_defaults
        ]
        return _Function(arguments, body, scope, defaults, keyword_defaults)

    def _applied(self, function: _Function, values: list[Any], named: dict[str, Any]) -> Any:
        places = [*function.arguments.posonlyargs, *function.arguments.args]
        scope = _Scope(function.scope)
        scope.values.update(
            zip([a.arg for a in places[len(places) - len(function.defaults) :]],
                function.defaults, strict=True)
        )  # fmt: skip
        for argument, value in zip(
            function.arguments.kwonlyargs, function.keyword_defaults, strict=True
        ):
            scope.values[argument.arg] = value
        names = [a.arg for a in places]
        rest, more = function.arguments.vararg, function.arguments.kwarg
        if rest is not None:
            scope.values[rest.arg] = tuple(values[len(names) :])
        elif len(values) > len(names):
            raise ProgramError(FaultKind.TYPE, "too many arguments")
        scope.values.update(zip(names, values, strict=False))
        known = {*names, *(a.arg for a in function.arguments.kwonlyargs)}
        others = {name: value for name, value in named.items() if name not in known}
        if more is not None:
            scope.values[more.arg] = others
        elif others:
            raise ProgramError(FaultKind.TYPE, f"no argument {sorted(others)[0]}")
        scope.values.update({name: named[name] for name in named if name in known})
        missing = [name for name in names if name not in scope.values]
        if missing:
            raise ProgramError(FaultKind.TYPE, f"no value for {missing[0]}")
        self.spent.enter()
        try:
            if isinstance(function.body, ast.expr):
                return self.value(function.body, scope)
            for part in function.body:
                self.do(part, scope)
        except Returned as returned:
            return returned.value
        finally:
            self.spent.leave()
        return None


def _circle_part(patch: Patch, name: str) -> Any:
    """The center (a pair, as in matplotlib) or the radius of a patch."""
    found = patch.curve.circle if isinstance(patch.curve, Curve) else None
    if found is None:
        raise ProgramError(FaultKind.UNSUPPORTED, f"the {name} of a patch that is no circle")
    center, radius = found
    return (center.real, center.imag) if name == "center" else radius


def _operand(value: Any) -> Any:
    if isinstance(value, list | tuple | str | dict | Patch):
        raise ProgramError(FaultKind.TYPE, f"no sign before a {type(value).__name__}")
    return value


def _operate(op: ast.operator, left: Any, right: Any) -> Any:
    function = _BINARY.get(type(op))
    if function is None:
        raise ProgramError(FaultKind.UNSUPPORTED, type(op).__name__)
    sequences = [value for value in (left, right) if isinstance(value, list | tuple | str)]
    if sequences and not any(isinstance(value, np.ndarray) for value in (left, right)):
        if isinstance(op, ast.Mult):
            count = next((v for v in (left, right) if isinstance(v, int)), 1)
            sized(len(sequences[0]) * max(0, count))
        elif isinstance(op, ast.Add):
            sized(sum(map(len, sequences)))
        else:
            raise ProgramError(FaultKind.TYPE, "no such operator for lists or texts")
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        if isinstance(op, ast.MatMult):
            sized(max(1, np.size(left)) * max(1, np.size(right)))
        else:
            shape = np.broadcast_shapes(np.shape(left), np.shape(right))
            sized(math.prod(shape))
    if isinstance(op, ast.Pow):
        return BUILTINS["pow"].function(left, right)
    found = function(left, right)
    if isinstance(found, int) and abs(found).bit_length() > 4000:
        raise ProgramError(FaultKind.VALUE, "an integer is too large")
    return found


_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Pow: operator.pow, ast.MatMult: operator.matmul,
}  # fmt: skip
_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert,
}  # fmt: skip
_COMPARISONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
