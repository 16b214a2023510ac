"""Entropies, and theorems that are only ever right or wrong."""

import math
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoengine.report.collection import Collection, CountedItem
from geoengine.report.diversity import entropy, theorem_roles
from geoengine.report.diversity_tables import entropies, roles
from geoengine.report.worth_table import worths

THEOREMS = [f"theorem {k}" for k in range(30)]


@given(st.lists(st.sampled_from("ABCDE"), min_size=1))
def test_entropy_is_that_of_the_frequencies(values):
    found = entropy(values)
    _, counts = np.unique(values, return_counts=True)
    shares = counts / counts.sum()
    assert found.bits == pytest.approx(-(shares * np.log2(shares)).sum(), abs=1e-9)
    assert (found.count, found.kinds) == (len(values), len(counts))
    assert found.share is None if len(counts) == 1 else 0 < found.share <= 1 + 1e-9
    assert found == entropy(sorted(values))


@given(st.integers(2, 40), st.integers(1, 5))
def test_equal_frequencies_have_the_greatest_entropy(kinds, times):
    names = [str(k) for k in range(kinds)]
    found = entropy(names * times)
    assert found.bits == pytest.approx(math.log2(kinds))
    assert found.share == pytest.approx(1)
    uneven = entropy([*names * times, *["0"] * (times + 1)])
    assert uneven.share < 1


def asked(rng, count, key_of):
    """Items that offer four theorems each, with the key that `key_of` chooses among them."""
    items = []
    for _ in range(count):
        offered = tuple(THEOREMS[k] for k in rng.permutation(len(THEOREMS))[:4])
        key = key_of(offered)
        items.append(CountedItem("theorem_selection", None, offered, key, 9, "s", theorems=offered))
    return items


def suspects(items):
    return {role.theorem: role.verdict for role in theorem_roles(items) if role.verdict}


def test_keys_drawn_by_lot_are_seldom_suspected():
    """By chance alone, fewer than one split in twenty has a theorem with a verdict."""
    found = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        found += bool(suspects(asked(rng, 200, lambda offered, rng=rng: int(rng.integers(1, 5)))))
    assert found <= 10


@pytest.mark.parametrize(("verdict", "wanted"), [("only ever right", 1), ("only ever wrong", 0)])
def test_a_theorem_that_is_only_ever_one_of_the_two_is_found(verdict, wanted):
    def key_of(offered):
        place = offered.index(THEOREMS[0]) + 1 if THEOREMS[0] in offered else 0
        if wanted:
            return place or int(rng.integers(1, 5))
        return int(rng.choice([k for k in range(1, 5) if k != place]))

    rng = np.random.default_rng(7)
    items = asked(rng, 400, key_of)
    assert suspects(items)[THEOREMS[0]] == verdict
    (role,) = (role for role in theorem_roles(items) if role.theorem == THEOREMS[0])
    assert role.right == wanted * role.offered
    assert role.offered == sum(THEOREMS[0] in item.options for item in items) > 25


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 40))
def test_every_option_is_counted_once_and_the_commonest_come_first(seed, count):
    rng = np.random.default_rng(seed)
    items = asked(rng, count, lambda offered: int(rng.integers(1, 5)))
    found = theorem_roles(items)
    assert sum(role.offered for role in found) == 4 * count
    assert sum(role.right for role in found) == count
    assert all(one.offered >= other.offered for one, other in pairwise(found))
    assert all(0 <= role.p <= 1 for role in found)


def test_the_tables_put_collections_side_by_side():
    rng = np.random.default_rng(3)
    items = tuple(asked(rng, 50, lambda offered: int(rng.integers(1, 5))))
    table = entropies([Collection("one", items), Collection("other", items[:20])])
    rows = {row[1]: row[2:] for row in table.rows}
    offered = Counter(theorem for item in items for theorem in item.theorems)
    bits = sum(n / 200 * math.log2(200 / n) for n in offered.values())
    assert rows["theorems offered"][:3] == [200, len(offered), pytest.approx(bits)]
    assert rows["theorems offered"][4] == 80
    assert rows["scenes, or pictures"][:4] == [50, 1, 0.0, None]
    assert "kinds of goals" not in rows
    table = roles([Collection("one", items)])
    assert sum(row[2] + row[3] for row in table.rows) == 200
    assert sum(row[2] for row in table.rows) == 50


def test_the_worth_of_items_is_put_together_by_task():
    rng = np.random.default_rng(3)
    items = asked(rng, 9, lambda offered: 1)
    measured = tuple(replace(item, worth=float(k)) for k, item in enumerate(items))
    table = worths([Collection("one", measured), Collection("other", tuple(items))])
    ((_, *cells),) = table.rows
    assert cells == [9, 0.0, 4.0, 4.0, 8.0, *[None] * 5]
    assert not worths([Collection("other", tuple(items))]).rows
