"""Derivations in random scenes follow, even those that no proof uses, as two checkers see it."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction

import numpy as np
import pytest
from proof_checker import BadStepError, check_hypotheses, check_proof
from random_scenes import random_problem

from geoengine.catalogue import Pattern, load_rules
from geoengine.errors import DegenerateStatementError, PlacementError
from geoengine.graph import deduce, proof_to_json, trace
from geoengine.language import Statement, parse_statement
from geoengine.scene import load_problem, place
from geoengine.verify import Setting, read_proof, replay
from geoengine.verify.proofs.proof_record import ProofRecord, StepRecord
from geoengine.verify.proofs.step_check import FaultError, check_step

RULES = load_rules()

INCIRCLE = (
    "A B C = r_triangle_of A B C 8 15; D E F I = incenter2 D E F I A B C;"
    " G = intersection_lc G B I E"
)
"""The radius IE and the side AE make a right angle, which the law of sines may use."""


def derivations(graph):
    """Yield a derivation for every rule instance that fired, and those of laws and tables."""
    deduction, points = graph.deduction, graph.diagram.points
    closure, by_rules = deduction.closure, deduction._by_rules
    for number, grounding in enumerate(closure.groundings):
        rule = grounding.compiled.rule
        for row in np.flatnonzero(closure.fired[number]).tolist():
            names = [points[k] for k in grounding.rows[row].tolist()]
            letters = dict(zip(rule.variables, names, strict=True))
            for at, pattern in enumerate(rule.then):
                with suppress(DegenerateStatementError):
                    pattern.statement(letters)
                    yield by_rules.of_instance(number, row, at)
    found = dict.fromkeys(graph.states)
    for solution, _ in closure.solutions:
        names = tuple(points[k] for k in solution.fact.points)
        found[Statement(solution.fact.predicate, names, solution.fact.value)] = None
    for conclusion in found:
        yield from (d for d in deduction.all_derivations(conclusion) if d.rule not in RULES)


def record_of(step):
    return StepRecord(
        1, step.rule, step.antecedents, step.conclusion, step.conditions, dict(step.mapping),
        step.coefficients, step.modulus,
    )  # fmt: skip


def check_derivations(problem, seed):
    """Check all derivations by two checkers; count them by rule."""
    try:
        graph = deduce(problem, seed=seed)
    except PlacementError:
        return Counter()
    diagram, rng = graph.diagram, np.random.default_rng(seed)
    setting = Setting(diagram.points, diagram.xy)
    xy = diagram.xy @ np.array([1, 1j])
    at = {name: xy[:, k] for k, name in enumerate(diagram.points)}
    counts = Counter()
    for step in derivations(graph):
        said = f"{problem}: {step.rule}: {list(map(str, step.antecedents))} give {step.conclusion}"
        try:
            check_step(record_of(step), RULES, setting, ask_z3=False)
            if step.rule in RULES:
                counts["reversed angles"] += check_hypotheses(step, RULES[step.rule], at, rng)
        except (FaultError, BadStepError) as fault:
            pytest.fail(f"{said}: {fault}")
        counts[step.rule] += 1
    return counts


def test_every_derivation_in_a_few_random_scenes_follows():
    found = Counter()
    for seed in range(6):
        problem = random_problem(seed)
        if problem is not None:
            found += check_derivations(problem, seed)
    assert found.total() >= 2000
    assert len(found) >= 50


def test_every_derivation_from_a_right_angle_by_the_law_of_sines_follows():
    """Where E is a vertex of both triangles, the hypothesis says that an angle is its reverse."""
    assert check_derivations(load_problem(INCIRCLE), 29)["reversed angles"] >= 4


@pytest.mark.slow(seconds=90)
def test_every_derivation_in_many_random_scenes_follows():
    found = Counter()
    for seed in range(1000, 1300):
        problem = random_problem(seed)
        if problem is not None:
            found += check_derivations(problem, seed)
    print(found.total(), len(found), found["reversed angles"], found["sine_chasing"])
    assert found.total() >= 200_000
    assert len(found) >= 100
    assert found["sine_chasing"] >= 10


def test_a_hypothesis_about_a_right_angle_has_to_be_cited():
    graph = deduce(load_problem(INCIRCLE), seed=29)
    setting = Setting(graph.diagram.points, graph.diagram.xy)
    seen = 0
    for step in derivations(graph):
        record = record_of(step)
        rights = [one for one in record.antecedents if one.predicate == "perp"]
        if step.rule != "sine_rule" or not rights:
            continue
        for right in rights:
            rest = tuple(one for one in record.antecedents if one != right)
            short = StepRecord(
                1, step.rule, rest, step.conclusion, step.conditions, record.mapping, (), 1
            )
            with pytest.raises(FaultError, match=r"needs .* ⟂ .* or .*(∥|collinear)"):
                check_step(short, RULES, setting)
            proof = ProofRecord(step.conclusion, rest, (short,))
            with pytest.raises(BadStepError, match="follow"):
                check_proof(proof, rest, RULES, graph.diagram)
            seen += 1
    assert seen >= 4


def test_sines_do_not_make_an_angle_right():
    """The sine of an angle is that of its reverse, also where the angle is right by chance."""
    problem = load_problem(
        "A B C = triangle; H = on_tline H B A C, on_tline H C A B; D = on_line D B C"
    )
    diagram = place(problem, seed=1, draws=3)
    line, right = parse_statement("coll B C D"), parse_statement("perp A H B C")
    turned = parse_statement("eqangle A H B C B D A H")
    half = Fraction(1, 2)
    steps = (
        StepRecord(1, "sine_chasing", (line,), turned, (), {}, (), 2),
        StepRecord(2, "angle_chasing", (line, turned), right, (), {}, ((half, 0 * half, half),), 2),
    )
    proof = ProofRecord(right, (line,), steps)
    assert diagram.holds(right)
    bad = replay(proof, settings=[Setting(diagram.points, diagram.xy)]).bad
    assert (bad.number, bad.code) == (1, "sum")
    with pytest.raises(BadStepError):
        check_proof(proof, (line,), RULES, diagram)


def test_medians_that_meet_show_that_the_third_midpoint_is_on_the_side():
    """The lines from it to the ends of the side make equal sines with the median."""
    problem = load_problem("A B C = r_triangle_of A B C 8 6; D E F G = centroid D E F G A B C")
    goal = parse_statement("coll B C D")
    graph = deduce(problem, seed=3)
    premises = [one for one in graph.premises if one != goal]
    proof = read_proof(proof_to_json(trace(graph.rederive(premises=premises), goal)))
    assert "sine_chasing" in {step.rule for step in proof.steps}
    setting = Setting(graph.diagram.points, graph.diagram.xy)
    assert replay(proof, given=premises, goal=goal, settings=[setting]).bad is None
    check_proof(proof, premises, RULES, graph.diagram)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_proves_its_conclusions_in_figures_of_its_hypotheses(rule):
    """Some hypotheses make circles touch; a figure found for them is not exact there."""
    rule = RULES[rule]
    letters = {letter: letter.lower() for letter in rule.variables}
    given = tuple(dict.fromkeys(pattern.statement(letters) for pattern in rule.given))
    conditions = tuple(pattern.statement(letters) for pattern in rule.where)
    for pattern in rule.then:
        conclusion = pattern.statement(letters)
        step = StepRecord(1, rule.id, given, conclusion, conditions, letters, (), 1)
        replayed = replay(ProofRecord(conclusion, given, (step,)))
        assert replayed.bad is None
        assert replayed.setting is not None
        assert replayed.setting.holds(conclusion)


def test_a_conclusion_that_is_false_in_the_figure_is_refused_whatever_its_rule():
    wrong = Pattern("cong", ("E", "F", "B", "C"))
    unsound = RULES["midsegment"].model_copy(update={"then": (wrong,)})
    letters = {letter: letter.lower() for letter in unsound.variables}
    given = tuple(pattern.statement(letters) for pattern in unsound.given)
    conditions = tuple(pattern.statement(letters) for pattern in unsound.where)
    conclusion = unsound.then[0].statement(letters)
    step = StepRecord(1, unsound.id, given, conclusion, conditions, letters, (), 1)
    rules = {**RULES, unsound.id: unsound}
    replayed = replay(ProofRecord(conclusion, given, (step,)), rules=rules)
    assert replayed.bad.code == "false"
    assert replayed.bad.missing == "bc = ef is false in the figure"
