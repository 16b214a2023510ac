"""Rules are found at work in what a proof says, whatever their letters stand for."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from geoengine.catalogue import load_rules, load_scenes
from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.graph import deduce
from geoengine.language import Statement, read
from geoengine.scene.series import sample_series
from geoengine.verify.matching import applies, is_identity

RULES = load_rules()


def instance(rule, rng):
    """What a rule is given and concludes where several letters may share a point."""
    points = "CFEDPQ"[: rng.randint(3, 6)]
    mapping = {letter: rng.choice(points) for letter in rule.variables}
    antecedents = []
    try:
        apart = [pattern.statement(mapping) for pattern in rule.where]
        for pattern in rule.given:
            try:
                antecedents.append(pattern.statement(mapping))
            except DegenerateStatementError:
                if not is_identity(pattern, mapping):
                    return None
        if any(Statement("ncoll", a.points) in apart for a in antecedents if a.predicate == "coll"):
            return None
        return tuple(antecedents), rng.choice(rule.then).statement(mapping)
    except StatementError:
        return None


@st.composite
def instances(draw: st.DrawFn):
    """A rule, what it is given and what it concludes."""
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
        assert is_identity(pattern, mapping) or _placed(pattern, mapping) in antecedents


def _placed(pattern, mapping):
    try:
        return pattern.statement(mapping)
    except StatementError:
        return None


@pytest.mark.slow
def test_every_derivation_by_a_rule_is_found():
    """Of sampled scenes: an item's printed proof says no more than antecedents and conclusion."""
    for sampled in islice(sample_series(list(load_scenes().values()), seed=5), 60):
        graph = deduce(sampled.problem, seed=1)
        for conclusion in graph.deduction.conclusions():
            for step in graph.deduction.all_derivations(conclusion):
                rule = RULES.get(step.rule)
                if rule is not None:
                    said = f"{rule.id}: {step.antecedents} give {conclusion}"
                    assert applies(rule, step.antecedents, conclusion) is not None, said
