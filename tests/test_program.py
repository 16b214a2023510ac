"""Programs: reading, executing and printing them; real Asymptote and Python agree."""

import contextlib
import os
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program_runs import numbers_of, run_asymptote, run_python
from random_programs import compared, complete, random_program

from geoengine.errors import InputError
from geoengine.program import (
    COLOURS,
    Arc,
    Array,
    Layout,
    Limits,
    PlotStyle,
    PrintingError,
    Program,
    ProgramError,
    bind,
    check_program,
    execute,
    flattened,
    library_functions,
    print_asymptote,
    print_matplotlib,
    read_program,
    rename,
    restyle,
    walk_statements,
    with_library,
    with_true_curves,
    without_rotations,
)

programs = st.randoms(use_true_random=False).map(lambda rng: random_program(rng, 3))
layouts = st.builds(
    Layout,
    comma=st.sampled_from([",", ", "]),
    pair_comma=st.sampled_from([",", ", "]),
    equals=st.sampled_from(["=", " = "]),
    sums=st.sampled_from(["", " "]),
    products=st.sampled_from(["", " "]),
    brace_below=st.booleans(),
    together=st.booleans(),
    blank_lines=st.booleans(),
)


@pytest.fixture(scope="module")
def samples():
    """Programs, and what real programs are asked for."""
    found = [complete(random_program(random.Random(seed), 6)) for seed in range(14)]
    return [(program, dict(compared(execute(program).values))) for program in found]


def assert_near(name, expected, found):
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9), name


@pytest.mark.program("asy")
def test_asymptote_computes_the_same_points(samples, tmp_path):
    texts = [(print_asymptote(with_true_curves(program)).text, asked) for program, asked in samples]
    count = 0
    for (_, asked), rows in zip(samples, run_asymptote(texts, tmp_path), strict=True):
        for (name, value), row in zip(asked.items(), rows, strict=True):
            assert_near(name, numbers_of(value), row)
            count += 1
    assert count > 100


def test_python_computes_the_same_points_and_draws_as_far(samples):
    styles = [PlotStyle(), PlotStyle(points="complex"), PlotStyle(lines="helper", polygons="patch")]
    printed = []
    for number, (program, asked) in enumerate(samples):
        try:
            printed.append((program, asked, print_matplotlib(program, styles[number % 3]).text))
        except PrintingError:
            continue
    assert len(printed) >= 10
    found = run_python([(text, asked) for _, asked, text in printed])
    for (program, asked, _), (rows, limits) in zip(printed, found, strict=True):
        for (name, value), row in zip(asked.items(), rows, strict=True):
            assert_near(name, numbers_of(value), row)
        assert limits == pytest.approx(drawn_limits(program), abs=0.02)


def drawn_limits(program):
    """The least and the greatest coordinates of what is drawn, without labels."""
    spots = []
    for drawn in execute(program).display:
        if drawn.kind != "label":
            for path in drawn.paths:
                spots += path.nodes
                for piece in path.pieces:
                    spots += (
                        [piece.at(k / 400) for k in range(401)] if isinstance(piece, Arc) else []
                    )
    xs, ys = [z.real for z in spots], [z.imag for z in spots]
    return [min(xs), min(ys), max(xs), max(ys)]


@given(text=programs, layout=layouts)
@settings(max_examples=15)
def test_what_is_printed_is_read_back(text, layout):
    program = complete(text)
    printed = print_asymptote(program, layout)
    again = read_program(printed.text)
    assert again == program
    statements = list(walk_statements(again.statements))
    assert list(printed.lines) == list(range(len(statements)))
    for (first, last), statement in zip(printed.lines.values(), statements, strict=True):
        assert first == statement.place.line
        assert first <= last <= printed.text.count("\n")


@given(text=programs, data=st.data())
@settings(max_examples=15)
def test_damaged_programs_are_refused_with_a_place(text, data):
    for _ in range(8):
        at = data.draw(st.integers(0, len(text)))
        with_sign = data.draw(
            st.sampled_from(["", "(", ")", "{", "-", "--", "..", '"', "1e", "^", ";"])
        )
        damaged = text[:at] + with_sign + text[at + data.draw(st.integers(0, 3)) :]
        # Any other exception fails the test.
        with contextlib.suppress(ProgramError):
            program = read_program(damaged)
            check_program(program)
            execute(program, limits=Limits(steps=3000))


