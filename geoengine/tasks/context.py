"""Contexts: a scene with its figure, its reasoning graph, and draws to decide truth by."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from geoengine.deduction import StopReason
from geoengine.errors import PlacementError
from geoengine.graph import ReasoningGraph, deduce
from geoengine.scene import Diagram, Problem, place

__all__ = ["Context", "make_context"]

_SHOWN = 3
_OWN = 9
_OTHERS = (1, 2)
_OF_OTHERS = 3


@dataclass(frozen=True, eq=False)
class Context:
    """All that is known of one scene.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram
        The draws that the deduction used; the first is the one that is shown.
    graph : ReasoningGraph
    scene : str
        Name of the scene.
    tier : int
        Difficulty, from 1 to 4.
    seed : int
        Of the figure.
    fresh : Diagram
        Many more draws: further ones of the same figure, and some of figures placed anew. A
        statement is offered only where all of them agree on it.
    rejections : Counter of str
        Why candidates of items were given up.
    """

    problem: Problem
    diagram: Diagram
    graph: ReasoningGraph
    scene: str
    tier: int
    seed: int
    fresh: Diagram
    rejections: Counter[str] = field(default_factory=Counter)


def make_context(problem: Problem, *, scene: str, seed: int, tier: int = 1) -> Context | None:
    """Place a problem and derive what follows.

    Parameters
    ----------
    problem : Problem
    scene : str
        Its name.
    seed : int
    tier : int
        Difficulty, from 1 to 4.

    Returns
    -------
    Context or None
        None where no figure was found, or where the deduction ended before it was complete.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("A B C = triangle A B C; D = foot D A B C")
    >>> context = make_context(problem, scene="altitude", seed=1)
    >>> context.fresh.xy.shape
    (15, 4, 2)
    """
    try:
        own = place(problem, seed=seed, draws=_OWN)
        others = [place(problem, seed=seed + k, draws=_OF_OTHERS) for k in _OTHERS]
    except PlacementError:
        return None
    diagram = Diagram(own.points, own.xy[:_SHOWN], own.segments, own.circles)
    graph = deduce(problem, diagram=diagram)
    if graph.stop_reason is not StopReason.SATURATED:
        return None
    xy = np.concatenate([own.xy, *(other.xy for other in others)])
    fresh = Diagram(own.points, xy, own.segments, own.circles)
    return Context(problem, diagram, graph, scene, tier, seed, fresh)
