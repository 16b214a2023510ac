"""The measures of the package and those of the tests say the same of every predicate."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from plane import CONDITIONS, RELATIONS, placed, true
from random_scenes import random_problem

from geoengine.errors import DegenerateStatementError
from geoengine.graph import deduce
from geoengine.language import PREDICATES, Statement, Surd

_VALUES = {"angle": [Fraction(k, 12) for k in range(1, 12)], "surd": [Surd.of(k) for k in (1, 2)]}


def random_statements(points, rng):
    """Statements of every predicate about random points; most are false."""
    for name, definition in PREDICATES.items():
        for _ in range(6):
            if len(points) < definition.arity and definition.groups != (2,) * len(
                definition.groups
            ):
                continue
            chosen = rng.choice(points, definition.arity, replace=len(points) < definition.arity)
            values = _VALUES.get(definition.constant, [None])
            try:
                yield Statement(name, tuple(map(str, chosen)), values[rng.integers(len(values))])
            except DegenerateStatementError:
                continue


def is_borderline(statement, xy, index):
    """Whether the margin of a condition, or the residual of a relation, is too small to tell."""
    off = np.abs(statement.measured(xy, index))
    return bool(((off > 1e-9) & (off < 1e-3)).any())


def agreements(seeds):
    """Count the draws in which both definitions say the same, by predicate and what they say."""
    counts = Counter()
    for seed in seeds:
        problem = random_problem(seed)
        if problem is None:
            continue
        graph, rng = deduce(problem, seed=seed), np.random.default_rng(seed)
        xy, index = graph.diagram.xy, graph.diagram.index
        at = {name: xy[:, k] @ np.array([1, 1j]) for name, k in index.items()}
        for statement in [*graph.states, *random_statements(graph.diagram.points, rng)]:
            if is_borderline(statement, xy, index):
                continue
            found = true(statement.predicate, placed(statement.points, at), statement.value)
            assert (found == statement.holds(xy, index)).all(), f"{problem}: {statement}"
            counts.update((statement.predicate, bool(one)) for one in found)
    return counts


def test_both_definitions_agree_in_a_few_random_scenes():
    counts = agreements(range(10))
    assert set(PREDICATES) == set(RELATIONS) | set(CONDITIONS)
    # Nearly all of them both where they are true and where they are false.
    assert len(counts) >= 2 * len(PREDICATES) - 4
    assert counts.total() >= 9_000


@pytest.mark.slow(seconds=10)
def test_every_predicate_has_two_definitions_that_agree():
    counts = agreements(range(40))
    rare = {(name, value): counts[name, value] for name in PREDICATES for value in (True, False)}
    # Any two points of a figure differ.
    assert rare.pop(("diff", False)) == 0
    assert min(rare.values()) >= 3, rare
    assert counts.total() >= 36_000
