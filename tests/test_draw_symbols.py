"""No mark of a picture is left out because of another."""

import math
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from geoengine.catalogue import load_scenes
from geoengine.draw import Marks, arrange, sketch_of
from geoengine.draw.brackets import bracket
from geoengine.draw.fitting import fit_sketch
from geoengine.draw.mark_room import readable_marks
from geoengine.draw.overlap import circle_crossings, crossings, segment_gaps
from geoengine.draw.sketch import Sketch
from geoengine.draw.symbols import make_symbols
from geoengine.errors import PlacementError
from geoengine.scene import load_problem, place, sample

SIDE, EM = 1024, 30
SQUARES_AT_A = "A B C = triangle_sss A B C 10 12 11; D = psquare D A C; E = nsquare E A B"


def problems(count):
    yield load_problem(SQUARES_AT_A)
    names = sorted(load_scenes())
    for number in range(count):
        scene = load_scenes()[names[7 * number % len(names)]]
        with suppress(PlacementError):
            yield sample(scene, np.random.default_rng(number), extra=2)


def sketches(count):
    for problem in problems(count):
        sketch = sketch_of(place(problem, seed=1), problem.premises)
        yield replace(sketch, marks=readable_marks(sketch))


def corner(lines, figure):
    """The point where two lines meet, and how they are turned there; a square shows both."""
    (p, q), (r, s) = [[complex(*figure.places[name]) for name in pair] for pair in lines]
    u, v = q - p, s - r
    at = p + u * ((r - p) * v.conjugate()).imag / (u * v.conjugate()).imag
    turned = np.angle((u / abs(u)) ** 4, deg=True)
    return round(at.real), round(at.imag), round(turned) % 360


def alone(marks, figure):
    """Yield each mark in a set of its own, a tick in the place of its group."""
    corners = {corner(lines, figure): lines for lines in marks.right_angles}
    yield from (Marks(right_angles=[lines]) for lines in corners.values())
    for number, group in enumerate(marks.ticks):
        for pair in group:
            yield replace(Marks(marks.lengths), ticks=[()] * number + [(pair,)])


def test_each_square_and_tick_is_drawn_beside_the_others():
    squares = ticks = 0
    for sketch in sketches(20):
        figure = fit_sketch(sketch, SIDE, SIDE)
        marks = replace(sketch.marks, arrows=())
        together = make_symbols(marks, figure, EM)
        assert len(together.lines) == sum(
            len(make_symbols(one, figure, EM).lines) for one in alone(marks, figure)
        )
        squares += len(marks.right_angles)
        ticks += sum(map(len, marks.ticks))
    assert squares >= 10
    assert ticks >= 20


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.1, 2.5])
def test_two_right_angles_may_share_a_vertex(turn):
    problem = load_problem(SQUARES_AT_A)
    sketch = sketch_of(place(problem, seed=1), problem.premises).rotated(turn)
    assert len(sketch.marks.right_angles) == 2
    figure = fit_sketch(sketch, SIDE, SIDE)
    marks = Marks(right_angles=sketch.marks.right_angles)
    first, second = make_symbols(marks, figure, EM).lines
    assert np.abs(first.mean(axis=0) - second.mean(axis=0)).max() > 0.2 * EM
    assert ratio(first, second) > 1.5


def ratio(*squares):
    """How many times as large as the smaller is the larger of two squares."""
    small, large = sorted(np.hypot(*(corners[1] - corners[0])) for corners in squares)
    return large / small


@pytest.mark.parametrize("between", [3, 20, 30, 45, 60])
@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0])
def test_squares_of_overlapping_right_angles_have_different_sizes(between, turn):
    ways = np.radians(np.array([0, 90, between, between + 90])) + turn
    points = {"A": (0.0, 0.0)} | {
        name: (math.cos(way), math.sin(way)) for name, way in zip("BCDE", ways, strict=True)
    }
    lines = [("A", name) for name in "BCDE"]
    figure = fit_sketch(Sketch(points, lines), SIDE, SIDE)
    marks = Marks(right_angles=[(lines[0], lines[1]), (lines[2], lines[3])])
    squares = make_symbols(marks, figure, EM).lines
    assert ratio(*squares) > 1.5
    first, second = (np.hstack((line[:-1], line[1:])) for line in squares)
    assert not crossings(first, second).any()


