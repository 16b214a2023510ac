"""False goals are searched for as if they were true: no auxiliary points may prove them."""

from __future__ import annotations

import itertools
import os
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from false_goals import FalseGoal, false_goals
from public import problem_file
from random_scenes import random_problem

import geoengine as ge
from geoengine.auxiliary import SearchBudget, SearchStop
from geoengine.auxiliary import attempt as attempts
from geoengine.auxiliary import branch as branches
from geoengine.auxiliary.attempt import Attempting
from geoengine.auxiliary.planning import Planner
from geoengine.catalogue import load_rules
from geoengine.deduction.statement_parts import parts_of
from geoengine.errors import PlacementError
from geoengine.scene import load_problems

MANY = int(os.environ.get("GEOENGINE_FALSE_GOALS", "50"))
"""How many goals of each source the slow test searches for."""


class Watching(Attempting):
    """Makes attempts, and looks whether the goal is known, even if it is false in the figure."""

    reached = False

    def _deduced(self, *arguments):
        deduction = super()._deduced(*arguments)
        (goal,) = self._problem.goals
        fact = deduction._facts.fact
        self.reached |= all(deduction.closure.knows(fact(part)) for part in parts_of(goal))
        return deduction


def searched(goal: FalseGoal, seconds: float, monkeypatch) -> int:
    """Search for a proof in the figure of a false goal; return the number of attempts."""
    budget = SearchBudget(seconds=seconds)
    planner = Planner(budget)
    attempting = Watching(goal.problem, tuple(load_rules().values()), budget)
    for module in (attempts, branches):
        monkeypatch.setattr(module, "place", lambda problem, seed: goal.diagram)
    branches.branch_of.cache_clear()
    started = time.process_time()
    made = 0
    while True:
        for plan in planner.generation():
            planner.learn(attempting(plan))
            made += 1
            assert not attempting.reached, (goal.problem, plan)
            if time.process_time() - started > seconds:
                return made


def from_random_scenes() -> Iterator[FalseGoal]:
    for seed in itertools.count(1):
        problem = random_problem(seed)
        if problem is None:
            continue
        try:
            states = ge.deduce(problem, seed=seed).states
        except PlacementError:
            continue
        derived = [state for state in states if not state.is_condition]
        for state in derived[:: max(1, len(derived) // 2)]:
            yield from false_goals(problem, state, seed)


def from_olympiads() -> Iterator[FalseGoal]:
    for seed, problem in enumerate(load_problems(problem_file("imo_102_requires_aux.txt"))):
        for goal in problem.goals:
            yield from false_goals(problem, goal, seed)


@pytest.mark.parametrize("source", [from_random_scenes, from_olympiads])
@pytest.mark.parametrize(
    ("first", "count", "seconds"),
    [
        (0, 6, 0.5),
        pytest.param(6, MANY, 5, marks=pytest.mark.slow(seconds=520)),
    ],
)
def test_false_goals_are_never_proved(first, count, seconds, source, monkeypatch):
    kinds = Counter()
    for goal in itertools.islice(source(), first, first + count):
        if not goal.looks_true:
            result = ge.search(goal.problem, SearchBudget(seconds=seconds))
            assert result.stop is SearchStop.FALSE_GOAL
        with monkeypatch.context() as patched:
            made = searched(goal, seconds, patched)
        kinds[goal.looks_true, made > 1] += 1
    assert min(kinds[True, True], kinds[False, True]) >= count // 6
