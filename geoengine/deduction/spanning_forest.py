"""Spanning forests of graphs whose edges are numbered."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.frame import Ints
from geoengine.kernel import compiled

__all__ = ["SpanningForest", "useful_edges"]


def useful_edges(ends: Ints, wanted: NDArray[np.bool_]) -> Ints:
    """Return the edges both ends of which are wanted, or on further useful edges.

    Parameters
    ----------
    ends : ndarray, shape (edges, 2)
        The nodes that each edge joins.
    wanted : ndarray of bool, shape (nodes,)

    Examples
    --------
    >>> ends = np.array([[0, 1], [1, 2], [1, 3]])
    >>> useful_edges(ends, np.array([True, False, True, False])).tolist()
    [0, 1]
    """
    kernel = compiled("forest")
    if kernel is not None:
        found: Ints = kernel.useful_edges(ends, wanted.view(np.uint8))
        return found
    edges = np.arange(len(ends))
    while len(edges):
        degree = np.bincount(ends[edges].ravel(), minlength=len(wanted))
        useful = (degree[ends[edges]] > 1) | wanted[ends[edges]]
        kept = edges[useful.all(axis=1)]
        if len(kept) == len(edges):
            break
        edges = kept
    return edges


class SpanningForest:
    """A spanning forest of a graph, level by level from its roots.

    Parameters
    ----------
    ends : ndarray, shape (m, 2)
        The nodes that each edge joins.
    edges : ndarray of int
        The edges of the graph.
    roots : sequence of int
        Nodes that are roots. In a component without any, the least node is one.
    nodes : int
        The number of nodes.

    Attributes
    ----------
    component : ndarray, shape (nodes,)
        The least node of the component of each node; -1 where some of `roots` are.
    parent : ndarray, shape (nodes,)
        The edge that leads from each node towards a root; -1 for a root.
    nodes, edges : ndarray of int
        The nodes that are no roots, each after the one towards its root, and their edges.

    Examples
    --------
    >>> ends = np.array([[0, 1], [1, 2], [2, 0], [3, 4]])
    >>> forest = SpanningForest(ends, np.arange(4), [4], 5)
    >>> forest.component.tolist(), forest.parent.tolist()
    ([0, 0, 0, -1, -1], [-1, 0, 2, 3, -1])
    """

    def __init__(self, ends: Ints, edges: Ints, roots: Sequence[int], nodes: int) -> None:
        self.component: Ints
        self.parent: Ints
        self.nodes: Ints
        self.edges: Ints
        kernel = compiled("forest")
        if kernel is not None:
            own = np.array(roots, dtype=np.int64)
            self.component, self.parent, self.nodes, self.edges = kernel.span(
                ends, edges, own, nodes
            )
            return
        self.component = _components(ends[edges], roots, nodes)
        self.parent = np.full(nodes, -1)
        reached = self.component == np.arange(nodes)
        reached[list(roots)] = True
        levels = []
        while True:
            fresh = edges[reached[ends[edges, 0]] != reached[ends[edges, 1]]]
            if not len(fresh):
                break
            found, first = np.unique(ends[fresh][~reached[ends[fresh]]], return_index=True)
            # In the order of their edges.
            found = found[np.argsort(first)]
            self.parent[found] = fresh[np.sort(first)]
            levels.append(found)
            reached[found] = True
        none: Ints = np.zeros(0, dtype=np.int64)
        self.nodes = np.concatenate([none, *levels])
        self.edges = self.parent[self.nodes]


def _components(ends: Ints, roots: Sequence[int], nodes: int) -> Ints:
    component: Ints = np.arange(nodes)
    component[list(roots)] = -1
    while True:
        before = component.copy()
        np.minimum.at(component, ends.ravel(), np.repeat(component[ends].min(axis=1), 2))
        if (component == before).all():
            return component
