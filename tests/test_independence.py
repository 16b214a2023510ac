"""Makers and judges of items find out the same things by means that share no code."""

from __future__ import annotations

import ast
from collections import Counter
from contextlib import suppress
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from rule_places import place_of
from tasks_of import contexts_of

import geoengine
from geoengine.catalogue import load_rules, load_scenes, orientations
from geoengine.errors import PlacementError
from geoengine.families.reasoning import make_context
from geoengine.families.reasoning.applicable_rules import ApplicableRules
from geoengine.families.reasoning.evident_relations import EvidentRelations
from geoengine.families.reasoning.given_relations import RELATIONS
from geoengine.families.reasoning.resemblance import resembling
from geoengine.families.reasoning.variation import variations
from geoengine.graph import deduce, trace
from geoengine.language import PREDICATES, Statement, parse_statement, statement_or_none
from geoengine.scene import load_problem, place
from geoengine.scene.series import sample_series
from geoengine.verify import arranged_alike, nearby_figures
from geoengine.verify.items.implicit_statements import implicit_statements
from geoengine.verify.items.theorem_choice import leads_to, points_that_give
from geoengine.verify.proofs.borderline_cases import borderline_cases
from geoengine.verify.proofs.instances import TooManyError, instances_of
from geoengine.verify.proofs.matching import applies

RULES = load_rules()
PACKAGE = Path(geoengine.__file__).parent
MAKERS, JUDGES = ("families", "deduction", "graph"), ("verify",)

LONGEST_FORMULA = 18
"""Parts of the longest expression that both may have, such as a distance of two points."""


def parts(nodes):
    """List what code is made of, with its own names numbered in order of appearance."""
    numbers = {}
    for node in nodes:
        for part in ast.walk(node):
            match part:
                case ast.Name(id=name) | ast.arg(arg=name):
                    yield numbers.setdefault(name, len(numbers))
                case ast.Attribute(attr=name):
                    yield name
                case ast.Constant(value=value):
                    yield repr(value)
                case ast.expr_context():
                    continue
                case _:
                    yield type(part).__name__


