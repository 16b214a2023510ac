"""Spheres, cones, cylinders and frusta against numeric integration."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from solid_strategies import (
    array,
    as_float_flat,
    as_floats,
    close,
    f,
    few,
    planes,
    root_sums,
    spanned,
    vectors,
)

from geoengine.solid import (
    Cone,
    ConeFrustum,
    Cylinder,
    Disc,
    Exact,
    Plane,
    SolidError,
    Sphere,
    Vector,
    is_zero,
)

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
