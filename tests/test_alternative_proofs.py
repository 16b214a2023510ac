"""Several proofs of one goal."""

from __future__ import annotations

import pytest
from random_scenes import random_problem

import geoengine as ge
from geoengine.graph import alternatives, deduce, trace

ALTITUDES = (
    "A B C = triangle; D = foot D A B C; E = foot E B C A; M = midpoint M A B ? cong M D M E"
)


def known_before(proof, conclusion):
    """All that a proof knows where it draws a conclusion: premises and steps that lead there."""
    known = {}
    for step in proof.steps:
        known[step.number] = set(step.derivation.antecedents).union(
            *(known[number] for number in step.uses)
        )
        if step.conclusion == conclusion:
            return known[step.number]
    return None


def longest_goals(graph, count):
    return sorted(graph.states, key=lambda state: (graph.deduction.rank(state), str(state)))[
        -count:
    ]


@pytest.mark.parametrize("short", [False, True])
def test_no_alternative_takes_a_detour(short):
    compared = 0
    for seed in range(12):
        problem = random_problem(seed)
        if problem is None:
            continue
        graph = deduce(problem)
        for goal in longest_goals(graph, 3):
            proofs = alternatives(graph, goal, count=3, short=short)
            assert len({frozenset(proof.steps) for proof in proofs}) == len(proofs)
            for number, proof in enumerate(proofs):
                for other in proofs[:number]:
                    compared += 1
                    for step in other.steps:
                        direct = set(step.derivation.antecedents)
                        own = [s for s in proof.steps if s.conclusion == step.conclusion]
                        for mine in own:
                            used = set(mine.derivation.antecedents)
                            if used != direct and used & direct:
                                assert not direct <= known_before(proof, step.conclusion)
    assert compared >= 10


def test_a_step_through_a_computed_ratio_is_no_other_proof():
    """That AB is twice AM because AM = BM says no more than that M is the midpoint."""
    graph = deduce(ge.load_problem(ALTITUDES))
    first, *others = alternatives(graph, count=3, short=True)
    assert len(first.steps) == 6
    assert all("midpoint_by_lengths" not in proof.rules for proof in others)
    assert all(len(proof.steps) <= 12 for proof in others)


def test_the_first_is_the_proof_that_is_traced():
    graph = deduce(ge.load_problem(ALTITUDES))
    assert alternatives(graph, count=1) == [trace(graph)]