def written(code, where):
    """Yield the function bodies and the formulas of a source, each with its place."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef):
            body = node.body[ast.get_docstring(node) is not None :]
            yield ("body", *parts(body)), f"{where}:{node.lineno}"
        elif isinstance(node, ast.expr):
            yield ("formula", *parts([node])), f"{where}:{node.lineno}"


def forms(sources):
    """Return the function bodies and the formulas of sources, each with a place."""
    return dict(found for one in sources for found in written(*one))


@cache
def forms_of(packages):
    """Return the function bodies and the formulas of packages."""
    return forms(sources(packages))


def longest_in_common(ones, others):
    """List what stands in both of two sources and is too long for chance."""
    return [
        f"{ones[same]} and {others[same]}"
        for same in ones.keys() & others.keys()
        if len(same) > LONGEST_FORMULA
    ]


@cache
def sources(packages):
    """Return the sources of packages, with their paths."""
    paths = [path for package in packages for path in sorted((PACKAGE / package).rglob("*.py"))]
    return [(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE)) for path in paths]


def test_no_function_body_or_formula_stands_in_maker_and_judge():
    assert len(sources(MAKERS)) >= 80
    assert len(sources(JUDGES)) >= 60
    assert not longest_in_common(forms_of(MAKERS), forms_of(JUDGES))


@pytest.mark.parametrize(
    "module", ["items/implicit_statements.py", "figures/arrangement.py", "proofs/laws.py"]
)
def test_a_judge_s_module_among_the_makers_is_found(module):
    copied = (PACKAGE / "verify" / module).read_text(encoding="utf-8").replace("points", "names")
    makers = forms_of(MAKERS) | forms([(copied, "copy.py")])
    assert longest_in_common(makers, forms_of(JUDGES))


def test_a_formula_with_other_names_is_found():
    own = (
        "def f(one, two, rest):\n    print(one)\n    return 4 * one * two - (one + two - rest) ** 2"
    )
    other = "area = 4 * x * y - (x + y - z) ** 2"
    makers = forms([(own, "a.py")])
    assert longest_in_common(makers, forms([(other, "b.py")]))
    assert not longest_in_common(makers, forms([(other.replace("-", "+"), "b.py")]))


@cache
def figures(count, seed):
    """Return sampled problems, each placed."""
    found = []
    series = sample_series(list(load_scenes().values()), seed=seed)
    while len(found) < count:
        problem = next(series).problem
        with suppress(PlacementError):
            found.append((problem, place(problem, seed=1, draws=3)))
    return found


@cache
def graphs(count, seed):
    """Return the reasoning graphs of sampled problems."""
    return [deduce(problem, diagram=diagram) for problem, diagram in figures(count, seed)]


def places_compared(count, seed):
    """Count the rules that have a place in figures by the judge; the maker has no fewer.

    The maker leaves out their conditions on the figure.
    """
    seen = Counter()
    for _, diagram in figures(count, seed):
        listed = ApplicableRules(diagram.points, diagram.xy).groundwork.groundings
        placed = {one.compiled.rule.id for one in listed if len(one.rows) or one.truncated}
        for rule in RULES.values():
            try:
                found = place_of(rule, diagram.points, diagram.xy, most=60_000) is not None
            except TooManyError:
                continue
            assert rule.id in placed or not found, (rule.id, diagram.points, found)
            seen[found] += 1
    return seen


def test_rules_that_have_a_place_for_the_judge_have_one_for_the_maker():
    seen = places_compared(3, seed=21)
    assert seen[True] >= 65, seen
    assert seen[False] >= 115, seen


@pytest.mark.slow(seconds=100)
def test_rules_that_have_a_place_for_the_judge_have_one_for_the_maker_in_many_figures():
    seen = places_compared(80, seed=22)
    assert seen[True] >= 2300, seen
    assert seen[False] >= 4200, seen


def steps_compared(count, seed, states):
    """Count the rules that the judge sees at work in proofs: the maker must see all of them."""
    seen = Counter()
    rng = np.random.default_rng(seed)
    for graph in graphs(count, seed):
        maker = ApplicableRules(graph.diagram.points, graph.diagram.xy[:3])
        for k in rng.permutation(len(graph.states))[:states]:
            proof = trace(graph, graph.states[k])
            so = [step.conclusion for step in proof.steps]
            said = [a for step in proof.steps for a in step.derivation.antecedents]
            known = [*proof.premises, *said, *so]
            concluding = maker.concluding_rules(known, so, RULES.keys())
            for rule in RULES.values():
                letters = [
                    applies(rule, step.derivation.antecedents, step.conclusion)
                    for step in proof.steps
                ]
                mine = rule.id in concluding
                assert mine or not any(letters), (rule.id, str(proof.goal))
                seen["at work"] += any(letters)
                seen["shared points"] += any(
                    len(set(found.values())) < len(found) for found in letters if found
                )
                seen["not at work"] += not mine
    return seen


def test_makers_see_all_rules_at_work_that_judges_see():
    seen = steps_compared(4, seed=23, states=8)
    assert seen["at work"] >= 42, seen
    assert seen["shared points"] >= 12, seen
    assert seen["not at work"] >= 2100, seen


@pytest.mark.slow(seconds=90)
def test_makers_see_all_rules_at_work_that_judges_see_in_many_proofs():
    seen = steps_compared(60, seed=24, states=20)
    assert seen["at work"] >= 2000, seen
    assert seen["shared points"] > 1000, seen
    assert seen["not at work"] >= 100_000, seen


def named_otherwise(rng, statement, diagram, *, parallels):
    """Name each line of a statement by two points of it, or of any parallel, drawn at random."""
    xy, points = diagram.xy, diagram.points
    ends = iter(map(points.index, statement.points))
    named = []
    for line in zip(ends, ends, strict=True):
        pairs = [(*line, *pair) for pair in permutations(range(len(points)), 2)]
        alike = holds_for("para", xy, pairs)
        if not parallels:
            for end in (2, 3):
                alike &= holds_for("coll", xy, [(*line, pair[end]) for pair in pairs])
        chosen = pairs[rng.choice(np.flatnonzero(alike))]
        named += [points[k] for k in chosen[2:]]
    if statement.predicate == "eqangle":
        lines = [line_through(diagram, *named[k : k + 2]) for k in range(0, 8, 2)]
        if Counter(lines[::3]) == Counter(lines[1:3]):
            return None  # That a line is parallel to itself leads to nothing.
    return statement_or_none(statement.predicate, tuple(named), statement.value)


def line_through(diagram, one, other):
    """The points on a line."""
    ends = {one, other}
    return frozenset(
        point
        for point in diagram.points
        if point in ends or diagram.holds(Statement("coll", (one, other, point)))
    )


def holds_for(predicate, xy, rows):
    """For which points a relation holds in all figures."""
    return (PREDICATES[predicate].measured(xy[:, rows]) < 1e-9).all(axis=0)


def names_of(rule):
    """The names of a rule and of its mirror image."""
    return {one.id for one in orientations(rule, RULES)}


def renamed_compared(count, seed, states, *, parallels=False):
    """Count the theorems that lead to results whose lines have other names, or are only parallel.

    The maker has to see all that the judge sees.
    """
    seen = Counter()
    rng = np.random.default_rng(seed)
    for graph in graphs(count, seed):
        diagram = graph.diagram
        maker = ApplicableRules(diagram.points, diagram.xy)
        # A reader may take from the figure which points are collinear.
        lines = [
            Statement("coll", three)
            for three in combinations(diagram.points, 3)
            if diagram.holds(Statement("coll", three))
        ]
        for k in rng.permutation(len(graph.states))[: 2 * states]:
            proof = trace(graph, graph.states[k])
            step = proof.steps[-1]
            rule, result = RULES.get(step.derivation.rule), step.conclusion
            if result.predicate in {"para", "perp", "eqangle"}:
                result = named_otherwise(rng, result, diagram, parallels=parallels)
            if rule is None or result is None:
                continue
            said = [*proof.premises, *(one.conclusion for one in proof.steps[:-1])]
            known = [*said, *implicit_statements(said), *lines]
            judged = leads_to(rule, known, result, diagram.points, diagram.xy)
            made = maker.concluding_rules(known, [result], names_of(rule))
            made = made or maker.concludes_where_points_coincide(known, [result], rule.id)
            assert made or not judged, (rule.id, str(result), list(map(str, said)))
            seen["renamed" if result != step.conclusion else "as it was"] += judged
            others = [RULES[name] for name in rng.permutation(sorted(RULES))[:10].tolist()]
            names = frozenset().union(*map(names_of, others))
            made = maker.concluding_rules(known, [result], names)
            for other in others:
                judged = leads_to(other, known, result, diagram.points, diagram.xy)
                seen_by_maker = not names_of(other).isdisjoint(
                    made
                ) or maker.concludes_where_points_coincide(known, [result], other.id)
                assert seen_by_maker or not judged, (other.id, str(result), list(map(str, said)))
                seen["by another"] += judged
    return seen


def test_makers_and_judges_see_rules_at_work_whatever_points_name_lines():
    seen = renamed_compared(20, seed=27, states=10)
    assert seen["renamed"] >= 25, seen
    assert seen["as it was"] >= 20, seen


@pytest.mark.slow(seconds=15)
def test_makers_and_judges_see_rules_at_work_whatever_points_name_lines_in_many_proofs():
    seen = renamed_compared(80, seed=28, states=30)
    assert seen["renamed"] >= 300, seen
    assert seen["by another"] >= 10, seen


def test_makers_and_judges_see_rules_at_work_up_to_parallel_lines():
    seen = renamed_compared(12, seed=29, states=10, parallels=True)
    assert seen["renamed"] >= 25, seen


@pytest.mark.slow(seconds=15)
def test_makers_and_judges_see_rules_at_work_up_to_parallel_lines_in_many_proofs():
    seen = renamed_compared(80, seed=30, states=30, parallels=True)
    assert seen["renamed"] >= 300, seen
    assert seen["by another"] >= 10, seen


def reasons_compared(indices, theorems):
    """Count the theorems that give statements, also where two of their points coincide.

    The maker has to see all that the judge sees.
    """
    seen = Counter()
    for index, context in contexts_of(41, indices):
        given, diagram = context.given_relations, context.diagram
        rng = np.random.default_rng(index)
        stated = [state for state in context.graph.states if state.predicate in RELATIONS]
        for k in rng.permutation(len(stated))[:12].tolist():
            for theorem in rng.permutation(sorted(given.theorems))[:theorems].tolist():
                judged = points_that_give(RULES[theorem], stated[k], diagram.points, diagram.xy)
                if judged is not None:
                    assert given.gives(theorem, stated[k]), (index, theorem, str(stated[k]), judged)
                    seen["coinciding"] += not is_plainly_given(theorem, stated[k], diagram)
                    seen["all"] += 1
    return seen


def is_plainly_given(theorem, statement, diagram):
    """Whether a theorem gives a statement for points that do not coincide on circles or lines."""
    return any(
        next(instances_of(one, diagram.points, diagram.xy, concluding=statement), None)
        for one in orientations(RULES[theorem], RULES)
    )


def test_makers_see_the_reasons_that_judges_see():
    seen = reasons_compared((*range(6), 34, 92), theorems=15)
    assert seen["all"] >= 40, seen
    assert seen["coinciding"] >= 3, seen


@pytest.mark.slow(seconds=60)
def test_makers_see_the_reasons_that_judges_see_in_many_scenes():
    seen = reasons_compared(range(40), theorems=40)
    assert seen["coinciding"] >= 4, seen


def test_the_center_of_a_circle_is_never_on_it():
    assert list(borderline_cases(RULES["thales_semicircle"])) == []


def test_two_chords_with_a_common_end_are_chords():
    square = (
        "A B C D = square_of A B C D 12; E = midpoint E A B; F = midpoint F B C;"
        " G = intersection_ll G A F D E; H = orthocenter H C D E; J = intersection_lt J C H A B E"
    )
    diagram, goal = place(load_problem(square)), parse_statement("eqangle D J H J H J G J")
    rule = RULES["equal_chords_equal_arcs"]
    assert points_that_give(rule, goal, diagram.points, diagram.xy) is not None
    assert not is_plainly_given(rule.id, goal, diagram)
    context = make_context(load_problem(square), scene="square", seed=1)
    assert context.given_relations.gives(rule.id, goal)


def test_makers_and_judges_find_the_same_implicit_statements():
    rng = np.random.default_rng(25)
    kinds = Counter()
    circle = "; ".join(f"{point} = on_circum {point} A B C" for point in "DEF")
    six = deduce(load_problem(f"A B C = triangle; {circle}; M = midpoint M A B"))
    for graph in (six, *graphs(22, 25)):
        true = [*graph.premises, *graph.states]
        pool = [s for s in true if s.predicate in {"coll", "cyclic", "cong", "midp"}]
        for _ in range(40):
            said = [pool[k] for k in rng.permutation(len(pool))[: rng.integers(1, 14)]]
            found = EvidentRelations(graph.deduction).of(said)
            assert len(set(found)) == len(found)
            assert set(found) == set(implicit_statements(said)), [str(one) for one in said]
            kinds.update({statement.predicate for statement in found})
    least = {"coll": 64, "cyclic": 30, "midp": 25, "rconst": 134}
    assert all(kinds[kind] >= few for kind, few in least.items()), kinds


def test_what_resembles_a_figure_is_arranged_like_it():
    """The judge's test passes all figures that the maker's does, and not many more."""
    rng = np.random.default_rng(26)
    seen = Counter()
    for _, diagram in figures(20, 26):
        shown = diagram.xy[0]
        width = np.ptp(shown, axis=0).max()
        noise = rng.normal(size=(300, *shown.shape)) * np.geomspace(1e-4, 0.1, 300)[:, None, None]
        others = np.concatenate([shown + width * noise, shown[None] * [1, -1]])
        own, judged = resembling(shown, others), arranged_alike(shown, others)
        assert (judged | ~own).all()
        assert not own[-1]
        seen.update(zip(own.tolist(), judged.tolist(), strict=True))
    assert seen[True, True] >= 4400, seen
    assert seen[False, False] >= 720, seen
    assert seen[False, True] < seen[True, True] / 2


def test_a_point_that_moves_past_another_on_a_line_is_seen():
    rng = np.random.default_rng(27)
    at, onto = np.array([0.0, 1.0, 3.0]), np.array([0.0, 2.0, 1.0])
    for _ in range(50):
        turn, shift = np.exp(2j * np.pi * rng.random()), rng.normal(size=2) @ [1, 1j]
        before, after = (turn * place + shift for place in (at, onto))
        shown, other = (np.stack([z.real, z.imag], axis=-1) for z in (before, after))
        for test in (resembling, arranged_alike):
            assert test(shown, np.array([shown, other])).tolist() == [True, False]


def test_makers_refute_by_figures_what_judges_do():
    """What does not follow without a premise fails in the maker's figures and in the judge's."""
    rng = np.random.default_rng(28)
    seen = Counter()
    for graph in graphs(8, 25):
        points, index, shown = graph.diagram.points, graph.diagram.index, graph.diagram.xy[0]
        states = [graph.states[k] for k in rng.permutation(len(graph.states))[:30]]
        for premise in graph.premises:
            rest = [other for other in graph.premises if other != premise]
            own = variations(points, shown, rest, rng)
            assert all(other.measured(own, index).max(initial=0) < 1e-9 for other in rest)
            own = own[resembling(shown, own)]
            judged = nearby_figures(points, shown, rest, rng)
            judged = judged[arranged_alike(shown, judged)]
            for state in states:
                fails = tuple(
                    bool((state.measured(xy, index) > 1e-3).any()) for xy in (own, judged)
                )
                seen[fails] += 1
    assert seen[True, True] >= 670, seen
    assert seen[False, True] < 0.02 * seen[True, True], seen
    assert seen[True, False] < 0.02 * seen[True, True], seen
