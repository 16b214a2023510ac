"""Distances, angles, images and centres against numpy and the float route."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from solid_strategies import (
    array,
    as_float_flat,
    as_floats,
    close,
    f,
    few,
    flats,
    lines,
    planes,
    spans,
    vectors,
)

from geoengine.solid import (
    Exact,
    InexactError,
    Line,
    Plane,
    Segment,
    SolidError,
    Vector,
    hull,
    is_zero,
    root,
)


@few
@given(flats, flats)
def test_distances_are_least_squares(X, Y):
    (p, u), (q, v) = spans(X), spans(Y)
    across = np.vstack([u, v]).T
    rest = q - p
    if across.size:
        rest = rest - across @ np.linalg.lstsq(across, rest, rcond=1e-10)[0]
    assert close(f.dist(X, Y), np.linalg.norm(rest), rel=1e-6)
    assert f.dist(X, Y) == f.dist(Y, X)
    assert close(f.dist(as_float_flat(X), as_float_flat(Y)), f.dist(X, Y), rel=1e-6)


@few
@given(st.one_of(lines, planes), st.one_of(lines, planes))
def test_angles_between_lines_and_planes(X, Y):
    (_, u), (_, v) = spans(X), spans(Y)
    if isinstance(X, Plane) and isinstance(Y, Plane):
        u, v = array(X.normal), array(Y.normal)
    # The smallest angle of a direction of one with the other, by singular values.
    values = np.linalg.svd(np.linalg.qr(u.T)[0].T @ np.linalg.qr(v.T)[0])[1]
    cosine = min(1.0, values[0])
    assert close(f.cos_angle(X, Y), cosine)
    assert f.cos_angle(X, Y) ** 2 + f.sin_angle(X, Y) ** 2 == 1
    assert f.cos_angle(X, Y) == f.cos_angle(Y, X)
    degrees = f.angle(as_float_flat(X), as_float_flat(Y))
    assert degrees == pytest.approx(math.degrees(math.acos(cosine)), abs=1e-5)
    try:
        assert close(f.angle(X, Y), degrees, rel=1e-7)
    except InexactError:
        assert all(abs(degrees / step - round(degrees / step)) > 1e-9 for step in (15, 18, 22.5))
    if is_zero(f.cos_angle(X, Y)):
        assert f.perpendicular(X, Y)
        with pytest.raises(SolidError, match="right angle"):
            f.tan_angle(X, Y)
    else:
        assert f.tan_angle(X, Y) ** 2 * f.cos_angle(X, Y) ** 2 == f.sin_angle(X, Y) ** 2


@few
@given(vectors, vectors, vectors)
def test_angles_at_a_point(A, B, C):
    assume(A not in (B, C) and B != C)
    u, v = array(A - B)[0], array(C - B)[0]
    cosine = u @ v / np.linalg.norm(u) / np.linalg.norm(v)
    assert close(f.cos_at(A, B, C), cosine)
    assert close(
        f.sin_at(A, B, C), np.linalg.norm(np.cross(u, v)) / np.linalg.norm(u) / np.linalg.norm(v)
    )
    assert f.cos_between(A - B, C - B) == f.cos_at(A, B, C)
    # The angles of a triangle make two right angles, also where it is flat.
    P, Q, R = map(as_floats, (A, B, C))
    total = f.angle_at(P, Q, R) + f.angle_at(Q, R, P) + f.angle_at(R, P, Q)
    assert total == pytest.approx(180)
    if f.cos_at(A, B, C):
        assert close(f.tan_at(A, B, C), math.tan(math.radians(f.angle_at(P, Q, R))), rel=1e-6)


@few
@given(vectors, vectors, vectors, vectors)
def test_dihedral_angles(P, A, B, Q):
    assume(not f.collinear(P, A, B) and not f.collinear(Q, A, B))
    a, axis = array(A)[0], array(B - A)[0]
    axis = axis / np.linalg.norm(axis)
    u, v = ((w - (w @ axis) * axis) for w in (array(P)[0] - a, array(Q)[0] - a))
    cosine = u @ v / np.linalg.norm(u) / np.linalg.norm(v)
    assert close(f.cos_dihedral(P, A, B, Q), cosine, rel=1e-7)
    assert f.cos_dihedral(P, A, B, Q) ** 2 + f.sin_dihedral(P, A, B, Q) ** 2 == 1
    assert f.cos_dihedral(Q, B, A, P) == f.cos_dihedral(P, A, B, Q)
    degrees = f.dihedral(*map(as_floats, (P, A, B, Q)))
    assert degrees == pytest.approx(math.degrees(math.acos(max(-1, min(1, cosine)))), abs=1e-5)


@few
@given(vectors, vectors, vectors, st.sampled_from([30, 45, 60, 90, 120, 135, 180, 270]))
def test_rotations(P, A, B, degrees):
    assume(A != B)
    axis = Segment(A, B)
    assume(isinstance(axis.length, Exact))
    image = f.rotate(P, axis, degrees)
    direction = array(B - A)[0] / np.linalg.norm(array(B - A)[0])
    expected = Rotation.from_rotvec(math.radians(degrees) * direction).apply(
        array(P)[0] - array(A)[0]
    )
    assert array(image)[0] - array(A)[0] == pytest.approx(expected, abs=1e-9)
    assert f.dist(image, axis) == f.dist(P, axis)
    assert array(f.rotate(as_floats(P), Segment(as_floats(A), as_floats(B)), degrees)) == (
        pytest.approx(array(image))
    )
    if not f.on(P, axis):
        assert f.dihedral(P, A, B, image) == min(degrees, 360 - degrees)


@few
@given(vectors, st.one_of(vectors, lines, planes))
def test_feet_and_reflections(P, X):
    image = f.reflect(P, X)
    assert f.reflect(image, X) == P
    if isinstance(X, Vector):
        assert f.midpoint(P, image) == X
        return
    H = f.foot(P, X)
    assert f.on(H, X)
    assert f.midpoint(P, image) == H
    assert f.dist(P, H) == f.dist(P, X)
    assert f.dist(image, X) == f.dist(P, X)
    if P != H:
        assert f.perpendicular(Line(P, H - P), X)


@few
@given(vectors, vectors, vectors, vectors)
def test_centres(A, B, C, D):
    assume(not f.collinear(A, B, C))
    M = f.circumcenter(A, B, C)
    assert f.on(M, f.plane(A, B, C))
    assert f.dist(M, A) == f.dist(M, B) == f.dist(M, C) == f.circumradius(A, B, C)
    a, b, c = (float(f.dist(*two)) for two in ((B, C), (C, A), (A, B)))
    area = float(f.area(A, B, C))
    assert close(f.circumradius(A, B, C), a * b * c / 4 / area)
    assume(not f.coplanar(A, B, C, D))
    sphere = f.circumsphere(A, B, C, D)
    assert all(f.on(P, sphere) for P in (A, B, C, D))
    assert f.circumradius(hull(A, B, C, D)) == sphere.radius == f.circumradius(A, B, C, D)
    # Of the inscribed ones by floats, since their formulas add nested roots.
    P, Q, R, S = map(as_floats, (A, B, C, D))
    assert close(f.inradius(P, Q, R), 2 * area / (a + b + c))
    N = f.incenter(P, Q, R)
    for side in (Line(P, Q - P), Line(Q, R - Q), Line(R, P - R)):
        assert close(f.dist(N, side), f.inradius(P, Q, R), rel=1e-7)
    body = hull(P, Q, R, S)
    assert close(f.inradius(body), 3 * f.volume(body) / f.surface(body), rel=1e-6)
    for face in body.face_planes:
        assert close(f.dist(f.insphere_center(body), face), f.inradius(body), rel=1e-6)


def test_inscribed_spheres_of_regular_bodies():
    cube = hull(*(Vector(*xyz) for xyz in itertools.product((0, 2), repeat=3)))
    units = (Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1))
    octahedron = hull(*(s * v for s in (1, -1) for v in units))
    tetrahedron = hull(*(Vector(*t) for t in [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]))
    assert f.inradius(cube) == 1
    assert f.circumradius(cube) == root(3)
    assert f.inradius(octahedron) == root(3) / 3
    assert f.inradius(tetrahedron) * 3 == f.circumradius(tetrahedron)
    box = hull(*(Vector(*xyz) for xyz in itertools.product((0, 1), (0, 2), (0, 2))))
    with pytest.raises(SolidError, match="touches all its faces"):
        f.inradius(box)
