"""Constraints on whole numbers: conditions such as ``heronian(p, q, r)`` or ``p < 2*q``."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue.entry import EntryError

__all__ = ["FUNCTIONS", "Constraint", "conflict", "solve"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_LARGEST = 2**62
_MOST_ROWS = 4_000_000
_HINT = "write conditions such as: p + q > r, square(p**2 + q**2), heronian(p, q, r)"


def _square(x: Any) -> Any:
    """Return whether a number is the square of a positive integer."""
    x = np.asarray(x)
    root = np.rint(np.sqrt(np.maximum(x, 0))).astype(np.int64)
    return (x > 0) & (root * root == x)


def _sixteen_areas(p: Any, q: Any, r: Any) -> Any:
    """Return sixteen times the square of a triangle's area (Heron)."""
    return (p + q + r) * (-p + q + r) * (p - q + r) * (p + q - r)


def _cosines(p: Any, q: Any, r: Any) -> list[Any]:
    """Return, for each angle, twice its cosine times the two sides that enclose it."""
    return [q * q + r * r - p * p, r * r + p * p - q * q, p * p + q * q - r * r]


def _triangle(p: Any, q: Any, r: Any) -> Any:
    """Return whether a triangle has these sides and all its angles between 20° and 140°."""
    longest, total = np.maximum(np.maximum(p, q), r), p + q + r
    squares = p * p + q * q + r * r
    product = p * q * r
    inside = total - 2 * longest > 0
    # The largest angle is opposite the longest side; its cosine must exceed that of 140°.
    wide = (squares - 2 * longest**2) * longest > -1.532 * product
    shortest = np.minimum(np.minimum(p, q), r)
    narrow = (squares - 2 * shortest**2) * shortest < 1.879 * product
    return inside & wide & narrow


def _heronian(p: Any, q: Any, r: Any) -> Any:
    """Return whether `_triangle` holds, and four times the area of the triangle is an integer."""
    return _triangle(p, q, r) & _square(4 * _sixteen_areas(p, q, r))


def _acute(p: Any, q: Any, r: Any) -> Any:
    """Return whether all angles are clearly less than 90°: their cosines exceed 0.1."""
    return reduce(
        operator.and_,
        (
            5 * cosine > side
            for cosine, side in zip(_cosines(p, q, r), (q * r, r * p, p * q), strict=True)
        ),
    )


def _right(p: Any, q: Any, r: Any) -> Any:
    """Return whether one angle is a right angle."""
    return reduce(operator.or_, (cosine == 0 for cosine in _cosines(p, q, r)))


def _scalene(p: Any, q: Any, r: Any) -> Any:
    """Return whether no two sides look equal, and no angle looks right without being so.

    Two sides look equal if they differ by at most 6 % of the longer one; an angle looks right if
    its cosine is at most 0.1 in absolute value.
    """
    differ = [50 * abs(a - b) > 3 * np.maximum(a, b) for a, b in ((p, q), (q, r), (r, p))]
    clear = [
        (cosine == 0) | (5 * abs(cosine) > side)
        for cosine, side in zip(_cosines(p, q, r), (q * r, r * p, p * q), strict=True)
    ]
    return reduce(operator.and_, [*differ, *clear])


def _remainder(x: Any, y: Any) -> Any:
    """Return the remainder of a division; 1 for one by zero, so that nothing is divisible by 0."""
    y = np.asarray(y)
    return np.where(y == 0, 1, np.mod(x, np.where(y == 0, 1, y)))


FUNCTIONS: dict[str, tuple[int, int, Callable[..., Any]]] = {
    "square": (1, 1, _square),
    "gcd": (2, 1, np.gcd),
    "pythagorean": (2, 2, lambda p, q: _square(p * p + q * q)),
    "triangle": (3, 3, _triangle),
    "heronian": (3, 4, _heronian),
    "acute": (3, 2, _acute),
    "right": (3, 2, _right),
    "scalene": (3, 2, _scalene),
}
"""The functions of conditions: number of arguments, degree of the largest intermediate value, code.

The degree is that of a polynomial in the arguments, and bounds overflow.
"""

