"""Relations of lines and planes against ranks, and the search for named ones."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from solid_strategies import (
    array,
    as_float_flat,
    close,
    f,
    few,
    lines,
    planes,
    polyhedra,
    spans,
    vectors,
)

from geoengine.solid import Line, Plane, SolidError, Vector
from geoengine.solid.search import lines_of, planes_of


@few
@given(st.one_of(lines, planes), st.one_of(lines, planes))
def test_where_lines_and_planes_meet(X, Y):
    try:
        both = f.meet(X, Y)
    except SolidError:
        assert not f.intersect(X, Y)
        return
    assert f.intersect(X, Y)
    if isinstance(both, Line):
        assert f.relation(both, X) == f.relation(both, Y) == "contained"
    else:
        assert f.on(both, X)
        assert f.on(both, Y)
    assert close(f.dist(X, Y), 0)


@few
@given(st.one_of(lines, planes), st.one_of(lines, planes))
@example(Line(Vector(0, 0, 0), Vector(1, 0, 0)), Line(Vector(0, 1, 0), Vector(-2, 0, 0)))
@example(Line(Vector(0, 0, 0), Vector(1, 0, 0)), Plane(Vector(0, 0, "√2"), Vector(0, 0, 1)))
@example(Plane(Vector(0, 0, 0), Vector(0, 1, 0)), Plane(Vector(0, 3, 0), Vector(0, -2, 0)))
@example(Plane(Vector(0, 0, 0), Vector(0, 1, 0)), Plane(Vector(0, 0, 0), Vector(0, -2, 0)))
def test_relations_are_ranks(X, Y):
    """By Rouché and Capelli: the rank of the directions, without and with the vector between."""
    (p, u), (q, v) = spans(X), spans(Y)
    directions = np.vstack([u, v])
    rank = np.linalg.matrix_rank(directions, tol=1e-7)
    joined = np.linalg.matrix_rank(np.vstack([directions, q - p]), tol=1e-7)
    apart = joined > rank
    smaller = max(len(u), len(v)) == rank
    relation = f.relation(X, Y)
    assert relation == f.relation(Y, X)
    assert f.parallel(X, Y) == (relation == "parallel") == (smaller and apart)
    assert (relation in ("same", "contained")) == (smaller and not apart)
    assert f.same(X, Y) == (relation == "same")
    assert f.intersect(X, Y) == (not smaller and not apart)
    assert (relation == "skew") == (not smaller and apart)
    floats = f.relation(as_float_flat(X), as_float_flat(Y))
    assert floats == relation


@few
@given(st.lists(vectors, min_size=3, max_size=6))
def test_points_in_lines_and_planes_are_ranks(points):
    rank = np.linalg.matrix_rank(array(*points) - array(points[0]), tol=1e-7)
    assert f.collinear(*points) == (rank <= 1)
    assert f.coplanar(*points) == (rank <= 2)


@few
@given(polyhedra)
def test_planes_and_lines_of_points(body):
    # One point is listed twice.
    points = [*body.vertices, body.vertices[0]]
    planes, lines = planes_of(points), lines_of(points)
    for things, count in ((planes, 3), (lines, 2)):
        for X in things:
            assert [P for P in points if f.on(P, X)] == list(X.through)
            assert len(X.through) >= count
        for X, Y in itertools.combinations(things, 2):
            assert not f.same(X, Y)
    independent = sum(not f.collinear(*three) for three in itertools.combinations(points, 3))
    covered = sum(
        not f.collinear(*three) for X in planes for three in itertools.combinations(X.through, 3)
    )
    assert covered == independent


CUBE = [Vector(*xyz) for xyz in itertools.product((0, 1), repeat=3)]


def test_named_search():
    N, X, Z = CUBE[0], CUBE[4], CUBE[1]
    found = f.find_plane(CUBE, "perpendicular", f.line(N, CUBE[6]), through=4)
    assert f.perpendicular(found, f.line(N, CUBE[6]))
    assert len(found.through) == 4
    assert f.find_point(CUBE[1:4], "on", f.line(CUBE[0], Z)) == Z
    tetrahedron = [CUBE[i] for i in (0, 3, 5, 6)]
    line = f.find_line(tetrahedron, "skew", f.segment(CUBE[0], CUBE[3]))
    assert set(line.through) == {CUBE[5], CUBE[6]}
    assert (
        f.find_line(tetrahedron, "perpendicular", f.segment(CUBE[0], CUBE[3])).through
        == line.through
    )
    with pytest.raises(SolidError, match="one plane that is parallel to the given one, found 0"):
        f.find_plane(tetrahedron, "parallel", f.plane(*tetrahedron[:3]))
    with pytest.raises(SolidError, match="one line that is parallel to the given one, found 3"):
        f.find_line(CUBE, "parallel", f.line(N, X))
    with pytest.raises(SolidError, match="parallel, perpendicular, found 'above'"):
        f.find_plane(CUBE, "above", f.line(N, X))
    with pytest.raises(SolidError, match="expected the word on"):
        f.find_point(CUBE, "in", f.line(N, X))
    with pytest.raises(SolidError, match="found a plane"):
        f.find_line(CUBE, "skew", f.plane(*CUBE[:3]))
