"""Shortest ways on surfaces, and folded sheets, measured another way."""

import itertools
import math
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoengine.solid.errors import InexactError, SolidError
from geoengine.solid.folding import fold, fold_to
from geoengine.solid.numbers import Exact
from geoengine.solid.polyhedron import hull
from geoengine.solid.roots import root
from geoengine.solid.round_bodies import Cone, Cylinder, Sphere
from geoengine.solid.space import Line, Segment, Vector
from geoengine.solid.surface_paths import apex_angle, shortest_path
from geoengine.solid.unfolding import unfolded_distance

SIZES = st.integers(1, 5)


def cuboid(a, b, c):
    return hull(*(Vector(x, y, z) for x in (0, a) for y in (0, b) for z in (0, c)))


OCTAHEDRON = hull(
    *(Vector(*p) for p in {p for s in (1, -1) for p in itertools.permutations((s, 0, 0))})
)
PRISM = hull(
    *(Vector(x, y, z) for x, y in [(0, 0), (2, 0), (1, "√3")] for z in (0, 3)),
)
SLANTED = hull(
    *(Vector(*p) for p in [(0, 0, 0), (4, 0, 0), (3, 3, 0), (0, 2, 0), (1, 1, 3), (2, 1, 2)]),
)
BODIES = [OCTAHEDRON, PRISM, SLANTED, cuboid(1, 2, 3)]


def least_chain(p, segments, q, fineness=17):
    """The least length of a polyline from p to q with a vertex on each of the segments in turn.

    The length is convex in the places of the vertices: the best of a grid of places is found by
    dynamic programming, and the grid is made finer around it.
    """
    low, high = np.zeros(len(segments)), np.ones(len(segments))
    best = math.inf
    for _ in range(9):
        places = np.linspace(low, high, fineness, axis=1)
        layers = [a + t[:, None] * (b - a) for (a, b), t in zip(segments, places, strict=True)]
        costs, choices = np.zeros(1), []
        before = np.array([p])
        for layer in (*layers, np.array([q])):
            steps = costs[:, None] + np.linalg.norm(before[:, None] - layer[None], axis=2)
            choices.append(steps.argmin(axis=0))
            costs, before = steps.min(axis=0), layer
        best = min(best, costs[0])
        at, chosen = 0, []
        for choice in reversed(choices):
            at = choice[at]
            chosen.append(at)
        width = (high - low) / 5
        center = places[np.arange(len(segments)), chosen[-2::-1]] if segments else low
        low, high = np.clip(center - width, 0, 1), np.clip(center + width, 0, 1)
    return best


def shortest_crossings(body, P, Q):
    """The shortest way over any sequence of up to five faces."""
    points = np.array([v.floats for v in body.vertices])
    p, q = np.array(P.floats), np.array(Q.floats)
    faces = [set(face) for face in body.faces]
    at = [
        {
            i
            for i, wall in enumerate(body.face_planes)
            if abs(np.dot(wall.normal.floats, x - np.array(wall.point.floats))) < 1e-9
        }
        for x in (p, q)
    ]
    links = nx.Graph()
    for i, j in itertools.combinations(range(len(faces)), 2):
        if len(faces[i] & faces[j]) == 2:
            links.add_edge(i, j, edge=sorted(faces[i] & faces[j]))
    if at[0] & at[1]:
        return float(np.linalg.norm(p - q))
    best = math.inf
    for start, end in itertools.product(*at):
        for way in nx.all_simple_paths(links, start, end, cutoff=4):
            edges = [links[a][b]["edge"] for a, b in itertools.pairwise(way)]
            best = min(best, least_chain(p, [(points[a], points[b]) for a, b in edges], q))
    return best


def on_face(body, number, weights):
    corners = [body.vertices[i] for i in body.faces[number % len(body.faces)]]
    total = sum(weights[: len(corners)])
    point = corners[0] * Fraction(weights[0], total)
    for corner, weight in zip(corners[1:], weights[1:], strict=False):
        point = point + corner * Fraction(weight, total)
    return point


