"""Arcs of angles in pictures of real scenes: they reach their arms, can be seen, mean one thing."""

from dataclasses import replace
from itertools import chain, combinations, islice

import numpy as np
import pytest
from bench.pictures import sampled

from geoengine.draw import (
    Marks,
    Sketch,
    arrange,
    marks_for,
    readable_marks,
    sketch_of,
    visible_statements,
)
from geoengine.draw.arcs import angle_arcs
from geoengine.draw.fitting import reach
from geoengine.draw.overlap import segment_gaps
from geoengine.language import parse_statement

SIZE = 1024


@pytest.fixture(scope="module")
def sketches():
    """Scenes with what is given, and with all that can be seen; with the marks that have room."""
    found = []
    for problem, diagram in sampled(60):
        seen = [*problem.premises, *visible_statements(diagram, diagram.holds)]
        for told in (problem.premises, seen):
            sketch = sketch_of(diagram, told)
            found.append(replace(sketch, marks=readable_marks(sketch)))
    return found


def turned(one, other):
    """Return the angle between two directions, in radians."""
    return abs((one - other + np.pi) % (2 * np.pi) - np.pi)


def arms(sketch, layout):
    """Yield each angle with its arc and the directions of its arms."""
    angles = [*chain(*sketch.marks.arcs), *sketch.marks.angles]
    arcs = (*layout.symbols.arcs, *layout.symbols.values)
    for triple, arc in zip(angles, arcs, strict=True):
        ways = [layout.figure.places[name] - np.array(arc.vertex) for name in triple[::2]]
        yield triple, arc, [float(np.arctan2(way[1], way[0])) for way in ways]


def test_arcs_reach_their_arms_or_the_arc_next_to_them(sketches):
    """An arc that stops short of its arm may seem to end at a line inside the angle."""
    ends = shared = 0
    for sketch in sketches:
        layout = arrange(sketch, size=SIZE)
        found = [*arms(sketch, layout)]
        for triple, arc, ways in found:
            for way in ways:
                edges = arc.start, arc.start + arc.opening
                neighbors = [
                    other
                    for other, one, rays in found
                    if set(other) != set(triple)
                    and one.vertex == arc.vertex
                    and min(turned(way, ray) for ray in rays) < 1e-3
                ]
                gap = min(turned(way, edge) for edge in edges)
                assert gap < 1e-3 or neighbors, (triple, gap)
                ends += 1
                shared += gap > 1e-3
    assert ends > 200
    assert 0 < shared < ends / 2


def test_arms_are_drawn_as_far_as_their_arcs(sketches):
    count = added = 0
    for sketch in sketches:
        layout = arrange(sketch, size=SIZE)
        figure, rays = layout.figure, layout.symbols.rays
        for _, arc, ways in arms(sketch, layout):
            for way in ways:
                at, towards = np.array(arc.vertex), np.array([np.cos(way), np.sin(way)])
                far = reach(np.concatenate((figure.lines, figure.aids)), at, towards)
                joined = reach(rays, at + far * towards, towards)
                assert far + joined > arc.outer - 0.1
                count += 1
                added += joined > 0
    assert count > 200
    print(count, "arms,", added, "drawn farther for their arcs")


def test_an_arm_that_ends_before_its_arc_is_drawn_up_to_it():
    """CB is drawn only up to D, too near for the arc."""
    places = {"B": (0, 0), "C": (10, 0), "D": (0.4, 0), "A": (6, 6), "E": (6, -6)}
    lines = [("B", "D"), ("B", "A"), ("B", "E")]
    marks = Marks(arcs=[[("C", "B", "A"), ("E", "B", "C")]])
    layout = arrange(Sketch(places, lines, marks=marks), size=SIZE)
    assert not len(layout.figure.aids)
    (ray,) = layout.symbols.rays
    vertex, end = layout.figure.places["B"], layout.figure.places["D"]
    assert np.allclose(ray[:2], end)
    assert np.hypot(*(ray[2:] - vertex)) > max(arc.outer for arc in layout.symbols.arcs)


def test_arcs_of_equal_angles_can_be_seen(sketches):
    """An arc is never shorter than half a letter, however narrow its angle."""
    arcs = narrow = 0
    for sketch in sketches:
        layout = arrange(sketch, size=SIZE)
        em = max(label.em for label in layout.labels)
        for arc in layout.symbols.arcs:
            assert arc.radii[0] * arc.opening > 0.4 * em, arc
            arcs += 1
            narrow += arc.opening < np.radians(15)
    assert arcs > 100
    print(arcs, "arcs,", narrow, "in angles below 15°")


@pytest.mark.parametrize("opening", [8, 12, 20])
def test_narrow_angles_are_marked_where_they_are_wide(opening):
    ways = np.radians(opening * np.arange(-1, 2))
    places = {"V": np.zeros(2)} | {
        name: 600 * np.array([np.cos(way), np.sin(way)])
        for name, way in zip("ABC", ways, strict=True)
    }
    both, _ = angle_arcs([[("A", "V", "B"), ("B", "V", "C")]], [], places, 30.0)
    for arc in both:
        assert arc.radii[0] * np.radians(opening) > 0.5 * 30


