"""Colourings, paths along edges and nets, counted by listing them."""

import itertools

import numpy as np
import pytest
from solid_bodies import BODIES, CUBE, pyramid

from geoengine.solid.colorings import edge_colorings, face_colorings, vertex_colorings
from geoengine.solid.edge_paths import (
    apart_vertices,
    edge_paths,
    hamiltonian_cycles,
    hamiltonian_paths,
    perfect_matchings,
    shortest_edge_paths,
    simple_edge_paths,
)
from geoengine.solid.errors import SolidError
from geoengine.solid.nets import cuttings, nets
from geoengine.solid.symmetries import symmetries


@pytest.mark.parametrize(
    ("name", "rotations", "all_symmetries"),
    [
        ("cube", 24, 48),
        ("square prism", 8, 16),
        ("cuboid", 4, 8),
        ("tetrahedron", 12, 24),
        ("octahedron", 24, 48),
        ("triangular prism", 6, 12),
        ("hexagonal prism", 12, 24),
        ("square pyramid", 4, 8),
        ("hexagonal pyramid", 6, 12),
        ("corner", 1, 1),
    ],
)
def test_the_groups_have_their_known_orders(name, rotations, all_symmetries):
    body = BODIES[name]
    group = symmetries(body)
    assert (len(group), len(symmetries(body, True))) == (rotations, all_symmetries)
    assert {tuple(p[i] for i in q) for p in group for q in group} == set(group)


def orbits(body, parts, colorings):
    """Count colourings (dicts) up to the rotations found by turning the floats of the vertices."""
    points = np.array([v.floats for v in body.vertices])
    points = points - points.mean(axis=0)
    turns = []
    base = next(
        c
        for c in itertools.permutations(range(len(points)), 3)
        if abs(np.linalg.det(points[list(c)])) > 1e-9
    )
    for image in itertools.permutations(range(len(points)), 3):
        matrix = points[list(image)].T @ np.linalg.inv(points[list(base)].T)
        if np.allclose(matrix @ matrix.T, np.eye(3)) and np.linalg.det(matrix) > 0:
            moved = points @ matrix.T
            gaps = np.linalg.norm(moved[:, None] - points[None], axis=2)
            if gaps.min(axis=1).max() < 1e-9:
                turns.append(gaps.argmin(axis=1).tolist())
    seen = set()
    count = 0
    for coloring in colorings:
        key = frozenset(coloring.items())
        if key in seen:
            continue
        count += 1
        for turn in turns:
            seen.add(
                frozenset((frozenset(turn[v] for v in part), c) for part, c in coloring.items())
            )
    assert parts in ("vertices", "edges", "faces")
    return count


PARTS = {
    "vertices": (
        vertex_colorings,
        lambda body: [frozenset({i}) for i in range(len(body.vertices))],
    ),
    "edges": (edge_colorings, lambda body: [frozenset(e) for e in body.edges]),
    "faces": (face_colorings, lambda body: [frozenset(f) for f in body.faces]),
}


def are_neighbours(body, parts, p, q):
    if parts == "vertices":
        return tuple(sorted(p | q)) in body.edges
    return len(p & q) == (1 if parts == "edges" else 2)


CASES = [
    ("cube", "faces", 3),
    ("cube", "vertices", 2),
    ("square prism", "faces", 3),
    ("cuboid", "faces", 3),
    ("tetrahedron", "edges", 3),
    ("tetrahedron", "vertices", 4),
    ("octahedron", "vertices", 4),
    ("triangular prism", "faces", 4),
    ("triangular prism", "vertices", 3),
    ("triangular prism", "edges", 2),
    ("square pyramid", "faces", 4),
    ("square pyramid", "vertices", 4),
    ("corner", "faces", 4),
]


