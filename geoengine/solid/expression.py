"""Expressions of seeds: a small part of Python's syntax, evaluated exactly."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import CodeType
from typing import Any

from geoengine.catalogue import EntryError
from geoengine.errors import GeoengineError
from geoengine.solid.functions import CONSTANTS, FUNCTIONS
from geoengine.spelling import did_you_mean

__all__ = ["LAZY", "EvaluationError", "Expression", "describe_kind", "parse_expression"]

LAZY = ("minimum", "maximum", "solve", "locus_length", "locus_area")
"""Functions of moving figures, whose arguments are evaluated for many values of free variables."""

_LONGEST = 2_000
"""The maximum number of characters of an expression."""

_OPERATORS = (
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Mod, ast.Pow, ast.UAdd, ast.USub, ast.Not, ast.And,
    ast.Or, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn,
)  # fmt: skip

_LAZY_CALL = "_lazy"
"""The name by which compiled code calls the function that evaluates lazy functions."""

_LARGEST_POWER = 64


class EvaluationError(GeoengineError):
    """An expression has no value, or none that can be written exactly.

    Attributes
    ----------
    line : int or None
        The line of the figure in which the expression stands, from 1.
    """

    line: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """An expression, checked and compiled.

    Attributes
    ----------
    text : str
        As written.
    tree : ast.expr
        Its syntax tree.
    names : frozenset of str
        The names of parameters and objects in it, apart from functions and constants.
    code : code
        Compiled from the tree; divisions of whole numbers are exact.
    lazy : tuple of (str, tuple of Expression)
        The calls of lazy functions, such as ``minimum``, with their arguments.

    Examples
    --------
    >>> ratio = parse_expression("(a + 1) / b")
    >>> sorted(ratio.names), ratio.value({"a": 2, "b": 6})
    (['a', 'b'], Fraction(1, 2))
    """

    text: str
    tree: ast.expr
    names: frozenset[str]
    code: CodeType
    lazy: tuple[tuple[str, tuple[Expression, ...]], ...]

    @property
    def is_lazy(self) -> bool:
        """Whether it calls a lazy function."""
        return bool(self.lazy)

    def value(
        self,
        scope: Mapping[str, Any],
        lazy: Callable[[str, tuple[Expression, ...]], Any] | None = None,
    ) -> Any:
        """Evaluate the expression.

        Parameters
        ----------
        scope : mapping of str to object
            A value for each of its names.
        lazy : callable, optional
            Evaluates the lazy functions: it receives the name and the arguments.

        Raises
        ------
        EvaluationError
            When it has no value: a division by zero, three points on a line where they must span
            a plane, an argument of the wrong kind.
        """

        def call(position: int) -> Any:
            name, arguments = self.lazy[position]
            if lazy is None:
                raise EvaluationError(f"{name}(…) may not stand here")
            return lazy(name, arguments)

        known = dict(scope)
        known[_LAZY_CALL] = call
        try:
            return eval(self.code, _GLOBALS, known)  # only whitelisted syntax was compiled
        except (GeoengineError, ArithmeticError, TypeError, ValueError, LookupError) as error:
            if isinstance(error, EvaluationError):
                raise
            why = getattr(error, "message", None) or str(error) or type(error).__name__
            raise EvaluationError(f"cannot evaluate {self.text!r}: {why}") from error


@cache
def parse_expression(text: str) -> Expression:
    """Read an expression.

    Parameters
    ----------
    text : str
        Names, whole numbers, words in quotes, lists, arithmetic (``+ - * / % **``), comparisons,
        ``and or not``, ``x if condition else y`` and calls of known functions.

    Raises
    ------
    EntryError
        When it is anything else; with the column of the mistake.

    Examples
    --------
    >>> parse_expression("sqrt(a**2 + b**2)").names == {"a", "b"}
    True
    >>> parse_expression("dist(A, B).real")
    Traceback (most recent call last):
    geoengine.catalogue.entry.EntryError: line 1, column 1: cannot read 'dist(A, B).real'
      hint: only arithmetic, comparisons, lists and calls of functions are allowed
    """
    if len(text) > _LONGEST:
        raise EntryError(f"expected at most {_LONGEST} characters, found {len(text)}")
    stripped = text.strip()
    skipped = len(text) - len(text.lstrip())
    try:
        tree = ast.parse(stripped, mode="eval").body
    except SyntaxError as error:
        # A line break inside an expression in brackets is allowed, so the line is always counted.
        column = (error.offset or 1) + (skipped if (error.lineno or 1) == 1 else 0)
        raise EntryError(
            f"expected an expression, found {stripped!r}",
            line=error.lineno or 1, column=column, hint=_syntax_hint(stripped),
        ) from None  # fmt: skip
    except (ValueError, RecursionError, MemoryError):
        raise EntryError(f"expected an expression, found {stripped!r}") from None
    return _compiled(stripped, tree, skipped)


def describe_kind(value: object) -> str:
    """Return what kind of object a value is, in words.

    Examples
    --------
    >>> describe_kind(Fraction(1, 2)), describe_kind([])
    ('a number', 'a list')
    """
    kind = type(value).__name__
    if kind in ("Exact", "NestedRoot", "int", "float", "Fraction"):
        return "a number"
    words = {"Vector": "point", "str": "word", "bool": "truth value"}
    return f"a {words.get(kind, kind.lower())}"


def _syntax_hint(text: str) -> str:
    for sign, instead in (("^", "**"), ("√", "sqrt(…)"), ("π", "pi"), ("°", "a number of degrees")):
        if sign in text:
            return f"write {instead} in place of {sign}"
    if text.count("(") != text.count(")"):
        return "close the brackets; in a YAML list in [ ], put quotes around text with commas"
    if "=" in text and "==" not in text and "<" not in text and ">" not in text:
        return "an equation is written with =="
    return "write, for example: sqrt(a**2 + b**2) / 2"


def _compiled(text: str, tree: ast.expr, skipped: int) -> Expression:
    checker = _Checker(text, skipped)
    checker.check(tree)
    compiler = _Compiler()
    body = ast.Expression(compiler.visit(_copied(tree)))
    ast.fix_missing_locations(body)
    return Expression(
        text, tree, frozenset(checker.names), compile(body, "<seed>", "eval"), tuple(compiler.lazy)
    )


def _copied(tree: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(tree), mode="eval").body


class _Checker:
    """Reject everything but the allowed syntax, and collect names."""

    def __init__(self, text: str, skipped: int) -> None:
        self.text = text
        self.skipped = skipped
        self.names: set[str] = set()

    def check(self, node: ast.AST) -> None:
        match node:
            case ast.Name(id=name):
                if name in FUNCTIONS or name in LAZY:
                    raise self._error(node, f"expected the arguments of {name}", f"write {name}(…)")
                if name.startswith("_"):
                    raise self._error(node, f"unknown name {name!r}")
                if name not in CONSTANTS:
                    self.names.add(name)
            case ast.Constant(value=bool()) | ast.Constant(value=str()):
                pass
            case ast.Constant(value=int(value)):
                if value.bit_length() > 200:
                    raise self._error(node, "expected a smaller number")
            case ast.Constant(value=float(value)):
                fraction = Fraction(ast.unparse(node))
                raise self._error(
                    node, f"expected an exact number, found {value}", f"write {fraction}"
                )
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _OPERATORS):
                self.check(left)
                self.check(right)
            case ast.UnaryOp(op=op, operand=operand) if isinstance(op, _OPERATORS):
                self.check(operand)
            case ast.BoolOp(values=values):
                for part in values:
                    self.check(part)
            case ast.Compare(left=left, ops=ops, comparators=others) if all(
                isinstance(op, _OPERATORS) for op in ops
            ):
                for part in (left, *others):
                    self.check(part)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                for part in (test, body, orelse):
                    self.check(part)
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                for part in parts:
                    self.check(part)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
                self._check_call(node, name, args, keywords)
            case _:
                raise self._error(
                    node,
                    f"cannot read {ast.unparse(node)!r}",
                    "write ** in place of ^"
                    if isinstance(getattr(node, "op", None), ast.BitXor)
                    else "only arithmetic, comparisons, lists and calls of functions are allowed",
                )

    def _check_call(
        self, node: ast.AST, name: str, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> None:
        if name not in FUNCTIONS and name not in LAZY:
            known = [*FUNCTIONS, *LAZY]
            raise self._error(
                node,
                f"unknown function {name!r}",
                did_you_mean(name, known, "the table of functions is in docs/tutorials/solid.md"),
            )
        for argument in args:
            self.check(argument)
        for keyword in keywords:
            if keyword.arg is None:
                raise self._error(node, "cannot read ** in a call")
            self.check(keyword.value)

    def _error(self, node: ast.AST, message: str, hint: str | None = None) -> EntryError:
        row = getattr(node, "lineno", 1)
        line = self.text.splitlines()[row - 1]
        before = line.encode()[: getattr(node, "col_offset", 0)].decode()
        column = len(before) + 1 + (self.skipped if row == 1 else 0)
        return EntryError(message, hint=hint, line=row, column=column)


class _Compiler(ast.NodeTransformer):
    """Make divisions and powers exact, and calls of lazy functions lazy."""

    def __init__(self) -> None:
        self.lazy: list[tuple[str, tuple[Expression, ...]]] = []

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        name = {ast.Div: "_divide", ast.Pow: "_power"}.get(type(node.op))
        return node if name is None else _call(name, node.left, node.right)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in LAZY:
            self.generic_visit(node)
            return node
        arguments = tuple(parse_expression(ast.unparse(argument)) for argument in node.args)
        self.lazy.append((name, arguments))
        return _call(_LAZY_CALL, ast.Constant(len(self.lazy) - 1))


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _divide(x: Any, y: Any) -> Any:
    if isinstance(x, int) and isinstance(y, int):
        return Fraction(x, y)
    return x / y


def _power(x: Any, y: Any) -> Any:
    if isinstance(y, Fraction) and y.denominator == 1:
        y = int(y)
    if not isinstance(y, int) or abs(y) > _LARGEST_POWER:
        raise ValueError(f"expected a whole number as exponent, found {y}; write sqrt(…) for roots")
    if y < 0 and isinstance(x, int):
        return Fraction(1, x**-y)
    return x**y


_GLOBALS: dict[str, Any] = {
    "__builtins__": {}, **CONSTANTS, **FUNCTIONS, "_divide": _divide, "_power": _power,
}  # fmt: skip
