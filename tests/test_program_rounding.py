"""Answers that questions want rounded: made, judged, and scored."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from program_items import program_items

from geoengine.evaluate import judge_value
from geoengine.families.programs import load_seeds, make_instance
from geoengine.families.programs.rounding import rounded_text, with_rounding
from geoengine.items import Value, stream
from geoengine.verify.budget import Budget
from geoengine.verify.items import programs
from geoengine.verify.verdict import Level, worst_level


@given(st.fractions(1, 10**4, max_denominator=10**5), st.integers(1, 3))
def test_numbers_are_rounded_to_the_nearest(value, places):
    unit = Fraction(1, 10**places)
    to_boundary = abs(value / unit % 1 - Fraction(1, 2)) * unit
    text = rounded_text(float(value), places)
    if text is None:
        assert to_boundary < Fraction(1001, 10**9)
    else:
        assert to_boundary > Fraction(999, 10**9)
        assert abs(Fraction(text) - value) < unit / 2
        assert len(text.partition(".")[2]) == places


def lens(rounded, english=" Give the answer to two decimal places.", chinese="结果保留两位小数。"):
    data = program_items()[1]
    data["answer"]["rounded"] = rounded
    for language, words, end in (("en", english, "Rounded, that is"), ("zh", chinese, "得")):
        data["certificate"]["questions"][language] += words
        data["certificate"]["steps"][language].append(f"{end} {rounded}.")
    data["question"] = data["certificate"]["questions"]["en"]
    return data


@pytest.mark.parametrize(
    ("data", "level", "code"),
    [
        (lens("20.55"), Level.GOOD, "answer"),
        (
            lens("20.5", " Round the answer to the nearest tenth.", "结果四舍五入到十分位。"),
            Level.GOOD, "answer",
        ),
        (lens("20.54"), Level.WRONG, "rounding"),
        (lens("20.5"), Level.WRONG, "rounding"),
        (lens("20.55", ""), Level.WRONG, "rounding"),
        (lens("20.55", chinese="结果保留一位小数。"), Level.WRONG, "rounding"),
        (lens(""), Level.WRONG, "rounding"),
    ],
)  # fmt: skip
def test_the_judge_rounds_by_itself(data, level, code, monkeypatch):
    monkeypatch.setattr(programs, "_execution_findings", lambda case: [])
    found = programs.judge_program(data, Budget())
    assert worst_level(one.level for one in found) is level, found
    assert code in {finding.code for finding in found}


@pytest.mark.parametrize(
    ("response", "verdict"),
    [
        (r"\boxed{20.55}", "right"),  # as asked
        ("20.5487", "right"),  # more precise
        ("18π − 36", "right"),  # exact
        ("about 20.55", "right"),  # marked as approximate
        ("20.54", "wrong"),  # cut off
        ("20.5", "approximation"),  # rounded to another place
        ("20.6", "wrong"),  # badly rounded
    ],
)
def test_responses_are_right_to_half_a_unit(response, verdict):
    found = judge_value(response, "18π − 36", quantity="area", rounded="20.55")[0]
    assert found == verdict


def test_seeds_with_inexact_answers_may_ask_for_decimals():
    seed = next(one for one in load_seeds().values() if "pi" in one.answer)
    made = make_instance(seed, stream(3))
    found = [with_rounding(made, stream(number)) for number in range(30)]
    rounded = [one for one in found if one.rounded]
    assert 3 <= len(rounded) <= 20
    for one in rounded:
        places = len(one.rounded.partition(".")[2])
        assert math.isclose(float(one.rounded), float(made.answer), abs_tol=0.5 / 10**places)
        assert one.answer == made.answer
        assert one.rounded in one.texts["zh"].steps[-1]


def test_rounded_values_are_asked_for_as_such():
    value = Value(exact="18π − 36", rounded="20.55")
    assert (value.expected, value.latex, value.prompt) == ("20.55", "20.55", "rounded")
    with pytest.raises(ValueError, match="rounded"):
        Value(exact="18π − 36", rounded="about 20")
