"""Splits: everything in them follows from the plan."""

import hashlib
import json
from collections import Counter
from dataclasses import replace

import pytest
from pydantic_core import to_json
from tasks_of import TASKS
from test_split_balance import item_of

from geoengine.catalogue import load_scenes
from geoengine.errors import UsageError
from geoengine.families.reasoning.picture import picture_path
from geoengine.graph import deduce, trace
from geoengine.items import Item
from geoengine.scene import load_problem, place, scene_at
from geoengine.split import Content, generate, make_plan, near_pairs
from geoengine.split.balance import Traits
from geoengine.split.candidate import Candidate
from geoengine.split.journal import Journal
from geoengine.split.production import SceneOutcome, SceneRequest, produce

SEED = 3
PERCEPTION = ["numerical_perception", "structural_perception"]


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    """One item of each task and one more."""
    plan = make_plan(len(TASKS) + 1, seed=SEED)
    return generate(plan, tmp_path_factory.mktemp("split") / "more")


@pytest.fixture(scope="module")
def items(split):
    return read_lines(split.path / "items.jsonl")


def test_quotas_share_the_count_and_the_first_tasks_take_the_rest():
    quotas = make_plan(4 * len(TASKS) + 2, tasks=TASKS).quotas
    assert quotas == {task: 4 + (place < 2) for place, task in enumerate(TASKS)}
    assert sum(make_plan(1000).quotas.values()) == 1000
    assert make_plan(2).tasks == TASKS[:2]
    assert make_plan(4, tasks=[TASKS[-1], TASKS[0], TASKS[0]]).tasks == (TASKS[0], TASKS[-1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": 0}, "expected a count of 1 or more, found 0"),
        ({"count": 3, "seed": -1}, "expected a seed of 0 or more, found -1"),
        ({"count": 3, "tasks": []}, "expected at least one task, found none"),
        ({"count": 3, "tasks": ["theorem_selektion"]}, "did you mean theorem_selection?"),
        ({"count": 3, "tasks": ["x"]}, "the tasks are: numerical_perception, "),
    ],
)
def test_a_plan_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(UsageError) as error:
        make_plan(**arguments)
    assert message in str(error.value)


def test_fewer_than_one_worker_is_refused(tmp_path):
    with pytest.raises(UsageError, match="expected 1 worker or more, found 0"):
        generate(make_plan(1), tmp_path / "x", workers=0)


def test_few_items_of_a_task_come_from_one_scene():
    count = len(make_plan(1000).tasks)
    assert [make_plan(count * n).max_per_scene(TASKS[0]) for n in (1, 4, 170)] == [1, 1, 5]
    assert make_plan(count * 1000).max_per_scene(TASKS[0]) == 6
    assert [make_plan(count * n).max_per_key(TASKS[0]) for n in (1, 4, 5, 170)] == [1, 1, 2, 43]


def test_every_scene_comes_once_before_any_comes_again():
    scenes = list(load_scenes().values())
    count = len(scenes)
    first = [scene_at(scenes, 3, index).name for index in range(count)]
    second = [scene_at(scenes, 3, index).name for index in range(count, 2 * count)]
    assert sorted(first) == sorted(second) == sorted(load_scenes())
    assert first != second
    assert first != [scene_at(scenes, 4, index).name for index in range(count)]


def test_the_quotas_are_met(split, items):
    assert Counter(item["task"] for item in items) == split.manifest["quotas"]
    assert len({item["id"] for item in items}) == len(items) == len(TASKS) + 1


def test_items_are_items_and_name_their_picture_and_scene(split, items):
    for item in items:
        Item.model_validate(item)
        drawn, whole = item["meta"]["drawn"], load_problem(item["problem"])
        part = [] if len(drawn) == len(whole.points) else sorted(drawn)
        picture = picture_path(item["meta"]["problem"], part)
        assert [medium["path"] for medium in item["media"]] == [picture]
        assert (split.path / picture).read_bytes().startswith(b"\x89PNG")
        scenes = list(load_scenes().values())
        assert item["scene"] == scene_at(scenes, SEED, item["meta"]["index"]).name


def test_there_is_a_picture_for_each_problem_and_part_that_is_used_and_no_other(split, items):
    pictures = {path.relative_to(split.path).as_posix() for path in split.path.glob("images/*")}
    whole = {record["image"] for record in read_lines(split.path / "problems.jsonl")}
    assert pictures == {item["media"][0]["path"] for item in items} | whole


def test_problems_tell_the_goals_of_the_items(split, items):
    records = read_lines(split.path / "problems.jsonl")
    told = {(record["id"].partition("-")[0], record["formal_goal"]) for record in records}
    asked = {(i["meta"]["problem"], i["meta"]["goal"]) for i in items if "goal" in i["meta"]}
    assert len(asked) >= 3
    assert asked <= told
    assert len({record["id"] for record in records}) == len(records)


def test_a_problem_placed_anew_is_the_one_that_was_drawn(split):
    records = read_lines(split.path / "problems.jsonl")
    assert len(records) >= 4
    for record in records:
        problem = load_problem(record["formal_problem"])
        graph = deduce(problem, diagram=place(problem, seed=record["seed"]))
        assert len(trace(graph).steps) > 0


def test_no_question_is_asked_twice(items):
    asked = [(item["task"], item["problem"], item["meta"].get("goal")) for item in items]
    assert len(set(asked)) == len(asked)


NAMES = ["ceva", "menelaus", "simson", "thales"]


