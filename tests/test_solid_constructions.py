"""Constructions of solids: their examples, and properties that their titles promise."""

import pytest

from geoengine.catalogue import data_folder
from geoengine.solid import Polyhedron, is_zero, load_solid_constructions, parse_expression
from geoengine.solid.expression import EvaluationError
from geoengine.solid.functions import FUNCTIONS

CONSTRUCTIONS = load_solid_constructions()
dist = FUNCTIONS["dist"]


def example(name):
    construction = CONSTRUCTIONS[name]
    given = {key: parse_expression(text).value({}) for key, text in construction.example.items()}
    return given, *construction.build(list(given.values()))


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_example_has_a_volume_and_its_points_are_on_the_body(name):
    _, points, body = example(name)
    assert FUNCTIONS["volume"](body) > 0
    assert len({str(point) for point in points.values()}) == len(points)
    if isinstance(body, Polyhedron):
        assert set(body.vertices) == set(points.values())


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_arguments_that_make_no_body_are_refused(name):
    construction = CONSTRUCTIONS[name]
    with pytest.raises(EvaluationError, match=construction.name):
        construction.build([0] * len(construction.arguments))


@pytest.mark.parametrize(
    "name", [name for name in CONSTRUCTIONS if name.rpartition("_")[2].isdigit()]
)
def test_regular_bodies_have_equal_base_edges(name):
    given, points, _ = example(name)
    sides = int(name.rpartition("_")[2])
    base = [points[letter] for letter in "ABCDEF"[:sides]]
    edges = [dist(p, q) for p, q in zip(base, [*base[1:], base[0]], strict=True)]
    assert edges == [given["a"]] * sides
    assert FUNCTIONS["coplanar"](*base)


@pytest.mark.parametrize(
    ("name", "equal"),
    [
        ("regular_tetrahedron", ["AB AC AD BC BD CD"]),
        ("disphenoid", ["AB CD", "AC BD", "AD BC"]),
        ("octahedron", ["PA PB PC PD QA QB QC QD AB BC CD DA"]),
        ("equal_edge_pyramid_5", ["PA PB PC PD PE AB BC CD DE EA"]),
        ("rectangle_pyramid", ["PA PB PC PD"]),
        ("face_upright_pyramid", ["PA PD", "PB PC"]),
        ("upright_rhombus_pyramid", ["AB BC CD DA"]),
        ("rhombus_prism", ["AB BC CD DA A1B1"]),
        ("parallelepiped", ["AB CD A1B1 C1D1", "AD BC", "AA1 BB1 CC1 DD1"]),
        ("pyramid_3", ["PA PB PC"]),
        ("pyramid_6", ["PA PB PC PD PE PF"]),
        ("pyramid_frustum_3", ["AA1 BB1 CC1", "A1B1 B1C1 C1A1"]),
        ("pyramid_frustum_6", ["AA1 BB1 CC1 DD1 EE1 FF1", "A1B1 B1C1"]),
    ],
)
def test_edges_that_must_be_equal(name, equal):
    from geoengine.solid.figure import point_names

    _, points, _ = example(name)
    for group in equal:
        lengths = {str(dist(*(points[p] for p in point_names(pair)))) for pair in group.split()}
        assert len(lengths) == 1, group


@pytest.mark.parametrize(
    ("name", "angles"),
    [
        ("corner_tetrahedron", ["APB", "BPC", "CPA"]),
        ("upright_tetrahedron", ["PAB", "PAC", "ABC"]),
        ("upright_pyramid", ["PAB", "PAD", "BAD"]),
        ("upright_trapezoid_pyramid", ["PAB", "PAD", "BAD", "ADC"]),
        ("right_angled_prism", ["BAC"]),
        ("face_upright_pyramid", ["BAD", "PAB"]),
    ],
)
def test_right_angles(name, angles):
    _, points, _ = example(name)
    for angle in angles:
        a, b, c = (points[letter] for letter in angle)
        assert is_zero((a - b).dot(c - b)), angle


def test_the_cosines_of_a_parallelepiped():
    given, points, _ = example("parallelepiped")
    for angle, name in (("B A D", "p"), ("B A A1", "q"), ("D A A1", "r")):
        assert FUNCTIONS["cos_at"](*(points[p] for p in angle.split())) == given[name]


def test_every_file_is_loaded():
    files = list(data_folder("constructions/solids").glob("*.yaml"))
    assert len(files) >= 3
    assert len(CONSTRUCTIONS) >= 34
