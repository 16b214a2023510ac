"""The search for auxiliary points as a whole, and the judgement of the proofs that it finds."""

from __future__ import annotations

import copy
import itertools
import json
from dataclasses import replace

import numpy as np
import pytest
from proof_checker import check_proof
from public import problem_file

import geoengine as ge
from geoengine.auxiliary import Ranking, SearchBudget, SearchStop
from geoengine.auxiliary.attempt import Attempt, Attempting, Outcome
from geoengine.auxiliary.planning import Planner
from geoengine.catalogue import load_rules
from geoengine.errors import InputError, ProblemError
from geoengine.graph import proof_to_json, write_proof
from geoengine.language import parse_statement
from geoengine.scene import load_problem, load_problems, load_steps, place
from geoengine.verify import Budget, Level, judge_unit, list_units
from geoengine.verify.proofs.added_points import place_added

# The median of a triangle is perpendicular to the segment between squares on two sides.
SQUARES = "A B C = triangle; M = midpoint B C; D = psquare A B; E = nsquare A C ? perp A M D E"
TRIANGLE = load_problem("a b c = triangle")
# Morley's theorem, for which the search finds no points in a few attempts.
MORLEY = (
    "a b c = triangle; p q = trisect p q b a c; r s = trisect r s a b c; t u = trisect t u a c b;"
    " x = on_line x a p, on_line x b r; y = on_line y b s, on_line y c u;"
    " z = on_line z c t, on_line z a q ? cong x y y z"
)


@pytest.fixture(scope="module")
def squares():
    return ge.search(load_problem(SQUARES))


def test_a_point_is_found_with_which_the_goal_follows(squares):
    assert squares.stop is SearchStop.PROVED
    assert len(squares.added) == 1
    problem = squares.problem
    assert not ge.deduce(problem).derived(problem.goal)
    clauses = "; ".join(map(str, squares.added))
    assert load_steps(clauses, problem) == squares.added
    assert ge.deduce(problem).with_points(clauses).derived(problem.goal)
    (proof,) = squares.proofs
    longer = squares.graph.problem
    assert check_proof(proof, longer.premises, load_rules(), place(longer, draws=6)) == len(
        proof.steps
    )


def test_the_proof_names_the_points_that_it_adds(squares):
    (proof,) = squares.proofs
    (sentence,) = proof.added_in_words
    assert sentence.startswith("Let X be ")
    for form in ("text", "markdown", "latex"):
        assert sentence in write_proof(proof, form)
    record = proof_to_json(proof)
    assert record["problem"] == str(squares.problem)
    assert record["added"] == [str(step) for step in squares.added]


def test_a_goal_that_follows_needs_no_points():
    result = ge.search(load_problem("a b c = iso_triangle ? eqangle b a b c c b c a"))
    assert (result.stop, result.added, result.progress.attempts) == (SearchStop.PROVED, (), 0)
    assert result.proofs[0].added == ()


@pytest.mark.parametrize(
    "goal", ["cong A M D E", "perp A M B E", "midp M D E", "aconst A M D E 89.99o"]
)
def test_false_goals_are_not_searched_for(goal):
    text = SQUARES.partition("?")[0]
    result = ge.search(load_problem(f"{text}? {goal}"), SearchBudget(seconds=5))
    assert result.stop is SearchStop.FALSE_GOAL
    assert result.proofs == ()


def test_a_problem_without_goals_is_refused():
    with pytest.raises(ProblemError, match="expected a problem with goals"):
        ge.search(TRIANGLE)


def test_the_search_ends_with_its_attempts():
    result = ge.search(load_problem(MORLEY), SearchBudget(seconds=None, attempts=2, at_once=6))
    assert result.stop is SearchStop.ATTEMPT_LIMIT
    assert (result.progress.attempts, result.progress.points_tried) == (2, 12)
    assert result.proofs == ()


def test_no_more_points_are_added_than_allowed():
    allowed = SearchBudget(seconds=None, attempts=1, most_points=1)
    assert len(ge.search(load_problem(SQUARES), allowed).added) == 1


