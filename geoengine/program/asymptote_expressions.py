"""Expressions as Asymptote writes them."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.program.expressions import (
    Argument,
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
from geoengine.program.layout import Layout

__all__ = ["asymptote_expression"]

# How tightly operators bind, from the loosest.
_CONDITION, _JOIN, _UNARY, _POWER, _OPERAND = 0, 6, 9, 10, 11
_LEVELS = {
    "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "^^": 5,
    "+": 7, "-": 7, "*": 8, "/": 8, "%": 8, "#": 8, "^": _POWER,
}  # fmt: skip


def asymptote_expression(node: Expression, layout: Layout) -> str:
    """Return an expression as text.

    Examples
    --------
    >>> from geoengine.program import read_expression
    >>> asymptote_expression(read_expression("( 2*(A+B) )/ (3 C)"), Layout())
    '2*(A+B)/(3C)'
    """
    return _write(node, layout)[0]


def _at_least(node: Expression, level: int, layout: Layout) -> str:
    """Return an expression as text, in parentheses if it binds too loosely."""
    text, found = _write(node, layout)
    return text if found >= level else f"({text})"


def _write(node: Expression, layout: Layout) -> tuple[str, int]:
    """Return an expression as text, and how tightly it binds."""
    match node:
        case Number(text=text) | Name(name=text):
            return text, _OPERAND
        case String(text=text):
            return f'"{text}"', _OPERAND
        case Boolean(value=value):
            return "true" if value else "false", _OPERAND
        case Tuple(parts=parts):
            inner = layout.pair_comma.join(asymptote_expression(part, layout) for part in parts)
            return f"({inner})", _OPERAND
        case ArrayOf(type=kind, items=items):
            inner = layout.comma.join(asymptote_expression(item, layout) for item in items)
            return (f"new {kind}[] {{{inner}}}" if kind else f"{{{inner}}}"), _OPERAND
        case NewArray(type=kind, size=size):
            return f"new {kind}[{asymptote_expression(size, layout)}]", _OPERAND
        case Scaled(factor=factor, operand=operand):
            return f"{factor.text}{_scaled(operand, layout)}", _UNARY
        case Unary(operator=sign, operand=operand):
            inner = _at_least(operand, _UNARY, layout)
            apart = " " if inner.startswith(sign) else ""
            return f"{sign}{apart}{inner}", _UNARY
        case Binary():
            return _binary(node, layout)
        case Conditional(test=test, yes=yes, no=no):
            either = f"{_at_least(yes, 0, layout)} : {_at_least(no, 0, layout)}"
            return f"{_at_least(test, 1, layout)} ? {either}", _CONDITION
        case Join(parts=parts, closed=closed):
            joined = [_at_least(part, _JOIN + 1, layout) for part in parts]
            return "--".join([*joined, "cycle"] if closed else joined), _JOIN
        case Call(function=name, arguments=arguments):
            return f"{name}({_arguments(arguments, layout)})", _OPERAND
        case MethodCall(object=of, method=method, arguments=arguments):
            inner = _arguments(arguments, layout)
            return f"{_at_least(of, _OPERAND, layout)}.{method}({inner})", _OPERAND
        case Field(object=of, field=field):
            return f"{_held(of, layout)}.{field}", _OPERAND
        case Index(object=of, index=index):
            return f"{_held(of, layout)}[{asymptote_expression(index, layout)}]", _OPERAND


def _held(of: Expression, layout: Layout) -> str:
    text = _at_least(of, _OPERAND, layout)
    return f"({text})" if isinstance(of, Number | ArrayOf | NewArray) else text


def _scaled(operand: Expression, layout: Layout) -> str:
    """Return the factor that follows a literal number.

    It begins with a letter: Asymptote warns of ``2(x)``. Letters such as e could be read as part
    of the number.
    """
    text = _at_least(operand, _POWER, layout)
    begins_badly = text[0] in "eE" and len(text) > 1 and (text[1].isdigit() or text[1] in "+-")
    return f" {text}" if begins_badly else text


def _binary(node: Binary, layout: Layout) -> tuple[str, int]:
    sign, level = node.operator, _LEVELS[node.operator]
    if sign == "^":
        base = _at_least(node.left, _OPERAND, layout)
        return f"{base}^{_at_least(node.right, _POWER, layout)}", level
    left, right = _at_least(node.left, level, layout), _at_least(node.right, level + 1, layout)
    if sign == "/" and isinstance(node.right, Scaled):
        right = f"({right})"  # readers take 1/2x for (1/2)x
    if sign in "+-":
        space = layout.sums
    elif sign in "*/%#":
        space = layout.products
    else:
        space = "" if sign == "^^" else " "
    # Two minus signs in a row would join points.
    if not space and right[0] in "+-" and right[0] == sign:
        right = f"({right})"
    return f"{left}{space}{sign}{space}{right}", level


def _arguments(arguments: Sequence[Argument], layout: Layout) -> str:
    written = []
    for argument in arguments:
        text = asymptote_expression(argument.value, layout)
        written.append(f"{argument.name}={text}" if argument.name else text)
    return layout.comma.join(written)
