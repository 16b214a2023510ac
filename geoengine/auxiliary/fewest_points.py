"""Proofs with few auxiliary points, from attempts that added many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from geoengine.auxiliary.attempt import new_names
from geoengine.errors import PlacementError
from geoengine.graph import NotDerivedError, Proof, ReasoningGraph, shorten, trace
from geoengine.scene import Call, ConstructionStep, Problem

__all__ = ["Found", "prove_with"]

Steps = tuple[ConstructionStep, ...]


@dataclass(frozen=True)
class Found:
    """Proofs of all goals of a problem.

    Attributes
    ----------
    graph : ReasoningGraph
        What follows with the added points.
    proofs : tuple of Proof
        A proof of each goal.
    added : tuple of ConstructionStep
        The auxiliary points, all of which the proofs need.
    names : mapping of str to str
        The names of these points, by those that they were given with.
    """

    graph: ReasoningGraph
    proofs: tuple[Proof, ...]
    added: Steps
    names: Mapping[str, str] = field(default_factory=dict)


def prove_with(graph: ReasoningGraph, steps: Sequence[ConstructionStep]) -> Found | None:
    """Prove the goals of a problem with further points, and drop those that are not needed.

    Parameters
    ----------
    graph : ReasoningGraph
        What follows from the problem alone.
    steps : sequence of ConstructionStep
        Further points, with which the goals can be derived.

    Returns
    -------
    Found or None
        None if a goal is not derived in the end, since further draws show that a step was wrong.
    """
    found = _traced(graph, tuple(steps))
    if found is None:
        return None
    needed = _needed(found.proofs, found.added)
    for step in reversed(needed):
        if step in needed:
            fewer = _traced(graph, _without(step, needed))
            if fewer is not None:
                needed = _needed(fewer.proofs, fewer.added)
    renamed = _renamed(graph.problem, needed)
    found = _traced(graph, renamed)
    if found is None:
        return None
    short = _shortened(found, graph.problem)
    names = {
        own: new
        for step, other in zip(needed, renamed, strict=True)
        if other in short.added
        for own, new in zip(step.points, other.points, strict=True)
    }
    return replace(short, names=names)


def _traced(graph: ReasoningGraph, steps: Steps) -> Found | None:
    try:
        longer = graph.with_points("; ".join(map(str, steps))) if steps else graph
        proofs = tuple(trace(longer, goal) for goal in graph.problem.goals)
    except (PlacementError, NotDerivedError):
        return None
    return Found(longer, proofs, steps)


def _shortened(found: Found, problem: Problem) -> Found:
    """Shorten the proofs, and name the added points that each needs."""
    proofs = []
    for proof in found.proofs:
        short = shorten(found.graph, proof)
        needed = _needed([short], found.added)
        proofs.append(replace(short, problem=problem, added=needed) if needed else short)
    return Found(found.graph, tuple(proofs), _needed(proofs, found.added))


def _needed(proofs: Iterable[Proof], steps: Steps) -> Steps:
    """Return the added points that occur in proofs, and those that these start from."""
    wanted = frozenset[str]().union(*(proof.points for proof in proofs))
    kept: list[ConstructionStep] = []
    for step in reversed(steps):
        if wanted & {*step.points}:
            wanted |= _taken(step)
            kept.append(step)
    return tuple(reversed(kept))


def _without(dropped: ConstructionStep, steps: Steps) -> Steps:
    """Return the other steps, but for those that start from the point that is dropped."""
    gone = {*dropped.points}
    kept = []
    for step in steps:
        if gone & {*step.points, *_taken(step)}:
            gone |= {*step.points}
        else:
            kept.append(step)
    return tuple(kept)


def _taken(step: ConstructionStep) -> frozenset[str]:
    return frozenset(point for call in step.calls for point in call.arguments) - {*step.points}


def _renamed(problem: Problem, steps: Steps) -> Steps:
    """Return the steps with new points under the first names that are free."""
    names = new_names(problem, len(steps))
    new = dict(zip((point for step in steps for point in step.points), names, strict=True))

    def call(one: Call) -> Call:
        return Call(one.construction, tuple(new.get(point, point) for point in one.arguments))

    return tuple(
        ConstructionStep(tuple(new[point] for point in step.points), tuple(map(call, step.calls)))
        for step in steps
    )
