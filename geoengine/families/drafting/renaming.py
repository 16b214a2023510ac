"""Objects of a draft under other names."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

from geoengine.draft import (
    Binary,
    Call,
    Coordinates,
    Equation,
    Expression,
    Items,
    Name,
    Statement,
    Unary,
)

__all__ = ["new_name", "renamed", "with_names"]


def with_names(expression: Expression, names: Mapping[str, Expression]) -> Expression:
    """Return an expression with others in place of names.

    Examples
    --------
    >>> from geoengine.draft import print_expression, read_expression
    >>> names = {"A": read_expression("P"), "c": read_expression("Circle(O, 2)")}
    >>> print_expression(with_names(read_expression("Intersect(c, Line(A, B), 1)"), names))
    'Intersect(Circle(O, 2), Line(P, B), 1)'
    """
    match expression:
        case Name(text=text):
            return names.get(text, expression)
        case Coordinates(first=first, second=second):
            return replace(
                expression, first=with_names(first, names), second=with_names(second, names)
            )
        case Items(elements=elements):
            return replace(expression, elements=tuple(with_names(one, names) for one in elements))
        case Call(name=name, arguments=arguments):
            new = names.get(name)
            return replace(
                expression,
                name=new.text if isinstance(new, Name) else name,
                arguments=tuple(with_names(one, names) for one in arguments),
            )
        case Unary(operand=operand):
            return replace(expression, operand=with_names(operand, names))
        case Binary(left=left, right=right) | Equation(left=left, right=right):
            return replace(expression, left=with_names(left, names), right=with_names(right, names))
    return expression


def renamed(statement: Statement, names: Mapping[str, Expression]) -> Statement:
    """Return a statement with other names, also of what it makes."""
    name = statement.name
    if name is not None and isinstance(new := names.get(name), Name):
        name = new.text
    return replace(statement, name=name, value=with_names(statement.value, names))


def new_name(name: str, taken: Container[str]) -> str:
    """Return a name, with an index if it is taken.

    Examples
    --------
    >>> new_name("c", {"c", "c_1"}), new_name("d", {"c"})
    ('c_2', 'd')
    """
    if name not in taken:
        return name
    base = name.partition("_")[0]
    return next(found for at in range(1, 1000) if (found := f"{base}_{at}") not in taken)
