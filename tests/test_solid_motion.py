"""Positions of moving points: those of the picture, and those that equations allow."""

from __future__ import annotations

import pytest

from geoengine.families.solids import model_of
from geoengine.solid import load_seeds, make_instance, motion_of, parse_expression

MOVING = {name: seed for name, seed in load_seeds().items() if seed.free}
STILL = {"area_greatest_shadow_of_cuboid", "area_cylinder_in_square_pyramid_greatest"}
"""Seeds whose free variables do not move anything that is drawn."""
TIED = {
    "moving_cuboid_arc_on_face": "dist(A, P) - l",
    "moving_cuboid_right_angle_of_view": "dot(A1 - P, C1 - P)",
    "moving_cube_perpendicular_to_segment": "dot(P - D1, E - C)",
    "moving_cuboid_equal_angles_of_view": "dist(P, D) * dist(M, C) - dist(P, C) * dist(A, D)",
}


QUICK = {
    "area_greatest_shadow_of_cuboid", "moving_box_from_a_sheet", "moving_cuboid_edge_point",
    "moving_cuboid_rod_on_skew_edges", "moving_cuboid_ends_of_a_diameter",
}  # fmt: skip


def drawn_number(motion):
    number = 0
    for count, at in zip(motion.counts, motion.drawn, strict=True):
        number = number * count + at
    return number


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in MOVING],
)
def test_one_position_is_that_of_the_picture_and_others_differ(name):
    instance = make_instance(MOVING[name], 1)
    motion = motion_of(instance)
    assert (motion is None) == (name in STILL)
    if motion is None:
        return
    scope = motion.scopes[drawn_number(motion)]
    drawn, shown = model_of(instance), model_of(instance, scope)
    for point, place in drawn.points.items():
        assert shown.points[point] == pytest.approx(place, abs=1e-9)
    figures = [scope for scope in motion.scopes if scope is not None]
    # A point in a triangle, not on its sides, takes 55 of 13 x 13 positions.
    assert len(figures) >= 0.3 * len(motion.scopes)
    names = {letter: point for point, letter in instance.letters.items()}
    for points in motion.moved:
        for letter in points:
            places = {tuple(round(x, 9) for x in scope[names[letter]].floats) for scope in figures}
            assert len(places) > 5


@pytest.mark.parametrize("name", TIED)
def test_an_equation_holds_along_the_path_that_it_describes(name):
    instance = make_instance(MOVING[name], 1)
    motion = motion_of(instance)
    assert len(motion.counts) == 1
    gap = parse_expression(TIED[name])
    for scope in motion.scopes:
        assert abs(float(gap.value({**scope, **instance.parameters}))) < 1e-6
