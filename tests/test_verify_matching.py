"""Applications of rules are found in a printed proof, for any assignment of letters."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice, product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rule_places import place_of

from geoengine.catalogue import load_rules, load_scenes
from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.graph import deduce
from geoengine.language import PREDICATES, Statement, Surd, read, reversed_angle
from geoengine.scene import load_problem, place, sample_series
from geoengine.verify.figures.setting import Setting
from geoengine.verify.proofs.matching import _SIMPLER, applies, is_identity
from geoengine.verify.proofs.step_check import FaultError, check_use

RULES = load_rules()


def instance(rule, rng):
    """Draw hypotheses and conclusion of a rule, with letters that may share a point."""
    points = "CFEDPQ"[: rng.randint(3, 6)]
    mapping = {letter: rng.choice(points) for letter in rule.variables}
    antecedents = []
    try:
        apart = [pattern.statement(mapping) for pattern in rule.where]
        for pattern in rule.given:
            try:
                antecedents.append(pattern.statement(mapping))
            except DegenerateStatementError:
                if is_identity(pattern, mapping):
                    continue
                meant = reversed_angle(pattern.predicate, [mapping[k] for k in pattern.letters])
                if not meant:
                    return None
                antecedents.append(rng.choice(meant))
        if any(Statement("ncoll", a.points) in apart for a in antecedents if a.predicate == "coll"):
            return None
        return tuple(antecedents), rng.choice(rule.then).statement(mapping)
    except StatementError:
        return None


@st.composite
def instances(draw: st.DrawFn):
    """Draw a rule with hypotheses and a conclusion."""
    rng = draw(st.randoms(use_true_random=True))
    while True:
        rule = RULES[rng.choice(sorted(RULES))]
        found = instance(rule, rng)
        if found is not None:
            return rule, *found


@given(instances())
@example((RULES["sine_rule"], (read("CE ∥ DF"), read("∠(CD,DF) = ∠(CE,EF)")), read("CD = EF")))
@settings(max_examples=1000)
def test_a_rule_is_found_where_its_letters_share_points(found):
    rule, antecedents, conclusion = found
    mapping = applies(rule, antecedents, conclusion)
    assert mapping is not None
    assert conclusion in [_placed(pattern, mapping) for pattern in rule.then]
    for pattern in rule.given:
        meant = reversed_angle(pattern.predicate, [mapping[k] for k in pattern.letters])
        found = {_placed(pattern, mapping), *meant}.intersection(antecedents)
        assert found or is_identity(pattern, mapping)


def _placed(pattern, mapping):
    try:
        return pattern.statement(mapping)
    except StatementError:
        return None


@pytest.mark.slow(seconds=30)
def test_every_derivation_by_a_rule_is_found():
    """Steps of sampled scenes: a printed proof has only antecedents and conclusion."""
    tried = Counter()
    for sampled in islice(sample_series(list(load_scenes().values()), seed=5), 60):
        graph = deduce(sampled.problem, seed=1)
        for conclusion in graph.deduction.conclusions():
            for step in graph.deduction.all_derivations(conclusion):
                rule = RULES.get(step.rule)
                if rule is not None:
                    said = f"{rule.id}: {step.antecedents} give {conclusion}"
                    assert applies(rule, step.antecedents, conclusion) is not None, said
                    tried[rule.id] += 1
    assert tried.total() >= 75_000
    assert len(tried) >= 90


FIGURES = [
    "A B C = r_triangle A B C; M = midpoint M B C",
    "A B C = ieq_triangle A B C",
    "A B C = iso_triangle A B C",
    "A B C D = isquare A B C D",
    "A B C D = rectangle A B C D; O = midpoint O A C",
]
_MOST_CHOICES = 5**5


def applies_to(rule, letters, setting):
    """Return whether a proof that knows every true statement could apply a rule this way."""
    for pattern in rule.then:
        try:
            check_use(rule, letters, pattern.statement(letters), setting)
        except (FaultError, DegenerateStatementError):
            continue
        return True
    return False


@pytest.mark.parametrize("text", [*FIGURES[:3], *(
    pytest.param(text, marks=pytest.mark.slow(seconds=3)) for text in FIGURES[3:]
)])  # fmt: skip
def test_a_rule_has_a_place_in_a_figure_where_some_choice_of_points_fits(text):
    """Matches found letter by letter agree with trying all assignments."""
    problem = load_problem(text)
    setting = Setting(problem.points, place(problem, seed=5, draws=3).xy)
    seen = Counter()
    for rule in RULES.values():
        # In a proof a line may be parallel to itself, but readers see no use of the theorem there.
        if any(pattern.predicate == "para" for pattern in rule.given):
            continue
        if len(problem.points) ** len(rule.variables) > _MOST_CHOICES:
            continue
        found = place_of(rule, setting.points, setting.xy)
        choices = product(setting.points, repeat=len(rule.variables))
        tried = (dict(zip(rule.variables, points, strict=True)) for points in choices)
        if found is None:
            assert not any(applies_to(rule, letters, setting) for letters in tried), rule.id
        else:
            assert applies_to(rule, found, setting), (rule.id, found)
        seen[found is None] += 1
    assert seen[False] >= 8, "rules with a place"
    assert seen[True] >= 30, "rules without"


@pytest.mark.parametrize("name", [name for name, p in PREDICATES.items() if p.tail is None])
def test_what_statements_become_is_known(name):
    """Draw points from a few names, so that many coincide."""
    rng, predicate = np.random.default_rng(3), PREDICATES[name]
    values = {
        "angle": [Fraction(k, 12) for k in range(12)],
        "surd": [Surd.of(1), Surd.of(2)],
        None: [None],
    }[predicate.constant]
    became = Counter()
    for _ in range(4000):
        points = [str(one) for one in rng.choice(list("ABCDE"), predicate.arity)]
        try:
            value = values[int(rng.integers(len(values)))]
            became[Statement(name, tuple(points), value).predicate] += 1
        except StatementError:
            continue
    assert set(became) == {name, *_SIMPLER.get(name, ())}
    assert became.total() >= 840
