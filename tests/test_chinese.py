"""Items, records and splits in Chinese: same content as in English, same verdicts."""

import json
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tasks_of import CHOICES, TASKS, build, build_faulty_branches
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.cli.prover import DeducingProver
from geoengine.errors import UsageError
from geoengine.evaluate.problem_prompts import prompts_of
from geoengine.evaluate.written_steps import read_steps
from geoengine.families.reasoning import make_context, measured_problems, problem_record
from geoengine.formats import Source
from geoengine.language import parse_statement
from geoengine.scene import load_problem
from geoengine.split import generate, make_plan, plan_of
from geoengine.verify import Budget, judge_unit
from geoengine.verify.units import ItemUnit, RecordUnit

SCENES = (
    "A B C = iso_triangle A B C; D = foot D A B C; E = foot E B A C; F = foot F C A B;"
    " H = on_line H A D, on_line H B E; M = midpoint M A B",
    "A B C = triangle_sss A B C 13 14 15; D = foot D A B C; E = foot E B A C;"
    " O = circumcenter O A B C; M = midpoint M B C; N = mirror N A O",
    "A B C D = square_of A B C D 16; E = between_bound E B C, lconst E B 12; F = foot F D A E;"
    " G = reflect G B A E; H J = trisegment H J A B",
    "A B C = eq_triangle_of A B C 2√3; D = parallelogram D B A C; E = intersection_ll E A D B C;"
    " F = intersection_tt F B B C D D C; G = foot G B D F; H = circumcenter H B D G",
    "A B C D = square_of A B C D 6; E = midpoint E A B; F = midpoint F B C;"
    " G = intersection_ll G A F D E; H = incenter H A B F",
)
ENGLISH = re.compile(r"[A-Za-z]*[a-z]{2,}[A-Za-z]*")
CHINESE = re.compile(r"[\u4e00-\u9fff]")


@cache
def contexts(scene):
    """A scene for items in English, and the same for items in Chinese."""
    english = make_context(load_problem(SCENES[scene]), scene="s", seed=scene, tier=2)
    return english, replace(english, language="zh")


@cache
def built(task, scene):
    """Items in both languages, made with the same random numbers."""
    if task == "auxiliary_construction" and scene:
        return [[], []]  # to look for them takes seconds, so only in the first scene
    items = [
        build(task, context, np.random.default_rng(scene), most=3) for context in contexts(scene)
    ]
    if task == "faulty_branch":
        for found, context in zip(items, contexts(scene), strict=True):
            found += build_faulty_branches(context, np.random.default_rng(scene), 1, branching=0)
    return items


@cache
def in_chinese():
    return [
        item for task in TASKS for scene in range(len(SCENES)) for item in built(task, scene)[1]
    ]


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    plan = make_plan(6, seed=3, language="zh", images=False)
    return Source(generate(plan, tmp_path_factory.mktemp("zh") / "split").path)


