"""False sets of results, which are offered beside those that a last step uses."""

from itertools import permutations

import numpy as np
import pytest

from geoengine.families.reasoning import make_context
from geoengine.families.reasoning.asked_goals import AskedGoal
from geoengine.families.reasoning.correspondences import hiding
from geoengine.families.reasoning.false_sets import _equated, false_sets
from geoengine.families.reasoning.last_steps import LastStep
from geoengine.language import parse_statement
from geoengine.scene import load_problem

EVERY = [frozenset(map(frozenset, zip("ABC", p, strict=True))) for p in permutations("DEF")]


@pytest.mark.parametrize("own", EVERY)
@pytest.mark.parametrize("vertices", ["A", "AB", "BC"])
def test_wrong_correspondences_hide_the_right_one(own, vertices):
    """What two options or more share is as true of wrong ones as of the right one."""
    telling = {pair for pair in own if not pair.isdisjoint(vertices)}
    others = [one for one in EVERY if one != own]
    found = hiding(own, others, telling, 3)
    assert len(found) == {1: 4, 2: 2}[len(vertices)]
    for chosen in found:
        offered = [own, *chosen]
        for option in offered:
            assert sum(not option.isdisjoint(other) for other in offered if other != option) == 2
        assert all(any(pair in one for one in chosen) for pair in telling)


def test_where_the_largest_angles_match_in_the_right_option_alone_there_is_no_choice():
    own = EVERY[0]
    (telling,) = (pair for pair in own if "A" in pair)
    others = [one for one in EVERY if telling not in one]
    assert hiding(own, others, frozenset({telling}), 3) == []


@pytest.mark.parametrize("seed", range(4))
def test_no_two_sets_say_that_the_same_segments_are_equal(seed):
    """Of a rhombus, three equalities say the same whichever sides they compare."""
    text = (
        "A B C = triangle_sss A B C 5 13 12; D = on_pline D C A B, on_circum D A B C;"
        " E = intersection_ll E A C B D; F = parallelogram F B C E"
    )
    context = make_context(load_problem(text), scene="rhombus", seed=seed)
    goal = parse_statement("para A F B E")
    key = tuple(map(parse_statement, ("cong A E A F", "cong A F B F", "cong B E B F")))
    (step,) = (s for s in context.graph.derivations(goal) if set(s.antecedents) == set(key))
    found = false_sets(context, np.random.default_rng(seed), LastStep(step, key), AskedGoal(goal))
    for triple in found:
        # All sets of sides of ABEF suppose this rhombus; with other points there are others.
        supposed = {_equated(states) for states in (key, *(states for states, _ in triple))}
        assert len(supposed) == 4
