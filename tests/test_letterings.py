"""Tests of letterings: what a step would need with the letters of its theorem elsewhere."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geoengine.catalogue import load_rules
from geoengine.deduction import Derivation
from geoengine.errors import StatementError
from geoengine.families.reasoning.false_sets import DISTRACTORS
from geoengine.families.reasoning.goal_choice import is_readable
from geoengine.families.reasoning.letterings import names_of_conclusion, other_letterings
from geoengine.families.reasoning.preparing import prepare
from geoengine.families.reasoning.same_conclusions import TRIANGLES, same_conclusions
from geoengine.families.reasoning.subgoal_decomposition import _fruitful_kinds
from geoengine.language import Statement, parse_statement

POINTS = "ABCDEFGH"
TRIANGLE_RULES = sorted(
    rule.id
    for rule in load_rules().values()
    if rule.then[0].predicate in TRIANGLES and len(rule.variables) == 6
)


def step_of(rule, points):
    """The step by a rule whose letters, those of the conclusion first, stand for some points."""
    rule = load_rules()[rule]
    patterns = (rule.then[0], *rule.given)
    letters = dict(zip(dict.fromkeys(n for p in patterns for n in p.letters), points, strict=False))
    conclusion, *given = [
        Statement(p.predicate, tuple(letters[n] for n in p.letters), p.value) for p in patterns
    ]
    return Derivation(conclusion, rule.id, tuple(dict.fromkeys(given)), (), tuple(letters.items()))


def letterings(step, seed=1):
    found = other_letterings(step, step.antecedents, POINTS, np.random.default_rng(seed))
    return {one.states: one.correspondence for one in found}


def test_there_are_rules_about_two_triangles():
    assert {"aa_similarity", "sas_congruence_reverse", "sss_similarity"} <= set(TRIANGLE_RULES)


@given(st.sampled_from(TRIANGLE_RULES), st.permutations(POINTS), st.integers(0, 50))
def test_each_lettering_of_triangles_has_the_same_others(rule, points, choice):
    """So the set of options would be the same if another of them were the key."""
    step = step_of(rule, points)
    found = letterings(step)
    first, second = permutations(points[:3]), list(permutations(points[3:6]))
    relettered = [step_of(rule, "".join((*one, *other))) for one in first for other in second]
    other = relettered[choice % len(relettered)]
    assert letterings(other, seed=choice).keys() == found.keys()
    assert len(set(found.values())) == 6


@given(st.permutations(POINTS))
def test_letters_of_the_hypotheses_alone_stand_for_any_points(points):
    step = step_of("midsegment", points)
    found = letterings(step)
    assert next(iter(found)) == tuple(sorted(step.antecedents))
    assert len(found) >= 6
    ends = set(step.conclusion.points)
    for states in found:
        assert [s.predicate for s in states] == ["midp", "midp"]
        assert ends <= {point for s in states for point in s.points}
    assert {p for states in found for s in states for p in s.points} == set(POINTS)


@pytest.mark.parametrize("missing", ["cong A B D E", "eqangle A B B C D E E F"])
def test_a_key_that_no_hypothesis_states_has_no_other_letterings(missing):
    step = step_of("sss_similarity", "ABCDEF")
    assert (
        list(other_letterings(step, [parse_statement(missing)], POINTS, np.random.default_rng(1)))
        == []
    )


@given(
    st.sampled_from(sorted(rule.id for rule in load_rules().values())),
    st.lists(st.sampled_from(POINTS), min_size=14, max_size=14),
)
def test_all_letters_are_found_with_which_a_conclusion_states_the_same(rule, points):
    pattern = load_rules()[rule].then[0]
    own = dict(zip(dict.fromkeys(pattern.letters), points, strict=False))
    try:
        stated = pattern.statement(own)
    except StatementError:
        assume(False)
    found = [tuple(one.values()) for one in same_conclusions(pattern, own)]
    if pattern.predicate in TRIANGLES:
        # Only the triangles must be the same ones.
        sides = [[own[letter] for letter in pattern.letters[k : k + 3]] for k in (0, 3)]
        wanted = {frozenset(map(frozenset, sides))}
        assert {triangles(pattern, own, order) for order in found} == wanted
        return
    assume(len(own) <= 6)
    expected = [
        order
        for order in permutations(own.values())
        if states_same(pattern, dict(zip(own, order, strict=True)), stated)
    ]
    assert found == expected


def triangles(pattern, own, order):
    letters = dict(zip(own, order, strict=True))
    ends = [letters[letter] for letter in pattern.letters]
    return frozenset([frozenset(ends[:3]), frozenset(ends[3:])])


def states_same(pattern, letters, stated):
    try:
        return pattern.statement(letters) == stated
    except StatementError:
        return False


def test_what_a_theorem_supposes_beside_the_key_is_told():
    """Other letters may suppose that other points are on lines."""
    rule = load_rules()["intercept_converse"]
    letters = {letter: letter for letter in rule.variables}
    conclusion, *given = [p.statement(letters) for p in (rule.then[0], *rule.given)]
    step = Derivation(conclusion, rule.id, tuple(given), (), tuple(letters.items()))
    key = [one for one in given if one.predicate == "eqratio"]
    found = list(other_letterings(step, key, list(letters), np.random.default_rng(1)))
    assert {*found[0].states, *found[0].rest} == {*given}
    assert len({one.rest for one in found}) > 1


def test_hardly_a_statement_that_is_passed_over_leaves_a_choice_of_letters():
    tried = many = 0
    for index in (2, 5, 11):
        context = prepare(3, index).context
        kinds, rng = _fruitful_kinds(context), np.random.default_rng(1)
        for state in context.graph.states:
            if state.predicate not in kinds and is_readable(state):
                for step in context.graph.derivations(state):
                    key = [one for one in step.antecedents if one not in context.given]
                    if key and step.rule in load_rules():
                        found = list(other_letterings(step, key, context.problem.points, rng))
                        many += len(found) > DISTRACTORS
                        tried += 1
    # Where two letters are one point, a step may have more letterings than in general.
    assert tried > 100
    assert many <= 0.02 * tried


ON_LINES = ("ABG", "DEH")


def line_through(*pair):
    return frozenset(next((line for line in ON_LINES if {*pair} <= {*line}), pair))


@pytest.mark.parametrize("rule", ["similar_triangles", "similar_triangles_reverse"])
def test_a_goal_about_lines_has_the_same_letterings_whichever_of_them_is_the_key(rule):
    """So neither its name nor the set of options tells which of them is true."""
    own = step_of(rule, "BACEDF")
    assert own.conclusion.predicate == "eqangle"
    every = set()
    found = list(
        other_letterings(own, own.antecedents, POINTS, np.random.default_rng(1), line_through)
    )
    for lettering in found:
        points = lettering.states[0].points
        every.add(frozenset({one.states for one in found}))
        assert len({*points[:3]}) == len({*points[3:]}) == 3
    assert len(found) > DISTRACTORS
    names = names_of_conclusion(own, line_through)
    for first, second in (("G", "D"), ("A", "H"), ("G", "H")):
        other = step_of(rule, f"B{first}CE{second}F")
        again = other_letterings(
            other, other.antecedents, POINTS, np.random.default_rng(2), line_through
        )
        assert {one.states for one in again} == {one.states for one in found}
        assert names_of_conclusion(other, line_through) == names


@given(st.permutations(POINTS), st.integers(0, 3))
def test_an_open_point_of_a_circle_may_be_any_point(points, place):
    step = step_of("equal_angles_concyclic", points)
    left_open = step.conclusion.points[place]
    found = list(
        other_letterings(
            step, step.antecedents, POINTS, np.random.default_rng(1), left_open=left_open
        )
    )
    assert found[0].in_place == left_open
    kept = {*step.conclusion.points} - {left_open}
    for one in found:
        assert {*one.states[0].points} == kept | {one.in_place}
    # Six equalities of angles for each of the points that may lie on the circle.
    counts = [sum(one.in_place == point for one in found) for point in {*POINTS} - kept]
    assert counts == [6] * 5
