"""Labels in pictures of real scenes, judged by the painted pixels."""

import io
import math
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import pytest
from bench.pictures import sampled
from PIL import Image
from public import problem_file

from geoengine.catalogue import load_constructions
from geoengine.draw import (
    LabelKind,
    Marks,
    Sketch,
    arrange,
    find_style,
    helping_lines,
    paint,
    readable_marks,
    sketch_of,
    visible_statements,
)
from geoengine.draw.fitting import PixelFigure
from geoengine.draw.symbols import Symbols
from geoengine.families.reasoning import make_context
from geoengine.families.reasoning.picture import picture_of
from geoengine.scene import example_problem, load_problem, load_problems, place

SIZE = 512
STYLE = find_style("textbook")
CLEAR = 8
"""The distance in pixels from a crossing at which a leader is seen to end beside it."""

NONE = np.empty((0, 4))
NO_FIGURE = PixelFigure({}, np.empty((0, 2)), NONE, NONE, np.empty((0, 3)))
NO_SYMBOLS = Symbols((), (), ())


def scenes(count, everything=False):
    """Sampled scenes with what is given, as splits show them, or with all that is true."""
    for problem, diagram in sampled(count):
        told = [*problem.premises]
        if everything:
            told += visible_statements(diagram, diagram.holds)
        yield sketch_of(diagram, told)


def ink(layout):
    """Return the pixels of a picture that are not background."""
    image = Image.open(io.BytesIO(paint(layout, STYLE))).convert("L")
    return np.asarray(image) < 200


@dataclass
class Count:
    """The findings for some pictures."""

    pictures: int = 0
    labels: int = 0
    on_labels: int = 0
    on_points: int = 0
    on_lines: int = 0
    on_marks: int = 0
    cut_off: int = 0
    bare_points: int = 0
    smallest: float = np.inf

    def add(self, sketch):
        layout = arrange(sketch, size=SIZE)
        bare = replace(layout, labels=(), symbols=NO_SYMBOLS)
        unnamed = replace(layout.figure, places={})
        lines = ink(replace(bare, figure=unnamed))
        marks = ink(replace(bare, figure=NO_FIGURE, symbols=layout.symbols))
        dots = ink(replace(bare, figure=replace(NO_FIGURE, places=layout.figure.places)))
        for x, y in layout.figure.dots:
            self.bare_points += not dots[int(y), int(x)]
        alone = tuple(replace(label, strokes=NONE, ticks=NONE) for label in layout.labels)
        text = ink(replace(bare, figure=NO_FIGURE, labels=alone))
        taken = np.zeros((SIZE, SIZE), bool)
        for label in layout.labels:
            left, top, right, bottom = label.box
            box = (
                slice(math.floor(top), math.ceil(bottom)),
                slice(math.floor(left), math.ceil(right)),
            )
            self.cut_off += not (min(label.box) >= 1 and max(label.box) <= SIZE - 1)
            self.on_labels += bool(taken[box].any())
            self.on_points += bool(dots[box].any())
            self.on_lines += bool(lines[box].any())
            self.on_marks += bool(marks[box].any())
            assert text[box].any()
            taken[box] = True
            self.labels += 1
            self.smallest = min(self.smallest, label.em)
        assert not (text & ~taken).any(), "all that is painted is in the boxes"
        self.pictures += 1

    def check(self):
        print(self)
        assert self.on_labels == self.on_points == self.cut_off == self.bare_points == 0, self
        assert self.on_lines < 0.01 * self.labels, self
        assert self.on_marks < 0.02 * self.labels, self
        assert self.smallest > 10, self


def count(sketches):
    found = Count()
    for sketch in sketches:
        found.add(sketch)
    return found


def test_labels_in_16_pictures():
    found = count(scenes(16))
    assert found.pictures == 16
    assert found.labels >= 160
    found.check()


def gap(box, segment):
    """Return the distance of a segment from a box, in pixels, to a hundredth of its length."""
    start, stop = np.array(segment).reshape(2, 2)
    x, y = (start + np.linspace(0, 1, 101)[:, None] * (stop - start)).T
    left, top, right, bottom = box
    beside = np.maximum(np.maximum(left - x, x - right), 0)
    return np.hypot(beside, np.maximum(np.maximum(top - y, y - bottom), 0)).min()


