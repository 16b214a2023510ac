"""Drafts carried out by us and by GeoGebra itself: make oracle."""

from pathlib import Path

import pytest
from browser import launched, needs_browser
from draft_likeness import differences
from geogebra_engine import needs_geogebra, open_geogebra
from random_drafts import LEFT_OUT, commands_of, random_draft

from geoengine.draft import COMMANDS, carry_out, read_draft

pytestmark = [needs_browser, needs_geogebra]

CONVENTIONS = {
    "intersections": """A = (0, 0)
        B = (4, 0)
        c = Circle(A, 2)
        P = Intersect(Line((-5, 1), (5, 1)), c)
        Q = Intersect(c, Line((5, 1), (-5, 1)))
        R = Intersect(c, Circle(B, 3))
        S = Intersect(Circle(B, 3), c)
        T = Intersect(c, Segment((0, 1), (5, 1)), 1)
        U = Intersect(c, Segment((0, 1), (5, 1)), 2)
        V = Intersect(c, Circle((10, 0), 1))
        W = Midpoint(V, A)
        e = Ellipse(A, B, (5, 3))
        h = Hyperbola(A, B, (1, 1))
        p = Parabola(A, y = -2)
        Ke = Intersect(e, Line((0, 5), (0, -5)))
        Kh = Intersect(h, Line((0, 0.5), (5, 1)))
        Kp = Intersect(p, Line((5, 1), (0, 0.5)))
        P1 = Intersect(c, 4 = (x - 2)^2 + y^2)
        Km = Intersect(Semicircle(A, B), c)
        D = (-3, -2)
        Kn = Intersect(Circle(B, A), Ray(A, D))
        Ko = Intersect(Circle(B, A), Ray(A, D), 2)
        Kq = Intersect(Circle(D, A), Ray(A, D), 2)
        G = (0, 4)
        Kr = Intersect(Circle(B, A), Ray(A, G), 2)
        Ks = Intersect(Circle(D, A), Segment(A, G), 2)""",
    "lines": """A = (0, 0)
        B = (4, 0)
        C = (5, 3)
        c = Circle(A, 2)
        f = Line(C, Ray(A, B))
        g = PerpendicularLine(C, Vector(C, B))
        h = PerpendicularBisector(A, C)
        i = AngleBisector(B, A, C)
        j = AngleBisector((1, 0), A, (-3, 0))
        k = AngleBisector(Line(A, B), Line(C, A))
        l = AngleBisector(Line(A, B), Line((1, 1), (0, 1)))
        t = Tangent((3, 1), c)
        u = Tangent((-2, 0), c)
        v = Tangent(Line(C, A), c)
        m = Tangent(c, Circle((-5, 1), 1))
        n = Tangent(c, Circle((0, 5), 2.5))
        q = Tangent(C, Ellipse((-1, 0), (2, 1), (3, 0)))
        d1 = Direction(m_1)
        d2 = Direction(n_3)
        r: 2x + 1 = y
        a = Angle(Line(A, C), Line(A, B))
        b = Angle(C, A, B)""",
    "arcs and polygons": """A = (0, 0)
        B = (4, 0)
        C = (5, 3)
        C_1 = (1, 4)
        Semicircle(A, B)
        CircularArc(A, B, C)
        CircularArc(A, C, B)
        CircumcircularArc(A, C, B)
        CircumcircularSector(A, B, C)
        K = CircumcircularArc(C, A, B)
        Rotate(Translate(K, (1, 2)), 20°)
        Kk = Reflect(K, A)
        Dilate(Kk, 2)
        Translate(CircumcircularSector(A, B, C), (3, 3))
        Translate(CircumcircularSector(A, B, (3, 3)), (3, 3))
        Polygon(A, B, C)
        Polygon(A, B, C_1, C)
        Polygon(A, B, (1, 1))
        Polygon(A, B, 5)
        Rotate(t1, 30°)
        Rotate(C_1, 30°)
        s = Segment(A, C)
        Reflect(s, Line(B, C))
        Segment(A, 5)
        Reflect(Ray(A, C), B)
        L = Sequence(Rotate(B, k*72°, A), k, 0, 4)
        L(2)
        {1, 2}
        y = 3x
        x^2 + y^2 = 9
        30°
        Distance(A, B)
        -(1, 1)
        a9 = 1/0
        w = (1, 2)
        Point(Circle((3, 1), 2))""",
    "names": """A = (0, 0)
        B = (4, 0)
        Polygon(A, B, 3)
        Polygon(A, (5, 1), 4)
        Polygon((4, 8), (-7.4, -1), 4)
        Ke = Polygon((4, 8), (-7.4, -1), 5)
        Polygon(A, B, (1, 1))
        Rotate(poly1, 30°)
        Rotate(Polygon(A, B, 4), 30°)
        y = x
        y = x^2
        y = x^2 + x y
        y = 3
        y = 4x
        y = 5x
        y = 6x
        y = 7x
        y = 8x
        y = 9x
        x = 1
        v = Vector((0, 0), (1, 2))
        M = Intersect(Circle(A, 1), y = 3, 1)
        Translate(v, (1, 1))
        Translate(v, M)
        Translate(v, v)
        r1 = Ray(A, (2, 2))
        r2 = Ray((4, 5), A)
        r3 = Ray(A, Vector((0, 0), (1, 1)))
        r4 = Ray(A, B)
        Rotate(r1, 30°)
        Rotate(r2, 30°)
        Rotate(r3, 30°)
        Rotate(r4, 30°)
        Dilate(Ellipse((-7, -8.2), (-6.5, -8.13), (8, 2)), 1/3)""",
    "sliders": """a = Slider(-3, 3)
        b = Slider(1, 5)
        c = Slider(-5, -2)
        d = Slider(0, 1, 0.1)
        e = Slider(-10, 10, 4)
        f = Slider(3, -3)""",
}

