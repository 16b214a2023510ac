"""Items about auxiliary points, and the records with their proofs."""

import copy
import re
from functools import cache

import numpy as np
import pytest
from tasks_of import build

from geoengine.cli.prover import DeducingProver
from geoengine.errors import UsageError
from geoengine.families.reasoning import make_context, problem_record
from geoengine.families.reasoning.auxiliary_construction import _is_usual
from geoengine.families.reasoning.opened_goals import (
    is_definite,
    open_figures,
    prove_with_points,
)
from geoengine.graph import deduce, trace
from geoengine.items import load_family
from geoengine.language import parse_statement
from geoengine.scene import describe, load_problem, load_steps
from geoengine.split import make_plan
from geoengine.verify import Budget
from geoengine.verify.items.item_judge import judge_item
from geoengine.verify.records.record_judge import judge_record
from geoengine.verify.verdict import Level

TASK = "auxiliary_construction"
SCENES = {
    "isosceles": (
        "A B C = iso_triangle_of A B C 10 12; M = midpoint M B C; D = foot D M A B;"
        " E = foot E M A C; F = foot F B A C"
    ),
    "square": (
        "A B C D = square_of A B C D 6; O = on_line O A C, on_line O B D; M = midpoint M A B;"
        " E = mirror E A B"
    ),
    "antipode": (
        "A B C = triangle A B C; D = foot D B A C; E = foot E C A B; M = midpoint M B C;"
        " O = circumcenter O A B C; F = mirror F A O"
    ),
}


@cache
def items(scene):
    context = make_context(load_problem(SCENES[scene]), scene=scene, seed=1, tier=2)
    return build(TASK, context, np.random.default_rng(5), most=2)


@cache
def figures():
    """All open figures of one scene."""
    context = make_context(load_problem(SCENES["antipode"]), scene="antipode", seed=1)
    return list(open_figures(context, np.random.default_rng(5)))


def all_items():
    return [item for scene in SCENES for item in items(scene)]


@cache
def variant(problem):
    return make_context(load_problem(problem), scene="demo", seed=1)


def judged(item):
    return judge_item(item, "item", Budget(), DeducingProver()).findings


def test_there_are_items():
    assert all(len(items(scene)) >= 4 for scene in SCENES)


def test_the_goal_is_derived_from_the_start_with_the_key_alone():
    """The builder adds points to a closed figure; a new deduction must agree with it."""
    for item in all_items()[::3]:
        goal = parse_statement(item.meta["goal"])
        bare = deduce(load_problem(item.problem), seed=1)
        assert bare.stop_reason.value == "saturated"
        assert not bare.derived(goal)
        for entry in item.certificate["options"]:
            graph = deduce(load_problem(f"{item.problem}; {entry['clause']}"), seed=1)
            assert graph.derived(goal) == entry["correct"], (item.problem, entry)
            assert entry["correct"] or graph.stop_reason.value == entry["stop"] == "saturated"


def test_options_are_different_points_of_one_construction():
    for item in all_items():
        clauses = [entry["clause"] for entry in item.certificate["options"]]
        assert len(set(clauses)) == 4
        made = {tuple(c.split()[0] for c in one.split(" = ")[1].split(", ")) for one in clauses}
        assert len(made) == 1


@pytest.mark.parametrize("mark", ["anew", "usual"])
def test_no_option_stands_out(mark):
    # In a first sample the midpoint of a segment whose bisector was named was the key 5 of 5 times;
    # later it never was. Neither may tell anything.
    for item in all_items():
        ranks = item.meta["features"]["marks"][mark]
        assert ranks.count(max(ranks)) > 1


def test_points_that_experts_add_to_a_circle_are_known():
    figure = figures()[0]
    for text, expected in [
        ("X = mirror X B O", True),
        ("X = mirror X O B", False),
        ("X = mirror X E O", False),
        ("X = midpoint X B O", False),
        ("X = circle X A B F", True),
        ("X = circle X B D E", False),
    ]:
        (step,) = load_steps(text, figure.context.problem)
        assert _is_usual(figure, step) == expected


def test_the_text_leaves_no_choice_where_the_changed_point_is():
    # In a first sample "a point where two circles meet" could be a named point of both.
    changed = [(figure.context.problem, figure.anew.points[0]) for figure in figures()]
    for scene in SCENES:
        steps = {*load_problem(SCENES[scene]).steps}
        for problem in {item.problem: load_problem(item.problem) for item in items(scene)}.values():
            changed += [(problem, step.points[0]) for step in problem.steps if step not in steps]
    for problem, point in changed:
        text = describe(problem)
        assert re.search(rf"\b{point} be (the|a point on .* such) ", text), text


def test_neither_problem_nor_goal_mentions_the_point():
    for item in all_items():
        (added,) = item.certificate["proof"]["added"]
        point = added.split()[0]
        assert point not in load_problem(item.problem).points
        assert point not in parse_statement(item.meta["goal"]).points
        assert item.question.startswith(("Consider", "Let"))
        assert f"Let {point}" not in item.question
        assert item.meta["tier"] == 5


def test_the_judge_confirms_items():
    for item in all_items():
        findings = judged(item.model_dump(mode="json"))
        assert [f.level for f in findings] == [Level.GOOD], findings


