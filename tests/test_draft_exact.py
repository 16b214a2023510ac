"""Exact figures of drafts, against arithmetic in floats and known theorems."""

import cmath
import random

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from geoengine.draft import carry_out, read_draft
from geoengine.draft.exact import NotExactError, exact_truths
from geoengine.draft.exact.tower import Tower
from geoengine.draft.exact.turns import Turns

TRIANGLE = "A = (0.3, -1)\nB = (5, 0.7)\nC = (1.9, 4.1)\n"


@st.composite
def towers(draw):
    """A tower with some roots, and numbers of it made at random with their values in floats."""
    tower = Tower()
    numbers = [tower.number(fmpq(draw(st.integers(1, 9)), draw(st.integers(1, 9))))]
    for _ in range(draw(st.integers(1, 8))):
        one, other = draw(st.sampled_from(numbers)), draw(st.sampled_from(numbers))
        match draw(st.sampled_from(["+", "*", "/", "root"])):
            case "+":
                numbers.append(one + other)
            case "*":
                numbers.append(one * other)
            case "/":
                numbers.append(one / other)
            case "root" if len(tower) < 4:
                numbers.append(tower.root(one + other))
    return tower, numbers


@given(towers())
def test_numbers_are_those_of_floats(drawn):
    _, numbers = drawn
    one, other = numbers[-1], numbers[len(numbers) // 2]
    for exact, close in (
        (one + other, float(one) + float(other)),
        (one - other, float(one) - float(other)),
        (one * other, float(one) * float(other)),
        (one / other, float(one) / float(other)),
    ):
        assert float(exact) == pytest.approx(close, rel=1e-9, abs=1e-9)
        assert exact.is_zero == (abs(close) < 1e-9)


@given(towers())
def test_a_root_that_is_there_is_found(drawn):
    tower, numbers = drawn
    height = len(tower)
    for one in numbers:
        for other in (numbers[-1], 0 * one):
            whole = one + 2 * other
            assert tower.root(whole * whole) == whole
    assert len(tower) == height


@given(towers())
def test_a_root_squares_to_its_number(drawn):
    tower, numbers = drawn
    root = tower.root(numbers[-1])
    assert root * root == numbers[-1]
    assert root.sign() == 1


@pytest.mark.parametrize("count", [3, 4, 5, 6, 8, 10, 15, 16, 17, 20, 34, 51])
def test_regular_directions(count):
    direction = Turns(Tower(), random.Random(1), 10).of(fmpq(360, count)).direction
    assert abs(complex(direction) - cmath.exp(2j * cmath.pi / count)) < 1e-12


def truths(commands, *conditions):
    return [one.holds for one in exact_truths(read_draft(commands), conditions).truths]


@pytest.mark.parametrize(
    ("commands", "condition"),
    [
        ("I = Intersect(AngleBisector(A, B, C), AngleBisector(B, C, A))\n"
         "c = Circle(I, ClosestPoint(Line(B, C), I))", "IsTangent(Line(A, B), c)"),
        ("f = AngleBisector(A, B, C)\ng = AngleBisector(B, C, A)\nh = AngleBisector(C, A, B)",
         "AreConcurrent(f, g, h)"),
        ("p = Polygon(A, B, 5)", "Vertex(p, 5) == Rotate(B, 108°, A)"),
        ("D = Rotate(A, 60°, B)\nF = Rotate(B, 60°, C)\nG = Rotate(C, 60°, A)",
         "AreEqual(Polygon((A + B + D) / 3, (B + C + F) / 3, (C + A + G) / 3),"
         " Polygon((A + B + D) / 3, (B + C + F) / 3, 3))"),
        ("D = Rotate(Rotate(A, 23°, B), 47°, B)", "D == Rotate(A, 70°, B)"),
        ("k = Ellipse(A, B, C)", "C ∈ k"),
        ("P = Point(Circle(A, B))\nQ = 2 A - P", "ArePerpendicular(Line(B, P), Line(B, Q))"),
    ],
)  # fmt: skip
def test_what_is_true_is_found_true(commands, condition):
    assert truths(TRIANGLE + commands, condition) == [True]


def test_what_is_false_is_found_false():
    assert truths(TRIANGLE, "Distance(A, B) == Distance(A, C)", "AreCollinear(A, B, C)") == [
        False,
        False,
    ]


def test_nothing_false_is_said_of_angles_taken_as_arbitrary():
    """What rests on 20° + 40° = 60° is not seen."""
    commands = TRIANGLE + "D = Rotate(Rotate(A, 20°, B), 40°, B)"
    conditions = ["AreCongruent(Segment(A, D), Segment(A, B))", "Distance(D, B) == Distance(A, B)"]
    assert truths(commands, *conditions) == [None, True]


def test_what_only_floats_confuse_is_told_apart():
    commands = "A = (0, 0)\nB = (1, 0)\nC = (2, 0.000000000000000000001)"
    assert truths(commands, "AreCollinear(A, B, C)", "Distance(A, B) == 1") == [False, True]


def test_the_unknown_is_said():
    found = exact_truths(read_draft(TRIANGLE), ["Area(Circle(A, B)) == 3", "Distance(A, B) < 9"])
    assert [(one.holds, one.equations) for one in found.truths] == [(None, 0), (True, 0)]
    assert "π" in found.truths[0].reason
    with pytest.raises(NotExactError, match="cbrt"):
        exact_truths(read_draft("a = cbrt(2)\nA = (a, 1)"), [])


def test_points_on_paths_are_anywhere():
    commands = TRIANGLE + "P = Point(Line(A, B))"
    figure = carry_out(read_draft(commands))
    condition = "ArePerpendicular(Line(P, (0, 0)), Line(A, B))"
    assert abs(figure.point("P")) < 2
    assert truths(commands, condition, "AreCollinear(A, B, P)") == [False, True]
