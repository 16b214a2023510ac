"""Counts of planes, triangles, pairs, colourings, paths, nets and pieces, made another way."""

import functools
import itertools
import math
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from geoengine.solid.body_parts import (
    diagonals,
    edges,
    face_diagonals,
    face_planes,
    faces,
    space_diagonals,
    vertices,
)
from geoengine.solid.colorings import edge_colorings, face_colorings, vertex_colorings
from geoengine.solid.divisions import cross_planes, inner_points, pencil
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
from geoengine.solid.incidences import (
    coplanar_sets,
    distinct_distances,
    equidistant_planes,
    lines_through,
    planes_through,
    tetrahedra,
)
from geoengine.solid.nets import cuttings, nets
from geoengine.solid.ngon_bodies import (
    corner,
    cut_corners,
    ngon_bipyramid,
    ngon_prism,
    ngon_pyramid,
)
from geoengine.solid.pair_counts import (
    angle_pairs,
    intersecting_pairs,
    parallel_pairs,
    perpendicular_pairs,
    skew_pairs,
)
from geoengine.solid.pieces import pieces
from geoengine.solid.polyhedron import hull
from geoengine.solid.round_bodies import Sphere
from geoengine.solid.space import Plane, Segment, Vector
from geoengine.solid.symmetries import symmetries
from geoengine.solid.triangle_counts import (
    acute_triangles,
    equilateral_triangles,
    isosceles_triangles,
    obtuse_triangles,
    right_triangles,
    triangles,
)


def cuboid(a, b, c):
    return hull(*(Vector(x, y, z) for x in (0, a) for y in (0, b) for z in (0, c)))


def pyramid(n, height):
    """A right pyramid over a regular polygon with 3, 4 or 6 sides."""
    base = {
        3: [(1, 0), ("-1/2", "√3/2"), ("-1/2", "-√3/2")],
        4: [(1, 0), (0, 1), (-1, 0), (0, -1)],
        6: [
            (1, 0),
            ("1/2", "√3/2"),
            ("-1/2", "√3/2"),
            (-1, 0),
            ("-1/2", "-√3/2"),
            ("1/2", "-√3/2"),
        ],
    }[n]
    return hull(*(Vector(x, y, 0) for x, y in base), Vector(0, 0, height))


def prism(n, height):
    base = pyramid(n, 1).vertices[:-1]
    return hull(*base, *(P + Vector(0, 0, height) for P in base))


CUBE = cuboid(1, 1, 1)
OCTAHEDRON = hull(
    *(Vector(*p) for p in {p for s in (1, -1) for p in itertools.permutations((s, 0, 0))})
)
TETRAHEDRON = hull(Vector(0, 0, 0), Vector(1, 1, 0), Vector(1, 0, 1), Vector(0, 1, 1))
BODIES = {
    "cube": CUBE,
    "square prism": cuboid(1, 1, 2),
    "cuboid": cuboid(1, 2, 3),
    "tetrahedron": TETRAHEDRON,
    "octahedron": OCTAHEDRON,
    "triangular prism": prism(3, 2),
    "hexagonal prism": prism(6, 3),
    "square pyramid": pyramid(4, 2),
    "hexagonal pyramid": pyramid(6, 1),
    "corner": hull(Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 2, 0), Vector(0, 0, 4)),
}

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


@pytest.mark.parametrize(
    ("name", "count"),
    [("tetrahedron", 15), ("cube", 27), ("octahedron", 59), ("triangular prism", 21)],
)
def test_the_planes_of_faces_cut_space(name, count):
    assert pieces("space", face_planes(BODIES[name])) == count


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.tuples(*[st.integers(-1, 1)] * 3).filter(any), st.integers(-2, 5)),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["cube", "tetrahedron", "space"]),
)
def test_pieces_are_the_signs_that_have_a_point(cuts, name):
    whole = BODIES.get(name, name)
    planes = []
    for normal, offset in cuts:
        n = Vector(*normal)
        planes.append(Plane(n * offset / (4 * n.dot(n)), n))
    walls = [] if name == "space" else whole.face_planes
    rows = [(np.array(w.normal.floats), float(w.normal.dot(w.point))) for w in walls]
    found = 0
    for signs in itertools.product((1, -1), repeat=len(cuts)):
        sides = [
            (sign * np.array(normal), sign * offset / 4)
            for sign, (normal, offset) in zip(signs, cuts, strict=True)
        ]
        # The greatest t with n·x + t <= d for every side: positive if the piece has an inside.
        matrix = [[*n, 1] for n, _ in (*rows, *sides)]
        bounds = [(None, None)] * 3 + [(None, 1)]
        best = linprog(
            [0, 0, 0, -1], A_ub=matrix, b_ub=[d for _, d in (*rows, *sides)], bounds=bounds
        )
        found += -best.fun > 1e-7
    assert pieces(whole, planes) == found


