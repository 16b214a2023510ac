"""Expressions as Python writes them, with numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from geoengine.program.constants import DIRECTIONS
from geoengine.program.errors import PrintingError
from geoengine.program.expressions import (
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
from geoengine.program.plot_style import PlotStyle
from geoengine.program.python_names import is_taken
from geoengine.program.type_names import element_of
from geoengine.program.typing_scope import TypingScope
from geoengine.program.walking import walk

__all__ = ["OPERAND", "PythonExpressions", "grouped", "python_number", "python_string"]

# How tightly operators bind, from the loosest.
_CONDITION, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _UNARY, _POWER, OPERAND = range(10)
_LEVELS = {
    "||": _OR, "&&": _AND, "==": _COMPARISON, "!=": _COMPARISON, "<": _COMPARISON,
    "<=": _COMPARISON, ">": _COMPARISON, ">=": _COMPARISON, "+": _SUM, "-": _SUM,
    "*": _PRODUCT, "/": _PRODUCT, "%": _PRODUCT, "#": _PRODUCT, "^": _POWER,
}  # fmt: skip
_SIGNS = {"||": "or", "&&": "and", "#": "//", "^": "**"}

_METHODS = {"push": "append", "pop": "pop"}

_FUNCTIONS = {
    "sqrt": "np.sqrt({})", "sin": "np.sin({})", "cos": "np.cos({})", "tan": "np.tan({})",
    "asin": "np.arcsin({})", "acos": "np.arccos({})", "atan": "np.arctan({})",
    "atan2": "np.arctan2({}, {})", "Sin": "np.sin(np.radians({}))",
    "Cos": "np.cos(np.radians({}))", "Tan": "np.tan(np.radians({}))",
    "aSin": "np.degrees(np.arcsin({}))", "aCos": "np.degrees(np.arccos({}))",
    "aTan": "np.degrees(np.arctan({}))", "exp": "np.exp({})", "log": "np.log({})",
    "hypot": "np.hypot({}, {})", "radians": "np.radians({})", "min": "min({}, {})",
    "max": "max({}, {})", "floor": "int(np.floor({}))", "ceil": "int(np.ceil({}))",
    "string": "str({})",
}  # fmt: skip
"""Functions of numbers."""


def python_number(text: str) -> str:
    """Return a literal number.

    Examples
    --------
    >>> python_number(".5"), python_number("2."), python_number("07")
    ('0.5', '2.0', '7')
    """
    if text.isdecimal():
        return str(int(text))
    mantissa, mark, exponent = text.lower().partition("e")
    mantissa = f"0{mantissa}" if mantissa.startswith(".") else mantissa
    mantissa = f"{mantissa}0" if mantissa.endswith(".") else mantissa
    return f"{mantissa}{mark}{exponent}"


def python_string(text: str) -> str:
    """Return a literal string."""
    return f'r"{text}"' if "\\" in text else f'"{text}"'


def grouped(text: str) -> str:
    """Return a text that may stand beside an operator, or before a dot.

    Examples
    --------
    >>> grouped("f(a + b)"), grouped("a + f(b)"), grouped("-a")
    ('f(a + b)', '(a + f(b))', '(-a)')
    """
    depth = 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if not depth and sign in "+-*/% ":
            return f"({text})"
    return text


class PythonExpressions:
    """Writes expressions, and notes which functions of the program they need.

    Attributes
    ----------
    scope : TypingScope
    needed : set of str
        Names of functions in `helper_texts`.
    names : dict of str to str
        The names of variables in Python, where they differ.
    cyclic : set of str
        Arrays whose indices begin anew after the last element.
    changing : frozenset of str
        Variables that get another value than their first one.
    """

    def __init__(self, scope: TypingScope, style: PlotStyle) -> None:
        self.scope = scope
        self.style = style
        self.needed: set[str] = set()
        self.names: dict[str, str] = {}
        self.cyclic: set[str] = set()
        self.changing: frozenset[str] = frozenset()

    @property
    def in_complex(self) -> bool:
        """Whether points are complex numbers."""
        return self.style.points == "complex"

    def text(self, node: Expression, wanted: str | None = None) -> str:
        """Return an expression as text, as a type if one is given."""
        return self.write(node, wanted)[0]

    def tight(self, node: Expression, wanted: str | None = None, level: int = OPERAND) -> str:
        """Return an expression as text that may stand beside an operator."""
        text, found = self.write(node, wanted)
        return text if found >= level else f"({text})"

    def helper(self, name: str, *arguments: str) -> str:
        """Return a call of a function that the program defines where it needs it."""
        self.needed.add(name)
        return f"{name}({', '.join(arguments)})"

    def point(self, x: str, y: str) -> str:
        """Return a point of the plane."""
        return f"complex({x}, {y})" if self.in_complex else f"np.array([{x}, {y}])"

    def write(self, node: Expression, wanted: str | None = None) -> tuple[str, int]:
        """Return an expression as text, and how tightly it binds."""
        if isinstance(node, ArrayOf) and node.type is None and wanted is not None:
            inner = element_of(wanted)
            return f"[{', '.join(self.text(item, inner) for item in node.items)}]", OPERAND
        found = self.scope.of(node)
        if wanted == "pair" and found in ("int", "real") and not self.in_complex:
            return self.point(self.text(node), "0"), OPERAND
        if wanted in ("path", "path[]", "path3") or found in ("path", "path[]", "path3"):
            return self.path_value(node), OPERAND
        if found == "transform":
            return self.transform_value(node)
        return self._write(node)

    def path_value(self, node: Expression) -> str:
        """Return a path as an array of points; overridden."""
        raise NotImplementedError

    def path_call(self, node: Call) -> str | None:
        """Return a call of a function of paths; overridden."""
        raise NotImplementedError

    def moved(self, transform: Expression, point: str, level: int = OPERAND) -> str:
        """Return the image of a point, or of an array of points, as text that binds so tightly."""
        text, found = self._moved(transform, point)
        return text if found >= level else f"({text})"

    def _moved(self, transform: Expression, point: str) -> tuple[str, int]:
        match transform:
            case Call(function="rotate", arguments=[turn, *center]):
                around = [self.text(one.value, "pair") for one in center]
                return self.helper("rotate", point, self.text(turn.value), *around), OPERAND
            case Call(function="reflect", arguments=[a, b]):
                ends = [self.text(one.value, "pair") for one in (a, b)]
                return self.helper("reflect", point, *ends), OPERAND
            case Call(function="shift", arguments=[way]):
                return f"{point} + {self.tight(way.value, 'pair', _SUM)}", _SUM
            case Call(function="shift", arguments=[x, y]):
                way_text = self.point(self.text(x.value), self.text(y.value))
                return f"{point} + {way_text}", _SUM
            case Call(function="scale", arguments=[factor]):
                by = self.tight(factor.value, None, _PRODUCT)
                return f"{by}*{grouped(point)}", _PRODUCT
            case Call(function="xscale" | "yscale" | "scale" as name, arguments=arguments):
                factors = [self.text(one.value) for one in arguments]
                both = {"xscale": [*factors, "1"], "yscale": ["1", *factors]}.get(name, factors)
                if self.in_complex:
                    return self.helper("stretch", point, *both), OPERAND
                factor_text = f"np.array([{', '.join(both)}])"
                return f"{grouped(point)}*{factor_text}", _PRODUCT
            case Call(function="identity"):
                return point, _SUM
            case Binary(operator="*", left=left, right=right):
                return self._moved(left, self.moved(right, point, _SUM))
            case Binary(operator="^", left=left, right=count):
                repeat = self.helper("repeated", self.transform_value(left)[0], self.text(count))
                return f"{repeat}({point})", OPERAND
            case Name(name=name):
                return f"{self.name(name)}({point})", OPERAND
            case Call() if transform.function not in ("inverse",):
                return f"{self._call(transform)[0]}({point})", OPERAND
        raise self.cannot(transform, "this transformation")

    def transform_value(self, node: Expression) -> tuple[str, int]:
        """Return a transformation as a function of points."""
        if isinstance(node, Name):
            return self.name(node.name), OPERAND
        # What may change later is taken as it is now.
        names = {part.name for part in walk(node) if isinstance(part, Name)} & self.changing
        kept = [f"{self.name(name)}={self.name(name)}" for name in sorted(names)]
        head = ", ".join(["point", *kept])
        return f"lambda {head}: {self.moved(node, 'point', _SUM)}", _CONDITION

    def cannot(self, node: Expression, what: str) -> PrintingError:
        """Return the error of something that has no counterpart."""
        place = node.place
        return PrintingError(
            f"expected a program that can be written for matplotlib, found {what}",
            line=place and place.line,
            column=place and place.column,
        )

    def name(self, name: str) -> str:
        """Return the name of a variable."""
        if name in self.names:
            return self.names[name]
        return f"{name}_" if is_taken(name) else name

    def _constant(self, name: str) -> str | None:
        if name == "pi":
            return "np.pi"
        if name in ("origin", "I", *DIRECTIONS):
            if self.in_complex and name in ("origin", "I"):
                return "0j" if name == "origin" else "1j"
            way = {"origin": 0j, "I": 1j}.get(name) or DIRECTIONS.get(name, 0j)
            return self.point(f"{way.real:.12g}", f"{way.imag:.12g}")
        return {"CCW": "True", "CW": "False", "cm": "28.35", "pt": "1", "bp": "1"}.get(name)

    def _write(self, node: Expression) -> tuple[str, int]:
        match node:
            case Number(text=text):
                return python_number(text), OPERAND
            case String(text=text):
                return python_string(text), OPERAND
            case Boolean(value=value):
                return str(value), OPERAND
            case Name(name=name):
                if self.scope.is_constant(name) and (constant := self._constant(name)):
                    return constant, OPERAND
                return self.name(name), OPERAND
            case Tuple(parts=parts):
                inner = [self.text(part) for part in parts]
                if len(parts) == 3:
                    return f"np.array([{', '.join(inner)}])", OPERAND
                return self.point(*inner), OPERAND
            case Scaled(factor=factor, operand=operand):
                return self._binary(Binary("*", factor, operand, place=node.place))
            case Binary():
                return self._binary(node)
            case Unary(operator="!", operand=operand):
                return f"not {self.tight(operand, None, _NOT)}", _NOT
            case Unary(operator=sign, operand=operand):
                return f"{sign}{self.tight(operand, None, _UNARY)}", _UNARY
            case Conditional(test=test, yes=yes, no=no):
                wanted = self.scope.of(node)
                either = [self.tight(part, wanted, _OR) for part in (yes, no)]
                check = self.tight(test, None, _OR)
                return f"{either[0]} if {check} else {either[1]}", _CONDITION
            case ArrayOf(type=kind, items=items):
                return f"[{', '.join(self.text(item, kind) for item in items)}]", OPERAND
            case NewArray(size=size):
                return f"[None] * {self.tight(size, None, _UNARY)}", _PRODUCT
            case Index(object=of, index=index):
                return self.element(of, index), OPERAND
            case Field():
                return self._field(node), OPERAND
            case MethodCall(object=of, method=method, arguments=arguments):
                kind = element_of(self.scope.of(of))
                given = ", ".join(self.text(argument.value, kind) for argument in arguments)
                return f"{self.tight(of)}.{_METHODS[method]}({given})", OPERAND
            case Call():
                return self._call(node)
            case Join():
                return self.path_value(node), OPERAND

    def element(self, of: Expression, index: Expression) -> str:
        """Return an element of an array."""
        array = self.tight(of)
        if isinstance(of, Name) and of.name in self.cyclic:
            return f"{array}[{self.tight(index, None, _PRODUCT)} % len({array})]"
        return f"{array}[{self.text(index)}]"

    def _field(self, node: Field) -> str:
        of, kind = node.object, self.scope.of(node.object)
        if node.field == "length":
            return f"len({self.text(of)})"
        if node.field == "cyclic":
            raise self.cannot(node, "the field 'cyclic' of an array")
        if kind == "pair" and self.in_complex:
            return f"{self.tight(of)}.{'real' if node.field == 'x' else 'imag'}"
        return f"{self.tight(of)}[{'xyz'.index(node.field)}]"

    def _binary(self, node: Binary) -> tuple[str, int]:
        sign, level = node.operator, _LEVELS.get(node.operator, OPERAND)
        kinds = self.scope.of(node.left), self.scope.of(node.right)
        if kinds[0] == "transform":
            return self._moved(node.left, self.tight(node.right, None, _SUM))
        if "pair" in kinds and not self.in_complex:
            if sign in ("==", "!="):
                texts = [self.text(part, "pair") for part in (node.left, node.right)]
                same = f"np.array_equal({texts[0]}, {texts[1]})"
                return (same, OPERAND) if sign == "==" else (f"not {same}", _NOT)
            if sign in ("+", "-"):
                return self._operation(node, "pair", level)
            if sign == "^":
                return self.helper("power", self.text(node.left), self.text(node.right)), OPERAND
            if sign in ("*", "/") and (
                kinds[1] == "pair" if sign == "/" else kinds == ("pair", "pair")
            ):
                return self._complex_operation(node), OPERAND
        return self._operation(node, None, level)

    def _operation(self, node: Binary, wanted: str | None, level: int) -> tuple[str, int]:
        sign = node.operator
        right_level = level + 1 if sign != "^" else _UNARY
        left_level = level if sign != "^" else OPERAND
        left = self.tight(node.left, wanted, left_level)
        right = self.tight(node.right, wanted, right_level)
        shown = _SIGNS.get(sign, sign)
        close = sign == "^" or (level == _PRODUCT and not self.style.spaced)
        space = "" if close else " "
        return f"{left}{space}{shown}{space}{right}", level

    def _complex_operation(self, node: Binary) -> str:
        """Return a product or a quotient of points that are arrays."""
        if node.operator == "/":
            return self.helper("over", self.text(node.left, "pair"), self.text(node.right, "pair"))
        for turn, other in ((node.left, node.right), (node.right, node.left)):
            match turn:
                case Call(function="dir", arguments=[by]) if self.scope.of(by.value) in (
                    "int",
                    "real",
                ):
                    return self.helper("rotate", self.text(other), self.text(by.value))
        return self.helper("times", self.text(node.left), self.text(node.right))

    def _call(self, node: Call) -> tuple[str, int]:
        found = self.scope.chosen(node)
        name = node.function
        if self.scope.is_defined(name):
            return self._own_call(node, [slot.type for slot in found.slots])
        special = self.path_call(node)
        if special is not None:
            return special, OPERAND
        kind = found.slots[0].type if found.slots else ""
        nodes = [argument.value for argument in node.arguments]
        writer = _VECTORS.get((name, kind))
        if writer is not None:
            return writer(self, nodes)
        texts = [self.text(one) for one in nodes]
        if name == "degrees":
            return f"np.degrees({texts[0]})", OPERAND
        if name == "abs":
            return f"abs({texts[0]})", OPERAND
        if name == "interp":
            return self._interpolated(nodes), _SUM
        if name in _FUNCTIONS:
            return _FUNCTIONS[name].format(*texts), OPERAND
        if name == "quotient":
            return f"{self.tight(nodes[0], None, _PRODUCT)}//{self.tight(nodes[1])}", _PRODUCT
        raise self.cannot(node, f"the function {name!r}")

    def _interpolated(self, nodes: Sequence[Expression]) -> str:
        wanted = "pair" if self.scope.of(nodes[0]) == "pair" else None
        first, last = (self.tight(one, wanted, _PRODUCT) for one in nodes[:2])
        share = self.tight(nodes[2], None, _PRODUCT)
        return f"(1 - {share})*{first} + {share}*{last}"

    def _own_call(self, node: Call, kinds: Sequence[str]) -> tuple[str, int]:
        written = []
        for position, argument in enumerate(node.arguments):
            if argument.name is not None:
                slot = self.scope.chosen(node).slots
                kind = next(one.type for one in slot if one.name == argument.name)
                written.append(f"{argument.name}={self.text(argument.value, kind)}")
            else:
                written.append(self.text(argument.value, kinds[position]))
        return f"{self.name(node.function)}({', '.join(written)})", OPERAND


_Writer = Callable[[PythonExpressions, Sequence[Expression]], tuple[str, int]]


def _norm(out: PythonExpressions, nodes: Sequence[Expression]) -> tuple[str, int]:
    text = out.text(nodes[0], "pair")
    return (f"abs({text})" if out.in_complex else f"np.linalg.norm({text})"), OPERAND


def _space_norm(out: PythonExpressions, nodes: Sequence[Expression]) -> tuple[str, int]:
    return f"np.linalg.norm({out.text(nodes[0])})", OPERAND


def _helper(name: str, kind: str | None = "pair") -> _Writer:
    def write(out: PythonExpressions, nodes: Sequence[Expression]) -> tuple[str, int]:
        return out.helper(name, *(out.text(node, kind) for node in nodes)), OPERAND

    return write


def _space_unit(out: PythonExpressions, nodes: Sequence[Expression]) -> tuple[str, int]:
    text = out.tight(nodes[0])
    return f"{text} / np.linalg.norm({text})", _PRODUCT


def _dot(out: PythonExpressions, nodes: Sequence[Expression]) -> tuple[str, int]:
    texts = [out.text(node, "pair") for node in nodes]
    if out.in_complex:
        return out.helper("inner", *texts), OPERAND
    return f"np.dot({texts[0]}, {texts[1]})", OPERAND


def _part(index: int) -> _Writer:
    def write(out: PythonExpressions, nodes: Sequence[Expression]) -> tuple[str, int]:
        text = out.tight(nodes[0], "pair")
        return (
            f"{text}.{('real', 'imag')[index]}" if out.in_complex else f"{text}[{index}]"
        ), OPERAND

    return write


def _angle(out: PythonExpressions, nodes: Sequence[Expression]) -> tuple[str, int]:
    text = out.tight(nodes[0], "pair")
    return (f"np.angle({text})" if out.in_complex else f"np.arctan2(*{text}[::-1])"), OPERAND


def _conjugate(out: PythonExpressions, nodes: Sequence[Expression]) -> tuple[str, int]:
    if out.in_complex:
        return f"{out.tight(nodes[0], 'pair')}.conjugate()", OPERAND
    return out.helper("conjugate", out.text(nodes[0], "pair")), OPERAND


def _polar(out: PythonExpressions, nodes: Sequence[Expression]) -> tuple[str, int]:
    text = out.text(nodes[0])
    if out.in_complex:
        return f"np.exp(1j*{out.tight(nodes[0])})", OPERAND
    return f"np.array([np.cos({text}), np.sin({text})])", OPERAND


def _space_product(name: str) -> _Writer:
    def write(out: PythonExpressions, nodes: Sequence[Expression]) -> tuple[str, int]:
        return f"np.{name}({out.text(nodes[0])}, {out.text(nodes[1])})", OPERAND

    return write


_VECTORS: dict[tuple[str, str], _Writer] = {
    ("abs", "pair"): _norm,
    ("length", "pair"): _norm,
    ("abs", "triple"): _space_norm,
    ("length", "triple"): _space_norm,
    ("unit", "pair"): _helper("unit"),
    ("unit", "triple"): _space_unit,
    ("dir", "real"): _helper("direction", None),
    ("dir", "pair"): _helper("unit"),
    ("degrees", "pair"): _helper("angle_of"),
    ("angle", "pair"): _angle,
    ("dot", "pair"): _dot,
    ("dot", "triple"): _space_product("dot"),
    ("cross", "pair"): _helper("cross"),
    ("cross", "triple"): _space_product("cross"),
    ("conj", "pair"): _conjugate,
    ("xpart", "pair"): _part(0),
    ("ypart", "pair"): _part(1),
    ("expi", "real"): _polar,
    ("extension", "pair"): _helper("line_meet"),
}
"""Functions of points and vectors, by name and the type of the first parameter."""