def test_the_result_does_not_depend_on_the_number_of_workers():
    problem = load_problem(SQUARES)
    found = [
        ge.search(problem, SearchBudget(seconds=None, attempts=6, at_once=4, seed=5, workers=n))
        for n in (1, 2)
    ]
    assert found[0].added == found[1].added
    assert found[0].progress == found[1].progress
    assert found[0].stop is found[1].stop


def first_outcomes(planner, progress, openings):
    """Give a planner the outcomes of its first generation, by number; return the points tried."""
    names = itertools.count()
    tried = []
    for attempt in planner.generation():
        steps = tuple(load_steps(f"x{next(names)} = midpoint a b", TRIANGLE)[0] for _ in range(4))
        chosen = tuple(4 * attempt.number + k for k in range(4))
        planner.learn(
            Outcome(
                attempt, chosen, steps, False, progress.get(attempt.number, 0),
                openings.get(attempt.number, (0,) * 4),
            )
        )  # fmt: skip
        tried.append((attempt, steps))
    return tried


def test_later_attempts_keep_points_with_progress():
    """Outcomes of the first generation decide which points further branches keep."""
    planner = Planner(SearchBudget(seconds=None, attempts=60, at_once=4))
    first = first_outcomes(planner, {5: 100}, {})
    assert {attempt.kept for attempt, _ in first} == {()}
    assert [attempt.window for attempt, _ in first[:9]] == [*range(8), None]
    promising = {*first[5][1]}
    second = [*planner.generation()]
    assert [attempt.number for attempt in second] == [*range(24, 48)]
    kept = {attempt.kept for attempt in second}
    assert len(kept) == 4
    assert all(len(steps) == 2 for steps in kept if steps)
    assert any(steps and promising.issuperset(steps) for steps in kept)
    merits = dict(next(attempt.merits for attempt in second if not attempt.kept))
    assert min(merits[k] for k in range(20, 24)) > max(merits[k] for k in range(20))
    assert len([*planner.generation()]) == 12
    assert [*planner.generation()] == []


def test_later_attempts_keep_points_with_openings():
    planner = Planner(SearchBudget(seconds=None, attempts=60, at_once=4))
    first = first_outcomes(planner, {}, {7: (0, 0, 9, 0)})
    opened = first[7][1][2]
    second = [*planner.generation()]
    assert any(opened in attempt.kept for attempt in second)
    merits = dict(next(attempt.merits for attempt in second if not attempt.kept))
    assert max(merits, key=merits.get) == 4 * 7 + 2


def test_attempts_count_the_openings_of_each_point():
    """With few premises the goal is open; not every point is in a rule that could give it."""
    problem = load_problem("d o p = triangle; y = on_line o p; e = free ? coll o p y")
    bare = replace(problem, premises=())
    attempting = Attempting(bare, tuple(load_rules().values()), SearchBudget(at_once=40))
    outcome = attempting(Attempt(0, window=0))
    assert not outcome.reached
    assert len(outcome.openings) == len(outcome.chosen) == 40
    assert 0 < sum(map(bool, outcome.openings)) < 40
    by_coincidences = SearchBudget(ranking=Ranking.COINCIDENCES)
    other = Attempting(bare, tuple(load_rules().values()), by_coincidences)(Attempt(0, window=0))
    assert not any(other.openings)


def test_ctrl_c_keeps_what_is_known():
    def interrupt(progress):
        raise KeyboardInterrupt

    result = ge.search(load_problem(SQUARES), SearchBudget(at_once=1), on_attempt=interrupt)
    assert result.stop in {SearchStop.INTERRUPTED, SearchStop.PROVED}
    assert result.graph.derived(result.problem.premises[0])


# -- the judge -----------------------------------------------------------------------------------


def judged(record, folder):
    """Return how the judge takes a proof: its level; None if it cannot be read."""
    file = folder / "proof.json"
    file.write_text(json.dumps(record))
    try:
        (unit,) = list_units(file)
    except InputError:
        return None
    return judge_unit(unit, Budget(seconds=20)).level