WEIGHTS = st.lists(st.integers(1, 6), min_size=4, max_size=4)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(BODIES), st.integers(0, 7), st.integers(0, 7), WEIGHTS, WEIGHTS)
def test_shortest_paths_agree_with_minimised_crossings(body, i, j, first, second):
    P, Q = on_face(body, i, first), on_face(body, j, second)
    assert float(shortest_path(body, P, Q)) == pytest.approx(
        shortest_crossings(body, P, Q), rel=1e-4
    )


@given(SIZES, SIZES, SIZES)
def test_from_corner_to_opposite_corner_of_a_cuboid(a, b, c):
    x, y, z = sorted((a, b, c))
    length = shortest_path(cuboid(a, b, c), Vector(0, 0, 0), Vector(a, b, c))
    assert length**2 == (x + y) ** 2 + z**2


def test_the_spider_and_the_fly():
    """H. E. Dudeney, *The Canterbury Puzzles*, no. 75: 40 feet, over five of the six sides."""
    room = cuboid(30, 12, 12)
    spider, fly = Vector(0, 6, 11), Vector(30, 6, 1)
    assert shortest_path(room, spider, fly) == 40


def test_unfolding_over_given_edges():
    A, B = Vector(0, 0, 0), Vector(3, 4, 5)
    over_side = Segment(Vector(3, 0, 0), Vector(3, 0, 5))
    over_top = Segment(Vector(0, 0, 5), Vector(3, 0, 5))
    assert unfolded_distance(A, B, over_side) == Exact("√74")
    assert unfolded_distance(A, B, over_top) == Exact("√90")
    # Around three sides of the same room, to a point above the start.
    around = [Segment(Vector(3, y, 0), Vector(3, y, 5)) for y in (0, 4)]
    assert unfolded_distance(A, Vector(0, 4, 5), *around) == Exact("√125")
    assert unfolded_distance(A, B) == Exact("√50")
    with pytest.raises(SolidError, match="one face"):
        unfolded_distance(A, B, over_side, Segment(Vector(0, 4, 0), Vector(1, 4, 3)))
    with pytest.raises(SolidError, match="not on the first edge"):
        unfolded_distance(A, B, Segment(A, Vector(3, 0, 0)))


def test_points_off_the_surface_are_refused():
    with pytest.raises(SolidError, match="point of the surface"):
        shortest_path(OCTAHEDRON, Vector(0, 0, 0), Vector(1, 0, 0))
    can = Cylinder(Vector(0, 0, 0), Vector(0, 0, 2), 1)
    with pytest.raises(SolidError, match="side of the body"):
        shortest_path(can, Vector(0, 0, 0), Vector(1, 0, 1))
    hat = Cone(Vector(0, 0, 2), Vector(0, 0, 0), 1)
    with pytest.raises(SolidError, match="side of the body"):
        shortest_path(hat, Vector(1, 0, 0), Vector(1, 0, 1))
    with pytest.raises(SolidError, match="a cone or a cylinder"):
        shortest_path(Sphere(Vector(0, 0, 0), 1), Vector(1, 0, 0), Vector(0, 1, 0))


@settings(max_examples=5, deadline=None)
@given(st.sampled_from([45, 60, 90, 120, 150]), st.integers(0, 3))
def test_ways_around_a_cone_are_chords_of_the_sector(degrees, low):
    r, z = 2, 4
    hat = Cone(Vector(0, 0, z), Vector(0, 0, 0), r)
    angle = math.radians(degrees)
    share = low / 4
    P = Vector(2, 0, 0)
    Q = Vector(
        r * (1 - share) * math.cos(angle), r * (1 - share) * math.sin(angle), float(z * share)
    )
    apex = np.array([0, 0, z])
    rims = [
        np.array([r * math.cos(phi), r * math.sin(phi), 0])
        for phi in np.linspace(0, angle, 30)[1:-1]
    ]
    lines = [(apex, rim) for rim in rims]
    expected = least_chain(np.array(P.floats), lines, np.array(Q.floats), fineness=151)
    assert float(shortest_path(hat, P, Q)) == pytest.approx(expected, rel=2e-3)