def test_two_equal_lengths_of_a_figure_are_one_question():
    made = [item_of([f"{end} = {n}" for n in (3, 4, 5, 6)], 2, NAMES) for end in ("AB", "CD")]
    others = [
        item_of([f"AB = {n}" for n in (3, 4, 5, 6)], 1, NAMES),
        item_of(["AB = CD", "AB = EF"], 1, NAMES[:2]),
    ]
    one, same, number, relation = (Candidate(i, 0, Traits(i)).subject for i in (*made, *others))
    assert one == same
    assert len({one, number, relation}) == 3


def test_no_item_is_nearly_another(items):
    contents = [
        Content.of(
            i["task"], i["problem"], i["question"], i["answer"]["options"], i["answer"]["key"]
        )
        for i in items
    ]
    assert len(contents) > len(TASKS)
    assert near_pairs(contents) == 0


def test_the_manifest_knows_every_file_by_its_hash(split):
    files = {
        name: hashlib.sha256(content).hexdigest()
        for name, content in contents(split.path).items()
        if name != "manifest.json"
    }
    written = json.loads((split.path / "manifest.json").read_text(encoding="utf-8"))
    assert written["files"] == files
    assert written == split.manifest


def test_the_manifest_counts_what_is_there(split, items):
    assert split.manifest["distribution"].keys() == split.manifest["quotas"].keys()
    for task, counts in split.manifest["distribution"].items():
        of_task = [item for item in items if item["task"] == task]
        assert counts["keys"] == dict(Counter(str(item["answer"]["key"]) for item in of_task))
        assert counts["scenes"] == dict(Counter(item["scene"] for item in of_task))
        assert counts["tiers"] == dict(Counter(str(item["meta"]["tier"]) for item in of_task))
        assert sum(counts["points"].values()) == len(of_task)
    assert split.manifest["scenes"]["used"] == len({item["meta"]["index"] for item in items})


def walk(value):
    """Yield a value and its parts, except measured residuals."""
    yield value
    if isinstance(value, dict):
        for name, part in value.items():
            if name != "residual":
                yield from walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from walk(part)


def test_keys_are_sorted_and_no_number_is_rounded(split):
    for name, least in (("items.jsonl", 7), ("problems.jsonl", 4)):
        lines = (split.path / name).read_text(encoding="utf-8").splitlines()
        assert len(lines) >= least
        for line in lines:
            data = json.loads(line)
            assert line == json.dumps(data, sort_keys=True, ensure_ascii=False)
            kinds = {type(value) for value in walk(data)}
            assert kinds <= {bool, dict, int, list, str, type(None)}, name


def test_the_places_of_the_keys_have_equal_shares(tmp_path):
    plan = make_plan(4, seed=3, tasks=PERCEPTION[1:], images=False)
    split = generate(plan, tmp_path / "keys")
    assert split.manifest["distribution"].keys() == set(PERCEPTION[1:])
    for counts in split.manifest["distribution"].values():
        assert counts["keys"] == {"1": 1, "2": 1, "3": 1, "4": 1}
    assert [item["media"] for item in split.items()] == [[]] * 4
    assert not (split.path / "images").exists()


def test_equal_plans_give_equal_bytes_whatever_the_workers(tmp_path):
    plan = make_plan(2, seed=6, tasks=["structural_perception", "theorem_selection"])
    first, second = (generate(plan, tmp_path / str(n), workers=n) for n in (1, 2))
    assert contents(first.path) == contents(second.path)


def test_the_order_of_making_does_not_matter():
    requests = [
        SceneRequest("reasoning", 4, index, ((TASKS[1], 1), (TASKS[4], 1))) for index in range(3)
    ]
    forth = [produce(request) for request in requests]
    back = [produce(request) for request in reversed(requests)]
    assert forth == back[::-1]


def test_other_seeds_give_other_items(tmp_path):
    plans = [make_plan(2, seed=seed, tasks=PERCEPTION, images=False) for seed in (1, 2)]
    first, second = (list(generate(p, tmp_path / str(p.seed)).items()) for p in plans)
    assert len(first) == len(second) == 2
    assert [item["problem"] for item in first] != [item["problem"] for item in second]


@pytest.mark.slow(seconds=40)
def test_a_larger_split_is_the_same_with_any_number_of_workers(tmp_path):
    plan = make_plan(60, seed=9)
    one, three = (generate(plan, tmp_path / str(n), workers=n) for n in (1, 3))
    assert contents(one.path) == contents(three.path)
    assert not one.manifest["faults"]


def test_candidates_of_a_task_do_not_depend_on_the_other_tasks():
    alone = produce(SceneRequest("reasoning", 1, 3, (("structural_perception", 2),)))
    among = produce(SceneRequest("reasoning", 1, 3, tuple((task, 2) for task in PERCEPTION)))
    assert alone.items["structural_perception"] == among.items["structural_perception"]


def test_an_outcome_reads_back_from_a_journal(tmp_path):
    wanted = tuple((task, 2) for task in TASKS)
    outcomes = [produce(SceneRequest("reasoning", 1, index, wanted)) for index in range(6)]
    assert all(any(outcome.items.get(task) for outcome in outcomes) for task in PERCEPTION)
    with Journal(tmp_path / "journal") as journal:
        for outcome in outcomes:
            journal.append(outcome)
    with Journal(tmp_path / "journal") as journal:
        read = [SceneOutcome.from_json(line) for line in journal.lines]
    plain = [json.loads(to_json(outcome)) for outcome in outcomes]
    assert [json.loads(to_json(again)) for again in read] == plain


def test_an_outcome_of_plain_items_reads_back_as_an_equal_one():
    outcome = produce(SceneRequest("reasoning", 1, 3, (("structural_perception", 2),)))
    again = SceneOutcome.from_json(json.loads(to_json(outcome)))
    # What a family keeps may have tuples in it, which are read back as lists.
    assert replace(again, kept=outcome.kept) == outcome
