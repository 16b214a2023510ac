"""Seeds: every one that geoengine has, and what makes one wrong."""

import math
import re
from collections import Counter

import pytest

from geoengine.draw.solids import Sheet
from geoengine.families.solids import model_of
from geoengine.solid import check_seed, load_seeds, make_instance
from geoengine.solid.figure import POINT
from geoengine.solid.instance import NAMED
from geoengine.solid.seed_check import SeedCheck
from geoengine.solid.wording import Names, read_wording

SEEDS = load_seeds()
FEW, MANY = 5, 1000
CELLS = sorted({(seed.type, seed.level) for seed in SEEDS.values()})
"""Type and level: of each pair there are 6 seeds or more."""


def checked(seed, instances) -> SeedCheck:
    found = check_seed(seed, instances)
    assert found.error is None, str(found.error)
    assert found.instances == instances
    return found


@pytest.mark.parametrize(("kind", "level"), CELLS)
def test_an_instance_of_each_and_a_few_of_some(kind, level):
    seeds = [seed for seed in SEEDS.values() if (seed.type, seed.level) == (kind, level)]
    assert len(seeds) >= 6
    for number, seed in enumerate(seeds):
        checked(seed, 1 if number % 6 else FEW)


@pytest.mark.slow(seconds=410)
@pytest.mark.parametrize("name", SEEDS)
def test_many_instances(name):
    seed = SEEDS[name]
    found = checked(seed, MANY)
    if seed.one_answer is None and seed.quantity not in NAMED:
        assert found.answers > 1, "all instances have one answer; say why in one_answer"
    assert found.rejected < 0.95


def test_there_are_seeds_of_all_kinds():
    kinds = Counter(seed.type for seed in SEEDS.values())
    assert len(kinds) >= 4
    assert all(0 < seed.level < 4 for seed in SEEDS.values())


@pytest.mark.parametrize("name", list(SEEDS)[:40])
def test_instances_are_reproducible_and_differ(name):
    first, again = (make_instance(SEEDS[name], 1) for _ in range(2))
    assert first.texts == again.texts
    assert first.record == again.record
    # Two instances of a seed with few choices may agree by chance.
    assert any(make_instance(SEEDS[name], number).texts != first.texts for number in range(2, 12))


@pytest.mark.parametrize("name", list(SEEDS)[:40])
def test_texts_name_only_points_of_the_record(name):
    instance = make_instance(SEEDS[name], 3)
    letters = set(instance.letters.values())
    assert len(letters) == len(instance.letters)
    assert not {letter[0] for letter in letters} & {"I"}
    placed = {line.split(" = ")[0] for line in instance.record.splitlines()}
    assert letters <= placed
    for text in instance.texts.values():
        for part in (text.question, *text.chain):
            assert not set("{}[]") & set(part)
            assert "None" not in part


def points_in(text) -> set[str]:
    """The points that a text names, alone or together; words and the article A are left out."""
    runs = re.findall(r"(?<![A-Za-z])(?:[A-Z][0-9]*)+(?![a-z])", re.sub(r"\bA (?=[a-z])", "", text))
    return {point for run in runs for point in POINT.findall(run)}


def test_pictures_letter_the_points_of_the_question_and_no_others():
    for name, seed in SEEDS.items():
        assert not seed.question_points & set(seed.figure_lines.hidden), name
        for language in ("en", "zh"):
            pieces = read_wording(seed.text(language).question)
            named = {name for piece in pieces if isinstance(piece, Names) for name in piece.points}
            assert named == seed.question_points, name


@pytest.mark.parametrize(
    "name", [*list(SEEDS)[::40], *(n for n in SEEDS if "open " in SEEDS[n].figure)]
)
def test_models_show_the_points_of_the_question_and_bodies_without_their_open_faces(name):
    seed, instance = SEEDS[name], make_instance(SEEDS[name], 6)
    model = model_of(instance)
    assert set(model.shown) == {instance.letters[point] for point in seed.question_points}
    open_faces = sum(line.kind == "open" for line in seed.figure_lines.drawn)
    if open_faces:
        faces = len(instance.scope["solid"].faces)
        assert sum(isinstance(body, Sheet) for body in model.bodies) == faces - open_faces


def test_points_of_the_question_do_not_depend_on_the_language():
    for name, seed in list(SEEDS.items())[:60]:
        instance = make_instance(seed, 4)
        en, zh = (points_in(instance.texts[k].question) for k in ("en", "zh"))
        assert en & set(instance.letters.values()) <= zh, name


def test_answers_are_finite():
    for name, seed in list(SEEDS.items())[:60]:
        answer = make_instance(seed, 5).answer
        if seed.quantity in ("length", "area", "volume", "angle", "ratio", "number"):
            assert math.isfinite(float(answer)), name
        if seed.quantity in ("length", "area", "volume"):
            assert float(answer) > 0, name
