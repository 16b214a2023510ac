"""Seeds of programs: every instance is true, and what it asks is what a painted grid shows."""

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.path import Path as Outline

from geoengine.families.programs import InstanceError, load_seeds
from geoengine.families.programs.instance import make_instance
from geoengine.families.programs.measure import read_measure
from geoengine.families.programs.measuring import measure
from geoengine.families.programs.style import styled
from geoengine.families.programs.wording import read_wording
from geoengine.items import stream
from geoengine.program import PlotStyle, PrintingError, print_matplotlib
from geoengine.solid import parse_number
from geoengine.verify.programs import names_in, numerals_in

SEEDS = load_seeds()
STYLES = [
    PlotStyle(),
    PlotStyle(points="complex", lines="helper", polygons="patch"),
    PlotStyle(lines="helper", polygons="patch", spaced=True),
]
OURS = sorted(name for name, seed in SEEDS.items() if seed.source in ("region", "iterated"))
SHADED = sorted(name for name in OURS if "area(shaded)" in SEEDS[name].asked)

DIRECTIONS = {
    "en": re.compile(
        r"\b(upwards?|upper|uppermost|downwards?|lower|lowest|topmost|tops?|bottoms?|above|below"
        r"|beneath|underneath|horizontal(ly)?|vertical(ly)?(?! angle)|ground|hangs?|upright"
        r"|leftmost|rightmost|turns left|left (and|or) right|(to|on|from|towards) the left"
        r"|(to|on|from|towards|whole|its) (the )?right(?! angle| triangle| isosceles| sides)"
        r"|goes up|facing up|up to (?=\[))|\} up\b"
    ),
    "zh": re.compile(
        "上方|下方|左|右|上部|下部|上侧|下侧|最上|最下|上边|下边|顶部|底部|顶端|底端|地面|离地"
        "|水平|竖直|铅直|(?<!方)向上|(?<!方)向下|朝上|朝下"
    ),
}


def test_texts_speak_of_directions_only_where_the_figure_is_not_turned():
    found = {
        (name, word[0])
        for name, seed in SEEDS.items()
        if seed.source != "solid" and not seed.upright
        for language, words in DIRECTIONS.items()
        for _, text in seed.text(language).texts
        if (word := words.search(text))
    }
    assert not found


@pytest.mark.parametrize("number", range(6))
def test_upright_figures_are_not_turned(number):
    # Its first piece goes to the right.
    drawn = make_instance(SEEDS["iterated_zigzag_growing"], stream(number, "upright"))
    start, end = (drawn.done.values[drawn.letters[name]] for name in ("A", "F"))
    assert end.imag == start.imag
    assert end.real > start.real


def test_there_are_seeds_of_regions_and_of_loops():
    sources = Counter(SEEDS[name].source for name in OURS)
    assert sources["region"] >= 115
    assert sources["iterated"] >= 100


def test_each_seed_has_many_instances():
    for name in OURS:
        assert len(SEEDS[name].space.choices or range(100)) >= 12, name


@settings(max_examples=40)
@given(st.sampled_from(OURS), st.integers(0, 10**6))
def test_instances_are_true_and_of_their_level(name, number):
    check_instance(name, number)


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_instances_of_each_seed_are_true(name):
    for number in range(6):
        check_instance(name, number)


def check_instance(name, number):
    # Making an instance compares givens, texts and answer with the figure. Here they are read from
    # their text, and measured again.
    seed = SEEDS[name]
    drawn = make_instance(seed, stream(number, name))
    factors = []
    for text in drawn.given:
        left, right = text.split("=", 1)
        given_measure = read_measure(left)
        if given_measure.dimension:
            ratio = float(parse_number(right.replace("−", "-"))) / measure(
                given_measure, drawn.done
            )
            factors.append(ratio ** (1 / given_measure.dimension))
    factor = factors[0] if factors else 1.0
    assert factors == pytest.approx([factor] * len(factors), rel=1e-9)
    asked = read_measure(drawn.asked)
    found = measure(asked, drawn.done) * factor**asked.dimension
    assert found == pytest.approx(float(drawn.answer), rel=1e-9)
    if seed.source == "iterated":
        assert drawn.level.level == 3


@settings(max_examples=40)
@given(st.sampled_from(sorted(SEEDS)), st.integers(0, 10**6))
def test_what_is_printed_for_matplotlib_is_python(name, number):
    check_python(name, number)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SEEDS))
