"""Views, letters and files of pictures of solids."""

import io
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from solid_rays import picture_places, random_polyhedron, random_view

from geoengine.draw.overlap import boxes_meet, inside_lengths
from geoengine.draw.solids import (
    Circle,
    Model,
    Polyhedron,
    Sphere,
    View,
    arrange_solid,
    choose_view,
    cone,
    cylinder,
    measure_view,
    render_solid,
)
from geoengine.draw.solids.view import EDGE_GAP, VERTEX_GAP
from geoengine.errors import InputError, UsageError

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def cuboid(a, b, c):
    corners = {}
    for name, (x, y) in zip("ABCD", [(0, 0), (a, 0), (a, b), (0, b)], strict=True):
        corners[name], corners[f"{name}1"] = (x, y, 0), (x, y, c)
    return corners


def cube(*extra, **more):
    corners = cuboid(1, 1, 1)
    return Model(corners, [Polyhedron.hull(corners.values())], extra, **more)


def textbook_models():
    """Some solids as they occur in textbooks, with what is drawn in them."""
    yield cube(("A", "C1"), ("B", "D"), ("A1", "C1"))
    corners = cuboid(3, 2, 1.5)
    section = [(1.5, 0, 0), (0, 1, 0), "A1"]
    yield Model(corners, [Polyhedron.hull(corners.values())], [("B", "D1")], [section])
    base = {"A": (-1, -1, 0), "B": (1, -1, 0), "C": (1, 1, 0), "D": (-1, 1, 0)}
    corners = base | {"S": (0, 0, 1.8), "O": (0, 0, 0)}
    body = Polyhedron.hull(place for name, place in corners.items() if name != "O")
    yield Model(corners, [body], [("A", "C"), ("B", "D"), ("S", "O")])
    turns = np.arange(6) * np.pi / 3
    corners = {n: (np.cos(t), np.sin(t), 0) for n, t in zip("ABCDEF", turns, strict=True)}
    corners |= {f"{name}1": (x, y, 1.6) for name, (x, y, _) in corners.items()}
    yield Model(corners, [Polyhedron.hull(corners.values())], [("A", "D1"), ("B", "E")])
    points = {"S": (0, 0, 2.0), "O": (0, 0, 0), "A": (1, 0, 0), "B": (-0.6, 0.8, 0)}
    yield Model(points, [cone(points["S"], points["O"], 1)], [("S", "O")], [("S", "A", "B")])
    points = {"O": (0, 0, 0), "O1": (0, 0, 2), "A": (1, 0, 0), "B": (0, 1, 2)}
    yield Model(points, [cylinder((0, 0, 0), (0, 0, 2), 1)], [("A", "B"), ("O", "O1")])
    yield Model(
        {"O": (0, 0, 0), "P": (0, 0, 0.6), "A": (0.8, 0, 0.6)},
        [Sphere((0, 0, 0), 1)],
        [("O", "P"), ("O", "A"), ("P", "A")],
        [Circle((0, 0, 0.6), (0, 0, 1), 0.8)],
    )


MODELS = list(textbook_models())


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("distance", [None, 4.0])
def test_views_of_textbook_solids_are_clear(model, distance):
    for seed in range(6):
        view = choose_view(model, np.random.default_rng(seed), distance=distance)
        assert view.clear
        assert 10 <= view.elevation <= 35
        assert 0 <= view.azimuth <= 360
        assert measure_view(model, view) == view


def test_a_block_of_cubes_is_seen_from_three_sides():
    corners = np.array(list(itertools.product((0, 1), repeat=3)))
    cells = itertools.product(range(4), range(3), range(3))
    block = Model({}, [Polyhedron.hull(corners + cell) for cell in cells], hidden_lines=False)
    for seed in range(4):
        view = choose_view(block, np.random.default_rng(seed), azimuths=(-80, -10))
        assert view.clear
        assert -80 <= view.azimuth <= -10
        layout = arrange_solid(block, view)
        # The grid of the top has 5 + 4 lines; those of the sides share edges with it.
        assert len(layout.visible) == (5 + 4) + (5 + 3) + (3 + 3)
        assert not layout.hidden