_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: _remainder,
    ast.USub: operator.neg,
    ast.Not: np.logical_not,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.And: np.logical_and,
    ast.Or: np.logical_or,
}


@dataclass(frozen=True, slots=True)
class Constraint:
    """A condition on named whole numbers.

    Attributes
    ----------
    text : str
        The condition as written, an expression such as ``p < 2*q``.
    names : frozenset of str
        The names of the numbers in the condition.

    Examples
    --------
    >>> legs = Constraint.parse("square(p**2 + q**2) and p < q")
    >>> sorted(legs.names), legs.holds({"p": np.array([3, 4]), "q": np.array([4, 6])}).tolist()
    (['p', 'q'], [True, False])
    """

    text: str
    names: frozenset[str]

    @classmethod
    def parse(cls, text: str) -> Constraint:
        """Read a condition.

        Raises
        ------
        EntryError
            When the text is not a condition.
        """
        tree = _tree(text)
        if not _is_condition(tree):
            raise EntryError(f"expected a condition, found the number {text!r}", hint=_HINT)
        named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        return cls(text, frozenset(named - FUNCTIONS.keys()))

    def fits(self, largest: int) -> bool:
        """Return whether no intermediate value overflows for numbers up to `largest`."""
        return _size(_tree(self.text), largest) < _LARGEST

    def holds(self, values: Mapping[str, Ints]) -> Bools:
        """Tell, for each row, whether the condition holds; `values` has a column for each name."""
        rows = len(next(iter(values.values())))
        return np.broadcast_to(np.asarray(_value(_tree(self.text), values), dtype=bool), (rows,))


@cache
def _tree(text: str) -> ast.expr:
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise EntryError(f"expected a condition, found {text!r}", hint=_HINT) from None
    _check(tree)
    return tree


def _check(node: ast.expr) -> None:
    """Reject everything but arithmetic, comparisons and known functions."""
    match node:
        case ast.Name():
            pass
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            pass
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=2 | 3)):
            _check(left)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            _check(left)
            _check(right)
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
            _check(operand)
        case ast.BoolOp(values=values):
            for part in values:
                _check(part)
        case ast.Compare(left=left, ops=ops, comparators=others) if all(
            type(op) in _OPERATORS for op in ops
        ):
            for part in (left, *others):
                _check(part)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            wanted = FUNCTIONS[name][0]
            if len(args) != wanted:
                raise EntryError(f"expected {wanted} numbers in {name}(…), found {len(args)}")
            for argument in args:
                _check(argument)
        case ast.Call(func=ast.Name(id=name)):
            known = ", ".join(FUNCTIONS)
            raise EntryError(f"unknown function {name!r}", hint=f"the functions are: {known}")
        case _:
            raise EntryError(f"cannot read {ast.unparse(node)!r} in a condition", hint=_HINT)


