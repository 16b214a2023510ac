"""The family drafting: which seeds come how often, letters, files of items, and splits."""

from __future__ import annotations

import io
import zipfile
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.draft import carry_out, check_tools, holds, read_draft
from geoengine.families.drafting import load_seeds, make_task
from geoengine.families.drafting.building import Scene, build
from geoengine.families.drafting.lettering import letterings, relettered
from geoengine.families.drafting.order import seed_at
from geoengine.families.drafting.published import LEVELS, PICTURES, TASKS
from geoengine.items import load_family, stream
from geoengine.split import generate, make_plan

SEEDS = load_seeds()


def test_levels_and_pictures_come_as_published():
    found = [
        SEEDS[seed_at(task, 3, index, ())[0]]
        for task, count in TASKS.items()
        for index in range(count)
    ]
    levels = Counter(seed.level for seed in found)
    pictures = Counter(len(seed.steps) + 1 for seed in found)
    for own, wanted in ((levels, LEVELS), (pictures, PICTURES)):
        assert all(abs(own[value] - count) <= 0.02 * 1411 for value, count in wanted.items())


def test_topics_narrow_what_is_taken():
    taken = {seed_at("compass", 1, index, ("polygon",))[0] for index in range(40)}
    assert all("polygon" in SEEDS[name].tags for name in taken)
    assert seed_at("analytic", 1, 0, ("frieze",)) is None


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SEEDS)), st.integers(0, 7))
def test_other_letters_make_the_same_task(name, number):
    task = make_task(SEEDS[name], stream(1, name))
    ways = letterings(task)
    letters = ways[number % len(ways)]
    other = relettered(task, letters)
    old, new = (carry_out(read_draft(one.program)) for one in (task, other))
    assert [one.value for one in old.objects.values()] == [
        one.value for one in new.objects.values()
    ]
    assert all(holds(new, goal) for goal in (*other.where, *other.goals, *other.where_made))
    assert {new.objects[one].kind for one in other.wanted} == set(task.wanted.values())
    # Letters that are gone from the commands are gone from the texts too.
    gone = set(letters) - set(letters.values())
    for text in (other.problems["zh"], *(step.methods["zh"] for step in other.steps)):
        assert not gone & set(text), text


def items(task, language, indices, seed=5):
    rejections = Counter()
    found = [
        item
        for index in indices
        for item in build(task, Scene(seed, index, (), language, rejections), stream(1), 1)
    ]
    assert not rejections
    return found


@pytest.mark.parametrize("task", TASKS)
def test_items_can_be_followed_step_by_step(task):
    for item in items(task, "en", range(4)):
        answer = item.answer
        points = [line.split(" = ")[0] for line in answer.givens if line[0].isupper()]
        done = list(answer.givens)
        for step in answer.steps:
            check_tools(read_draft("\n".join(step.commands)).statements, answer.tools, points)
            done += step.commands
            figure = carry_out(read_draft("\n".join(done)))
            assert all(one.is_defined for one in figure.objects.values() if one.kind != "locus")
            points += [one.name for one in figure.objects.values() if one.kind == "point"]
        assert all(holds(figure, goal) for goal in (*answer.where, *answer.goals, *answer.made))
        assert {name: figure.objects[name].kind for name in answer.wanted} == answer.wanted
        assert set(answer.free) <= {line.split(" = ")[0] for line in answer.givens}
        assert sum(medium.kind == "picture" for medium in item.media) == len(answer.steps) + 1


def test_the_same_items_come_in_chinese():
    for one, other in zip(items("compass", "en", range(3)), items("compass", "zh", range(3)),
                          strict=True):  # fmt: skip
        assert one.problem == other.problem
        assert other.question == one.certificate["questions"]["zh"] != one.question
        assert [step.commands for step in other.answer.steps] == [
            step.commands for step in one.answer.steps
        ]
        assert any("一" <= letter <= "鿿" for letter in other.answer.steps[0].principle)


@pytest.mark.slow(seconds=150)
def test_no_two_items_of_a_large_split_are_equal():
    found = [
        item
        for task, count in TASKS.items()
        for index in range(count)
        for item in build(task, Scene(1, index, (), "en", Counter()), stream(1), 1)
    ]
    assert len(found) > 0.98 * 1411
    assert len({(item.question, item.problem) for item in found}) == len(found)


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    out = tmp_path_factory.mktemp("drafting") / "split"
    plan = make_plan(5, family="drafting", mix="ggbench", seed=4, images=True)
    return generate(plan, out)


def test_files_of_items_are_pictures_and_constructions(split):
    for item in split.items():
        pictures = [split.path / one["path"] for one in item["media"] if one["kind"] == "picture"]
        read = [Image.open(io.BytesIO(path.read_bytes())) for path in pictures]
        assert {one.size for one in read} == {(720, 540)}
        # Each step adds to the picture.
        assert len({one.tobytes() for one in read}) == len(read)
        construction = zipfile.ZipFile(split.path / "drafts" / f"{item['id']}.ggb")
        xml = construction.read("geogebra.xml").decode()
        assert all(f'label="{name}"' in xml for name in item["answer"]["wanted"])


def test_its_items_are_judged_good(split):
    answer = CliRunner().invoke(app, ["verify", str(split.path), "--workers", "1"])
    assert answer.exit_code == 0, answer.output
    assert "5 judged" in answer.output


def test_the_published_shares_are_those_of_the_mix():
    assert load_family("drafting").mixes["ggbench"] == TASKS
