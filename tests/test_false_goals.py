"""False goals are searched for as if they were true: no auxiliary points may prove them."""

from __future__ import annotations

import itertools
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
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
from geoengine.deduction import Deduction, Derivation, lay_groundwork
from geoengine.deduction.statement_parts import parts_of
from geoengine.errors import PlacementError
from geoengine.language import Statement
from geoengine.scene import (
    ConstructionStep,
    Problem,
    add_points,
    assemble,
    load_problem,
    load_problems,
    load_steps,
    place,
)

MANY = int(os.environ.get("GEOENGINE_FALSE_GOALS", "50"))
"""How many goals of each source the slow test searches for."""


class Watching(Attempting):
    """Makes attempts, and looks whether the goal is known, even if it is false in the figure."""

    reached = None
    """A deduction that knows the goal."""

    def _deduced(self, *arguments):
        deduction = super()._deduced(*arguments)
        if knows(deduction, self._problem.goal):
            self.reached = deduction
        return deduction


def knows(deduction: Deduction, goal: Statement) -> bool:
    fact = deduction._facts.fact
    return all(deduction.closure.knows(fact(part)) for part in parts_of(goal))


def false_steps(
    problem: Problem, steps: Sequence[ConstructionStep], deduction: Deduction
) -> list[Derivation]:
    """The steps on the way to a false goal that lead from true to false.

    What is true is seen in figures of the problem, with the same points added.
    """
    bare = replace(problem, goals=())
    _, other = add_points(bare, place(bare, seed=17).xy, steps)
    found, queue = [], [*parts_of(problem.goal)]
    for statement in queue:
        step = deduction.derivations(statement)[0]
        false = [one for one in step.antecedents if not other.holds(one)]
        queue += [one for one in false if one not in queue]
        if not false:
            found.append(step)
    return found


def is_excused(problem: Problem, steps: Sequence[ConstructionStep], deduction: Deduction) -> bool:
    """Whether the figure decided between two angles wherever something false was derived.

    In the figure of a false goal that looks true, an angle may happen to be right, so that it
    equals its supplement. Figures of the problem itself tell the two apart.
    """
    found = false_steps(problem, steps, deduction)
    return bool(found) and all(step.modulus > 1 for step in found)


def searched(goal: FalseGoal, seconds: float, monkeypatch) -> int:
    """Search for a proof in the figure of a false goal; return the number of attempts.

    If the goal is reached all the same, the figure must have decided between two angles.
    """
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
            outcome = attempting(plan)
            planner.learn(outcome)
            made += 1
            if attempting.reached is not None:
                assert goal.looks_true, (goal.problem, plan)
                assert is_excused(goal.problem, outcome.steps, attempting.reached), plan
                return made
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
        (0, 12, 0.5),
        pytest.param(12, MANY, 5, marks=pytest.mark.slow(seconds=260, each=True)),
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


def test_the_figure_decides_nothing_about_angles_that_are_right_in_it():
    """In the figure D is opposite A, so W is on FX, and angles at F and X are right."""
    start = "A B C = triangle A B C; E = antipode E C A B"
    foot, goal = "F = foot F C B D", "eqangle B C C D B E D E"
    true = load_problem(f"{start}; D = antipode D A B C; {foot}")
    false = load_problem(f"{start}; D = free D; {foot} ? {goal}")
    steps = load_steps("R = orthocenter R B E D; X = foot X B E R; W = midpoint W C R", false)
    premises = (*false.relations, *assemble(steps).relations)
    rules = tuple(load_rules().values())

    def derived(xy: np.ndarray) -> Deduction:
        longer, diagram = add_points(replace(false, goals=()), xy, steps)
        return Deduction(longer.points, lay_groundwork(diagram.xy, rules), premises)

    special, general = place(true, seed=1), place(replace(false, goals=()), seed=1)
    in_order = special.xy[:, [special.index[point] for point in false.points]]
    for xy in (in_order, general.xy):
        assert not knows(derived(xy), false.goal)
