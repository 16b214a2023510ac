"""Texts of random scenes read as in a textbook."""

import re
from functools import cache

import pytest
from random_scenes import random_problem

from geoengine.catalogue import LANGUAGES
from geoengine.families.reasoning.weaker_steps import weaker_steps, with_weaker_steps
from geoengine.scene import describe

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
