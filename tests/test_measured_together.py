"""Statements measured together have the residuals that each has alone."""

from functools import cache

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from strategies import spellings

from geoengine.errors import StatementError
from geoengine.families.reasoning import make_context
from geoengine.language import Statement
from geoengine.scene import load_problem


@cache
def altitudes():
    """A scene with two altitudes and a midpoint."""
    problem = load_problem("A B C = triangle; D = foot A B C; E = foot B A C; F = midpoint B C")
    return make_context(problem, scene="altitudes", seed=1)


@given(st.lists(spellings(names=st.sampled_from("ABCDEF")), min_size=1, max_size=12))
def test_statements_measured_together_are_as_far_off_as_alone(found):
    context = altitudes()
    context._measured.clear()
    statements = []
    for name, points, value in found:
        try:
            statements.append(Statement(name, points, value))
        except StatementError:
            continue
    context.measure(statements)
    figures = context.check_diagram
    for statement in statements:
        alone = statement.measured(figures.xy, figures.index)
        expected = [alone.min(), alone.max()]
        assert np.allclose(context.measured(statement), expected, rtol=1e-9, equal_nan=True)
