"""Pieces cut by planes, and counts over polygons with any number of sides."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from solid_bodies import BODIES, CUBE, cuboid

from geoengine.solid.body_parts import edges, face_planes, vertices
from geoengine.solid.divisions import cross_planes, inner_points, pencil
from geoengine.solid.edge_paths import hamiltonian_cycles
from geoengine.solid.errors import SolidError
from geoengine.solid.incidences import tetrahedra
from geoengine.solid.ngon_bodies import (
    corner,
    cut_corners,
    ngon_bipyramid,
    ngon_prism,
    ngon_pyramid,
)
from geoengine.solid.pair_counts import parallel_pairs, skew_pairs
from geoengine.solid.pieces import pieces
from geoengine.solid.round_bodies import Sphere
from geoengine.solid.space import Plane, Segment, Vector


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
    # From half the regular angle up to much more than it: clearly irregular.
    assert 1.0 * math.pi / n < gaps.min() < gaps.max() / 1.3


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
