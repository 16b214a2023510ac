"""Tests of variations of figures, and of the counterexamples among them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import statements

from geoengine.families.reasoning import make_context
from geoengine.families.reasoning.goal_choice import goals
from geoengine.families.reasoning.variation import gradients
from geoengine.language import PREDICATES
from geoengine.scene import load_problem

RELATIONS = [name for name, one in PREDICATES.items() if one.kind.value == "relation"]
STEP = 1e-6


def slow_gradients(statement, index, xy):
    """Unit gradients by differences with regard to all points, one coordinate at a time."""
    rows = [index[point] for point in statement.points]
    values = [] if statement.value is None else [float(statement.value)]

    def offsets(xy):
        z = (xy[..., 0] + 1j * xy[..., 1])[rows]
        found = statement.definition.offsets(z, *values)
        return np.array([part for one in found for part in parts(one)])

    def parts(offset):
        return [offset.real, offset.imag] if np.iscomplexobj(offset) else [offset]

    slopes = []
    for axis in (0, 1):
        for point in range(len(xy)):
            move = np.zeros_like(xy)
            move[point, axis] = STEP
            slopes.append((offsets(xy + move) - offsets(xy - move)) / (2 * STEP))
    found = np.array(slopes).T
    return found / np.linalg.norm(found, axis=1, keepdims=True)


@settings(deadline=None, max_examples=150)
@given(st.lists(statements(RELATIONS), min_size=1, max_size=4), st.integers(0, 1000))
def test_only_the_points_of_a_relation_need_be_moved(relations, seed):
    names = [*sorted({point for one in relations for point in one.points}), "unused"]
    xy = np.random.default_rng(seed).normal(size=(len(names), 2))
    index = {name: row for row, name in enumerate(names)}
    found = gradients(names, xy, relations)
    for relation in relations:
        with np.errstate(all="ignore"):
            expected = slow_gradients(relation, index, xy)
        assert np.allclose(found[relation], expected, atol=1e-6, equal_nan=True)


@pytest.mark.parametrize(
    "text",
    [
        "A B C = triangle A B C; D = foot D A B C; E = foot E B A C; H = orthocenter H A B C",
        "A B C = r_triangle_of A B C 3 4; D = foot D A B C; M = midpoint M B C",
    ],
)
def test_counterexamples_found_together_are_those_found_alone(text):
    together, alone = (
        make_context(load_problem(text), scene="altitudes", seed=1) for _ in range(2)
    )
    shown = refuted = 0
    for goal in goals(together, np.random.default_rng(0)):
        found = together.counterexamples(goal.statement, together.premises)
        for premise, figure in found.items():
            single = alone.counterexample(goal.statement, premise)
            assert (figure is None) == (single is None)
            if figure is None:
                continue
            assert figure.record() == single.record()
            shown += 1
            index = {name: row for row, name in enumerate(figure.names)}
            off = {one: float(one.measured(figure.xy[None], index)[0]) for one in together.premises}
            assert all(off[one] <= 1e-9 for one in together.premises if one != premise)
            assert off[premise] > 1e-4 < float(goal.statement.measured(figure.xy[None], index)[0])
            refuted += premise in goal.proof.premises
    assert shown >= refuted > 5