def spoilt(record, problem):
    """Yield ways to spoil a sound proof with auxiliary points, each with a name."""

    def changed(change):
        other = copy.deepcopy(record)
        change(other)
        return other

    old = problem.points
    name = record["added"][0].split()[0]
    yield "no clauses", changed(lambda r: r.update(added=[]))
    yield "no problem", changed(lambda r: r.pop("problem"))
    yield (
        "another point",
        changed(
            lambda r: (
                r["added"].__setitem__(0, f"{name} = midpoint {name} {old[0]} {old[1]}")
                if "midpoint" not in r["added"][0]
                else r["added"].__setitem__(0, f"{name} = mirror {name} {old[0]} {old[1]}")
            )
        ),
    )
    yield (
        "an old point",
        changed(lambda r: r["added"].insert(0, f"{old[0]} = midpoint {old[0]} {old[1]} {old[2]}")),
    )
    yield "an unknown point", changed(lambda r: r["added"].insert(0, "W9 = midpoint W9 W7 W8"))
    yield "the goal as a premise", changed(_assume_goal)
    yield "no first step", changed(lambda r: r["steps"].pop(0))
    yield (
        "another conclusion",
        changed(lambda r: r["steps"][0].update(conclusion=r["steps"][-1]["conclusion"])),
    )
    yield (
        "another goal",
        changed(lambda r: r.update(goal=f"cong {old[0]} {old[1]} {old[0]} {old[2]}")),
    )
    yield "an unknown rule", changed(lambda r: r["steps"][-1].update(rule="by_inspection"))
    yield "no antecedents", changed(lambda r: r["steps"][-1].update(antecedents=[]))


def _assume_goal(record):
    """Make the goal a premise, with the other statements renumbered."""
    at = record["premises"]
    record["statements"].insert(at, record["goal"])
    record["premises"] += 1
    for step in record["steps"]:
        step["antecedents"] = [k + (k >= at) for k in step["antecedents"]]
        step["conclusion"] += step["conclusion"] >= at


def test_a_sound_proof_is_good(squares, tmp_path):
    (proof,) = squares.proofs
    assert judged(proof_to_json(proof), tmp_path) is Level.GOOD


def test_spoilt_proofs_are_refused(squares, tmp_path):
    (proof,) = squares.proofs
    ways = dict(spoilt(proof_to_json(proof), squares.problem))
    assert len(ways) >= 10
    for name, record in ways.items():
        assert judged(record, tmp_path) in {Level.WRONG, None}, name


@pytest.mark.parametrize(
    ("clause", "fault"),
    [
        # The foot of A on line DE, which is on AM only if the goal holds.
        ("F = on_line F A M, on_line F D E, on_dia F A D", "only because of a relation"),
        # The two circles have one radius only if the goal of another problem holds.
        ("F = rotation_like F M A D B", "only because of a relation"),
        ("F = on_line F B M, on_line F C M", "do not exist in every draw"),
        ("F = on_line F A B, on_circle F M A; F = midpoint F A B", "cannot be used"),
        ("M = midpoint M A B", "cannot be used"),
    ],
)
def test_added_points_assume_nothing_of_the_others(squares, clause, fault):
    found = place_added(squares.problem, [clause], Budget(seconds=20))
    assert fault in found.fault


# The point c is on one side of the line ab or on the other.
TWO_SIDES = load_problem(
    "a b = segment; c = on_circle c a b, on_tline c a a b; d = on_circle d a b ? cong a c a d"
)


def draws_on_the_left(seed):
    """Whether c is on the left of ab in each of three configurations."""
    found = []
    for k in range(3):
        a, b, c = place(TWO_SIDES, seed=seed + k).xy[0, :3]
        found.append(np.linalg.det([b - a, c - a]) > 0)
    return found


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("clause", ["x = nsquare x a b", "x = psquare x a b"])
def test_configurations_where_an_added_point_is_there_already_are_passed_over(seed, clause):
    left = draws_on_the_left(seed)
    count = sum(left) if "nsquare" in clause else 3 - sum(left)
    found = place_added(TWO_SIDES, [clause], Budget(seed=seed))
    assert len(found.settings) == count
    if count:
        assert (found.fault, found.passed_over) == ("", 3 - count)
    strict = place_added(TWO_SIDES, [clause], Budget(seed=seed), everywhere=True)
    for one, most in ((found, 0), (strict, 2)):
        assert ("do not exist in every draw" in one.fault) == (count <= most)


