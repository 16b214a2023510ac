"""Which theorem gives a statement: choices of theorems, against instances found by measuring."""

from collections import Counter
from itertools import chain, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tasks_of import contexts_of

from geoengine.catalogue import Pattern, load_rules
from geoengine.errors import StatementError
from geoengine.families.reasoning.conclusion_forms import has_form
from geoengine.families.reasoning.depth import SHALLOW, depth_of
from geoengine.families.reasoning.given_relations import RELATIONS, GivenRelations
from geoengine.families.reasoning.theorem_odds import EVENED, chance_to_keep, odds_of
from geoengine.families.reasoning.theorem_reasons import reason_choices
from geoengine.families.reasoning.theorems import both_orientations
from geoengine.items import stream
from geoengine.verify.proofs.conclusion_places import places_in_conclusion
from geoengine.verify.proofs.instances import instances_of

TASK = "theorem_selection"


def test_only_the_key_gives_the_statement() -> None:
    """As the judge finds it, which shares no code with the search for choices."""
    found = 0
    for seed, index, context in scenes(5, range(16)):
        points, xy = context.diagram.points, context.diagram.xy[:2]
        rng = stream(seed, index, TASK)
        for choice in chain.from_iterable(reason_choices(context, rng, TASK, "reason")):
            goal = choice.goal.statement
            assert depth_of(context.graph, goal) > SHALLOW
            assert choice.use.conclusion == goal
            for theorem in (choice.key, *choice.distractors):
                assert has_form(theorem, goal)
                uses = [
                    any(instances_of(load_rules()[rule], points, xy, concluding=goal))
                    for rule in both_orientations(theorem)
                ]
                assert any(uses) == (theorem == choice.key), (theorem, str(goal))
            found += 1
    assert found >= 12


def test_what_theorems_give_is_what_the_judge_finds() -> None:
    """For true statements of a scene and for all theorems that apply in it."""
    counts = Counter[bool]()
    for _, index, context in scenes(7, range(4)):
        given_relations = GivenRelations(context)
        points, xy = context.diagram.points, context.diagram.xy[:2]
        states = [one for one in context.graph.states if one.predicate in RELATIONS]
        rng = np.random.default_rng(index)
        for statement in rng.permutation(np.array(states, dtype=object))[:6]:
            for theorem in sorted(given_relations.theorems):
                found = any(
                    any(instances_of(load_rules()[rule], points, xy, concluding=statement))
                    for rule in both_orientations(theorem)
                )
                # The deduction lists more: those whose conditions on the figure fail.
                assert given_relations.gives(theorem, statement) >= found
                counts[found] += 1
    assert counts[True] >= 10
    assert counts[False] >= 100


@given(st.lists(st.sampled_from(sorted(load_rules())), min_size=4, max_size=4, unique=True))
def test_odds_of_four_theorems_are_evened_out_in_part(rules: list[str]) -> None:
    kept = [
        np.exp(EVENED * odds_of("reason", key))
        * chance_to_keep("reason", key, [rule for rule in rules if rule != key])
        for key in rules
    ]
    assert kept == pytest.approx([kept[0]] * 4)


POINTS = "ABCDE"
COLLINEAR = np.array([
    [[0, 0], [1, 0], [3, 0], [0.7, 2], [1.1, -1.7]],
    [[0, 1], [1, 2], [4, 5], [-1, 3], [2.3, 0.1]],
])  # fmt: skip
"""Two figures in which A, B and C lie on a line."""

PATTERNS = [
    pattern
    for rule in load_rules().values()
    for pattern in rule.then
    if pattern.predicate in {*RELATIONS, "eqprod"} and len(set(pattern.letters)) <= 4
]


@given(st.sampled_from(PATTERNS), st.permutations(POINTS))
def test_places_are_all_those_that_say_the_same(pattern: Pattern, order: list[str]) -> None:
    letters = list(dict.fromkeys(pattern.letters))
    try:
        statement = pattern.statement(dict(zip(letters, order, strict=False)))
    except StatementError:
        return
    if statement.predicate != pattern.predicate:
        return
    wanted = meaning(statement.predicate, statement.points)
    expected = {
        place
        for place in product(range(len(POINTS)), repeat=len(letters))
        if wanted == meaning(pattern.predicate, named(pattern, letters, place))
    }
    places = places_in_conclusion(pattern, statement, POINTS, COLLINEAR)
    assert {tuple(place) for place in places.tolist()} == expected


def named(pattern: Pattern, letters: list[str], place: tuple[int, ...]) -> list[str]:
    points = dict(zip(letters, (POINTS[k] for k in place), strict=True))
    return [points[letter] for letter in pattern.letters]


def meaning(predicate: str, points: tuple[str, ...] | list[str]) -> object:
    """What a relation says, whatever names it uses; None where a segment has no length."""
    pairs = [frozenset(points[k : k + 2]) for k in range(0, len(points), 2)]
    if any(len(pair) == 1 for pair in pairs):
        return None
    if predicate in {"eqangle", "para", "perp"}:
        pairs = [frozenset("ABC") if pair <= set("ABC") else pair for pair in pairs]
    if len(pairs) == 2:
        return frozenset(Counter(pairs).items())
    a, b, c, d = pairs
    halves = ((a, b), (c, d)) if predicate == "eqprod" else ((a, d), (b, c))
    return frozenset(Counter(frozenset(Counter(half).items()) for half in halves).items())


def scenes(seed: int, numbers: range):  # type: ignore[no-untyped-def]
    for index, context in contexts_of(seed, numbers):
        yield seed, index, context
