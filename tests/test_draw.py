"""Pictures: labels avoid each other, the dots, the border, and nearly always the lines."""

import hashlib
import io
import math
import random
import subprocess
import sys
from collections import Counter
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from geoengine.draw import LabelKind, Marks, Sketch, arrange, draw, find_style, render
from geoengine.draw.fitting import fit_sketch, merge_segments
from geoengine.draw.glyphs import typeset_name, typeset_value
from geoengine.draw.sketch import circle_place
from geoengine.errors import InputError, UsageError
from geoengine.language import parse_statement

SIZE = 1024
LENGTHS = ["4√2", "7", "12", "3√5/2", "√13", "100"]


def random_sketch(rng):
    """Draw a sketch with 3 to 15 separate points, points on segments, circles and lengths."""
    names = [chr(65 + i) for i in range(rng.randint(3, 15))]
    if rng.random() < 0.3:
        names = [f"{name}{i}" for i, name in enumerate(names)]
    points = {}
    for name in names:
        place = (rng.random(), rng.random())
        while any(math.dist(place, other) < 0.05 for other in points.values()):
            place = (rng.random(), rng.random())
        points[name] = place
    count = rng.randint(len(names) - 1, int(1.7 * len(names)))
    segments = [tuple(rng.sample(names, 2)) for _ in range(count)]
    for i, (a, b) in enumerate(segments[: rng.randint(0, 3)]):
        share = rng.uniform(0.25, 0.75)
        points[f"M{i}"] = tuple(
            (1 - share) * p + share * q for p, q in zip(points[a], points[b], strict=True)
        )
    circles = []
    for _ in range(rng.randint(0, 2)):
        a, b, c = rng.sample(names, 3)
        circles.append((a, (b,)) if rng.random() < 0.5 else (None, (a, b, c)))
    given_lengths = {tuple(sorted(pair)) for pair in rng.sample(segments, min(count, 4))}
    lengths = {pair: rng.choice(LENGTHS) for pair in sorted(given_lengths)}
    return Sketch(points, segments, circles, Marks(lengths))


@pytest.fixture(scope="module")
def layouts():
    rng = random.Random(1)
    made = [arrange(random_sketch(rng), size=SIZE) for _ in range(60)]
    assert sum(len(layout.labels) for layout in made) >= 825
    return made


def overlap(a, b):
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def gap(box, dot):
    return math.hypot(
        max(box[0] - dot[0], dot[0] - box[2], 0), max(box[1] - dot[1], dot[1] - box[3], 0)
    )


def on_segment(box, segment):
    """Return whether a segment, sampled at every half pixel, enters a box."""
    steps = int(2 * math.dist(segment[:2], segment[2:])) + 2
    x = np.linspace(segment[0], segment[2], steps)
    y = np.linspace(segment[1], segment[3], steps)
    return bool(np.any((x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])))


def on_circle(box, circle):
    x, y, radius = circle
    corners = [(u, v) for u in (box[0], box[2]) for v in (box[1], box[3])]
    return gap(box, (x, y)) < radius < max(math.dist(corner, (x, y)) for corner in corners)


def test_labels_stand_off_each_other_and_the_dots(layouts):
    for layout in layouts:
        boxes = [label.box for label in layout.labels]
        for i, box in enumerate(boxes):
            assert not any(overlap(box, other) for other in boxes[:i])
            assert all(gap(box, dot) > layout.dot for dot in layout.figure.dots)


def test_labels_stand_inside_the_picture(layouts):
    for layout in layouts:
        for label in layout.labels:
            assert min(label.box) >= 0
            assert max(label.box) <= SIZE


def test_labels_stand_off_the_lines(layouts):
    """Less than 1 in 200 on a line of the figure, and 1 in 500 on a line of another label."""
    labels = on_figure = on_strokes = 0
    for layout in layouts:
        lines = np.concatenate((layout.figure.lines, layout.figure.aids))
        for label in layout.labels:
            labels += 1
            on_figure += any(on_segment(label.box, line) for line in lines) or any(
                on_circle(label.box, circle) for circle in layout.figure.circles
            )
            on_strokes += any(
                on_segment(label.box, stroke)
                for other in layout.labels
                if other is not label
                for stroke in other.strokes
            )
    assert on_figure < 0.005 * labels
    assert on_strokes < 0.002 * labels


