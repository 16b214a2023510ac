"""The parser of problem texts, and its error messages."""

import contextlib
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.catalogue import load_constructions
from geoengine.errors import InputError, ProblemError
from geoengine.language import Surd
from geoengine.scene import (
    Call,
    ConstructionStep,
    assemble,
    list_problems,
    load_problem,
    load_problems,
)

TRIANGLE = "a b c = triangle a b c; "


def test_both_spellings():
    long = load_problem("a b c = triangle a b c; h = orthocenter h a b c ? perp a h b c")
    short = load_problem("a b c = triangle; h = orthocenter a b c ? perp h a c b")
    assert long == short
    assert long.points == ("a", "b", "c", "h")
    assert [str(premise) for premise in long.premises] == [
        "perp a h b c", "perp a c b h", "perp a b c h",
    ]  # fmt: skip


def test_placed_points_may_stand_where_the_definition_has_them():
    first, last = "d = parallelogram d a b c", "d = parallelogram a b c d"
    assert load_problem(TRIANGLE + first) == load_problem(TRIANGLE + last)
    assert load_problem("c a b = triangle a b c").steps[0].calls[0].arguments == ("a", "b", "c")


def test_the_name_after_free_says_nothing():
    assert load_problem("a = free b").steps == load_problem("a = free").steps


def test_a_name_may_mean_two_constructions_that_place_different_numbers_of_points():
    one = load_problem("a b c = triangle; p = free; q = eqdistance p a b; r = contri a b c p q")
    two = load_problem("a b c = triangle; p = free; q r = contri q r a b c p")
    assert one.steps[-1].calls[0].construction == "contri"
    assert two.steps[-1].calls[0].construction == "congruent_triangle"
    assert one.premises[-1] == two.premises[-1]
    with pytest.raises(ProblemError, match="expected 1 point before '= contri', found 3"):
        load_problem("a b c = triangle; p q r = contri a b c")


def test_numbers():
    problem = load_problem("a b = segment; x = s_angle a b x 63o, lconst a 5/2; y = lconst a 4√2")
    assert problem.steps[1].calls[0].numbers == (Fraction(63, 180),)
    assert problem.steps[2].calls[0].numbers == (Surd(Fraction(32)),)
    assert [str(premise) for premise in problem.premises] == [
        "aconst a b b x 63°", "lconst a x 5/2", "lconst a y 4√2",
    ]  # fmt: skip


def test_auxiliary_points_are_left_out_unless_asked_for():
    text = TRIANGLE + "d = midpoint a b | e = midpoint a c; f = midpoint b c ? cong d a d b"
    assert load_problem(text).points == tuple("abcd")
    assert load_problem(text, aux=True).points == tuple("abcdef")


def test_several_goals_and_side_conditions():
    problem = load_problem(TRIANGLE + "? perp a b a c; obtuse_angle a b c;")
    assert [str(goal) for goal in problem.goals] == ["perp a b a c", "obtuse a b c"]
    assert problem.goal == problem.goals[0]
    assert load_problem(TRIANGLE).goal is None


def test_given_coordinates():
    problem = load_problem("a@0.5_-1.25 b@1e1_.5 = segment a b; c = free")
    assert problem.fixed == (("a", 0.5, -1.25), ("b", 10.0, 0.5))
    assert load_problem(str(problem)) == problem


def test_premises_without_repetition_and_emptied_ones():
    problem = load_problem(
        TRIANGLE + "d = foot a b c; e = on_line b c, on_line b d; f = on_tline a a b"
    )
    premises = [str(premise) for premise in problem.premises]
    assert premises == ["perp a d b c", "coll b c d", "coll b c e", "coll b d e", "perp a b a f"]
    # With the same point on both sides a premise becomes trivial.
    square = load_problem("a b = segment; c = on_line a b; d = eqdistance a a b, on_circle b a")
    assert "cong a b a d" in map(str, square.premises)


