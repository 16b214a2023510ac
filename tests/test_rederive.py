"""Closures of one figure: from other premises, without some rules, and only up to given goals."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.catalogue import load_scenes
from geoengine.deduction import Deduction, Limits, StopReason
from geoengine.deduction.residues import PRIME, combined
from geoengine.graph import NotDerivedError, deduce, trace
from geoengine.scene import sample

SCENES = sorted(load_scenes())[::18]
QUICK = ["parallelogram_diagonals", "two_right_triangles"]
EACH = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow(seconds=15))
    for name in SCENES
]


@cache
def problem_of(name: str):
    return sample(load_scenes()[name], np.random.default_rng(5), extra=1, seed=5)


def graph_of(name: str):
    graph = deduce(problem_of(name))
    graph.confirm_all()
    return graph


def proof_or_none(graph, goal):
    try:
        return trace(graph, goal)
    except NotDerivedError:
        return None


def withheld(graph) -> list[frozenset[str]]:
    """Return the rules that derive the last states, one for each."""
    used = {rule for state in graph.states[-3:] for rule in trace(graph, state).rules}
    return [frozenset({rule}) for rule in sorted(used.intersection(graph.rules))[:4]]


@pytest.mark.parametrize("name", EACH)
def test_a_proof_does_not_hang_on_what_was_asked_before(name):
    asked, fresh = graph_of(name), graph_of(name)
    for premise in asked.premises:
        rest = [other for other in asked.premises if other != premise]
        asked.rederive(premises=rest).stop_reason  # noqa: B018 - gone to its end
    tried = Counter()
    for rules in withheld(fresh):
        one, other = asked.rederive(without=rules), fresh.rederive(without=rules)
        for state in fresh.states[-5:]:
            proof = proof_or_none(other, state)
            assert proof_or_none(one, state) == proof
            tried["not proved" if proof is None else "proved"] += 1
    assert tried["proved"] >= 18


@pytest.mark.parametrize("name", EACH)
def test_a_closure_that_stops_early_says_what_the_whole_one_says(name):
    graph = graph_of(name)
    states = [graph.states[k] for k in np.random.default_rng(1).permutation(len(graph.states))[:12]]
    tried = Counter()
    for rules in withheld(graph):
        whole, lazy = graph.rederive(without=rules), graph.rederive(without=rules)
        assert whole.stop_reason is StopReason.SATURATED
        for state in states:
            proof = proof_or_none(whole, state)
            assert proof_or_none(lazy, state) == proof
            tried["not proved" if proof is None else "proved"] += 1
    for premise in graph.premises:
        rest = [other for other in graph.premises if other != premise]
        whole, lazy = graph.rederive(premises=rest), graph.rederive(premises=rest)
        known = set(whole.states) | set(rest)
        derived = [whole.derived(s) for s in states]
        assert [lazy.derived(s) for s in states] == derived
        assert all(one for s, one in zip(states, derived, strict=True) if s in known)
        tried.update("derived" if one else "not derived" for one in derived)
        tried["known"] += len(known.intersection(states))
    assert tried["proved"] >= 43
    assert tried["derived"] >= 105
    assert tried["not derived"] >= 14
    assert tried["known"] >= 100


def test_a_closure_goes_no_further_than_is_asked():
    graph = graph_of(SCENES[0])
    rounds = len(graph.rederive().deduction.closure.history)
    lazy = graph.rederive()
    assert lazy.derived(graph.states[0])
    assert len(lazy.deduction._closure.history) < rounds
    assert lazy.stop_reason is StopReason.SATURATED
    assert len(lazy.deduction._closure.history) == rounds


@pytest.mark.parametrize("rounds", [1, 200])
@pytest.mark.parametrize("name", EACH)
def test_further_premises_may_come_later(name, rounds):
    graph = graph_of(name)
    limits, proofs = Limits(rounds=rounds), 0
    for further in (graph.states[-1:], graph.states[:3], ()):
        later = graph.extended(further, limits=limits)
        at_once = graph.rederive(premises=[*graph.premises, *further], limits=limits)
        assert later.states == at_once.states
        assert later.premises == at_once.premises
        assert later.stop_reason == at_once.stop_reason
        for state in islice(at_once.states, 0, None, 40):
            assert trace(later, state) == trace(at_once, state)
            proofs += 1
    assert proofs >= 3


@pytest.mark.parametrize("name", EACH)
def test_ranks_are_the_same_one_by_one_and_kind_by_kind(name):
    work = graph_of(name).deduction
    alone = Deduction(work.points, work.groundwork, work.premises)
    ranked = work.ranked()
    assert len(ranked) >= 60
    assert ranked == sorted(ranked, key=lambda state: (alone.rank(state), state))
    assert set(ranked) == set(work.conclusions())
    assert [work.rank(state) for state in ranked] == [alone.rank(state) for state in ranked]


@given(st.data())
def test_sums_of_residues_are_exact_whatever_the_coefficients(data):
    residues = st.integers(0, PRIME - 1)
    size = data.draw(st.sampled_from([3, 2**20, 2**28 - 1, 2**28, 2**62]))
    coefficients = data.draw(st.lists(st.integers(-size, size), min_size=1, max_size=6))
    terms = [[data.draw(residues), data.draw(residues)] for _ in coefficients]
    expected = [
        sum(c * term[k] for c, term in zip(coefficients, terms, strict=True)) % PRIME
        for k in (0, 1)
    ]
    assert combined(np.array(coefficients), np.array(terms)).tolist() == expected
