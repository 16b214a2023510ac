"""Numeric answers: compared exactly, in any form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.evaluate import judge_value


@pytest.mark.parametrize(
    ("response", "answer", "kind", "status"),
    [
        (r"\boxed{\frac{5\sqrt{2}}{2}}", "5√2/2", "lconst", "right"),
        ("So AF = 5√2/2.", "5√2/2", "lconst", "right"),
        ("The answer is 5*sqrt(2)/2", "5√2/2", "lconst", "right"),
        ("AF ≈ 3.54", "5√2/2", "lconst", "approximation"),
        ("3.5355", "5√2/2", "lconst", "approximation"),
        ("AF = 3.6", "5√2/2", "lconst", "wrong"),
        ("9.6", "48/5", "lconst", "right"),
        ("AB = 48/5 cm", "48/5", "lconst", "right"),
        (r"\boxed{\frac{48}{5}}", "48/5", "lconst", "right"),
        ("The ratio is 1:2", "1/2", "rconst", "right"),
        ("AE:CE = 2", "2", "rconst", "right"),
        ("60°", "60°", "aconst", "right"),
        (r"\boxed{60^\circ}", "60°", "aconst", "right"),
        (r"\boxed{\frac{\pi}{3}}", "60°", "aconst", "right"),
        ("60 degrees", "60°", "aconst", "right"),
        ("120°", "60°", "aconst", "wrong"),
        ("I cannot tell.", "60°", "aconst", "refused"),
        ("It is long.", "4", "lconst", "unreadable"),
        ("", "4", "lconst", "empty"),
        ("<think>4</think>\\boxed{5}", "4", "lconst", "wrong"),
        ("\\boxed{9**9**9**9}", "4", "lconst", "unreadable"),
        ("答案是 4", "4", "lconst", "right"),
        ("It is 2*3", "6", "lconst", "right"),
        ("**6**", "6", "lconst", "right"),
        ("First \\boxed{3}, then \\boxed{4}", "4", "lconst", "right"),
    ],
)
def test_values_are_compared_exactly(response, answer, kind, status):
    assert judge_value(response, answer, kind=kind)[0] == status


def test_tolerance_is_only_where_asked():
    assert judge_value("3.6", "5√2/2", kind="lconst")[0] == "wrong"
    assert judge_value("3.6", "5√2/2", kind="lconst", tolerance=0.05)[0] == "close"
    assert judge_value("3.6", "5√2/2", kind="lconst", tolerance=0.001)[0] == "wrong"


@given(st.text())
def test_any_text_has_a_status(text):
    assert judge_value(text, "7/2", kind="lconst")[0] in {
        "right", "approximation", "wrong", "refused", "unreadable", "empty",
    }  # fmt: skip
