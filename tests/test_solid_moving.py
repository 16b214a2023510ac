"""Moving points: extrema by two routes, solutions, and loci against closed forms."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoengine.solid import Exact, parse_expression, root
from geoengine.solid.expression import EvaluationError
from geoengine.solid.figure import read_figure
from geoengine.solid.global_search import least_value, roots_between
from geoengine.solid.loci import Locus
from geoengine.solid.moving import Moving, place_lines
from geoengine.solid.moving_measures import evaluate_lazily
from geoengine.solid.quadratic_extrema import quadratic_extremum

SMALL = st.integers(min_value=-4, max_value=4)


def measured(figure, ask, free, constraints=()):
    """Evaluate a lazy function over the free variables of a figure."""
    lines = read_figure(figure)
    scope = {}
    moving = lines.depends_on(free)
    place_lines([line for line in lines.placed if not set(line.targets) & moving], scope)
    intervals = {k: tuple(map(parse_expression, v)) for k, v in free.items()}
    moves = Moving(lines, intervals, [parse_expression(text) for text in constraints], scope)
    expression = parse_expression(ask)
    return expression.value(scope, lambda name, arguments: evaluate_lazily(moves, name, arguments))


CUBE = "A B C D A1 B1 C1 D1 = cube(2)\n"
ONE = {"t": ("0", "1")}
FACE = {"u": ("0", "2"), "v": ("0", "2")}
ON_FACE = CUBE + "P = point(u, v, 0)"


@settings(max_examples=60)
@given(st.lists(SMALL, min_size=6, max_size=6), st.booleans())
def test_quadratic_extrema_agree_with_a_search(numbers, greatest):
    a, b, c, d, e, f = numbers

    def of(v):
        x, y = v
        return a * x * x + b * x * y + c * y * y + d * x + e * y + f

    box = [(Fraction(-1), Fraction(2)), (Fraction(0), Fraction(3))]
    exact = quadratic_extremum(of, box, greatest=greatest)
    sign = -1 if greatest else 1
    found, _ = least_value(lambda v: sign * of(v), [(-1.0, 2.0), (0.0, 3.0)])
    assert float(exact) == pytest.approx(sign * found, abs=1e-8)


def test_the_square_of_a_distance_may_be_quadratic():
    of = lambda v: root(Exact(3) + (v[0] - Exact("√2") / 4) ** 2 * 5)  # noqa: E731
    assert quadratic_extremum(of, [(0, 1)]) == Exact("√3")
    assert quadratic_extremum(lambda v: Exact(v[0]) ** 3, [(0, 1)]) is None


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        ("minimum(dist(P, C))", "0"),
        ("minimum(dist(P, C1))", "2"),
        ("maximum(dist(P, C1))", "2*sqrt(3)"),
        ("minimum(dist(P, A1) + dist(P, C1))", "sqrt(16 + 8)"),
        ("maximum(dist(P, A)**2 - dist(P, C1)**2)", "8 - 4"),
        # Of all points of the base, the centre sees the diagonal of the top at the widest angle.
        ("minimum(cos_at(A1, P, C1))", "(4 - 2) / (4 + 2)"),
    ],
)
def test_extrema_over_a_face(ask, value):
    expected = float(parse_expression(value).value({}))
    assert float(measured(ON_FACE, ask, FACE)) == pytest.approx(expected, abs=1e-9)


def test_extrema_of_distances_are_exact():
    found = measured(CUBE + "P = divide(A, C1, t)", "minimum(dist(B, P))", ONE)
    assert found == Exact("2√6/3")


@pytest.mark.parametrize(
    ("ask", "constraints", "value"),
    [
        ("minimum(dist(P, A))", ["u + v >= 3"], 3 / math.sqrt(2)),
        ("maximum(u * v)", ["u + v <= 2"], 1),
        ("minimum(dist(P, A1))", ["dist(P, C) == 1"], math.hypot(2, 2 * math.sqrt(2) - 1)),
    ],
)
def test_extrema_with_constraints(ask, constraints, value):
    assert float(measured(ON_FACE, ask, FACE, constraints)) == pytest.approx(value, abs=1e-8)


def test_the_only_solution():
    figure = CUBE + "P = divide(A, B, t)"
    assert measured(figure, "solve(dist(P, C1) == 3, t)", ONE) == pytest.approx(0.5)
    both = measured(ON_FACE, "solve(dist(P, A) == dist(P, B), v == 3/2, dist(P, A))", FACE)
    assert both == pytest.approx(math.hypot(1, 1.5))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        ("solve(dist(P, A) == dist(P, B) + 5, t)", "found the values none"),
        ("solve(t * (1 - t) == 3/16, t)", "0.25, 0.75"),
        ("solve(dist(P, A), t)", "expected a comparison"),
        ("solve(t <= 1/2, t)", "expected an equation"),
        ("solve(t == 1/2)", "expected solve"),
        ("minimum(P)", "expected a number, found a point"),
        ("minimum()", "expected minimum"),
        ("locus_length(t == 1)", "expected two free variables"),
    ],
)
def test_what_has_no_value(ask, message):
    with pytest.raises(EvaluationError, match=message):
        measured(CUBE + "P = divide(A, B, t)", ask, ONE)


@pytest.mark.parametrize(
    ("ask", "constraints", "value"),
    [
        ("locus_length(dist(P, A) == 1)", [], math.pi / 2),
        ("locus_length(dist(P, A1) == 5/2)", [], 0.75 * math.pi),
        ("locus_length(u == v)", [], 2 * math.sqrt(2)),
        ("locus_length(P, dist(P, A) == dist(P, C1))", [], math.sqrt(2)),
        ("locus_area(dist(P, A) <= 1)", [], math.pi / 4),
        ("locus_area(dist(P, point(1, 1, 0)) <= 1/2)", [], math.pi / 4),
        ("locus_area(dist(P, A) >= 1)", [], 4 - math.pi / 4),
        ("locus_area(dist(P, A) <= 1)", ["u <= v"], math.pi / 8),
        ("locus_length(dist(P, A) == 1)", ["u <= v"], math.pi / 4),
    ],
)
def test_loci_in_a_face(ask, constraints, value):
    assert measured(ON_FACE, ask, FACE, constraints) == pytest.approx(value, abs=1e-9)


def test_loci_are_measured_in_space():
    figure = CUBE + "P = A + u / 2 * (B - A) + v / 2 * (C1 - B)"
    length = measured(figure, "locus_length(u == v)", FACE)
    assert length == pytest.approx(2 * math.sqrt(3))
    assert measured(figure, "locus_area(u <= v)", FACE) == pytest.approx(2 * math.sqrt(2))


def test_circles_anywhere_in_a_square():
    chance = random.Random(4)
    for _ in range(12):
        x, y, r = chance.random(), chance.random(), chance.uniform(0.1, 0.3)
        box = [(x - r - chance.random(), x + r + 0.1), (y - r - 0.2, y + r + chance.random())]
        disc = Locus(
            lambda v, x=x, y=y, r=r: (v[0] - x) ** 2 + (v[1] - y) ** 2 - r * r,
            lambda v: (v[0], v[1], 0.0),
            box,
        )
        assert disc.length == pytest.approx(math.tau * r, abs=1e-9)
        assert disc.area == pytest.approx(math.pi * r * r, abs=1e-9)


@given(st.lists(st.integers(1, 99), min_size=1, max_size=4, unique=True))
def test_roots_of_polynomials(tenths):
    expected = sorted(k / 100 for k in tenths if all(k - j not in (0, 1, 2, 3) or k == j
                                                     for j in tenths))  # fmt: skip

    def of(x):
        return math.prod(x - r for r in expected)

    assert roots_between(of, 0, 1) == pytest.approx(expected)