def test_a_low_cone_is_seen_from_a_low_point():
    low = Model({}, [cone((0, 0, 0.5), (0, 0, 0), 1)])
    views = [choose_view(low, np.random.default_rng(seed)) for seed in range(8)]
    assert all(view.clear and view.elevation < 26 for view in views)


def test_streams_choose_views_of_their_own():
    views = {choose_view(MODELS[0], np.random.default_rng(seed)) for seed in range(20)}
    assert len(views) == 20
    again = [choose_view(MODELS[0], np.random.default_rng(7)) for _ in range(2)]
    assert again[0] == again[1]


@given(rng=seeds)
@settings(max_examples=40)
def test_gaps_are_those_of_the_picture(rng):
    model, view = Model({}, [random_polyhedron(rng)]), random_view(rng)
    body = model.bodies[0]
    seen = picture_places(model, view, body.vertices)
    extent = np.ptp(seen, axis=0).max()
    apart = min(np.hypot(*(a - b)) for a, b in itertools.combinations(seen, 2))
    nearest = min(
        np.hypot(*(seen[vertex] - (1 - share) * seen[start] - share * seen[stop]))
        for start, stop in body.edges
        for vertex in set(range(len(seen))) - {start, stop}
        for share in np.linspace(0, 1, 101)
    )
    measured = measure_view(model, view)
    assert measured.vertex_gap == pytest.approx(apart / extent)
    assert measured.edge_gap == pytest.approx(nearest / extent, abs=0.01)


@given(rng=seeds)
@settings(max_examples=30)
def test_chosen_views_say_whether_they_are_clear(rng):
    model = Model({}, [random_polyhedron(rng)])
    view = choose_view(model, rng)
    assert 10 <= view.elevation <= 35
    assert view.clear == (view.vertex_gap >= VERTEX_GAP and view.edge_gap >= EDGE_GAP)


def test_edges_end_on_or_one_behind_another_are_not_clear():
    # From straight ahead, four edges are seen end on; from a corner, one edge hides another.
    assert measure_view(cube(), View(0, 1e-3)).vertex_gap < 1e-3
    assert measure_view(cube(), View(45, 20)).edge_gap < 1e-6
    # A cone seen from so high above that its apex is over its base.
    flat = Model({}, [cone((0, 0, 0.2), (0, 0, 0), 1)])
    assert measure_view(flat, View(0, 30)).edge_gap == 0
    assert not choose_view(cube(), np.random.default_rng(1), azimuths=(45, 45)).clear


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("size", [400, 768, (900, 500)])
def test_letters_are_clear_of_lines_and_of_each_other(model, size):
    for seed in range(4):
        view = choose_view(model, np.random.default_rng(seed))
        layout = arrange_solid(model, view, size=size)
        assert [label.text for label in layout.labels] == list(model.points)
        boxes = np.array([label.box for label in layout.labels])
        lines = [np.hstack((line[:-1], line[1:])) for line in layout.visible + layout.hidden]
        assert not inside_lengths(boxes, np.concatenate(lines)).any()
        across, down = boxes_meet(boxes)
        assert not np.any(((across > 0) & (down > 0))[~np.eye(len(boxes), dtype=bool)])
        assert boxes.min() >= 0
        assert np.all(boxes[:, 2:] <= layout.size)


def test_hidden_points_have_no_letter():
    layout = arrange_solid(cube(hidden=["A", "C1"]), View(30, 20), size=400)
    assert [label.text for label in layout.labels] == ["A1", "B", "B1", "C", "D", "D1"]
    assert "A" not in layout.places


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
def test_equal_models_give_equal_bytes(form):
    def drawn():
        model = next(textbook_models())
        view = choose_view(model, np.random.default_rng(3))
        return render_solid(model, view, size=300, form=form, description="A cube")

    assert drawn() == drawn()


