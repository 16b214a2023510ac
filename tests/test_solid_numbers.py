"""Exact numbers against their axioms, mpmath and sympy."""

import math
import re
from fractions import Fraction

import mpmath
import pytest
import sympy
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from solid_strategies import fractions, numbers, root_sums, sums

from geoengine.items import Value
from geoengine.solid import (
    PI,
    Exact,
    InexactError,
    NestedRoot,
    SolidError,
    cosd,
    degrees_of_cos,
    degrees_of_tan,
    is_zero,
    parse_number,
    root,
    sign_of,
    sind,
    tand,
)
from geoengine.solid.values import print_value


@pytest.fixture(autouse=True, scope="module")
def _many_digits():
    with mpmath.workdps(80):
        yield


def precise(number, digits=80):
    """The number by mpmath, from its terms."""
    with mpmath.workdps(digits):
        if isinstance(number, NestedRoot):
            return number.sign * mpmath.sqrt(precise(number.square, digits))
        return mpmath.fsum(
            mpmath.mpf(c.numerator) / c.denominator * mpmath.sqrt(n) * mpmath.pi**k
            for (n, k), c in number.terms.items()
        )


def near(a, b, digits=60):
    with mpmath.workdps(digits + 20):
        return abs(a - b) <= mpmath.mpf(10) ** -digits * (1 + abs(b))


@given(numbers, numbers, numbers)
def test_sums_and_products_form_a_ring(a, b, c):
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a - a == 0
    assert not a - a
    assert a + 0 == a * 1 == a


@given(numbers, numbers)
def test_arithmetic_is_that_of_the_numbers(a, b):
    with mpmath.workdps(80):
        x, y = precise(a), precise(b)
        assert near(precise(a + b), x + y)
        assert near(precise(a - b), x - y)
        assert near(precise(a * b), x * y)
        assert near(precise(a**3), x**3)


@given(root_sums, root_sums.filter(bool))
def test_sums_of_roots_form_a_field(a, b):
    quotient = a / b
    assert quotient * b == a
    assert 1 / (1 / b) == b
    assert b**-2 * b * b == 1
    assert near(precise(quotient), precise(a) / precise(b), 50)


@given(numbers, numbers.filter(bool))
def test_a_product_is_divided_exactly(a, b):
    assert a * b / b == a


@given(fractions.filter(bool))
def test_a_quotient_without_a_finite_form_is_refused(c):
    with pytest.raises(InexactError, match="quotient"):
        (1 + PI) / (1 + c * PI * PI)


@given(root_sums, st.integers(1, 60))
@example(Exact("√2"), 40)
def test_signs_are_right_however_close_to_zero(a, digits):
    with mpmath.workdps(120):
        rounded = Exact(Fraction(int(mpmath.nint(precise(a, 120) * 10**digits)), 10**digits))
        rest = a - rounded
        expected = mpmath.sign(precise(a, 120) - precise(rounded, 120))
    assert rest.sign == sign_of(rest) == (expected if rest else 0)
    assert (a < rounded) == (expected < 0)
    assert (a <= rounded) == (not expected > 0 or not rest)
    assert float(rest) == pytest.approx(float(precise(rest, 120)), rel=1e-14, abs=1e-300)


@given(numbers)
def test_a_float_is_the_nearest_up_to_rounding(a):
    assert float(a) == pytest.approx(float(precise(a)), rel=1e-14)
    assert abs(a).sign == abs(a.sign)


@given(fractions, fractions)
def test_rational_numbers_are_fractions(p, q):
    a, b = Exact(p), Exact(q)
    assert a == p
    assert hash(a) == hash(p)
    assert (a < b, a <= b, a == b) == (p < q, p <= q, p == q)
    assert (a + q).rational == p + q
    assert (p * b).rational == p * q
    assert (p - b).rational == p - q
    if q:
        assert (p / b).rational == p / q


def test_large_numbers():
    huge = Exact(10**400) * root(2)
    assert huge.sign == 1
    assert (huge - Exact(10**400) * root(3)).sign == -1
    assert float(huge / 10**400) == pytest.approx(math.sqrt(2))
    assert str(root(10**40 + 10**38)) == f"{10**19}√101"