def test_names_stay_with_their_points(layouts):
    """A name is within 1.5 em of its point, or has a leader that starts there."""
    seen = Counter()
    for layout in layouts:
        for label in layout.labels:
            if label.kind is LabelKind.NAME:
                at = layout.figure.places[label.of[0]]
                seen["led" if len(label.strokes) else "near"] += 1
                if len(label.strokes):
                    assert math.dist(label.strokes[0][:2], at) < label.em
                else:
                    assert gap(label.box, at) < label.em * 1.5
    assert seen["near"] >= 575, seen
    assert seen["led"] >= 20, seen


def test_no_text_is_set_small(layouts):
    heights = [layout.labels[0].em for layout in layouts]
    assert min(heights) >= 0.025 * SIZE


def test_the_ink_is_where_the_boxes_say():
    places = {"A": (0, 0), "B1": (1, 0.3), "i_b": (0.2, 1)}
    sketch = Sketch(places, marks=Marks({("A", "B1"): "4√2"}))
    layout = arrange(sketch, size=512)
    assert len(layout.labels) == 4
    pixels = np.asarray(Image.open(io.BytesIO(render(sketch, size=512))).convert("L")).copy()
    for label in layout.labels:
        left, top, right, bottom = (round(value) for value in label.box)
        around = pixels[top - 2 : bottom + 2, left - 2 : right + 2]
        rows, columns = np.nonzero(around < 200)
        height, width = around.shape
        assert {rows.min(), height - 1 - rows.max()} <= {1, 2, 3}
        assert {columns.min(), width - 1 - columns.max()} <= {1, 2, 3}
        around[:] = 255
    for x, y in layout.figure.dots:
        pixels[round(y) - 5 : round(y) + 6, round(x) - 5 : round(x) + 6] = 255
    assert pixels.min() > 90, "only the dashed line is left, and it is grey"


def test_pictures_are_what_they_say():
    picture = Image.open(io.BytesIO(render(random_sketch(random.Random(3)), size=640)))
    assert (picture.format, picture.size, picture.mode) == ("PNG", (640, 640), "RGB")
    assert picture.info == {}
    assert picture.getpixel((0, 0)) == (255, 255, 255)


