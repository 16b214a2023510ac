"""Theorem selection: which theorems are offered, and about which proofs."""

from collections import Counter
from collections.abc import Iterator

import pytest
from tasks_of import contexts_of

from geoengine.catalogue import load_rules
from geoengine.families.reasoning.theorem_selection import build_theorem_selection
from geoengine.families.reasoning.theorems import are_variants
from geoengine.items import Item, stream


@pytest.fixture(scope="module", params=[6, pytest.param(12, marks=pytest.mark.slow(seconds=8))])
def shown(request: pytest.FixtureRequest) -> list[tuple[int, Item]]:
    """Items of the form ``shown`` in some scenes, each with the number of its scene."""
    return [(index, item) for index, item in _items(request.param) if item.meta["form"] == "shown"]


def _items(scenes: int) -> Iterator[tuple[int, Item]]:
    for index, context in contexts_of(5, range(scenes)):
        for item in build_theorem_selection(context, stream(5, index, "theorem_selection"), 4):
            yield index, item


def _rules(item: Item) -> Iterator[tuple[str, bool]]:
    for option in item.certificate["options"]:
        yield option["rule"], option["correct"]


def test_pervasive_theorems_are_offered_only_where_there_are_too_few_others(
    shown: list[tuple[int, Item]],
) -> None:
    rules = load_rules()
    with_one = [
        (index, item)
        for index, item in shown
        if any(rules[rule].pervasive for rule, correct in _rules(item) if not correct)
    ]
    assert 0 < len(with_one) < len(shown) / 2
    about: dict[tuple[int, str], set[str]] = {}
    for index, item in shown:
        goal = index, str(item.meta["goal"])
        about.setdefault(goal, set()).update(r for r, correct in _rules(item) if not correct)
    for index, item in with_one:
        offered = {rule for rule, correct in _rules(item) if not correct}
        others = about[index, str(item.meta["goal"])] - offered
        for rule in others:
            assert rules[rule].pervasive or any(are_variants(rule, own) for own in offered)


def test_pervasive_theorems_are_seldom_the_key(shown: list[tuple[int, Item]]) -> None:
    keys = Counter(rule for _, item in shown for rule, correct in _rules(item) if correct)
    assert keys
    pervasive = sum(count for rule, count in keys.items() if load_rules()[rule].pervasive)
    assert pervasive < keys.total() / 5
