"""Statements: canonical, lossless in every wording, and consistent with their measures."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import degenerate_spellings, spellings, statements, surds, turns

from geoengine.errors import DegenerateStatementError, StatementError
from geoengine.language import (
    PREDICATES,
    Kind,
    Statement,
    Style,
    Surd,
    SurdSum,
    format_angle,
    format_radians,
    parse_angle,
    parse_question,
    parse_statement,
    point_order,
    read,
    write,
)
from geoengine.language.statement import _canonical_form, _known, _named_form

STYLES = get_args(Style)
WITH_SYMMETRIES = [name for name, predicate in PREDICATES.items() if predicate.tail is None]
OF_ANY_SIZE = [name for name in PREDICATES if name not in {"lconst", "diff"}]


@given(statements(), st.sampled_from(STYLES))
def test_every_print_parses_back(statement, style):
    assert read(write(statement, style), style) == statement


@given(statements())
def test_a_statement_is_its_own_canonical_form(statement):
    again = Statement(statement.predicate, statement.points, statement.value)
    assert again == statement
    assert again.points == statement.points


@given(statements(), st.data())
def test_symmetric_spellings_are_one_statement(statement, data):
    if statement.definition.tail is not None:
        head = statement.points[: statement.definition.tail]
        tail = data.draw(st.permutations(statement.points[statement.definition.tail :]))
        assert Statement(statement.predicate, (*head, *tail), statement.value) == statement
        return
    image = data.draw(st.sampled_from(statement.definition.symmetries))
    value = statement.value
    if image.inverts and isinstance(value, Fraction):
        value = -value % 1
    elif image.inverts and isinstance(value, Surd):
        value = Surd(1 / value.square)
    points = tuple(statement.points[k] for k in image.order)
    assert Statement(statement.predicate, points, value) == statement


@pytest.mark.parametrize("name", PREDICATES)
def test_orders_of_sides_are_those_of_the_whole_group(name):
    predicate = PREDICATES[name]
    if set(predicate.groups) != {2}:
        assert predicate.side_orders == ()
        return
    expected = set()
    for image in predicate.symmetries:
        ends = list(zip(image.order[::2], image.order[1::2], strict=True))
        assert all(a // 2 == b // 2 for a, b in ends)
        if not image.inverts:
            expected.add(tuple(a // 2 for a, _ in ends))
    assert set(predicate.side_orders) == expected
    assert len(predicate.side_orders) == len(expected)


@given(statements(WITH_SYMMETRIES), st.integers(0, 2**32 - 1))
def test_symmetric_spellings_measure_the_same(statement, seed):
    """The symmetry group agrees with the meaning: all spellings have the same residual."""
    names = sorted(set(statement.points))
    xy = np.random.default_rng(seed).normal(size=(len(names), 2))
    where = {name: k for k, name in enumerate(names)}
    reference = None
    for image in statement.definition.symmetries:
        points = [statement.points[k] for k in image.order]
        value = statement.value
        if image.inverts and isinstance(value, Fraction):
            value = -value % 1
        elif image.inverts and isinstance(value, Surd):
            value = Surd(1 / value.square)
        measured = statement.definition.measured(xy[[where[p] for p in points]], value)
        holds = bool(statement.definition.decide(measured))
        reference = holds if reference is None else reference
        assert holds == reference
        if statement.predicate not in {"simtri", "simtrir", "contri", "contrir", "cyclic"}:
            assert np.isclose(
                measured,
                statement.definition.measured(
                    xy[[where[p] for p in statement.points]], statement.value
                ),
                atol=1e-9,
            )


@given(degenerate_spellings())
def test_what_is_refused_says_why(spelling):
    with pytest.raises(DegenerateStatementError, match=r"expected .*, found "):
        Statement(*spelling)


@given(statements(OF_ANY_SIZE), st.integers(0, 2**32 - 1))
def test_truth_does_not_depend_on_place_size_or_turn(statement, seed):
    rng = np.random.default_rng(seed)
    names = sorted(set(statement.points))
    z = rng.normal(size=len(names)) + 1j * rng.normal(size=len(names))
    moved = z * 3.7 * np.exp(0.9j) + (2 - 5j)
    where = {name: k for k, name in enumerate(names)}

    def residual(points: np.ndarray) -> float:
        xy = np.stack([points.real, points.imag], axis=-1)[None]
        coordinates = statement.coordinates(xy, where)
        return float(statement.definition.measured(coordinates, statement.value)[0])

    assert np.isclose(residual(z), residual(moved), atol=1e-6)


FORMED = sorted(
    (predicate.name, table)
    for predicate in PREDICATES.values()
    if predicate.kind is Kind.RELATION
    for table in {form.table for form in predicate.forms}
)
"""Relations with the tables in which they have forms."""


def off(predicate, value, flat: np.ndarray, table: str) -> np.ndarray:
    """How far the forms of a predicate in a table are from balancing on some points."""
    z = flat.reshape(-1, 2) @ np.array([1, 1j])
    residuals = []
    for form in predicate.forms:
        if form.table != table:
            continue
        total = 0.0
        for position, (a, b, c) in enumerate(form.terms):
            side = z[b] - z[a]
            scale = 1.0
            if form.scaled and position:
                scale = float(value) if table == "line" else float(value.square)
            quantity = {
                "direction": np.angle(side) / np.pi,
                "length": np.log(abs(side)),
                "square": abs(side) ** 2,
                "line": abs(side),
            }[table]
            total += c * scale * quantity
        right = float(form.constant) if form.constant != "value" else float(value)
        if table == "length":
            right = np.log(right) if form.constant == "value" else 0.0
        if table == "square" and form.constant == "value":
            right = float(value.square)
        gap = total - right
        residuals.append(gap - round(gap) if table == "direction" else gap)
    return np.array(residuals)


def moved_onto(predicate, value, xy: np.ndarray, table: str) -> np.ndarray:
    """Move points by Newton steps until the forms of a predicate in a table balance."""
    flat = xy.ravel().copy()
    for _ in range(60):
        now = off(predicate, value, flat, table)
        if np.abs(now).max() < 1e-13:
            break
        moves = 1e-7 * np.eye(len(flat))
        jacobian = np.stack(
            [(off(predicate, value, flat + d, table) - now) / 1e-7 for d in moves], axis=1
        )
        flat = flat - np.linalg.pinv(jacobian) @ now * 0.7
    return flat


@pytest.mark.parametrize(("name", "table"), FORMED)
def test_linear_forms_say_what_the_measure_says(name, table):
    """On random points, a predicate's forms balance in a table exactly when its residual is zero.

    Nothing holds for random points, so they are first moved onto the relation by Newton steps on
    the residual of the forms; then the measure, written independently, must agree that the
    relation holds.
    """
    predicate, tried = PREDICATES[name], Counter()

    @settings(max_examples=10)
    @given(turns, surds, st.integers(0, 2**32 - 1))
    def check(turn, ratio, seed):
        value = {"angle": turn, "surd": ratio, None: None}[predicate.constant]
        xy = np.random.default_rng(seed).normal(size=(predicate.arity, 2))
        flat = moved_onto(predicate, value, xy, table)
        sides = flat.reshape(-1, 2)
        gaps = [np.linalg.norm(p - q) for p, q in combinations(sides, 2)]
        if np.abs(off(predicate, value, flat, table)).max() < 1e-11 and min(gaps) > 1e-2:
            assert predicate.measured(sides, value) < 1e-6
            tried["moved"] += 1

    check()
    assert tried["moved"] >= 6


def test_lengths_add_up_on_a_line_exactly_between_the_ends():
    tried = Counter()
    between = PREDICATES["between"]
    (form,) = between.forms

    @given(st.floats(-3, 4), st.just(0.0) | st.floats(-0.5, 0.5))
    def check(along, off):
        points = np.array([[along, off], [0, 0], [1, 0]])
        total = sum(c * np.linalg.norm(points[a] - points[b]) for a, b, c in form.terms)
        if between.holds(points):
            assert total < 1e-6
            tried["between"] += 1
        if abs(off) > 1e-3 or not -1e-3 < along < 1 + 1e-3:
            assert total > 1e-7
            assert not between.holds(points)
            tried["outside"] += 1

    check()
    assert tried["between"] >= 11
    assert tried["outside"] >= 45


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("l2const A B 16", "lconst A B 4"),
        ("r2const A B C D 2/1", "rconst A B C D √2"),
        ("r2const A B C D 1", "cong A B C D"),
        ("para A B A C", "coll A B C"),
        ("npara A B B C", "ncoll A B C"),
        ("aconst A B C D 90o", "perp A B C D"),
        ("aconst A B C D 180o", "para A B C D"),
        ("rconst A B C D 1/1", "cong A B C D"),
        ("eqratio A B C D A B E F", "cong C D E F"),
        ("eqratio A B C D C D A B", "cong A B C D"),
        ("eqangle A B C D E F C D", "para A B E F"),
        ("eqangle6 B A B C E D E F", "eqangle A B B C D E E F"),
        ("simtri2 A B C D E F", "simtrir A B C D E F"),
        ("obtuse_angle C M N", "obtuse C M N"),
        ("aconst C D A B 30o", "aconst A B C D 150°"),
        ("rconst C D A B 2/3", "rconst A B C D 3/2"),
        ("cyclic D C B A E", "cyclic A B C D E"),
        ("coll A10 A2 A1", "coll A1 A2 A10"),
    ],
)
def test_spellings_reduce(text, canonical):
    assert str(parse_statement(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "cong A A B C",
        "cong A B B A",
        "para A B B A",
        "coll A B A",
        "eqangle A B C D A B C D",
        "eqangle A B C D C D A B",
        "eqratio A B A C A B A C",
        "eqangle F D F D I D I D",
        "simtri A B C A B C",
        "sameclock A B C C A B",
        "midp A A B",
    ],
)
def test_degenerate_statements_cannot_be_built(text):
    with pytest.raises(DegenerateStatementError):
        parse_statement(text)


@pytest.mark.parametrize(
    "text",
    ["", "cong", "cong A B C", "cong A B C D E", "conk A B C D", "lconst A B", "lconst A B x",
     "lconst A B 0", "lconst A B -3", "lconst A B 1/0", "rconst A B C D 2 3 4", "aconst A B C D o",
     "cong 1 2 3 4", "cong A B C \u0394", "l2const A B √2", "l2const A B", "r2const A B C 2"],
)  # fmt: skip
def test_what_cannot_be_read_is_an_error(text):
    with pytest.raises(StatementError):
        parse_statement(text)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Draw a printed statement, of which a part may be cut out or replaced."""
    text = write(draw(statements()), draw(st.sampled_from(STYLES)))
    at, cut = draw(st.integers(0, len(text))), draw(st.integers(0, 3))
    return text[:at] + draw(st.text(max_size=2)) + text[at + cut :]