@given(text=st.text(st.sampled_from('pairA=(0,)B;-{}[]draw\n"12.*^/ cycle!&|<>?:'), max_size=60))
@settings(max_examples=100)
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(ProgramError):
        read_program(text)


WRONG = {
    "pair A = (0,0)": "line 1, column 15: expected ';' after the declaration, found the end",
    "pair A = (0,0);\ndraw(A--);": "line 2, column 9: expected an expression, found ')'",
    "draww((0,0)--(1,1));": "unknown function 'draww'\n  hint: did you mean draw?",
    "pair Alpha; pair B = 2*Alpah;": "unknown name 'Alpah'\n  hint: did you mean Alpha?",
    "real r = (1,2);": "line 1, column 10: expected a value of type real, found one of type pair",
    "pair A = midpoint(3, 4);": "expected pair midpoint(path p), found midpoint(int, int)",
    "draw((0,0)..(1,1));": "expected '--' between points, found '..'",
    "import olympiad;": "expected a module, found 'olympiad'\n  hint: the modules are: graph",
    "Pair A = (0,0);": "expected a type or a statement, found 'Pair'\n  hint: did you mean pair?",
    "int f(int n) { n; }": "expected a statement, found an expression",
    'label("A, (0,0));': "expected the end of a string on its line",
    "pair A; break;": "expected 'break' in a loop only",
    "pair A; real r; pair A;": "expected a new name, found 'A' a second time",
    "int n = 3; n = 0.5;": "expected a value of type int, found one of type real",
    "pair A = (1,2,3,4);": "expected two or three coordinates, found 4",
}


@pytest.mark.parametrize("text", WRONG)
def test_mistakes_are_reported(text):
    with pytest.raises(ProgramError) as raised:
        check_program(read_program(text))
    assert WRONG[text] in str(raised.value)


FAILING = {
    "int n = 0; real r = 1/n;": "line 1, column 21: division by zero",
    "pair[] P = {(0,0)}; pair A = P[1];": "expected an index from 0 to 0, found index 1",
    "while (true) {}": "expected a program of at most",
    "int f(int n) { return f(n + 1); } int k = f(0);": "calls inside one another",
    "pair[] P; while (true) P.push((0,0));": "expected at most 1000 elements",
    "real r = sqrt(-1);": "line 1, column 10: ",
    "int k = 7^99;": "expected a smaller power",
    "pair A = extension((0,0),(1,0),(0,1),(1,1));": "expected lines that cross, found parallel",
    "pair A = intersectionpoint(circle((0,0),1), (-2,0)--(2,0));": "found 2; choose one of",
    "fill((0,0)--(1,0)--(0,1));": "expected a closed path to fill; end it with --cycle",
    "pair A = unit((0,0));": "expected a vector other than zero",
    "path p = scale(1,2)*unitcircle;": "expected a transformation that keeps angles",
    "pair P = point(circle((0,0),1), 0.5);": "found one with arcs; use relpoint",
    "draw((0,0)--(0,0));": "found the same one twice",
}


@pytest.mark.parametrize("text", FAILING)
def test_what_cannot_be_executed_is_reported(text):
    program = read_program(text)
    check_program(program)
    with pytest.raises(ProgramError) as raised:
        execute(program, limits=Limits(steps=100_000, elements=1000))
    assert FAILING[text] in str(raised.value)


def test_statements_know_what_they_draw():
    text = """void pair_of(pair P) {
  dot(P);
  draw(P--(0,0), red);
}
for (int i = 1; i < 3; ++i) {
  pair_of((i,0));
}
fill(circle((0,0), 1)^^reverse(circle((0,0), 0.5)), gray);
dot("$A$", (1,1), NE);
"""
    program = read_program(text)
    lines = print_asymptote(program, Layout(blank_lines=False)).lines
    shown = [
        (one.kind, lines[one.statement][0], [lines[call][0] for call in one.calls])
        for one in execute(program).display
    ]
    assert shown == [
        ("dot", 2, [6]), ("draw", 3, [6]), ("dot", 2, [6]), ("draw", 3, [6]),
        ("fill", 8, []), ("dot", 9, []), ("label", 9, []),
    ]  # fmt: skip
    display = execute(program).display
    assert display[1].pen.colour == COLOURS["red"]
    assert len(display[4].paths) == 2
    assert (display[6].text, display[6].position) == ("$A$", 1 + 1j)