def test_roots_of_numbers_that_are_hard_to_factor():
    p, q = 2**89 - 1, 2**107 - 1
    assert root(12 * p * p) == 2 * p * root(3)
    assert root(4 * q) ** 2 == 4 * q
    with pytest.raises(InexactError, match="at most 30 digits"):
        root(p * q)
    # Whether a nested root can be written without nesting is decided without prime factors.
    number = root(p * q + 3 + root(2))
    assert isinstance(number, NestedRoot)
    assert str(number) == f"√({p * q + 3} + √2)"


@given(numbers)
def test_a_number_is_read_as_it_is_printed(a):
    assert Exact.parse(str(a)) == a
    assert str(Exact.parse(str(a))) == str(a)


def by_sympy(latex):
    """The value of LaTeX as this project prints it, by sympy."""
    text = latex.replace("\\left", "").replace("\\right", "").replace("\\pi", "pi")
    while "\\" in text:
        before = text
        text = re.sub(r"\\sqrt\{([^{}]*)\}", r"sqrt(\1)", text)
        text = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)
        text = re.sub(r"\^\{(-?\d+)\}", r"**\1", text)
        assert text != before
    text = re.sub(r"\^\{(\d+)\}", r"**\1", text)
    text = re.sub(r"([\d)i]|pi)\s*(?=sqrt|pi|\()", r"\1*", text)
    return sympy.sympify(text)


@settings(max_examples=50)
@given(st.one_of(numbers, sums(most=2).filter(lambda a: a.sign > 0).map(root)))
def test_latex_has_the_same_value(a):
    for latex in (a.latex, Value(exact=print_value(a)).latex):
        assert near(by_sympy(latex).evalf(40)._to_mpmath(130), precise(a), 30)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("sqrt(50)/2", "5√2/2"),
        ("0.75*pi", "3π/4"),
        ("2√13/3 + 7", "7 + 2√13/3"),
        ("-√3", "-√3"),
        ("2π+√3π", "(2 + √3)π"),
        ("(√5-1)/4", "(√5 - 1)/4"),
        ("-1-√2", "-1 - √2"),
        ("√3·π·4/3", "4√3π/3"),
        ("π^2/6 + π/2 - 1", "π/2 + π²/6 - 1"),
        ("2/π", "2/π"),
        ("√3/(2π)", "√3/(2π)"),
        ("(1+√2)/(3π)", "(1 + √2)/(3π)"),
        ("√(5+2√6)", "√2 + √3"),
        ("√(5+2√3)/4", "√(5 + 2√3)/4"),
        ("-3√(2+√3/3)", "-√(18 + 3√3)"),
        ("√(5π²+2√3π²)", "√(5 + 2√3)π"),
        ("√π", "√(π)"),
        ("2-2", "0"),
        ("3 − 1/2 × 4", "1"),
        ("2**-3", "1/8"),
    ],
)
def test_texts(text, printed):
    number = parse_number(text)
    assert str(number) == printed
    assert parse_number(printed) == number


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found its end"),
        ("3 +", "found its end"),
        ("(2", "a bracket that is not closed"),
        ("2)", "found ')'"),
        ("x + 1", "found 'x'"),
        ("2^√3", "no whole exponent"),
        ("1/0", "a divisor other than 0"),
        ("1/(√2 - √2)", "a divisor other than 0"),
        ("√(1-2)", "not negative under a root"),
    ],
)
def test_texts_that_are_no_numbers(text, message):
    with pytest.raises(SolidError, match=re.escape(message)):
        parse_number(text)


@given(root_sums, st.sampled_from([1, 2, 3, 6, 11]))
def test_the_root_of_a_square_is_written_without_nesting(a, d):
    assume(a)
    result = root(a * a * d)
    assert isinstance(result, Exact)
    assert result == abs(a) * root(d)


@given(sums(powers=(0, 1)), st.integers(0, 1))
def test_the_root_of_the_square_of_a_polynomial_in_pi(a, k):
    square = a.times_pi(k) ** 2
    assert root(square) == abs(a.times_pi(k))