@pytest.mark.parametrize("seed", range(8))
def test_a_proof_is_judged_where_its_points_are_new(seed, tmp_path):
    """Further configurations are drawn if the points are new in none of the first three."""
    record = {
        "schema": "geoengine/1/proof",
        "problem": str(TWO_SIDES),
        "added": ["x = nsquare x a b"],
        "goal": "cong a c a d",
        "premises": 3,
        "statements": [
            "cong a b a c", "cong a b a d", "cong a b a x", "cong a c a x", "cong a c a d",
        ],
        "steps": [
            {"antecedents": [0, 2], "conclusion": 3, "rule": "ratio_chasing",
             "coefficients": [["-1", "1"]]},
            {"antecedents": [3, 2, 1], "conclusion": 4, "rule": "ratio_chasing",
             "coefficients": [["1", "-1", "1"]]},
        ],
    }  # fmt: skip
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(record))
    (unit,) = list_units(file)
    report = judge_unit(unit, Budget(seed=seed))
    assert report.level is Level.GOOD
    count = sum(draws_on_the_left(seed))
    passed_over = report.findings[0].evidence["passed_over"]
    assert passed_over == 3 - count if count else passed_over >= 3


def test_configurations_with_points_nearly_on_a_line_are_passed_over():
    """A parallelogram needs points that are not on a line; in few draws they nearly are."""
    problem = load_problem("a b = segment; c = on_circle c a b; d = on_circle d a b ? cong a c a d")
    off_line, index = parse_statement("ncoll a c d"), {"a": 0, "b": 1, "c": 2, "d": 3}
    nearly = [
        seed
        for seed in range(3000)
        if off_line.measured(place(problem, seed=seed, draws=3).xy, index).min() < 1.5e-3
    ]
    assert len(nearly) >= 3
    for seed in nearly:
        found = place_added(problem, ["x = parallelogram x a c d"], Budget(seed=seed))
        assert (found.fault, found.passed_over) == ("", 1)


def test_added_points_are_in_every_configuration(squares):
    found = place_added(squares.problem, ["X = mirror X C A"], Budget(seconds=20))
    assert found.fault == ""
    assert len(found.settings) == 3
    assert all(setting.points[-1] == "X" for setting in found.settings)


# -- many problems -------------------------------------------------------------------------------


def proofs_with_points(seeds):
    """Yield different proofs of public problems that are not derived without auxiliary points.

    The number of points tried at once changes with the seed, since that gives other points too.
    """
    seen = set()
    problems = load_problems(problem_file("imo_102_requires_aux.txt"))
    open_ones = [one for one in problems if not all(map(ge.deduce(one).derived, one.goals))]
    for seed in seeds:
        for problem in open_ones:
            at_once = (16, 24, 8)[seed % 3]
            budget = SearchBudget(seconds=None, attempts=2, seed=seed, at_once=at_once)
            for proof in ge.search(problem, budget).proofs:
                found = problem.name, proof.added, proof.steps
                if proof.added and found not in seen:
                    seen.add(found)
                    yield problem, proof


@pytest.mark.slow(seconds=180, each=True)
@pytest.mark.parametrize("first", range(4))
def test_many_spoilt_proofs_are_refused(first, tmp_path):
    """Each of 50 sound proofs for each parameter is spoilt in ten ways or more."""
    for problem, proof in itertools.islice(proofs_with_points(itertools.count(first, 4)), 50):
        record = proof_to_json(proof)
        assert judged(record, tmp_path) is Level.GOOD, problem.name
        ways = dict(spoilt(record, problem))
        assert len(ways) >= 10
        for name, other in ways.items():
            assert judged(other, tmp_path) in {Level.WRONG, None}, (problem.name, name)
