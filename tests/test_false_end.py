"""False ends of proofs: how they look beside other steps is estimated as `Looks` finds it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from tasks_of import contexts_of

from geoengine.families.reasoning.alterations import Alterations
from geoengine.families.reasoning.detour import renumbered
from geoengine.families.reasoning.false_end import FalseEnd
from geoengine.families.reasoning.goal_choice import goals
from geoengine.families.reasoning.looks import LIMIT, Looks
from geoengine.scene import describe

SEED, SCENES, PROOFS = 5, 20, 24


def united(one, other):
    """The steps of two proofs, each once, as one attempt; the last step of the first comes last."""
    last = one.steps[-1]
    steps = {step.conclusion: step for step in (*other.steps, *one.steps)}
    del steps[last.conclusion]
    return renumbered([*steps.values(), last], one.names | other.names)


def pairs():
    """Proofs with a false end, and other proofs of the same scene about the same points."""
    for index, context in contexts_of(SEED, range(SCENES)):
        rng = np.random.default_rng(index)
        alterations = Alterations(context, rng, "faulty_branch")
        proofs = [goal.proof for goal, _ in zip(goals(context, rng), range(PROOFS), strict=False)]
        told = {proof.goal: describe(context.problem.part(proof.points)) for proof in proofs}
        for one, other in combinations(proofs, 2):
            others = {step.conclusion for step in other.steps}
            if told[one.goal] != told[other.goal] or one.goal in others:
                continue
            looks = Looks(context, one)
            for verdict in alterations.worthwhile(looks, one.steps[-1]):
                yield context, looks, one, other, verdict.statement


def test_the_estimate_is_exact_where_no_more_of_the_problem_is_printed():
    found = {True: 0, False: 0}
    for context, looks, one, other, claim in pairs():
        attempt = united(one, other)
        change = Looks(context, attempt).change(attempt.steps[-1], claim)
        if change == pytest.approx(LIMIT):
            continue
        end = FalseEnd(looks, one, claim)
        steps = [step for step in attempt.steps if step.conclusion != one.goal]
        assert end.looks_true(steps) == (change < LIMIT)
        found[change < LIMIT] += 1
    assert min(found.values()) > 10
