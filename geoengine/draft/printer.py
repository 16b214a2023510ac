"""Drafts as text."""

from __future__ import annotations

import re

from geoengine.draft.draft import Draft, Statement
from geoengine.draft.expressions import (
    Binary,
    Boolean,
    Call,
    Coordinates,
    Equation,
    Expression,
    Items,
    Name,
    Number,
    Text,
    Unary,
)

__all__ = ["print_draft", "print_expression", "print_name", "print_statement"]

_OPERATORS = {"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "∈": 4,
              "+": 5, "-": 5, "*": 6, "/": 6, "^": 8}  # fmt: skip
"""How tightly each operator binds; an equation 0, a sign 7, ``°`` 9, and all else 10."""

_SIGN, _DEGREE, _WHOLE = 7, 9, 10


def print_draft(draft: Draft) -> str:
    """Write a draft as text, one statement in each line, in the usual form.

    Reading the text gives an equal draft.

    Examples
    --------
    >>> from geoengine.draft import read_draft
    >>> print(print_draft(read_draft("c=Circle[(0,0),2a]")), end="")
    c = Circle((0, 0), 2 * a)
    """
    return "".join(f"{print_statement(statement)}\n" for statement in draft.statements)


def print_statement(statement: Statement) -> str:
    """Write a statement as text.

    Examples
    --------
    >>> from geoengine.draft import read_draft
    >>> print_statement(read_draft("f:y=x").statements[0])
    'f: y = x'
    """
    text = print_expression(statement.value)
    if statement.name is None:
        return text
    sign = ":" if isinstance(statement.value, Equation) else " ="
    return f"{print_name(statement.name)}{sign} {text}"


def print_expression(expression: Expression) -> str:
    """Write an expression as text.

    Examples
    --------
    >>> from geoengine.draft import read_expression
    >>> print_expression(read_expression("(1+2)(3-(4-5))"))
    '(1 + 2) * (3 - (4 - 5))'
    """
    match expression:
        case Number(text=text):
            return text
        case Name(text=text):
            return print_name(text)
        case Text(text=text):
            return f'"{text}"'
        case Boolean(value=value):
            return "true" if value else "false"
        case Coordinates(first=first, second=second, is_polar=is_polar):
            return (
                f"({print_expression(first)}{';' if is_polar else ','} {print_expression(second)})"
            )
        case Items(elements=elements):
            return f"{{{', '.join(map(print_expression, elements))}}}"
        case Call(name=name, arguments=arguments):
            return f"{print_name(name)}({', '.join(map(print_expression, arguments))})"
        case Unary(operator="°", operand=operand):
            return f"{_wrapped(operand, _DEGREE)}°"
        case Unary(operator=operator, operand=operand):
            return operator + _wrapped(operand, _SIGN)
        case Equation(left=left, right=right):
            return f"{_wrapped(left, 1)} = {_wrapped(right, 1)}"
    return _binary(expression)


def _binary(expression: Binary) -> str:
    operator = expression.operator
    level = _OPERATORS[operator]
    if operator == "^":
        exponent = expression.right
        negative = isinstance(exponent, Unary) and exponent.operator == "-"
        if negative:
            assert isinstance(exponent, Unary)
            right = f"-{_wrapped(exponent.operand, level)}"
        else:
            right = _wrapped(exponent, level)
        return f"{_wrapped(expression.left, level + 1)}^{right}"
    left, right = _wrapped(expression.left, level), _wrapped(expression.right, level + 1)
    return f"{left} {operator} {right}"


def _wrapped(expression: Expression, level: int) -> str:
    """Write an expression, in parentheses if it binds less tightly than a level."""
    text = print_expression(expression)
    return text if _level(expression) >= level else f"({text})"


def _level(expression: Expression) -> int:
    match expression:
        case Equation():
            return 0
        case Binary(operator=operator):
            return _OPERATORS[operator]
        case Unary(operator="°"):
            return _DEGREE
        case Unary():
            return _SIGN
    return _WHOLE


def print_name(name: str) -> str:
    """Write a name; an index of several characters stands in braces.

    Examples
    --------
    >>> print_name("A_1"), print_name("A'_12")
    ('A_1', "A'_{12}")
    """
    return re.sub(r"_(\w\w+)", r"_{\1}", name)