def test_what_is_printed_of_each_seed_is_python(name):
    check_python(name, 1)


def check_python(name, number):
    rng = stream(number, name)
    program = styled(make_instance(SEEDS[name], rng).program, rng)
    for style in STYLES:
        try:
            text = print_matplotlib(program, style).text
        except PrintingError:
            continue
        compile(text, name, "exec")


@pytest.mark.parametrize(
    "change", [{"answer": "7"}, {"program": "pair A = B;"}, {"program": "pair A = ;"}]
)
def test_an_error_names_the_seed_and_its_place(change):
    name = "plane_right_triangle_altitude"
    with pytest.raises(InstanceError, match=name) as caught:
        make_instance(SEEDS[name].model_copy(update=change), stream(1))
    assert caught.value.place == SEEDS[name].place
    assert ".yaml:" in caught.value.place


@settings(max_examples=15)
@given(st.sampled_from(SHADED), st.integers(0, 10**6))
def test_the_shaded_area_is_that_of_a_painted_grid(name, number):
    drawn = make_instance(SEEDS[name], stream(number, name))
    fills = [one for one in drawn.done.display if one.kind in ("fill", "unfill")]
    outlines = [sampled(path) for one in fills for path in one.paths]
    every = np.concatenate(outlines)
    low = complex(every.real.min(), every.imag.min())
    high = complex(every.real.max(), every.imag.max())
    count = 240
    x = low.real + (np.arange(count) + 0.5127) / count * (high.real - low.real)
    y = low.imag + (np.arange(count) + 0.4861) / count * (high.imag - low.imag)
    points = np.column_stack([axis.ravel() for axis in np.meshgrid(x, y)])
    shaded = np.zeros(len(points), dtype=bool)
    for one in fills:
        white = one.kind == "unfill" or one.pen.colour == (1, 1, 1)
        for path in one.paths:
            corners = sampled(path)
            inside = Outline(np.column_stack([corners.real, corners.imag])).contains_points(points)
            shaded[inside] = not white
    cell = (high.real - low.real) * (high.imag - low.imag) / count**2
    edge = measure(read_measure("perimeter(shaded)"), drawn.done)
    area = measure(read_measure("area(shaded)"), drawn.done)
    assert abs(shaded.sum() * cell - area) <= edge * abs(high - low) / count


def sampled(path):
    shares = np.linspace(0, 1, 60)
    points = [
        piece.at(share)
        for piece in path.pieces
        for share in (shares if hasattr(piece, "sweep") else (0.0, 1.0))
    ]
    return np.array(points)


@pytest.mark.slow
def test_no_answer_is_common():
    answers = Counter(
        make_instance(SEEDS[name], stream(number, name)).exact
        for name in OURS
        for number in range(3)
    )
    assert answers.most_common(1)[0][1] <= 0.03 * answers.total()


@pytest.mark.parametrize("name", ["region_s_shape", "iterated_squares_staircase_diagonal"])
def test_questions_in_both_languages_have_the_same_numbers_and_names(name):
    check_question(name, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_questions_of_each_seed_have_the_same_numbers_and_names(name):
    check_question(name, 2)


def check_question(name, number):
    drawn = make_instance(SEEDS[name], stream(number, name))
    english, chinese = (drawn.texts[language].question for language in ("en", "zh"))
    assert numerals_in(english) == numerals_in(chinese)
    assert names_in(english) == names_in(chinese) <= set(drawn.letters.values())


LETTERED = [name for name, seed in SEEDS.items() if seed.plain_letters]
"""Seeds whose texts name something that is no point by a letter, such as a radius R."""


def test_no_point_has_the_name_of_something_else():
    assert len(LETTERED) >= 4
    for name in LETTERED:
        for number in range(5):
            drawn = make_instance(SEEDS[name], stream(number, name))
            heads = {letter[0] for letter in drawn.letters.values()}
            assert not heads & SEEDS[name].plain_letters, (name, drawn.letters)


def test_names_of_points_stand_in_brackets():
    for name, seed in SEEDS.items():
        for _, text in (*seed.en.texts, *seed.zh.texts):
            plain = [piece for piece in read_wording(text) if isinstance(piece, str)]
            assert not [piece for piece in plain if re.search("[A-Z]{2}", piece)], name
