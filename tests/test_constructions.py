"""The constructions of the catalogue: each is placed and described."""

import contextlib
import inspect
import itertools
import re

import numpy as np
import pytest
from public import data_path
from readings import meaning

from geoengine.catalogue import EntryError, load_constructions
from geoengine.catalogue.construction import Construction, StatementTemplate
from geoengine.catalogue.phrases import LANGUAGES
from geoengine.catalogue.vocabulary import VOCABULARY, Location
from geoengine.errors import InputError, PlacementError
from geoengine.language import parse_statement
from geoengine.scene import (
    StatementBatch,
    describe,
    describe_steps,
    example_problem,
    load_problem,
    place,
    read_steps,
)
from geoengine.scene.assembly import premises_of
from geoengine.scene.computed_points import COMPUTED_POINTS
from geoengine.scene.curves import Circle, Line
from geoengine.scene.description import DescriptionWriter
from geoengine.scene.loci import LOCI
from geoengine.verify.figures.precise import gradients

CONSTRUCTIONS = load_constructions()
NUMBERS = {"angle": "40o", "length": "5", "ratio": "3/4"}


def worst_residual(problem, diagram):
    checks = StatementBatch(problem.premises, diagram.index)
    z = np.ascontiguousarray(diagram.xy).view(np.complex128)[..., 0]
    return checks.worst(z)


def check_premises(name, figures):
    problem = example_problem(CONSTRUCTIONS[name])
    for seed in range(figures):
        residual, premise = worst_residual(problem, place(problem, seed=seed, draws=5))
        assert residual < 1e-9, premise


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_premises_hold_wherever_it_is_placed(name):
    check_premises(name, figures=2)


@pytest.mark.slow(seconds=25)
@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_premises_hold_in_a_hundred_figures(name):
    check_premises(name, figures=100)


def freedom(construction):
    """Return the number of degrees of freedom of its placement."""
    ways = {"free": 2, "line": 1, "circle": 1, "point": 0}
    return sum(
        ways[locations[0].signature.kind] if len(locations) == 1 else 0
        for locations in construction.locations.values()
    )


def freedom_left(problem, seed):
    """In how many directions the points of the last step can move, by their premises."""
    step = problem.steps[-1]
    diagram = place(problem, seed=seed)
    moving = [2 * diagram.index[point] + k for point in step.points for k in (0, 1)]
    _, slopes = gradients(premises_of(step.calls[0]), problem.points, diagram.xy[0])
    slopes = slopes[:, moving]
    # Statements without a placed point are requirements, which are true beforehand.
    slopes = slopes[np.abs(slopes).max(axis=1) > 0]
    sizes = np.abs(slopes).max(axis=1, keepdims=True)
    rank = np.linalg.matrix_rank(slopes / sizes, tol=1e-7) if len(slopes) else 0
    return len(moving) - rank


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_premises_leave_the_freedom_that_placing_has(name):
    problem = example_problem(CONSTRUCTIONS[name])
    for seed in range(2):
        assert freedom_left(problem, seed) == freedom(CONSTRUCTIONS[name])


SPECIAL = {
    "r_triangle": 3, "iso_triangle": 3, "risos": 3, "ieq_triangle": 3, "rectangle": 4, "isquare": 4,
}  # fmt: skip
"""Special figures, and how many points they have."""


def in_special_figures(name, figures):
    """The last step of a construction's example, from the points of special figures."""
    example = example_problem(CONSTRUCTIONS[name])
    step = example.steps[-1]
    taken = [point for point in example.points if point not in step.points]
    for figure in figures:
        count = SPECIAL[figure]
        if not 0 < len(taken) <= count:
            continue
        further = [f"P{number}" for number in range(count - len(taken))]
        for order in map(" ".join, itertools.permutations([*taken, *further])):
            # Some do not exist there, or are not clear.
            with contextlib.suppress(InputError, PlacementError):
                problem = load_problem(f"{order} = {figure} {order}; {step}")
                place(problem, seed=1)
                yield problem


def check_freedom_in_special_figures(name, figures):
    """A line that touches a circle there would leave a point free to move, if not to go far.

    Then no number of digits tells that what follows from the premises is true.
    """
    for problem in in_special_figures(name, figures):
        assert freedom_left(problem, 1) == freedom(CONSTRUCTIONS[name]), problem


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_premises_leave_no_more_freedom_in_right_triangles(name):
    check_freedom_in_special_figures(name, ["r_triangle"])