def test_names_and_values_change_places():
    program = read_program("pair A=(0,0), B=(n,0); pair f(pair A) {return A+B;} pair C=f(B);")
    changed = bind(rename(program, {"A": "B", "B": "A", "f": "g"}), {"n": 4})
    assert print_asymptote(changed, Layout(blank_lines=False)).text == (
        "pair B = (0,0), A = (4,0);\npair g(pair B) {\n  return B+A;\n}\npair C = g(A);\n"
    )
    assert execute(changed).values["C"] == 8 + 0j


def test_the_library_is_sound():
    program = Program(tuple(library_functions().values()))
    check_program(program)
    done = execute(with_library(read_program(
        "pair A=(0,0), B=(4,0), C=(0,3); pair I=incenter(A,B,C), O=circumcenter(A,B,C),"
        "H=orthocenter(A,B,C), G=centroid(A,B,C), F=foot(A,B,C), D=bisectorpoint(B,A,C);"
        "pair[] T=tangents((5,0),A,3); path w=circumcircle(A,B,C), v=incircle(A,B,C);"
    )))  # fmt: skip
    found = {
        name: complex(round(z.real, 9), round(z.imag, 9))
        for name, z in done.values.items()
        if isinstance(z, complex)
    }
    assert found["I"] == 1 + 1j
    assert found["O"] == 2 + 1.5j
    assert found["H"] == 0
    assert found["F"] == 1.44 + 1.92j
    touching = done.values["T"]
    assert isinstance(touching, Array)
    assert [abs(z) for z in touching.items] == pytest.approx([3, 3])
    assert [abs(z - 5) for z in touching.items] == pytest.approx([4, 4])
    assert done.values["w"].pieces[0].radius == pytest.approx(2.5)
    assert done.values["v"].pieces[0].radius == pytest.approx(1)


def test_a_second_variable_in_a_block_gets_another_name_in_python():
    text = "real r = 5; real s = 0; for (real r : new real[] {1, 2}) { real s = r; } dot((r,s));"
    ((rows, _),) = run_python([(print_matplotlib(read_program(text)).text, {"r": 5.0, "s": 0.0})])
    assert rows == [[5.0], [0.0]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pair np = (0,0);", "the name 'np', which means something else in Python"),
        ("pen p = red; p = blue;", "a pen that changes"),
        ("path[] p = (0,0)--(1,1)^^(2,2)--(3,3); draw(p);", "an array of paths"),
    ],
)
def test_what_python_cannot_say_is_refused(text, found):
    with pytest.raises(PrintingError) as raised:
        print_matplotlib(read_program(text))
    assert isinstance(raised.value, InputError)
    assert found in str(raised.value)


@pytest.mark.program("asy")
def test_programs_in_space_agree(tmp_path):
    text = """import three;
currentprojection = orthographic(5,4,2);
triple A = (0,0,0), B = (3,0,0), C = (3,2,0), S = (1,1,4);
triple M = (B + S)/2, N = interp(A, C, 0.25);
real v = dot(cross(B - A, C - A), S - A)/6, h = abs(S - N);
triple u = unit(S - B);
draw(A--B--C--cycle, dashed);
draw(S--M^^S--A);
dot(M);
label("$S$", S, N);
"""
    text = text.replace("N = interp", "P = interp").replace("S - N", "S - P")
    program = read_program(text)
    check_program(program)
    asked = dict(compared(execute(program).values))
    assert {"A", "M", "P", "u", "v", "h"} <= set(asked)
    (rows,) = run_asymptote([(print_asymptote(program).text, asked)], tmp_path)
    ((found, _),) = run_python([(print_matplotlib(program).text, asked)])
    for (name, value), row, other in zip(asked.items(), rows, found, strict=True):
        assert_near(name, numbers_of(value), row)
        assert_near(name, numbers_of(value), other)


