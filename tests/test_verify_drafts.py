"""The judge's interpreter of drafts agrees with the maker's, and knows what nearly holds."""

import ast
import dataclasses
from pathlib import Path

import numpy as np
import pytest
from random_drafts import random_draft

from geoengine import draft as maker
from geoengine.draft import read_draft, read_expression
from geoengine.draft.conics import matrix_of
from geoengine.families.drafting import load_seeds, make_task
from geoengine.families.drafting.figures import other_givens
from geoengine.items import stream
from geoengine.verify import drafting as judge

SEEDS = load_seeds()
WAYS = [(name, way) for name, seed in SEEDS.items() for way, _, _ in seed.ways()]


def place(vector):
    return complex(float(vector.x.mid()), float(vector.y.mid()))


def near(one, other):
    return abs(one - other) <= 1e-9 * max(1, abs(one), abs(other))


def along(one, other):
    return near(one / abs(one), other / abs(other))


def differs(kind, ours, theirs):
    """Whether two shapes of a kind are different."""
    match kind:
        case "point" | "vector":
            return not near(place(ours), theirs)
        case "number" | "angle":
            return not near(float(ours.mid()), float(theirs))
        case "boolean":
            return ours != theirs
        case "segment":
            return not (near(place(ours.start), theirs.start) and near(place(ours.end), theirs.end))
        case "ray":
            return not (
                near(place(ours.start), theirs.point)
                and along(place(ours.direction), theirs.direction)
            )
        case "line":
            off = place(judge_closest(ours, theirs.point)) - theirs.point
            size = max(1, abs(theirs.point))
            return abs(off) > 1e-9 * size or not along(place(ours.direction), theirs.direction)
        case "circle":
            return not (
                near(place(ours.center()), theirs.center)
                and near(float(ours.radius().mid()), theirs.radius)
            )
        case "conic":
            first = np.array([[float(entry.mid()) for entry in row] for row in ours.matrix])
            first, second = (each / np.linalg.norm(each) for each in (first, matrix_of(theirs)))
            return np.abs(first - second).max() > 1e-9
        case "polygon":
            return len(ours.vertices) != len(theirs.vertices) or not all(
                near(place(a), b) for a, b in zip(ours.vertices, theirs.vertices, strict=True)
            )
        case "list":
            return len(ours) != len(theirs) or any(
                difference(a, b) for a, b in zip(ours, theirs, strict=True)
            )
    raise AssertionError(kind)


def judge_closest(line, point):
    """The point of a line that is closest to another."""
    x, y = point.real, point.imag
    square = line.a * line.a + line.b * line.b
    off = line.at(judge.Vec(judge.real(str(x)), judge.real(str(y)))) / square
    return judge.Vec(x - line.a * off, y - line.b * off)


def difference(ours, theirs):
    """What differs between an object and the maker's; None if nothing does."""
    if ours.kind != theirs.kind:
        return f"it is a {ours.kind}"
    shape = theirs.shape
    if (ours.shape is None) != (shape is None):
        return "it is undefined" if ours.shape is None else "it is defined"
    if ours.shape is not None and differs(ours.kind, ours.shape, shape):
        return f"it is {ours.shape}"
    return None


def compare(task, givens):
    text = "\n".join((*givens, *task.commands))
    draft = read_draft(text)
    theirs = maker.carry_out(draft).objects
    with judge.many_digits():
        ours = judge.carry_out(draft.statements).objects
        # Primes are the names that GeoGebra gives to what is made beside an image.
        missed = {name for name, one in theirs.items() if not one.is_companion} - ours.keys()
        assert not missed
        for name, one in ours.items():
            assert difference(one, theirs[name].value) is None, name
        for condition in (*task.where, *task.goals, *task.where_made):
            assert judge.holds(read_expression(condition), ours), condition


def test_tasks_are_carried_out_as_the_maker_does():
    for name, way in WAYS:
        task = make_task(SEEDS[name], stream(1, name), way=way)
        compare(task, task.givens)


@pytest.mark.slow(seconds=14)
def test_tasks_with_moved_givens_are_carried_out_as_the_maker_does():
    for name, way in WAYS:
        task = make_task(SEEDS[name], stream(1, name), way=way)
        for givens in other_givens(task, stream(3, name), 10):
            compare(task, givens)


def compare_random(text):
    """Compare a random draft, without what the judge does not know; return how much was."""
    draft = read_draft(text)
    theirs = maker.carry_out(draft).objects
    figure, compared, is_complete = judge.Figure(), set(), True
    for index, statement in enumerate(draft.statements):
        made = {name: one for name, one in theirs.items() if one.statement == index}
        main = [name for name, one in made.items() if not one.is_companion]
        if statement.name is None and len(main) == 1:
            statement = dataclasses.replace(statement, name=main[0])
        try:
            judge.carry_out([statement], figure)
        except (NotImplementedError, judge.UnknownNameError):
            is_complete = False
            continue
        for name in figure.objects.keys() - compared:
            if name not in made or (made[name].is_companion and not is_complete):
                # Named after others, which the judge does not know.
                del figure.objects[name]
                continue
            one = figure.objects[name]
            if one.kind == "boolean" and one.shape is None:
                continue
            found = difference(one, made[name].value)
            assert found is None, (text, name, found)
            compared.add(name)
    return len(compared)