def test_leaders_are_not_in_line_with_what_they_leave():
    """A leader that continues a segment, or runs beside it, would look like a part of it."""
    leaders, strays = 0, []
    for number, sketch in enumerate(scenes(60, everything=True)):
        layout = arrange(sketch, size=SIZE)
        drawn = np.concatenate((layout.figure.lines, layout.figure.aids))
        for label in layout.labels:
            if label.kind is not LabelKind.NAME or not len(label.strokes):
                continue
            leaders += 1
            at = layout.figure.places[label.of[0]]
            way = np.subtract(*label.strokes[0].reshape(2, 2))
            rays = [np.subtract(*s.reshape(2, 2)) for s in drawn if lies_on(at, s)]
            slants = [abs(np.linalg.det([way, ray])) / math.hypot(*ray) for ray in rays]
            if min(slants, default=np.inf) < math.sin(math.radians(15)) * math.hypot(*way):
                strays.append((number, label.of))
    print(leaders, "leaders, of them in line with a segment:", strays)
    assert leaders >= 3
    assert len(strays) <= leaders / 10


def turned(text):
    """A figure as a split shows it, in 24 positions."""
    context = make_context(load_problem(text), scene="turned", seed=47)
    sketch = picture_of(context.diagram, context.premises)
    return [sketch.rotated(turn) for turn in range(0, 360, 15)]


def test_leaders_of_lengths_end_where_nothing_else_passes():
    """A leader that ends at a crossing leaves open which of two segments is meant."""
    flat = (
        "A E D = triangle_sss A E D 7 6 12; C = parallelogram C D A E; B = mirror B A E;"
        " F = intersection_ll F A C B D; G = translation G E B F"
    )
    leaders = 0
    for sketch in turned(flat):
        layout = arrange(sketch, size=2 * SIZE)
        drawn = np.concatenate((layout.figure.lines, layout.figure.aids))
        for label in layout.labels:
            # A bracket has more strokes.
            if label.kind is not LabelKind.LENGTH or len(label.strokes) != 1:
                continue
            leaders += 1
            ends = [layout.figure.places[name] for name in label.of]
            others = [s for s in drawn if not all(lies_on(end, s) for end in ends)]
            at = label.strokes[0][:2]
            assert min(gap((*at, *at), other) for other in others) > CLEAR, label.of
    assert leaders >= 3


def test_brackets_end_at_their_own_points():
    """An end that stops short, before another mark, would seem to lead to a point beside it."""
    folded = (
        "A B D = triangle_sss A B D 13 14 15; C = parallelogram C D A B; E = foot E B A D;"
        " F = foot F B C D; G = reflect G C B F; H = mirror H A D; J = intersection_lt J B C A E H"
    )
    brackets, strays = 0, []
    for number, sketch in enumerate([*turned(folded), *scenes(20)]):
        layout = arrange(sketch, size=2 * SIZE)
        places = layout.figure.places
        for label in layout.labels:
            if label.kind is not LabelKind.LENGTH or len(label.strokes) < 3:
                continue
            brackets += 1
            for own, end in zip(
                label.of, (label.strokes[0][:2], label.strokes[1][2:]), strict=True
            ):
                nearest = min(math.dist(end, place) for place in places.values())
                if math.dist(end, places[own]) > nearest + 1:
                    strays.append((number, label.of))
    assert brackets >= 10
    assert strays == []


def lies_on(place, segment):
    start, stop = np.array(segment).reshape(2, 2)
    return np.hypot(*(place - start)) + np.hypot(*(place - stop)) < np.hypot(*(stop - start)) + 0.1


def test_lengths_are_beside_their_own_segments():
    """No other drawn segment is nearer, with and without thin segments that help.

    The middle of a number without bracket or leader is far nearer to its own.
    """
    labels, strays, between = 0, [], []
    for number, sketch in enumerate(scenes(20)):
        helped = replace(sketch, dashed=helping_lines(sketch, combinations(sketch.points, 2), 4))
        for figured in (sketch, helped):
            layout = arrange(figured, size=SIZE)
            drawn = np.concatenate((layout.figure.lines, layout.figure.aids))
            for label in layout.labels:
                if label.kind is not LabelKind.LENGTH:
                    continue
                spans = layout.figure.spans(label.of)
                if len(label.strokes) and not spans:
                    continue
                labels += 1
                ends = [layout.figure.places[name] for name in label.of]
                others = [s for s in drawn if not all(lies_on(end, s) for end in ends)]
                own = gap(label.box, np.concatenate(ends))
                if any(gap(label.box, other) < own - 0.5 for other in others):
                    strays.append((number, label.of, label.text))
                middle = np.tile(np.array(label.box).reshape(2, 2).mean(axis=0), 2)
                own = gap(middle, np.concatenate(ends))
                if not spans and any(gap(middle, other) < 1.5 * own for other in others):
                    between.append((number, label.of, label.text))
    assert labels > 90
    print(labels, "lengths, of them nearer to another segment:", strays, "between two:", between)
    assert len(strays) <= 0.02 * labels, strays
    assert len(between) <= 0.02 * labels, between


