"""The attempts of a search for auxiliary points, as a tree that is kept with its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from geoengine.auxiliary.attempt import Outcome
from geoengine.scene import ConstructionStep

__all__ = ["MOST_KEPT", "SearchNode", "SearchTree", "grow_tree"]

MOST_KEPT = 60
"""The largest number of attempts that a tree has."""


@dataclass(frozen=True, slots=True)
class SearchNode:
    """An attempt that was made.

    Attributes
    ----------
    number : int
        From 1.
    parent : int or None
        The attempt whose points are kept; None if the points are added to the problem alone.
    kept : tuple of ConstructionStep
        The points that are kept, under the names that the attempts before gave them.
    added : tuple of ConstructionStep
        The points tried; none if the kept ones could not be placed again.
    reached : bool
        Whether all goals were derived. This need not be the proof: further draws may refute it, or
        it may need too many points.
    progress : int
        How many more equalities between angles, or ratios, of the problem's points were derived; 0
        if the goals were reached.
    openings : int
        The largest number of openings of the goals that one of the points tried is in; 0 if the
        goals were reached.
    """

    number: int
    parent: int | None
    kept: tuple[ConstructionStep, ...]
    added: tuple[ConstructionStep, ...]
    reached: bool
    progress: int
    openings: int

    @classmethod
    def of(cls, outcome: Outcome) -> SearchNode:
        """Return the node of an attempt with this outcome."""
        attempt = outcome.attempt
        return cls(
            attempt.number + 1,
            None if attempt.parent is None else attempt.parent + 1,
            attempt.kept,
            outcome.steps[len(attempt.kept) :],
            outcome.reached,
            outcome.progress,
            max(outcome.openings, default=0),
        )

    def record(self) -> dict[str, Any]:
        """Return the attempt as a JSON object; points are clauses."""
        return {
            "number": self.number,
            "parent": self.parent,
            "kept": [str(step) for step in self.kept],
            "added": [str(step) for step in self.added],
            "reached": self.reached,
            "progress": self.progress,
            "openings": self.openings,
        }


@dataclass(frozen=True)
class SearchTree:
    """The attempts of a search: of many, those that came nearest to the goals.

    Attributes
    ----------
    nodes : tuple of SearchNode
        In the order in which they were made, `MOST_KEPT` at most. If an attempt is there, so is its
        parent.
    proved : int or None
        The number of the attempt that gave the proofs.
    names : mapping of str to str
        The points of that attempt that the proofs need: their names there, and in the proofs.
    """

    nodes: tuple[SearchNode, ...] = ()
    proved: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)


def grow_tree(
    nodes: Sequence[SearchNode], proved: int | None = None, names: Mapping[str, str] | None = None
) -> SearchTree:
    """Make the tree of a search from all its attempts.

    If there are more than `MOST_KEPT`, these are kept with those that they go on from: the one that
    gave the proofs, then those with most openings, then with most progress.

    Parameters
    ----------
    nodes : sequence of SearchNode
        The attempts, in order.
    proved : int, optional
        The number of the one that gave the proofs.
    names : mapping of str to str, optional
        The points of that attempt that the proofs need, as in `SearchTree`.

    Examples
    --------
    >>> nodes = [SearchNode(k, None, (), (), False, k % 7, 0) for k in range(1, 100)]
    >>> tree = grow_tree(nodes, 7)
    >>> len(tree.nodes), [node.number for node in tree.nodes if node.progress < 2]
    (60, [7])
    """
    numbered = {node.number: node for node in nodes}
    ranked = sorted(
        nodes, key=lambda one: (one.number != proved, -one.openings, -one.progress, one.number)
    )
    kept: set[int] = set()
    for node in ranked:
        line = {node.number}
        while (parent := node.parent) is not None:
            line.add(parent)
            node = numbered[parent]
        if len(kept | line) <= MOST_KEPT:
            kept |= line
    chosen = tuple(numbered[number] for number in sorted(kept))
    return SearchTree(chosen, proved, dict(names or {}))
