"""Curves in pictures of solids: arcs through points, and sections of round bodies."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solid_rays import random_rotation

from geoengine.draw.solids import (
    Curve,
    Frustum,
    Model,
    View,
    arc_through,
    circle_through,
    frustum_section,
    trace_outline,
)
from geoengine.errors import InputError

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


@given(rng=seeds)
@settings(max_examples=50)
def test_circles_and_arcs_pass_through_their_points(rng):
    points = rng.normal(size=(3, 3))
    circle = circle_through(*points)
    arms = points - circle.center
    assert np.allclose(np.linalg.norm(arms, axis=1), circle.radius)
    assert np.allclose(arms @ circle.normal, 0, atol=1e-9 * max(circle.radius, 1))
    places = arc_through(*points).places
    assert np.allclose(places[[0, -1]], points[[0, 2]], atol=1e-7 * max(circle.radius, 1))
    step = np.linalg.norm(np.diff(places, axis=0), axis=1).max()
    assert np.linalg.norm(places - points[1], axis=1).min() <= step


@given(rng=seeds)
@settings(max_examples=50)
def test_sections_lie_on_the_surface_and_in_the_plane(rng):
    turn, shift = random_rotation(rng), rng.normal(size=3)
    radii = (1.0, rng.choice([0.0, 1.0, rng.uniform(0.2, 2)]))
    body = Frustum(shift, shift + 1.5 * turn[2], *radii)
    # A point inside, so that every plane through it cuts the body.
    share = rng.uniform(0.1, 0.9)
    reach = 0.9 * (radii[0] + share * (radii[1] - radii[0]))
    on = shift + 1.5 * share * turn[2] + rng.uniform(-reach, reach) * turn[0]
    normal = rng.normal(size=3)
    places = frustum_section(body, on, normal).places
    assert np.allclose((places - on) @ (normal / np.linalg.norm(normal)), 0, atol=1e-9)
    along = (places - body.bottom) @ body.axis
    widths = np.interp(along, [0, 1.5], radii)
    across = np.linalg.norm(places - body.bottom - along[:, None] * body.axis, axis=1)
    assert (across <= widths + 1e-7).all()
    on_base = (np.abs(along) < 1e-9) | (np.abs(along - 1.5) < 1e-9)
    assert (on_base | (np.abs(across - widths) < 1e-6)).all()
    assert np.allclose(places[0], places[-1])


def test_planes_that_miss_and_points_on_a_line_are_refused():
    body = Frustum((0, 0, 0), (0, 0, 1), 1, 0)
    with pytest.raises(InputError, match="through the inside of a round body"):
        frustum_section(body, (0, 0, 2), (0, 0, 1))
    with pytest.raises(InputError, match="through the inside of a round body"):
        frustum_section(body, (3, 0, 0), (1, 0, 0))
    with pytest.raises(InputError, match="three on a line"):
        circle_through((0, 0, 0), (1, 0, 0), (2, 0, 0))


def test_a_section_is_hidden_on_the_far_side_and_filled():
    body = Frustum((0, 0, 0), (0, 0, 2), 1, 1)
    section = frustum_section(body, (0, 0, 1), (0.3, 0, 1))
    outline = trace_outline(Model({}, [body], shaded=[section]), View(30, 20))
    plain = trace_outline(Model({}, [body]), View(30, 20))
    assert len(outline.areas) == 1
    assert len(outline.hidden) == len(plain.hidden) + 1
    assert len(outline.visible) > len(plain.visible)
    free = trace_outline(Model({}, curves=[Curve(section.places)]), View(30, 20))
    assert (len(free.visible), len(free.hidden)) == (1, 0)


def test_dashed_segments_are_dashed_though_nothing_hides_them():
    model = Model({"A": (0, 0, 0), "B": (1, 0, 0)}, dashed=[("A", "B")])
    outline = trace_outline(model, View(-60, 20))
    assert (len(outline.visible), len(outline.hidden)) == (0, 1)
