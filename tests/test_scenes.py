"""Every scene can be drawn with all its numbers, and has enough consequences."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from geoengine.catalogue import load_scenes
from geoengine.graph import deduce
from geoengine.scene import load_problem, place
from geoengine.scene.clarity import find_clarity_defect
from geoengine.scene.figure import Figure

SCENES = load_scenes()
SEEDS = (0,)


def fillings(scene, most=4):
    """Yield problems of a scene: for the first and the last choices of its numbers, and others."""
    choices = [
        dict(zip(sum((n.names for n in scene.numbers), ()), sum(values, ()), strict=True))
        for values in product(*(numbers.choices for numbers in scene.numbers))
    ]
    for k in sorted({round(k * (len(choices) - 1) / (most - 1)) for k in range(most)}):
        yield load_problem(scene.filled(choices[k]), name=scene.name)


def numeric_premises(problem):
    return [premise for premise in problem.premises if premise.value is not None]


def test_there_are_scenes_of_every_topic_and_tier():
    assert len(SCENES) >= 79
    assert {scene.topic for scene in SCENES.values()} == {
        "circles",
        "quadrilaterals",
        "tangency",
        "transformations",
        "triangles",
    }
    for topic in ("circles", "quadrilaterals", "tangency", "transformations", "triangles"):
        tiers = {scene.tier for scene in SCENES.values() if scene.topic == topic}
        assert {1, 2, 3} <= tiers, topic


@pytest.mark.parametrize("name", SCENES)
def test_points_have_upper_case_names_and_numbers_are_few(name):
    problem = next(fillings(SCENES[name]))
    assert all(len(point) == 1 and point.isupper() for point in problem.points)
    assert 1 <= len(numeric_premises(problem)) <= 4


@pytest.mark.parametrize("name", SCENES)
def test_every_premise_holds_in_every_draw_for_choices_of_numbers(name):
    for problem in fillings(SCENES[name]):
        for seed in SEEDS:
            diagram = place(problem, seed=seed)
            for premise in problem.premises:
                assert diagram.holds(premise), f"{problem}: {premise}"


@pytest.mark.parametrize("name", SCENES)
def test_half_of_the_choices_of_numbers_can_be_drawn_clearly(name):
    problems = list(fillings(SCENES[name]))
    figures = [
        Figure.of(problem, place(problem, seed=seed)) for problem in problems for seed in SEEDS
    ]
    assert sum(find_clarity_defect(figure) is None for figure in figures) * 2 >= len(figures)


def numbers_told_once(problem):
    """The premises with a number that no other has.

    In an isosceles triangle with two given legs the second is stated for the reader.
    """
    numeric = numeric_premises(problem)
    times = Counter(premise.value for premise in numeric)
    return [premise for premise in numeric if times[premise.value] == 1]


def test_nearly_all_scenes_have_numbers_that_are_told_once():
    assert sum(bool(numbers_told_once(next(fillings(scene)))) for scene in SCENES.values()) >= 77


@pytest.mark.parametrize("name", [name if at % 3 == 0 else pytest.param(
    name, marks=pytest.mark.slow(seconds=4)) for at, name in enumerate(SCENES)])  # fmt: skip
def test_no_number_follows_from_the_others(name):
    problem = next(fillings(SCENES[name]))
    diagram = place(problem)
    # Integers may give a special figure, in which more follows: every choice must pass.
    for left_out in numbers_told_once(problem):
        rest = [premise for premise in problem.premises if premise != left_out]
        assert not deduce(problem, diagram=diagram, premises=rest).derived(left_out)


@pytest.mark.parametrize("name", SCENES)
def test_much_follows(name):
    rng = np.random.default_rng(1)
    problems = list(fillings(SCENES[name]))
    graph = deduce(problems[int(rng.integers(len(problems)))])
    assert graph.stop_reason.value == "saturated"
    assert len(graph.states) >= 7
