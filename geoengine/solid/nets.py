"""Nets: the ways to cut a polyhedron along edges and spread it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from geoengine.solid.polyhedron_graphs import face_graph
from geoengine.solid.symmetries import moved_parts, symmetries

if TYPE_CHECKING:
    from geoengine.solid.polyhedron import Polyhedron

__all__ = ["FUNCTIONS", "cuttings", "nets"]


def cuttings(body: Polyhedron) -> int:
    """Return the number of sets of edges along which the surface can be cut and spread out.

    The edges that stay uncut link the faces without a circuit, so that there are as many as
    spanning trees of the graph of the faces (matrix-tree theorem of Kirchhoff).

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> cuttings(hull(*corners))
    384
    """
    return round(nx.number_of_spanning_trees(face_graph(body)))


def nets(body: Polyhedron) -> int:
    """Return the number of different nets of a polyhedron.

    Two sets of cuts give the same net if a symmetry of the body, rotation or reflection, maps one
    onto the other: a net may be turned over. By the lemma of Cauchy, Frobenius and Burnside the
    number is the mean of the numbers of spanning trees that each symmetry maps onto itself.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> nets(hull(*corners))
    11
    """
    graph = face_graph(body)
    group = symmetries(body, reflections=True)
    moves = [moved_parts(body, "faces", permutation) for permutation in group]
    fixed = sum(_is_fixed(tree, move) for tree in _trees(graph) for move in moves)
    return fixed // len(group)


def _trees(graph: nx.Graph[Any]) -> list[frozenset[frozenset[Any]]]:
    """Return all spanning trees, each as the set of its links."""
    links = [frozenset(link) for link in graph.edges]
    found = []

    def extend(i: int, chosen: list[frozenset[Any]], part: dict[Any, Any]) -> None:
        if len(chosen) == len(part) - 1:
            found.append(frozenset(chosen))
            return
        if len(links) - i < len(part) - 1 - len(chosen):
            return
        a, b = links[i]
        if part[a] != part[b]:
            joined = {node: part[a] if p == part[b] else p for node, p in part.items()}
            extend(i + 1, [*chosen, links[i]], joined)
        extend(i + 1, chosen, part)

    extend(0, [], {node: node for node in graph})
    return found


def _is_fixed(tree: frozenset[frozenset[Any]], move: dict[Any, Any]) -> bool:
    return all(frozenset(move[face] for face in link) in tree for link in tree)


FUNCTIONS = {f.__name__: f for f in (cuttings, nets)}
