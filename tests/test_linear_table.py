"""Linear tables: copies, copies with more quantities, and what is added before an update."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine import kernel
from geoengine.deduction.linear_table import LinearTable
from geoengine.deduction.random_source import RandomSource
from geoengine.deduction.residues import PRIME
from geoengine.deduction.sines import equal_differences

needs_kernel = pytest.mark.skipif(
    kernel.why_missing() is not None, reason=f"the kernel is {kernel.why_missing()}"
)
QUANTITIES, CONSTANTS = 7, 2


def equations(random, count, quantities):
    """Return equations of a few of the quantities and of the constants after them."""
    variables = random.integers(0, quantities + CONSTANTS + 1, size=(count, 3))
    return variables, random.integers(-2, 3, size=(count, 3))


def begun(random, count):
    table = LinearTable(QUANTITIES, RandomSource.seeded(3))
    table.define({QUANTITIES + 1: {0: 5}, QUANTITIES + 2: {1: 3}})
    table.add_all(*equations(random, count, QUANTITIES))
    return table


def updated(table):
    """Return what a table says of its quantities, after all equations are taken up."""
    table.update_solutions()
    solutions = table.random_solutions.tolist(), table.free_part.tolist()
    entangled = table.entangled(np.arange(1, QUANTITIES + 1, 2)).tolist()
    return table.rank, solutions, table.determined().tolist(), entangled


def in_numpy(function, *arguments):
    with kernel.in_numpy():
        return function(*arguments)


def copies(seed, count):
    """Add to a table and to a copy of it, which share equations that were not taken up yet."""
    random = np.random.default_rng(seed)
    table = begun(random, count)
    other = table.copied(RandomSource.seeded(4))
    further, more = (equations(random, count, QUANTITIES) for _ in range(2))
    return (
        [table.add_all(*further), other.add_all(*more)],
        [updated(table), updated(other)],
    )


def moved(seed, count, more):
    """Add to a copy that has more quantities, between the old ones, and one more constant."""
    random = np.random.default_rng(seed)
    table = begun(random, count)
    total = QUANTITIES + more
    chosen = np.sort(random.permutation(total)[:QUANTITIES]) + 1
    places = np.concatenate([[0], chosen, np.arange(CONSTANTS) + total + 1])
    other = table.moved(total, places, RandomSource.seeded(4))
    before = updated(other)
    further = equations(random, count, total)
    other.add_all(*further)
    other.define({total + CONSTANTS + 1: {0: 2, 2: 7}})
    return before, updated(other)


@needs_kernel
@given(st.integers(0, 2**32), st.integers(0, 6))
def test_copies_are_the_same_with_the_kernel(seed, count):
    assert copies(seed, count) == in_numpy(copies, seed, count)


@needs_kernel
@given(st.integers(0, 2**32), st.integers(0, 6), st.integers(0, 5))
def test_larger_copies_are_the_same_with_the_kernel(seed, count, more):
    assert moved(seed, count, more) == in_numpy(moved, seed, count, more)


@given(st.integers(0, 2**32), st.integers(0, 6))
def test_a_copy_knows_nothing_of_what_is_added_elsewhere(seed, count):
    random = np.random.default_rng(seed)
    table = begun(random, count)
    other = table.copied(RandomSource.seeded(4))
    further = equations(random, count, QUANTITIES)
    other.add_all(*further)
    alone = begun(np.random.default_rng(seed), count)
    assert updated(table) == updated(alone)
    table.add_all(*further)
    assert updated(table) == updated(other)


@given(st.integers(0, 2**32), st.integers(0, 9))
def test_solutions_solve_the_equations_between_quantities(seed, count):
    random = np.random.default_rng(seed)
    table = LinearTable(QUANTITIES, RandomSource.seeded(3))
    variables = random.integers(0, QUANTITIES + 1, size=(count, 3))
    coefficients = random.integers(-2, 3, size=(count, 3))
    parts = np.array_split(np.arange(count), 2)
    for part in parts:
        table.add_all(variables[part], coefficients[part])
    table.update_solutions()
    values = (coefficients[:, :, None] * table.random_solutions[variables]).sum(axis=1) % PRIME
    assert not values.any()
    matrix = np.zeros((count, QUANTITIES + 1))
    np.add.at(matrix, (np.arange(count)[:, None], variables), coefficients)
    assert table.rank == (np.linalg.matrix_rank(matrix[:, 1:]) if count else 0)


def test_equal_differences_are_of_entangled_quantities():
    found = Counter()

    @given(st.integers(0, 2**32), st.integers(0, 6))
    def compare(seed, count):
        table = LinearTable(QUANTITIES, RandomSource.seeded(3))
        rows = np.random.default_rng(seed).integers(1, QUANTITIES + 1, size=(count, 4))
        table.add_all(rows, np.tile([1, -1, -1, 1], (count, 1)))
        table.update_solutions()
        _, firsts = np.unique(table.random_solutions[1:], axis=0, return_index=True)
        quantities = np.sort(firsts) + 1
        kept = quantities[table.entangled(quantities)]
        every, some = (
            [(own[[*one]].tolist(), own[[*other]].tolist()) for one, other in pairs]
            for own, pairs in (
                (own, equal_differences(table.random_solutions[own])) for own in (quantities, kept)
            )
        )
        assert every == some
        found[len(kept) < len(quantities), bool(every)] += 1

    compare()
    assert found[True, True] > 5, found
