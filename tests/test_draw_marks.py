"""Marks: a picture marks the statements given to it, by default only the premises."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.catalogue import load_scenes
from geoengine.draw import (
    KINDS,
    Marks,
    Sketch,
    arrange,
    draw,
    marks_for,
    random_rotation,
    sketch_of,
    visible_statements,
    write_caption,
)
from geoengine.draw.arcs import angle_arcs
from geoengine.draw.brackets import ticks
from geoengine.draw.fitting import covered
from geoengine.errors import DegenerateStatementError, PlacementError, UsageError
from geoengine.graph import deduce
from geoengine.language import Statement, Surd, format_value, parse_statement
from geoengine.scene import load_problem, place, sample


def sampled(count, extra=2):
    """Problems as splits have them, with their figures."""
    scenes = list(load_scenes().values())
    found = []
    for number in range(count):
        rng = np.random.default_rng([31, number])
        try:
            problem = sample(scenes[7 * number % len(scenes)], rng, extra=extra, seed=number)
        except PlacementError:
            continue
        found.append((problem, place(problem, seed=number)))
    return found


ANGLED = "A B C = triangle_sas A B C 8 5 60; D = angle_bisector D B A C, on_line D B C"


@pytest.fixture(scope="module")
def problems():
    angled = load_problem(ANGLED)
    made = [(angled, place(angled)), *sampled(40)]
    assert len(made) >= 40
    return made


def parts(premise: Statement) -> Iterator[Statement]:
    """Return a premise and the statements that it abbreviates."""
    yield premise
    p = premise.points
    if premise.predicate == "midp":
        yield Statement("cong", (p[0], p[1], p[0], p[2]))
    elif premise.predicate == "circle":
        for a, b in combinations(p[1:], 2):
            yield Statement("cong", (p[0], a, p[0], b))
    elif premise.predicate in {"contri", "contrir"}:
        for i, j in combinations(range(3), 2):
            yield Statement("cong", (p[i], p[j], p[i + 3], p[j + 3]))
    elif premise.predicate in {"simtri", "simtrir"}:
        one, other = p[:3], p[3:]
        for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            arms = (other[i], other[j], other[i], other[k])
            if premise.predicate == "simtrir":
                arms = arms[2:] + arms[:2]
            yield Statement("eqangle", (one[i], one[j], one[i], one[k], *arms))


def lines_of(premises):
    """Return the points of each line that premises state, merged if they share two points."""
    graph = nx.Graph()
    for premise in premises:
        if premise.predicate in {"coll", "midp"}:
            pairs = list(map(frozenset, combinations(premise.points, 2)))
            nx.add_path(graph, pairs)
    return [frozenset().union(*line) for line in nx.connected_components(graph)]


def equal_lengths(premises):
    """Return a graph that joins segments which premises make equal, also by a common value."""
    graph = nx.Graph()
    values = {}
    for part in (part for premise in premises for part in parts(premise)):
        if part.predicate == "cong":
            a, b, c, d = part.points
            graph.add_edge(frozenset((a, b)), frozenset((c, d)))
        elif part.predicate == "lconst":
            first = values.setdefault(format_value(part.value), frozenset(part.points))
            graph.add_edge(first, frozenset(part.points))
    return graph


class Given:
    """Statements that a picture may show: premises, also with other points of given lines."""

    def __init__(self, problem):
        self.premises = {part for premise in problem.premises for part in parts(premise)}
        self.lines = lines_of(problem.premises)
        self.lengths = equal_lengths(problem.premises)

    def on(self, *pair):
        """Return all pairs that name the same line with the same first point."""
        first, second = pair
        names = {second}.union(*(line for line in self.lines if line.issuperset(pair)))
        return [(first, name) for name in names - {first}]

    def states(self, predicate, *pairs, value=None):
        """Return whether a statement about lines is given under any of their names."""
        for named in product(*(self.on(*pair) for pair in pairs)):
            try:
                statement = Statement(predicate, tuple(p for pair in named for p in pair), value)
            except DegenerateStatementError:
                continue
            if statement in self.premises:
                return True
        return False

    def joins(self, group, states):
        """Return whether premises connect the members of a group."""
        graph = nx.Graph()
        graph.add_nodes_from(range(len(group)))
        for i, j in combinations(range(len(group)), 2):
            if states(group[i], group[j]):
                graph.add_edge(i, j)
        return len(group) > 1 and nx.is_connected(graph)

    def equal_lengths(self, one, other):
        return nx.has_path(self.lengths, frozenset(one), frozenset(other))

    def equal_angles(self, one, other):
        (a, v, b), (c, w, d) = one, other
        return self.states("eqangle", (v, a), (v, b), (w, c), (w, d))

    def parallel(self, one, other):
        ends = [pair for line in (one, other) for pair in (line, line[::-1])]
        return any(self.states("para", first, second) for first in ends[:2] for second in ends[2:])


def test_by_default_no_picture_says_more_than_is_given(problems):
    """Check that every mark shows a premise, or a group that premises connect."""
    count = dict.fromkeys(KINDS, 0)
    for problem, diagram in problems:
        given = Given(problem)
        marks = sketch_of(diagram, problem.premises).marks
        for kind in KINDS:
            count[kind] += len(getattr(marks, kind))
        for (a, b), text in marks.lengths.items():
            assert Statement("lconst", (a, b), Surd.parse(text)) in given.premises
        for (a, v, b), text in marks.angles.items():
            value = Fraction(text.removesuffix("°")) / 180
            assert any(
                given.states("aconst", *arms, value=value)
                for arms in permutations([(v, a), (v, b)])
            ), (problem, a, v, b)
        for first, second in marks.right_angles:
            assert Statement("perp", (*first, *second)) in given.premises
        for group in marks.ticks:
            assert given.joins(group, given.equal_lengths), (str(problem), group)
        for group in marks.arcs:
            assert given.joins(group, given.equal_angles), (str(problem), group)
        for group in marks.arrows:
            assert given.joins(group, given.parallel), (str(problem), group)
    least = {"lengths": 80, "angles": 1, "right_angles": 55, "ticks": 60, "arcs": 25, "arrows": 30}
    assert all(count[kind] >= few for kind, few in least.items()), count
    assert least.keys() == set(KINDS)


def test_marks_are_true(problems):
    """Check all marks numerically in every draw."""
    count = Counter()
    for problem, diagram in problems[:20]:
        told = list(visible_statements(diagram, diagram.holds))
        marks = sketch_of(diagram, told).marks
        for kind in ("right_angles", "ticks", "arcs", "arrows"):
            count[kind] += len(getattr(marks, kind))
        for first, second in marks.right_angles:
            assert diagram.holds(Statement("perp", (*first, *second)))
        for group in marks.ticks:
            assert diagram.holds(Statement("cong", (*group[0], *group[-1])))
        for group in marks.arcs:
            (a, v, b), (c, w, d) = group[0], group[-1]
            assert diagram.holds(Statement("eqangle", (v, a, v, b, w, c, w, d))), str(problem)
        for group in marks.arrows:
            assert diagram.holds(Statement("para", (*group[0], *group[-1])))
    least = {"right_angles": 40, "arcs": 34, "ticks": 25, "arrows": 13}
    assert all(count[kind] >= few for kind, few in least.items()), count


def test_what_can_be_seen_is_asked_for_once_and_told_if_known():
    problem = load_problem("A B C D = isquare; E = on_line A C, on_line B D")
    diagram = place(problem)
    everything = [str(s) for s in visible_statements(diagram, diagram.holds)]
    assert "perp A C B D" in everything
    assert "cong A B C D" in everything
    assert "para A B C D" in everything
    assert not any(text.startswith("eqangle A E B E") for text in everything), "vertical angles"
    assert not list(visible_statements(diagram, lambda statement: False))
    graph = deduce(problem, diagram=diagram)
    assert all(graph.derived(s) for s in visible_statements(diagram, graph.derived))


SQUARE = {"A": (0, 0), "B": (4, 0), "C": (4, 4), "D": (0, 4), "M": (2, 0)}
SIDES = [("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")]


def marks_of(*texts, points=SQUARE, segments=SIDES, circles=()):
    return marks_for(map(parse_statement, texts), Sketch(points, segments, circles))


@pytest.mark.parametrize(
    ("statement", "marks"),
    [
        ("lconst A B 4", Marks({("A", "B"): "4"})),
        ("lconst A C 4√2", Marks({("A", "C"): "4√2"})),
        ("aconst A B A C 45o", Marks(angles={("B", "A", "C"): "45°"})),
        ("aconst A C A B 135o", Marks(angles={("B", "A", "C"): "45°"})),
        ("perp A B B C", Marks(right_angles=((("A", "B"), ("B", "C")),))),
        ("perp A C B D", Marks()),
        ("cong A D B C", Marks(ticks=((("A", "D"), ("B", "C")),))),
        ("cong A B C D", Marks(ticks=((("A", "B"), ("C", "D")),))),
        ("cong A B A C", Marks()),
        ("midp M A B", Marks(ticks=((("A", "M"), ("B", "M")),))),
        ("para A M C D", Marks(arrows=((("A", "M"), ("C", "D")),))),
        ("eqangle A B A D C D C B", Marks(arcs=((("B", "A", "D"), ("D", "C", "B")),))),
        ("coll A M B", Marks()),
        ("eqratio A B B C C D D A", Marks()),
    ],
)
def test_what_is_drawn_is_marked(statement, marks):
    assert marks_of(statement) == marks


def test_groups_are_joined_and_what_values_say_is_not_repeated():
    joined = marks_of("cong A D B C", "cong B C C D")
    assert joined.ticks == ((("A", "D"), ("B", "C"), ("C", "D")),)
    told = marks_of("cong A D B C", "lconst A D 4", "lconst B C 4")
    assert not told.ticks
    crossing = marks_of("perp A B B C", "perp M B B C", "coll A M B")
    assert crossing.right_angles == ((("A", "B"), ("B", "C")),)
    renamed = marks_of("aconst A B A C 45o", "aconst A M A C 45o", "coll A M B")
    assert len(renamed.angles) == 1
    half = marks_of("cong A D B C", "lconst A D 4")
    assert half.ticks


def test_radii_of_a_drawn_circle_are_not_ticked():
    spokes = {"O": (0, 0), "A": (1, 0), "B": (0, 1)}
    drawn = [("O", "A"), ("O", "B")]
    assert marks_of("cong O A O B", points=spokes, segments=drawn).ticks
    circle = [("O", ("A", "B"))]
    assert not marks_of("cong O A O B", points=spokes, segments=drawn, circles=circle).ticks


def test_two_names_of_a_line_are_one_only_if_that_is_given():
    points = {"A": (0, 0), "B": (4, 0), "E": (6, 0), "C": (0, 2), "D": (4, 2), "F": (0, 3),
              "G": (4, 3)}  # fmt: skip
    segments = [("A", "E"), ("C", "D"), ("F", "G")]
    told = ("para A B C D", "para A E F G")
    assert len(marks_of(*told, points=points, segments=segments).arrows) == 2
    assert len(marks_of(*told, "coll A B E", points=points, segments=segments).arrows) == 1


def test_equal_lengths_are_joined_through_what_is_not_drawn():
    """AB = AC and AC = CD, where AC is not drawn."""
    assert marks_of("cong A D A C", "cong A C C D").ticks == ((("A", "D"), ("C", "D")),)
    two = marks_of("lconst A D 4", "cong A D B C", "lconst A B 4", "cong A B C D")
    assert len(two.ticks) == 1, "of one printed length"


def seen_equal(sketch, figure, one, other):
    """Return whether two segments look equal without ticks: the same value, or two radii."""
    values = {frozenset(pair): text for pair, text in sketch.marks.lengths.items()}
    if one in values and values.get(one) == values.get(other):
        return True
    for (centre, _), (_, _, radius) in zip(sketch.circles, figure.circles, strict=True):
        if centre in one & other:
            lengths = [np.hypot(*np.subtract(*(figure.places[p] for p in s))) for s in (one, other)]
            if np.allclose(lengths, radius, atol=0.1):
                return True
    return False


def test_equal_segments_have_equal_ticks_and_others_have_others(problems):
    """All drawn segments of a class have ticks, unless they are visibly equal already."""
    marked = spanned = 0
    for problem, diagram in problems:
        sketch = sketch_of(diagram, problem.premises)
        layout = arrange(sketch, size=512)
        figure = layout.figure
        ink = np.concatenate((figure.lines, figure.aids))
        number = {}
        for k, group in enumerate(sketch.marks.ticks, start=1):
            for pair in group:
                assert number.setdefault(frozenset(pair), k) == k
        for joined in nx.connected_components(equal_lengths(problem.premises)):
            drawn = [
                s for s in joined if covered(np.concatenate([figure.places[p] for p in s]), ink)
            ]
            seen = nx.Graph()
            seen.add_nodes_from(drawn)
            pairs = combinations(drawn, 2)
            seen.add_edges_from(two for two in pairs if seen_equal(sketch, figure, *two))
            if drawn and nx.number_connected_components(seen) > 1:
                (shared,) = {number.pop(segment, None) for segment in drawn}
                assert shared is not None, (str(problem), drawn)
                marked += len(drawn)
        assert not number, (str(problem), "ticks on what is not given to be equal")
        groups = enumerate(sketch.marks.ticks, start=1)
        wanted = sum(len(ticks(k, 1.0)) * len(group) for k, group in groups)
        drawn = sum(len(line) == 2 for line in layout.symbols.lines)
        drawn += sum(len(label.ticks) for label in layout.labels)
        assert drawn == wanted, str(problem)
        spanned += len(layout.symbols.brackets)
    assert marked >= 186
    assert spanned >= 27


def test_a_tick_over_a_point_in_between_is_on_a_bracket():
    """Ticks are on a bracket, or on the dimension line if there is one; never on the segment."""
    sketch = Sketch(SQUARE, SIDES, marks=Marks(ticks=[[("A", "B"), ("C", "D")]]))
    symbols = arrange(sketch, size=512).symbols
    assert (len(symbols.brackets), len(symbols.lines)) == (1, 2)
    marks = Marks({("A", "B"): "4"}, ticks=[[("A", "B"), ("C", "D")]])
    layout = arrange(Sketch(SQUARE, SIDES, marks=marks), size=512)
    assert (len(layout.symbols.brackets), len(layout.symbols.lines)) == (0, 1)
    (length,) = (label for label in layout.labels if label.kind == "length")
    assert len(length.ticks) == 1
    level = layout.figure.places["A"][1]
    assert np.all(np.abs(length.ticks[:, 1::2] - level) > 0.3 * length.em)


def turns_apart(one, other):
    middles = one.start + one.opening / 2 - other.start - other.opening / 2
    return abs((middles + np.pi) % (2 * np.pi) - np.pi)


def test_no_angle_has_two_arcs_and_none_meet(problems):
    """This also holds if everything that follows is marked and there is little room."""
    pairs = met = 0
    for number, (problem, diagram) in enumerate(problems):
        told = [*problem.premises]
        if number < 20:
            told += visible_statements(diagram, diagram.holds)
        layout = arrange(sketch_of(diagram, told), size=512)
        for one, other in combinations(layout.symbols.all_arcs(), 2):
            apart = turns_apart(one, other)
            pairs += 1
            if one.vertex != other.vertex or apart > (one.opening + other.opening) / 2 - 1e-6:
                continue
            if apart < 1e-3 and one.radii[0] == other.radii[0]:
                # One angle, with an arc that both shows it is equal to others and has its size.
                continue
            # The gap at the ends of an arc is a smaller angle at a larger radius.
            assert apart > 1e-3 or abs(one.opening - other.opening) > 0.15, (str(problem), one)
            assert gap(one, other) > 0.1 * layout.labels[0].em, (str(problem), one, other)
            met += 1
    assert pairs >= 430
    assert met >= 8


def test_arcs_at_one_vertex_nest():
    nested = []

    @given(
        st.lists(st.integers(0, 359), min_size=3, max_size=9, unique=True),
        st.lists(st.integers(5, 200), min_size=9, max_size=9),
        st.data(),
    )
    def draw_rays(bearings, lengths, data):
        nested.append(check_nesting(bearings, lengths, data))

    draw_rays()
    assert sum(nested) >= 60
    assert np.count_nonzero(nested) >= 16


def check_nesting(bearings, lengths, data):
    """Draw angles between rays from one point, with arms that may be short; count what nests."""
    names = [f"P{bearing}" for bearing in bearings]
    places = {"V": np.zeros(2)}
    for name, bearing, length in zip(names, bearings, lengths, strict=False):
        places[name] = length * np.array([np.cos(np.radians(bearing)), np.sin(np.radians(bearing))])
    pair = st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True).map(sorted)
    angles = [(a, "V", b) for a, b in data.draw(st.lists(pair, max_size=8, unique_by=tuple))]
    count = data.draw(st.integers(0, len(angles)))
    equal, values = angle_arcs([[one] for one in angles[:count]], angles[count:], places, 10.0)
    turns = [np.degrees(arc.opening) for arc in (*equal, *values)]
    assert len(turns) == len(angles)
    assert all(turn <= 180.001 for turn in turns)
    nested = 0
    for one, other in combinations((*equal, *values), 2):
        if turns_apart(one, other) < (one.opening + other.opening) / 2 - 1e-6:
            assert gap(one, other) > 1, (one, other)
            nested += 1
    return nested


def gap(one, other):
    """Return the distance by which the mark of one angle is outside that of another."""
    reach = [[*arc.radii, *(end for tick in arc.ticks for end in tick[:2])] for arc in (one, other)]
    inner, outer = sorted(reach, key=min)
    return min(outer) - max(inner)


def test_one_drawn_angle_has_the_mark_of_one_group():
    """BI and BF are drawn as one line, but no statement says that they are."""
    points = {"A": (4, 0), "B": (0, 0), "C": (0, 4), "I": (1, 1), "F": (2, 2)}
    segments = [("A", "B"), ("B", "C"), ("B", "F")]
    told = ("eqangle A B B I B I B C", "eqangle A B B F B F B C")
    marks = marks_of(*told, points=points, segments=segments)
    assert len(marks.arcs) == 1


def test_a_bisector_gets_the_line_it_lacks():
    points = {"A": (4, 0), "B": (0, 0), "C": (0, 4), "I": (1, 1), "F": (2, 2)}
    told = [parse_statement("eqangle A B B F B F B C")]
    sketch = Sketch(points, [("A", "B"), ("B", "C")])
    sketch = replace(sketch, marks=marks_for(told, sketch))
    assert len(sketch.marks.arcs) == 1
    assert len(arrange(sketch).figure.aids) == 1
    assert not marks_of(*map(str, told), points=points, segments=[("A", "B")]).arcs


def test_a_square_stands_between_the_named_ends():
    """There is as much room outside the figure, but readers expect the mark inside."""
    sides = [*SIDES, ("E", "B")]
    points = {**SQUARE, "E": (-4, 0)}
    told = [parse_statement("perp A B B C")]
    sketch = Sketch({**points, "E": (8, 0)}, sides)
    layout = arrange(replace(sketch, marks=marks_for(told, sketch)), size=512)
    (square,) = layout.symbols.lines
    assert square[1][0] < layout.figure.places["B"][0]


def test_each_kind_can_be_left_out(problems):
    left_out = Counter()
    for problem, diagram in problems[:32]:
        whole = sketch_of(diagram, problem.premises).marks
        for kind in KINDS:
            left_out[kind] += len(getattr(whole, kind))
            less = sketch_of(diagram, problem.premises, without=[kind]).marks
            assert not getattr(less, kind)
            for other in set(KINDS) - {kind}:
                assert getattr(less, other) == getattr(whole, other)
    least = {"lengths": 52, "angles": 2, "right_angles": 24, "ticks": 26, "arcs": 16, "arrows": 11}
    assert all(left_out[kind] >= few for kind, few in least.items()), left_out
    with pytest.raises(UsageError, match="a kind of mark, found 'tick'"):
        Marks().without(["tick"])


def test_a_picture_in_words_names_everything(problems):
    told = 0
    for problem, diagram in problems[:10]:
        text = write_caption(sketch_of(diagram, problem.premises))
        for name in diagram.points:
            assert name in text
        for premise in problem.premises:
            if premise.predicate == "lconst":
                assert f" = {format_value(premise.value)}" in text
                told += 1
    assert told >= 23


def test_figures_are_turned_by_chance_with_a_line_level_or_upright(problems):
    turns, drawn = set(), 0
    for seed, (_, diagram) in enumerate(problems):
        turn = random_rotation(diagram, seed)
        assert turn == random_rotation(diagram, seed)
        sketch = sketch_of(diagram, rotate=turn)
        slopes = [np.subtract(sketch.points[a], sketch.points[b]) for a, b in diagram.segments]
        assert not slopes or min(np.abs(slope).min() for slope in slopes) < 1e-9
        drawn += bool(slopes)
        turns.add(round(turn))
    assert drawn == len(problems)
    assert len(turns) >= 0.8 * len(problems)
    assert draw(diagram, rotate=20) != draw(diagram)


def test_symbols_stand_where_they_belong(problems):
    """Squares are at the intersections of their lines, ticks on their segments."""
    stood = 0
    for problem, diagram in problems[:20]:
        layout = arrange(sketch_of(diagram, problem.premises), size=512)
        shapes = (*layout.symbols.lines, *layout.symbols.brackets)
        corners = np.concatenate([*shapes, np.zeros((0, 2))])
        assert np.all((corners >= 0) & (corners <= 512))
        tops = [bracket[1:3].reshape(1, 4) for bracket in layout.symbols.brackets]
        lines = np.concatenate((layout.figure.lines, layout.figure.aids, *tops))
        for shape in layout.symbols.lines:
            middle = shape.mean(axis=0)
            gaps = [gap_to(middle, line) for line in lines]
            assert min(gaps) < 0.6 * layout.labels[0].em
            stood += 1
    assert stood >= 154


def gap_to(place, line):
    start, way = line[:2], line[2:] - line[:2]
    share = np.clip((place - start) @ way / (way @ way), 0, 1)
    return float(np.hypot(*(start + share * way - place)))


def test_given_values_are_printed_as_they_are_given():
    problem = load_problem("A B C = triangle_sas A B C 8 5 60; D = foot D C A B")
    marks = sketch_of(place(problem), problem.premises).marks
    assert marks.lengths == {("A", "B"): "8", ("A", "C"): "5"}
    ((names, value),) = marks.angles.items()
    assert (set(names), names[1]) == ({"A", "B", "C"}, "A")
    assert value in {"60°", "120°"}


def test_an_angle_between_lines_that_share_no_point_is_not_printed():
    diagram = place(load_problem("A B C D = quadrangle"))
    assert sketch_of(diagram, [parse_statement("aconst A B C D 60")]).marks == Marks()