def test_one_right_angle_under_two_names_is_drawn_once():
    sketch = sketch_of(place(load_problem("A B C = r_triangle A B C; D = on_line D A B"), seed=1))
    marks = Marks(right_angles=[(("A", "B"), ("A", "C")), (("A", "C"), ("D", "A"))])
    assert len(make_symbols(marks, fit_sketch(sketch, SIDE, SIDE), EM).lines) == 1


def rows(corners):
    """The pieces of a polyline."""
    return np.hstack((corners[:-1], corners[1:]))


@pytest.mark.parametrize("turn", range(0, 360, 60))
@pytest.mark.parametrize("length", [None, "10"])
def test_a_bracket_is_on_the_side_where_it_crosses_nothing(turn, length):
    """Outside the triangle, a small circle is in the way."""
    points = {"A": (0, 0), "B": (10, 0), "M": (5, 0), "C": (5, 9), "N": (2, -1)}
    sides = [("A", "B"), ("A", "C"), ("C", "B")]
    equal = Marks(ticks=[[("A", "B"), ("A", "C")]])
    marks = Marks({("A", "B"): length}) if length else equal
    sketch = Sketch(points, sides, [((2, -1), 0.5)], marks=marks).rotated(turn)
    layout = arrange(sketch, size=SIDE)
    (strokes,) = [label.strokes for label in layout.labels if label.kind == "length"] or [
        rows(corners) for corners in layout.symbols.brackets
    ]
    assert not circle_crossings(strokes, layout.figure.circles).any()
    assert not crossings(strokes, layout.figure.lines).any()


def test_the_ends_of_a_bracket_do_not_touch_other_marks():
    start, stop, off = np.array([0.0, 0]), np.array([300.0, 0]), np.array([0.0, 40])
    square = rows(np.array([[15.0, 0], [15, 15], [0, 15]]))
    corners = bracket(start, stop, off, EM, square)
    assert segment_gaps(corners, square).min() > 0.2 * EM
    assert crossings(rows(bracket(start, stop, off, EM)), square).any()
    assert not crossings(rows(corners), square).any()
    plain = bracket(start, stop, off, EM)
    assert np.allclose(corners[1:], plain[1:])


@pytest.mark.parametrize("turn", [0, 60, 150, 210])
def test_brackets_keep_from_the_border(turn):
    problem = load_problem(
        "A B C = triangle_sss A B C 16 12 8; D = midpoint D B C; E = between_bound E A C,"
        "lconst E A 4; F = intersection_ll F A D B E; G = mirror G C E; H = parallelogram H F A G"
    )
    layout = arrange(sketch_of(place(problem), problem.premises).rotated(turn), size=SIDE)
    strokes = [label.strokes for label in layout.labels if len(label.strokes) > 1]
    assert len(strokes) == 2
    for rows_of_one in strokes:
        assert 6 < rows_of_one.min() < rows_of_one.max() < SIDE - 6


def covered(ticks, strokes, near):
    """The ticks that run along a stroke."""
    if not len(strokes):
        return []
    ends = segment_gaps(np.reshape(ticks, (-1, 2)), strokes).reshape(len(ticks), 2, -1)
    return [tick for tick, gaps in zip(ticks, ends, strict=True) if (gaps < near).all(axis=0).any()]


def test_no_bracket_runs_along_a_tick():
    """The ticks of a line are parallel to brackets beside another one at a right angle to it."""
    seen = 0
    for sketch in sketches(60):
        layout = arrange(sketch, size=SIDE)
        lines = [np.concatenate(line) for line in layout.symbols.lines if len(line) == 2]
        ticks = np.array([*lines, *(row for label in layout.labels for row in label.ticks)])
        brackets = [np.hstack((line[:-1], line[1:])) for line in layout.symbols.brackets]
        strokes = np.concatenate([*brackets, *(label.strokes for label in layout.labels)])
        if len(ticks):
            assert covered(ticks, strokes, 0.1 * EM) == []
            seen += len(ticks)
    assert seen > 100
