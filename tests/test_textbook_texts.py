"""Texts of random scenes read as in a textbook."""

import re
from collections import Counter
from functools import cache

import numpy as np
import pytest
from random_scenes import random_problem
from readings import meaning
from tasks_of import FAMILY

from geoengine.catalogue import LANGUAGES, PLACEHOLDER, load_constructions
from geoengine.families.reasoning import finishing
from geoengine.families.reasoning.item_assembly import PERCEPTION
from geoengine.families.reasoning.preparing import prepare
from geoengine.families.reasoning.weaker_steps import weaker_steps, with_weaker_steps
from geoengine.items import UnusableSceneError, UsedProblem, stream
from geoengine.language import polygon_order
from geoengine.scene import describe, example_problem, load_problem, place, read_steps
from geoengine.scene.figure import Figure

SEEDS = range(40)
SEED = 13


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
        rf"Let {LETTER} be the point shown in the figure(?:, with {EQUATION})?\."
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


@cache
def items_of(language, index):
    """Items of a scene with texts."""
    try:
        context = prepare(SEED, index, language=language, evidence="both").context
    except UnusableSceneError:
        return []
    return [
        item
        for task in FAMILY.tasks
        if task.level > PERCEPTION
        for item in task.build(context, stream(SEED, index, task.name), 1)
    ]


@pytest.mark.parametrize(("language", "scenes"), [("en", 3), ("zh", 2)])
def test_texts_name_the_points_of_their_pictures_and_no_others(language, scenes):
    smaller = Counter()
    for index in range(scenes):
        for item in items_of(language, index):
            runs = re.findall("(?<![A-Za-z])[A-Z]+(?![a-z])", item.prompts.answer_only)
            points = load_problem(item.problem).points
            assert {*"".join(runs)} & {*points} == {*item.meta["drawn"]}, item.question
            smaller[item.meta["evidence"]] += len(item.meta["drawn"]) < len(points)
    assert smaller["text"] > 0
    assert smaller["figure"] > 0


def test_pictures_show_the_points_that_their_items_name(monkeypatch):
    sketches = []
    monkeypatch.setattr(finishing, "render", lambda sketch, style: sketches.append(sketch) or b"")
    # A split fills in the name of the problem when it accepts an item.
    items = tuple(items_of("en", 0))
    files = finishing.finish(UsedProblem("{problem}", 0, items, images=True)).files
    shown = dict(zip(files, sketches, strict=True))
    assert len(shown) > 1
    for item in items:
        assert {*shown[item.image].points} == {*item.meta["drawn"]}


NAMED = rf"(?:{LETTER}){{3,4}}"
POLYGONS = {
    "en": rf"triangles? ({NAMED})\b|\b({NAMED}) (?:be|is) an?\b(?! square with its)",
    "zh": rf"[角边]形({NAMED})|设({NAMED})为",
}


def in_order(name):
    """Whether a polygon is named from its first corner on, towards the first neighbor."""
    corners = re.findall(LETTER, name)
    return corners == polygon_order(corners)


@pytest.mark.parametrize("language", LANGUAGES)
def test_polygons_are_named_in_order(language):
    seen = 0
    for problem in problems():
        text = describe(problem, language=language)
        for match in re.finditer(POLYGONS[language], text):
            assert in_order(match[1] or match[2]), text
            seen += 1
    assert seen > len(problems()) / 2


WITH_POLYGONS = [
    name
    for name, construction in load_constructions().items()
    if any("," in slot for _, text in construction.says.en for slot, _ in PLACEHOLDER.findall(text))
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WITH_POLYGONS)
def test_polygons_read_back_whatever_the_names_of_their_corners(name, language):
    problem = example_problem(load_constructions()[name])
    for seed in range(3):
        names = np.random.default_rng(seed).permutation(problem.points)
        renamed = dict(zip(problem.points, map(str, names), strict=True))
        words = re.split(r"([\s;,=]+)", str(problem))
        other = load_problem("".join(renamed.get(word, word) for word in words))
        steps = read_steps(describe(other, language=language), language=language)
        assert [*map(meaning, steps)] == [*map(meaning, other.steps)]


@pytest.mark.parametrize(("language", "scenes"), [("en", 3), ("zh", 2)])
def test_triangles_in_items_are_named_in_order(language, scenes):
    seen = 0
    for index in range(scenes):
        for item in items_of(language, index):
            text = item.prompts.answer_only
            first = re.findall(rf"△({NAMED}) [~≅∽≌]", text)
            either = re.findall(rf"(?:triangles|and) ({NAMED})(?= (?:and|are))", text)
            either += re.findall(rf"三角形({NAMED})", text)
            assert all(map(in_order, first + either)), text
            seen += len(first) + len(either)
    assert seen > 0
