"""A prover that finds proofs by deduction, for `geoengine.verify` to replay."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction import Limits
from geoengine.graph import NotDerivedError, ReasoningGraph, deduce, proof_to_json, trace
from geoengine.language import Statement
from geoengine.scene import Diagram, Problem

__all__ = ["DeducingProver"]

_Asked = tuple[tuple[Statement, ...], frozenset[str], int | None]

_FIGURES = 4
"""The number of figures kept in the cache: an item has its picture and a few configurations."""

_CLOSURES = 12
"""The number of closures kept for each figure besides its first."""


class DeducingProver:
    """Searches for proofs by deduction; implements `geoengine.verify.Prover`.

    Closures of the last few figures are kept in a cache. Calls share a figure only if they pass the
    same array object as `xy`; an equal copy counts as another figure.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> xy = np.array([[[0.0, 0], [2, 0], [1, 0]], [[0, 0], [3, 1], [1.5, 0.5]]])
    >>> given = [parse_statement(text) for text in ("coll A B M", "cong M A M B")]
    >>> record = DeducingProver()("ABM", xy, given, parse_statement("midp M A B"))
    >>> record["goal"], len(record["steps"])
    ('midp M A B', 1)
    """

    def __init__(self) -> None:
        self._known: deque[tuple[NDArray[np.float64], dict[_Asked, ReasoningGraph]]] = deque(
            maxlen=_FIGURES
        )

    def __call__(
        self,
        points: Sequence[str],
        xy: NDArray[np.float64],
        premises: Sequence[Statement],
        goal: Statement,
        without: Sequence[str] = (),
        rounds: int | None = None,
    ) -> dict[str, Any] | None:
        """Return a proof as plain data (as in JSON), or None if none is found.

        The parameters are those of `geoengine.verify.Prover`.
        """
        asked = (tuple(premises), frozenset(without), rounds)
        limits = Limits() if rounds is None else Limits(rounds=rounds)
        known = next((entry for entry in self._known if entry[0] is xy), None)
        if known is None:
            # Analyzing the figure costs most; further closures of it are derived from this one,
            # whose rounds are limited too.
            diagram = Diagram(tuple(points), np.ascontiguousarray(xy))
            problem = Problem("judged", (), asked[0])
            all_rules = (asked[0], frozenset[str](), rounds)
            known = (xy, {all_rules: deduce(problem, diagram=diagram, limits=limits)})
            self._known.append(known)
        closures = known[1]
        graph = closures.get(asked)
        if graph is None:
            base = next(iter(closures.values()))
            graph = base.rederive(premises=premises, without=without, limits=limits)
            if len(closures) > _CLOSURES:
                # Drop the oldest but the first, which is the base of the others.
                del closures[list(closures)[1]]
            closures[asked] = graph
        if not graph.derived(goal):
            return None
        try:
            return proof_to_json(trace(graph, goal))
        except NotDerivedError:
            return None
