"""False goals that were made from true ones, with figures in which to search for proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from geoengine.auxiliary.loci_arrays import CURVES, Curves
from geoengine.catalogue import load_constructions
from geoengine.errors import PlacementError, StatementError
from geoengine.language import Complex, Statement, Surd, as_complex, as_real
from geoengine.scene import Call, ConstructionStep, Diagram, Problem, add_points, assemble, place

NEAR = Fraction(1, 10_000)
"""The part by which near misses are off."""

_STILL_NEAR = 0.01
"""The largest residual of a goal that is nearly true."""


@dataclass(frozen=True, eq=False)
class FalseGoal:
    """A problem whose goal is false.

    Attributes
    ----------
    problem : Problem
    diagram : Diagram
        A figure of the problem.
    looks_true : bool
        Whether the goal happens to be true in this figure, though it is false in others.
    """

    problem: Problem
    diagram: Diagram
    looks_true: bool = False


def false_goals(problem: Problem, goal: Statement, seed: int) -> Iterator[FalseGoal]:
    """Spoil a true goal of a problem in up to four ways.

    Its points are exchanged, or its value is changed by a ten thousandth; or a point that it
    depends on is made freer: then the goal is false in general, but in one figure true, as the
    point stays where it was, and in another false by little, as it moves by a ten thousandth.
    """
    rng = np.random.default_rng(seed)
    diagram = place(problem, seed=seed)
    for other in (_other_points(goal, problem, diagram, rng), _other_value(goal, rng)):
        if other is not None:
            yield FalseGoal(replace(problem, goals=(other,), questions=()), diagram)
    loosened = [*_loosened(problem, goal)]
    rng.shuffle(loosened)
    for make in (_unmoved, _moved):
        found = (make(*one, goal, diagram, seed) for one in loosened[:6])
        yield from [one for one in found if one is not None][:1]


def _other_points(
    goal: Statement, problem: Problem, diagram: Diagram, rng: np.random.Generator
) -> Statement | None:
    """Exchange one or two points of a goal for others.

    Goals that are off by the same angle in all draws are left out: the deduction knows angles up
    to simple fractions of a half turn, and looks at the figure to tell these apart.
    """
    points = list(goal.points)
    for _ in range(int(rng.integers(1, 3))):
        points[rng.integers(len(points))] = problem.points[rng.integers(len(problem.points))]
    try:
        other = Statement(goal.predicate, tuple(points), goal.value)
    except StatementError:
        return None
    return other if not diagram.holds(other) and _varies(other, diagram) else None


def _varies(goal: Statement, diagram: Diagram) -> bool:
    """Return whether a false goal is off by something else in each draw, and so are its angles."""
    off = [goal.measured(diagram.xy, diagram.index)]
    if goal.predicate == "coll":
        a, b, c = as_complex(diagram.xy)[:, [diagram.index[point] for point in goal.points]].T
        angles = np.angle([(b - a) / (c - a), (a - b) / (c - b), (a - c) / (b - c)])
        off += [np.sin(angle) for angle in angles]
    return all(np.ptp(np.abs(values)) > 1e-3 for values in off)


def _other_value(goal: Statement, rng: np.random.Generator) -> Statement | None:
    """Change the value of a goal a little."""
    if goal.value is None:
        return None
    factor = 1 + (1 if rng.integers(2) else -1) * NEAR
    if isinstance(goal.value, Surd):
        return replace(goal, value=Surd(goal.value.square * factor**2))
    return replace(goal, value=goal.value * factor)


def _loosened(problem: Problem, goal: Statement) -> Iterator[tuple[Problem, int]]:
    """Yield problems in which one point that the goal depends on is free, or on one curve only.

    The points constructed from it come last; its step has the number that is yielded as well.
    """
    depends = frozenset[str]().union(*(problem.origins[point] for point in goal.points))
    for step in problem.steps:
        point = step.points[0]
        if len(step.points) > 1 or point not in depends or problem.fixed:
            continue
        choices = [(Call("free", step.points),)]
        if len(step.calls) > 1:
            choices += [(call,) for call in step.calls if _curve(call) is not None]
        others = [other for other in problem.steps if other is not step]
        before = [other for other in others if point not in problem.origins[other.points[0]]]
        after = [other for other in others if other not in before]
        for calls in choices:
            if calls != step.calls:
                steps = (*before, ConstructionStep(step.points, calls), *after)
                yield replace(assemble(steps), name=problem.name, goals=(goal,)), len(before)


def _curve(call: Call) -> tuple[Callable[..., Curves], tuple[str, ...]] | None:
    """Return the function of the only curve of a call, and the points that it takes."""
    construction = load_constructions()[call.construction]
    taken = dict(zip(construction.takes, call.arguments[1:], strict=True))
    if len(construction.places) != 1 or construction.numbers:
        return None
    words = [word for words in construction.locations.values() for word in words]
    if len(words) != 1 or words[0].word not in CURVES:
        return None
    return CURVES[words[0].word], tuple(taken[letter] for letter in words[0].letters)


def _is_false(problem: Problem, seed: int) -> bool:
    """Return whether the goal is false in a figure drawn for the problem."""
    try:
        drawn = place(replace(problem, goals=()), seed=seed)
    except PlacementError:
        return False
    return not drawn.holds(problem.goal)


def _unmoved(
    problem: Problem, at: int, goal: Statement, diagram: Diagram, seed: int
) -> FalseGoal | None:
    """Search in the figure of the true goal, of which the problem says less."""
    if not _is_false(problem, seed):
        return None
    xy = diagram.xy[:, [diagram.index[point] for point in problem.points]]
    return FalseGoal(problem, Diagram(problem.points, xy), looks_true=True)


def _moved(
    problem: Problem, at: int, goal: Statement, diagram: Diagram, seed: int
) -> FalseGoal | None:
    """Search in a figure in which a point is moved a little."""
    head = replace(assemble(problem.steps[: at + 1]), name=problem.name)
    z = as_complex(diagram.xy)[:, [diagram.index[point] for point in head.points]]
    index = {point: k for k, point in enumerate(head.points)}
    z[:, -1] = _nearby(problem.steps[at].calls[0], z, index, seed)
    try:
        _, moved = add_points(head, as_real(z), problem.steps[at + 1 :])
    except PlacementError:
        return None
    near = goal.measured(moved.xy, moved.index).max() < _STILL_NEAR
    return FalseGoal(problem, moved) if near and not moved.holds(goal) else None


def _nearby(call: Call, z: Complex, index: Mapping[str, int], seed: int) -> Complex:
    """Return places near that of the last point, on the curve that it is bound to, if any."""
    size = float(NEAR) * np.abs(z - z.mean(axis=1, keepdims=True)).max(axis=1)
    if call.construction == "free":
        turn = np.random.default_rng(seed).uniform(0, 2 * np.pi, len(z))
        return z[:, -1] + size * np.exp(1j * turn)
    curve, taken = _curve(call)
    found = curve(*(z[:, index[point]] for point in taken))
    if found.straight:
        return z[:, -1] + size * found.along / np.abs(found.along)
    radius = z[:, -1] - found.at
    return found.at + radius * np.exp(1j * size / np.abs(radius))
