"""The family ``programs``: its seeds, how figures are masked, levels, and a small split."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoengine.catalogue import load_file
from geoengine.errors import CatalogueError, UsageError
from geoengine.families.programs import Seed, load_seeds, make_instance
from geoengine.families.programs.leaks import leak_of
from geoengine.families.programs.level import level_of
from geoengine.families.programs.measure import read_measure
from geoengine.families.programs.measuring import measure
from geoengine.items import MOST_SHARED, contained, passages, stream
from geoengine.program import execute, read_program
from geoengine.split import generate, make_plan

SEEDS = load_seeds()
PLANE = [name for name, seed in SEEDS.items() if seed.source == "plane"]
SOME = [
    name
    for source in ("plane", "region", "iterated", "solid")
    for name in [name for name, seed in SEEDS.items() if seed.source == source][::4]
]
"""A quarter of the seeds of each source; the slow tests take them all."""


@pytest.mark.parametrize("name", SOME)
def test_an_instance(name):
    check_instance(name, 7)


def check_instance(name, number):
    """Answers, what is given, and every checked number are measured in the figure drawn."""
    made = make_instance(SEEDS[name], stream(number, name))
    for text in made.texts.values():
        for step in text.steps:
            assert not repeated_side(step), step
            assert not ambiguous(step), step
    assert not set("{}[]@") & set(made.texts["en"].question)


def test_a_side_that_is_repeated_is_found():
    assert repeated_side("The petals measure 81π/2 − 81 = 81π/2 − 81.")
    assert not repeated_side("The rest is 10 − 5 = 5, and KG:3 = 3:KF.")


def repeated_side(step):
    sides = re.finditer(r"([\dπ√·×÷/()+−^²³°: ]+)(?= = ([\dπ√·×÷/()+−^²³° ]+))", step)
    return any(side[1].strip() == side[2].strip() for side in sides)


@pytest.mark.parametrize(
    ("step", "found"),
    [
        ("So AB = 5 · tan 45/2° = 2.", True),
        ("So AB = 22 / 5√5.", True),
        ("So AB = 35/2 / 5.", True),
        ("So AB = 5 · tan(45°/2), half of √5/2 · 9π/4.", False),
    ],
)
def test_formulas_with_two_readings_are_found(step, found):
    assert ambiguous(step) == found


def ambiguous(step):
    """Whether a fraction follows sin, cos or tan, or is divided, or a root or π divides."""
    return bool(re.search(r"(sin|cos|tan) [\d√π]+/|\d/\d+ ?[/÷]|[/÷] ?\d+[√π]", step))


@pytest.mark.slow(seconds=200)
@pytest.mark.parametrize("name", SEEDS)
def test_many_instances(name):
    for number in range(40):
        check_instance(name, number)


@settings(max_examples=25, deadline=None)
@given(name=st.sampled_from(sorted(PLANE)), first=st.integers(0, 10**6))
def test_a_twin_at_another_scale_has_the_same_answer(name, first):
    seed = SEEDS[name]
    one = make_instance(seed, stream(first, "one"))
    other = make_instance(seed, stream(first, "other"), one.parameters)
    assert one.exact == other.exact
    assert one.level == other.level
    asked, again = (measure(read_measure(each.asked), each.done) for each in (one, other))
    if read_measure(one.asked).dimension == 0:
        assert asked == pytest.approx(again, rel=1e-9)


@pytest.mark.parametrize(
    ("program", "answer", "quantity", "found"),
    [
        ("pair A = (0,0), B = (9,1); draw(A--B);", 9, "length", "a number of the program"),
        ("real r = 3*sqrt(2)/2; draw(circle((0,0), r));", 4.5**0.5, "ratio", "a number"),
        ("pair A = (0,0), B = (6,8); draw(A--B);", 10, "length", "a distance"),
        ("pair A = (1,1), B = (4,1), C = (1,6); draw(A--B--C--cycle);", 7.5, "area", "the area"),
        ("pair A = dir(20), B = dir(75); draw(A--B);", 55, "angle", "the difference"),
        ("pair A = dir(122), B = rotate(-45)*A; draw(A--B);", 77, "angle", "the difference"),
        ("pair A = (1,0), B = rotate(-60)*A; draw(A--B);", 120, "angle", "what a number"),
        ("pair A = dir(20), B = dir(75); draw(A--B);", 27.5, "angle", ""),
        ("triple A = (0,4,8), B = (2,0,12); draw(A--B);", 6, "length", "a distance"),
        ("pair A=(3,1), B=A+(1/2,sqrt(3)/2)*A; draw(A--B);", 0.5, "ratio", "a number"),
        ("pair A = (1,1), B = (3,1), C = (1,7); draw(A--B--C--cycle);", 2.5, "area", ""),
        ("size(200); pair A = (0,0), B = (6,7); draw(A--B, linewidth(0.7));", 200, "length", ""),
    ],
)
def test_planted_leaks(program, answer, quantity, found):
    read = read_program(program)
    told = leak_of(read, execute(read), answer, quantity)
    assert told.startswith(found) if found else not told


@pytest.mark.parametrize(
    ("program", "asked", "level"),
    [
        ("pair A = (0,0), B = (4,0), C = (1,3); draw(A--B--C--cycle);", "area(A,B,C)", 1),
        ("pair A = dir(10), B = dir(90); draw(unitcircle); draw(A--B);", "length(A,B)", 1),
        (
            "pair A=(0,0), B=(4,0), C=(4,4), D=(0,4); draw(A--B--C--D--cycle);"
            "draw(circle(A, 4)); draw(circle(C, 4));", "length(A,B)", 2,
        ),
        ("for (int i = 0; i < 5; ++i) draw(circle((i,0), 1));", "area(shaded)", 3),
        ("pair A = (0,0); draw(A--(1,0)); for (int i=0; i<5; ++i) dot((i,0));", "length(A,A)", 1),
        ("void f(int n) { draw((0,n)--(1,n)); if (n > 0) f(n-1); } f(4);", "area(shaded)", 3),
        ("triple A = (0,0,1), B = (1,0,0); draw(A--B);", "length(A,B)", 3),
    ],
)  # fmt: skip
def test_levels(program, asked, level):
    read = read_program(program)
    assert level_of(read, execute(read), [read_measure(asked)]).level == level


SEED = """
- id: plane_square
  source: plane
  topics: [square]
  parameters: {a: 2..9}
  program: |
    pair A = @(0, 0), B = @(a, 0);
    draw(A--B);
  given: ["length(A,B) = a"]
  asked: length(A,B)
  answer: a
  en: {question: "What is [AB]?", steps: [It is given.]}
  zh: {question: "[AB]是多少？", steps: [已知。]}
