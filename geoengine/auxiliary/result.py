"""The outcome of a search for auxiliary points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from geoengine.auxiliary.budget import SearchStop
from geoengine.auxiliary.search_tree import SearchTree
from geoengine.graph import SCHEMA, Diagnosis, Proof, ReasoningGraph
from geoengine.scene import ConstructionStep, Problem

__all__ = ["SearchProgress", "SearchResult"]


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far a search is.

    Attributes
    ----------
    attempts : int
    points_tried : int
        The number of different points tried.
    best : int
        The largest progress of an attempt: how many more equalities between angles, or ratios, of
        the problem's points were derived.
    """

    attempts: int = 0
    points_tried: int = 0
    best: int = 0


@dataclass(frozen=True)
class SearchResult:
    """The outcome of a search.

    Attributes
    ----------
    problem : Problem
        The problem as it was given.
    graph : ReasoningGraph
        What was derived, with the added points if there is a proof.
    proofs : tuple of Proof
        A proof of each goal; empty if the search did not find them all.
    added : tuple of ConstructionStep
        The auxiliary points of the proofs.
    stop : SearchStop
    progress : SearchProgress
    seconds : float
    tree : SearchTree
        The attempts.
    """

    problem: Problem
    graph: ReasoningGraph
    proofs: tuple[Proof, ...]
    added: tuple[ConstructionStep, ...]
    stop: SearchStop
    progress: SearchProgress
    seconds: float
    tree: SearchTree = field(default_factory=SearchTree)

    @property
    def proved(self) -> bool:
        """Whether all goals are proved."""
        return self.stop is SearchStop.PROVED

    def record(self) -> dict[str, Any]:
        """Return the attempts as a JSON object, without times.

        ``stop_reason``; ``attempts`` and ``points_tried``, their numbers; ``proved``, the number of
        the attempt that gave the proofs, or None; ``names``, the points of that attempt that these
        need: their names there, and in the proofs; ``tree``, the attempts, as in `SearchTree`.
        """
        return {
            "stop_reason": self.stop.value,
            "attempts": self.progress.attempts,
            "points_tried": self.progress.points_tried,
            "proved": self.tree.proved,
            "names": {**self.tree.names},
            "tree": [node.record() for node in self.tree.nodes],
        }

    def record_without_proof(self, diagnosis: Diagnosis) -> dict[str, Any]:
        """Return a goal without a proof as a JSON object, with the attempts to find one.

        Parameters
        ----------
        diagnosis : Diagnosis
            Why the goal was not proved.

        Returns
        -------
        dict
            ``schema``, the fields of the diagnosis, ``problem``, and ``search``, as in `record`.
        """
        return {
            "schema": f"{SCHEMA}/search",
            **diagnosis.record(),
            "problem": str(self.problem),
            "search": self.record(),
        }