@given(numbers.filter(lambda a: a.sign >= 0))
def test_a_root_has_its_square(a):
    result = root(a)
    assert result**2 == a
    assert result >= 0
    assert near(precise(result), mpmath.sqrt(precise(a)), 30)
    assert parse_number(str(result)) == result


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.integers(-12, 12).filter(bool), st.sampled_from([2, 3, 5, 6, 7, 10]))
def test_roots_are_denested_where_sympy_does(a, b, n):
    number = Exact(a) + b * root(n)
    assume(number.sign > 0)
    expression = sympy.sqrtdenest(sympy.sqrt(a + b * sympy.sqrt(n)))
    plain = all(p.base.is_rational and p.exp.q <= 2 for p in expression.atoms(sympy.Pow))
    assert isinstance(root(number), Exact) == plain


nested = (
    st.builds(lambda a, n: a + root(n), st.integers(3, 9), st.sampled_from([2, 3, 5, 7]))
    .map(root)
    .filter(lambda number: isinstance(number, NestedRoot))
)


@given(nested, nested, root_sums.filter(bool))
def test_nested_roots(x, y, a):
    assert near(precise(x * y), precise(x) * precise(y))
    assert near(precise(x / y), precise(x) / precise(y))
    assert near(precise(x * a), precise(x) * precise(a))
    assert near(precise(a / x), precise(a) / precise(x))
    assert (x < y) == (precise(x) < precise(y))
    assert (x < a) == (precise(x) < precise(a))
    assert (a <= -x) == (precise(a) <= -precise(x))
    assert x * a - x * a == 0
    assert x + x * a == x * (a + 1)
    assert x**2 == x * x == x.square
    assert x**-1 == 1 / x
    assert hash(x * 2 / 2) == hash(x)
    assert x != a


def test_what_leaves_the_world_of_exact_numbers_is_refused():
    x = root(Exact("5 + 2√3"))
    with pytest.raises(InexactError, match="sum without nested roots"):
        x + 1
    with pytest.raises(InexactError, match="nested once"):
        root(x)
    with pytest.raises(InexactError, match="multiple of 15, 18"):
        cosd(10)
    with pytest.raises(InexactError, match="multiple of 15, 18"):
        degrees_of_cos(Fraction(1, 3))
    with pytest.raises(SolidError, match="from -1 to 1"):
        degrees_of_cos(2)
    with pytest.raises(SolidError, match="has a tangent"):
        tand(90)
    with pytest.raises(SolidError, match="not negative"):
        root(-0.1)


ANGLES = sorted(
    {Fraction(15) * k for k in range(-30, 30)}
    | {Fraction(18) * k for k in range(-25, 25)}
    | {Fraction(45, 2) * k for k in range(-20, 20)}
)


@pytest.mark.parametrize("degrees", ANGLES)
def test_trigonometry(degrees):
    radians = math.radians(degrees)
    cosine, sine = cosd(degrees), sind(degrees)
    assert float(cosine) == pytest.approx(math.cos(radians), abs=1e-12)
    assert float(sine) == pytest.approx(math.sin(radians), abs=1e-12)
    assert cosine**2 + sine**2 == 1
    assert cosd(float(degrees)) == pytest.approx(math.cos(radians))
    turn = degrees % 360
    assert degrees_of_cos(cosine) == min(turn, 360 - turn)
    if cosine:
        assert float(tand(degrees)) == pytest.approx(math.tan(radians), abs=1e-9)
        assert degrees_of_tan(tand(degrees)) == degrees % 180


@given(st.floats(-100, 100), root_sums)
def test_floats_make_floats(x, a):
    for result, expected in [
        (x + a, x + float(a)),
        (a - x, float(a) - x),
        (x * a, x * float(a)),
        (root(abs(x)), math.sqrt(abs(x))),
    ]:
        assert isinstance(result, float)
        assert result == pytest.approx(expected)
    assert (a < x) == (float(a) < x)
    assert is_zero(1e-12)
    assert not is_zero(1e-6)
