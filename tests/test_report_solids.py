"""Reports on open answers: types, languages, and blind guesses by the text."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.formats import Source
from geoengine.items import ItemText, Named, Value
from geoengine.report import all_tables, read_collections
from geoengine.report.formulas import candidates, numbers_in, points_in
from geoengine.report.open_guesses import guess_blindly
from geoengine.report.open_item import OpenItem
from geoengine.solid import load_seeds
from geoengine.solid.evaluated import evaluate_seed
from geoengine.solid.making import choose_parameters
from geoengine.split import generate, make_plan


def item(question, answer, seed):
    return OpenItem("length", 1, seed, question, answer, {"en": ItemText(question)})


def length(text, tolerance=0.01):
    return Value(exact=text, quantity="length", tolerance=tolerance)


def test_a_formula_that_is_always_right_is_found_and_learnt():
    found = guess_blindly(
        [item(f"AB = {a} and BC = {a + k + 2}.", length(str(a * (a + k + 2))), f"s{a}")
         for a in range(3, 11) for k in range(3)]
    )  # fmt: skip
    assert (found.best, found.best_share, found.learnt) == ("ab of 2, 1", 1, 1)
    assert found.some_formula == 1
    assert found.commonest < 0.2
    assert found.bounds[1] == 1


def test_a_constant_that_is_always_right_is_found_and_learnt():
    found = guess_blindly([item(f"AB = {a}.", length("√7"), f"s{a}") for a in range(20, 30)])
    assert (found.best, found.commonest, found.learnt) == ("always √7", 1, 1)
    assert found.at_random == 0


def test_counts_are_not_guessed_by_neighbours():
    items = [item("AB = 1000.", length(str(1000 + k), None), f"s{k}") for k in range(9)]
    assert guess_blindly(items).commonest == pytest.approx(1 / 9)
    near = [item("AB = 1000.", length(str(1000 + k)), f"s{k}") for k in range(9)]
    assert guess_blindly(near).commonest == guess_blindly(near).at_random == 1


def test_points_are_guessed_at_random():
    plane = Named(object="plane", points=("A", "B", "C"), aliases=(("A", "B", "D"),))
    found = guess_blindly([item("Which plane of the pyramid E-ABCD contains AB?", plane, "s")])
    assert found.at_random == pytest.approx(2 / math.comb(5, 3))


@given(st.lists(st.fractions(1, 99, max_denominator=9), min_size=1, max_size=4, unique=True))
def test_the_numbers_of_a_question_are_read(numbers):
    text = ", ".join(f"A{k}B{k} = {number}" for k, number in enumerate(numbers, start=1))
    assert numbers_in(f"In the cube ABCD-A1B1C1D1, {text}.") == pytest.approx(
        [float(number) for number in numbers]
    )
    assert points_in(text) == [f"{p}{k}" for k in range(1, len(numbers) + 1) for p in "AB"]
    assert all(math.isfinite(value) for _, value in candidates(text))


def test_the_tables_count_every_item(tmp_path):
    tasks = ["position_1", "angle_2", "counting_2"]
    plan = make_plan(6, batches=2, family="solids", tasks=tasks, images=False)
    source = Source(generate(plan, tmp_path / "split").path)
    tables = {table.name: table for table in all_tables(read_collections([source.path]))}
    levels = {row[0]: row[1:] for row in tables["type_levels"].rows}
    assert levels == {
        "position": [4, 0, 4], "angle": [0, 4, 4], "counting": [0, 4, 4], "all": [4, 8, 12],
    }  # fmt: skip
    steps = {
        language: sum(len(item.certificate["chains"][language]) for item in source.items)
        for language in ("en", "zh")
    }
    told = {
        row[0]: row[3] * row[2] for row in tables["languages"].rows if row[1] == "solution, steps"
    }
    assert told == pytest.approx(steps)
    guesses = {row[0]: row[1] for row in tables["open_guesses"].rows}
    assert guesses == {name: row[-1] for name, row in levels.items()}
    shares = [row[1:8] for row in tables["open_answers"].rows]
    assert all(sum(map(Fraction, row)) == pytest.approx(1) for row in shares)
    assert "options" not in tables
    assert "form" not in tables


@pytest.mark.slow
def test_the_text_alone_determines_the_answer():
    """Instances of a seed with equal texts have equal answers, so the picture adds nothing."""
    pairs = 0
    for seed in load_seeds().values():
        answers = {}
        for number in range(25):
            tried = (evaluate_seed(seed, one) for one in choose_parameters(seed, "text", number))
            found = next(one for one in tried if one is not None)
            wording = found.texts["en"]
            pairs += wording.question in answers
            expected = answers.setdefault(wording.question, (wording.answer, found.names))
            assert expected == (wording.answer, found.names), seed.id
    assert pairs > 1000