@pytest.mark.parametrize("turn", range(0, 360, 30))
def test_a_length_in_a_narrow_triangle_is_clearly_nearest_to_its_own_side(turn):
    """The length 5 of DE is in the triangle DEG, of which the other sides are near."""
    problem = load_problem(
        "A E D = triangle_sss A E D 5 9 11; C = parallelogram C D A E; B = mirror B A E;"
        "F = intersection_ll F A C B D; G = foot G D B E"
    )
    sketch = sketch_of(place(problem), problem.premises)
    layout = arrange(replace(sketch, marks=readable_marks(sketch)).rotated(turn), size=SIZE)
    drawn = np.concatenate((layout.figure.lines, layout.figure.aids))
    plain = 0
    for label in layout.labels:
        if label.kind is LabelKind.LENGTH and not len(label.strokes):
            ends = [layout.figure.places[name] for name in label.of]
            middle = np.tile(np.array(label.box).reshape(2, 2).mean(axis=0), 2)
            others = [s for s in drawn if not all(lies_on(end, s) for end in ends)]
            nearest = min(gap(middle, other) for other in others)
            assert nearest > 1.5 * gap(middle, np.concatenate(ends)), label.text
            plain += 1
    assert plain


@pytest.mark.parametrize("leaning", [-0.5, 0.8, 1.4])
@pytest.mark.parametrize("height", [0.8, 1.2, 1.5])
def test_the_length_of_a_diagonal_is_far_from_the_other_one(leaning, height):
    points = {"A": (0, 0), "B": (2, 0), "C": (2 + leaning, height), "D": (leaning, height)}
    diagonals = [("A", "C"), ("B", "D")]
    sides = [("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")]
    layout = arrange(Sketch(points, diagonals + sides, marks=Marks({("A", "C"): "10"})), size=SIZE)
    (label,) = (label for label in layout.labels if label.kind is LabelKind.LENGTH)
    own, other = (
        gap(label.box, np.concatenate([layout.figure.places[name] for name in pair]))
        for pair in diagonals
    )
    assert own < 0.51 * other


@pytest.mark.parametrize("turn", range(0, 360, 40))
@pytest.mark.parametrize("angle", [15, 20])
def test_a_length_beside_a_narrow_angle_is_outside_it(turn, angle):
    """Even if the middle of the figure is there: within, the other arm might be meant."""
    places = {"A": (0, 0), "B": (0.4, 0), "C": (0.4, angle), "D": (1.2, 110)}
    points = {
        name: (r * math.cos(t), r * math.sin(t))
        for name, (r, degrees) in places.items()
        for t in [math.radians(degrees + turn)]
    }
    lines, marks = [("A", "B"), ("A", "C"), ("A", "D")], Marks({("A", "C"): "8"})
    layout = arrange(Sketch(points, lines, marks=marks), size=SIZE)
    (label,) = (label for label in layout.labels if label.kind is LabelKind.LENGTH)
    at = layout.figure.places
    middle = np.array(label.box).reshape(2, 2).mean(axis=0)
    sides = [np.linalg.det([at["C"] - at["A"], to - at["A"]]) for to in (middle, at["B"])]
    assert sides[0] * sides[1] < 0


@pytest.mark.slow(seconds=35)
def test_labels_in_500_pictures():
    found = count(scenes(500))
    assert found.pictures == 500
    assert found.labels >= 5500
    found.check()


@pytest.mark.slow(seconds=5)
def test_labels_where_all_that_follows_is_marked():
    """An extreme case: some leaders may cross lines, but no label hides another."""
    found = count(scenes(40, everything=True))
    print(found)
    assert found.pictures == 40
    assert found.labels >= 490
    assert found.on_labels <= 0.005 * found.labels
    assert found.on_points == found.cut_off == found.bare_points == 0
    assert found.on_lines < 0.02 * found.labels


@pytest.mark.slow(seconds=5)
def test_labels_of_all_constructions():
    problems = [example_problem(one) for one in load_constructions().values()]
    found = count(sketch_of(place(problem), problem.premises) for problem in problems)
    assert found.pictures == len(problems)
    assert found.labels >= 1040
    found.check()


@pytest.mark.slow(seconds=5)
def test_labels_of_olympiad_problems():
    problems = load_problems(problem_file("imo.txt"), aux=True)
    found = count(sketch_of(place(problem), problem.premises) for problem in problems)
    assert found.pictures == 34
    assert found.labels >= 405
    found.check()