def texts(value):
    """All texts of plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)


def english_words(text):
    return set(ENGLISH.findall(text)) - {"boxed", "sqrt"}


def test_there_are_items_of_every_form():
    assert len(in_chinese()) >= 42
    forms = {(item.task, item.meta["form"]) for item in in_chinese()}
    assert {task for task, _ in forms} == set(TASKS)
    assert {("faulty_branch", "directional"), ("faulty_branch", "unfinished")} <= forms


def test_no_word_is_left_in_english():
    for item in in_chinese():
        assert item.language == "zh"
        assert CHINESE.search(item.question), item.question
        for text in (
            item.question,
            item.prompts.answer_only,
            item.prompts.chain_of_thought,
            *(item.choice.options if item.task in CHOICES else ()),
        ):
            assert not english_words(text), text


BUILT = {
    "numerical_perception": (0, 0, 3, 0, 0),
    "structural_perception": (0, 0, 0, 3, 0),
    "premise_filtering": (0, 0, 0, 3, 0),
    "theorem_selection": (3, 2, 5, 7, 7),
    "faulty_branch": (1, 2, 1, 1, 0),
    "auxiliary_construction": (3, 0, 0, 0, 0),
}
"""How many items each scene has at least; the first has no numbers in it."""


@pytest.mark.parametrize("task", [task for task in TASKS if task != "subgoal_decomposition"])
def test_an_item_says_formally_what_it_says_in_english(task):
    # The choice of sub-goals depends on the words that their texts share.
    for scene in range(len(SCENES)):
        english, chinese = built(task, scene)
        assert len(english) >= BUILT.get(task, (0, 0, 0, 0, 0))[scene]
        assert [item.certificate for item in english] == [item.certificate for item in chinese]
        answers = [[item.answer.expected for item in items] for items in (english, chinese)]
        assert answers[0] == answers[1]
        pairs = zip(english, chinese, strict=True)
        assert all(one.question != other.question for one, other in pairs)


def test_the_judge_confirms_them():
    prover = DeducingProver()
    for item in in_chinese():
        report = judge_unit(
            ItemUnit(item.id, item.model_dump(mode="json")), Budget(seconds=60), prover
        )
        assert report.good, item


@pytest.mark.parametrize("language", ["en", "fr", None, 3])
def test_an_item_that_tells_another_language_cannot_be_read(language):
    # The judge reads words of these; the others offer formulas, which are the same everywhere.
    tasks = {"subgoal_decomposition", "theorem_selection", "faulty_branch"}
    worded = [item for item in in_chinese() if item.task in tasks]
    assert len(worded) >= 26
    for item in worded:
        data = {**item.model_dump(mode="json"), "language": language}
        report = judge_unit(ItemUnit(item.id, data), Budget(seconds=60), DeducingProver())
        assert not report.good


def test_a_moved_key_stays_in_its_language():
    item = in_chinese()[0]
    moved = item.with_key_at(item.choice.key % 4 + 1)
    assert moved.language == "zh"
    assert not english_words(moved.prompts.answer_only)


@pytest.mark.parametrize("goal", ["cong M D M E", "eqangle A B A D A D A C"])
def test_a_record_tells_the_solution_in_chinese(goal):
    english, chinese = contexts(0)
    asked = parse_statement(goal)
    one, other = problem_record(english, asked), problem_record(chinese, asked)
    assert (one["problem"], one["problem_zh"]) == (other["problem_en"], other["problem"])
    assert one["formal_solution"] == other["formal_solution"]
    told = {name: other[name] for name in ("problem", "goal", "solution", "notation", "detour")}
    told["others"] = [solution["solution"] for solution in other["other_solutions"]]
    for text in texts({**told, "detour": (other["detour"] or {}).get("steps", [])}):
        assert not english_words(text), text
    whole = {**other, "measurements": measured_problems(chinese)}
    report = judge_unit(RecordUnit("r", whole), Budget(seconds=60))
    assert not any(finding.level.value == "wrong" for finding in report.findings), report


def test_a_solution_that_is_printed_in_chinese_is_read(split):
    assert len(split.problems) >= 3
    for record in split.problems:
        steps = read_steps("\n".join(record["solution"]))
        assert [step.unread for step in steps] == [""] * record["steps"]
        said = [parse_statement(text) for text in record["formal_solution"]["statements"]]
        concluded = [said[step["conclusion"]] for step in record["formal_solution"]["steps"]]
        assert [step.conclusions for step in steps] == [(one,) for one in concluded]


def test_a_split_is_in_one_language(split):
    assert (split.manifest["language"], split.language) == ("zh", "zh")
    assert {item.language for item in split.items} == {"zh"}
    assert {record["language"] for record in split.problems} == {"zh"}
    assert plan_of(split.path).language == "zh"
    prompts = list(prompts_of(split))
    assert len(prompts) >= len(split.items) == 6
    for prompt in prompts:
        assert not english_words(prompt["prompt"]), prompt["prompt"]


def test_the_language_is_a_part_of_the_plan(split):
    with pytest.raises(UsageError, match="its language is zh, not en"):
        generate(make_plan(6, seed=3, images=False), split.path)


def test_the_command_takes_the_language(tmp_path):
    config = tmp_path / "run.yaml"
    config.write_text("count: 1\ntasks: [structural_perception]\nimages: false\nlanguage: zh\n")
    out = tmp_path / "split"
    run = CliRunner().invoke(app, ["generate", str(out), "--config", str(config)])
    assert run.exit_code == 0, run.output
    assert json.loads((out / "items.jsonl").read_text(encoding="utf-8"))["language"] == "zh"
    again = CliRunner().invoke(app, ["generate", str(out), "--resume"])
    assert again.exit_code == 0, again.output
    other = ["generate", str(tmp_path / "x"), "--count", "1", "--language", "fr"]
    refused = CliRunner().invoke(app, other)
    assert refused.exit_code == 2
    assert "the languages are: en, zh" in refused.output
