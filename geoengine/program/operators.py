"""What operators do, and the types of their results."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from geoengine.program.curves import Path, Segment, Triple, near
from geoengine.program.pens import Pen
from geoengine.program.signatures import Overload, Slot
from geoengine.program.transforms import Transform
from geoengine.program.values import Array

__all__ = ["BINARY", "UNARY", "joined", "operator_overloads"]


def _power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise ValueError(f"expected a whole exponent of at least 0, found {exponent}")
    if exponent * max(abs(base).bit_length(), 1) > 64 and abs(base) > 1:
        raise ValueError("expected a smaller power")
    return int(base**exponent)


def _real_power(base: float, exponent: float) -> float:
    if base < 0 and exponent != int(exponent):
        raise ValueError("expected a base of at least 0")
    return float(base**exponent)


def _pair_power(base: complex, exponent: int) -> complex:
    if abs(exponent) > 10_000:
        raise ValueError("expected a smaller exponent")
    result = 1 + 0j
    for _ in range(abs(exponent)):
        result *= base
    return result if exponent >= 0 else 1 / result


def _repeated(by: Transform, count: int) -> Transform:
    if abs(count) > 10_000:
        raise ValueError("expected a smaller exponent")
    result, each = Transform(), by if count >= 0 else by.inverse()
    for _ in range(abs(count)):
        result = each.after(result)
    return result


def _moved_list(by: Transform, paths: Array) -> Array:
    return Array("path", [path.moved(by) for path in paths.items])


def _darker(factor: float, pen: Pen) -> Pen:
    red, green, blue = (min(max(factor * part, 0.0), 1.0) for part in pen.colour or (0.0, 0.0, 0.0))
    return pen + Pen(colour=(red, green, blue))


def _both(first: Array, second: Array) -> Array:
    return Array(first.type, [*first.items, *second.items])


_Table = dict[tuple[str, str, str, str], Callable[[Any, Any], Any]]

_ARITHMETIC: _Table = {
    (sign, kind, kind, kind): function
    for kind in ("int", "real", "pair")
    for sign, function in {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
    }.items()
}

_COMPARISONS: _Table = {
    (sign, kind, kind, "bool"): function
    for kind in ("int", "real")
    for sign, function in {
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
    }.items()
}

_EQUALITY: _Table = {
    (sign, kind, kind, "bool"): function
    for kind in ("int", "real", "pair", "bool", "string", "triple")
    for sign, function in {"==": lambda a, b: a == b, "!=": lambda a, b: a != b}.items()
}

BINARY: _Table = {
    **_ARITHMETIC,
    **_COMPARISONS,
    **_EQUALITY,
    ("/", "int", "int", "real"): lambda a, b: a / b,
    ("/", "real", "real", "real"): lambda a, b: a / b,
    ("/", "pair", "pair", "pair"): lambda a, b: a / b,
    ("%", "int", "int", "int"): lambda a, b: a % b,
    ("%", "real", "real", "real"): lambda a, b: a % b,
    ("#", "int", "int", "int"): lambda a, b: a // b,
    ("^", "int", "int", "int"): _power,
    ("^", "real", "real", "real"): _real_power,
    ("^", "pair", "int", "pair"): _pair_power,
    ("+", "triple", "triple", "triple"): lambda a, b: a + b,
    ("-", "triple", "triple", "triple"): lambda a, b: a - b,
    ("*", "real", "triple", "triple"): lambda a, b: b.times(a),
    ("*", "triple", "real", "triple"): lambda a, b: a.times(b),
    ("/", "triple", "real", "triple"): lambda a, b: a.times(1 / b),
    ("+", "string", "string", "string"): lambda a, b: a + b,
    ("+", "pen", "pen", "pen"): lambda a, b: a + b,
    ("+", "pen", "real", "pen"): lambda a, b: a + Pen(width=b),
    ("+", "real", "pen", "pen"): lambda a, b: Pen(width=a) + b,
    ("*", "real", "pen", "pen"): _darker,
    ("*", "transform", "transform", "transform"): lambda a, b: a.after(b),
    ("^", "transform", "int", "transform"): _repeated,
    ("*", "transform", "pair", "pair"): lambda a, b: a(b),
    ("*", "transform", "path", "path"): lambda a, b: b.moved(a),
    ("*", "transform", "path[]", "path[]"): _moved_list,
    ("^^", "path[]", "path[]", "path[]"): _both,
    ("^^", "path3[]", "path3[]", "path3[]"): _both,
    ("&&", "bool", "bool", "bool"): lambda a, b: a and b,
    ("||", "bool", "bool", "bool"): lambda a, b: a or b,
}
"""By sign and types: the type of the result comes last in the key."""

UNARY: dict[tuple[str, str], Callable[[Any], Any]] = {
    **{("-", kind): (lambda a: -a) for kind in ("int", "real", "pair", "triple")},
    **{("+", kind): (lambda a: a) for kind in ("int", "real", "pair", "triple")},
    ("!", "bool"): lambda a: not a,
}
"""By sign and type; the result has the same type."""


def operator_overloads(sign: str) -> list[tuple[Overload, Callable[[Any, Any], Any]]]:
    """Return the overloads of an operator between two operands."""
    found = []
    for (known, left, right, result), function in BINARY.items():
        if known == sign:
            slots = (Slot(left, "left"), Slot(right, "right"))
            found.append((Overload(result, sign, slots), function))
    return found


def joined(paths: list[Path]) -> Path:
    """Return paths joined by segments, as ``--`` joins them."""
    pieces = list(paths[0].pieces)
    for before, path in itertools.pairwise(paths):
        if isinstance(before.end, Triple) != path.in_space:
            raise ValueError("expected points of the plane or of space, found both")
        if not before.pieces and not path.pieces and near(before.end, path.point):
            raise ValueError("expected another point after each '--', found the same one twice")
        if not near(before.end, path.point):
            pieces.append(Segment(before.end, path.point))
        pieces += path.pieces
    return Path(tuple(pieces), False, paths[0].point)
