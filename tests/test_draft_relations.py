"""Drafts: what may hold of objects."""

import cmath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.draft import DraftError, carry_out, holds, read_draft

FIGURE = carry_out(
    read_draft(
        "A = (0, 0)\nB = (4, 0)\nC = (4, 3)\nD = (0, 3)\nM = (2, 1.5)\nc = Circle(M, A)\n"
        "f = Line(A, B)\ng = Line(D, C)\nh = Line(B, C)\ns = Segment(A, C)\nt = Segment(B, D)\n"
        "p = Polygon(A, B, C)\nq = Polygon(C, D, A)\nk: x^2/16 + y^2/9 = 1\nU = Intersect(f, g)"
    )
)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("AreCollinear(A, M, C)", True),
        ("AreCollinear(A, B, C)", False),
        ("AreConcyclic(A, B, C, D)", True),
        ("AreConcyclic(A, B, C, M)", False),
        ("AreConcyclic(A, M, C, A)", False),
        ("AreConcurrent(s, t, Line(M, (7, 7)))", True),
        ("AreConcurrent(f, h, s)", False),
        ("AreParallel(f, g)", True),
        ("AreParallel(f, h)", False),
        ("ArePerpendicular(f, h)", True),
        ("ArePerpendicular(s, t)", False),
        ("AreEqual(f, Line(B, A))", True),
        ("AreEqual(f, g)", False),
        ("AreEqual(c, Circle(A, B, C))", True),
        ("AreEqual(p, Polygon(C, B, A))", True),
        ("AreEqual(p, q)", False),
        ("AreEqual(k, Ellipse((sqrt(7), 0), (-sqrt(7), 0), 4))", True),
        ("AreCongruent(p, q)", True),
        ("AreCongruent(s, t)", True),
        ("AreCongruent(s, f)", False),
        ("AreCongruent(p, Polygon(A, B, M))", False),
        ("IsTangent(f, c)", False),
        ("IsTangent(PerpendicularLine(A, s), c)", True),
        ("IsTangent(Line((4, 0), (4, 1)), k)", True),
        ("IsTangent(Line((3, 0), (3, 1)), k)", False),
        ("IsInRegion(M, p)", True),
        ("IsInRegion(D, p)", False),
        ("IsInRegion(B, c)", True),
        ("IsInRegion((9, 9), c)", False),
        ("A ∈ c", True),
        ("M ∈ s", True),
        ("(8, 6) ∈ s", False),
        ("(8, 6) ∈ Ray(A, C)", True),
        ("(0, 3) ∈ k", True),
        ("M == Midpoint(A, C) && Distance(A, C) == 5", True),
        ("!(M == A) && Angle(B, A, D) == 90°", True),
        ("AreEqual(U, A)", None),
    ],
)
def test_relations(condition, expected):
    assert holds(FIGURE, condition) is expected


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("Distance(A, B)", "expected what is true or false, found a number"),
        ("f ∈ c", "expected a point before '∈' and a path after it, found a line and a circle"),
        ("A ∈ B", "expected a point before '∈' and a path after it, found a point and a point"),
        ("AreCollinear(A, B)", r"expected AreCollinear\(point, point, point\)"),
        ("X == A", "expected the name of an object, found 'X'"),
    ],
)
def test_what_is_no_condition_is_refused(condition, message):
    with pytest.raises(DraftError, match=message):
        holds(FIGURE, condition)


numbers = st.floats(-20, 20).map(lambda number: round(number, 3))


@given(numbers, numbers, st.floats(0.2, 6), st.floats(0, 6.28), st.booleans())
def test_relations_are_kept_by_similarities(x, y, size, turn, flips):
    def moved(place):
        place = complex(x, y) + size * cmath.exp(1j * turn) * (
            place.conjugate() if flips else place
        )
        return f"({place.real:.17f}, {place.imag:.17f})"

    names = {"A": 0j, "B": 4 + 0j, "C": 4 + 3j, "D": 3j, "M": 2 + 1.5j}
    lines = [f"{name} = {moved(place)}" for name, place in names.items()]
    figure = carry_out(read_draft("\n".join(lines)))
    for condition in (
        "AreConcyclic(A, B, C, D)",
        "AreCollinear(A, M, C)",
        "ArePerpendicular(Line(A, B), Line(B, C))",
        "AreCongruent(Polygon(A, B, C), Polygon(C, D, A))",
        "IsTangent(PerpendicularLine(B, Line(M, B)), Circle(M, A))",
        "IsInRegion(M, Polygon(A, B, C, D))",
        "!AreConcyclic(A, B, C, M) && !AreCollinear(A, B, C) && !(M ∈ Segment(A, B))",
    ):
        assert holds(figure, condition)