FOLDER = Path(__file__).parent / "programs"
PRINTED = {
    "figure_stock.asy": lambda program: print_asymptote(
        with_true_curves(program), Layout(sums=" ", brace_below=True, together=True)
    ),
    "figure_arrays.py": print_matplotlib,
    "figure_complex.py": lambda program: print_matplotlib(program, PlotStyle(points="complex")),
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_figure_is_printed_as_before(name):
    program = with_library(read_program((FOLDER / "figure.asy").read_text(encoding="utf-8")))
    text = PRINTED[name](program).text
    golden = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDENS"):
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == text


BLOCKS = """
pair U = (0,1), C = (2,2), G = (1,0);
real r = 0.5;
path e = arc(U + r*dir(30), U + r*dir(30) + (1,0), (3,4));
pair A = relpoint(e, 0.5), B = relpoint(arc((0,0), (1,0), (0,2), CW), 0.5);
path p = U--C--G--cycle;
for (int i = 0; i < 3; ++i) { draw(p); p = (U + C)/2*i--C--G--cycle; }
real s = arclength(p);
transform g = scale(1), t = rotate(20)*scale(0.8);
for (int i = 0; i < 4; ++i) { draw(g*unitsquare); g = t*g; }
pair D = g*(1,1);
for (int i = 1; i < 3; ++i) { path c = circle((i,i), 1); draw(c, red); dot(A); draw(c); }
"""


@pytest.mark.parametrize("points", ["array", "complex"])
def test_arcs_and_what_changes_in_loops_are_the_same_in_python(points):
    program = read_program(BLOCKS)
    values = execute(program).values
    asked = {name: values[name] for name in "ABDs"}
    text = print_matplotlib(program, PlotStyle(points=points)).text
    ((rows, _),) = run_python([(text, asked)])
    for (name, value), row in zip(asked.items(), rows, strict=True):
        assert_near(name, numbers_of(value), row)


FIGURE = """
pair A = (0,0), B = (6,1), C = (2,5), M = (A + B)/2, N = (B + C)/2;
pair X = extension(A, N, C, M), Y = extension(A, B, C, N), Z = 3*dir(40);
pair f(pair A, pair B) { return (A + B)/2; }
pair W = f(Z, X);
draw(A--B--C--cycle, red); draw(M--N);
fill(A--M--X--cycle, gray);
"""


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40)
def test_programs_written_in_another_way_draw_the_same(seed):
    program = read_program(FIGURE)
    changed = restyle(program, np.random.default_rng(seed))
    check_program(changed)
    before, after = execute(program), execute(changed)
    assert after.values.keys() == before.values.keys()
    for name, value in before.values.items():
        assert after.values[name] == pytest.approx(value, abs=1e-12), name
    for kind in ("draw", "fill"):
        lengths = [
            sum(path.length for one in done.display if one.kind == kind for path in one.paths)
            for done in (before, after)
        ]
        assert lengths[0] == pytest.approx(lengths[1])


def test_meets_of_segments_and_midpoints_are_written_in_several_ways():
    found = {
        word
        for seed in range(30)
        for word in (
            "midpoint(",
            "intersectionpoint(",
            "extension(",
            "(A+B)/2",
            "Cos(40)",
            "dir(40)",
        )
        if word in print_asymptote(restyle(read_program(FIGURE), np.random.default_rng(seed))).text
    }
    assert len(found) == 6
    # These segments meet only when they are made longer.
    texts = [
        print_asymptote(restyle(read_program(FIGURE), np.random.default_rng(k))).text
        for k in range(9)
    ]
    assert all("Y = extension(A, B, C, N)" in text for text in texts)


@pytest.mark.parametrize(
    ("text", "curves"),
    [
        ("pair M = midpoint((0,0)--(2,0)); draw(circle(M, 1));", False),
        ("path c = circle((0,0), 1); pair P = intersectionpoint(c, (0,0)--(2,0));", True),
        ("path c = unitcircle; pair P = relpoint(c, 0.3);", True),
        ("path f(real r) { return arc((0,0), r, 0, 90); } real s = arclength(f(2));", True),
        ("draw(circle((0,0), 1));", False),
    ],
)
def test_curves_are_exact_where_points_are_computed_from_them(text, curves):
    printed = print_asymptote(with_true_curves(read_program(text))).text
    assert ("import graph;" in printed) == curves
    assert ("circle(" in printed or "arc(" in printed or "unitcircle" in printed) != curves


