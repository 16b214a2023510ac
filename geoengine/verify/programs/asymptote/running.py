"""Running a syntax tree of Asymptote code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.verify.programs.asymptote import syntax as tree
from geoengine.verify.programs.asymptote.drawing import DRAWING
from geoengine.verify.programs.asymptote.library import CONSTANTS, FUNCTIONS
from geoengine.verify.programs.asymptote.names import SILENT, UNREAD
from geoengine.verify.programs.asymptote.packages import OLYMPIAD_NAMES, PACKAGES
from geoengine.verify.programs.asymptote.parsing import parse_asymptote
from geoengine.verify.programs.asymptote.paths import PATH_CONSTANTS, PATH_FUNCTIONS, join
from geoengine.verify.programs.asymptote.values import Array, cast, curve, empty, kind_of, operate
from geoengine.verify.programs.curves import Curve
from geoengine.verify.programs.evaluated import Evaluated, Mark, Opaque, SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError, Spent
from geoengine.verify.programs.jumps import Break, Continue, Jump, Returned

__all__ = ["run_asymptote"]

_SPACE_CONSTANTS: dict[str, Any] = {
    "O": Triple(0.0, 0.0, 0.0), "X": Triple(1.0, 0.0, 0.0), "Y": Triple(0.0, 1.0, 0.0),
    "Z": Triple(0.0, 0.0, 1.0), "unitcube": Opaque("surface"), "unitsphere": Opaque("surface"),
    "unitcylinder": Opaque("surface"), "unitcone": Opaque("surface"),
    "unitcircle3": Opaque("path3"), "unitsquare3": Opaque("path3"), "nolight": Opaque("light"),
}  # fmt: skip


@dataclass(eq=False)
class _Function:
    type: str
    parameters: tuple[tree.Parameter, ...]
    body: tree.Block
    scope: _Scope


class _Scope:
    """Names of a block, with the types they were declared with; functions may be overloaded."""

    def __init__(self, outer: _Scope | None = None) -> None:
        self.outer = outer
        self.values: dict[str, Any] = {}
        self.types: dict[str, str] = {}
        self.functions: dict[str, list[_Function]] = {}

    def holder(self, name: str) -> _Scope | None:
        scope: _Scope | None = self
        while scope is not None and name not in scope.values:
            scope = scope.outer
        return scope

    def overloads(self, name: str) -> list[_Function]:
        scope: _Scope | None = self
        found: list[_Function] = []
        while scope is not None:
            found += scope.functions.get(name, [])
            scope = scope.outer
        return found


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
                if not isinstance(value, _Function)
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


class _Runner:
    def __init__(self, found: Evaluated, packages: Sequence[str]) -> None:
        self.found, self.spent, self.line = found, Spent(), 0
        self.packages = packages
        self.top = _Scope()
        self.constants = {**CONSTANTS, **PATH_CONSTANTS}
        self.functions: dict[str, Callable[..., Any]] = {**FUNCTIONS, **PATH_FUNCTIONS}
        for package in packages:
            self.functions.update(PACKAGES[package])
            self.constants.update(OLYMPIAD_NAMES)

    # Statements

    def do(self, node: tree.Node, scope: _Scope) -> None:
        self.spent.step()
        try:
            self._do(node, scope)
        except ProgramError as fault:
            raise fault.at(node.place) from None

    def _do(self, node: tree.Node, scope: _Scope) -> None:
        match node:
            case tree.Block():
                inner = _Scope(scope)
                for statement in node.body:
                    self.do(statement, inner)
            case tree.Declare():
                self._declare(node, scope)
            case tree.Define():
                made = _Function(node.type, node.parameters, node.body, scope)
                known = scope.functions.setdefault(node.name, [])
                shape = [p.type for p in node.parameters]
                known[:] = [f for f in known if [p.type for p in f.parameters] != shape]
                known.insert(0, made)
            case tree.If():
                if self._test(node.test, scope):
                    self.do(node.yes, _Scope(scope))
                elif node.no is not None:
                    self.do(node.no, _Scope(scope))
            case tree.For():
                self._for(node, scope)
            case tree.Each():
                for value in list(self._array(self.value(node.over, scope))):
                    inner = _Scope(scope)
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

    def _declare(self, node: tree.Declare, scope: _Scope) -> None:
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

    def _row(self, node: tree.Row, kind: str, scope: _Scope) -> Array:
        self.spent.size(len(node.parts))
        inner = kind[:-2] if kind.endswith("[]") else kind
        made = Array()
        for part in node.parts:
            if isinstance(part, tree.Row):
                made.append(self._row(part, inner, scope))
            else:
                made.append(cast(inner, self.value(part, scope)))
        return made

    def _body(self, node: tree.Node, scope: _Scope) -> bool:
        """Run the body of a loop once; return whether the loop is broken off."""
        self.spent.step()
        try:
            self.do(node, _Scope(scope))
        except Break:
            return True
        except Continue:
            return False
        return False

    def _for(self, node: tree.For, scope: _Scope) -> None:
        inner = _Scope(scope)
        if node.first is not None:
            for part in node.first.body if isinstance(node.first, tree.Block) else [node.first]:
                self.do(part, inner)
        while node.test is None or self._test(node.test, inner):
            if self._body(node.body, inner):
                break
            for step in node.steps:
                self.value(step, inner)

    def _test(self, node: tree.Node, scope: _Scope) -> bool:
        return bool(cast("bool", self.value(node, scope)))

    # Expressions

    def value(self, node: tree.Node, scope: _Scope) -> Any:
        self.spent.step()
        try:
            return self._value(node, scope)
        except ProgramError as fault:
            raise fault.at(node.place) from None

    def _value(self, node: tree.Node, scope: _Scope) -> Any:
        match node:
            case tree.Literal():
                return node.value
            case tree.Name():
                return self._named(node.name, scope)
            case tree.Tuple():
                parts = [self.value(part, scope) for part in node.parts]
                if any(isinstance(part, Opaque) for part in parts):
                    return Opaque("pair")
                reals = [cast("real", part) for part in parts]
                return complex(*reals) if len(reals) == 2 else Triple(*reals)
            case tree.Row():
                return Array(self.value(part, scope) for part in node.parts)
            case tree.Unary():
                return self._signed(node.sign, self.value(node.of, scope))
            case tree.Binary():
                return self._binary(node, scope)
            case tree.Join():
                return self._joined(node, scope)
            case tree.Choose():
                return self.value(node.yes if self._test(node.test, scope) else node.no, scope)
            case tree.Call():
                return self._called(node, scope)
            case tree.Index() | tree.Slice():
                return self._indexed(node, scope)
            case tree.Member():
                return self._member(node, scope)
            case tree.New():
                return self._new(node, scope)
            case tree.Lambda():
                return _Function(node.type, node.parameters, node.body, scope)
            case tree.Assign():
                return self._assigned(node, scope)
            case tree.Step():
                old = self.value(node.target, scope)
                new = operate("+", old, node.by)
                self._store(node.target, new, scope)
                return new if node.before else old
        raise ProgramError(FaultKind.UNSUPPORTED, type(node).__name__)

    def _named(self, name: str, scope: _Scope) -> Any:
        holder = scope.holder(name)
        if holder is not None:
            return holder.values[name]
        if name in self.constants:
            return self.constants[name]
        functions = scope.overloads(name)
        if functions:
            return functions[0]
        if name in self.functions or name in DRAWING or name in SILENT:
            return Opaque("function")
        raise self._unknown(name, "variable")

    def _unknown(self, name: str, kind: str) -> ProgramError:
        if name in OLYMPIAD_NAMES:
            return ProgramError(FaultKind.OLYMPIAD, name)
        for package, fault in (("olympiad", FaultKind.OLYMPIAD), ("cse5", FaultKind.CSE5)):
            if name in PACKAGES[package] and package not in self.packages:
                return ProgramError(fault, name)
        if name in UNREAD:
            return ProgramError(FaultKind.UNSUPPORTED, f"the {kind} {name}")
        return ProgramError(FaultKind.NAME, f"no {kind} {name}")

    def _signed(self, sign: str, value: Any) -> Any:
        if isinstance(value, Opaque):
            return value
        if sign == "!":
            return not cast("bool", value)
        if sign == "+":
            return value
        if isinstance(value, Array | Triple):
            return operate("*", -1, value)
        if isinstance(value, bool) or not isinstance(value, int | float | complex):
            raise ProgramError(FaultKind.TYPE, f"no sign - for {kind_of(value)}")
        return -value

    def _binary(self, node: tree.Binary, scope: _Scope) -> Any:
        if node.sign in {"&&", "||"}:
            left = self._test(node.left, scope)
            if left == (node.sign == "||"):
                return left
            return self._test(node.right, scope)
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        if node.sign == "^^":
            self.spent.size(len(left) if isinstance(left, Array) else 1)
            return Array([*_paths(left), *_paths(right)])
        if node.sign == "&" and isinstance(left, Curve):
            return join([left, right], ("--",))
        if left is None or right is None:
            raise ProgramError(FaultKind.TYPE, f"operands of {node.sign}")
        return operate(node.sign, left, right)

    def _joined(self, node: tree.Join, scope: _Scope) -> Any:
        knots = [
            None
            if isinstance(knot, tree.Name) and knot.name == "cycle"
            else self.value(knot, scope)
            for knot in node.knots
        ]
        return join(knots, node.signs)

    def _array(self, value: Any) -> Array:
        if not isinstance(value, Array):
            raise ProgramError(FaultKind.TYPE, f"expected an array, found {kind_of(value)}")
        return value

    def _indexed(self, node: tree.Index | tree.Slice, scope: _Scope) -> Any:
        of = self.value(node.of, scope)
        if isinstance(of, Opaque):
            return of
        found = self._array(of)
        if isinstance(node, tree.Slice):
            low, high = (
                None if end is None else cast("int", self.value(end, scope))
                for end in (node.low, node.high)
            )
            return Array(found[low:high])
        index = self.value(node.index, scope)
        if isinstance(index, Array):
            return Array(found[cast("int", k)] for k in index)
        return found[_place(found, cast("int", index))]

    def _member(self, node: tree.Member, scope: _Scope) -> Any:
        of, name = self.value(node.of, scope), node.name
        if isinstance(of, Opaque):
            return of
        if isinstance(of, int | float) and not isinstance(of, bool):
            of = complex(of)
        if isinstance(of, complex) and name in {"x", "y"}:
            return of.real if name == "x" else of.imag
        if isinstance(of, Triple) and name in {"x", "y", "z"}:
            return getattr(of, name)
        if isinstance(of, Array):
            if name == "length":
                return len(of)
            if name == "cyclic":
                return of.cyclic
            if name in _ARRAY_METHODS:
                return lambda *values: _ARRAY_METHODS[name](of, *values)
        raise ProgramError(FaultKind.TYPE, f"{kind_of(of)} has no field {name}")

    def _new(self, node: tree.New, scope: _Scope) -> Any:
        if node.parts is not None:
            return self._row(node.parts, node.type, scope)
        if not node.type.endswith("[]"):
            return Opaque(node.type)
        sizes = [cast("int", self.value(size, scope)) for size in node.sizes]

        def made(depth: int, kind: str) -> Any:
            if depth == len(sizes):
                return empty(kind)
            self.spent.size(sizes[depth])
            return Array(made(depth + 1, kind[:-2]) for _ in range(sizes[depth]))

        return made(0, node.type)

    def _assigned(self, node: tree.Assign, scope: _Scope) -> Any:
        value = self.value(node.value, scope)
        if node.sign:
            value = operate(node.sign, self.value(node.target, scope), value)
        if value is None:
            raise ProgramError(FaultKind.TYPE, "nothing to assign")
        return self._store(node.target, value, scope)

    def _store(self, target: tree.Node, value: Any, scope: _Scope) -> Any:
        match target:
            case tree.Name():
                holder = scope.holder(target.name)
                if holder is None:
                    if target.name in self.constants:
                        self.constants[target.name] = value
                        return value
                    raise self._unknown(target.name, "variable").at(target.place)
                value = cast(holder.types.get(target.name, ""), value)
                holder.values[target.name] = value
            case tree.Index():
                found = self.value(target.of, scope)
                if isinstance(found, Opaque):
                    return value
                array, index = self._array(found), cast("int", self.value(target.index, scope))
                if not array.cyclic and index >= len(array):
                    self.spent.size(index + 1)
                    array += [0] * (index + 1 - len(array))
                kind = self._declared(target.of, scope)
                array[_place(array, index)] = cast(kind, value)
            case tree.Member():
                of = self.value(target.of, scope)
                if isinstance(of, Array) and target.name == "cyclic":
                    of.cyclic = bool(value)
                elif not isinstance(of, Opaque):
                    raise ProgramError(FaultKind.TYPE, f"no field {target.name} to be set")
            case _:
                raise ProgramError(FaultKind.SYNTAX, "this cannot be assigned to")
        return value

    def _declared(self, node: tree.Node, scope: _Scope) -> str:
        """The type of an element of a named array."""
        if isinstance(node, tree.Name):
            holder = scope.holder(node.name)
            if holder is not None:
                return holder.types.get(node.name, "").removesuffix("[]")
        return ""

    # Calls

    def _called(self, node: tree.Call, scope: _Scope) -> Any:
        values = [
            (name, None if _is_cycle(part) else self.value(part, scope))
            for name, part in node.arguments
        ]
        function = node.function
        if isinstance(function, tree.Name):
            name = function.name
            holder = scope.holder(name)
            if holder is not None and isinstance(holder.values[name], _Function):
                return self._apply([holder.values[name]], values)
            overloads = scope.overloads(name)
            if overloads:
                fits = [f for f in overloads if self._bind(f, values, scope) is not None]
                if fits or not self._is_known(name):
                    return self._apply(fits or overloads[:1], values)
            return self._stock(name, values)
        found = self.value(function, scope)
        if isinstance(found, Opaque):
            return found
        return self._apply([found], values)

    def _is_known(self, name: str) -> bool:
        return name in self.functions or name in DRAWING or name in SILENT

    def _stock(self, name: str, values: list[tuple[str, Any]]) -> Any:
        plain = [value for _, value in values]
        if name.startswith("("):
            if name == "(int)":
                return int(cast("real", plain[0]))
            return cast(name[1:-1], plain[0])
        if name in DRAWING and not _is_product(name, plain):
            if len(self.found.marks) >= self.spent.MAX_MARKS:
                raise ProgramError(FaultKind.LIMIT, f"more than {self.spent.MAX_MARKS} marks")
            marks = DRAWING[name](plain, self.line)
            self.found.marks += [m for m in marks if _is_real_mark(m)]
            return None
        if name in SILENT:
            return None
        if name == "map":
            return Array(self._apply([plain[0]], [("", part)]) for part in self._array(plain[1]))
        if name == "sequence" and isinstance(plain[0], _Function):
            self.spent.size(int(cast("int", plain[1])))
            return Array(self._apply([plain[0]], [("", k)]) for k in range(plain[1]))
        if name not in self.functions:
            value = self.constants.get(name)
            if isinstance(value, Opaque):
                return value
            raise self._unknown(name, "function")
        if name in _OF_GRAPH and not (self.packages or _GRAPH & set(self.found.modules)):
            raise ProgramError(FaultKind.NAME, f"no function {name} without import graph")
        if any(isinstance(value, Opaque) for value in plain) and name not in _TOLERANT:
            return Opaque(name)
        if name in self.packages_of("cse5"):
            self._record_labels(name, plain)
        return self.functions[name](*plain)

    def packages_of(self, name: str) -> dict[str, Callable[..., Any]]:
        """The functions of a package, if it is among those to be known."""
        return PACKAGES[name] if name in self.packages else {}

    def _record_labels(self, name: str, plain: list[Any]) -> None:
        """D of cse5 draws what it is given."""
        if name == "D" and plain and isinstance(plain[0], Curve):
            self.found.marks.append(Mark("draw", (plain[0],), line=self.line))

    def _apply(self, functions: Sequence[Any], values: list[tuple[str, Any]]) -> Any:
        function = functions[0]
        if not isinstance(function, _Function):
            if not callable(function):
                raise ProgramError(FaultKind.TYPE, f"{kind_of(function)} cannot be called")
            return function(*(value for _, value in values))
        scope = self._bind(function, values, function.scope)
        if scope is None:
            raise ProgramError(FaultKind.TYPE, "arguments that do not fit the function")
        self.spent.enter()
        try:
            for statement in function.body.body:
                self.do(statement, scope)
        except Returned as returned:
            if function.type == "void" or returned.value is None:
                return returned.value
            return cast(function.type, returned.value)
        finally:
            self.spent.leave()
        return None

    def _bind(
        self, function: _Function, values: list[tuple[str, Any]], outer: _Scope
    ) -> _Scope | None:
        """The scope of a call with these arguments; None if they do not fit."""
        del outer
        scope = _Scope(function.scope)
        named = {name: value for name, value in values if name}
        plain = [value for name, value in values if not name]
        for parameter in function.parameters:
            name = parameter.name
            if parameter.rest:
                given: Any = Array(plain)
                plain = []
            elif name in named:
                given = named.pop(name)
            elif plain and self._fits(parameter.type, plain[0]):
                given = plain.pop(0)
            elif parameter.default is not None:
                given = self.value(parameter.default, scope)
            else:
                return None
            scope.values[name], scope.types[name] = cast(parameter.type, given), parameter.type
        return None if plain or named else scope

    def _fits(self, kind: str, value: Any) -> bool:
        try:
            cast(kind, value)
        except ProgramError:
            return False
        return True


_OF_GRAPH = {"Circle", "Arc", "graph", "polargraph"}
_GRAPH = {"graph", "graph3", "geometry", "olympiad", "cse5"}
"""The modules that have the functions of graph.asy."""

_TOLERANT = frozenset({"Label", "surface", "string", "format", "abs", "unit"})


def _is_product(name: str, values: Sequence[Any]) -> bool:
    """Whether ``dot`` is the product of two vectors, not a mark."""
    vectors = all(isinstance(v, int | float | complex | Triple) for v in values)
    return name == "dot" and len(values) == 2 and vectors


def _is_cycle(node: tree.Node) -> bool:
    return isinstance(node, tree.Name) and node.name == "cycle"


def _is_real_mark(mark: Mark) -> bool:
    """Whether a mark shows: a fill with an invisible pen does not."""
    return mark.kind != "fill" or mark.colour is not None


def _paths(value: Any) -> list[Any]:
    if isinstance(value, Array):
        return list(value)
    return [value if isinstance(value, SpaceCurve | Opaque | Triple) else curve(value)]


def _place(array: Array, index: int) -> int:
    if array.cyclic and array:
        return index % len(array)
    if not 0 <= index < len(array):
        text = f"index {index} of an array of length {len(array)}"
        raise ProgramError(FaultKind.VALUE, text)
    return index


def _push(array: Array, value: Any) -> Any:
    if len(array) >= Spent.MAX_SIZE:
        raise ProgramError(FaultKind.LIMIT, "a long array")
    array.append(value)
    return value


def _append(array: Array, more: Any) -> None:
    for value in list(more):
        _push(array, value)


_ARRAY_METHODS: dict[str, Callable[..., Any]] = {
    "push": _push, "pop": lambda array: array.pop(), "append": _append,
    "insert": lambda array, index, *values: array.__setitem__(slice(index, index), values),
    "delete": lambda array, *ends: array.__delitem__(
        slice(ends[0], ends[-1] + 1) if ends else slice(None)
    ),
    "initialized": lambda array, index: 0 <= index < len(array),
}  # fmt: skip
