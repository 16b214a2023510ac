"""Equations of other programs: converted to equivalent statements, or refused."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoengine.errors import InputError, StatementError
from geoengine.language import EQUATIONS, parse_angle, parse_equation
from geoengine.scene import load_problem

INDEX = {name: row for row, name in enumerate("abcdef")}


def distance(xy, first, second):
    return float(np.hypot(*(xy[INDEX[first]] - xy[INDEX[second]])))


def residual(text, xy):
    """Return the residual of an equation, computed from its text; angles modulo 180°."""
    name, *words = text.split()
    total, at = 0.0, 0
    while at < len(words) - 1:
        factor = float(Fraction(words[at]))
        if name == "aequation":
            z = [complex(*xy[INDEX[word]]) for word in words[at + 1 : at + 5]]
            total += factor * float(np.angle((z[3] - z[2]) / (z[1] - z[0]))) / np.pi
            at += 5
            continue
        total += factor * distance(xy, words[at + 1], words[at + 2]) * product(words[at + 3 :], xy)
        at += 3
        while words[at] == "*":
            at += 3
    if name == "aequation":
        off = total - float(parse_angle(words[-1]))
        return abs(off - round(off))
    return abs(total - float(Fraction(words[-1])))


def product(words, xy):
    value, at = 1.0, 0
    while words[at] == "*":
        value *= distance(xy, words[at + 1], words[at + 2])
        at += 3
    return value


SQUARE = [(0, 0), (2, 0), (2, 2), (0, 2), (5, 1), (7, 4)]
LINE = [(0, 0), (4, 0), (1, 0), (3, 2), (5, 5), (-2, 3)]
KITE = [(0, 0), (3, 0), (1, 2), (1, -5), (5, 1), (7, 4)]
CHORDS = [(0, 0), (1, 0), (2, 0), (0, 3), (6, 0), (0, 1)]
SIXTY = [(0, 0), (2, 0), (1, 3**0.5), (3, 3), (5, 1), (7, 4)]

READ = [
    ("lequation 1 a b -1 b c 0", "cong a b b c", SQUARE),
    ("lequation -1/2 a b 1/2 c d 0/1", "cong a b c d", SQUARE),
    ("lequation 1/1 a c 1/1 c b -1/1 a b 0/1", "coll a b c; between c a b", LINE),
    ("lequation 1 a b -1 a c -1 c b 0", "coll a b c; between c a b", LINE),
    ("lequation 4 a c -1 a b 0", "rconst a b a c 4", LINE),
    ("lequation 16 a c * a c -1 a b * a b 0", "rconst a b a c 4", LINE),
    ("lequation 1 a c * a c -2 a b * a b 0", "rconst a b a c √2/2", SQUARE),
    ("lequation 1 a b 2", "lconst a b 2", SQUARE),
    ("lequation 3 a c * a c 24", "lconst a c 2√2", SQUARE),
    ("lequation 1 a b * a d -1 b c * c d 0", "eqratio a b b c c d a d", SQUARE),
    ("lequation 1 a b * a e -1 a c * a d 0", "eqratio a b a c a d a e", CHORDS),
    ("lequation 1 a b * b c * a d -1 a b * a f * a d 0", "cong a f b c", CHORDS),
    ("lequation 1 a c * a d * a f -1 a b * a e * a f 0", "eqratio a b a c a d a e", CHORDS),
    (
        "lequation 1/1 a c * a c 1/1 b d * b d -1/1 a d * a d -1/1 b c * b c 0",
        "perp a b c d",
        KITE,
    ),
    ("lequation 1 b c * b c 1 a d * a d -1 a c * a c -1 b d * b d 0", "perp a b c d", KITE),
    ("lequation 1 a b * a b 1 b c * b c -1 a c * a c 0", "perp a b b c", SQUARE),
    ("aequation 1 a b a c 60o", "aconst a b a c 60°", SIXTY),
    ("aequation -1 a b a c 120o", "aconst a b a c 60°", SIXTY),
    ("aequation 1 a b b c 90o", "perp a b b c", SQUARE),
    ("aequation 1 a b a c -1 b c b a 0", "eqangle a b a c b c a b", SIXTY),
    ("aequation 1 b a b c 1 c a c b 0", "eqangle a b b c b c a c", SIXTY),
    ("aequation 1 a b a c 1 a c a d 90o", "perp a b a d", SQUARE),
]
"""Draw an equation, the statements it is converted to, and a figure where it is true."""


@pytest.mark.parametrize(("text", "statements", "figure"), READ)
def test_an_equation_is_true_exactly_where_its_statements_are(text, statements, figure):
    found = parse_equation(text)
    assert "; ".join(map(str, found)) == statements
    xy = np.array(figure, dtype=float)
    assert residual(text, xy) < 1e-9
    assert all(statement.holds(xy[None], INDEX).all() for statement in found)
    random = np.random.default_rng(5)
    for _ in range(20):
        moved = xy + random.normal(scale=0.3, size=xy.shape)
        assert residual(text, moved) > 1e-6
        assert not all(statement.holds(moved[None], INDEX).all() for statement in found)


@pytest.mark.parametrize(
    "text",
    [
        "lequation 2 a b * a b 2 b c * b c -1 a c * a c -1 b d * b d 0",
        "lequation 1 a b 1 b c -1 a c 1",
        "lequation 1 a b 1 b c -1 c d 0",
        "lequation 1 a b 1 b c -2 a c 0",
        "lequation 1 a b * a c -2 a d * a f 0",
        "lequation 1 a b -1 a c * a d 0",
        "lequation 1 a b 1 a c 0",
        "lequation 1 a b -1 a b 0",
        "lequation 1 a b * b c * a f -1 a f * a b * b c 0",
        "lequation 1 a b * a c 5",
        "lequation 1 a b -3",
        "lequation 1 a c * a c 1 b d * b d -1 a e * a e -1 b c * b c 0",
        "aequation 1 a b b c 1 c a a d 90o",
        "aequation 1/2 a b b c 30o",
        "aequation 2 a b a c 0",
        "aequation 1 a b a c 1 b c b a 1 c a c b 0",
    ],
)
def test_what_no_predicate_says_is_refused_with_what_they_do_say(text):
    with pytest.raises(StatementError, match="that other predicates can state, found one") as error:
        parse_equation(text)
    assert error.value.hint.startswith("they can state: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lequation 1 a b", "expected a number after the terms of the lequation"),
        ("lequation", "expected a number after the terms of the lequation"),
        ("lequation x a b 0", "expected a number such as 2, -1 or 3/2 in an equation, found 'x'"),
        ("lequation 1/0 a b 0", "found '1/0'"),
        ("lequation 1 a a 0", "expected two different points in an equation, found a twice"),
        ("lequation 1 a 7 0", "expected a point name"),
        ("lequation 1 a b *", "expected two points in an equation"),
        ("aequation 1 a b c 0", "expected a factor and four points for each angle"),
        ("aequation 1 a b c d wide", "expected an angle"),
    ],
)
def test_a_faulty_equation_is_refused(text, message):
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        parse_equation(text)


words = st.sampled_from("abcd*0123-") | st.sampled_from(["1/2", "-1", "60o"])


@st.composite
def equations(draw):
    """Draw terms with a number after them, some of whose words may be replaced."""
    name = draw(st.sampled_from(sorted(EQUATIONS)))
    told = [name]
    for sign in draw(st.sampled_from([("1",), ("1", "-1"), ("1", "1", "-1")])):
        told += [sign, *draw(st.permutations("abcd"))[: 4 if name == "aequation" else 2]]
    told.append(draw(st.sampled_from(["0", "60o"] if name == "aequation" else ["0", "2"])))
    for at in draw(st.lists(st.integers(1, len(told) - 1), max_size=2)):
        told[at] = draw(words)
    return " ".join(told)


def test_any_equation_is_read_or_refused():
    seen = Counter()
    anything = st.builds(
        lambda name, said: " ".join([name, *said]),
        st.sampled_from(sorted(EQUATIONS)), st.lists(words, max_size=16),
    )  # fmt: skip

    @given(equations() | anything)
    @settings(max_examples=200)
    def say(text):
        try:
            found = parse_equation(text)
        except InputError:
            seen["refused"] += 1
        else:
            assert found
            seen["read"] += 1

    say()
    assert seen["read"] >= 25, seen
    assert seen["refused"] >= 98


def test_a_goal_may_be_an_equation():
    asked = "lequation 1 a c 1 c b -1 a b 0; coll a b c"
    problem = load_problem(f"a b = segment; c = on_line a b ? {asked}")
    assert list(map(str, problem.goals)) == ["coll a b c", "between c a b", "coll a b c"]
    with pytest.raises(InputError, match="column 38: expected a point placed earlier, found 'd'"):
        load_problem("a b = segment ? lequation 1 a b -1 a d 0")
