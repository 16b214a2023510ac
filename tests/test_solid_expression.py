"""Expressions of seeds: what is read, what is refused, and exact values."""

import ast
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.catalogue import EntryError
from geoengine.solid import (
    FUNCTIONS,
    LAZY,
    EvaluationError,
    Exact,
    Vector,
    described_functions,
    parse_expression,
)

WHOLE = st.integers(min_value=-9, max_value=9)


@st.composite
def sums(draw, depth=3):
    """Arithmetic over a, b and small numbers, as text."""
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(["a", "b", "1", "2", "7"]))
    op = draw(st.sampled_from(["+", "-", "*", "/"]))
    left, right = draw(sums(depth=depth - 1)), draw(sums(depth=depth - 1))
    return f"({left} {op} {right})"


def in_fractions(tree, scope):
    """The value of arithmetic by an evaluator of its own."""
    match tree:
        case ast.Name(id=name):
            return Fraction(scope[name])
        case ast.Constant(value=value):
            return Fraction(value)
        case ast.BinOp(left=left, op=op, right=right):
            x, y = in_fractions(left, scope), in_fractions(right, scope)
            match op:
                case ast.Add():
                    return x + y
                case ast.Sub():
                    return x - y
                case ast.Mult():
                    return x * y
                case ast.Div():
                    return x / y
    raise AssertionError(ast.dump(tree))


@given(sums(), WHOLE, WHOLE)
def test_arithmetic_is_that_of_fractions(text, a, b):
    scope = {"a": a, "b": b}
    try:
        expected = in_fractions(ast.parse(text, mode="eval").body, scope)
    except ZeroDivisionError:
        with pytest.raises(EvaluationError):
            parse_expression(text).value(scope)
    else:
        assert parse_expression(text).value(scope) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 / 3", Fraction(1, 3)),
        ("2 ** -2", Fraction(1, 4)),
        ("sqrt(12)", Exact("2√3")),
        ("sqrt(1 / 2)", Exact("√2/2")),
        ("pi * 3 / 4", Exact("3π/4")),
        ("cosd(30)", Exact("√3/2")),
        ("7 % 3", 1),
        ("2 if 3 > 2 else 5", 2),
        ("1 <= 2 < 3 and not 4 == 5", True),
        ("dist(point(0, 0, 0), point(1, 1, 1))", Exact("√3")),
        ("point(1, 2, 3) + 2 * point(0, 1, 0)", Vector(1, 4, 3)),
        ("3 in [1, 2, 3]", True),
    ],
)
def test_values_are_exact(text, value):
    assert parse_expression(text).value({}) == value


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("0.5 + a", "exact number, found 0.5", 1),
        ("a + 0.25", "exact number, found 0.25", 5),
        ("a ^ 2", "cannot read 'a ^ 2'", 1),
        ("√2", "expected an expression", 1),
        ("a.real", "cannot read 'a.real'", 1),
        ("a[0]", "cannot read 'a[0]'", 1),
        ("1 + lambda: 2", "expected an expression", 5),
        ("[x for x in y]", "cannot read", 1),
        ("2 * dits(A, B)", "unknown function 'dits'", 5),
        ("dist + 1", "expected the arguments of dist", 1),
        ("__import__('os')", "unknown function", 1),
        ("f(*a)", "unknown function", 1),
        ("dist(*a)", "cannot read '*a'", 6),
        ("dist(**a)", "cannot read **", 1),
        ("(a := 2)", "cannot read", 2),
        ("f'{a}'", "cannot read", 1),
        ("_lazy(0)", "unknown function '_lazy'", 1),
        ("_divide", "unknown name '_divide'", 1),
        ("a = 5", "expected an expression", 3),
    ],
)
def test_what_is_refused(text, message, column):
    with pytest.raises(EntryError) as caught:
        parse_expression(text)
    assert message in caught.value.message
    assert caught.value.column == column


def test_hints_name_similar_functions():
    with pytest.raises(EntryError) as caught:
        parse_expression("midpiont(A, B)")
    assert caught.value.hint == "did you mean midpoint?"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / (a - a)", "cannot evaluate"),
        ("a ** (1 / 2)", "whole number as exponent"),
        ("2 ** 1000", "whole number as exponent"),
        ("sqrt(0 - a)", "not negative"),
        ("plane(point(0, 0, 0), point(1, 1, 1), point(2, 2, 2))", "plane"),
        ("dist(a, 3)", "cannot evaluate"),
        ("minimum(a)", "may not stand here"),
    ],
)
def test_what_has_no_value(text, message):
    with pytest.raises(EvaluationError, match="(?s)" + message.replace("(", r"\(")):
        parse_expression(text).value({"a": 3})


def test_lazy_arguments_are_not_evaluated():
    seen = []

    def lazy(name, arguments):
        seen.append((name, [argument.text for argument in arguments]))
        return 5

    expression = parse_expression("1 + solve(dist(A, P) == x / y, x)")
    assert expression.value({}, lazy) == 6
    assert seen == [("solve", ["dist(A, P) == x / y", "x"])]
    assert expression.names == {"A", "P", "x", "y"}


def test_every_function_is_described_once():
    calls = [call.split("(")[0] for rows in described_functions().values() for call, _ in rows]
    assert sorted(calls) == sorted([*FUNCTIONS, *LAZY])
    for rows in described_functions().values():
        for call, meaning in rows:
            assert len(meaning) > 8, call
