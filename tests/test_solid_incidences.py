"""Counts of planes, triangles and pairs of lines, made another way."""

import functools
import itertools
import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solid_bodies import CUBE, OCTAHEDRON, TETRAHEDRON, prism

from geoengine.solid.body_parts import (
    diagonals,
    edges,
    face_diagonals,
    face_planes,
    faces,
    space_diagonals,
    vertices,
)
from geoengine.solid.errors import SolidError
from geoengine.solid.incidences import (
    coplanar_sets,
    distinct_distances,
    equidistant_planes,
    lines_through,
    planes_through,
    tetrahedra,
)
from geoengine.solid.pair_counts import (
    angle_pairs,
    intersecting_pairs,
    parallel_pairs,
    perpendicular_pairs,
    skew_pairs,
)
from geoengine.solid.space import Vector
from geoengine.solid.triangle_counts import (
    acute_triangles,
    equilateral_triangles,
    isosceles_triangles,
    obtuse_triangles,
    right_triangles,
    triangles,
)

POINTS = st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=4, max_size=8, unique=True)


def rank(points):
    """The dimension of the flat through points, from the rank of integer vectors."""
    return _rank(tuple(sorted(set(points))))


@functools.cache
def _rank(points):
    first, *rest = np.array(points)
    return int(np.linalg.matrix_rank(np.array(rest) - first)) if rest else 0


@settings(max_examples=40)
@given(POINTS, st.integers(4, 5))
def test_points_are_grouped_as_ranks_say(points, k):
    given_points = [Vector(*p) for p in points]
    flat = sum(rank(chosen) <= 2 for chosen in itertools.combinations(points, k))
    assert coplanar_sets(given_points, k) == flat
    full = sum(rank(chosen) == 3 for chosen in itertools.combinations(points, 4))
    assert tetrahedra(given_points) == full
    planes, lines = set(), set()
    for chosen in itertools.combinations(points, 3):
        if rank(chosen) == 2:
            planes.add(frozenset(p for p in points if rank([*chosen, p]) == 2))
    for chosen in itertools.combinations(points, 2):
        lines.add(frozenset(p for p in points if rank([*chosen, p]) == 1))
    assert planes_through(given_points) == len(planes)
    assert lines_through(given_points) == len(lines)


@given(POINTS)
def test_triangles_are_sorted_by_their_greatest_angle(points):
    given_points = [Vector(*p) for p in points]
    kinds = {"right": 0, "acute": 0, "obtuse": 0, "equilateral": 0, "isosceles": 0}
    for chosen in itertools.combinations(points, 3):
        if rank(chosen) < 2:
            continue
        a, b, c = sorted(math.dist(p, q) for p, q in itertools.combinations(chosen, 2))
        angle = math.degrees(math.acos(max(-1, (a * a + b * b - c * c) / (2 * a * b))))
        kinds["right" if abs(angle - 90) < 1e-6 else "acute" if angle < 90 else "obtuse"] += 1
        kinds["equilateral"] += math.isclose(a, c)
        kinds["isosceles"] += math.isclose(a, b) or math.isclose(b, c)
    assert right_triangles(given_points) == kinds["right"]
    assert acute_triangles(given_points) == kinds["acute"]
    assert obtuse_triangles(given_points) == kinds["obtuse"]
    assert equilateral_triangles(given_points) == kinds["equilateral"]
    assert isosceles_triangles(given_points) == kinds["isosceles"]
    assert triangles(given_points) == kinds["right"] + kinds["acute"] + kinds["obtuse"]
    distances = {round(math.dist(p, q), 9) for p, q in itertools.combinations(points, 2)}
    assert distinct_distances(given_points) == len(distances)


@given(POINTS)
def test_equidistant_planes_solve_the_equations_of_their_signs(points):
    if rank(points) < 3:
        with pytest.raises(SolidError, match="not all in one plane"):
            equidistant_planes(*(Vector(*p) for p in points))
        return
    matrix = np.hstack([np.array(points, dtype=float), np.ones((len(points), 1))])
    found = 0
    for signs in itertools.product((1, -1), repeat=len(points)):
        if signs[0] == 1 and min(signs) == -1:
            solution = np.linalg.lstsq(matrix, np.array(signs, dtype=float), rcond=None)[0]
            found += np.allclose(matrix @ solution, signs, atol=1e-9)
    assert equidistant_planes(*(Vector(*p) for p in points)) == found


def test_the_pairs_of_edges_and_faces():
    assert skew_pairs(edges(CUBE)) == 24
    assert parallel_pairs(edges(CUBE)) == 18
    assert intersecting_pairs(edges(CUBE)) == 24
    assert math.comb(12, 2) == 24 + 18 + 24
    lines = edges(CUBE) + diagonals(CUBE)
    assert skew_pairs(lines) == 174
    assert skew_pairs(edges(TETRAHEDRON)) == 3
    assert perpendicular_pairs(edges(TETRAHEDRON)) == 3
    assert angle_pairs(face_diagonals(CUBE), 60) == 48
    assert parallel_pairs(faces(OCTAHEDRON)) == 4
    assert parallel_pairs(edges(CUBE), face_planes(CUBE)) == 24
    assert perpendicular_pairs(face_planes(prism(3, 2))) == 6
    assert (len(space_diagonals(prism(6, 3))), len(diagonals(prism(6, 3)))) == (18, 48)
    with pytest.raises(SolidError, match="expected a line or a segment"):
        skew_pairs(faces(CUBE))


def test_the_lists_of_parts():
    assert len(vertices(CUBE)) == 8
    graph = nx.Graph((s.a, s.b) for s in edges(OCTAHEDRON))
    assert nx.is_isomorphic(graph, nx.octahedral_graph())