def check_random(seeds):
    with judge.many_digits():
        return sum(compare_random(random_draft(seed)) for seed in seeds)


def test_random_drafts_are_carried_out_as_the_maker_does():
    assert check_random(range(12)) > 80


@pytest.mark.slow(seconds=21)
def test_many_random_drafts_are_carried_out_as_the_maker_does():
    assert check_random(range(1_000, 1_600)) > 4_000


def truth(text, condition):
    with judge.many_digits():
        figure = judge.carry_out(read_draft(text).statements)
        return judge.holds(read_expression(condition), figure.objects)


def test_what_nearly_holds_does_not_hold():
    triangle = "A = (0, 0)\nB = (1, 0)\nC = (0.5, 0.8660254037844386)"
    assert truth(triangle, "Distance(A, B) == Distance(A, C)") is False
    exact = "A = (0, 0)\nB = (1, 0)\nC = Intersect(Circle(A, B), Circle(B, A), 1)"
    assert truth(exact, "Distance(A, B) == Distance(A, C)") is True
    assert truth(exact, "C == (0.5, sqrt(3) / 2)") is True
    assert truth(exact, "Angle(B, A, C) == 60°") is True


@pytest.mark.parametrize(
    ("text", "condition", "expected"),
    [
        ("c = Circle((0, 0), 2)", "IsTangent(Line((2, 0), (2, 5)), c)", True),
        ("c = Circle((0, 0), 2)", "IsTangent(Line((2, 0), (2.000001, 5)), c)", False),
        ("k = Parabola((0, 1), y = -1)", "IsTangent(y = x - 1, k)", True),
        ("k = Parabola((0, 1), y = -1)", "IsTangent(x = 3, k)", False),
        ("P = Intersect(x = 3, Circle((0, 0), 2), 1)", "x(P) == 3", None),
        ("p = Polygon((0, 0), (4, 0), (4, 3))", "IsInRegion((3, 1), p)", True),
        ("p = Polygon((0, 0), (4, 0), (4, 3))", "IsInRegion((1, 1), p)", False),
        ("p = Polygon((0, 0), (4, 0), (4, 3))", "Area(p) == 6 && !(Area(p) > 6)", True),
        ("k = Ellipse((-4, 0), (4, 0), 5)", "(0, 3) ∈ k && !((0, 3.0001) ∈ k)", True),
        ("A = (1, 2)", "AreConcyclic((1, 0), (0, 1), (-1, 0), (0.6, -0.8))", True),
        ("A = (1, 2)", "AreConcyclic((1, 0), (0, 1), (-1, 0), (0.6, -0.7))", False),
        ("A = (1, 2)", "AreConcurrent(x = 1, y = 2, y = 2x)", True),
        ("A = (1, 2)", "AreConcurrent(x = 1, y = 2, y = 3x)", False),
        ("B = Reflect((1, 1), Circle((0, 0), 2))", "B == (2, 2)", True),
        ("s = Reflect(Ray((2, 0), (1, 1)), y = x)", "AreEqual(Ray((0, 2), (1, 1)), s)", True),
        ("L = {(0, 1), (0, 2)}", "AreEqual(L, Sequence((0, k), k, 1, 2))", True),
        ("L = {(0, 1), (0, 2)}", "AreEqual(L, {(0, 2), (0, 1)})", False),
        ("L = {(0, 1), (0, 2)}", "AreEqual(L, Sequence((0, k), k, 1, 3))", False),
    ],
)  # fmt: skip
def test_conditions(text, condition, expected):
    assert truth(text, condition) is expected


@pytest.mark.parametrize(
    "text",
    ["c = Semicircle((0, 0), (1, 0))", "A = Midpoint(Circle((0, 0), 1), B)", "(1, 2)",
     "L = Sequence(k, k, 0, 1, 0.1)", "n = 10^9\nL = Sequence(k, k, 1, n)",
     "L = Sequence(Sequence(Sequence(k + j + m, k, 1, 900), j, 1, 900), m, 1, 900)"],
)  # fmt: skip
def test_what_is_not_known_is_no_verdict(text):
    with judge.many_digits(), pytest.raises((NotImplementedError, judge.UnknownNameError)):
        judge.carry_out(read_draft(text).statements)


SHARED = {
    "STYLES", "Binary", "Boolean", "Call", "Coordinates", "DraftError", "Equation", "Expression",
    "Items", "Name", "Number", "Statement", "Unary", "read_draft", "read_expression", "walk",
}  # fmt: skip
"""The reader of drafts, and what it returns."""


def test_the_judge_shares_only_the_reader_with_the_maker():
    imported = {
        (node.module, alias.name)
        for path in (Path(__file__).parents[1] / "geoengine" / "verify").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("geoengine.draft")
        for alias in node.names
    }
    assert imported
    assert {module for module, _ in imported} == {"geoengine.draft"}
    assert {name for _, name in imported} <= SHARED