def test_made_in_python():
    steps = [
        ConstructionStep(("a", "b"), (Call("segment_of", ("a", "b"), (Surd.of(6),)),)),
        ConstructionStep(("m",), (Call("midpoint", ("m", "a", "b")),)),
    ]
    assert assemble(steps) == load_problem("a b = segment_of 6; m = midpoint a b")


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("", "line 1, column 1", "expected a problem, found no text", "write"),
        ("  \n ", "line 1, column 1", "expected a problem, found no text", "write"),
        ("a b c", "line 1, column 1", "expected '=' after the points, found 'c'", "write"),
        ("= triangle", "line 1, column 1", "expected points before '=', found none", None),
        ("a =", "line 1, column 4", "expected a construction, found nothing", "write"),
        (TRIANGLE + "\nd = on_line a b,, on_line a c", "line 2, column 17",
         "expected a construction, found nothing", "write"),
        ("a = free = free", "line 1, column 10", "expected a construction, found '='", None),
        ("a = free;; b = free", "line 1, column 10", "expected a clause, found nothing", "write"),
        ("a b = segmnt", "line 1, column 7", "unknown construction 'segmnt'", "segment?"),
        ("a = blurb", "line 1, column 5", "unknown construction 'blurb'", "constructions list"),
        ("a b = triangle", "line 1, column 1", "expected 3 points before '= triangle', found 2",
         "a b c = triangle a b c"),
        (TRIANGLE + "\nd = foot a b", "line 2, column 5",
         "expected 4 points after foot, found 2 words", "x = foot x a b c"),
        (TRIANGLE + "\nd = foot e a b c", "line 2, column 10",
         "expected d where foot has the point it places, found 'e'", "d = foot d a b c"),
        (TRIANGLE + "\np q r = medial_triangle a p q a b c", "line 2, column 25",
         "expected p q r where medial_triangle has the points it places, found 'a p q'",
         "p q r = medial_triangle p q r a b c"),
        (TRIANGLE + "\nd = rotation e b c 60o", "line 2, column 14",
         "expected d where rotation has the point it places, found 'e'",
         "d = rotation d b c 60o"),
        (TRIANGLE + "\nd = foot a b e", "line 2, column 14",
         "expected a point placed earlier, found 'e'", "place e"),
        ("A1 B1 C1 = triangle\n; D = foot A1 B1 C", "line 2, column 18",
         "expected a point placed earlier, found 'C'", "did you mean C1?"),
        (TRIANGLE + "\nd = foot a b d", "line 2, column 14",
         "expected a point placed earlier, found 'd' itself", None),
        (TRIANGLE + "\nd = foot a b 9", "line 2, column 14", "expected a point name", None),
        (TRIANGLE + "\na = free", "line 2, column 1", "expected a new point, found 'a' again",
         "one clause"),
        ("a a = segment", "line 1, column 3", "expected a new point, found 'a' again",
         "one clause"),
        ("2 = free", "line 1, column 1", "expected a point name", None),
        ("a@1 = free", "line 1, column 1", "expected coordinates after '@'", "a@0.5_-1.25"),
        ("a@1_1e99 = free", "line 1, column 1", "expected coordinates after '@'", "a@0.5_-1.25"),
        (TRIANGLE + "\nd = foot a b b", "line 2, column 5",
         "foot cannot be applied to these points", "x = foot x a b c"),
        ("a b = segment; c = lconst a", "line 1, column 20",
         "expected 2 points and 1 number after lconst, found 1 word", "x = lconst x a l"),
        ("a b = segment; c = lconst a six", "line 1, column 29",
         "expected an exact positive", None),
        ("a b = segment; c = s_angle a b wide", "line 1, column 32", "expected an angle", None),
        (TRIANGLE + "\nd = on_line a b, midpoint a c", "line 2, column 18",
         "expected a construction that can be combined with others, found 'midpoint'",
         "a clause of its own"),
        (TRIANGLE + "\nd = free, on_line a c", "line 2, column 5",
         "expected a construction that can be combined with others, found 'free'",
         "a clause of its own"),
        (TRIANGLE + "\n?", "line 2, column 2", "expected a goal, found nothing", "write"),
        (TRIANGLE + "\n? cong a b", "line 2, column 3", "expected 4 points after cong", None),
        (TRIANGLE + "\n? kong a b a c", "line 2, column 3", "expected a predicate", "predicates"),
        (TRIANGLE + "\n? cong a b a d", "line 2, column 14",
         "expected a point placed earlier, found 'd'", "place d"),
        (TRIANGLE + "\n? cong a b a c ? coll a b c", "line 2, column 16",
         "expected a goal, found '?'", None),
        (TRIANGLE + "| d = free | e = free", "line 1, column 36", "expected one '|'", None),
        (TRIANGLE + "| d = fre", "line 1, column 31", "unknown construction 'fre'", "free?"),
    ],
)  # fmt: skip
def test_faults_say_where_and_how_to_mend(text, place, message, hint):
    with pytest.raises(ProblemError) as caught:
        load_problem(text)
    assert message in caught.value.message
    assert caught.value.place == place
    assert hint is None or hint in (caught.value.hint or "")


def test_json_is_refused_as_such_but_not_a_name_in_brackets(tmp_path):
    path = tmp_path / "some.txt"
    for text in ('{"id": 1}\n', '{\n "id": 1}\n', "[\n]", '[{"id": 1}]', '\n{"id": 1}\n{"id": 2'):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ProblemError, match="found JSON"):
            load_problems(path)
    path.write_text("[one] {odd}\na = free\n", encoding="utf-8")
    assert [problem.name for problem in load_problems(path)] == ["[one] {odd}"]


