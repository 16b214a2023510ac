"""Canonical forms: equal exactly for problems that differ only in names, scale or mirroring."""

import math
import random
import time
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import islice, permutations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.combinatorics import Permutation, PermutationGroup

from geoengine.language import Statement, Surd, parse_statement
from geoengine.scene import canonical_form, load_problem, orbit, sample_series, select_scenes


@cache
def sampled():
    return [one.problem for one in islice(sample_series(select_scenes(), seed=11), 60)]


SYMMETRIC = [
    load_problem(text)
    for text in (
        "A B C D = isquare A B C D; E = intersection_ll E A C B D; F = midpoint F A B; "
        "G = midpoint G B C; H = midpoint H C D; K = midpoint K D A",
        "A B C D = quadrangle A B C D; E = midpoint E A B; F = midpoint F B C; "
        "G = midpoint G C D; H = midpoint H D A",
        "A B C = ieq_triangle A B C; D = midpoint D A B; E = midpoint E B C; F = midpoint F C A",
        "; ".join(f"{name} = free {name}" for name in "ABCDEFGHJK"),
        "A B C = triangle A B C; D = eq_triangle D A B; E = eq_triangle E B C; "
        "F = eq_triangle F C A",
        "A B = segment A B; C = s_angle C A B 40; D = s_angle D B A 40",
    )
]


def form(problem):
    return canonical_form(problem.points, problem.premises).form


def altered(statement, names, factor, *, mirrored):
    value = statement.value
    if statement.predicate == "lconst":
        value = value * factor
    if mirrored and isinstance(value, Fraction):
        value = -value % 1
    points = tuple(names[point] for point in statement.points)
    return Statement(statement.predicate, points, value)


@settings(max_examples=60, deadline=None)
@given(
    st.deferred(lambda: st.sampled_from(sampled() + SYMMETRIC)),
    st.randoms(use_true_random=False),
    st.sampled_from([Surd.of(1), Surd.of(7, 3), Surd(Fraction(2))]),
    st.booleans(),
)
def test_names_scale_mirroring_and_order_make_no_difference(problem, chance, factor, mirrored):
    shuffled = list(problem.points)
    chance.shuffle(shuffled)
    names = dict(zip(problem.points, shuffled, strict=True))
    said = [altered(s, names, factor, mirrored=mirrored) for s in problem.premises]
    chance.shuffle(said)
    points = list(problem.points)
    chance.shuffle(points)
    assert canonical_form(points, said).form == form(problem)


@settings(max_examples=100, deadline=None)
@given(st.deferred(lambda: st.sampled_from(sampled())), st.randoms(use_true_random=False))
def test_a_statement_more_or_less_makes_a_difference(problem, chance):
    dropped = chance.choice(problem.premises)
    rest = [s for s in problem.premises if s != dropped]
    assert canonical_form(problem.points, rest).form != form(problem)


@pytest.mark.parametrize(
    ("problem", "order"),
    list(zip(SYMMETRIC, (2, 8, 1, math.factorial(10), 3, 2), strict=True)),
    ids=str,
)
def test_the_symmetries_are_all_there_are(problem, order):
    found = canonical_form(problem.points, problem.premises)
    assert order_of(problem.points, found.symmetries) == order
    said = set(problem.premises)
    for symmetry in found.symmetries:
        assert {s.renamed(symmetry) for s in said} == said
    if len(problem.points) > 7:
        return
    whole = orbit_of_everything(problem.points, found.symmetries)
    every = {
        image
        for image in permutations(problem.points)
        if {s.renamed(dict(zip(problem.points, image, strict=True))) for s in said} == said
    }
    assert whole == every


def order_of(points, symmetries):
    """Count what symmetries make one after the other."""
    row = {point: k for k, point in enumerate(points)}
    moves = [[row[one.get(point, point)] for point in points] for one in symmetries]
    return PermutationGroup([Permutation(move) for move in moves or [range(len(points))]]).order()