def test_pieces_of_a_ball():
    ball = Sphere(Vector(0, 0, 0), 2)
    axes = [Plane(Vector(0, 0, 0), Vector(*n)) for n in [(1, 0, 0), (0, 1, 0), (0, 0, 1)]]
    assert [pieces(ball, axes[:n]) for n in range(4)] == [1, 2, 4, 8]
    # Two planes that meet outside of the ball, and one that only touches it.
    slanted = [Plane(Vector(1, 0, 0), Vector(3, 0, 1)), Plane(Vector(-1, 0, 0), Vector(-3, 0, 1))]
    assert pieces(ball, slanted) == 3
    assert pieces(ball, [Plane(Vector(2, 0, 0), Vector(1, 0, 0))]) == 1
    with pytest.raises(SolidError, match="or 'space'"):
        pieces("ball", axes)


@pytest.mark.parametrize("n", range(3, 17))
def test_bodies_over_polygons_are_in_general_position(n):
    pyramid, prism, double = ngon_pyramid(n, 3), ngon_prism(n, 3), ngon_bipyramid(n, 2)
    assert (len(prism.vertices), len(prism.edges), len(prism.faces)) == (2 * n, 3 * n, n + 2)
    assert (len(pyramid.vertices), len(pyramid.edges)) == (n + 1, 2 * n)
    assert (len(double.vertices), len(double.edges)) == (n + 2, 3 * n)
    base = list(prism.vertices[:n])
    assert base == list(pyramid.vertices[:n]) == list(double.vertices[:n])
    assert all(vertex.z == 0 for vertex in base)
    chords = [Segment(*pair) for pair in itertools.combinations(base, 2)]
    assert parallel_pairs(chords) == 0
    angles = [math.atan2(*vertex.floats[1::-1]) for vertex in base]
    gaps = np.diff([*angles, angles[0] + 2 * math.pi]) % (2 * math.pi)
    assert gaps.min() > 1.5 * math.pi / n  # three quarters of the regular angle


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_counts_over_polygons_are_the_known_formulas(n):
    pyramid, prism = ngon_pyramid(n, 3), ngon_prism(n, 3)
    assert pieces("space", face_planes(pyramid)) == (3 * n * n - n + 6) // 2
    assert pieces("space", face_planes(prism)) == 3 * (1 + n + math.comb(n, 2))
    assert skew_pairs(edges(prism)) == 3 * n * n - 5 * n
    assert skew_pairs(edges(pyramid)) == n * (n - 2)
    assert tetrahedra(vertices(prism)) == math.comb(2 * n, 4) - 2 * math.comb(n, 4) - math.comb(
        n, 2
    )
    assert hamiltonian_cycles(prism) == n + 2 * (1 - n % 2)


def test_cut_corners_and_division_points():
    cut = cut_corners(CUBE, 8, Fraction(1, 3))
    assert (len(cut.vertices), len(cut.edges), len(cut.faces)) == (24, 36, 14)
    assert corner(CUBE, 1) == CUBE.vertices[0]
    A, B = Vector(0, 0, 0), Vector(0, 0, 4)
    assert [P.z for P in inner_points(A, B, 3)] == [1, 2, 3]
    assert pieces(cuboid(1, 2, 4), cross_planes(A, B, 3)) == 4
    C, D = Vector(1, 0, 0), Vector(0, 2, 0)
    assert pieces(cuboid(1, 2, 4), pencil(A, B, C, D, 5)) == 6
    for call in (lambda: corner(CUBE, 9), lambda: cut_corners(CUBE, 9, Fraction(1, 3))):
        with pytest.raises(SolidError, match="8"):
            call()
    with pytest.raises(SolidError, match="between 0 and 1/2"):
        cut_corners(CUBE, 1, Fraction(1, 2))
    with pytest.raises(SolidError, match="at most 16 sides"):
        ngon_prism(17, 1)


def test_the_lists_of_parts():
    assert len(vertices(CUBE)) == 8
    graph = nx.Graph((s.a, s.b) for s in edges(OCTAHEDRON))
    assert nx.is_isomorphic(graph, nx.octahedral_graph())
