"""Statements divided into simpler ones are true in the same figures as by their measures."""

from __future__ import annotations

from functools import cache
from operator import itemgetter

import numpy as np
import pytest
from random_scenes import random_problem

from geoengine import kernel
from geoengine.deduction.compiled_rule import Atom
from geoengine.deduction.distinct_arguments import distinct_arguments
from geoengine.deduction.frame import Frame
from geoengine.deduction.join_checks import numbered
from geoengine.deduction.simpler_statements import simpler_statements
from geoengine.deduction.true_instances import true_rows
from geoengine.deduction.true_relations import Relations
from geoengine.errors import PlacementError
from geoengine.language import PREDICATES
from geoengine.scene import place

DIVIDED = {
    "midp": 3, "circle": 4, "cyclic": 4, "simtri": 6, "simtrir": 6, "contri": 6, "contrir": 6,
}  # fmt: skip


@cache
def figures(count):
    """Frames of random figures."""
    found = []
    seed = 40_000
    while len(found) < count:
        seed += 1
        try:
            problem = random_problem(seed)
            if problem is not None:
                found.append(Frame(place(problem).xy))
        except PlacementError:
            continue
    return found


def measured(frame, predicate, rows):
    """Which statements are true by the measure of their predicate."""
    definition = PREDICATES[predicate]
    true = np.ones(len(rows), dtype=bool)
    for i, j in distinct_arguments(predicate, rows.shape[1]):
        true &= rows[:, i] != rows[:, j]
    true[true] = definition.decide(definition.measure(frame.z[:, rows[true]])).all(axis=0)
    return true


def checked_by_the_kernel(frame, atom, rows):
    """Which statements are true by the kernel."""
    checks = numbered((atom,))
    assert not checks.others
    join = kernel.compiled("join")
    return join.passing(frame.figure, np.ascontiguousarray(rows), checks.numbers, checks.shifts)


@pytest.mark.parametrize(("predicate", "count"), DIVIDED.items())
def test_a_divided_statement_is_true_where_its_measure_says_so(predicate, count):
    letters = tuple(range(count))
    assert simpler_statements(predicate, letters) is not None
    atom = Atom(predicate, letters, None, (), letters, letters, itemgetter(*letters))
    random = np.random.default_rng(7)
    true = false = 0
    for frame in figures(40):
        listed = Relations(frame).listed(predicate, count)[:200]
        moved = listed[:, random.permutation(count)]
        rows = np.concatenate([listed, moved, random.integers(0, frame.n, size=(200, count))])
        own = true_rows(frame, atom, rows.T)
        assert own.tolist() == measured(frame, predicate, rows).tolist()
        assert own[: len(listed)].all()
        if kernel.why_missing() is None:
            assert checked_by_the_kernel(frame, atom, rows).tolist() == own.tolist()
        true, false = true + int(own.sum()), false + int((~own).sum())
    assert min(true, false) > 50