POINTS = ("A = (-3, 0)", "B = (-1, 2.5)", "C = (2, -1)", "D = (-2, -2)")

IN_COMMON = (Path(__file__).parent / "data/common_points.txt").read_text("utf-8").splitlines()
"""Curves that have a named point in common by how they are made, or that meet twice."""


@pytest.fixture(scope="module")
def geogebra(driver):
    with launched(driver, "--allow-file-access-from-files") as browser:
        yield open_geogebra(browser)


def compare(tab, texts):
    wrong = []
    for start in range(0, len(texts), 20):
        part = texts[start : start + 20]
        for text, found in zip(part, differences(tab, part), strict=True):
            wrong += [f"{text}\n{one}" for one in found[:1]]
    assert not wrong, f"{len(wrong)} of {len(texts)} differ:\n" + "\n\n".join(wrong)


@pytest.mark.parametrize("what", CONVENTIONS)
def test_conventions_are_those_of_the_engine(geogebra, what):
    text = "\n".join(line.strip() for line in CONVENTIONS[what].splitlines())
    compare(geogebra, [text])


def test_common_points_come_in_the_order_of_the_engine(geogebra):
    compare(geogebra, ["\n".join((*POINTS, *text.split("; "))) for text in IN_COMMON])


def test_random_drafts_agree_object_by_object(geogebra):
    texts = [random_draft(seed) for seed in range(200)]
    compare(geogebra, texts)
    assert commands_of(texts) >= COMMANDS.keys() - LEFT_OUT
    objects = [one for text in texts for one in carry_out(read_draft(text)).objects.values()]
    assert sum(not one.is_defined for one in objects) > 200


@pytest.mark.slow(seconds=280, each=True)
@pytest.mark.parametrize("first", [1_000, 2_000])
def test_many_random_drafts_agree_object_by_object(first, geogebra):
    compare(geogebra, [random_draft(seed) for seed in range(first, first + 1_000)])


def test_a_difference_would_be_found(geogebra):
    (found,) = differences(geogebra, ["A = (1, 2)\nB = Midpoint(A, (3, 4))"])
    assert not found
    (found,) = differences(
        geogebra, ["A = (1, 2)\nK = Polygon((1, 1), (1, 1), 5)\nr = Radius(Semicircle(A, A))"]
    )
    assert found
