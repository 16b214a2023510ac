"""What a reader who does no geometry can tell of premises offered as options."""

import math
from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tasks_of import build, contexts_of

from geoengine.adversary import QuestionText
from geoengine.adversary.guessers import Options, rule_hits
from geoengine.families.reasoning.balanced_choice import balanced_choice
from geoengine.families.reasoning.plainest_naming import plainest_points
from geoengine.families.reasoning.premise_numbers import PremiseNumbers
from geoengine.items import stream
from geoengine.language import parse_statement

SEED, INDICES = 1, (7, 10, 13, 36, 38, 1, 5, 8)


@pytest.fixture(
    params=[5, pytest.param(8, marks=pytest.mark.slow(seconds=3))], ids="{} scenes".format
)
def scenes(request):
    return scenes_of(request.param)


@cache
def scenes_of(count):
    """Return some scenes, each with its context and the items of the task."""
    found = []
    for index, context in contexts_of(SEED, INDICES[:count]):
        items = build(
            "premise_filtering", context, stream(SEED, index, "premise_filtering"), most=8
        )
        if items:
            found.append((context, items))
    assert len(found) >= 0.6 * count
    assert sum(len(items) for _, items in found) >= 3 * count
    return found


def statements_of(item):
    return [parse_statement(option["statement"]) for option in item.certificate["options"]]


def test_the_goal_depends_on_all_points_of_the_key_even_if_put_plainly(scenes):
    for context, items in scenes:
        numbers = PremiseNumbers(context.problem, context.premises)
        for item in items:
            key = statements_of(item)[item.choice.key - 1]
            goal = parse_statement(item.meta["goal"])
            others = [one for one in context.premises if one != key]
            plain = plainest_points(goal, others, context.problem.points)
            assert numbers.depends_on(plain).issuperset(key.points), item.question


@pytest.mark.parametrize(
    ("goal", "premises", "needed"),
    [
        # FG is the line EF, wherever G is on it.
        ("eqangle D F D M F G F M", ["coll E F G", "coll B G O"], "DEFM"),
        ("para C E F N", ["coll A F N", "coll B D F"], "ACEN"),
        # EM is perpendicular to CD, wherever E is.
        ("eqangle A B A D E M D M", ["coll B C D", "perp C D E M"], "ABCDM"),
        # DH is as long as DF, and AD as a side whose length is known.
        ("eqratio A D D H C D C E", ["cong D F D H", "cong A D C D", "lconst C D 12"], "CDEF"),
        ("cyclic A B D G", ["coll D E G"], "ABDG"),
    ],
)
def test_a_point_of_which_only_a_line_or_length_matters_is_not_needed(goal, premises, needed):
    known = [parse_statement(one) for one in premises]
    assert plainest_points(parse_statement(goal), known, "OABCDMNEFGH") == set(needed)


def test_the_plainest_names_are_of_no_later_points_than_those_of_the_goal(scenes):
    for context, items in scenes:
        for item in items:
            goal = parse_statement(item.meta["goal"])
            plain = plainest_points(goal, context.premises, context.problem.points)
            order = context.problem.points.index
            assert max(map(order, plain), default=0) <= max(map(order, goal.points))


def test_a_goal_depends_on_its_points_and_on_what_they_are_constructed_from(scenes):
    fewer = 0
    for context, items in scenes:
        numbers = PremiseNumbers(context.problem, context.premises)
        for item in items:
            goal = parse_statement(item.meta["goal"])
            known = numbers.depends_on(goal.points)
            assert known.issuperset(goal.points)
            for step in context.problem.steps:
                if not known.isdisjoint(step.points):
                    assert all(known.issuperset(call.arguments) for call in step.calls)
            fewer += known != set(context.problem.points)
    assert fewer >= 5


def test_the_proof_names_all_points_of_the_key(scenes):
    for context, items in scenes:
        for item in items:
            key = statements_of(item)[item.choice.key - 1]
            assert context.proof(parse_statement(item.meta["goal"])).points.issuperset(key.points)


def test_some_distractor_names_the_points_of_as_many_premises_as_the_key(scenes):
    for context, items in scenes:
        together = PremiseNumbers(context.problem, context.premises).together
        for item in items:
            key, *others = statements_of(item.with_key_at(1))
            assert together(key) <= max(map(together, others)), item.question


def test_no_premise_is_the_only_one_with_a_number(scenes):
    for _, items in scenes:
        for item in items:
            assert sum(one.value is not None for one in statements_of(item)) != 1


def test_no_single_number_tells_the_key(scenes):
    """Over all scenes, a guess by one number alone is right about as often as by chance."""
    texts = [QuestionText.of(item) for _, items in scenes for item in items]
    options = Options.of_texts(texts)
    hits = dict(zip(options.columns, rule_hits(options).reshape(-1, 2).max(axis=1), strict=True))
    # The best of some 150 guesses, at items of which four come from one scene.
    deviation = math.sqrt(len(texts) * 0.25 * 0.75)
    most = Counter(hits).most_common(3)
    assert most[0][1] < 0.25 * len(texts) + 4 * deviation, (most, len(texts))


@given(
    st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), min_size=1, max_size=12),
    st.integers(0, 12),
    st.integers(0, 20),
    st.integers(0, 5),
)
def test_a_choice_is_within_the_tolerance(rows, most, tolerance, seed):
    compared = np.array(rows, dtype=float)
    chosen = balanced_choice(np.random.default_rng(seed), compared, most, tolerance)
    assert len(set(chosen)) == len(chosen) <= most
    assert np.square(compared[chosen].sum(axis=0)).sum() <= tolerance
