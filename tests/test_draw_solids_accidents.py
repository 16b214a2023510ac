"""Accidents of views: three lines that seem to meet in one point, areas that are seen edge on."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solid_rays import picture_places, random_view

from geoengine.draw.solids import Circle, Model, Sheet, View, choose_view
from geoengine.draw.solids.accidents import breadths, crossing_gaps
from geoengine.draw.solids.camera import camera_eyes

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def gaps_of(model, views):
    ends = model.lines.reshape(-1, 3)
    rows = np.array([picture_places(model, view, ends) for view in views]).reshape(
        len(views), -1, 2, 2
    )
    return crossing_gaps(model.lines, rows, model.size), rows


def crossing(first, second):
    """Where two segments of the plane cross, or None."""
    (a, b), (c, d) = first, second
    shares = np.linalg.solve(np.stack((b - a, c - d), axis=1), c - a)
    return a + shares[0] * (b - a) if (np.abs(shares - 0.5) < 0.48).all() else None


def gap(place, row):
    shares = np.linspace(0, 1, 2001)[:, None]
    return np.linalg.norm(row[0] + shares * (row[1] - row[0]) - place, axis=1).min()


@given(rng=seeds)
@settings(max_examples=20)
def test_gaps_are_those_between_crossings_and_third_lines(rng):
    model = Model({}, segments=[tuple(map(tuple, ends)) for ends in rng.normal(size=(5, 2, 3))])
    view = random_view(rng)
    (found,), (rows,) = gaps_of(model, [view])
    expected = np.inf
    for i, j in itertools.combinations(range(5), 2):
        place = crossing(rows[i], rows[j])
        if place is not None:
            others = [gap(place, rows[k]) for k in range(5) if k not in (i, j)]
            expected = min(expected, *others)
    assert found == pytest.approx(expected, abs=2e-3)


def test_lines_that_meet_in_space_are_no_accident():
    ways = np.array([(1, 0, 0), (0, 1, 0), (0, 0, 1)])
    star = [(tuple(-way), tuple(way)) for way in ways]
    assert gaps_of(Model({}, segments=star), [View(30, 20)])[0] == [np.inf]
    apart = [*star[:2], ((0, 0.2, -1), (0, 0.2, 1))]
    assert gaps_of(Model({}, segments=apart), [View(30, 20)])[0] < 0.3


@given(rng=seeds)
@settings(max_examples=20)
def test_breadth_is_the_least_share_of_an_area_that_is_seen(rng):
    normals = rng.normal(size=(2, 3))
    disc = Circle((0, 0, 0), normals[0], 1)
    sheet = Sheet(Circle((2, 0, 0), normals[1], 1).places([0, 1, 2]))
    model, view = Model({}, [sheet], shaded=[disc]), View(*rng.uniform((0, 10), (360, 35)))
    eyes = camera_eyes(view.camera(model).matrix[None])
    around, above = np.radians([view.azimuth, view.elevation])
    way = [np.cos(above) * np.cos(around), np.cos(above) * np.sin(around), np.sin(above)]
    shares = np.abs(normals @ way) / np.linalg.norm(normals, axis=1)
    assert breadths(model, eyes) == pytest.approx([shares.min()])


def test_a_view_is_chosen_from_which_an_upright_area_is_broad():
    model = Model({}, shaded=[[(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)]])
    for seed in range(5):
        view = choose_view(model, np.random.default_rng(seed))
        assert breadths(model, camera_eyes(view.camera(model).matrix[None]))[0] > 0.2
