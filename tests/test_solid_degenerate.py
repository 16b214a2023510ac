"""What figures in space do not determine, and what the errors say."""

import pytest
from solid_strategies import f

from geoengine.solid import (
    Cone,
    ConeFrustum,
    Cylinder,
    Disc,
    Exact,
    Plane,
    Polyhedron,
    SolidError,
    Sphere,
    Vector,
    hull,
)

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
