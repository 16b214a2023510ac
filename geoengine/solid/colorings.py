"""Colourings of the vertices, edges and faces of a polyhedron."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import networkx as nx

from geoengine.solid.errors import SolidError
from geoengine.solid.polyhedron_graphs import conflicts
from geoengine.solid.symmetries import moved_parts, symmetries
from geoengine.solid.whole_numbers import whole

if TYPE_CHECKING:
    from geoengine.solid.polyhedron import Polyhedron

__all__ = ["FUNCTIONS", "edge_colorings", "face_colorings", "vertex_colorings"]


def vertex_colorings(
    body: Polyhedron,
    k: Any,
    *,
    proper: bool = True,
    up_to_rotation: bool = False,
    all_used: bool = False,
    uses: Sequence[Any] | None = None,
) -> int:
    """Return the number of colourings of the vertices of a polyhedron.

    Up to rotation the number is the mean, over the rotations of the body, of the numbers of
    colourings that a rotation leaves as they are (lemma of Cauchy, Frobenius and Burnside).

    Parameters
    ----------
    body : Polyhedron
    k : int
        The number of colours at hand.
    proper : bool
        Whether neighbours must differ in colour: vertices that an edge joins (of edges: those with
        a common end; of faces: those with a common edge).
    up_to_rotation : bool
        Whether colourings that a rotation of the body turns into each other count as one.
    all_used : bool
        Whether each of the k colours must occur.
    uses : list of int, optional
        How many parts get the first, the second, … colour; k numbers.

    Raises
    ------
    SolidError
        If `k` is not a whole number, or `uses` does not give k numbers with the right sum.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> cube = hull(*corners)
    >>> vertex_colorings(cube, 2), vertex_colorings(cube, 2, proper=False, up_to_rotation=True)
    (2, 23)
    """
    return _colorings(body, "vertices", k, proper, up_to_rotation, all_used, uses)


def edge_colorings(
    body: Polyhedron,
    k: Any,
    *,
    proper: bool = True,
    up_to_rotation: bool = False,
    all_used: bool = False,
    uses: Sequence[Any] | None = None,
) -> int:
    """Return the number of colourings of the edges of a polyhedron.

    The method, the parameters and the errors are those of `vertex_colorings`.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corner = [Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1)]
    >>> edge_colorings(hull(*corner), 3)
    6
    """
    return _colorings(body, "edges", k, proper, up_to_rotation, all_used, uses)


def face_colorings(
    body: Polyhedron,
    k: Any,
    *,
    proper: bool = True,
    up_to_rotation: bool = False,
    all_used: bool = False,
    uses: Sequence[Any] | None = None,
) -> int:
    """Return the number of colourings of the faces of a polyhedron.

    The method, the parameters and the errors are those of `vertex_colorings`.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> cube = hull(*corners)
    >>> face_colorings(cube, 3), face_colorings(cube, 6, up_to_rotation=True, all_used=True)
    (6, 30)
    """
    return _colorings(body, "faces", k, proper, up_to_rotation, all_used, uses)


def _colorings(
    body: Polyhedron,
    parts: str,
    k: Any,
    proper: bool,
    up_to_rotation: bool,
    all_used: bool,
    uses: Sequence[Any] | None,
) -> int:
    colors = whole(k, "the number of colours", 1)
    graph = conflicts(body, parts)
    sizes = None if uses is None else [whole(n, "the number of parts of a colour") for n in uses]
    if sizes is not None and (len(sizes) != colors or sum(sizes) != len(graph)):
        raise SolidError(f"expected {colors} numbers with the sum {len(graph)}, found {sizes}")
    if not proper:
        graph = nx.create_empty_copy(graph)
    group = symmetries(body) if up_to_rotation else (tuple(range(len(body.vertices))),)
    total = 0
    for permutation in group:
        quotient = _quotient(graph, moved_parts(body, parts, permutation))
        if quotient is not None:
            total += _count(quotient, colors, all_used, sizes)
    return total // len(group)


def _quotient(graph: nx.Graph[Any], moved: Mapping[Any, Any]) -> nx.Graph[Any] | None:
    """Return the graph of the cycles of a permutation, or None if a cycle joins neighbours.

    The attribute ``size`` of a cycle is the number of its parts.
    """
    cycle: dict[Any, int] = {}
    quotient: nx.Graph[Any] = nx.Graph()
    for part in graph:
        if part in cycle:
            continue
        number, size = len(quotient), 0
        while part not in cycle:
            cycle[part] = number
            size += 1
            part = moved[part]
        quotient.add_node(number, size=size)
    for a, b in graph.edges:
        if cycle[a] == cycle[b]:
            return None
        quotient.add_edge(cycle[a], cycle[b])
    return quotient


def _count(graph: nx.Graph[Any], colors: int, all_used: bool, sizes: list[int] | None) -> int:
    if sizes is not None:
        return _with_sizes(graph, sizes)
    by_classes = _partitions(graph)
    if all_used:
        return by_classes.get(colors, 0) * math.factorial(colors)
    return sum(number * math.perm(colors, classes) for classes, number in by_classes.items())


def _partitions(graph: nx.Graph[Any]) -> dict[int, int]:
    """Return how often the nodes can be divided into so many classes without neighbours.

    The nodes are added one by one. A state is the class of every node that still has neighbours to
    come, and the number of classes; states that agree are counted together.
    """
    order = _narrow_order(graph)
    place = {node: i for i, node in enumerate(order)}
    states: dict[tuple[tuple[tuple[Any, int], ...], int], int] = {((), 0): 1}
    for i, node in enumerate(order):
        following: dict[tuple[tuple[tuple[Any, int], ...], int], int] = {}
        for (open_nodes, classes), number in states.items():
            barred = {c for other, c in open_nodes if graph.has_edge(node, other)}
            for chosen in range(classes + 1):
                if chosen in barred:
                    continue
                kept = [
                    (other, c)
                    for other, c in (*open_nodes, (node, chosen))
                    if any(place[next_to] > i for next_to in graph[other])
                ]
                # Number the classes of the open nodes by their first occurrence: the others are
                # alike for all that follows.
                names: dict[int, int] = {}
                state = tuple((other, names.setdefault(c, len(names))) for other, c in kept)
                key = (state, max(classes, chosen + 1))
                following[key] = following.get(key, 0) + number
        states = following
    counts: dict[int, int] = {}
    for (_, classes), number in states.items():
        counts[classes] = counts.get(classes, 0) + number
    return counts


def _narrow_order(graph: nx.Graph[Any]) -> list[Any]:
    """Return the nodes in an order that keeps few of them open at a time."""
    order: list[Any] = []
    left = set(graph)
    while left:
        node = min(
            left,
            key=lambda n: (len(set(graph[n]) & left) - 2 * len(set(graph[n]) - left), str(n)),
        )
        order.append(node)
        left.remove(node)
    return order


def _with_sizes(graph: nx.Graph[Any], sizes: list[int]) -> int:
    """Return in how many ways the colours can be given so that each has its number of parts."""
    order = sorted(graph, key=str)
    given: dict[Any, int] = {}
    left = list(sizes)

    def ways(i: int) -> int:
        if i == len(order):
            return 1
        node, number = order[i], 0
        size = graph.nodes[node]["size"]
        barred = {given[other] for other in graph[node] if other in given}
        for color in range(len(left)):
            if left[color] >= size and color not in barred:
                left[color] -= size
                given[node] = color
                number += ways(i + 1)
                del given[node]
                left[color] += size
        return number

    return ways(0)


FUNCTIONS = {f.__name__: f for f in (vertex_colorings, edge_colorings, face_colorings)}