def test_a_picture_has_the_shape_of_its_figure_unless_its_sides_are_given():
    row = [(x, y, z) for x in (0, 3) for y in (0, 1) for z in (0, 1)]
    flat = Model({}, [Polyhedron.hull(row)])
    for view in (View(-80, 15), View(-10, 30)):
        cut, full = (arrange_solid(flat, view, size=size) for size in (400, (400, 400)))
        assert full.size == (400, 400)
        assert max(cut.size) == 400
        for layout in (cut, full):
            places = np.concatenate(layout.visible)
            assert (places > 0).all()
            assert (places < layout.size).all()
        # The margins are those of the square, on all four sides.
        left, top = places_of(cut).min(axis=0)
        right, bottom = np.array(cut.size) - places_of(cut).max(axis=0)
        assert max(left, right, top, bottom) < 0.18 * 400
    low = arrange_solid(flat, View(-85, 12), size=400).size
    assert low[0] == 400 > low[1] >= 160


def places_of(layout):
    return np.concatenate(layout.visible + layout.hidden)


def test_the_pixels_show_lines_dashes_and_shades():
    picture = render_solid(MODELS[1], View(-60, 20), size=600)
    image = Image.open(io.BytesIO(picture))
    layout = arrange_solid(MODELS[1], View(-60, 20), size=600)
    assert image.size == layout.size
    ink = np.asarray(image.convert("L"))

    def darkness(line):
        shares = np.linspace(0.1, 0.9, 200)[:, None]
        x, y = np.floor(line[0] + shares * (line[1] - line[0])).astype(int).T
        around = [ink[y + down, x + across] for down in (-1, 0, 1) for across in (-1, 0, 1)]
        return (np.min(around, axis=0) < 150).mean()

    assert all(darkness(line) > 0.95 for line in layout.visible)
    assert all(0.3 < darkness(line) < 0.9 for line in layout.hidden)
    x, y = layout.areas[0].mean(axis=0).round().astype(int)
    assert 200 < ink[y, x] < 250


def test_a_style_may_have_colours():
    dark = Image.open(io.BytesIO(render_solid(cube(), View(30, 20), size=200, style="dark")))
    assert dark.mode == "RGB"
    assert dark.getpixel((0, 0))[2] < 60


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Model({}), "expected at least two different points or a body to draw"),
        (lambda: cube(("A", "Z")), "expected the name of a point, found 'Z'"),
        (lambda: cube(hidden=["Z"]), "expected the name of a point, found 'Z'"),
        (lambda: Model({"A": (0, 0, float("nan"))}), "expected three finite coordinates for A"),
        (lambda: Polyhedron.hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]), "in a plane"),
        (lambda: Sphere((0, 0, 0), -1), "expected a positive radius"),
        (lambda: cylinder((0, 0, 0), (0, 0, 0), 1), "expected a frustum with a height"),
        (lambda: Circle((0, 0, 0), (0, 0, 0), 1), "expected a normal of a circle"),
        (
            lambda: (
                Polyhedron(
                    [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0.1, 0.1, 0.1)],
                    [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 4), (2, 3, 4), (1, 3, 4)],
                ).planes
            ),
            "expected a convex polyhedron",
        ),
    ],
)
def test_mistakes_in_models(make, message):
    with pytest.raises(InputError, match=message):
        make()


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: render_solid(cube(), View(30, 20), form="gif"), "expected a format"),
        (lambda: render_solid(cube(), View(30, 20), size=10), "expected a size of 64 to 8192"),
        (lambda: View(30, 20, 0.5), "expected a distance of the eye of at least 2"),
        (
            lambda: choose_view(cube(), np.random.default_rng(1), elevations=(30, 20)),
            "expected a range of angles",
        ),
    ],
)
def test_mistakes_in_calls(draw, message):
    with pytest.raises(UsageError, match=message):
        draw()
