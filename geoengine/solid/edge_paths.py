"""Paths along the edges of a polyhedron, and choices of its vertices and edges."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING, Any

import networkx as nx

from geoengine.solid.errors import SolidError
from geoengine.solid.polyhedron_graphs import edge_graph, vertex_index
from geoengine.solid.whole_numbers import whole

if TYPE_CHECKING:
    from geoengine.solid.polyhedron import Polyhedron
    from geoengine.solid.space import Vector

__all__ = [
    "FUNCTIONS",
    "apart_vertices",
    "edge_paths",
    "hamiltonian_cycles",
    "hamiltonian_paths",
    "perfect_matchings",
    "shortest_edge_paths",
    "simple_edge_paths",
]


def edge_paths(body: Polyhedron, P: Vector, Q: Vector, length: Any) -> int:
    """Return the number of walks of so many edges from P to Q; edges may be used again.

    An entry of a power of the adjacency matrix (Biggs, *Algebraic Graph Theory*, lemma 2.5).

    Raises
    ------
    SolidError
        If P or Q is not a vertex, or the length is not a whole number.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> edge_paths(hull(*corners), corners[0], corners[7], 5)
    60
    """
    graph = edge_graph(body)
    start, end = vertex_index(body, P), vertex_index(body, Q)
    ways = {start: 1}
    for _ in range(whole(length, "the number of edges")):
        reached: dict[int, int] = {}
        for node, number in ways.items():
            for neighbour in graph[node]:
                reached[neighbour] = reached.get(neighbour, 0) + number
        ways = reached
    return ways.get(end, 0)


def shortest_edge_paths(body: Polyhedron, P: Vector, Q: Vector) -> int:
    """Return the number of ways from P to Q along as few edges as possible.

    Raises
    ------
    SolidError
        If P or Q is not a vertex, or they are the same.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> shortest_edge_paths(hull(*corners), corners[0], corners[7])
    6
    """
    graph, start, end = _between(body, P, Q)
    return sum(1 for _ in nx.all_shortest_paths(graph, start, end))


def simple_edge_paths(body: Polyhedron, P: Vector, Q: Vector, length: Any | None = None) -> int:
    """Return the number of paths along edges from P to Q that visit no vertex twice.

    Parameters
    ----------
    body : Polyhedron
    P, Q : Vector
        Two vertices.
    length : int, optional
        Count only the paths of so many edges.

    Raises
    ------
    SolidError
        If P or Q is not a vertex, they are the same, or the length is not a whole number.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> simple_edge_paths(hull(*corners), corners[0], corners[7])
    18
    """
    graph, start, end = _between(body, P, Q)
    wanted = None if length is None else whole(length, "the number of edges")
    paths = nx.all_simple_paths(graph, start, end, cutoff=wanted)
    return sum(wanted is None or len(path) == wanted + 1 for path in paths)


def hamiltonian_paths(body: Polyhedron, P: Vector, Q: Vector | None = None) -> int:
    """Return the number of paths along edges that begin at P and visit each vertex just once.

    Parameters
    ----------
    body : Polyhedron
    P : Vector
        The vertex at which the paths begin.
    Q : Vector, optional
        Count only the paths that end at this vertex.

    Raises
    ------
    SolidError
        If P or Q is not a vertex, or they are the same.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> hamiltonian_paths(hull(*corners), corners[0])
    18
    """
    last = len(body.vertices) - 1
    if Q is not None:
        return simple_edge_paths(body, P, Q, last)
    start = vertex_index(body, P)
    ends = (vertex for index, vertex in enumerate(body.vertices) if index != start)
    return sum(simple_edge_paths(body, P, end, last) for end in ends)


def hamiltonian_cycles(body: Polyhedron) -> int:
    """Return the number of closed paths along edges through each vertex just once.

    Neither the vertex at which a closed path begins nor its direction counts.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> hamiltonian_cycles(hull(*corners))
    6
    """
    graph = edge_graph(body)
    last = len(body.vertices) - 1
    paths = (
        simple_edge_paths(body, body.vertices[0], body.vertices[node], last) for node in graph[0]
    )
    return sum(paths) // 2


def apart_vertices(body: Polyhedron, k: Any) -> int:
    """Return the number of sets of k vertices no two of which are joined by an edge.

    Raises
    ------
    SolidError
        If `k` is not a whole number.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> [apart_vertices(hull(*corners), k) for k in range(5)]
    [1, 8, 16, 8, 2]
    """
    graph = edge_graph(body)
    sets = combinations(sorted(graph), whole(k, "the number of vertices"))
    return sum(not any(graph.has_edge(a, b) for a, b in combinations(chosen, 2)) for chosen in sets)


def perfect_matchings(body: Polyhedron) -> int:
    """Return the number of sets of edges such that each vertex is an end of just one of them.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> perfect_matchings(hull(*corners))
    9
    """
    graph = edge_graph(body)

    def ways(left: frozenset[int]) -> int:
        if not left:
            return 1
        first = min(left)
        return sum(ways(left - {first, other}) for other in graph[first] if other in left)

    return ways(frozenset(graph))


def _between(body: Polyhedron, P: Vector, Q: Vector) -> tuple[nx.Graph[Any], int, int]:
    start, end = vertex_index(body, P), vertex_index(body, Q)
    if start == end:
        raise SolidError(f"expected two different vertices, found {P} twice")
    return edge_graph(body), start, end


_ALL: tuple[Callable[..., int], ...] = (
    edge_paths,
    shortest_edge_paths,
    simple_edge_paths,
    hamiltonian_paths,
    hamiltonian_cycles,
    apart_vertices,
    perfect_matchings,
)
FUNCTIONS = {f.__name__: f for f in _ALL}