@pytest.mark.slow(seconds=60)
@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_premises_leave_no_more_freedom_in_special_figures(name):
    check_freedom_in_special_figures(name, SPECIAL)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_told_in_one_sentence_that_reads_back(name, language):
    problem = example_problem(CONSTRUCTIONS[name])
    *_, sentence = describe_steps(problem, language=language)
    shape = {"en": r"Let [^{}.]*[^{}. ]\.", "zh": r"[设在过以作从][^{}。.]*。"}
    assert re.fullmatch(shape[language], sentence)
    points = re.findall(r"(?<![a-z])[A-Z](?![a-z])", sentence)
    assert set(points) == set(problem.steps[-1].calls[0].arguments)
    read = read_steps(describe(problem, language=language), language=language)
    assert list(map(meaning, read)) == list(map(meaning, problem.steps))
    writer = DescriptionWriter(language)
    writer.learn(read[:-1])
    assert writer.sentence(read[-1]) == sentence


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_each_spelling_reads_the_same(name):
    construction = CONSTRUCTIONS[name]
    problem = example_problem(construction)
    call = problem.steps[-1].calls[0]
    names = dict(zip(construction.letters, call.arguments, strict=True))
    left, _, right = str(problem).rpartition(" = ")
    numbers = right.split()[1 + len(construction.letters) :]
    for called in (name, *construction.aliases):
        for letters in (*construction.spellings, construction.takes):
            words = [called, *(names[letter] for letter in letters), *numbers]
            assert load_problem(f"{left} = {' '.join(words)}", name=name) == problem


def test_constructions_of_one_name_place_different_numbers_of_points():
    shared = {alias: [one] for one in CONSTRUCTIONS.values() for alias in one.aliases}
    assert {"contri", "test_r20"} <= set(shared)
    for name, construction in CONSTRUCTIONS.items():
        for alias in (name, *construction.aliases):
            if alias in shared and construction not in shared[alias]:
                shared[alias].append(construction)
    for alias, named in shared.items():
        assert len({len(one.places) for one in named}) == len(named), alias


CURVES = [
    construction
    for construction in CONSTRUCTIONS.values()
    if [
        [place.signature.is_curve for place in places] for places in construction.locations.values()
    ]
    == [[True]]
]


PAIRS = list(itertools.combinations_with_replacement(CURVES, 2))


def both(first, second):
    """A point on two curves at once."""

    def at(construction, letters):
        names = dict(zip(construction.takes, letters, strict=False))
        number = [NUMBERS[kind] for kind in construction.numbers.values()]
        return " ".join([construction.name, *names.values(), *number])

    return load_problem(
        "A B C = triangle; D E F G = quadrangle; "
        f"X = {at(first, 'ABCDEFG')}, {at(second, 'DFACGEB')}"
    )


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=lambda construction: construction.name)
def test_two_in_one_clause_are_told_and_read(first, second):
    problem = both(first, second)
    assert describe_steps(problem)[-1].startswith("Let X be ")
    for language in LANGUAGES:
        read = read_steps(describe(problem, language=language), language=language)
        assert meaning(read[-1]) == meaning(problem.steps[-1])


@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.slow(seconds=12))])
def test_two_in_one_clause_intersect(every):
    placed = 0
    for first, second in PAIRS[::every]:
        problem = both(first, second)
        with contextlib.suppress(PlacementError):
            assert worst_residual(problem, place(problem))[0] < 1e-9
            placed += 1
    # A few are apart where they are, as between and beyond the same two points.
    assert len(PAIRS) >= 528
    assert placed >= 0.92 * len(PAIRS[::every])


def published():
    """The premises of the published definitions, by name, on points in capitals."""
    lines = data_path("jgex/defs.txt").read_text().split("\n")
    for first, premises in zip(lines[::6], lines[3::6], strict=False):
        name, *points = first.split()
        clauses = [part.rpartition(":")[2] for part in re.split(";", premises)]
        statements = {
            parse_statement(text.upper().replace(text.split()[0].upper(), text.split()[0], 1))
            for clause in clauses
            for text in clause.split(",")
            if text.strip() and "s_angle" not in text and "rconst" not in text
        }
        yield name, [point.upper() for point in points], statements


def test_premises_are_those_published():
    compared = 0
    for name, points, statements in published():
        if name == "s_angle" or name == "triangle12":
            continue  # their values are spelt differently
        construction = CONSTRUCTIONS[name]
        letters = construction.order or construction.letters
        names = dict(zip(letters, points, strict=True))
        ours = {template.fill(names, {}) for template in construction.conclusions}
        assert ours == statements, name
        compared += 1
    assert compared == 66


