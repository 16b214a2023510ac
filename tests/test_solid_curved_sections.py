"""Sections with curved sides and parts of curved surfaces, in the kernel and by the judge."""

from math import acosh

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from solid_strategies import array, as_float_flat, as_floats, close, f, few, spanned

from geoengine.solid import (
    Cone,
    ConeFrustum,
    Cylinder,
    Exact,
    InexactError,
    Plane,
    SolidError,
    Sphere,
    Vector,
    as_real,
)
from geoengine.verify.solids.shapes import Frustum, UndefinedError, unit
from geoengine.verify.solids.shapes import Plane as JudgesPlane
from geoengine.verify.solids.shapes import Sphere as JudgesSphere
from geoengine.verify.solids.vocabulary import FUNCTIONS as JUDGES

points = st.builds(Vector, *[st.integers(-3, 3)] * 3)
planes = st.builds(spanned, points, points, points).filter(bool)
radii = st.integers(1, 5).map(as_real)


@st.composite
def round_bodies(draw):
    kind = draw(st.sampled_from([Sphere, Cone, Cylinder, ConeFrustum]))
    A, r, s = draw(points), draw(radii), draw(radii)
    if kind is Sphere:
        return Sphere(A, r)
    B = draw(points.filter(lambda B: B != A))
    assume(kind is not ConeFrustum or r != s)
    return kind(A, B, r, s) if kind is ConeFrustum else kind(A, B, r)


def in_floats(body):
    values = [as_floats(x) if isinstance(x, Vector) else float(x) for x in vars(body).values()]
    return type(body)(*values)


def for_the_judge(body):
    match body:
        case Sphere(center=center, radius=r):
            return JudgesSphere(array(center)[0], float(r))
        case Cone(apex=S, center=A, radius=r):
            return Frustum(*array(A, S), float(r), 0.0)
        case Cylinder(bottom=A, top=B, radius=r):
            return Frustum(*array(A, B), float(r), float(r))
    return Frustum(*array(body.bottom, body.top), float(body.bottom_radius), float(body.top_radius))


def plane_for_the_judge(plane):
    return JudgesPlane(array(plane.point)[0], unit(array(plane.normal)[0]))


def measured(name, *of):
    """What the kernel measures in exact numbers and in floats, and the judge; None if nothing."""
    body, plane, *others = of
    found = []
    for kernel in (
        lambda: f.__dict__[name](*of),
        lambda: f.__dict__[name](in_floats(body), as_float_flat(plane), *map(as_floats, others)),
        lambda: JUDGES[name](
            for_the_judge(body), plane_for_the_judge(plane), *(array(P)[0] for P in others)
        ),
    ):
        try:
            found.append(kernel())
        except InexactError:
            found.append("inexact")
        except (SolidError, UndefinedError):
            found.append(None)
    return found


@few
@given(round_bodies(), planes)
def test_areas_of_sections(body, plane):
    exact, numeric, judged = measured("section_area", body, plane)
    if exact is None:
        assert judged is None
        return
    assert exact == "inexact" or close(exact, numeric)
    assert judged == pytest.approx(numeric, rel=1e-9)


@few
@given(round_bodies(), planes, points)
def test_parts_of_curved_surfaces(body, plane, P):
    exact, numeric, judged = measured("curved_area_beside", body, plane, P)
    if exact is None:
        assert judged is None
        return
    assert exact == "inexact" or close(exact, numeric)
    assert judged == pytest.approx(numeric, rel=1e-9)
    beyond = as_floats(P - plane.normal * (2 * plane.side(P) / plane.normal.dot(plane.normal)))
    other = f.curved_area_beside(in_floats(body), as_float_flat(plane), beyond)
    whole = f.surface(body) if isinstance(body, Sphere) else f.lateral(body)
    assert numeric + other == pytest.approx(float(whole), rel=1e-9)


@few
@given(points, points, radii, points, points, points)
@example(
    Vector(0, 1, 3), Vector(-3, -1, -1), as_real(2), Vector(0, 1, -1), Vector(0, 0, 2),
    Vector(0, 0, 0),
)  # fmt: skip
def test_parts_of_cylinders_beside_planes_along_the_axis(A, along, radius, across, B, P):
    """Where the plane is parallel to the axis, it meets both rims at the same turn."""
    normal = along.cross(across)
    assume(normal.dot(normal))
    body, plane = Cylinder(A, A + along, radius), Plane(B, normal)
    exact, numeric, judged = measured("curved_area_beside", body, plane, P)
    if exact is None:
        assert judged is None
    else:
        assert judged == pytest.approx(numeric, rel=1e-9)


CONE = Cone(Vector(0, 0, 5), Vector(0, 0, 0), as_real(5))
CYLINDER = Cylinder(Vector(0, 0, 0), Vector(0, 0, 4), as_real(2))
UPRIGHT = Plane(Vector(3, 0, 0), Vector(1, 0, 0))


@pytest.mark.parametrize(
    ("body", "plane", "expected"),
    [
        # Two thirds of the chord 8 times the height 4√2.
        (CONE, Plane(Vector(3, 0, 0), Vector(1, 0, 1)), "64√2/3"),
        # Half an ellipse, over a diameter of the base.
        (CYLINDER, Plane(Vector(0, 0, 0), Vector(1, 0, -1)), "2√2π"),
        # An ellipse between the bases of a frustum: its half axes are 3√10/2 and 3√2.
        (
            ConeFrustum(Vector(0, 0, 0), Vector(0, 0, 3), as_real(6), as_real(3)),
            Plane(Vector(0, 0, 2), Vector(1, 0, 3)),
            "9√5π",
        ),
        # A trapezoid through the apex of the whole cone, beside the axis.
        (
            ConeFrustum(Vector(0, 0, 0), Vector(0, 0, 5), as_real(10), as_real(5)),
            Plane(Vector(0, 0, 10), Vector(5, 0, 3)),
            "12√34",
        ),
    ],
)
def test_areas_that_are_known(body, plane, expected):
    assert f.section_area(body, plane) == Exact(expected)


def test_part_of_a_hyperbola():
    with pytest.raises(InexactError, match="found part of a hyperbola"):
        f.section_area(CONE, UPRIGHT)
    numeric = f.section_area(in_floats(CONE), as_float_flat(UPRIGHT))
    assert numeric == pytest.approx(5 * 4 - 9 * acosh(5 / 3), rel=1e-12)


def test_part_of_a_cylinder_over_half_a_base():
    # The hoof of Archimedes: 2 times the radius times the greatest height.
    plane = Plane(Vector(0, 0, 0), Vector(1, 0, -1))
    assert f.curved_area_beside(CYLINDER, plane, Vector(1, 0, 0)) == Exact(8)


def test_a_point_in_the_plane_tells_no_side():
    with pytest.raises(SolidError, match="beside the plane"):
        f.curved_area_beside(CONE, UPRIGHT, Vector(3, 1, 1))
