"""Texts of random scenes read as in a textbook."""

import re
from functools import cache

import numpy as np
import pytest
from random_scenes import random_problem

from geoengine.catalogue import LANGUAGES, load_constructions
from geoengine.families.reasoning.weaker_steps import weaker_steps, with_weaker_steps
from geoengine.scene import describe, example_problem, place
from geoengine.scene.figure import Figure

SEEDS = range(40)


@cache
def problems():
    """Random problems."""
    found = [problem for seed in SEEDS if (problem := random_problem(seed)) is not None]
    assert len(found) > len(SEEDS) / 2
    return found


LETTER = "[A-Z][0-9]*"
EQUATION = rf"{LETTER}{LETTER} = (?:{LETTER}{LETTER}|[0-9√/]+)"
SHOWN = {
    "en": (
        rf"Let {LETTER} be (?:the point shown in the figure"
        rf"|a point such that {EQUATION}, as shown in the figure)\."
        rf"|Let {LETTER}(?:, {LETTER})* and {LETTER} be the points shown in the figure\."
    ),
    "zh": rf"设{LETTER}(?:、{LETTER})*为图中(?:所示的|满足{EQUATION}的)点。",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_left_to_the_figure_are_introduced_in_plain_words(language):
    stop = {"en": r"(?<=\.) ", "zh": r"(?<=。)"}[language]
    seen = 0
    for problem in problems():
        for weaker in weaker_steps(problem):
            told = with_weaker_steps(problem, [weaker])
            for sentence in re.split(stop, describe(told, language=language)):
                if "figure" in sentence or "图" in sentence:
                    assert re.fullmatch(SHOWN[language], sentence), sentence
                    seen += 1
    assert seen > 100


A_CIRCLE = (
    rf"circles? with center ({LETTER})(?: through ({LETTER}))?",
    rf"circles? with centers ({LETTER}) and {LETTER}",
    rf"circles? with centers {LETTER} and ({LETTER})",
)
A_ROUND = (
    rf"circle with diameter ({LETTER})({LETTER})",
    rf"circle through ({LETTER})(?:, ({LETTER}))?(?:, ({LETTER}))? and ({LETTER})",
)


def undrawn_circles(text, figure):
    """Yield the circles with letters that a text names and that the picture does not show."""
    for number, pattern in enumerate((*A_CIRCLE, *A_ROUND)):
        for match in re.finditer(pattern, text):
            named = [figure.index[point] for point in match.groups() if point]
            z = figure.z[0, named]
            centers = z[:1] if number < len(A_CIRCLE) else []
            on = z[1:] if number < len(A_CIRCLE) else z
            if not any(
                np.allclose(centers, circle.middle)
                and np.allclose(np.abs(on - circle.middle), circle.radius)
                for circle in figure.circles
            ):
                yield match[0]


@pytest.mark.parametrize("name", load_constructions())
def test_constructions_draw_the_circles_that_they_name(name):
    problem = example_problem(load_constructions()[name])
    figure = Figure.of(problem, place(problem))
    assert [*undrawn_circles(describe(problem), figure)] == []
    texts = {language: describe(problem, language=language) for language in LANGUAGES}
    named = re.search(r"circle\b", texts["en"]) or re.search("圆(?!心角)", texts["zh"])
    assert figure.circles or not named, texts


def test_pictures_show_the_circles_that_texts_name():
    named = 0
    for problem in problems():
        figure = Figure.of(problem, place(problem))
        weaker = (with_weaker_steps(problem, [one]) for one in weaker_steps(problem))
        for text in dict.fromkeys(map(describe, [problem, *weaker])):
            assert [*undrawn_circles(text, figure)] == [], (text, str(problem))
            named += "circle" in text
    assert named > 100
