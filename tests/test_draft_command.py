"""The commands ``geoengine draft run`` and ``geoengine draft check``."""

import zipfile
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.draft import carry_out, describe_value, read_draft

SHOWN = r"""
A = (0, 0)
B = (4, 0)
c = Circle(A, 2)
f: 2x + 4y = 6
g = Line(A, (0, 5))
s = Segment(A, B)
r = Ray(B, (4, 3))
e: x^2/9 + y^2/4 = 1
k = CircularArc(A, B, (0, 4))
v = (1, 2)
n = 2/3
w = Angle(B, A, (3, 3))
L = Sequence(j, j, 1, 12)
b = AreParallel(f, s)
P = Intersect(c, y = 3)
M = Midpoint(P, Intersect(f, s))
SetColor(A, "red")
"""


def call(*words, text=None):
    return CliRunner().invoke(app, ["draft", *words], input=text)


def test_objects_are_listed_with_values_or_why_there_are_none():
    answer = call("run", "-", text=SHOWN)
    assert answer.exit_code == 0
    assert answer.stdout.splitlines() == [
        "A  point    (0, 0)",
        "B  point    (4, 0)",
        "c  circle   x^2 + y^2 = 4",
        "f  line     y = -0.5x + 1.5",
        "g  line     x = 0",
        "s  segment  (0, 0) to (4, 0), length 4",
        "r  ray      from (4, 0), direction (0, 1)",
        "e  conic    0.444444x^2 + y^2 - 4 = 0",
        "k  arc      about (0, 0), radius 4, 90°",
        "v  vector   (1, 2)",
        "n  number   0.666667",
        "w  angle    45°",
        "L  list     {1, 2, 3, 4, 5, 6, 7, 8, … 12 in all}",
        "b  boolean  false",
        "P  point    undefined: Intersect(c, y = 3) gives nothing",
        "M  point    undefined: P is undefined",
    ]


@given(st.tuples(*[st.integers(-9, 9)] * 6))
def test_equations_of_lines_and_circles_read_back_as_the_same(numbers):
    a, b, c, d, radius, e = numbers
    text = f"f = Line(({a}, {b}), ({c}, {d}))\ng = Circle(({e}, {a}), {abs(radius) + 1})"
    first = carry_out(read_draft(text))
    for name in ("f", "g"):
        if (one := first.objects.get(name)) and one.is_defined:
            again = carry_out(read_draft(f"{text}\nh: {describe_value(one.value)}"))
            same = carry_out(read_draft(f"{text}\nt = ClosestPoint({name}, (100, 37))"))
            other = carry_out(
                read_draft(f"h: {describe_value(one.value)}\nt = ClosestPoint(h, (100, 37))")
            )
            assert again.objects["h"].is_defined
            assert abs(same.point("t") - other.point("t")) < 1e-3


BISECTOR = """
A = (-3, -1)
B = (3, 1)
c = Circle(A, B)
d = Circle(B, A)
P = Intersect(c, d)
M = Intersect(Line(P_1, P_2), Segment(A, B))
"""


@pytest.mark.parametrize(
    ("text", "words", "code", "shown"),
    [
        (
            BISECTOR,
            ["--goal", "M == Midpoint(A, B)", "--tools", "compass"],
            0,
            "M == Midpoint(A, B) holds in the figure as drawn, and in 20 with the free points"
            " moved",
        ),
        (
            BISECTOR,
            ["--goal", "cong M A M B", "--goal", "M == A"],
            1,
            "cong M A M B holds in the figure as drawn, and in 20 with the free points moved\n"
            "M == A does not hold in the figure",
        ),
        (
            BISECTOR,
            ["--goal", "M == (0, 0)"],
            1,
            "M == (0, 0) holds in the figure as drawn, but not when A and B move",
        ),
        (
            BISECTOR,
            ["--goal", "cong M A M B", "--tools", "compass_only"],
            1,
            "standard input:7:15: expected a command of the compass alone, found Line\n"
            "cong M A M B holds in the figure as drawn, and in 20 with the free points moved",
        ),
        (
            "n = 2\nm = n + 1",
            ["--goal", "m == 3"],
            0,
            "m == 3 holds in the figure as drawn, which has no points to move",
        ),
        (
            "A = (0, 0)\nP = Intersect(Circle(A, 1), y = 2)",
            ["--goal", "AreCollinear(A, A, P)"],
            1,
            "something in AreCollinear(A, A, P) is not defined",
        ),
    ],
)
def test_goals_are_checked_in_moved_figures(text, words, code, shown):
    answer = call("check", "-", *words, text=text)
    assert (answer.exit_code, answer.stdout) == (code, f"{shown}\n")


@pytest.mark.parametrize(
    "text",
    [
        "A = (0, 0)\r\nB = A + (1, 1)\r\n",
        "\ufeffA = (0, 0)",
        "A\u0301 = (1, 1)\x1b[31m",
        "名 = (1, 2)\nM = Midpoint(名, 名)",
        "\x00",
        "(" * 20_000,
        "-" * 90_000 + "1",
        "A = (1, 1)\n" + "B = A\n" * 3,
        "n = " + "2^" * 3_000 + "2",
        "x" * 400_000,
        "A = (0, 0)\n" + "".join(f"B{k} = A\n" for k in range(3_000)),
    ],
)
def test_odd_texts_are_read_or_refused_with_a_message(text):
    answer = call("run", "-", text=text)
    assert answer.exit_code in (0, 2)
    assert answer.exception is None or isinstance(answer.exception, SystemExit)
    assert "\x1b" not in answer.output
    if answer.exit_code:
        assert answer.stderr.startswith("standard input:")


def test_ctrl_c_ends_the_reading_of_standard_input(monkeypatch):
    def read(_):
        raise KeyboardInterrupt

    waiting = SimpleNamespace(stdin=SimpleNamespace(buffer=SimpleNamespace(read=read)))
    monkeypatch.setattr("geoengine.cli.draft.sys", waiting)
    answer = call("run", "-")
    assert (answer.exit_code, answer.stderr) == (130, "interrupted\n")


def test_a_figure_is_drawn_and_written_for_geogebra(tmp_path):
    outs = {form: tmp_path / f"figure.{form}" for form in ("svg", "png", "ggb")}
    words = [word for form, out in outs.items() for word in (f"--{form}", str(out))]
    answer = call("run", "-", *words, text=SHOWN)
    assert answer.exit_code == 0, answer.output
    assert outs["svg"].read_text(encoding="utf-8").count("<path") > 5
    assert outs["png"].read_bytes().startswith(b"\x89PNG")
    xml = zipfile.ZipFile(outs["ggb"]).read("geogebra.xml").decode()
    assert '<expression label="M" exp="Midpoint(P, Intersect(f, s))" type="point"' in xml
    answer = call("run", "-", "--svg", str(tmp_path / "none" / "x.svg"), text=SHOWN)
    assert answer.exit_code == 2
    assert "cannot write" in answer.output