def test_no_text_breaks_the_readers():
    tried = Counter()

    @given(st.text(max_size=60) | damaged())
    def check(text):
        for style in STYLES:
            try:
                statement = read(text, style)
            except StatementError as error:
                tried["refused with a reason"] += bool(str(error))
            else:
                assert read(write(statement, style), style) == statement
                tried["read"] += 1
        tried["texts"] += len(STYLES)

    check()
    assert tried["refused with a reason"] + tried["read"] == tried["texts"]
    assert tried["read"] >= 11
    assert tried["refused with a reason"] >= 350


@given(surds)
def test_surds_print_exactly(surd):
    assert Surd.parse(str(surd)) == surd
    assert Surd.parse(surd.latex) == surd
    assert np.isclose(float(surd) ** 2, float(surd.square))


@given(turns)
def test_angles_print_exactly(turn):
    assert parse_angle(format_angle(turn)) == turn
    assert parse_angle(format_radians(turn)) == turn


@st.composite
def sums(draw: st.DrawFn) -> tuple[list[Surd], list[Surd]]:
    """Draw two lists of roots, the second sometimes the first in another order."""
    first = draw(st.lists(surds, max_size=4))
    return first, draw(st.lists(surds, max_size=4) | st.permutations(first))


def test_sums_of_roots_are_equal_exactly_when_their_digits_are():
    tried = Counter()

    @given(sums())
    def check(parts):
        first = parts[0]
        one, other = (sum(map(SurdSum.of, part), SurdSum()) for part in parts)
        assert np.isclose(float(one), sum(map(float, first)))
        assert (one == other) == (abs(float(one) - float(other)) < 1e-11)
        assert one - one == SurdSum()
        assert (one - other) + other == one
        tried["equal" if one == other else "different"] += 1
        if len(first) == 1:
            assert one.surd == first[0]
            tried["one root"] += 1
        if first and len({value.radicand for value in first}) > 1:
            assert one.surd is None
            tried["no root"] += 1

    check()
    assert set(tried) == {"equal", "different", "one root", "no root"}
    assert min(tried.values()) >= 11


