"""Opened goals: they are not derived in a figure, but are with one more point."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from numpy.random import Generator

from geoengine.auxiliary import other_constructions, promising_points
from geoengine.deduction import Coverage, Deduction, StopReason, measure_coverage
from geoengine.errors import GeoengineError
from geoengine.families.reasoning.context import Context, make_context
from geoengine.families.reasoning.goal_choice import (
    Goal,
    is_printable,
    is_readable,
    is_reducible,
    with_canonical_lines,
)
from geoengine.graph import NotDerivedError, Proof, ReasoningGraph, shorten, trace
from geoengine.items import pick
from geoengine.language import Statement
from geoengine.scene import (
    SENTENCE_TEMPLATES,
    ConstructionStep,
    Problem,
    describe_point,
    is_legible,
    load_problem,
)

__all__ = [
    "OpenFigure",
    "is_definite",
    "kind_of",
    "open_figures",
    "opened_goal",
    "prove_with_points",
]

_TRUE = 1e-6
"""The largest residual of a goal in any draw."""

_LEAST_STEPS, _MOST_STEPS = 4, 24
"""The number of steps of a proof with the point."""

_MOST_TRACED = 32
"""A proof that has more steps before it is shortened is too long after that, mostly."""

_REDEFINED = 32
"""How many other constructions of points are tried in a scene."""

_TRIED = 64
"""How many points are added to a figure, one at a time."""

_ALIKE = 4
"""The least number of points of one construction: an item offers so many."""

_GOALS = 6
"""How many goals of a figure are considered."""


@dataclass(frozen=True, eq=False)
class OpenFigure:
    """A figure in which something true is not derived, and what points open.

    Attributes
    ----------
    context : Context
        That of the problem without the points.
    anew : ConstructionStep
        The other construction of a point of the scene.
    variant : int
        Its number among the problems of the scene, from 1.
    opened : dict of Statement to tuple of ConstructionStep
        For each goal the points with which it is derived, the most promising first.
    closed : dict of Statement to tuple of ConstructionStep
        For each goal the points with which it is not: everything was derived with each of them.
    """

    context: Context
    anew: ConstructionStep
    variant: int
    opened: dict[Statement, tuple[ConstructionStep, ...]]
    closed: dict[Statement, tuple[ConstructionStep, ...]]


def open_figures(context: Context, rng: Generator) -> Iterator[OpenFigure]:
    """Yield figures of a scene with goals that only a further point opens.

    A scene has few such goals, as most of what is true in it is derived. So one of its points gets
    another construction, as the intersection of two curves that pass through it: that it is still
    the same point has to be proved then.

    Parameters
    ----------
    context : Context
        That of the scene.
    rng : numpy.random.Generator
        Draws which constructions are changed, and in what order.
    """
    for variant, step in enumerate(_constructions(context, rng), start=1):
        found = _open(context, step, variant, rng)
        if found is not None and found.opened:
            yield found


def prove_with_points(
    context: Context, goal: Statement, longer: ReasoningGraph, most: int | None = None
) -> Proof | None:
    """Prove a goal that is not derived in a figure with further points.

    Parameters
    ----------
    context : Context
    goal : Statement
        A goal about points of the figure.
    longer : ReasoningGraph
        The graph of the context with the further points.
    most : int, optional
        The largest number of steps that the proof may have before it is shortened.

    Returns
    -------
    Proof or None
        A proof that adds the points; None if the goal is not derived with them, or is derived
        without, or if the proof is too long.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> text = "O A = segment; B = on_circle O A; C = on_circle O A; D = foot O B C"
    >>> context = make_context(load_problem(text), scene="demo", seed=1)
    >>> longer = context.graph.with_points("X = midpoint X A B")
    >>> prove_with_points(context, parse_statement("midp D B C"), longer) is None
    True
    """
    if context.graph.derived(goal):
        return None
    try:
        traced = trace(longer, goal)
    except NotDerivedError:
        return None
    if most is not None and len(traced.steps) > most:
        return None
    proof = shorten(longer, traced)
    added = longer.problem.steps[len(context.problem.steps) :]
    return replace(proof, problem=replace(context.problem, goals=(goal,)), added=added)


def _constructions(context: Context, rng: Generator) -> list[ConstructionStep]:
    """Choose other constructions of points of the scene."""
    steps = context.problem.steps
    draws = context.graph.draws
    points = [step.points[0] for step in steps if len(step.points) == 1 and step.calls]
    others = [
        step for point in points for step in other_constructions(context.problem, draws, point)
    ]
    return pick(rng, others, _REDEFINED)


def _redefined(problem: Problem, step: ConstructionStep) -> Problem:
    """Return the problem with another construction of a point, after all that it may start from."""
    (point,) = step.points
    before: list[ConstructionStep] = []
    after: list[ConstructionStep] = []
    for one in problem.steps:
        if point not in one.points:
            depends = any(point in problem.origins[name] for name in one.points)
            (after if depends else before).append(one)
    text = "; ".join(map(str, (*before, step, *after)))
    return load_problem(text, name=problem.name)


def _open(
    context: Context, step: ConstructionStep, variant: int, rng: Generator
) -> OpenFigure | None:
    problem = _redefined(context.problem, step)
    if not is_definite(problem, step) or _is_same(context, problem):
        return None
    if not is_legible(problem, context.seed):
        return None
    own = make_context(
        problem, scene=context.scene, seed=context.seed, tier=context.tier,
        language=context.language,
    )  # fmt: skip
    if own is None:
        return None
    own = replace(
        own, tiers=context.tiers, evidence=context.evidence, rejections=context.rejections
    )
    goals = _goals(own, rng)
    if not goals:
        return None
    opened: dict[Statement, list[ConstructionStep]] = {goal: [] for goal in goals}
    closed: dict[Statement, list[ConstructionStep]] = {goal: [] for goal in goals}
    for added in _of_common_kinds(promising_points(problem, context.seed)[:_TRIED]):
        graph = _with_point(own.graph, added)
        if graph is None:
            continue
        for goal in goals:
            if graph.derived(goal):
                opened[goal].append(added)
            elif graph.stop_reason is StopReason.SATURATED:
                closed[goal].append(added)
    kept = [goal for goal in goals if opened[goal]]
    return OpenFigure(
        own,
        step,
        variant,
        {goal: tuple(opened[goal]) for goal in kept},
        {goal: tuple(closed[goal]) for goal in kept},
    )


def _is_same(context: Context, problem: Problem) -> bool:
    """Whether all premises of a context are derived in a problem with another construction.

    This is so for most constructions, and then nothing new is open. The figure is the same, so
    the rules need no new instances.
    """
    former = [one for one in context.problem.relations if one not in problem.relations]
    deduction = Deduction(
        context.problem.points, context.graph.deduction.groundwork, problem.relations, goals=former
    )
    return deduction.stop_reason is StopReason.REACHED


def is_definite(problem: Problem, step: ConstructionStep) -> bool:
    """Whether the text of a problem leaves no choice where a point is.

    Two curves may have a second common point that the text does not tell apart. And tangents to
    two circles with one center would read as tangents to one circle, which has to be proved.
    """
    at = problem.steps.index(step)
    before = replace(problem, steps=problem.steps[:at])
    phrase = describe_point(before, step)
    _, article = SENTENCE_TEMPLATES["en"].articles
    if phrase is None or not phrase.startswith(f"{article} "):
        return False
    circles = re.findall(r"circle with center (\w+)\b(?! through)", phrase)
    return len(circles) == len(set(circles))


def _with_point(graph: ReasoningGraph, step: ConstructionStep) -> ReasoningGraph | None:
    try:
        return graph.with_points(str(step))
    except GeoengineError:
        return None


def _of_common_kinds(steps: Sequence[ConstructionStep]) -> list[ConstructionStep]:
    """Return the points whose constructions are shared by as many as an item has options."""
    counted = Counter(kind_of(step) for step in steps)
    return [step for step in steps if counted[kind_of(step)] >= _ALIKE]


def kind_of(step: ConstructionStep) -> tuple[str, ...]:
    """The constructions that place a point."""
    return tuple(call.construction for call in step.calls)


def _missing(graph: ReasoningGraph) -> tuple[Statement, ...]:
    """What is true in all draws, and not derived."""
    found: Sequence[Coverage] = measure_coverage(graph.deduction)
    return tuple(statement for one in found for statement in one.missing)


def _goals(context: Context, rng: Generator) -> list[Statement]:
    """Choose goals that are not derived, though true in all draws, one of each kind in turn."""
    kinds: dict[str, dict[Statement, None]] = {}
    for statement in _missing(context.graph):
        named = with_canonical_lines(context, statement)
        if named is None or not is_readable(named) or is_reducible(context, named):
            continue
        if context.measured(named)[1] < _TRUE and not context.graph.derived(named):
            kinds.setdefault(named.predicate, {})[named] = None
    shuffled = [pick(rng, list(kinds[kind]), len(kinds[kind])) for kind in pick(rng, sorted(kinds))]
    found = [
        goals[k] for k in range(_GOALS) for goals in shuffled if k < len(goals)
    ][:_GOALS]  # fmt: skip
    # What the picture alone shows would make the point needless.
    return [goal for goal in found if not context.picture_graph.derived(goal)]


def opened_goal(context: Context, statement: Statement, step: ConstructionStep) -> Goal | None:
    """Return a goal with its proof by a further point, if that is of a length to be asked for."""
    longer = _with_point(context.graph, step)
    if longer is None:
        return None
    proof = prove_with_points(context, statement, longer, _MOST_TRACED)
    if proof is None or not _LEAST_STEPS <= len(proof.steps) <= _MOST_STEPS:
        return None
    return Goal(statement, proof) if all(map(is_printable, proof.steps)) else None