def test_the_same_sketch_gives_the_same_bytes():
    sketch = random_sketch(random.Random(4))
    program = (
        "import sys, hashlib, random; from test_draw import random_sketch;"
        "from geoengine.draw import render;"
        "print(hashlib.sha256(render(random_sketch(random.Random(4)))).hexdigest(),"
        " 'matplotlib.pyplot' in sys.modules)"
    )
    command = [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {program}"]
    digest, pyplot = subprocess.run(
        command, capture_output=True, text=True, check=True
    ).stdout.split()
    assert render(sketch) == render(sketch)
    assert digest == hashlib.sha256(render(sketch)).hexdigest()
    assert pyplot == "False"


def test_the_settings_of_the_user_do_not_show():
    sketch = random_sketch(random.Random(5))
    plain = render(sketch, size=256)
    with matplotlib.rc_context({"path.sketch": (9, 99, 9), "lines.linewidth": 9, "font.size": 40}):
        assert render(sketch, size=256) == plain


def test_a_diagram_shows_its_first_draw():
    class Diagram:
        points = ("A", "B", "C")
        xy = np.array([[[0, 0], [4, 0], [1, 3]], [[0, 0], [5, 0], [1, 1]]])
        segments = (("A", "B"), ("B", "C"))
        circles = ((None, ("A", "B", "C")), ("A", ("B",)))

    marks = Marks({("A", "B"): "4"}, {("C", "B", "A"): "45°"})
    places = {"A": (0, 0), "B": (4, 0), "C": (1, 3)}
    sketch = Sketch(places, Diagram.segments, Diagram.circles, marks)
    told = [parse_statement(text) for text in ("lconst A B 4", "aconst B C A B 45o")]
    assert draw(Diagram(), told, size=256) == render(sketch, size=256)
    turned = draw(Diagram(), told, size=256, rotate=30, style="dark")
    assert turned == render(sketch.rotated(30), size=256, style="dark")


def test_a_length_over_a_point_gets_a_dimension_line():
    points = {"A": (0, 0), "M": (1, 0), "B": (3, 0), "C": (1, 2)}
    lengths = {("A", "M"): "1", ("A", "B"): "3", ("C", "B"): "2√2"}
    layout = arrange(Sketch(points, [("A", "B")], marks=Marks(lengths)))
    strokes = {label.text: len(label.strokes) for label in layout.labels}
    assert strokes["1"] == 0
    assert strokes["3"] == 4
    assert len(layout.figure.aids) == 1, "CB is not drawn, so it is dashed"


def test_a_line_is_drawn_once():
    points = {name: (x, 2 * x) for name, x in zip("ABCDE", (0, 1, 2, 5, 6), strict=True)}
    pairs = [("A", "B"), ("C", "A"), ("B", "C"), ("D", "E"), ("E", "D")]
    lines = fit_sketch(Sketch(points, pairs), SIZE, SIZE).lines
    assert len(lines) == 2
    assert merge_segments(np.empty((0, 4))).shape == (0, 4)


@pytest.mark.parametrize(("radius", "whole"), [(1.2, True), (30, False), (1e7, False)])
def test_a_circle_is_whole_unless_far_larger_than_the_points(radius, whole):
    sketch = Sketch({"A": (0, 0), "B": (2, 0.5)}, circles=[((1, radius), radius)])
    (circle,) = fit_sketch(sketch, SIZE, SIZE).circles
    assert (circle[2] < SIZE / 2) == whole
    assert Image.open(io.BytesIO(render(sketch))).size == (SIZE, SIZE)


def test_a_point_and_a_circle_make_a_figure():
    assert fit_sketch(Sketch({"O": (3, 3)}, circles=[((3, 3), 2)]), 1000, 1000).circles[0, 2] > 400


HARD = {
    "two points": Sketch({"A": (0, 0), "B": (1, 0)}, [("A", "B")], (), Marks({("A", "B"): "1"})),
    "long and thin": Sketch(
        {"A": (0, 0), "B": (1e4, 0), "C": (1e4, 1), "D": (0, 1)},
        [("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")],
        (),
        Marks({("A", "B"): "10000", ("B", "C"): "1"}),
    ),
    "nearly the same place": Sketch(
        {"A": (0, 0), "B": (3, 1), "P": (1, 1), "Q": (1.001, 1), "R": (1, 1.001), "S": (1, 1)},
        [("A", "P"), ("B", "Q")],
    ),
    "as near as numbers go": Sketch(
        {"A": (1, 0), "B": (1 + 2e-16, 0), "C": (3, 5)}, [("A", "B")], (), Marks({("A", "B"): "x"})
    ),
    "odd text": Sketch(
        {"A": (0, 0), "B": (3, 1), "点": (1, 3), "$x": (2, 2), "\u200b": (0, 3), "_": (3, 3)},
        [("A", "B")],
        (),
        Marks(
            {("A", "B"): "$\\frac{", ("A", "点"): "√√(2", ("B", "点"): "a\nb\t√", ("A", "_"): "√()"}
        ),
    ),
}


@pytest.mark.parametrize("sketch", HARD.values(), ids=HARD.keys())
def test_hard_figures_are_drawn(sketch):
    layout = arrange(sketch, size=512)
    boxes = [label.box for label in layout.labels]
    assert len(boxes) >= len(sketch.points)
    assert not any(overlap(box, other) for i, box in enumerate(boxes) for other in boxes[:i])
    assert render(sketch, size=512)


def test_forty_points_are_drawn():
    rng = random.Random(9)
    names = [f"P{i}" for i in range(40)]
    points = {name: (rng.random(), rng.random()) for name in names}
    layout = arrange(Sketch(points, [tuple(rng.sample(names, 2)) for _ in range(40)]))
    boxes = [label.box for label in layout.labels]
    assert len(boxes) == 40
    assert not any(overlap(box, other) for i, box in enumerate(boxes) for other in boxes[:i])
    assert layout.labels[0].em > 16


COORDINATES = st.floats(-10, 10, allow_nan=False)


@settings(max_examples=25)
@given(
    st.lists(st.tuples(COORDINATES, COORDINATES), min_size=2, max_size=6, unique=True),
    st.text(min_size=1, max_size=6).filter(str.strip),
)
def test_any_points_and_any_text_are_drawn(places, text):
    points = {chr(65 + i): place for i, place in enumerate(places)}
    sketch = Sketch(
        points,
        [("A", "B")],
        [("A", ("B",))] if math.dist(*places[:2]) > 0 else [],
        Marks({("A", "B"): text, (max(points), "A"): "2"}, {("A", "B", "C"): "30°"})
        if len(points) > 2
        else Marks({("A", "B"): text}),
    )
    layout = arrange(sketch, size=128)
    assert len(layout.labels) > len(points)
    for label in layout.labels:
        assert np.all(np.isfinite(label.box))
    assert render(sketch, size=128)


@pytest.mark.parametrize("text", ["A", "A1", "i_b", "A'", "pa", "X12''", "a_b_c", "中"])
def test_names_are_set(text):
    glyphs = typeset_name(text)
    assert glyphs.width > 0
    assert glyphs.height > 0


def test_what_stands_under_a_root_gets_its_bar():
    assert typeset_value("√(2+√3)").width < typeset_value("√(2+√3").width
    assert typeset_value("√(2+√3)").height > typeset_value("√2").height
    assert typeset_value("2-1").width == typeset_value("2−1").width


def test_a_circle_needs_points_off_a_line():
    points = {"A": (0, 0), "B": (1, 0), "C": (2, 0), "D": (1, 1)}
    assert circle_place(points, (None, ("A", "B", "D"))) == pytest.approx((0.5, 0.5, 0.5**0.5))
    with pytest.raises(InputError, match="three points off a line for a circle, found A B C"):
        circle_place(points, (None, ("A", "B", "C")))


AB = {"A": (0.0, 0.0), "B": (1.0, 0.0)}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (({},), "at least one point to draw, found none"),
        (({"A": (1, 1), "B": (1, 1)},), "two different points to draw but all are the same: A, B"),
        (({"A": (0, float("nan")), "B": (0, 1)},), "two finite coordinates for A"),
        (({"A": (0, 0, 0), "B": (0, 1)},), "two finite coordinates for A"),
        (({" ": (0, 0), "B": (0, 1)},), "a name of a point, found ' '"),
        ((AB, [("A", "C")]), "the name of a point, found 'C' in the segment A C"),
        ((AB, [("A", "B", "A")]), "expected 2 points, found 3 in the segment A B A"),
        ((AB, [], [("C", ("A",))]), "the name of a point, found 'C' in the circle C A"),
        ((AB, [], [("A", ())]), "a circle with a centre and a radius"),
        ((AB, [], [((0, 0), -1)]), "a circle with a centre and a radius"),
        ((AB, [], [(None, ("A", "B"))]), "three points off a line for a circle, found A B"),
        ((AB, [], [], Marks({("A", "A"): "0"})), "different points in the length A A"),
        ((AB, [], [], Marks({("A", "B"): " "})), "a value to print for the length A B, found ' '"),
        ((AB, [], [], Marks({("A", "B"): "1", ("B", "A"): "2"})), "one length for A B, found two"),
        (
            (AB, [], [], Marks({}, {("A", "B"): "9°"})),
            "expected 3 points, found 2 in the angle A B",
        ),
        ((AB, [], [], Marks({}, {("A", "B", "B"): "9°"})), "different points in the angle A B B"),
        ((AB, [], [], Marks(ticks=[[("A", "C")]])), "'C' in the equal segments A C"),
        ((AB, [], [], Marks(arcs=[[("A", "B", "A"), ("A", "A", "B")]])), "the equal angles A A B"),
        ((AB, [], [], Marks(), [("A", "Z")]), "'Z' in the segment A Z"),
        ((AB, [], [], Marks(), [], ["Z"]), "'Z' in the accent Z"),
    ],
)
def test_faults_are_named(arguments, message):
    with pytest.raises(InputError, match=message):
        Sketch(*arguments)


