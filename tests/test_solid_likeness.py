"""Likeness of seeds: no two ask the same in other words, and what the shares count."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoengine.solid import Seed, load_seeds, most_alike, parse_expression
from geoengine.solid.formulas import formula_values

SEEDS = list(load_seeds().values())
MOST, MOST_WITH_ONE_FORMULA = 0.75, 0.6
"""More of two seeds may not be the same, and less if their answers have the same formula."""


def formulas():
    """The formulas of answers that can be compared by their values."""
    found = [parse_expression(seed.answer) for seed in SEEDS[::9]]
    return st.sampled_from([one for one in found if formula_values(one) is not None])


def changed(seed, **fields) -> Seed:
    """A seed with other texts, under another id."""
    data = seed.model_dump(mode="json", exclude_unset=True) | {"id": f"{seed.id}_again"} | fields
    return Seed.model_validate(data)


def test_no_two_seeds_are_alike():
    (pair,) = most_alike(SEEDS, 1)
    assert pair.mean <= MOST, f"{pair.first.id} and {pair.second.id} ask almost the same"


def test_seeds_with_one_formula_differ_more():
    (pair,) = most_alike(SEEDS, 1, same_formula=True)
    assert pair.same_formula
    assert pair.mean <= MOST_WITH_ONE_FORMULA, (
        f"{pair.first.id} and {pair.second.id} have the same formula and ask almost the same"
    )


@pytest.mark.parametrize("seed", SEEDS[::80], ids=lambda seed: seed.id)
def test_the_names_of_solids_make_no_difference(seed):
    text = seed.model_dump_json(exclude_unset=True)
    for solid, other in {"cube": "box", "pyramid": "cone", "tetrahedron": "ball"}.items():
        text = text.replace(f" {solid} ", f" {other} ")
    again = changed(Seed.model_validate_json(text))
    (pair,) = most_alike([*SEEDS[:5], seed, again], 1, among=[again])
    assert {pair.first.id, pair.second.id} == {seed.id, again.id}
    assert pair.mean == pytest.approx(1)


@given(formulas(), st.randoms(use_true_random=False))
def test_the_names_of_parameters_make_no_difference(formula, random):
    others = random.sample("bcdxyz", len(formula.names))
    renamed = formula.text
    for name, other in zip(sorted(formula.names), others, strict=True):
        renamed = re.sub(rf"\b{name}\b", f"{other}9", renamed)
    assert formula_values(parse_expression(renamed)) == formula_values(formula)
    changed_value = parse_expression(f"{renamed} + 1")
    assert formula_values(changed_value) != formula_values(formula)


def test_another_relation_makes_a_difference():
    seed = load_seeds()["length_cuboid_diagonal"]
    other = changed(seed, ask="dist(A, B1)")
    (pair,) = most_alike([seed, other], 1)
    assert (pair.figure, pair.question, pair.chain) == (1, 1, 1)
    assert pair.ask == 1, "points are numbered, so that any two points are alike"
    other = changed(seed, ask="dist(A, line(B, D1))")
    (pair,) = most_alike([seed, other], 1)
    assert pair.ask < 0.6
