"""The deducer: grounding agrees with brute force, tables with exact algebra; nothing false."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proof_checker import BadStepError, check_proof
from public import problem_file
from strategies import derive

from geoengine.catalogue import Rule, load_rules
from geoengine.deduction import CertificateError, Limits, StopReason
from geoengine.deduction.certificate import EquationSystem
from geoengine.deduction.compiled_rule import compile_rule
from geoengine.deduction.constants import constant_of
from geoengine.deduction.frame import Frame, classify
from geoengine.deduction.grounding import ground
from geoengine.deduction.linear_table import LinearTable
from geoengine.deduction.random_source import RandomSource
from geoengine.deduction.residues import PRIME
from geoengine.deduction.sines import equal_differences
from geoengine.deduction.true_relations import BISECTOR, LISTED, Relations, symmetric_orders
from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.graph import (
    NotDeterminedError,
    Proof,
    ProofStep,
    compute,
    deduce,
    proof_to_json,
    trace,
)
from geoengine.language import PREDICATES, Statement, Surd, parse_statement
from geoengine.scene import load_problem, load_problems, place
from geoengine.verify.figures.setting import Setting
from geoengine.verify.proofs.proof_record import read_proof
from geoengine.verify.proofs.replaying import replay

FIGURES = [
    "a b c = triangle; h = orthocenter a b c; d = foot a b c",
    "a b c d = isquare; m = midpoint a b",
    "a b c = iso_triangle; o = circumcenter a b c; m = midpoint b c",
    "a b c = r_triangle; m = midpoint b c; d = foot a b c",
    "a b c = triangle; x = parallelogram a b c x; o = intersection_ll a c b x",
    "a b = segment a b; o = midpoint a b; c = on_circle c o a; d = on_circle d o a; e = foot c a b",
]


@pytest.fixture(scope="module")
def figures():
    return [place(load_problem(text), seed=3) for text in FIGURES]


def _brute_force(rule: Rule, diagram) -> set[tuple[int, ...]]:
    """All assignments of points to letters that make every statement of a rule true."""
    letters = rule.variables
    found = set()
    for chosen in product(range(len(diagram.points)), repeat=len(letters)):
        where = {letter: diagram.points[k] for letter, k in zip(letters, chosen, strict=True)}
        patterns = (*rule.given, *rule.where, *rule.then)
        if all(_true(pattern, where, diagram) for pattern in patterns) and any(
            _says_something(pattern, where) for pattern in rule.then
        ):
            found.add(chosen)
    return found


def _says_something(pattern, where) -> bool:
    try:
        Statement(pattern.predicate, tuple(where[k] for k in pattern.letters), pattern.value)
    except DegenerateStatementError:
        return False
    return True


def _true(pattern, where, diagram) -> bool:
    points = tuple(where[letter] for letter in pattern.letters)
    try:
        statement = Statement(pattern.predicate, points, pattern.value)
    except DegenerateStatementError:
        # Degenerate statements are true, unless a segment has length 0.
        groups = PREDICATES[pattern.predicate].groups
        if set(groups) != {2}:
            return _triangles_differ(pattern, points)
        return all(points[k] != points[k + 1] for k in range(0, len(points), 2))
    if pattern.predicate == "para" and statement.predicate == "coll":
        return False
    if statement.predicate == "para" and pattern.predicate == "para":
        lines = [Statement("coll", (*points[:2], p)) for p in points[2:] if p not in points[:2]]
        if all(diagram.holds(line) for line in lines):
            return False
    return diagram.holds(statement)


def _triangles_differ(pattern, points) -> bool:
    # The similarity of a triangle with itself is degenerate; as a condition it is true.
    apart = len(set(points[:3])) == 3 and len(set(points[3:])) == 3
    return apart and pattern.predicate == "sameclock" and points[:3] != ()


SMALL_RULES = [rule for rule in load_rules().values() if len(rule.variables) <= 4]


@pytest.mark.parametrize("rule", SMALL_RULES, ids=lambda rule: rule.id)
def test_grounding_finds_what_brute_force_finds(rule, figures):
    compiled = compile_rule(rule)
    for diagram in figures:
        rows = ground([compiled], Relations(Frame(diagram.xy))).rows
        listed = {tuple(row) for row in rows.tolist()}
        spread = {tuple(row[k] for k in order) for row in listed for order in compiled.symmetries}
        wanted = _brute_force(rule, diagram)
        assert {row for row in spread if row in wanted or row in listed} == wanted
        assert listed <= wanted
        assert len(listed) == len(
            {min(tuple(r[k] for k in o) for o in compiled.symmetries) for r in listed}
        )


LONG_RULES = [rule for rule in load_rules().values() if len(rule.variables) in {5, 6}]


def instances(rules, figures):
    """Count the instances of each rule that are found in figures."""
    return [
        sum(len(ground([compile_rule(rule)], Relations(Frame(one.xy))).rows) for one in figures)
        for rule in rules
    ]


def test_most_rules_have_instances_in_the_figures(figures):
    small, long = instances(SMALL_RULES, figures), instances(LONG_RULES, figures[1:2])
    assert np.count_nonzero(small) >= 29
    assert sum(small) >= 173
    assert np.count_nonzero(long) >= 23
    assert sum(long) >= 477


@pytest.mark.slow(seconds=10)
@pytest.mark.parametrize("rule", LONG_RULES, ids=lambda rule: rule.id)
def test_grounding_of_long_rules_finds_what_brute_force_finds(rule, figures):
    compiled = compile_rule(rule)
    diagram = figures[1]
    rows = ground([compiled], Relations(Frame(diagram.xy))).rows
    assert {tuple(row) for row in rows.tolist()} <= _brute_force(rule, diagram)


def test_listed_bisectors_are_all_that_are_true(figures):
    corner, leg, middle, other = range(4)
    found = 0
    for diagram in figures:
        frame = Frame(diagram.xy)
        rows = Relations(frame).matching(*BISECTOR)
        names = np.array(list(product(range(frame.n), repeat=4)))
        names = names[(names[:, 1:] != names[:, :1]).all(axis=1)]
        z = frame.z[:, names[:, [corner, leg, corner, middle, corner, middle, corner, other]]]
        definition = PREDICATES["eqangle"]
        true = names[definition.decide(definition.measure(z)).all(axis=0)]
        assert sorted(rows.tolist()) == true.tolist()
        found += len(rows)
    assert found == 550


TRUE = {
    "circle": 36, "coll": 90, "cong": 216, "contri": 72, "contrir": 126, "cyclic": 48,
    "midp": 12, "para": 48, "perp": 352, "simtri": 72, "simtrir": 126,
}  # fmt: skip
"""How often each relation holds in the figures, or in the second of them if it has six points."""


@pytest.mark.parametrize("predicate", sorted(LISTED))
def test_listed_relations_are_all_that_are_true(predicate, figures):
    arity = PREDICATES[predicate].arity
    found = 0
    for diagram in figures if arity < 6 else figures[1:2]:
        rows = Relations(Frame(diagram.xy)).listed(predicate, arity)
        listed = {
            tuple(row[k] for k in order)
            for row in rows.tolist()
            for order in symmetric_orders(predicate, arity)
        }
        where = dict(enumerate(diagram.points))
        for chosen in product(where, repeat=arity):
            try:
                Statement(predicate, tuple(where[k] for k in chosen))
            except DegenerateStatementError:
                assert chosen not in listed
                continue
            assert (chosen in listed) == _true(_Bare(predicate, chosen), where, diagram), chosen
            found += chosen in listed
    assert found == TRUE[predicate]


class _Bare:
    """A pattern over point numbers."""

    def __init__(self, predicate: str, letters: tuple[int, ...]) -> None:
        self.predicate, self.letters, self.value = predicate, letters, None


terms = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(-2, 2), st.integers(-2, 2))


def test_a_table_implies_what_rational_elimination_implies():
    implied = Counter()

    @given(st.lists(terms, max_size=8), terms)
    def ask(rows, question):
        implied[is_implied(rows, question)] += 1

    ask()
    assert implied[True] >= 35, implied
    assert implied[False] >= 24, implied


def is_implied(rows, question):
    table = LinearTable(6, RandomSource.seeded(5))
    matrix = []
    for a, b, p, q in rows:
        table.add(np.array([a, b]), np.array([p, q]))
        matrix.append(_vector(a, b, p, q))
    table.update_solutions()
    a, b, p, q = question
    implied = bool(table.vanishes(np.array([[a, b]]), np.array([p, q]))[0])
    before = np.linalg.matrix_rank(np.array(matrix)) if matrix else 0
    after = np.linalg.matrix_rank(np.array([*matrix, _vector(*question)]))
    assert implied == (before == after)
    assert table.rank == before
    return implied


def _vector(a: int, b: int, p: int, q: int) -> list[int]:
    row = [0] * 7
    row[a] += p
    row[b] += q
    return row


def test_certificates_add_up():
    used = []

    @given(st.integers(0, 2**32 - 1), st.integers(1, 30), st.integers(2, 12))
    def combined(seed, count, quantities):
        used.append(check_certificate(np.random.default_rng(seed), count, quantities))

    combined()
    assert np.mean(used) > 1


def check_certificate(rng, count, quantities):
    """Write a random sum of random equations as a sum; return how many equations it takes."""
    rows = rng.integers(0, quantities + 1, size=(count, 3))
    signs = rng.choice([-2, -1, 1, 40_000], size=(count, 3))
    system, limit = EquationSystem(rows, signs, quantities), int(rng.integers(1, count + 1))
    dense = np.zeros((count, quantities + 1), dtype=np.int64)
    for column in range(3):
        np.add.at(dense, (np.arange(count), rows[:, column]), signs[:, column])
    dense[:, 0] = 0
    target = rng.integers(-2, 3, size=limit) @ dense[:limit]
    found = system.factors(range(quantities + 1), target.tolist(), limit)
    assert all(k < limit for k in found)
    total = sum((factor * dense[k] for k, factor in found.items()), Fraction(0) * target)
    assert total.tolist() == target.tolist()
    return len(found)


def test_equations_after_the_limit_are_not_used():
    rows = np.array([[1, 2], [2, 3], [1, 3], [3, 4]])
    system = EquationSystem(rows, np.tile([1, -1], (4, 1)), 4)
    difference = [1, -1]
    assert system.factors([1, 3], difference, 2) == {0: 1, 1: 1}
    assert system.factors([1, 3], difference, 3) == {2: 1}
    assert system.factors([2, 2], difference, 2) == {}
    with pytest.raises(CertificateError):
        system.factors([1, 4], difference, 3)


def test_factors_with_large_denominators():
    system = EquationSystem(np.array([[1, 2], [2, 0]]), np.array([[70_001, 1], [1, 1]]), 2)
    found = system.factors([1], [1], 2)
    assert found == {0: Fraction(1, 70_001), 1: Fraction(-1, 70_001)}


def test_constants_multiply_exactly():
    constants = [Surd(Fraction(32)), Surd.of(3)]
    assert constant_of("length", constants, [Fraction(1), Fraction(-1)]) == Surd(Fraction(32, 9))
    assert constant_of("length", [Surd.of(2)], [Fraction(1, 3)]) is None
    assert constant_of("square", [Fraction(9), Fraction(16)], [Fraction(1), Fraction(1)]) == 25


@given(st.integers(0, 2**32 - 1), st.integers(2, 30), st.integers(1, 6))
def test_classes_are_equality(seed, size, kinds):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, kinds, size=size)
    features = rng.normal(size=(kinds, 4))[labels] + rng.normal(size=(size, 4)) * 1e-10
    classes = classify(features)
    assert [[a == b for a in labels] for b in labels] == [
        [a == b for a in classes] for b in classes
    ]


def _run(text: str, **options):
    problem = load_problem(text)
    diagram = place(problem, seed=1)
    return derive(
        diagram.points, diagram.xy, problem.premises, list(load_rules().values()), **options
    )


def test_exact_lengths_cross_the_tables():
    deduction = _run("A B C D = isquare; M = midpoint A B")
    assert deduction.lengths == {}
    problem = load_problem("A B C D = isquare; M = midpoint A B")
    diagram = place(problem, seed=1)
    scale = np.linalg.norm(diagram.xy[:, 1] - diagram.xy[:, 0], axis=1)
    xy = diagram.xy * (4 / scale)[:, None, None]
    given_length = parse_statement("lconst A B 4")
    deduction = derive(
        diagram.points, xy, (*problem.premises, given_length), list(load_rules().values())
    )
    assert str(deduction.length("A", "C")) == "4√2"
    assert str(deduction.length("M", "B")) == "2"
    assert str(deduction.length("M", "C")) == "2√5"
    for wrong in ("lconst A C 130/23", "lconst A C 5", "lconst A C 4√2"):
        known = deduction.rank(parse_statement(wrong)) is not None
        assert known == (wrong == "lconst A C 4√2")


def test_a_constant_that_is_only_close_is_not_derived():
    """The diagram cannot tell 4√2 from a rational within its tolerance; the certificate can."""
    problem = load_problem("A B C D = isquare")
    diagram = place(problem, seed=1)
    scale = np.linalg.norm(diagram.xy[:, 1] - diagram.xy[:, 0], axis=1)
    given_length = parse_statement("lconst A B 4")
    deduction = derive(
        diagram.points, diagram.xy * (4 / scale)[:, None, None],
        (*problem.premises, given_length), list(load_rules().values()),
    )  # fmt: skip
    close = Statement("lconst", ("A", "C"), Surd.of(Fraction(5656854249492, 10**12)))
    assert deduction.holds(close)
    assert deduction.rank(close) is None


@given(
    st.sampled_from([30, 45, 60, 90, 120]),
    st.integers(-9, 9).filter(bool),
    st.sampled_from(["turn", "length", "ratio"]),
)
@settings(max_examples=40)
def test_what_is_only_nearly_true_is_not_derived(degrees, off, kind):
    """Almost equal values look equal in every draw; nothing may follow from that."""
    near = f"{degrees}.00000000{off}" if off > 0 else f"{degrees - 1}.99999999{-off}"
    text = {
        "turn": f"a b = segment; c = s_angle a b {degrees}o; d = s_angle a b {near}o ? coll b c d",
        "length": f"a b = segment_of {degrees}; c = lconst a {near} ? cong a b a c",
        "ratio": f"a b = segment_of {degrees}; c = lconst a {near}; d = mirror c a ? cong a b a d",
    }[kind]
    problem = load_problem(text)
    diagram = place(problem, seed=1)
    deduction = derive(diagram.points, diagram.xy, problem.premises, list(load_rules().values()))
    goal = problem.goal
    assert goal is not None
    assert deduction.holds(goal)
    assert deduction.rank(goal) is None
    assert all(s.predicate not in {"cong", "coll"} or "b" not in s.points
               for s in deduction.conclusions())  # fmt: skip


def test_every_run_says_why_it_stopped_and_what_each_rule_did():
    deduction = _run(FIGURES[0])
    assert deduction.stop_reason is StopReason.SATURATED
    assert {entry.rule for entry in deduction.report} == set(load_rules())
    assert sum(entry.fired for entry in deduction.report) > 0
    assert all(0 <= entry.fired <= entry.instances for entry in deduction.report)
    short = _run(FIGURES[0], limits=Limits(rounds=1))
    assert short.stop_reason is StopReason.ROUND_LIMIT
    hasty = _run(FIGURES[0], limits=Limits(seconds=0.0))
    assert hasty.stop_reason is StopReason.TIME_LIMIT
    narrow = _run(FIGURES[0], limits=Limits(instances=20))
    assert narrow.stop_reason is StopReason.TRUNCATED
    assert any(entry.truncated for entry in narrow.report)


def test_fewer_premises_never_derive_more():
    problem = load_problem(FIGURES[0])
    diagram = place(problem, seed=1)
    rules = list(load_rules().values())
    whole = derive(diagram.points, diagram.xy, problem.premises, rules)
    known = set(whole.conclusions()) | set(problem.premises)
    still = 0
    for k in range(len(problem.premises)):
        fewer = problem.premises[:k] + problem.premises[k + 1 :]
        less = derive(diagram.points, diagram.xy, fewer, rules)
        for statement in less.conclusions():
            assert statement in known or whole.rank(statement) is not None
            still += 1
    assert still >= 45


def test_ranks_make_every_derivation_acyclic():
    deduction = _run(FIGURES[0])
    steps = 0
    for statement in deduction.conclusions():
        rank = deduction.rank(statement)
        for step in deduction.derivations(statement):
            steps += 1
            for antecedent in step.antecedents:
                below = deduction.rank(antecedent)
                assert below is not None
                assert rank is not None
                assert below < rank
    assert steps >= 18


def test_nothing_derived_is_false_in_fresh_draws():
    """The public problems; the long run over all of them and random scenes is in the slow suite."""
    problems = load_problems(problem_file("jgex_ag_231.txt"))
    assert len(problems) == 231
    derived = sum(check_what_follows(problem) for problem in problems[::16])
    assert derived >= 3000


def check_what_follows(problem):
    """Count what is derived; all of it is true."""
    diagram = place(problem, seed=2)
    deduction = derive(diagram.points, diagram.xy, problem.premises, list(load_rules().values()))
    fresh = place(problem, seed=2, draws=8)
    derived = list(deduction.conclusions())
    for statement in derived:
        assert fresh.holds(statement), statement
    return len(derived)


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("A B C = triangle_sas 3 4 60o ? lconst B C √13", "law_of_cosines"),
        ("A B C = triangle_sas 3 5 120o ? lconst B C 7", "law_of_cosines"),
        ("A B C = triangle_sas 2 2√2 45o ? perp A B B C", "law_of_cosines"),
        ("A B C = triangle_sss 3 5 7 ? aconst A C B C 60o", "law_of_cosines"),
        ("A B C = triangle_sss 7 8 5 ? aconst B A A C 120o", "law_of_cosines"),
        ("A B C = triangle_sas 2 2√3 30o ? aconst A B B C 60o", "law_of_cosines"),
        ("A B = segment; C = s_angle A B 150o, s_angle B A 45o ? rconst B C A C √2",
         "law_of_sines"),
        ("A B C = triangle_sss 13 14 15; D E F I = incenter2 D E F I A B C ? lconst A F 8",
         "segment_addition"),
        ("A = free; B = lconst A √2; C = on_line A B, lconst B 3√2 ? lconst A C 4√2",
         "segment_addition"),
        ("A B = segment; C = on_line A B, rconst A B A C 3; D = midpoint C B ? rconst A D A C 2",
         "segment_addition"),
        ("A B C = triangle_sss 5 6 7; M = midpoint B C ? lconst A M √145/2", "stewart_theorem"),
        ("A B C = triangle_sss 6 5 4; M = midpoint A C ? lconst B M √79/2", "stewart_theorem"),
        ("A B C = triangle; D = angle_bisector B A C; E = on_pline C B D, on_pline B C D;"
         " F = on_line B E, on_line A C; G = on_line C E, on_line A B ? cong B G C F",
         "sine_chasing"),
        ("A B C = triangle; D = parallelogram A B C; E = on_line C D;"
         " F = on_line A D, eqdistance C A E; G = on_line A E, on_line C F"
         " ? eqangle G A G B G B G C",
         "sine_chasing"),
        ("A B = segment; C = on_line A B; D E = segment; F = on_line D E, eqratio A B A C D E D"
         " ? eqratio A B B C D E E F", "proportional_parts"),
        ("A B C = triangle; P = free; Q = on_aline A B C A P, on_aline B C A B P"
         " ? eqangle C A C P C Q C B", "sine_chasing"),
        ("A B = segment; C = s_angle B A 30o; D = mirror B C; E = foot D A B ? cong D E A C",
         "sine_chasing"),
        ("A B D = triangle_sss 6 7 10; C = parallelogram D A B; F = foot D B C;"
         " E = on_line A C, on_bline B F; X = intersection_cc A D E ? cong A E C E",
         "sine_chasing"),
        ("A B C = r_triangle_of 3 4; D = foot A B C ? lconst B D 9/5", None),
        ("A B = segment; C = eq_triangle A B; O = circumcenter A B C ? rconst A O A B √3/3", None),
        ("O A = segment_of 5; B = on_circle O A, lconst A 6; M = midpoint A B ? lconst O M 4",
         None),
    ],
)  # fmt: skip
def test_numbers_follow_and_their_proofs_replay(text, step):
    problem = load_problem(text)
    graph = deduce(problem)
    proof = trace(graph)
    fresh = place(problem, seed=1, draws=6)
    check_proof(proof, problem.premises, load_rules(), fresh)
    shown = Setting(fresh.points, fresh.xy)
    assert replay(read_proof(proof_to_json(proof)), settings=[shown]).bad is None
    assert step is None or step in proof.rules
    for one in proof.steps:
        if one.derivation.rule in {"segment_addition", *SOLUTIONS}:
            _check_that_all_is_needed(one.derivation, fresh)


def _check_that_all_is_needed(derivation, fresh):
    """A step fails without any one of its antecedents, or with another value."""

    def alone(step):
        only = ProofStep(1, step, (), step.antecedents)
        return Proof(step.conclusion, (only,), {step.rule: step.rule})

    check_proof(alone(derivation), derivation.antecedents, load_rules(), fresh)
    for antecedent in derivation.antecedents:
        fewer = tuple(a for a in derivation.antecedents if a != antecedent)
        changed = [replace(derivation, antecedents=fewer)]
        if antecedent.value is not None:
            triple = Surd.of(3) if isinstance(antecedent.value, Surd) else None
            value = antecedent.value * triple if triple else antecedent.value / 3
            other = Statement(antecedent.predicate, antecedent.points, value)
            changed.append(replace(derivation, antecedents=(*fewer, other)))
        for step in changed:
            with pytest.raises((BadStepError, ValueError, KeyError)):
                check_proof(alone(step), step.antecedents, load_rules(), fresh)
            told = read_proof(proof_to_json(alone(step)))
            shown = Setting(fresh.points, fresh.xy)
            assert replay(told, settings=[shown], ask_z3=False).bad is not None


SOLUTIONS = {
    "law_of_cosines", "law_of_sines", "proportional_parts", "sine_chasing", "stewart_theorem",
}  # fmt: skip


def test_values_without_simple_form_are_not_given():
    texts = [
        "A B C = triangle_sas 1 1 36o ? lcompute B C",  # (√5 - 1)/2
        "A B C = triangle_sas 1 1 45o ? lcompute B C",  # √(2 - √2)
        "A = free; B = lconst A 1; C = on_line A B, lconst B √2 ? lcompute A C",  # 1 + √2
        "A B C = triangle ? lcompute A B",
        "A B C = triangle_sss 4 5 6 ? acompute A B A C",
    ]
    for text in texts:
        problem = load_problem(text)
        with pytest.raises(NotDeterminedError):
            compute(deduce(problem))


def test_plain_lengths_are_taken_up_only_where_they_are_needed():
    lines = "A B = segment; M = midpoint A B; C = free; D = on_line A C"
    assert "line" not in deduce(load_problem(lines)).deduction.closure.tables
    equal = "A = free; B = free; C = on_line A B; D = on_line A B, eqdistance C A B ? cong A C B D"
    graph = deduce(load_problem(equal))
    assert graph.derived(graph.problem.goal)
    assert "line" in graph.deduction.closure.tables


def test_areas_and_perimeters():
    known = deduce(load_problem("A B C D = square_of 4; E = midpoint B C")).deduction.quantities
    assert str(known.area(*"ABCD")) == "16"
    assert str(known.area(*"ABED")) == str(known.area(*"AECD")) == "12"
    assert str(known.perimeter(*"ABE")) == "6 + 2√5"
    assert known.corner(*"BEC") == 1
    assert known.angle(*"ABBC") in {Fraction(1, 2)}
    assert known.ratio(*"ACAB") == Surd.parse("√2")
    with pytest.raises(StatementError, match="sides that cross"):
        known.area(*"ACBD")
    with pytest.raises(StatementError, match="point of the figure"):
        known.length("A", "Z")
    free = deduce(load_problem("A B C = triangle")).deduction.quantities
    assert free.area(*"ABC") is free.perimeter(*"ABC") is free.corner(*"ABC") is None


@pytest.mark.parametrize("searched", [True, False])
def test_a_graph_is_freed_as_soon_as_it_is_not_used(searched):
    """Cycles of references would keep its arrays until the next full garbage collection."""
    problem = load_problem(
        "a b c = triangle; h = orthocenter a b c; d = foot a b c; o = circumcenter a b c;"
        " p = on_tline a o a; q = mirror h d ? cyclic a b c q"
    )
    gc.collect()
    gc.disable()
    try:
        graph = deduce(problem, goals=problem.goals if searched else ())
        assert trace(graph).steps
        parts = [graph, graph.deduction, graph.deduction.closure, graph.deduction.frame]
        kept = [weakref.ref(part) for part in (*parts, graph.deduction.relations)]
        del graph, parts
        assert [part() for part in kept] == [None] * 5
    finally:
        gc.enable()


@given(st.integers(0, 2**32), st.integers(2, 12))
def testequal_differences_are_those_of_all_pairs(seed, count):
    rng = np.random.default_rng(seed)
    values = rng.integers(-3, 4, (count, 2)) % PRIME
    seen = {}
    for i, j in combinations(range(count), 2):
        one, other = ((values[i] - values[j]) % PRIME).tolist()
        if one > PRIME // 2:
            i, j, one, other = j, i, -one % PRIME, -other % PRIME
        if one or other:
            seen.setdefault((one, other), []).append((i, j))
    expected = [two for key in sorted(seen) for two in pairwise(seen[key])]
    assert list(equal_differences(values)) == expected