@pytest.mark.parametrize("size", [0, 63, 100000])
def test_sizes_are_bounded(size):
    with pytest.raises(UsageError, match=f"a size of 64 to 8192 pixels, found {size}"):
        render(Sketch(AB), size=size)
    with pytest.raises(UsageError, match=f"a size of 64 to 8192 pixels, found {size}"):
        render(Sketch(AB), size=(512, size))


@pytest.mark.parametrize("size", [(512, 512), (800, 300), (200, 640)])
def test_the_figure_fills_the_frame(size):
    """In at least one direction, the drawn parts extend from side to side except for a margin."""
    rng = random.Random(8)
    for _ in range(10):
        pixels = np.asarray(Image.open(io.BytesIO(render(random_sketch(rng), size=size))))
        rows, columns = np.nonzero(pixels.min(axis=-1) < 128)
        assert max(np.ptp(columns) / size[0], np.ptp(rows) / size[1]) > 0.86


def test_a_lone_point_stands_in_the_middle():
    layout = arrange(Sketch({"A": (7, 7)}), size=200)
    assert layout.figure.dots.tolist() == [[100, 100]]


def test_a_turned_figure_is_the_same_figure():
    sketch = random_sketch(random.Random(11))
    back = sketch.rotated(50).rotated(-50)
    for name, place in sketch.points.items():
        assert back.points[name] == pytest.approx(place)
    circle = Sketch({"A": (1.0, 0.0)}, circles=[((1.0, 0.0), 1.0)]).rotated(90).circles[0]
    assert circle[0] == pytest.approx((0, 1))
    with pytest.raises(InputError, match="a finite angle of rotation, found nan"):
        sketch.rotated(math.nan)