def test_the_vocabulary_is_what_the_code_can_place():
    assert set(LOCI) == {word for word, signature in VOCABULARY.items() if signature.is_curve}
    assert set(COMPUTED_POINTS) == {word for word, its in VOCABULARY.items() if its.kind == "point"}
    for word, function in (LOCI | COMPUTED_POINTS).items():
        signature = VOCABULARY[word]
        assert len(inspect.signature(function).parameters) == signature.points + signature.numbers


THROUGH_NONE = {
    "bline", "power", "polar", "compass", "radius", "ratio", "fourth", "apollonius", "proportion",
}  # fmt: skip
"""Curves that go through none of the points that they are made of."""


@pytest.mark.parametrize("word", LOCI)
def test_curves_go_through_their_points(word):
    signature = VOCABULARY[word]
    random = np.random.default_rng(7)
    points = [complex(*xy) for xy in random.uniform(-1, 1, (signature.points, 2)).tolist()]
    curve = LOCI[word](*points, *[2.5] * signature.numbers)
    assert isinstance(curve, {"line": Line, "circle": Circle}[signature.kind])
    assert signature.through or word in THROUGH_NONE
    for position in signature.through:
        assert curve.distance(points[position]) < 1e-12
    for u in (0.0, 0.2, 0.5, 0.8, 0.999):
        t = curve.sample(u)
        assert curve.distance(curve.at(t)) < 1e-12
        turns = np.exp(1j * (curve.parameter(curve.at(t)) - t)) - 1
        assert abs(turns) < 1e-9


GOOD = {
    "name": "foot",
    "title": "Foot of a perpendicular",
    "places": "x",
    "takes": "a b c",
    "needs": ["ncoll a b c"],
    "locate": {"x": "tline a b c & line b c"},
    "premises": ["perp x a b c", "coll x b c"],
    "draws": {"segments": ["a x"], "circles": []},
    "says": {"en": {"named": "the foot of the perpendicular from {a} to line {b c}"}},
    "source": "Euclid, Elements, I.12",
}


def test_a_good_entry_is_read():
    foot = Construction(**GOOD)
    assert foot.locations["x"][1] == Location("line", ("b", "c"))
    assert foot.conclusions[0] == StatementTemplate("perp", ("x", "a", "b", "c"))


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("places", "", "expected letters to place, none of them taken"),
        ("places", "a", "expected letters to place, none of them taken"),
        ("places", "X", "expected small letters, found 'X'"),
        ("takes", "a a", "expected different letters, found 'a a'"),
        ("order", "a b c", "expected the letters x a b c"),
        ("base", "a", "expected two letters"),
        ("base", "a d", "expected one of the letters a b c x, found 'd'"),
        ("needs", ["ncol a b c"], "expected a predicate, found 'ncol'"),
        ("needs", ["ncoll a b x"], "expected one of the letters a b c, found 'x'"),
        ("premises", ["perp x a b"], "expected 4 points after perp, found 3"),
        ("premises", ["coll x b b"], "expected different points, found a repeated one"),
        ("premises", ["lconst x a l"], "expected an exact positive number"),
        ("locate", {"x": "tlime a b c"}, "expected a word such as line"),
        ("locate", {"x": "tline a b"}, "expected 3 points after tline, found 2 words"),
        ("locate", {"x": "line a d"}, "expected one of the letters a b c, found 'd'"),
        ("locate", {"x": "radius a l"}, "expected a number, found 'l'"),
        ("locate", {"x": "midpoint a b & line b c"}, "expected lines and circles to intersect"),
        ("locate", {"y": "line a b"}, "expected a letter that is placed, found 'y'"),
        ("locate", {"_y": "line a b"}, "expected a location for x, found none"),
        ("draws", {"segments": ["a d"]}, "expected one of the letters a b c x, found 'd'"),
        ("draws", {"circles": ["o"]}, "expected a circle, found 'o'"),
        ("says", {"en": {}}, "expected one of sentence, named, locus and where, found none"),
        ("says", {"en": {"named": "foot {d}"}}, "expected one of the letters a b c x, found 'd'"),
    ],
)
def test_a_bad_entry_is_refused(field, value, message):
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        Construction(**GOOD | {field: value})
    cause = caught.value.errors()[0]["ctx"]["error"]
    assert isinstance(cause, EntryError)
    assert isinstance(cause, InputError)
