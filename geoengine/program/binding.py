"""Values put in the place of names, and names in the place of names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from geoengine.program.expressions import Binary, Call, Expression, Name, Number, Unary
from geoengine.program.program import Program
from geoengine.program.statements import Declared, ForEach, FunctionDefinition, Parameter
from geoengine.program.walking import rebuild, walk

__all__ = ["bind", "number_expression", "rename"]


def number_expression(value: int | float | Fraction) -> Expression:
    """Return the expression of a number; a fraction is a quotient.

    Examples
    --------
    >>> number_expression(Fraction(-1, 2)).operator
    '-'
    """
    if value < 0:
        return Unary("-", number_expression(-value))
    if isinstance(value, Fraction) and value.denominator != 1:
        return Binary("/", Number(str(value.numerator)), Number(str(value.denominator)))
    if isinstance(value, float) and not value.is_integer():
        return Number(repr(value))
    return Number(str(int(value)))


def bind(program: Program, values: Mapping[str, int | float | Fraction | Expression]) -> Program:
    """Return a program with values in the place of names that it does not define.

    Parameters
    ----------
    program : Program
    values : mapping of str to number or expression

    Examples
    --------
    >>> from geoengine.program import print_asymptote, read_program
    >>> bound = bind(read_program("real r = n*a;"), {"n": 5, "a": Fraction(1, 2)})
    >>> print(print_asymptote(bound).text, end="")
    real r = 5*(1/2);
    """
    found = {
        name: number_expression(value) if isinstance(value, int | float | Fraction) else value
        for name, value in values.items()
    }

    def change(node: Any) -> Any:
        if isinstance(node, Name) and node.name in found:
            return replace(found[node.name], place=node.place)
        return node

    return rebuild(program, change)


def rename(program: Program, names: Mapping[str, str]) -> Program:
    """Return a program with other names of variables and functions.

    Names of parameters and local variables are changed as well. Labels stay as they are.

    Parameters
    ----------
    program : Program
    names : mapping of str to str
        The new names by the old ones; two may change places.

    Examples
    --------
    >>> from geoengine.program import print_asymptote, read_program
    >>> changed = rename(read_program("pair A=(0,0), B=2A;"), {"A": "B", "B": "A"})
    >>> print(print_asymptote(changed).text, end="")
    pair B = (0,0), A = 2B;
    """

    def change(node: Any) -> Any:
        match node:
            case Name(name=name) | Declared(name=name) | Parameter(name=name):
                return replace(node, name=names[name]) if name in names else node
            case ForEach(name=name) | FunctionDefinition(name=name) if name in names:
                return replace(node, name=names[name])
            case Call(function=name) if name in names and name in functions:
                return replace(node, function=names[name])
        return node

    functions = {node.name for node in walk(program) if isinstance(node, FunctionDefinition)}
    return rebuild(program, change)