def test_every_form_is_what_it_says():
    sketch = random_sketch(random.Random(12))
    for style in ("textbook", "geobench", "dark"):
        assert render(sketch, size=300, style=style).startswith(b"\x89PNG")
    svg = render(sketch, size=(480, 240), form="svg")
    assert svg == render(sketch, size=(480, 240), form="svg")
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height")) == ("360pt", "180pt"), "480 by 240 pixels"
    assert "Points: A" in "".join(root.itertext())
    assert not root.findall(".//{*}text"), "letters are outlines, whatever fonts there are"
    pdf = render(sketch, form="pdf")
    assert pdf.startswith(b"%PDF")
    assert pdf == render(sketch, form="pdf")
    assert b"CreationDate" not in pdf
    with pytest.raises(UsageError, match="a format, found 'gif'"):
        render(sketch, form="gif")


def test_pictures_of_all_sizes_and_styles_leave_nothing_on_the_canvas():
    sketch, other = (random_sketch(random.Random(seed)) for seed in (13, 14))
    fresh = [render(sketch, size=128, style=style) for style in ("textbook", "dark")]
    render(other, size=128)
    assert [render(sketch, size=128, style=style) for style in ("textbook", "dark")] == fresh


def test_a_style_is_found_by_name_or_in_a_file(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text('- name: mine\n  title: Mine\n  ink: "#00ff00"\n')
    assert find_style(str(file)).ink == "#00ff00"
    assert find_style(str(file)).paper == find_style("textbook").paper
    file.write_text(file.read_text() * 2)
    with pytest.raises(InputError, match="each name once"):
        find_style(str(file))
    file.write_text("- name: mine\n  title: Mine\n- name: two\n  title: Two\n")
    with pytest.raises(UsageError, match=r"expected one style in .*, found 2"):
        find_style(str(file))
    with pytest.raises(UsageError, match="did you mean dark"):
        find_style("darc")


def test_accented_points_are_set_off():
    places = {"A": (0, 0), "B": (1, 0), "C": (0, 1)}
    plain, accented = (
        np.asarray(Image.open(io.BytesIO(render(Sketch(places, accent=accent), size=128))))
        for accent in ([], ["B"])
    )
    changed = np.nonzero((plain != accented).any(axis=-1))
    assert len(changed[1])
    assert changed[1].min() > 64
