"""Objects of a draft under other names."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from geoengine.draft.draft import Statement
from geoengine.draft.expressions import (
    Binary,
    Call,
    Coordinates,
    Equation,
    Expression,
    Items,
    Name,
    Unary,
    parts,
)

__all__ = ["new_name", "renamed", "with_names", "with_parts"]


def with_names(expression: Expression, names: Mapping[str, Expression]) -> Expression:
    """Return an expression with others in place of names.

    Examples
    --------
    >>> from geoengine.draft import print_expression, read_expression
    >>> names = {"A": read_expression("P"), "c": read_expression("Circle(O, 2)")}
    >>> print_expression(with_names(read_expression("Intersect(c, Line(A, B), 1)"), names))
    'Intersect(Circle(O, 2), Line(P, B), 1)'
    """
    if isinstance(expression, Name):
        return names.get(expression.text, expression)
    if isinstance(expression, Call) and isinstance(new := names.get(expression.name), Name):
        expression = replace(expression, name=new.text)
    return with_parts(expression, [with_names(one, names) for one in parts(expression)])


def with_parts(expression: Expression, new: Sequence[Expression]) -> Expression:
    """Return an expression with others in place of its parts, which are as many.

    Examples
    --------
    >>> from geoengine.draft import print_expression, read_expression, with_parts
    >>> ends = [read_expression("P"), read_expression("Q")]
    >>> print_expression(with_parts(read_expression("Midpoint(A, B)"), ends))
    'Midpoint(P, Q)'
    """
    match expression:
        case Coordinates():
            return replace(expression, first=new[0], second=new[1])
        case Items():
            return replace(expression, elements=tuple(new))
        case Call():
            return replace(expression, arguments=tuple(new))
        case Unary():
            return replace(expression, operand=new[0])
        case Binary() | Equation():
            return replace(expression, left=new[0], right=new[1])
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
