"""What is hidden in pictures of solids, compared with sight lines followed in space."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solid_rays import (
    picture_places,
    random_polyhedron,
    random_round,
    random_sheet,
    random_view,
    ray_hidden,
    sight_lines,
)

from geoengine.draw.solids import (
    Circle,
    Frustum,
    Model,
    Polyhedron,
    Sheet,
    Sphere,
    View,
    cone,
    cylinder,
    trace_outline,
)
from geoengine.draw.solids.visibility import hidden_arcs, hidden_intervals, opaque
from geoengine.errors import InputError

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)

SAMPLES = 150
NEAR, NEAR_ROUND = 3e-3, 0.02
"""Samples are compared if they are this far, as shares of a line, from the ends of hidden parts.

Sight lines that pass through very little of a round body are hard to follow in small steps.
"""


def cube(size=1.0, corner=(0, 0, 0)):
    sides = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    return Polyhedron.hull(size * np.array(sides, dtype=float) + corner)


def assert_agrees(flags, ends, shares, judged, near):
    """Compare samples, away from the ends of the hidden parts."""
    far = np.ones(len(shares), dtype=bool)
    for end in ends:
        far &= np.abs(shares - end) > near
    assert far.sum() > SAMPLES / 3
    assert (flags == judged)[far].all()


def assert_lines_agree(model, view, lines, near=NEAR):
    camera = view.camera(model)
    bodies = [opaque(body, camera, model.size) for body in model.bodies]
    rows = camera.project(lines)
    shares = (np.arange(SAMPLES) + 0.5) / SAMPLES
    points = rows[:, :1] + shares[:, None] * (rows[:, 1:] - rows[:, :1])
    # In perspective, equal steps in the picture are not equal steps in space.
    places = unprojected(camera, points.reshape(-1, 3))
    judged = np.any([ray_hidden(model, b, view, places) for b in model.bodies], axis=0)
    for parts, found in zip(
        hidden_intervals(rows, bodies), judged.reshape(-1, SAMPLES), strict=True
    ):
        flags = np.zeros(SAMPLES, dtype=bool)
        for low, high in parts:
            flags |= (shares > low) & (shares < high)
        assert_agrees(flags, [end for part in parts for end in part], shares, found, near)


def unprojected(camera, points):
    mapped = np.hstack((points, np.ones((len(points), 1)))) @ camera.inverse.T
    return mapped[:, :3] / mapped[:, 3:]


def assert_arcs_agree(model, view, circle, bodies):
    camera = view.camera(model)
    arcs = hidden_arcs(circle, camera, [opaque(body, camera, model.size) for body in bodies])
    turns = 2 * np.pi * (np.arange(SAMPLES) + 0.37) / SAMPLES
    judged = np.any([ray_hidden(model, b, view, circle.places(turns)) for b in bodies], axis=0)
    flags = np.zeros(SAMPLES, dtype=bool)
    for low, high in arcs:
        flags |= ((turns > low) & (turns < high)) | (turns + 2 * np.pi < high)
    ends = [end + turn for arc in arcs for end in arc for turn in (0, -2 * np.pi)]
    near = NEAR_ROUND / 2
    assert_agrees(flags, np.array(ends) / (2 * np.pi), turns / (2 * np.pi), judged, near)


@given(rng=seeds)
@settings(max_examples=40)
def test_lines_of_polyhedra_and_lines_through_them(rng):
    bodies = [random_polyhedron(rng)]
    if rng.integers(2):
        bodies.append(random_polyhedron(rng, rng.normal(size=3), rng.uniform(0.5, 1.5)))
    model = Model({}, bodies)
    chords = rng.normal(size=(5, 2, 3)) * 1.5
    faces = [body.vertices[list(face)] for body in bodies for face in body.faces]
    across = [np.stack((face[:2].mean(axis=0), face[2])) for face in faces]
    lines = np.concatenate((model.lines, chords, across))
    assert_lines_agree(model, random_view(rng), lines)


@given(rng=seeds)
@settings(max_examples=40)
def test_lines_of_sheets_and_behind_them(rng):
    bodies = [random_sheet(rng), random_sheet(rng, rng.normal(size=3) * 0.5)]
    if rng.integers(2):
        bodies.append(random_polyhedron(rng, rng.normal(size=3), 0.8))
    model = Model({}, bodies)
    chords = rng.normal(size=(5, 2, 3)) * 1.5
    across = np.array([body.vertices[[0, 2]] for body in bodies[:2]])
    assert_lines_agree(model, random_view(rng), np.concatenate((model.lines, chords, across)))


@given(rng=seeds)
@settings(max_examples=12)
def test_lines_at_round_bodies(rng):
    bodies = [random_round(rng)]
    if rng.integers(2):
        bodies.append(random_round(rng, rng.normal(size=3)))
    model = Model({}, bodies)
    lines = rng.normal(size=(8, 2, 3)) * 1.2 + model.middle
    assert_lines_agree(model, random_view(rng), lines, NEAR_ROUND)


@pytest.mark.slow(seconds=20)
@given(rng=seeds)
@settings(max_examples=500)
def test_five_hundred_views_of_polyhedra_and_spheres_that_meet(rng):
    middles = rng.normal(size=(3, 3)) * rng.uniform(0, 1.5)
    bodies = [random_polyhedron(rng, middle) for middle in middles[:2]]
    if rng.integers(4) == 0:
        bodies.append(Sphere(middles[2], rng.uniform(0.5, 1.2)))
    model = Model({}, bodies)
    assert_lines_agree(model, random_view(rng), model.lines)


@given(rng=seeds)
@settings(max_examples=12)
def test_circles_of_round_bodies(rng):
    bodies = [random_round(rng)]
    if rng.integers(2):
        make = random_polyhedron if rng.integers(2) else random_round
        bodies.append(make(rng, rng.normal(size=3)))
    model, view = Model({}, bodies), random_view(rng)
    for circle in model.circles:
        assert_arcs_agree(model, view, circle, model.bodies)


@given(rng=seeds)
@settings(max_examples=30)
def test_the_outline_of_a_round_body_bounds_its_picture(rng):
    body, view = random_round(rng), random_view(rng)
    model = Model({}, [body])
    drawn = trace_outline(model, view)
    if isinstance(body, Sphere):
        way = rng.normal(size=(20000, 3))
        surface = body.center + body.radius * way / np.linalg.norm(way, axis=1, keepdims=True)
    else:
        rim = Circle(body.bottom, body.axis, 1.0)
        shares = np.concatenate((np.linspace(0, 1, 20), [0, 1]))
        turns = np.linspace(0, 2 * np.pi, 2000)
        arms = rim.places(turns) - body.bottom
        widths = body.bottom_radius + shares * (body.top_radius - body.bottom_radius)
        spine = body.bottom + shares[:, None] * (body.top - body.bottom)
        surface = (spine[:, None] + widths[:, None, None] * arms).reshape(-1, 3)
    seen = picture_places(model, view, surface)
    lines = np.concatenate(drawn.visible + drawn.hidden)
    for turn in np.linspace(0, 2 * np.pi, 24, endpoint=False):
        way = np.array([np.cos(turn), np.sin(turn)])
        assert (lines @ way).max() == pytest.approx((seen @ way).max(), abs=0.01 * model.size)


@pytest.mark.parametrize("view", [View(30, 20), View(215, 33), View(30, 20, 3.0)])
def test_a_cube_hides_three_edges_that_meet(view):
    model = Model({}, [cube()])
    outline = trace_outline(model, view)
    assert (len(outline.visible), len(outline.hidden)) == (9, 3)
    ends = np.concatenate(outline.hidden).round(6)
    _, counts = np.unique(ends, axis=0, return_counts=True)
    assert sorted(counts) == [1, 1, 1, 3]


@pytest.mark.parametrize(("view", "counts"), [(View(-60, 20), (7, 0)), (View(60, 20), (6, 2))])
def test_a_folded_sheet_hides_what_is_behind_it(view, counts):
    flat = Sheet([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)])
    upright = Sheet([(0, 2, 0), (2, 2, 0), (2, 2, 2), (0, 2, 2)])
    outline = trace_outline(Model({}, [flat, upright]), view)
    assert (len(outline.visible), len(outline.hidden)) == counts


@pytest.mark.parametrize(
    "corners", [[(0, 0, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0), (2, 0, 0)], [*np.eye(3), (0, 0, 0)]]
)
def test_corners_that_span_no_sheet_are_refused(corners):
    with pytest.raises(InputError, match="expected"):
        Sheet(corners)


def test_equal_lines_are_drawn_once():
    model = Model(
        {"A": (0, 0, 0), "B": (1, 0, 0), "M": (0.5, 0, 0)},
        [cube(), cube(corner=(1, 0, 0))],
        [("A", "B"), ("A", "M"), ("B", "M")],
    )
    # Two cubes side by side have 20 edges, of which 4 pairs lie on one line.
    assert len(model.lines) == 16


def test_an_inner_body_is_dashed_and_the_sphere_around_a_body_is_glass():
    inside = Model({}, [cube(2.0, (-1, -1, -1)), Sphere((0, 0, 0), 1)])
    outline = trace_outline(inside, View(30, 20))
    assert len(outline.visible) == 9
    around = Model({}, [cube(2.0, (-1, -1, -1)), Sphere((0, 0, 0), 3**0.5)])
    outline = trace_outline(around, View(30, 20))
    straight = [line for line in outline.visible if len(line) == 2]
    assert len(straight) == 9
    # The sphere shows its outline and the front half of its equator.
    assert len(outline.visible) == 11
    assert around.glass == {1}
    assert not inside.glass


def test_a_pile_of_cubes_is_drawn_without_hidden_lines():
    cubes = [cube(corner=(0, 0, k)) for k in range(3)]
    cubes.append(cube(corner=(1, 0, 0)))
    outline = trace_outline(Model({}, cubes, hidden_lines=False), View(20, 25))
    assert outline.hidden == ()
    assert outline.visible


@pytest.mark.parametrize(
    ("body", "arcs", "lines"),
    [
        (cone((0, 0, 2), (0, 0, 0), 1), (1, 1), 2),
        (cylinder((0, 0, 0), (0, 0, 2), 1), (2, 1), 2),
        (Frustum((0, 0, 0), (0, 0, 2), 2, 1), (2, 1), 2),
        (Sphere((0, 0, 0), 1), (2, 1), 0),
    ],
)
def test_parts_of_round_bodies(body, arcs, lines):
    outline = trace_outline(Model({}, [body]), View(30, 20))
    curved = [line for line in outline.visible if len(line) > 2]
    assert (len(curved), len(outline.hidden)) == arcs
    assert len(outline.visible) - len(curved) == lines


def test_a_far_eye_sees_what_an_eye_at_infinity_sees():
    model = Model({}, [cube(), cone((0.5, 0.5, 2), (0.5, 0.5, 1), 0.5)], [((0, 0, 0), (1, 1, 1))])
    near, far = (trace_outline(model, View(30, 20, d)) for d in (None, 1e7))
    assert len(near.visible) == len(far.visible)
    for a, b in zip(near.visible + near.hidden, far.visible + far.hidden, strict=True):
        assert np.allclose(a[[0, -1]], b[[0, -1]], atol=1e-5)


def test_the_camera_agrees_with_sight_lines():
    rng = np.random.default_rng(4)
    model = Model({}, [random_polyhedron(rng)])
    for view in (View(77, 21), View(77, 21, 2.5)):
        places = rng.normal(size=(50, 3))
        seen = view.camera(model).project(places)
        assert np.allclose(seen[:, :2], picture_places(model, view, places), atol=1e-9)
        nearer = places + 0.01 * sight_lines(model, view, places)
        moved = view.camera(model).project(nearer)
        assert np.allclose(moved[:, :2], seen[:, :2])
        assert (moved[:, 2] > seen[:, 2]).all()
