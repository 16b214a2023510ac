"""The simplex method of certificates against a general solver."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from geoengine.deduction.simplex import least_sum


@st.composite
def systems(draw):
    """Draw small systems like those of certificates; about half of them have a solution."""
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 12))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    matrix = rng.integers(-2, 3, size=(rows, columns)) * (rng.random((rows, columns)) < 0.6)
    matrix = matrix.astype(float)
    weights = rng.integers(1, 5, size=columns).astype(float)
    if draw(st.booleans()):
        right = matrix @ rng.integers(-2, 3, size=columns)
    else:
        right = rng.integers(-2, 3, size=rows).astype(float)
    return matrix, right, weights


def test_least_sum_is_as_small_as_a_general_solver_finds_it():
    tried = Counter()

    @given(systems())
    def check(system):
        matrix, right, weights = system
        wanted = linprog(
            np.concatenate([weights, weights]), A_eq=np.hstack([matrix, -matrix]), b_eq=right
        )
        found = least_sum(matrix, right, weights)
        tried["none" if found is None else "some"] += 1
        assert (found is None) == (wanted.x is None)
        if found is not None:
            np.testing.assert_allclose(matrix @ found, right, atol=1e-7)
            np.testing.assert_allclose(weights @ np.abs(found), wanted.fun, atol=1e-6)
            assert (np.abs(found) > 1e-7).sum() <= np.linalg.matrix_rank(matrix)

    check()
    assert tried["some"] >= 49
    assert tried["none"] >= 14