def _is_condition(node: ast.expr) -> bool:
    """Return whether an expression is a truth value, not a number."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id != "gcd"
    return isinstance(node, ast.Compare | ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def _size(node: ast.expr, largest: int) -> int:
    """Return a bound on all values computed for an expression over numbers up to `largest`."""
    match node:
        case ast.Name():
            return largest
        case ast.Constant(value=int(value)):
            return abs(value)
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(power))):
            return int(_size(left, largest) ** power)
        case ast.BinOp(left=left, op=op, right=right):
            sizes = _size(left, largest), _size(right, largest)
            return sizes[0] * sizes[1] if isinstance(op, ast.Mult) else sum(sizes)
        case ast.UnaryOp(op=_, operand=operand):
            return _size(operand, largest)
        case ast.BoolOp(op=_, values=parts):
            return max(_size(part, largest) for part in parts)
        case ast.Compare(left=left, ops=_, comparators=others):
            return max(_size(part, largest) for part in (left, *others))
        case ast.Call(func=ast.Name(id=name), args=args):
            # A bound on 64 times the squared area, the largest value that a function computes.
            sides = 3 * max(_size(argument, largest) for argument in args)
            return int(4 * sides ** FUNCTIONS[name][1])
    raise AssertionError(f"{ast.dump(node)} was checked")


def _value(node: ast.expr, values: Mapping[str, Ints]) -> Any:
    match node:
        case ast.Name(id=name):
            return values[name]
        case ast.Constant(value=value):
            return value
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(power))):
            return _value(left, values) ** power
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATORS[type(op)](_value(left, values), _value(right, values))
        case ast.UnaryOp(op=op, operand=operand):
            return _OPERATORS[type(op)](_value(operand, values))
        case ast.BoolOp(op=op, values=parts):
            return reduce(_OPERATORS[type(op)], (_value(part, values) for part in parts))
        case ast.Compare(left=left, ops=ops, comparators=others):
            found = [_value(part, values) for part in (left, *others)]
            pairs = zip(ops, found, found[1:], strict=False)
            return reduce(np.logical_and, (_OPERATORS[type(op)](a, b) for op, a, b in pairs))
        case ast.Call(func=ast.Name(id=name), args=args):
            return FUNCTIONS[name][2](*(_value(argument, values) for argument in args))
    raise AssertionError(f"{ast.dump(node)} was checked")


def solve(
    names: Sequence[str], low: int, high: int, constraints: Sequence[Constraint]
) -> list[tuple[int, ...]]:
    """List all choices of whole numbers that satisfy the constraints.

    The numbers are chosen one after another, in the order of `names`. Each constraint is applied
    as soon as all the numbers in it are chosen.

    Parameters
    ----------
    names : sequence of str
        The names of the numbers in the constraints.
    low, high : int
        The least and the greatest value that each number may have.
    constraints : sequence of Constraint
        The conditions, on no other names than these.

    Returns
    -------
    list of tuple of int
        The choices in ascending order, each with its numbers in the order of `names`.

    Raises
    ------
    EntryError
        When more than 4,000,000 tuples, of some or all of the numbers, would be held at once.

    Examples
    --------
    >>> solve(["p", "q"], 3, 12, [Constraint.parse("pythagorean(p, q)"), Constraint.parse("p < q")])
    [(3, 4), (5, 12), (6, 8), (9, 12)]
    """
    values = np.arange(low, high + 1)
    rows: Ints = np.zeros((1, 0), dtype=np.int64)
    left = list(constraints)
    for count, _ in enumerate(names, start=1):
        if len(rows) * len(values) > _MOST_ROWS:
            raise EntryError(
                f"expected at most {_MOST_ROWS:,} choices to look at, found more",
                hint="narrow min and max, or add a condition on the first numbers alone",
            )
        rows = np.hstack(
            [np.repeat(rows, len(values), axis=0), np.tile(values, len(rows))[:, None]]
        )
        known = dict(zip(names[:count], rows.T, strict=True))
        for constraint in [c for c in left if c.names <= known.keys()]:
            left.remove(constraint)
            if len(rows):
                kept = constraint.holds(known)
                rows = rows[kept]
                known = dict(zip(names[:count], rows.T, strict=True))
    return [tuple(row) for row in rows.tolist()]


def conflict(
    names: Sequence[str], low: int, high: int, constraints: Sequence[Constraint]
) -> list[Constraint]:
    """Return some of the constraints that already contradict each other, and as few as needed.

    Parameters
    ----------
    names, low, high, constraints
        As for `solve`, which found no choice that satisfies them.

    Returns
    -------
    list of Constraint
        Without any one of them, the others can be satisfied.

    Examples
    --------
    >>> constraints = [Constraint.parse(text) for text in ("p < q", "p > 5", "q < p")]
    >>> [constraint.text for constraint in conflict(["p", "q"], 1, 9, constraints)]
    ['p < q', 'q < p']
    """
    needed = list(constraints)
    for constraint in constraints:
        others = [other for other in needed if other != constraint]
        if not solve(names, low, high, others):
            needed = others
    return needed