@pytest.mark.parametrize(
    "text",
    ["lcompute A", "lcompute A A", "acompute A B C", "acompute A B B A", "rcompute A B A B",
     "compute A B", "", "lcompute A 1"],
)  # fmt: skip
def test_what_asks_for_nothing_is_no_question(text):
    with pytest.raises(StatementError):
        parse_question(text)


def test_relations_and_conditions_are_told_apart():
    relations = {name for name, p in PREDICATES.items() if p.kind is Kind.RELATION}
    assert relations == {
        "coll", "para", "perp", "cong", "eqangle", "eqratio", "eqprod", "midp", "cyclic", "circle",
        "simtri", "simtrir", "contri", "contrir", "aconst", "lconst", "rconst",
    }  # fmt: skip


@given(st.lists(st.from_regex(r"[AB][0-9]{0,22}[a'0-9_]{0,2}", fullmatch=True), unique=True))
def test_names_have_one_order(names):
    """Otherwise a statement would have two canonical forms, as with the points A1 and A01."""
    assert len({point_order(name) for name in names}) == len(names)


@given(st.permutations(["A1", "A01", "A001", "A1" + "0" * 20, "A2" + "0" * 20]))
def test_names_that_look_alike_have_one_canonical_form(names):
    first, second, third, _, _ = names
    assert Statement("coll", tuple(names[:3])) == Statement("coll", tuple(sorted(names[:3])))
    assert Statement("cong", (first, second, third, second)) == Statement(
        "cong", (second, third, second, first)
    )


NAMES = st.sampled_from(["A", "B", "B1", "B01", "B2", "B10", "a", "o'", "x_1"])


@given(spellings(names=NAMES))
def test_the_canonical_form_depends_on_the_order_of_the_points_alone(spelling):
    """It is looked up for letters in place of names."""
    try:
        expected = _named_form(*spelling)
    except StatementError as error:
        with pytest.raises(type(error), match=re.escape(str(error))):
            _canonical_form(*spelling)
    else:
        assert _canonical_form(*spelling) == expected


@given(statements())
def test_there_is_one_object_for_each_statement(statement: Statement) -> None:
    again = [
        pickle.loads(pickle.dumps(statement)),
        copy.deepcopy(statement),
        Statement(statement.predicate, list(statement.points), statement.value),
    ]
    assert all(one is statement for one in again)
    # Also if it is no longer among those that were made recently.
    _known.cache_clear()
    assert Statement(statement.predicate, statement.points, statement.value) is statement
