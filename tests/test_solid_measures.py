"""Measures, sections and relations against numpy, scipy and the float route."""

import itertools
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation
from solid_strategies import as_floats, planes, polyhedra, root_sums, spanned, vectors

from geoengine.solid import (
    FUNCTIONS,
    Cone,
    ConeFrustum,
    Cylinder,
    Disc,
    Exact,
    InexactError,
    Line,
    Plane,
    Polyhedron,
    Segment,
    SolidError,
    Sphere,
    Vector,
    hull,
    is_zero,
    root,
)
from geoengine.solid.search import lines_of, planes_of

f = SimpleNamespace(**FUNCTIONS)

few = settings(max_examples=40)


def array(*points):
    return np.array([P.floats for P in points])


def close(value, expected, rel=1e-9):
    return float(value) == pytest.approx(float(expected), rel=rel, abs=1e-9)


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


lines = st.builds(lambda A, B: None if A == B else Line(A, B - A), vectors, vectors).filter(bool)
flats = st.one_of(vectors, lines, planes)


def spans(X):
    """A point and the directions of a point, line or plane, by numpy."""
    match X:
        case Vector():
            return array(X)[0], np.zeros((0, 3))
        case Line():
            return array(X.point)[0], array(X.direction)
    normal = array(X.normal)
    return array(X.point)[0], np.linalg.svd(normal)[2][1:]


def as_float_flat(X):
    match X:
        case Vector():
            return as_floats(X)
        case Line():
            return Line(as_floats(X.point), as_floats(X.direction))
    return Plane(as_floats(X.point), as_floats(X.normal))


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


axes = st.tuples(vectors, vectors).filter(lambda two: two[0] != two[1])
radii = root_sums.filter(lambda r: r.sign > 0)


def profile(body):
    """The ends of the axis and the radii there."""
    match body:
        case Cone(apex=S, center=M, radius=r):
            return M, S, r, 0
        case Cylinder(bottom=A, top=B, radius=r):
            return A, B, r, r
        case ConeFrustum(bottom=A, top=B, bottom_radius=r, top_radius=s):
            return A, B, r, s


def numeric_measures(body, steps=2000):
    """Volume and lateral area, by the midpoint rule."""
    A, B, r, s = profile(body)
    height = float(np.linalg.norm(array(B)[0] - array(A)[0]))
    r, s = float(r), float(s)
    t = (np.arange(steps) + 0.5) / steps
    radius = r + (s - r) * t
    slope = math.hypot(1, (s - r) / height)
    volume = np.mean(math.pi * radius**2) * height
    return volume, np.mean(2 * math.pi * radius) * slope * height


@st.composite
def round_bodies(draw):
    A, B = draw(axes)
    r, s = draw(radii), draw(radii)
    kind = draw(st.sampled_from([Cone, Cylinder, ConeFrustum]))
    assume(kind is not ConeFrustum or r != s)
    return kind(A, B, r, s) if kind is ConeFrustum else kind(A, B, r)


@few
@given(round_bodies())
def test_round_bodies(body):
    exact = (f.volume(body), f.lateral(body)) if isinstance(body.height, Exact) else None
    A, B, r, s = profile(body)
    floats = type(body)(
        *(as_floats(P) for P in vars(body).values() if isinstance(P, Vector)),
        *(float(x) for x in vars(body).values() if not isinstance(x, Vector)),
    )
    volume, lateral = numeric_measures(body)
    assert close(f.volume(floats), volume, rel=1e-4)
    assert close(f.lateral(floats), lateral, rel=1e-4)
    bases = math.pi * (float(r) ** 2 + float(s) ** 2)
    assert close(f.surface(floats), lateral + bases, rel=1e-4)
    if exact:
        assert close(f.volume(floats), exact[0])
        assert close(f.lateral(floats), exact[1])
    # Its circles are on its surface, and the sphere around it goes through them.
    middle = f.midpoint(A, B)
    disc = f.section(body, Plane(middle, B - A))
    assert isinstance(disc, Disc)
    assert close(disc.radius, (float(r) + float(s)) / 2)
    assert f.inside(middle, body)
    sphere = f.circumsphere(floats)
    for end, radius in ((A, r), (B, s)):
        assert close(
            sphere.radius**2,
            f.dist(sphere.center, as_floats(end)) ** 2 + float(radius) ** 2,
            rel=1e-6,
        )


@few
@given(round_bodies(), vectors)
def test_axial_sections(body, P):
    A, B, r, s = profile(body)
    plane = spanned(A, B, P)
    assume(plane is not None)
    floats = type(body)(
        *(as_floats(V) for V in vars(body).values() if isinstance(V, Vector)),
        *(float(x) for x in vars(body).values() if not isinstance(x, Vector)),
    )
    section = f.section(floats, as_float_flat(plane))
    assert f.sides(section) == (3 if isinstance(body, Cone) else 4)
    assert close(
        f.area(section), (float(r) + float(s)) * f.dist(as_floats(A), as_floats(B)), rel=1e-6
    )


