"""Openings: instances of rules that lack one hypothesis before they give a goal."""

from __future__ import annotations

import numpy as np
import pytest
from random_scenes import random_problem

import geoengine as ge
from geoengine.catalogue import load_rules
from geoengine.deduction import Deduction, lay_groundwork
from geoengine.deduction.openings import openings
from geoengine.language import parse_statement
from geoengine.scene import load_problem, place

# Three points at equal distances from A and B.
KITE = "A B = segment; C = on_bline A B; D = on_bline A B; E = on_bline A B"


def without(problem, *left_out):
    """Return what follows from the other premises of a problem."""
    rules = tuple(load_rules().values())
    groundwork = lay_groundwork(place(problem).xy, rules)
    premises = [one for one in problem.relations if one not in left_out]
    return Deduction(problem.points, groundwork, premises)


def test_the_instances_have_the_points_that_lead_to_the_goal():
    problem = load_problem(KITE)
    deduction = without(problem, *(one for one in problem.relations if "E" in one.points))
    rows = deduction.openings(parse_statement("coll C D E"))
    assert len(rows)
    assert all({0, 1, 4} <= {*row} for row in rows.tolist())


def test_a_goal_about_points_that_nothing_is_known_of_has_no_openings():
    problem = load_problem("A B C = triangle; D = midpoint A B; E = free")
    deduction = without(problem, parse_statement("coll A B D"))
    assert not len(deduction.openings(parse_statement("cong A E C E")))


@pytest.mark.parametrize("seed", range(2, 14))
def test_a_goal_follows_once_what_an_opening_lacks_is_known(seed):
    problem = random_problem(seed)
    whole = ge.deduce(problem).deduction
    rng = np.random.default_rng(seed)
    premise = problem.relations[rng.integers(len(problem.relations))]
    less = without(problem, premise)
    closure = less.closure
    lost = [goal for goal in whole.ranked() if not less.knows(goal) and not goal.is_condition]
    one_step = checked = 0
    for goal in lost[:40]:
        steps = [step for step in whole.derivations(goal) if step.rule in load_rules()]
        near = any([less.knows(a) for a in step.antecedents].count(False) == 1 for step in steps)
        found = openings(closure, less._facts.fact(goal))
        one_step += near
        for number in found[:3].tolist():
            instance = less._by_rules.of_instance(*closure.agenda.instance(number), 0)
            unknown = [one for one in instance.antecedents if not less.knows(one)]
            assert len(unknown) == 1, (goal, instance)
            assert less.extended(unknown).knows(goal), (goal, instance)
            checked += 1
    assert checked or not one_step