def test_exact_ways_on_round_bodies():
    can = Cylinder(Vector(0, 0, 0), Vector(0, 0, 6), 2)
    bottom, top = Vector(2, 0, 0), Vector(2, 0, 6)
    assert shortest_path(can, bottom, top) == 6
    assert shortest_path(can, bottom, top, 2) ** 2 == 36 + Exact("64π²")
    assert float(shortest_path(can, bottom, Vector(1, "√3", 6))) == pytest.approx(
        math.hypot(2 * math.pi / 3, 6)
    )
    # A cone whose side unrolls to half a disc: the way from end to end of it is straight.
    hat = Cone(Vector(0, 0, "√3"), Vector(0, 0, 0), 1)
    rim, apex = Vector(1, 0, 0), Vector(0, 0, "√3")
    assert apex_angle(hat, apex) == 180
    assert shortest_path(hat, rim, Vector(-1, 0, 0)) == Exact("2√2")
    assert shortest_path(hat, rim, rim, 1) == 4  # through the apex
    assert shortest_path(hat, rim, apex) == 2
    with pytest.raises(SolidError, match="apex of the cone"):
        apex_angle(hat, rim)


def test_angles_around_vertices():
    assert apex_angle(OCTAHEDRON, Vector(1, 0, 0)) == 240
    assert apex_angle(PRISM, Vector(0, 0, 0)) == 240
    total = sum(360 - float(apex_angle(SLANTED, vertex)) for vertex in SLANTED.vertices)
    assert total == pytest.approx(720)  # the theorem of Descartes


COORDINATE = st.integers(-4, 4)


@given(COORDINATE, COORDINATE, COORDINATE, st.sampled_from([0, 30, 45, 60, 90, 135, 180]))
def test_folding_keeps_distances_from_the_crease(x, y, z, dihedral):
    A, B, P = Vector(1, -2, z), Vector(2, 1, z), Vector(x, y, z)
    crease = Line(A, B - A)
    if (P - A).cross(B - A).is_zero:
        with pytest.raises(SolidError, match="not on the crease"):
            fold(P, crease, dihedral)
        return
    folded = fold(P, crease, dihedral)
    for X in (A, B):
        assert (folded - X).dot(folded - X) == (P - X).dot(P - X)
    # The angle at the crease, measured against the half-plane that P came from.
    foot = A + (B - A) * ((P - A).dot(B - A) / (B - A).dot(B - A))
    old, new = np.array((P - foot).floats), np.array((folded - foot).floats)
    cosine = -old @ new / (np.linalg.norm(old) * np.linalg.norm(new))
    assert cosine == pytest.approx(math.cos(math.radians(dihedral)), abs=1e-9)
    assert folded.z >= z


@given(COORDINATE, st.integers(1, 4), st.integers(-4, -1), st.integers(1, 5))
def test_folding_to_a_distance_reaches_it(x, y, below, step):
    P, Q = Vector(x, y, 0), Vector(0, below, 0)
    crease = Segment(Vector(0, 0, 0), Vector(1, 0, 0))
    nearest, farthest = x * x + (y + below) ** 2, x * x + (y - below) ** 2
    square = nearest + Fraction(step, 5) * (farthest - nearest)
    distance = Exact(square)
    folded = fold_to(P, crease, Q, root(distance))
    assert (folded - Q).dot(folded - Q) == distance
    assert folded.dot(folded) == P.dot(P)
    with pytest.raises(SolidError, match="reaches"):
        fold_to(P, crease, Q, root(Exact(farthest + 1)))


def test_sheets_that_cannot_be_folded():
    crease = Line(Vector(0, 0, 0), Vector(1, 0, 0))
    with pytest.raises(SolidError, match="one horizontal plane"):
        fold(Vector(0, 1, 1), crease, 90)
    with pytest.raises(SolidError, match="from 0 to 180"):
        fold(Vector(0, 1, 0), crease, 190)
    with pytest.raises(InexactError):
        fold(Vector(0, 1, 0), crease, 100)