def test_arcs_of_narrow_angles_are_not_drawn_along_lines(sketches):
    """An arc so near to a line that crosses the angle would be taken for a part of it."""
    narrow = hidden = 0
    for sketch in sketches:
        layout = arrange(sketch, size=SIZE)
        em = max(label.em for label in layout.labels)
        drawn = np.concatenate((layout.figure.lines, layout.figure.aids))
        for arc in layout.symbols.arcs:
            if arc.opening < np.radians(30):
                (middle,) = arc.curves(2)[0][1:2]
                off = segment_gaps(np.array([arc.vertex, middle]), drawn)
                narrow += 1
                hidden += off[1][off[0] > 1].min(initial=np.inf) < 0.25 * em
    print(narrow, "arcs of narrow angles, of them along a line:", hidden)
    assert narrow > 50
    assert not hidden


def test_an_angle_too_narrow_for_an_arc_has_none():
    places = {"V": (0, 0), "A": (10, 0.1), "B": (10, 0), "C": (10, -0.1), "D": (0, 5)}
    lines = [("V", name) for name in "ABCD"]
    marks = Marks(arcs=[[("A", "V", "B"), ("B", "V", "C")]])
    assert not readable_marks(Sketch(places, lines, marks=marks)).arcs


def test_one_arc_does_not_mean_both_a_size_and_equal_angles(sketches):
    """Where an angle has its size beside a single arc, equal angles have other marks."""
    both = 0
    for sketch in sketches:
        if sketch.marks.angles and sketch.marks.arcs:
            symbols = arrange(sketch, size=SIZE).symbols
            assert all(len(arc.radii) == 1 and not arc.ticks for arc in symbols.values)
            assert all(len(arc.radii) > 1 or arc.ticks for arc in symbols.arcs)
            both += 1
    assert both >= 3


@pytest.mark.parametrize("printed", [[], ["aconst G F G H 135o"]])
def test_groups_of_equal_angles_have_different_marks_however_many(printed):
    """There are seven pairs of equal angles; six kinds of marks can be told apart."""
    places = {
        "V": (0.0, 0.0),
        "W": (9.0, 0.0),
        "F": (0.0, -5.0),
        "G": (4.0, -5.0),
        "H": (6.0, -7.0),
    }
    lines, told = [("F", "G"), ("G", "H")], [*printed]
    for k, way in enumerate(np.radians([0, 15, 35, 60, 90, 115, 140, 175])):
        for center, name in (("V", "A"), ("W", "B")):
            x, _ = places[center]
            places[f"{name}{k}"] = (x + 2 * np.cos(way), 2 * np.sin(way))
            lines.append((center, f"{name}{k}"))
        if k:
            told.append(f"eqangle V A{k - 1} V A{k} W B{k - 1} W B{k}")
    sketch = Sketch(places, lines)
    marks = marks_for(map(parse_statement, told), sketch)
    assert len(marks.angles) == len(printed)
    symbols = arrange(replace(sketch, marks=marks), size=SIZE).symbols
    firsts = np.cumsum([0, *map(len, marks.arcs)])[:-1]
    first_of_each = [*(symbols.arcs[k] for k in firsts), *symbols.values]
    looks = [(len(arc.radii), len(arc.ticks)) for arc in first_of_each]
    assert len(looks) == len(set(looks)) == 6


def side_by_side(angles):
    """Whether two of some angles at one vertex, given as by `arms`, share an arm and only that."""
    for (_, one, rays), (_, other, ways) in combinations(angles, 2):
        apart = turned(one.start + one.opening / 2, other.start + other.opening / 2)
        shared = min(turned(ray, way) for ray in rays for way in ways)
        if one.vertex == other.vertex and shared < 1e-3 and apart > 0.4 * turned(*rays):
            return True
    return False


def test_equal_angles_side_by_side_have_ticks(sketches):
    """Without, two arcs with a gap between them would look like one arc of the whole angle."""
    found = single = 0
    for sketch in sketches:
        angles = arms(sketch, arrange(sketch, size=SIZE))
        for group in sketch.marks.arcs:
            equal = [*islice(angles, len(group))]
            ticked = {bool(arc.ticks) for _, arc, _ in equal}
            if side_by_side(equal):
                assert ticked == {True}, group
                found += 1
            single += ticked == {False}
    assert found > 10
    assert single > 10


def fan(*turns):
    """Return a vertex V and points A, B, ... in some directions from it, in degrees."""
    ways = {name: np.radians(turn) for name, turn in zip("ABCDE", turns, strict=False)}
    return {"V": np.zeros(2)} | {
        name: 600 * np.array([np.cos(way), np.sin(way)]) for name, way in ways.items()
    }


def test_ticks_are_in_the_middle_of_their_arcs():
    both, _ = angle_arcs([[("A", "V", "B"), ("B", "V", "C")]], [], fan(0, 30, 60), 30.0)
    for arc, middle in zip(both, (15, 45), strict=True):
        ((near, far, turn),) = arc.ticks
        assert near < arc.radii[0] <= arc.outer < far
        assert np.degrees(turn) == pytest.approx(middle)


def test_ticks_are_beside_a_line_in_the_middle_of_the_angle():
    places = fan(0, 40, 80, 60)
    lines = np.array([[*places["V"], *places[name]] for name in "ABCD"])
    both, _ = angle_arcs([[("A", "V", "B"), ("B", "V", "C")]], [], places, 30.0, lines)
    turns = [np.degrees(arc.ticks[0][2]) for arc in both]
    assert turns[0] == pytest.approx(20)
    assert abs(turns[1] - 60) >= 4
    for arc in both:
        assert arc.start < arc.ticks[0][2] < arc.start + arc.opening