def orbit_of_everything(points, symmetries):
    found, frontier = {tuple(points)}, [tuple(points)]
    while frontier:
        image = frontier.pop()
        for symmetry in symmetries:
            after = tuple(symmetry.get(point, point) for point in image)
            if after not in found:
                found.add(after)
                frontier.append(after)
    return found


def incidence_graph(points, said):
    """Return statements without values as a graph whose isomorphism networkx decides."""
    graph = nx.Graph()
    for point in points:
        graph.add_node(point, kind="point")
    for number, statement in enumerate(said):
        definition = statement.definition
        graph.add_node(number, kind=statement.predicate)
        groups = [1] * len(statement.points) if definition.tail == 0 else definition.groups
        at = 0
        for k, size in enumerate(groups):
            graph.add_node((number, k), kind=f"part{size}")
            graph.add_edge(number, (number, k))
            for point in statement.points[at : at + size]:
                graph.add_edge((number, k), point)
            at += size
    return graph


UNORDERED = ("coll", "cyclic", "perp", "para", "cong")


def test_forms_are_equal_exactly_where_networkx_finds_an_isomorphism():
    same = Counter(isomorphic(random.Random(seed)) for seed in range(200))
    assert same[True] >= 60
    assert same[False] >= 135


def isomorphic(chance):
    """Whether two random problems are the same, as networkx and our forms both say."""
    points = "ABCDEF"
    first = random_statements(chance, points)
    other = list(first)
    if chance.random() < 0.7:
        other[chance.randrange(len(other))] = random_statements(chance, points)[0]
    names = dict(zip(points, chance.sample(points, 6), strict=True))
    other = [s.renamed(names) for s in other]
    same = nx.is_isomorphic(
        incidence_graph(points, sorted(set(first))),
        incidence_graph(points, sorted(set(other))),
        node_match=lambda a, b: a["kind"] == b["kind"],
    )
    assert (canonical_form(points, first).form == canonical_form(points, other).form) == same
    return same


def random_statements(chance, points):
    found = []
    while len(found) < 4:
        name = chance.choice(UNORDERED)
        size = {"coll": 3}.get(name, 4)
        a, b = chance.sample(points, 2)
        chosen = chance.sample(points, size) if size == 3 or name == "cyclic" else [a, b]
        if len(chosen) == 2:
            chosen += chance.sample(points, 2)
        try:
            statement = Statement(name, tuple(chosen))
        except ValueError:
            continue
        if statement.predicate == name:
            found.append(statement)
    return found


def test_constants_that_turn_with_their_sides_are_told_apart():
    def of(*texts):
        return canonical_form("ABCD", [parse_statement(text) for text in texts]).form

    assert of("rconst A B C D 2") == of("rconst C D A B 1/2")
    assert of("rconst A B C D 2", "coll A B C") != of("rconst A B C D 1/2", "coll A B C")
    assert of("aconst A B C D 40") == of("aconst A B C D 140")
    told = ("lconst A B 1", "lconst C D 2", "lconst A C 3", "aconst A C B D 30")
    assert of("aconst A B C D 40", *told) != of("aconst A B C D 140", *told)
    assert of("lconst A B 3", "lconst C D 4") == of("lconst A C 8", "lconst B D 6")
    assert of("lconst A B 3", "lconst C D 4") != of("lconst A B 3", "lconst C D 5")


def test_an_orbit_is_what_symmetries_make():
    swap, turn = {"A": "B", "B": "A"}, {"A": "B", "B": "C", "C": "A"}
    assert len(orbit(parse_statement("cong A B A C"), [swap, turn])) == 3
    assert orbit(parse_statement("coll A B C"), [swap, turn]) == {parse_statement("coll A B C")}


def test_a_form_takes_less_than_five_milliseconds():
    seconds = []
    for problem in sampled() + SYMMETRIC:
        started = time.process_time()
        canonical_form(problem.points, problem.premises)
        seconds.append(time.process_time() - started)
    assert np.median(seconds) < 0.005