"""


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("@(a, 0)", "@(b, 0)", "unknown parameter 'b'"),
        ("@(a, 0)", "@(a, 0, 1, 2)", "expected 2 or 3 expressions in @(…), found 4"),
        ("asked: length(A,B)", "asked: lenght(A,B)", "did you mean length?"),
        ("asked: length(A,B)", "asked: length(A,C)", "unknown name of the program 'C'"),
        ('given: ["length(A,B) = a"]', "given: []", "expected something given that fixes the size"),
        ("[It is given.]", "[It is given., So.]", "expected 2 steps, as in English, found 1"),
        ("[AB]是多少", "[BA]是多少", "expected the names and values of the English question"),
        ("id: plane_square", "id: square", "expected an id that begins with plane_"),
    ],
)
def test_mistakes_have_their_place(tmp_path, before, after, message):
    assert before in SEED
    file = tmp_path / "seeds.yaml"
    file.write_text(SEED.replace(before, after), encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"seeds\.yaml:[0-9]+:[0-9]+: ") as error:
        load_file(file, Seed)
    assert message in str(error.value)


@pytest.fixture(scope="module")
def items(tmp_path_factory):
    plan = make_plan(10, family="programs", mix="geogrambench", seed=3, images=False)
    split = generate(plan, tmp_path_factory.mktemp("programs") / "split", workers=1)
    return list(split.items())


def test_a_split(items):
    assert [item["task"] for item in items].count("local") == 6
    for item in items:
        code = item["media"][0]
        assert code["text"] in item["prompts"]["answer_only"]
        assert not any(right for right, _ in item["meta"]["guesses"].values())
        level = item["certificate"]["level"]
        assert level["level"] == item["level"], level["reason"]


def test_no_two_items_share_half_of_their_passages(items):
    texts = [passages(f"{item['question']}\n{item['media'][0]['text']}") for item in items]
    for at, one in enumerate(texts):
        assert all(contained(one, other) < MOST_SHARED for other in texts[:at])


def test_published_problems_are_avoided(items, tmp_path):
    """An item that is in the file is replaced by another one."""
    first = items[0]
    file = tmp_path / "published.json"
    entry = {"problem": first["question"], "geo_code": first["media"][0]["text"]}
    file.write_text(json.dumps([entry]), encoding="utf-8")
    plan = make_plan(
        10, family="programs", mix="geogrambench", seed=3, images=False, avoid=str(file)
    )
    split = generate(plan, tmp_path / "split", workers=1)
    assert first["question"] not in [item["question"] for item in split.items()]


def test_options_about_code():
    plan = make_plan(3, family="programs", languages=["matplotlib"])
    assert dict(plan.code) == {"matplotlib": 62}
    with pytest.raises(UsageError, match="expected the name of a language, found 'tikz'"):
        make_plan(3, family="programs", languages=["tikz"])
    with pytest.raises(UsageError, match="expected no languages of code for the family reasoning"):
        make_plan(6, languages=["asymptote"])
