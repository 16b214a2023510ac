"""Searching for goals proves the same as deriving everything."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from proof_checker import check_proof
from public import problem_file

import geoengine as ge
from geoengine.catalogue import Rule, load_rules
from geoengine.deduction import StopReason, lay_groundwork
from geoengine.deduction.closure import Closure
from geoengine.deduction.given_goals import goal_facts, may_be_given
from geoengine.deduction.statement_parts import premise_facts
from geoengine.errors import PlacementError
from geoengine.graph import NotDerivedError, Proof, ReasoningGraph, compute, diagnose
from geoengine.graph.diagnosis import Reason
from geoengine.scene import Problem, load_problems, place

SIMSON = (
    "a b c = triangle; o = circumcenter a b c; p = on_circle o a; d = foot p b c; e = foot p c a;"
    " f = foot p a b ? coll d e f"
)
RIGHT = "a b c = r_triangle; m = midpoint b c ? cong a m b m"


def _proofs(graph: ReasoningGraph, problem: Problem) -> list[Proof | None]:
    found: list[Proof | None] = []
    for goal in problem.goals:
        try:
            found.append(ge.trace(graph, goal))
        except NotDerivedError:
            found.append(None)
    return found


def _check_file(path: Path, every: int) -> Counter[str]:
    """Count the proofs, and their steps by a search and by deriving everything."""
    rules, counts = load_rules(), Counter[str]()
    for problem in load_problems(path)[::every]:
        try:
            diagram = place(problem)
        except PlacementError:
            continue
        searched = ge.deduce(problem, diagram=diagram, goals=problem.goals)
        whole = ge.deduce(problem, diagram=diagram)
        assert whole.stop_reason is not StopReason.REACHED
        pairs = zip(_proofs(searched, problem), _proofs(whole, problem), strict=True)
        for proof, other in pairs:
            assert (proof is None) == (other is None), problem.name
            if proof is not None and other is not None:
                check_proof(proof, problem.premises, rules, place(problem, draws=6))
                counts["proofs"] += 1
                counts["steps by search"] += len(proof.steps)
                counts["steps"] += len(other.steps)
    return counts


@pytest.mark.parametrize(
    ("file", "every", "proofs", "steps"),
    [("jgex_ag_231.txt", 14, 15, 142), ("imo.txt", 9, 1, 39)],
)
def test_a_search_proves_what_deriving_everything_proves(file, every, proofs, steps):
    counts = _check_file(problem_file(file), every)
    assert counts["proofs"] >= proofs
    assert counts["steps"] >= 0.9 * steps
    assert counts["steps by search"] < 1.25 * counts["steps"]


@pytest.mark.slow(seconds=15)
@pytest.mark.parametrize(
    ("file", "proofs"), [("jgex_ag_231.txt", 226), ("imo.txt", 26), ("examples.txt", 78)]
)
def test_a_search_proves_all_of_the_public_problems_that_can_be(file, proofs):
    counts = _check_file(problem_file(file), 1)
    assert counts["proofs"] >= proofs
    assert counts["steps by search"] < 1.15 * counts["steps"]


def test_a_search_stops_once_the_goal_is_known_and_goes_on_when_asked_for_more():
    problem = ge.load_problem(SIMSON)
    whole = ge.deduce(problem)
    graph = ge.deduce(problem, diagram=whole.diagram, goals=problem.goals)
    assert graph.stop_reason is StopReason.REACHED
    assert graph.deduction.state_count < whole.deduction.state_count
    assert len(graph.report) < len(whole.report)
    assert graph.states == whole.states
    assert graph.stop_reason is StopReason.SATURATED
    assert graph.report == whole.report


@pytest.mark.parametrize("asked", ["network", "rederive", "derived", "trace", "diagnose"])
def test_whatever_needs_everything_asks_for_it(asked):
    problem = ge.load_problem(SIMSON)
    graph = ge.deduce(problem, goals=problem.goals)
    other = ge.parse_statement("cyclic b d f p")
    if asked == "network":
        assert len(graph.network) >= 413
    elif asked == "rederive":
        assert graph.rederive(without=["simson_line"]).derived(problem.goal)
    elif asked == "derived":
        assert not graph.derived(ge.parse_statement("cong a b a c"))
    elif asked == "trace":
        assert ge.trace(graph, other).goal == other
        with pytest.raises(NotDerivedError):
            ge.trace(graph, ge.parse_statement("perp a b a c"))
    else:
        rules = [load_rules()[name] for name in ("simson_line", "definition_of_circle")]
        graph = ge.deduce(problem, rules=rules, goals=problem.goals)
        assert graph.stop_reason is StopReason.REACHED
        assert diagnose(graph, other).reason is Reason.NOT_DERIVED
    assert graph.stop_reason is StopReason.SATURATED


def test_a_goal_that_is_false_or_not_derived_is_searched_for_to_the_end():
    for text in ("a b c = triangle ? cong a b a c", RIGHT):
        problem = ge.load_problem(text)
        rules = [load_rules()["orthocenter"]] if text == RIGHT else None
        graph = ge.deduce(problem, rules=rules, goals=problem.goals)
        assert graph.stop_reason is StopReason.SATURATED
        assert not graph.derived(problem.goal)


def test_a_search_ends_with_the_value_that_is_asked_for():
    text = "A B C = triangle_sas 3 4 60o; M = midpoint B C ? lcompute B C; lcompute A M"
    problem = ge.load_problem(text)
    graph = ge.deduce(problem, goals=problem.questions)
    assert graph.stop_reason is StopReason.REACHED
    assert [str(compute(graph, question)) for question in problem.questions] == ["√13", "√37/2"]


def test_later_tiers_are_taken_up_where_the_first_does_not_reach():
    problem = ge.load_problem(RIGHT)
    rules = [load_rules()[name] for name in ("midpoint_definition", "hypotenuse_is_diameter")]
    later = [rule.model_copy(update={"tier": 5}) for rule in rules]
    for book in (rules, later, [rules[0], later[1]]):
        graph = ge.deduce(problem, rules=book, goals=problem.goals)
        assert graph.stop_reason is StopReason.REACHED
        assert [entry.rule for entry in graph.report] == [rule.id for rule in book]
    assert ge.deduce(problem, rules=[], goals=problem.goals).stop_reason is StopReason.SATURATED


def test_no_instance_is_listed_where_the_premises_imply_the_goals():
    given = "a b c = triangle; d = foot a b c; e = foot b a c ? perp a d c d; perp b e a e"
    graph = ge.deduce(problem := ge.load_problem(given), goals=problem.goals)
    assert (graph.stop_reason, graph.report) == (StopReason.REACHED, ())
    assert [len(ge.trace(graph, goal).steps) for goal in problem.goals] == [1, 1]
    assert graph.derived(ge.parse_statement("cyclic a b d e"))
    assert len(graph.report) == len(load_rules())


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("perp a d b c", True),
        ("coll b c d; eqangle d a d e c a c e", True),
        ("cyclic a b d e", False),
        ("eqangle a b a c a d a e", False),
        ("perp a d b c; perp a d b e", False),
    ],
)
def test_a_goal_about_other_pairs_of_points_is_not_tried_by_the_premises_alone(goal, expected):
    figure = "a b c = triangle; d = foot a b c; e = foot d a c"
    problem = ge.load_problem(f"{figure} ? {goal}")
    number = {name: k for k, name in enumerate(problem.points)}
    relations = lay_groundwork(place(problem).xy, []).relations
    given, wanted = premise_facts(problem.premises, number), goal_facts(problem.goals, number)
    tried = may_be_given(relations.meanings, given, wanted)
    assert tried == expected
    at_once = ge.deduce(problem, rules=[]).deduction
    assert tried or any(at_once.round_of(one) != 0 for one in problem.goals)


def test_a_tier_without_instances_is_passed_over(monkeypatch):
    problem = ge.load_problem(RIGHT)
    idle, *needed = (
        load_rules()[name].model_copy(update={"tier": tier})
        for tier, name in enumerate(
            ("pappus", "midpoint_definition", "hypotenuse_is_diameter"), start=1
        )
    )
    closed = _closed(monkeypatch)
    graph = ge.deduce(problem, rules=[idle, *needed], goals=problem.goals)
    assert graph.stop_reason is StopReason.REACHED
    assert closed == [2, 3]


@pytest.mark.parametrize(("goal", "expected"), [("midp m b c", [2]), ("cong a m b m", [1, 2])])
def test_a_tier_that_concludes_no_such_goal_is_passed_over(monkeypatch, goal, expected):
    """Tables may imply equal lengths, but midpoints only follow by a rule about them."""
    problem = ge.load_problem(f"{RIGHT.partition(' ? ')[0]} ? {goal}")
    rules = [
        load_rules()[name].model_copy(update={"tier": tier})
        for tier, name in enumerate(("hypotenuse_is_diameter", "midpoint_definition"), start=1)
    ]
    closed = _closed(monkeypatch)
    ge.deduce(problem, rules=rules, goals=problem.goals)
    assert [size for size in closed if size] == expected


def test_more_draws_begin_with_the_tier_that_reached_the_goal(monkeypatch):
    problem = ge.load_problem(RIGHT)
    rules = [
        load_rules()[name].model_copy(update={"tier": tier})
        for tier, name in enumerate(("midpoint_definition", "hypotenuse_is_diameter"), start=1)
    ]
    closed = _closed(monkeypatch)
    graph = ge.deduce(problem, rules=rules, goals=problem.goals)
    assert closed == [1, 2]
    graph._add_draws(place(problem, draws=5).xy[3:])
    assert closed == [1, 2, 2]
    assert graph.derived(problem.goal)


def _closed(monkeypatch) -> list[int]:
    """A list to which every closure from now on adds the number of its rules."""
    closed: list[int] = []
    init = Closure.__init__
    monkeypatch.setattr(
        Closure, "__init__", lambda self, *own: (closed.append(len(own[1])), init(self, *own))[1]
    )
    return closed


def test_a_rule_is_of_the_first_tier_unless_it_says_otherwise():
    rule = Rule(
        id="base_angles", name="Base angles", statement="Base angles are equal.",
        given=["cong O A O B"], where=["ncoll O A B"], then=["eqangle O A A B A B O B"],
        source="Elements I.5",
    )  # fmt: skip
    assert rule.tier == 1
    assert {1, 2} <= {rule.tier for rule in load_rules().values()}


def test_listing_rules_in_tiers_lists_the_same():
    xy = place(ge.load_problem(SIMSON)).xy
    rules = list(load_rules().values())
    whole = lay_groundwork(xy, rules)
    first = lay_groundwork(xy, [rule for rule in rules if rule.tier == 1])
    tiered = lay_groundwork(xy, rules, earlier=first)
    for one, other in zip(whole.groundings, tiered.groundings, strict=True):
        assert one.compiled == other.compiled
        assert np.array_equal(one.rows, other.rows)