def spoilt(item):
    """Yield the item spoilt in several ways, each with its name."""
    data = item.model_dump(mode="json")
    key, options = data["answer"]["key"], data["certificate"]["options"]
    other = key % 4 + 1

    def changed(change):
        again = copy.deepcopy(data)
        change(again)
        return again

    def move_key(one):
        one["answer"]["key"] = other
        for number, entry in enumerate(one["certificate"]["options"], start=1):
            entry["correct"] = number == other

    def move_proof(one):
        move_key(one)
        one["certificate"]["proof"]["added"] = [options[other - 1]["clause"]]

    def swap_clauses(one):
        entries = one["certificate"]["options"]
        a, b = entries[key - 1], entries[other - 1]
        a["clause"], b["clause"] = b["clause"], a["clause"]

    def repeat_point(one):
        words = options[key - 1]["clause"].split()
        if words[2] == "midpoint":
            words[-2:] = words[:-3:-1]
        one["certificate"]["options"][other - 1]["clause"] = " ".join(words)
        one["answer"]["options"][other - 1] = one["answer"]["options"][key - 1]

    def known_point(one):
        one["problem"] += f"; {options[key - 1]['clause']}"

    def drop_step(one):
        one["certificate"]["proof"]["steps"].pop(0)

    def no_proof(one):
        del one["certificate"]["proof"]

    def other_goal(one):
        one["meta"]["goal"] = "cong A B A B1"

    for change in (
        move_key, move_proof, swap_clauses, repeat_point, known_point, drop_step, no_proof,
        other_goal,
    ):  # fmt: skip
        yield change.__name__, changed(change)


def test_the_judge_refuses_spoilt_items():
    for item in all_items()[::3]:
        for name, data in spoilt(item):
            assert Level.GOOD not in [f.level for f in judged(data)], name


def test_a_goal_that_is_proved_without_the_point_is_refused():
    item = items("isosceles")[0].model_dump(mode="json")
    goal = trace(deduce(load_problem(SCENES["isosceles"] + " ? cong A D A E"))).goal
    item["problem"], item["meta"]["goal"] = SCENES["isosceles"], str(goal)
    item["question"] = f"{describe(load_problem(item['problem']))} Goal: AD = AE"
    (finding,) = judged(item)
    assert finding.level is Level.WRONG
    assert "without another point" in finding.text


def records():
    for item in all_items()[::4]:
        (added,) = item.certificate["proof"]["added"]
        goal = parse_statement(item.meta["goal"])
        record = problem_record(variant(item.problem), goal, added)
        yield {**record, "measurements": [], "id": "p000001v1-1", "image": None, "index": 1}


def test_the_record_has_the_proof_with_the_point():
    for record in records():
        assert record["tier"] == 5
        assert record["formal_solution"]["added"]
        assert [text.startswith("Let ") for text in record["auxiliary_points"]] == [True]
        assert record["detour"] is None
        report = judge_record(record, "record", Budget(), DeducingProver())
        assert {f.level for f in report.findings} == {Level.GOOD}, report.findings


def test_a_record_whose_points_are_spoilt_is_refused():
    record = next(records())
    others = [
        {"auxiliary_points": []},
        {"auxiliary_points": ["Let X be the midpoint of AB."]},
        {"formal_solution": {**record["formal_solution"], "added": ["X = midpoint X A B"]}},
        {"formal_solution": {**record["formal_solution"], "added": []}},
        {"formal_solution": {**record["formal_solution"], "problem": "A B C = triangle A B C"}},
    ]
    for change in others:
        report = judge_record({**record, **change}, "record", Budget(), DeducingProver())
        assert Level.WRONG in [f.level for f in report.findings], change


def test_a_point_in_vain_gives_no_proof():
    item = items("square")[0]
    wrong = next(e for e in item.certificate["options"] if not e["correct"])
    context, goal = variant(item.problem), parse_statement(item.meta["goal"])
    assert prove_with_points(context, goal, context.graph.with_points(wrong["clause"])) is None


def test_goals_of_open_figures_are_true_and_not_derived():
    assert figures()
    for figure in figures():
        for goal, points in figure.opened.items():
            assert points
            assert not figure.context.graph.derived(goal)
            assert figure.context.measured(goal)[1] < 1e-6


def test_the_task_is_made_only_if_it_is_asked_for():
    ordinary = [task.name for task in load_family("reasoning").tasks if not task.tiers]
    assert list(make_plan(60).quotas) == ordinary
    assert list(make_plan(60, mix="geobench").quotas) == ordinary
    assert list(make_plan(60, tiers=[5]).quotas) == [TASK]
    assert list(make_plan(60, tiers=[4, 5]).quotas) == [*ordinary, TASK]
    assert list(make_plan(60, mix="with_auxiliary").quotas) == [*ordinary, TASK]
    assert list(make_plan(60, tasks=[TASK]).quotas) == [TASK]


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"tasks": ["faulty_branch"], "tiers": [5]}, "tasks with items of the tiers 5"),
        ({"tasks": [TASK], "tiers": [1]}, "tasks with items of the tiers 1"),
        ({"mix": "geobench", "tiers": [5]}, "tiers of tasks of the mix 'geobench', found 5"),
        ({"family": "solids", "tiers": [5]}, "expected a tier from 1 to 4, found 5"),
        ({"tiers": [6]}, "expected a tier from 1 to 5, found 6"),
    ],
)
def test_tiers_that_a_task_does_not_have_are_refused(choices, message):
    with pytest.raises(UsageError, match=message):
        make_plan(4, **choices)


@pytest.mark.parametrize(
    ("clause", "definite"),
    [
        ("G = lc_tangent G B F, lc_tangent G E F", False),
        ("G = lc_tangent G B F, lc_tangent G C A", True),
        ("G = lc_tangent G B F, on_line G A C", True),
    ],
)
def test_two_circles_do_not_read_as_one(clause, definite):
    start = "A B C = triangle A B C; E = midpoint E A C; F = on_bline F C E, on_line F A B"
    problem = load_problem(f"{start}; {clause}")
    assert is_definite(problem, problem.steps[-1]) == definite