@few
@given(vectors, radii, planes)
def test_spheres(center, r, plane):
    ball = Sphere(center, r)
    distance = f.dist(center, plane)
    if distance >= r:
        with pytest.raises(SolidError, match="misses it"):
            f.section(ball, plane)
        return
    disc = f.section(ball, plane)
    assert f.on(disc.center, plane)
    assert is_zero(f.dist(disc.center, center) ** 2 + disc.radius**2 - r * r)
    assert close(f.area(disc), math.pi * float(disc.radius) ** 2)
    assert close(f.perimeter(disc), 2 * math.pi * float(disc.radius))
    assert close(f.volume(ball), 4 / 3 * math.pi * float(r) ** 3)
    assert f.surface(ball) * r == f.volume(ball) * 3


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


@few
@given(polyhedra)
def test_planes_and_lines_of_points(body):
    points = body.vertices
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


N, X, Y, Z = Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1)
BASE = Plane(N, Z)
ONE = Exact(1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: f.line(X, X), "two different points of a line"),
        (lambda: f.segment(X, X), "two different ends"),
        (lambda: f.plane(N, X, 2 * X), "found them on one line"),
        (lambda: f.polygon(N, X), "three vertices or more"),
        (lambda: f.polygon(N, X, X + Y, Y + Z), "vertices outside"),
        (lambda: f.polygon(N, X, 2 * X), "vertices on one line"),
        (lambda: f.hull(N, X, Y, X + Y), "in one plane"),
        (lambda: f.hull(N, X, Y), "in one plane"),
        (lambda: f.hull(), "in one plane"),
        (lambda: Polyhedron((N, X, Y, Z), ((0, 1, 2), (0, 1, 3))), "faces that close"),
        (lambda: f.sphere(N, 0), "positive radius"),
        (lambda: f.cone(N, N, 1), "with a height"),
        (lambda: f.cylinder(N, Z, -1), "positive radius"),
        (lambda: f.frustum(N, Z, 1, 1), "different radii"),
        (lambda: Disc(N, Z, Exact(0)), "positive radius"),
        (lambda: X / 0, "divisor other than 0"),
        (lambda: f.centroid(), "found nothing"),
        (lambda: f.meet(f.line(N, X), BASE), "found it parallel"),
        (lambda: f.meet(BASE, Plane(Z, Z)), "found parallel planes"),
        (lambda: f.meet(f.line(N, X), f.line(Z, Z + Y)), "meet in a point, found none"),
        (lambda: f.meet(N, X), "found a point, a point"),
        (lambda: f.foot(N, X), "a line or a plane, found a point"),
        (lambda: f.reflect(N, hull(N, X, Y, Z)), "found a polyhedron"),
        (lambda: f.turn(X, f.line(N, Z), 1, 1), "of one angle"),
        (lambda: f.circumcenter(N, X, 2 * X), "not on one line"),
        (lambda: f.circumcenter(N, X, Y, X + Y), "in one plane"),
        (lambda: f.incenter(N, X, 2 * X), "three points on one line"),
        (lambda: f.inradius(N, X, 2 * X), "three points on one line"),
        (lambda: f.circumsphere(N, X), "four points or a body"),
        (lambda: f.circumsphere(hull(N, X, Y, Z, 2 * X + Y)), "through all its vertices"),
        (lambda: f.circumradius(N), "three points, four points or a body"),
        (lambda: f.inradius(N), "three points or a body"),
        (lambda: f.insphere(N), "expected a body, found a point"),
        (lambda: f.insphere(Cylinder(N, Z, ONE)), "as high as wide"),
        (lambda: f.insphere(ConeFrustum(N, Z, ONE, ONE * 2)), "inscribed sphere"),
        (lambda: f.angle(N, BASE), "found a point, a plane"),
        (lambda: f.angle_at(N, N, X), "found one of length 0"),
        (lambda: f.dihedral(X, N, 2 * X, Y), "on its edge"),
        (lambda: f.tan_at(X, N, Y), "right angle"),
        (lambda: f.dist(N, 3), "found a point, a number"),
        (lambda: f.length(BASE), "a vector or a segment"),
        (lambda: f.area(N, X), "found a point, a point"),
        (lambda: f.area(BASE), "found a plane"),
        (lambda: f.sides(Disc(N, Z, ONE)), "expected a polygon, found a disc"),
        (lambda: f.surface(N), "expected a body"),
        (lambda: f.lateral(Sphere(N, ONE)), "found a sphere"),
        (lambda: f.lateral(hull(X, Y, -X, -Y, Z, -Z)), "has a base"),
        (lambda: f.volume(N, X, Y, X + Y), "in one plane"),
        (lambda: f.volume(N, X), "a body or four points"),
        (lambda: f.section(Cone(Z, N, ONE), Plane(Z * 0.5, X + 2 * Z)), "other than a circle"),
        (lambda: f.section(Cone(Z, N, ONE), Plane(2 * Z, Z)), "misses it"),
        (lambda: f.section(Cylinder(Z, N, ONE), Plane(2 * X, X)), "misses it"),
        (lambda: f.section(N, BASE), "expected a body"),
        (lambda: f.cut(hull(N, X, Y, Z), BASE, X), "beside the plane"),
        (lambda: f.relation(N, BASE), "lines or planes"),
        (lambda: f.on(N, N), "found a point"),
        (lambda: f.inside(N, BASE), "expected a body, found a plane"),
        (lambda: f.gcd(Exact("√2"), 2), "integers in gcd"),
        (lambda: f.is_rational(0.5), "found the float"),
    ],
)
def test_degenerate_input(call, message):
    with pytest.raises(SolidError, match=message):
        call()