@pytest.mark.parametrize("seed", range(6))
def test_figures_in_space_are_drawn_by_a_projection_of_their_own(seed):
    """The points stay where they are in space, and are drawn about where they were."""
    program = read_program(
        "import three; currentprojection = orthographic(4, 3, 2);"
        "triple A = (1,0,0), B = (0,2,0); triple[] P = {A, B, (0,0,3)};"
        "draw(A--B--P[2]--cycle, dashed); draw((A + B)/2--2*A ^^ B--P[2]); dot(A);"
        'label("$A$", A, N);'
    )
    found = flattened(program, np.random.default_rng(seed))
    before, after = execute(program), execute(found)
    assert after.values["A"] == before.values["A"]
    view = before.settings.projection
    for old, new in zip(before.display, after.display, strict=True):
        for was, now in zip(old.paths, new.paths, strict=True):
            pairs = zip(was.nodes, now.nodes, strict=True)
            assert all(abs(view(node) - place) < 0.25 for node, place in pairs)
    text = print_asymptote(found).text
    assert "three" not in text
    assert "currentprojection" not in text
    assert "np.array" in print_matplotlib(found).text


@pytest.mark.parametrize("seed", range(4))
def test_points_are_turned_by_products(seed):
    program = with_library(
        read_program(
            "pair A=(1,2), B=(4,3), u=B-A; real t=17; pair C=rotate(60,A)*B, D=A+rotate(-90)*u;"
            "pair E=rotate(2*t,(0,0))*(A+B)/2, F=circumcenter(A,B,C); pair[] P={A,B};"
            "for (int k=0; k<3; ++k) P.push(rotate(k*t,B)*P[k]);"
            "path p=A--B--C--cycle; draw(rotate(30,A)*p); draw(rotate(30)*(A--B));"
        )
    )
    found = without_rotations(program, np.random.default_rng(seed))
    before, after = execute(program), execute(found)
    for name in "ABCDEF":
        assert abs(before.values[name] - after.values[name]) < 1e-12
    for one, other in zip(before.values["P"].items, after.values["P"].items, strict=True):
        assert abs(one - other) < 1e-12
    # Paths are turned as before.
    assert print_asymptote(found).text.count("rotate(") == 2


@pytest.mark.parametrize("points", ["array", "complex"])
def test_paths_that_grow_and_pens_that_are_chosen_are_written_in_python(points):
    program = read_program(
        "pair A=(0,0), B=(3,0); path line=A; path bow=B; path cell=A;"
        "for (int k=1; k<4; ++k) {"
        "  line=line--(k,k*k); bow=bow--arc((2*k,0),1,0,90);"
        "  cell=cell--(k%2,k);"
        "  fill(circle((k,0),1), k%2==0 ? red : gray(0.5));"
        "}"
        "cell=cell--cycle; draw(line); draw(bow, blue); filldraw(cell, yellow);"
    )
    printed = print_matplotlib(program, PlotStyle(points=points)).text
    ((rows, _),) = run_python([(printed, ("line", "cell", "bow"))])
    done = execute(program).values
    for name, row in zip(("line", "cell"), rows, strict=False):
        nodes = [part for node in done[name].nodes for part in (node.real, node.imag)]
        assert row == pytest.approx(nodes)
    assert rows[2][-2:] == pytest.approx([6, 1])


def test_right_angles_are_marked_where_they_are():
    program = read_program(
        "pair A=(1,0), B=(7,3), C=(2,5), F=foot(C,A,B); draw(A--B--C--cycle); draw(C--F);"
    )
    seen = set()
    for seed in range(40):
        changed = with_library(restyle(program, np.random.default_rng(seed)))
        text = print_asymptote(changed).text
        if "draw(rightanglemark" in text:
            call = text[text.index("draw(rightanglemark(") + 20 :].split(",")
            seen.add((call[0], call[1].strip(), call[2].strip()))
            (first, last) = execute(changed).display[-1].paths[0].pieces
            assert first.length == pytest.approx(last.length)
    assert seen == {("A", "F", "C"), ("B", "F", "C")}
