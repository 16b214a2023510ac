"""Polyhedra, sections and round bodies against scipy and the float route."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from solid_strategies import (
    array,
    as_float_flat,
    as_floats,
    close,
    f,
    few,
    planes,
    polyhedra,
    vectors,
)

from geoengine.solid import Exact, SolidError, hull, is_zero


def merged_faces(points):
    """The number of faces of the convex hull by scipy, coplanar triangles counted once."""
    return len({tuple(np.round(row, 6) + 0.0) for row in ConvexHull(points).equations})


@few
@given(polyhedra)
def test_the_hull_is_that_of_scipy(body):
    by_scipy = ConvexHull(array(*body.vertices))
    assert len(by_scipy.vertices) == len(body.vertices)
    assert len(body.faces) == merged_faces(array(*body.vertices))
    assert len(body.vertices) - len(body.edges) + len(body.faces) == 2  # Euler
    assert close(f.volume(body), by_scipy.volume)
    # Of floats, since areas may be nested roots, of which no sums are formed.
    assert close(f.surface(hull(*map(as_floats, body.vertices))), by_scipy.area)
    middle = f.centroid(*body.vertices)
    assert f.inside(middle, body)
    assert all(plane.side(middle) < 0 for plane in body.face_planes)
    for face in body.face_polygons:
        assert f.convex(*face.vertices)


@few
@given(polyhedra, st.randoms(use_true_random=False))
def test_the_hull_leaves_out_what_is_no_vertex(body, chance):
    corners = list(body.vertices)
    more = [f.midpoint(*chance.sample(corners, 2)), f.centroid(*chance.sample(corners, 3))]
    everything = corners + more + chance.sample(corners, 2)
    chance.shuffle(everything)
    again = hull(*everything)
    assert set(again.vertices) == set(corners)
    assert f.volume(again) == f.volume(body)
    assert len(again.faces) == len(body.faces)


@few
@given(polyhedra)
def test_floats_give_the_same_hull(body):
    same = hull(*map(as_floats, body.vertices))
    assert set(same.faces) == set(hull(*body.vertices).faces)
    assert close(f.volume(same), f.volume(body))
    assert isinstance(f.surface(same), float)


@few
@given(vectors, vectors, vectors, vectors)
def test_the_volume_of_a_tetrahedron(A, B, C, D):
    expected = abs(np.linalg.det(array(B - A, C - A, D - A))) / 6
    if f.coplanar(A, B, C, D):
        assert close(expected, 0)
        with pytest.raises(SolidError):
            f.volume(A, B, C, D)
    else:
        assert close(f.volume(A, B, C, D), expected)
        assert f.volume(A, B, C, D) == f.volume(hull(A, B, C, D))
        base = f.plane(A, B, C)
        assert is_zero(f.volume(A, B, C, D) * 3 - f.area(A, B, C) * f.dist(D, base))


def crossing_points(body, plane):
    """Where the edges of the triangulated hull cross a plane, by floats."""
    points, normal = array(*body.vertices), array(plane.normal)[0]
    heights = (points - array(plane.point)) @ normal
    found = []
    for a, b in itertools.combinations(range(len(points)), 2):
        if heights[a] * heights[b] < 0:
            t = heights[a] / (heights[a] - heights[b])
            found.append(points[a] + t * (points[b] - points[a]))
    return np.array(found + [p for p, h in zip(points, heights, strict=True) if abs(h) < 1e-9])


def plane_area(points, normal):
    """The area of the convex hull of points in a plane, by scipy."""
    frame = np.linalg.svd(normal.reshape(1, 3))[2][1:]
    return ConvexHull((points - points[0]) @ frame.T).volume


@few
@given(polyhedra, planes)
def test_sections_and_parts_of_polyhedra(body, plane):
    sides = [plane.side(V).sign for V in body.vertices]
    if min(sides) >= 0 or max(sides) <= 0:
        with pytest.raises(SolidError, match="misses it"):
            f.section(body, plane)
        return
    section = f.section(body, plane)
    assert f.convex(*section.vertices)
    assert all(f.on(P, plane) and f.on(P, body) for P in section.vertices)
    assert section.normal.dot(plane.normal) > 0
    above, below = (f.cut(body, plane, plane.point + sign * plane.normal) for sign in (1, -1))
    assert f.volume(above) + f.volume(below) == f.volume(body)
    floats = f.section(hull(*map(as_floats, body.vertices)), as_float_flat(plane))
    assert len(floats.vertices) == f.sides(section)
    expected = plane_area(crossing_points(body, plane), array(plane.normal)[0])
    assert close(f.area(floats), expected, rel=1e-6)


@few
@given(polyhedra, polyhedra)
def test_the_common_part_of_two_bodies(X, Y):
    try:
        both = f.common(X, Y)
    except SolidError:
        rows = np.vstack([ConvexHull(array(*body.vertices)).equations for body in (X, Y)])
        assert depth(rows) < 1e-9
        return
    assert f.volume(both) == f.volume(f.common(Y, X))
    assert f.volume(both) <= f.volume(X)
    for P in both.vertices:
        for body in (X, Y):
            assert f.inside(P, body) or f.on(P, body)


def depth(rows):
    """The radius of the largest ball within half-spaces, by linear programming."""
    from scipy.optimize import linprog

    found = linprog(
        [0, 0, 0, -1],
        A_ub=np.hstack([rows[:, :3], np.ones((len(rows), 1))]),
        b_ub=-rows[:, 3],
        bounds=[(None, None)] * 3 + [(0, None)],
    )
    return found.x[3] if found.success else 0


@few
@given(polyhedra, vectors)
def test_inside(body, P):
    rows = ConvexHull(array(*body.vertices)).equations
    height = (rows[:, :3] @ array(P)[0] + rows[:, 3]).max()
    assume(abs(height) > 1e-9 or f.on(P, body))
    assert f.inside(P, body) == (height < -1e-9)
    assert f.on(P, body) == (abs(height) <= 1e-9)


@few
@given(polyhedra)
def test_points_of_faces_and_edges_are_on_the_surface(body):
    for face in body.face_polygons:
        middle = f.centroid(*face.vertices)
        assert f.on(middle, face)
        assert f.on(middle, body)
        assert not f.on(2 * middle - f.centroid(*body.vertices), body)
    for edge in body.edge_segments:
        assert f.on(f.divide(edge.a, edge.b, Exact("√2/2")), edge)
        assert not f.on(f.divide(edge.a, edge.b, Exact("√2")), edge)
