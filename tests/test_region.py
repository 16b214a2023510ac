"""Areas and perimeters of plane regions: against counting points, and by what always holds."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from geoengine.region import (
    Arc,
    Paint,
    RegionError,
    Segment,
    circle,
    difference,
    intersection,
    polygon,
    select,
    union,
    visible,
)
from geoengine.region.membership import contains
from geoengine.solid import Exact, root

WHOLE = st.integers(-4, 4)
POINTS = st.tuples(WHOLE, WHOLE)
CIRCLES = st.builds(lambda center, r: [circle(center, r)], POINTS, st.integers(1, 4))


@st.composite
def sectors(draw):
    (x, y), r, at = draw(POINTS), draw(st.integers(1, 4)), draw(st.integers(0, 3))
    way = [(r, 0), (0, r), (-r, 0), (0, -r)]
    start, end = ((x + u, y + v) for u, v in (way[at], way[(at + 1) % 4]))
    arc = Arc((x, y), start, end, clockwise=draw(st.booleans()))
    return [(Segment((x, y), start), arc, Segment(end, (x, y)))]


@st.composite
def triangles(draw):
    (a, b), (c, d), (e, f) = (draw(POINTS) for _ in range(3))
    assume((c - a) * (f - b) != (e - a) * (d - b))
    return [polygon((a, b), (c, d), (e, f))]


SHAPES = st.one_of(CIRCLES, triangles(), sectors())


def counted(shapes, inside, count=400):
    """The area, by counting points of a grid; and a bound of the error for these shapes."""
    side = (np.arange(count) + 0.4713) / count * 17 - 8.5
    x, y = np.meshgrid(side, side)
    points = (x + 1j * y).ravel()
    within = np.array([contains(shape, points) for shape in shapes])
    length = sum(piece.length for shape in shapes for loop in shape for piece in loop)
    return inside(within).sum() * (17 / count) ** 2, length * 17 / count


def exactly_one(within):
    return within.sum(axis=0) == 1


@settings(max_examples=40)
@given(st.lists(SHAPES, min_size=1, max_size=4))
def test_the_area_is_that_of_counted_points(shapes):
    area, error = counted(shapes, exactly_one)
    assert abs(select(shapes, exactly_one).area - area) <= error


@settings(max_examples=60)
@given(SHAPES, SHAPES)
def test_inclusion_and_exclusion(p, q):
    both, either = intersection(p, q), union(p, q)
    areas = union(p).area + union(q).area
    assert both.area + either.area == pytest.approx(areas, abs=1e-9)
    assert difference(p, q).area == pytest.approx(either.area - union(q).area, abs=1e-9)
    exact = [region.exact_area for region in (both, either, union(p), union(q))]
    if None not in exact:
        assert exact[0] + exact[1] == exact[2] + exact[3]


@settings(max_examples=60)
@given(st.lists(SHAPES, min_size=1, max_size=3))
def test_exact_measures_are_the_measures_in_floats(shapes):
    region = union(*shapes)
    for exact, measure in (
        (region.exact_area, region.area),
        (region.exact_perimeter, region.perimeter),
    ):
        if exact is not None:
            assert float(exact) == pytest.approx(measure, rel=1e-9)


def moved(shape, by, to, mirrored):
    def image(point):
        x, y = point[0], -point[1] if mirrored else point[1]
        return by[0] * x - by[1] * y + to[0], by[1] * x + by[0] * y + to[1]

    return [
        tuple(
            Segment(image(piece.start), image(piece.end))
            if isinstance(piece, Segment)
            else Arc(
                image(piece.center),
                image(piece.start),
                image(piece.end),
                piece.clockwise is not mirrored,
            )
            for piece in loop
        )
        for loop in shape
    ]


@settings(max_examples=40)
@given(
    st.lists(SHAPES, min_size=1, max_size=3),
    st.sampled_from([(3, 4), (-5, 12), (0, 2), (Exact("√3/2"), Exact("1/2"))]),
    POINTS,
    st.booleans(),
)
def test_similar_regions_have_similar_measures(shapes, by, to, mirrored):
    before = select(shapes, exactly_one)
    after = select([moved(shape, by, to, mirrored) for shape in shapes], exactly_one)
    factor = math.hypot(float(by[0]), float(by[1]))
    assert after.area == pytest.approx(before.area * factor**2, abs=1e-7)
    assert after.perimeter == pytest.approx(before.perimeter * factor, abs=1e-7)
    if before.exact_area is not None and factor == round(factor):
        assert after.exact_area == before.exact_area * round(factor) ** 2


def lune(a, b):
    """What the half discs on the legs of a right triangle have outside the circle around it."""
    right, top, corner = (a, 0), (0, b), (0, 0)
    middle = (Exact(a) / 2, Exact(b) / 2)
    around = circle(middle, root(a * a + b * b) / 2)
    halves = [
        (Arc((Exact(a) / 2, 0), corner, right), Segment(right, corner)),
        (Arc((0, Exact(b) / 2), top, corner), Segment(corner, top)),
    ]
    return difference(halves, [around])


@pytest.mark.parametrize(("a", "b"), [(3, 4), (1, 1), (2, 5)])
def test_lunes_of_hippocrates_have_the_area_of_the_triangle(a, b):
    assert lune(a, b).exact_area == Exact(a * b) / 2


def test_angles_that_are_no_part_of_a_turn_have_no_exact_area():
    region = intersection([circle((0, 0), 2)], [circle((1, 0), 2)])
    assert region.exact_area is None
    assert region.area == pytest.approx(8 * math.acos(1 / 4) - math.sqrt(15) / 2)


def test_shapes_that_touch_or_share_sides_are_counted_once():
    left, right = [polygon((0, 0), (1, 0), (1, 1), (0, 1))], [polygon((1, 0), (3, 0), (1, 1))]
    assert union(left, right, left).exact_area == 2
    assert union(left, right).exact_perimeter == Exact("5 + √5")
    inner, outer = [circle((1, 0), 1)], [circle((0, 0), 2)]
    assert difference(outer, inner).exact_area == Exact("3π")


def test_later_paint_covers_earlier_paint():
    square = [polygon((0, 0), (4, 0), (4, 4), (0, 4))]
    paints = [
        Paint(square, "red"),
        Paint([circle((0, 0), 2)], "white"),
        Paint([circle((3, 3), 1)], "blue"),
    ]
    assert visible(paints, lambda color: color == "red").exact_area == Exact("16 - 2π")
    assert visible(paints, lambda color: color != "white").exact_area == Exact("16 - π")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Arc((0, 0), (1, 0), (0, 2)), "expected the end of an arc on its circle"),
        (lambda: Arc((0, 0), (1, 0), (1, 0)), "write a circle as two arcs"),
        (lambda: union([(Segment((0, 0), (1, 0)),)]), "expected a closed boundary, found a gap"),
    ],
)
def test_what_bounds_no_region_is_an_error(make, message):
    with pytest.raises(RegionError, match=message):
        make()