@pytest.mark.parametrize(("name", "parts", "k"), CASES)
@pytest.mark.parametrize("proper", [True, False])
def test_colourings_are_counted_by_listing_them(name, parts, k, proper):
    body = BODIES[name]
    count, list_parts = PARTS[parts]
    things = list_parts(body)
    links = [
        (i, j)
        for i, j in itertools.combinations(range(len(things)), 2)
        if are_neighbours(body, parts, things[i], things[j])
    ]
    every = [
        dict(zip(things, colors, strict=True))
        for colors in itertools.product(range(k), repeat=len(things))
        if not proper or all(colors[i] != colors[j] for i, j in links)
    ]
    assert count(body, k, proper=proper) == len(every)
    full = [c for c in every if len(set(c.values())) == k]
    assert count(body, k, proper=proper, all_used=True) == len(full)
    sizes = [len(things) - (k - 1), *[1] * (k - 1)]
    exact = [c for c in every if [list(c.values()).count(i) for i in range(k)] == sizes]
    assert count(body, k, proper=proper, uses=sizes) == len(exact)
    assert count(body, k, proper=proper, up_to_rotation=True) == orbits(body, parts, every)
    assert count(body, k, proper=proper, up_to_rotation=True, all_used=True) == orbits(
        body, parts, full
    )
    assert count(body, k, proper=proper, up_to_rotation=True, uses=sizes) == orbits(
        body, parts, exact
    )


def test_known_colourings():
    assert face_colorings(CUBE, 6, up_to_rotation=True, all_used=True) == 30
    assert face_colorings(CUBE, 2, proper=False, up_to_rotation=True) == 10
    assert face_colorings(CUBE, 3, proper=False, up_to_rotation=True) == 57
    assert edge_colorings(CUBE, 2, proper=False, up_to_rotation=True) == 218
    assert vertex_colorings(pyramid(4, 2), 5) == 420
    with pytest.raises(SolidError, match="with the sum 6"):
        face_colorings(CUBE, 2, uses=[3, 4])


@pytest.mark.parametrize("name", BODIES)
def test_paths_agree_with_matrices_and_permutations(name):
    body = BODIES[name]
    n = len(body.vertices)
    matrix = np.zeros((n, n), dtype=int)
    for a, b in body.edges:
        matrix[a, b] = matrix[b, a] = 1
    P, Q = body.vertices[0], body.vertices[-1]
    for length in range(6):
        assert edge_paths(body, P, Q, length) == np.linalg.matrix_power(matrix, length)[0, n - 1]
    shortest = next(k for k in range(n) if np.linalg.matrix_power(matrix, k)[0, n - 1])
    assert shortest_edge_paths(body, P, Q) == np.linalg.matrix_power(matrix, shortest)[0, n - 1]
    if n > 8:
        return
    through_all = [
        order
        for order in itertools.permutations(range(1, n))
        if all(matrix[a, b] for a, b in zip((0, *order), order, strict=False))
    ]
    assert hamiltonian_paths(body, P) == len(through_all)
    assert hamiltonian_paths(body, P, Q) == sum(order[-1] == n - 1 for order in through_all)
    assert hamiltonian_cycles(body) == sum(matrix[order[-1], 0] for order in through_all) // 2
    simple = 0
    for k in range(n - 1):
        of_length = sum(
            all(matrix[a, b] for a, b in itertools.pairwise((0, *inner, n - 1)))
            for inner in itertools.permutations(range(1, n - 1), k)
        )
        assert simple_edge_paths(body, P, Q, k + 1) == of_length
        simple += of_length
    assert simple_edge_paths(body, P, Q) == simple
    free = [
        s
        for k in range(n + 1)
        for s in itertools.combinations(range(n), k)
        if not matrix[np.ix_(s, s)].any()
    ]
    assert [apart_vertices(body, k) for k in range(n + 1)] == [
        sum(len(s) == k for s in free) for k in range(n + 1)
    ]
    matched = sum(
        len({v for e in chosen for v in e}) == n
        for chosen in itertools.combinations(body.edges, n // 2)
    )
    assert perfect_matchings(body) == (matched if n % 2 == 0 else 0)


def test_nets_are_orbits_of_spanning_trees():
    assert [nets(BODIES[name]) for name in ("tetrahedron", "cube", "octahedron")] == [2, 11, 11]
    assert [cuttings(BODIES[name]) for name in ("tetrahedron", "cube")] == [16, 384]
    assert nets(BODIES["cuboid"]) == 54  # M. Gardner, New Mathematical Diversions, chapter 7 has 11
    assert nets(BODIES["corner"]) == cuttings(BODIES["corner"]) == 16