def test_files(tmp_path):
    path = tmp_path / "some.txt"
    path.write_text("# two\none\na = free\n\ntwo\na b = segment ? coll a b b\n", encoding="utf-8")
    with pytest.raises(ProblemError, match=r"some\.txt:6:17: .*repeated"):
        load_problems(path)
    path.write_text("one\na = free\ntwo\n", encoding="utf-8")
    with pytest.raises(ProblemError, match=r"some\.txt:3:1: expected a problem text"):
        load_problems(path)
    path.write_bytes(b"one\n\xff = free\n")
    with pytest.raises(ProblemError, match="UTF-8"):
        load_problems(path)
    with pytest.raises(ProblemError, match="expected a file of problems: No such file"):
        load_problems(tmp_path / "other.txt")
    path.write_text("one\na = free\n", encoding="utf-8")
    assert [problem.name for problem in load_problems(path)] == ["one"]


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("one\na = free\ntwo\nb = free\n", ["one 2 ok", "two 4 ok"]),
        # A name without a text: parsing resumes at the next name.
        ("one\ntwo\nb = free\n", ["one 1 error", "two 3 ok"]),
        ("one\ntwo\nthree\nb = free\n", ["one 2 error", "three 4 ok"]),
        # A text without a name.
        ("a = free\ntwo\nb = free\n", ["line 1 1 error", "two 3 ok"]),
        ("one\na = free;\nb = free\ntwo\nb = free\n", ["one 2 ok", "line 3 3 error", "two 5 ok"]),
        ("one\na b triangle\n\n# two\ntwo\nb = free\n", ["one 2 error", "two 6 ok"]),
        ("one\na = free\ntwo\n", ["one 2 ok", "two 3 error"]),
        ("# none\n", []),
    ],
)
def test_a_file_is_listed_past_what_cannot_be_read(tmp_path, text, entries):
    path = tmp_path / "some.txt"
    path.write_text(text, encoding="utf-8")
    found = list_problems(path)
    kinds = {True: "error", False: "ok"}
    listed = [f"{e.name} {e.line} {kinds[isinstance(e.content, ProblemError)]}" for e in found]
    assert listed == entries
    for entry in found:
        if isinstance(entry.content, ProblemError):
            assert entry.place == entry.content.place
            assert entry.place.startswith(f"{path}:{entry.line}:")
        else:
            assert entry.place == f"{path}:{entry.line}"
            assert entry.load() is entry.content


WORDS = st.sampled_from(
    [
        *"abcdxyABC;;;===,,??|@_",
        *["a@1_2", "60o", "-5", "√2", "1/0", "x'", "x_1", "9", "é", "\n", "\t", "\x00", "\ud800"],
        *["cong", "coll", "perp", "aconst", "lconst", "circle", "cyclic"],
        *sorted(load_constructions()),
    ]
)


def read(text):
    """Return the problem or the error; anything else is a bug."""
    try:
        return load_problem(text)
    except InputError as error:
        return error


def check_text(text):
    """A text is a problem, which reads back, or refused at a place; return which."""
    result = read(text)
    if isinstance(result, InputError):
        assert isinstance(result, ProblemError)
        assert result.place
        assert result.line is not None
        assert result.column is not None
        return "refused"
    assert load_problem(str(result)) == result
    return "read"


@given(st.text(max_size=80) | st.lists(WORDS, max_size=25).map(" ".join))
def test_any_text_is_a_problem_or_an_input_error(text):
    check_text(text)


@st.composite
def damaged(draw, text):
    """Draw a text, of which a part may be cut out or replaced."""
    at, cut = draw(st.integers(0, len(text))), draw(st.integers(0, 6))
    put = draw(st.lists(WORDS, max_size=2).map(" ".join))
    return text[:at] + put + text[at + cut :]


def test_damaged_problems_are_read_or_refused():
    text = TRIANGLE + "o = circle a b c; d = on_line a o, on_circle o a ? perp a b a d"
    tried = Counter()

    @given(damaged(text))
    def check(text):
        tried[check_text(text)] += 1

    check()
    assert tried["refused"] >= 52
    assert tried["read"] >= 10


def test_any_file_is_read_or_refused(tmp_path):
    path, tried = tmp_path / "garbage.txt", Counter()
    text = "one\na = free\ntwo\na b = segment; c = midpoint a b ? cong a c b c\n"

    @given(st.binary(max_size=60) | damaged(text).map(lambda t: t.encode(errors="surrogatepass")))
    def check(content):
        path.write_bytes(content)
        with contextlib.suppress(ProblemError):
            lines = [entry.line for entry in list_problems(path)]
            assert lines == sorted(set(lines))
            tried["listed"] += len(lines) > 0
            load_problems(path)
            tried["read"] += len(lines) > 0

    check()
    assert tried["listed"] >= 50
    assert tried["read"] >= 14
