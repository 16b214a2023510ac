"""The vertices and edges of a polyhedron as a graph, and its faces as another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from geoengine.solid.errors import SolidError
from geoengine.solid.space import Vector, same_point

if TYPE_CHECKING:
    from geoengine.solid.polyhedron import Polyhedron

__all__ = ["conflicts", "edge_graph", "face_graph", "vertex_index"]


def edge_graph(body: Polyhedron) -> nx.Graph[Any]:
    """Return the graph of the vertices (as indices) and edges of a polyhedron.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corner = [Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1)]
    >>> edge_graph(hull(*corner)).number_of_edges()
    6
    """
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(range(len(body.vertices)))
    graph.add_edges_from(body.edges)
    return graph


def face_graph(body: Polyhedron) -> nx.Graph[Any]:
    """Return the graph of the faces (as indices), joined where they share an edge.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> sorted(face_graph(hull(*corners))[0])
    [1, 2, 3, 4]
    """
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(range(len(body.faces)))
    owner: dict[tuple[int, int], int] = {}
    for number, face in enumerate(body.faces):
        for a, b in zip(face, (*face[1:], face[0]), strict=True):
            edge = (min(a, b), max(a, b))
            if edge in owner:
                graph.add_edge(owner[edge], number)
            owner[edge] = number
    return graph


def conflicts(body: Polyhedron, parts: str) -> nx.Graph[Any]:
    """Return which parts of a polyhedron are neighbours.

    Parameters
    ----------
    body : Polyhedron
    parts : str
        "vertices", neighbours if an edge joins them; "edges" (pairs of indices of vertices,
        sorted), neighbours if they share an end; "faces", neighbours if they share an edge.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> from geoengine.solid.space import Vector
    >>> corner = [Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1)]
    >>> sorted(conflicts(hull(*corner), "edges")[0, 1])
    [(0, 2), (0, 3), (1, 2), (1, 3)]
    """
    if parts == "vertices":
        return edge_graph(body)
    if parts == "faces":
        return face_graph(body)
    lines = nx.line_graph(edge_graph(body))
    return nx.relabel_nodes(lines, {edge: tuple(sorted(edge)) for edge in lines})


def vertex_index(body: Polyhedron, P: Vector) -> int:
    """Return the index of a vertex.

    Raises
    ------
    SolidError
        If the point is not a vertex of the body.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> corner = [Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1)]
    >>> vertex_index(hull(*corner), Vector(0, 1, 0))
    2
    """
    for index, vertex in enumerate(body.vertices):
        if same_point(vertex, P):
            return index
    raise SolidError(f"expected a vertex of the body, found the point {P}")
