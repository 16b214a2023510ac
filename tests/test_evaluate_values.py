"""Numeric answers: compared exactly, in any form."""

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from geoengine.evaluate import judge_value

TABLE = Path(__file__).parent / "data" / "value_answers.yaml"
STATUSES = {
    *("right", "close", "approximation", "wrong", "several", "refused", "unreadable", "empty"),
}


def cases():
    for group in YAML(typ="safe", pure=True).load(TABLE.read_text(encoding="utf-8")):
        for case in group["cases"]:
            response, answer, verdict, why, quantity, tolerance, *_ = (
                *case,
                *("number", None)[len(case) - 4 :],
            )
            yield pytest.param(
                response, str(answer), verdict, quantity, tolerance, id=f"{why}: {response}"[:70]
            )


def test_the_table_is_large_and_gives_reasons():
    listed = list(cases())
    assert len({case.values for case in listed}) == len(listed) >= 150
    assert {case.values[2] for case in listed} == STATUSES


@pytest.mark.parametrize(("response", "answer", "verdict", "quantity", "tolerance"), list(cases()))
def test_values_are_judged_as_the_table_says(response, answer, verdict, quantity, tolerance):
    found = judge_value(response, answer, quantity=quantity, tolerance=tolerance)
    assert found[0] == verdict, found


SURDS = st.tuples(
    st.integers(-40, 40), st.integers(-40, 40), st.integers(2, 60), st.integers(1, 30)
)


@given(SURDS, st.booleans())
@settings(max_examples=60, deadline=None)
def test_what_sympy_prints_is_read(parts, with_pi):
    import sympy

    a, b, c, d = map(sympy.Integer, parts)
    number = (a + b * (sympy.pi if with_pi else sympy.sqrt(c))) / d
    for text in (sympy.latex(number), sympy.sstr(number), sympy.latex(sympy.factor(number))):
        assert judge_value(f"\\boxed{{{text}}}", sympy.sstr(number))[0] == "right"
        assert judge_value(f"\\boxed{{{text}}}", sympy.sstr(number + 1))[0] == "wrong"


@given(st.fractions(-1000, 1000, max_denominator=60), st.integers(1, 9))
def test_a_fraction_need_not_be_reduced(value, factor):
    text = f"\\dfrac{{{value.numerator * factor}}}{{{value.denominator * factor}}}"
    assert judge_value(f"$\\boxed{{{text}}}$", str(value))[0] == "right"
    assert judge_value(f"$\\boxed{{{text}}}$", str(value + Fraction(1, 7)))[0] == "wrong"


PIECES = [
    *("\\boxed{", "}", "{", "(", ")", "[", "]", "\\frac", "\\sqrt", "\\sqrt[3]", "\\over", "\\pi"),
    *("√", "π", "°", "^", "^\\circ", "**", "*", "/", "+", "-", ".", ",", ":", "%", "=", "≈", "or "),
    *("1", "2", "9", "1,234", "0.5", "½", "三分之二", "根号", "十", "six", "cm", "rad", "sin", "x"),
    *(" ", "\n", "$", "\\", "\\,", "_", "!", "&", "'", "″", "<think>", "</think>", "答案是"),
    *("not ", "__import__('os')", "9" * 50, "^9^9", "\\left(", "\\right)", "\x00", "́"),
]  # fmt: skip


def random_response(rng):
    pieces = rng.choices(PIECES, k=rng.randrange(1, 40))
    if rng.random() < 0.7:
        pieces = ["\\boxed{", *pieces, "}"]
    return "".join(pieces)


def judge_random_responses(count):
    rng = random.Random(18)
    for _ in range(count):
        response = random_response(rng)
        for quantity in ("number", "angle", "ratio"):
            status, _ = judge_value(response, "7/2", quantity=quantity, tolerance=0.01)
            assert status in STATUSES, response


def test_random_responses_have_a_status():
    judge_random_responses(300)


@pytest.mark.slow
def test_ten_thousand_random_responses_have_a_status():
    judge_random_responses(10_000)


@given(st.text())
def test_any_text_has_a_status(text):
    assert judge_value(text, "7/2")[0] in STATUSES


def test_a_long_response_is_read_in_no_time_of_its_square():
    """Its end is read, however it goes on."""
    for unit in ("\\boxed{", "((((", "9^", "the answer is ", "1 or ", "{", "1/2 ", "一"):
        assert judge_value(unit * 20_000 + "\n\\boxed{4}", "4")[0] == "right"
