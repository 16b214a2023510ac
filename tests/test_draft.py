"""Drafts: reading, carrying out and printing them."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_drafts import random_draft

from geoengine.draft import (
    COMMANDS,
    FUNCTIONS,
    KINDS,
    STYLES,
    Binary,
    Boolean,
    Call,
    Coordinates,
    Draft,
    DraftError,
    DraftLimitError,
    Equation,
    Items,
    Limits,
    Name,
    Number,
    Statement,
    Text,
    Unary,
    carry_out,
    check_goal,
    check_tools,
    print_draft,
    print_expression,
    read_draft,
    read_expression,
)
from geoengine.draft.making import MAKERS
from geoengine.language import parse_statement

names = st.sampled_from(["A", "B'", "A_1", "A_12", "A'_1", "k", "α", "f_B", "pi", "x"])
leaves = (
    st.builds(Number, st.sampled_from(["0", "2", "0.5", ".25", "3.", "1E-3"]))
    | st.builds(Name, names)
    | st.builds(Text, st.sampled_from(["", "red", "a b # c"]))
    | st.builds(Boolean, st.booleans())
)


def composed(inner):
    items = st.lists(inner, max_size=3).map(tuple)
    operators = ["+", "-", "*", "/", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||"]
    return (
        st.builds(Coordinates, inner, inner, st.booleans())
        | st.builds(Items, items)
        | st.builds(Call, st.sampled_from([*COMMANDS, *FUNCTIONS]), items)
        | st.builds(Unary, st.sampled_from(["-", "!", "°"]), inner)
        | st.builds(Binary, st.sampled_from(operators), inner, inner)
    )


expressions = st.recursive(leaves, composed, max_leaves=12)
statements = st.builds(
    Statement,
    expressions | st.builds(Equation, expressions, expressions),
    st.sampled_from(["A", "f", "A'_12", "Ω"]),
)


@given(st.builds(Draft, st.lists(statements, max_size=4).map(tuple)))
def test_a_printed_draft_reads_back_as_it_was(draft):
    text = print_draft(draft)
    assert read_draft(text) == draft
    assert print_draft(read_draft(text)) == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("A=(1,2)", "A = (1, 2)"),
        ("B := (2; 30°)", "B = (2; 30°)"),
        ("c = Circle[A, 2A B]", "c = Circle(A, 2 * A * B)"),
        ("L = Sequence[Rotate[\nA, k * 2*pi / 5, O],\nk, 0, 4]  # turned",
         "L = Sequence(Rotate(A, k * 2 * pi / 5, O), k, 0, 4)"),
        ("f: y = 2x + 1", "f: y = 2 * x + 1"),
        ("y = 3", "y = 3"),
        ("e: x²/9 + y^2/4 = 1", "e: x^2 / 9 + y^2 / 4 = 1"),
        ("a = -2^2^-3 6/2(1 + 2)", "a = -2^2^-3 * 6 / 2 * (1 + 2)"),
        ("a = (-2)^2 - (3 - 4)", "a = (-2)^2 - (3 - 4)"),
        ("b = A ≟ B ∧ ¬(1 ≤ 2)", "b = A == B && !(1 <= 2)"),
        ("A_{1}' = A_1", "A_1' = A_1"),
        ("P_{12} = L(3)", "P_{12} = L(3)"),
        ("// only a comment\n\n   \n{A, B}", "{A, B}"),
        ('SetCaption(A, "x # y")', 'SetCaption(A, "x # y")'),
        ("a = 2E3°", "a = 2E3°"),
    ],
)  # fmt: skip
def test_how_drafts_may_be_written(text, printed):
    assert print_draft(read_draft(text)) == f"{printed}\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A = (1, 2\nB = 3", "line 1, column 5: expected a closing bracket for '(', found the end "
         "of the draft"),
        ("A = (1, 2]", "line 1, column 10: expected ')' for the '(' in line 1, column 5, "
         "found ']'"),
        ("A = (1, 2)\n B = 3]", "line 2, column 7: expected no ']' without '[' before it"),
        ("A = (1, 2); B = 3", "line 1, column 11: expected the end of the line, found ';'\n"
         "  hint: write each command on a line of its own"),
        ("M = Midpiont(A, B)", "line 1, column 5: expected a command, found 'Midpiont'\n"
         "  hint: did you mean Midpoint?"),
        ("Circumcircle(A, B, C)", "line 1, column 1: expected a command, found 'Circumcircle'\n"
         "  hint: the circle through three points is Circle(A, B, C)"),
        ("{P, Q} = Intersect(f, c)", "line 1, column 1: expected a name before '=', found a list\n"
         "  hint: name them one by one: P = Intersect(f, c, 1), Q = Intersect(f, c, 2)"),
        ("P, Q = Intersect(f, c)", "line 1, column 2: expected '=' after the name, found ','\n"
         "  hint: name them one by one: P = Intersect(f, c, 1), Q = Intersect(f, c, 2)"),
        ("f(x) = x^2", "line 1, column 6: expected the end of the line, found '=' after a function"
         "\n  hint: functions are no objects of drafts; a line or conic is an equation: "
         "f: y = 2x + 1"),
        ("A = (1, 2, 3)", "line 1, column 10: expected two coordinates, found a third\n"
         "  hint: drafts are in the plane"),
        ("pi = 3", "line 1, column 1: expected a name, found 'pi', which has a meaning already"),
        ("a = 1 +", "line 1, column 8: expected a value or a command, found the end of the draft"),
        ("a = 1 +\nb = 2", "line 1, column 8: expected a value or a command, found the end of the "
         "line"),
        ("Circle(A B C, 2 3 !)", "line 1, column 19: expected ',' or ')', found '!'"),
        ("a = b = c", None),
        ("a = 1 = 2 = 3", "line 1, column 11: expected the end of the line, found '='"),
        ("SetColor(A, “red”)", "line 1, column 13: expected a word, a number or a sign, found '“'\n"
         '  hint: texts stand between straight double quotes: "red"'),
        ('SetColor(A, "red)', "line 1, column 13: expected the end of a text on its line\n"
         '  hint: close it with "'),
        ("a = " + "(" * 70 + "1" + ")" * 70, "line 1, column 65: expected at most 60 levels of "
         "nesting"),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_their_place(text, message):
    if message is None:
        assert isinstance(read_draft(text).statements[0].value, Equation)
        return
    with pytest.raises(DraftError) as found:
        read_draft(text)
    assert str(found.value) == message


@given(st.text(alphabet="AB1f(,)[]{}=:;x y+-*/^°\"\n#_'é<", max_size=30) | st.text(max_size=20))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(DraftError):
        draft = read_draft(text)
        assert read_draft(print_draft(draft)) == draft


def test_very_long_drafts_are_refused():
    for text in ("a" * 100_001, "1\n" * 2_001):
        with pytest.raises(DraftError, match="at most"):
            read_draft(text)


def test_the_tables_use_known_words():
    signatures = [one for table in (COMMANDS, STYLES) for ways in table.values() for one in ways]
    taken = {word for signature in signatures for word in signature.takes}
    assert taken - KINDS.keys() == {"variable"}
    made = {signature.makes for signature in signatures} - KINDS.keys()
    assert made == {"", "points", "lines", "same", "element", "choice"}
    assert read_expression("Midpoint(A, B)") == Call("Midpoint", (Name("A"), Name("B")))
    assert print_expression(Call("Midpoint", (Name("A"), Name("B")))) == "Midpoint(A, B)"


def made(text):
    """Carry out a draft; return its objects by name."""
    return carry_out(read_draft(text)).objects


def test_undefined_objects_stay_undefined():
    objects = made(
        "c = Circle((0, 0), 2)\nP = Intersect(c, y = 3)\nM = Midpoint(P, (1, 1))\n"
        "d = Circle(M, 2)\nk = Radius(d)\nL = {P, (1, 1)}\nQ = Element(L, 2)\nR = Element(L, 3)\n"
        "b = P == M\na = 1/0\nn = a + 1"
    )
    defined = {name for name, one in objects.items() if one.is_defined}
    assert defined == {"c", "L", "Q", "b"}
    assert objects["b"].shape is False
    assert [objects[name].kind for name in "PMdkRn"] == [
        "point", "point", "circle", "number", "point", "number"
    ]  # fmt: skip


def test_every_command_has_its_maker():
    signatures = {one.shown(name) for name, ways in COMMANDS.items() for one in ways}
    elsewhere = {"Rotate", "Reflect", "Translate", "Dilate", "Polygon", "Sequence", "Element",
                 "First", "Last", "Length", "If", "Locus", "Intersect"}  # fmt: skip
    assert set(MAKERS) <= signatures
    assert {one.split("(")[0] for one in signatures - set(MAKERS)} == elsewhere


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A = (1, 2)\nB = Midpoint(A, y = 3)", "line 2, column 5: expected Midpoint(point, point), "
         "Midpoint(segment) or Midpoint(conic), found Midpoint(point, line)"),
        ("A = (1, 2)\nM = Midpoint(A, D)", "line 2, column 17: expected the name of an object, "
         "found 'D'\n  hint: define it in a line above"),
        ("Ab = (1, 2)\nM = Midpoint(ab, Ab)", "line 2, column 14: expected the name of an object, "
         "found 'ab'\n  hint: did you mean Ab?"),
        ("A = (1, 2)\nA = (2, 3)", "line 2, column 1: expected a new name, found 'A', which "
         "statement 1 gives\n  hint: an object keeps its name: GeoGebra would drop what depends on "
         "the old one"),
        ("A = (1, 2)\nM = Midpoint", "line 2, column 5: expected the name of an object, found "
         "'Midpoint'\n  hint: arguments stand in brackets: Midpoint(point, point)"),
        ("c: x^3 + y = 1", "line 1, column 4: expected an equation of a line or conic: x and y in "
         "sums, squares and products of two"),
        ("a = 3\nb = a = 3", "line 2, column 5: expected an equation in x and y, found one without "
         "them\n  hint: two objects are compared with =="),
        ("A = (1, 2)\nB = A + 3", "line 2, column 5: expected numbers or points beside '+', found "
         "a point and a number"),
        ('A = (1, 2)\nB = SetColor(A, "red")', "line 2, column 1: expected no name before SetColor,"
         " which makes nothing"),
        ("L = Sequence(k, k, 1, 5000)", "line 1, column 5: expected at most 1000 elements of a "
         "sequence, found 5000"),
        ("L = Sequence(Sequence(Sequence(a*b*c, a, 1, 99), b, 1, 99), c, 1, 99)", None),
        ("A = (0, 0)\nPolygon(A, (0, 1), 900)\nPolygon(A, (1, 1), 900)", "line 3, column 1: "
         "expected at most 2000 objects"),
    ],
)  # fmt: skip
def test_drafts_that_cannot_be_carried_out(text, message):
    with pytest.raises(DraftError) as found:
        made(text)
    assert str(found.value) == message or (message is None and "steps" in str(found.value))


def test_free_objects_can_be_moved():
    draft = read_draft("A = (0, 0)\nr = 2\nc = Circle(A, r)\nP = Point(c)\nM = Midpoint(A, P)")
    assert [one.name for one in carry_out(draft).free()] == ["A", "r", "P"]
    moved = carry_out(draft, places={"A": 1 + 1j, "r": 3, "P": 1 + 9j, "M": 5})
    assert moved.point("P") == pytest.approx(1 + 4j)
    assert moved.point("M") == pytest.approx(1 + 2.5j)


@settings(max_examples=60, deadline=None)
@given(st.builds(Draft, st.lists(statements, max_size=4).map(tuple)))
def test_any_draft_is_carried_out_or_refused(draft):
    with contextlib.suppress(DraftError):
        carry_out(draft, limits=Limits(steps=2_000))


@given(st.integers(0, 10**9))
@settings(max_examples=15, deadline=None)
def test_random_drafts_are_printed_and_carried_out_alike(seed):
    text = random_draft(seed, lines=6)
    draft = read_draft(text)
    assert repr(carry_out(read_draft(print_draft(draft)))) == repr(carry_out(draft))


def test_objects_keep_their_names_in_moved_figures():
    draft = read_draft(
        "A = (0, 0)\nB = (1, 0)\nf = Line((-5, 1), (5, 1))\nP = Intersect(f, Circle(A, 2))\n"
        "Polygon(A, B, P_1)\nQ = Intersect(f, Circle(A, 0.5))\nM = Midpoint(P_1, P_2)"
    )
    figure = carry_out(draft)
    gone, back = (carry_out(draft, places={"A": place}, like=figure) for place in (9j, 0.8j))
    for moved in (gone, back):
        assert list(moved.objects) == list(figure.objects)
        kinds = [[one.kind for one in each.objects.values()] for each in (moved, figure)]
        assert kinds[0] == kinds[1]
    assert not any(gone.objects[name].is_defined for name in ("P_1", "P_2", "Q", "M", "t1"))
    assert back.point("Q") == pytest.approx(-0.4582575694955841 + 1j)


@pytest.mark.parametrize(
    ("text", "goal", "reason"),
    [
        ("A = (0, 0)\nB = (4, 0)\nC = Rotate(B, 60°, A)", "cong A B B C", ""),
        ("A = (0, 0)\nB = (4, 0)\nC = (2, 12^0.5)", "cong A B B C", "cong A B B C holds in the "
         "figure as drawn, but not when A and B move"),
        ("A = (0, 0)\nB = (4, 0)\nC = (1, 1)", "cong A B B C", "cong A B B C does not hold in the "
         "figure"),
        ("A = (0, 0)\nB = (4, 0)\nC = Intersect(Circle(A, 1), Circle(B, 1), 1)", "cong A C B C",
         "the point C is not defined"),
    ],
)  # fmt: skip
def test_goals_hold_in_moved_figures_too(text, goal, reason):
    found = check_goal(read_draft(text), parse_statement(goal))
    assert found.reason.startswith(reason)
    assert found.holds == (not reason)


def test_goals_need_points_of_the_draft():
    with pytest.raises(DraftError, match=r"expected a point B for the goal .*, found a circle"):
        check_goal(read_draft("A = (1, 2)\nB = Circle(A, 2)"), parse_statement("cong A B A C"))


def test_lists_of_lists_count_with_all_their_elements():
    nested = "L = Sequence(k, k, 1, 1000)\nM = Sequence(L, k, 1, 1000)\nN = Sequence(M, k, 1, 1000)"
    with pytest.raises(DraftLimitError, match="at most 100000 steps"):
        carry_out(read_draft(f"{nested}\nT = Translate(N, (1, 1))"))


@pytest.mark.parametrize(
    ("command", "tools", "is_allowed"),
    [
        ("r = Distance(A, B)", "compass_only", True),
        ("r = Distance(A, Line(B, C))", "compass", False),
        ("c = Circle(A, Distance(B, C))", "compass_only", True),
        ("c = Circle(A, Distance(B, Line(A, C)))", "compass", False),
        ("s = Segment(A, B)", "compass_only", False),
        ("s = Segment(A, B)", "compass", True),
        ("P = Intersect(Line(A, B), y = 1)", "compass", False),
        ("c = Circle(A, (1, 2))", "compass", False),
        ("c = Circle(A, 3)", "compass", False),
        ("P = Intersect(Circle(A, 1.5), Circle(B, A), 1)", "compass_only", False),
        ("l = Line(P_1, P_2)", "compass", True),
        ("P = Intersect(Circle(A, Distance(B, C)), Circle(B, A), 1)", "compass_only", True),
        ("P = Intersect(Line(A, B), Circle(A, Segment(B, C)), 1)", "compass", True),
        ("r = Distance(A, Intersect(PerpendicularBisector(A, B), Line(A, B)))", "compass", False),
        ("c = Circle(A, Distance(B, Point(PerpendicularLine(A, B))))", "compass", False),
        ("P = Intersect(xAxis, Line(A, B))", "compass", False),
        ("P = Intersect(Circle(A, B), yAxis, 1)", "compass_only", False),
    ],
)
def test_distances_are_taken_off_points_only(command, tools, is_allowed):
    statements = read_draft(command).statements
    points = ["A", "B", "C", "P_1", "P_2"]
    if is_allowed:
        check_tools(statements, tools, points)
    else:
        with pytest.raises(DraftError, match=r"as with|expected a command of"):
            check_tools(statements, tools, points)


@pytest.mark.parametrize(
    "command",
    ["Intersect(Circle(A, 1E300), Line(A, B), 1)", "Circle(A, 1E200)", "Dilate(A, 1E300, B)",
     "Tangent(B, Circle(A, 1E160))", "Area(Polygon(A, B, (1E200, 1E200)))",
     "Intersect(Circle(A, B), Circle(B, 1E155), 2)", "Ellipse(A, B, 1E170)"],
)  # fmt: skip
def test_what_is_beyond_all_measure_is_undefined(command):
    figure = carry_out(read_draft(f"A = (0, 0)\nB = (4, 1)\nX = {command}"))
    assert not any(one.is_defined for one in figure.objects.values() if one.statement == 2)
