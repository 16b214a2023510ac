"""Instances of seeds: letters, parameters and wordings, over random inputs."""

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoengine.catalogue import EntryError
from geoengine.solid import Exact, load_seeds, make_instance, parse_expression, parse_number
from geoengine.solid.evaluated import evaluate_seed
from geoengine.solid.letters import letters_for
from geoengine.solid.parameters import Parameters, read_domain, stream
from geoengine.solid.record import as_expression
from geoengine.solid.values import print_value, same_value
from geoengine.solid.wording import read_wording, unchecked_number

POINTS = st.lists(
    st.from_regex(r"[A-H][0-9]?", fullmatch=True), min_size=1, max_size=14, unique=True
)


@given(POINTS, st.integers(0, 10**9), st.lists(st.sampled_from("KLMNT"), max_size=3))
def test_letters_keep_what_names_have_in_common(points, seed, taken):
    new = letters_for(points, np.random.default_rng(seed), taken)
    assert list(new) == points
    assert len(set(new.values())) == len(points)
    for p in points:
        assert new[p][1:] == p[1:]
        assert new[p][0] not in {"I", *taken}
        for q in points:
            assert (new[p][0] == new[q][0]) == (p[0] == q[0])


@settings(max_examples=50)
@given(
    st.dictionaries(st.sampled_from("abc"), st.integers(1, 7).map(lambda n: f"1..{n}"), min_size=1),
    st.integers(0, 10**6),
)
def test_parameters_are_chosen_from_all_that_satisfy_the_conditions(written, seed):
    domains = {name: read_domain(text) for name, text in written.items()}
    first = next(iter(domains))
    condition = parse_expression(f"{first} % 2 == 1")
    space = Parameters(domains, (condition,))
    odd = sum(value % 2 for value in domains[first])
    assert len(space.choices) * len(domains[first]) == odd * space.size
    assert space.pick(stream(seed)) == space.pick(stream(seed))
    assert space.pick(stream(seed)) in space.choices


def test_large_spaces_are_sampled():
    space = Parameters(
        {name: tuple(range(1, 60)) for name in "abcd"}, (parse_expression("a < b and b < c"),)
    )
    assert space.choices is None
    found = space.pick(stream(5))
    assert found["a"] < found["b"] < found["c"]
    impossible = Parameters(space.domains, (parse_expression("a > 60"),))
    assert impossible.pick(stream(5)) is None


@pytest.mark.parametrize(
    "written", ["6..1", "a..b", [], [0.5], ["a + 1"], ["1/2", "2/4"], 7, ["x y"], True]
)
def test_domains_that_are_refused(written):
    with pytest.raises(EntryError):
        read_domain(written)


@given(st.integers(-9, 9), st.integers(1, 9), st.sampled_from([1, 2, 3, 5, 6]), st.booleans())
def test_numbers_are_printed_as_they_are_read(p, q, n, with_pi):
    number = Exact(p) / q + Exact(f"√{n}") * (Exact("π") if with_pi else 1)
    assert parse_number(print_value(number)) == number
    assert same_value(parse_expression(as_expression(number)).value({}), number)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[AB] = 5.", "= 5"),
        ("[AB] ≈ 2.5", "≈ 2.5"),
        ("[AB] = -√3", "= -√3"),
        ("[AB] = {a} · 2 = {2 * a}", None),
        ("x > 0 and [AB] = {5}", None),
        ("∠[ABC] = ∠[DEF]", None),
    ],
)
def test_unchecked_numbers_are_found(text, found):
    assert unchecked_number(text) == found


@pytest.mark.parametrize("text", ["[AB", "{a", "a}", "[ab]", "[]", "$x$", r"\frac", "{a +}", "{}"])
def test_wordings_that_are_refused(text):
    with pytest.raises(EntryError):
        read_wording(text)


@pytest.mark.parametrize("name", list(load_seeds())[:30])
def test_letters_change_no_number(name):
    seed = load_seeds()[name]
    instance = make_instance(seed, 11)
    plain = evaluate_seed(seed, instance.parameters)
    assert same_value(plain.answer, instance.answer)
    if not instance.names:
        assert plain.texts["en"].answer == instance.texts["en"].answer
    for language in ("en", "zh"):
        assert len(plain.texts[language].chain) == len(instance.texts[language].chain)


@pytest.mark.parametrize("name", list(load_seeds())[:30])
def test_the_record_is_an_exact_account(name):
    """Points have the coordinates of the figure, and the last line asks."""
    instance = make_instance(load_seeds()[name], 12)
    lines = instance.record.splitlines()
    assert lines[-1].startswith("ask ")
    assert sum(line.startswith("ask ") for line in lines) == 1
    given = dict(line.split(" = ", 1) for line in lines if " = " in line)
    moving = load_seeds()[name].figure_lines.depends_on(load_seeds()[name].free)
    for point in load_seeds()[name].figure_lines.points:
        if point not in moving:
            assert given[instance.letters[point]] == str(instance.scope[point])
    for parameter in instance.parameters:
        assert f" {parameter} " not in lines[-1]


@pytest.mark.parametrize("name", [name for name, seed in load_seeds().items() if seed.free])
def test_fixed_bodies_are_placed_by_fixed_points(name):
    """A moving point may be at the center of a cylinder where it is drawn, but not elsewhere."""
    seed = load_seeds()[name]
    instance = make_instance(seed, 13)
    moving = seed.figure_lines.depends_on(seed.free)
    moved = {instance.letters[point] for point in seed.figure_lines.points if point in moving}
    for line in instance.record.splitlines():
        body = re.match(r"body (\w+) = (.*)", line)
        if body and body[1] not in moving:
            assert not moved & set(re.findall(r"\b[A-Z][0-9]*\b", body[2])), line


@settings(max_examples=40)
@given(st.integers(1, 4), st.integers(9, 24), st.integers(2, 6))
def test_figures_with_points_that_nearly_coincide_are_left_out(a, b, h):
    seed = load_seeds()["position_two_points_of_an_edge"]
    # There, the points M and N of the edge BC are at equal distances from its ends.
    near = (b - math.sqrt(b**2 - 4 * a**2)) / 2
    evaluated = evaluate_seed(seed, {"a": a, "b": b, "h": h})
    assert (evaluated is None) == (near <= 0.02 * b)
